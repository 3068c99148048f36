import { entries, type OwnEntry } from "../service.ts";

/** Where the list of entries is. It stays the same while entries are opened beside it. */
export const list = { filter: new URLSearchParams() };

export const listAddress = () => {
  const text = list.filter.toString();
  return `/journal${text && `?${text}`}`;
};

/** The own entries that the list shows: of a notebook, or with a tag, newest first. */
export function listed(filter: URLSearchParams): OwnEntry[] {
  const [notebook, tag] = [filter.get("notebook"), filter.get("tag")];
  return entries.value.filter((entry) =>
    (!notebook || entry.notebook_id === notebook) && (!tag || entry.tags?.includes(tag))
  );
}
