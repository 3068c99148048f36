import { inBackground } from "../../shared/base/log.ts";
import { serviceClient } from "../../shared/database/clients.ts";
import { must } from "../../shared/database/results.ts";
import { type Batches, RUN_S, runBatches } from "../../shared/jobs/batches.ts";

/** Windows in one database call: a fraction of a second, for which check-ins of the date wait. */
const BATCH = 5000;

/** Milliseconds until another try, while somebody else generates the same date or nothing is due. */
const PAUSE_MS = 500;

/**
 * Generates the requested chains of a date, or of all dates, batch by batch. `done` is false when
 * the time was up before; a job goes on with the requests that are left. With `onlySmall` it takes
 * those of large groups too.
 */
export async function generateChains(
  { date, seconds = RUN_S, onlySmall }: { date?: string; seconds?: number; onlySmall?: boolean } =
    {},
): Promise<Batches<"total">> {
  const db = serviceClient();
  return await runBatches(["total"], async (size) => {
    const step = db.rpc("generate_workout_chains", {
      p_date: date,
      p_limit: size,
      p_only_small: onlySmall,
    });
    const { total, remaining, waiting } = must(await step.single());
    if (waiting) await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    return { counts: { total }, done: remaining === 0 };
  }, { size: BATCH, seconds });
}

let isRunning = false;
let hasChanged = false;

/** The same after the answer has been sent; one run takes the changes of many requests. */
export function generateInBackground(): void {
  hasChanged = true;
  if (!isRunning) inBackground(generateChanges(), "chains were not generated; a job continues");
}

async function generateChanges(): Promise<void> {
  isRunning = true;
  try {
    while (hasChanged) {
      hasChanged = false;
      await generateChains({ onlySmall: true });
    }
  } finally {
    isRunning = false;
  }
}
