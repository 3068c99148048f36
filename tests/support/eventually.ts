/** Waiting for asynchronous effects, on a machine that may be busy. */

/** The real timer, also for a test that stops the clock. */
const { setTimeout } = globalThis;

/**
 * Repeats a check until it passes and returns its result; after this many milliseconds its failure
 * fails the test. Long enough for whole requests on a busy machine.
 *
 * @example
 * await eventually(async () => expect(await filesOf(pack.id)).toEqual([]));
 */
export async function eventually<T>(check: () => T | Promise<T>, ms = 8000): Promise<T> {
  for (const end = Date.now() + ms;;) {
    try {
      return await check();
    } catch (error) {
      if (Date.now() > end) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}
