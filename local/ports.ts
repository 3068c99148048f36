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

/** The wanted port when it is free, else any free one. */
export function freePort(wanted?: number): number {
  if (wanted !== undefined && isFree(wanted)) return wanted;
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { port } = listener.addr as Deno.NetAddr;
  listener.close();
  return port;
}
