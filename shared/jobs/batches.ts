import { describeError, log } from "../base/log.ts";

/** What one step of a job did. */
export interface Step<Count extends string> {
  counts: Partial<Record<Count, number>>;
  /** What went wrong with single users or rows, each counted where the job counts failures. */
  errors?: string[];
  /** Nothing is left to do. */
  done: boolean;
}

/** What the steps of a run did together. */
export interface Batches<Count extends string> {
  counts: Record<Count, number>;
  errors: string[];
  /** False when the run stopped before it was done: the next call goes on. */
  done: boolean;
}

export interface BatchOptions {
  /** How many users or rows a step takes on; halved for a step that failed. */
  size: number;
  /** Milliseconds between two steps. */
  pause?: number;
  /** Seconds of wall clock after which no step is begun. The platform ends a request at 150 s. */
  seconds?: number;
}

/** As many errors as an answer names; the counts tell of all. */
const ERRORS = 100;

/** How often a step may fail in a row before the run gives up. */
const ATTEMPTS = 3;

/**
 * Repeats one step of a job until nothing is left or the time is up, and adds up what it did. Each
 * step must be a whole: one transaction, or work that may be done again. A run that is cut off
 * between or within steps then loses nothing and doubles nothing.
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
  { size: fullSize, pause = 0, seconds = 100 }: BatchOptions,
): Promise<Batches<Count>> {
  const start = performance.now();
  const counts = Object.fromEntries(names.map((name) => [name, 0])) as Record<Count, number>;
  const run: Batches<Count> = { counts, errors: [], done: false };
  let size = fullSize;
  let failures = 0;
  let longest = 0;

  // A step is begun only when one as long as the longest so far would end in time.
  while (performance.now() + longest + pause - start < seconds * 1000) {
    const begun = performance.now();
    try {
      const { counts, errors, done } = await step(size);
      for (const name of names) run.counts[name] += counts[name] ?? 0;
      if (errors) run.errors.push(...errors.slice(0, ERRORS - run.errors.length));
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
