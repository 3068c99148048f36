/** Ports of this machine's loopback address. */

/** Whether nobody listens on the port now. */
export function isFree(port: number): boolean {
  try {
    Deno.listen({ hostname: "127.0.0.1", port }).close();
    return true;
  } catch (error) {
    if (error instanceof Deno.errors.AddrInUse) return false;
    throw error;
  }
}

/**
 * The wanted port when it is free, else some free one: below those that systems give to outgoing
 * connections, one of which may be open when the caller begins to listen.
 */
export function freePort(wanted?: number): number {
  for (let port = wanted;; port = 20_000 + Math.floor(Math.random() * 10_000)) {
    if (port !== undefined && isFree(port)) return port;
  }
}
