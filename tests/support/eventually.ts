/** Waiting for asynchronous effects, on a machine that may be busy. */
import { patience } from "../../packages/local-supabase/helpers.ts";

/** The real timer and clock, also for a test that stops them. */
const { setTimeout } = globalThis;
const now = performance.now.bind(performance);

/**
 * Repeats a check until it passes and returns its result; its failure fails the test when it lasts
 * for so long that something hangs.
 *
 * @example
 * await eventually(async () => expect(await filesOf(pack.id)).toEqual([]));
 */
export async function eventually<T>(check: () => T | Promise<T>): Promise<T> {
  for (const end = now() + patience(20_000);;) {
    try {
      return await check();
    } catch (error) {
      if (now() > end) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}
