/**
 * Limits of tests follow the machine, so that only a test that hangs reaches its limit. Each limit
 * is written for an idle reference machine and multiplied by the slowness of this one.
 */
import process from "node:process";

/** The time (ms) of the work on the reference: an idle processor of a rented server of 2026. */
const REFERENCE_MS = 110;

/** The work: whole numbers, alike on every machine. Its use keeps the compiler from omitting it. */
function work(): number {
  let state = 1;
  for (let n = 0; n < 60_000_000; n++) state = Math.imul(state ^ n, 0x5bd1e995) >>> 1;
  return state;
}

/** In `.ci/run` suites begin and end beside a suite that has measured before. */
const RESERVE = process.env.CI ? 3 : 1;

function measure(): number {
  const begin = performance.now();
  if (work() < 0) throw new Error("A shifted number is never negative");
  return RESERVE * Math.max(1, (performance.now() - begin) / REFERENCE_MS);
}

/**
 * How many times as long as on the reference a test may take: the slowness of this machine under its
 * present load, with a reserve in CI; 1 or more. The first process measures it and passes it to its
 * children in `SLOWNESS`.
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

/** The limits of a vitest suite: for tests, for their hooks, and for `expect.poll`. */
export const limits = () => ({
  testTimeout: patience(60_000),
  hookTimeout: patience(60_000),
  expect: { poll: { timeout: patience(20_000) } },
});
