/** Waiting for what happens some time after an answer, on a machine that may be busy. */

/** The real one, also for a test that stops the clock. */
const { setTimeout } = globalThis;

/**
 * Repeats a check until it passes, and answers with what it comes to; after so many milliseconds its
 * failure is the test's. Long enough for whole requests while every core has other work.
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
