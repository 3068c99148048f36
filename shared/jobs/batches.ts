import { describeError, log } from "../base/log.ts";

/** The result of one step of a job. */
export interface Step<Count extends string> {
  counts: Partial<Record<Count, number>>;
  /** Errors with single users or rows, each also counted as a failure. */
  errors?: string[];
  /** True when nothing is left to do. */
  done: boolean;
}

/** The counts and the errors of a step, from the row of a function that works on a batch. */
export const resultOf = <Row extends { errors: string[] }>({ errors, ...counts }: Row) => ({
  counts,
  errors,
});

/** The results of all steps of a run. */
export interface Batches<Count extends string> {
  counts: Record<Count, number>;
  errors: string[];
  /** False when the run stopped early; the next call continues. */
  done: boolean;
}

export interface BatchOptions {
  /** Users or rows in a step; halved after a failed step. */
  size: number;
  /** Milliseconds between steps. */
  pause?: number;
  /** Seconds in which all steps end; `RUN_S` at most. */
  seconds?: number;
  /**
   * Seconds that a step may take, because it waits for a provider; at least the time of the
   * slowest.
   */
  longest?: number;
}

/** How long (s) a run works: it answers within 100 s, and the platform ends it after 150 s. */
export const RUN_S = 95;

/** Whether work that takes so many seconds at most ends in time when it begins now. */
export type HasTime = (seconds: number) => boolean;

/** A clock that tells whether so many seconds are left. */
export function timeOf(seconds: number): HasTime {
  const end = performance.now() + seconds * 1000;
  return (needed) => performance.now() + needed * 1000 < end;
}

/** The maximum number of errors in an answer; the counts include all. */
const MAX_ERRORS = 100;

/** Consecutive failures after which the run stops. */
const ATTEMPTS = 3;

/**
 * Repeats one step of a job until nothing is left or the time is up, and sums up the counts. Each
 * step must be one transaction, or work that may be repeated, so that an interrupted run loses
 * nothing and repeats no effect. A step that calls a provider several times asks before each call
 * whether there is time for it.
 *
 * @example
 * ```ts
 * const run = await runBatches(["total", "synced"], async (size) => {
 *   const step = must(await db.rpc("sync_batch", { p_limit: size }).single());
 *   return { counts: step, done: step.total < size };
 * }, { size: 1000 });
 * ```
 */
export async function runBatches<Count extends string>(
  names: readonly Count[],
  step: (size: number, hasTime: HasTime) => Promise<Step<Count>>,
  { size: fullSize, pause = 0, seconds = RUN_S, longest = 0 }: BatchOptions,
): Promise<Batches<Count>> {
  const hasTime = timeOf(seconds);
  const counts = Object.fromEntries(names.map((name) => [name, 0])) as Record<Count, number>;
  const run: Batches<Count> = { counts, errors: [], done: false };
  let size = fullSize;
  let failures = 0;

  while (hasTime(longest + pause / 1000)) {
    const begun = performance.now();
    try {
      const { counts, errors, done } = await step(size, hasTime);
      for (const name of names) run.counts[name] += counts[name] ?? 0;
      if (errors) run.errors.push(...errors.slice(0, MAX_ERRORS - run.errors.length));
      run.done = done;
      failures = 0;
      size = Math.min(fullSize, size * 2);
    } catch (error) {
      log("error", "a step of a job failed", { size, error: describeError(error) });
      if (++failures === ATTEMPTS) {
        run.errors.push(error instanceof Error ? error.message : String(error));
        break;
      }
      size = Math.max(1, Math.floor(size / 2));
    }
    if (run.done) break;
    longest = Math.max(longest, (performance.now() - begun) / 1000);
    const wait = Math.max(pause, failures * 500);
    if (wait) await new Promise((resolve) => setTimeout(resolve, wait));
  }
  return run;
}
