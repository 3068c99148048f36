/** Where the list of entries is. It stays the same while entries are opened beside it. */
export const list = { filter: new URLSearchParams() };

export const listAddress = () => {
  const text = list.filter.toString();
  return `/journal${text && `?${text}`}`;
};
