/**
 * The limits of tests follow the machine: a test that reaches one hangs, and is never only slow. Each
 * limit is written for an idle machine of the reference, and multiplied by how much slower this one is.
 */
import process from "node:process";

/** What the work takes (ms) on the reference: a processor of a rented server of 2026, with nothing else to do. */
const REFERENCE_MS = 110;

/** The work: whole numbers, the same everywhere, whose result the compiler cannot leave out. */
function work(): number {
  let state = 1;
  for (let n = 0; n < 60_000_000; n++) state = Math.imul(state ^ n, 0x5bd1e995) >>> 1;
  return state;
}

function measure(): number {
  const begin = performance.now();
  if (work() < 0) throw new Error("A shifted number is never negative");
  return Math.max(1, (performance.now() - begin) / REFERENCE_MS);
}

/**
 * How many times as long as the reference this machine takes, with all that it does besides; 1 or
 * more. The first process that asks measures it; those that it starts find it in `SLOWNESS`.
 */
export function slowness(): number {
  process.env.SLOWNESS ||= measure().toFixed(2);
  return Number(process.env.SLOWNESS);
}

/**
 * A limit (ms) on this machine.
 *
 * @example
 * ```ts
 * context.setDefaultTimeout(patience(10_000));
 * ```
 */
export const patience = (ms: number): number => Math.ceil(ms * slowness());

/** The limits of a vitest suite: of a test, of what comes before and after it, and of `expect.poll`. */
export const limits = () => ({
  testTimeout: patience(60_000),
  hookTimeout: patience(60_000),
  expect: { poll: { timeout: patience(20_000) } },
});
