import { describeError, log } from "../base/log.ts";

/** The result of one step of a job. */
export interface Step<Count extends string> {
  counts: Partial<Record<Count, number>>;
  /** Errors with single users or rows, each also counted as a failure. */
  errors?: string[];
  /** True when nothing is left to do. */
  done: boolean;
}

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
  /** Seconds after which no step is started; `RUN_S` at most. */
  seconds?: number;
}

/** How long (s) a run starts steps: it answers within 100 s, and the platform ends it after 150 s. */
export const RUN_S = 95;

/** The maximum number of errors in an answer; the counts include all. */
const MAX_ERRORS = 100;

/** Consecutive failures after which the run stops. */
const ATTEMPTS = 3;

/**
 * Repeats one step of a job until nothing is left or the time is up, and sums up the counts. Each
 * step must be one transaction, or work that may be repeated, so that an interrupted run loses
 * nothing and repeats no effect.
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
  step: (size: number) => Promise<Step<Count>>,
  { size: fullSize, pause = 0, seconds = RUN_S }: BatchOptions,
): Promise<Batches<Count>> {
  const start = performance.now();
  const counts = Object.fromEntries(names.map((name) => [name, 0])) as Record<Count, number>;
  const run: Batches<Count> = { counts, errors: [], done: false };
  let size = fullSize;
  let failures = 0;
  let longest = 0;

  // A step is started only if one as long as the longest so far would end in time.
  while (performance.now() + longest + pause - start < seconds * 1000) {
    const begun = performance.now();
    try {
      const { counts, errors, done } = await step(size);
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
    longest = Math.max(longest, performance.now() - begun);
    const wait = Math.max(pause, failures * 500);
    if (wait) await new Promise((resolve) => setTimeout(resolve, wait));
  }
  return run;
}
