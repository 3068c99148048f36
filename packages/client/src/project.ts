/** The project that a client belongs to: its address and its key. */

/**
 * The address of a project as its services are joined to it.
 *
 * @throws {TypeError} which says what to pass, when it is malformed or has a path
 */
export function projectAddress(url: string): string {
  let address: URL | undefined;
  try {
    address = new URL(url);
  } catch {
    // Named below.
  }
  const { protocol, pathname = "", search, hash, origin } = address ?? {};
  const isPlain = /^https?:$/.test(protocol ?? "") && pathname === "/" && !search && !hash;
  if (isPlain) return origin!;
  throw new TypeError(
    "createJournalClient: pass the address of the project without a path, such as " +
      `https://<ref>.supabase.co or http://127.0.0.1:54321, not "${url}"`,
  );
}

/**
 * Answers whether the project refuses the key, for a call that was refused. A key that it has taken
 * once is not asked about again; without an answer the key is not at fault.
 */
export function keyCheck(
  project: string,
  key: string,
  fetch: (request: Request) => Promise<Response>,
): () => Promise<boolean> {
  let isTaken = false;
  return async () => {
    if (isTaken) return false;
    const request = new Request(`${project}/auth/v1/settings`, { headers: { apikey: key } });
    const response = await fetch(request).catch(() => null);
    await response?.body?.cancel();
    isTaken = response?.ok ?? false;
    return response?.status === 401;
  };
}
