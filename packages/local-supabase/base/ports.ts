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
 * The wanted port when it is free, otherwise a free port. It lies below the ports that systems give
 * to outgoing connections, which another connection may take before the caller listens.
 */
export function freePort(wanted?: number): number {
  for (let port = wanted;; port = 20_000 + Math.floor(Math.random() * 10_000)) {
    if (port !== undefined && isFree(port)) return port;
  }
}
