/**
 * Extends a claim every `ms` milliseconds, until the returned function is called or the claim turns
 * out to be lost (`false`), which calls `lost`. The next heartbeat makes up for one that fails.
 */
export function keepAlive(
  ms: number,
  extend: () => PromiseLike<boolean | null>,
  lost: () => void = () => {},
): () => void {
  const timer = setInterval(async () => {
    if (await extend() !== false) return;
    clearInterval(timer);
    lost();
  }, ms);
  return () => clearInterval(timer);
}
