import { describeError, log } from "./log.ts";

/**
 * Extends a claim every `ms` milliseconds, until the returned function is called or the claim turns
 * out to be lost (`false`), which calls `lost`. A heartbeat that fails is logged; the next one makes
 * up for it.
 */
export function keepAlive(
  ms: number,
  extend: () => PromiseLike<boolean | null>,
  lost: () => void = () => {},
): () => void {
  const timer = setInterval(async () => {
    try {
      if (await extend() !== false) return;
    } catch (error) {
      log("warn", "claim not extended", { error: describeError(error) });
      return;
    }
    clearInterval(timer);
    lost();
  }, ms);
  return () => clearInterval(timer);
}
