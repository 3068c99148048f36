import { inBackground } from "../../shared/base/log.ts";
import { serviceClient } from "../../shared/database/clients.ts";
import { must } from "../../shared/database/results.ts";
import { type Batches, runBatches } from "../../shared/jobs/batches.ts";

/** Windows in one database call: a second or two, during which the date is locked. */
const BATCH = 20_000;

/** Milliseconds until another try, while somebody else generates the same date. */
const PAUSE_MS = 300;

/**
 * Generates the requested chains of a date, or of all dates, batch by batch. `done` is false when
 * the time was up before; a job goes on with the requests that are left.
 */
export async function generateChains(
  { date, seconds = 100 }: { date?: string; seconds?: number } = {},
): Promise<Batches<"total">> {
  const db = serviceClient();
  return await runBatches(["total"], async (size) => {
    const step = db.rpc("generate_workout_chains", { p_date: date, p_limit: size });
    const { total, remaining, waiting } = must(await step.single());
    if (waiting) await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    return { counts: { total }, done: remaining === 0 };
  }, { size: BATCH, seconds });
}

/** The same after the answer has been sent. */
export function generateInBackground(): void {
  inBackground(generateChains(), "chains were not generated; a job continues");
}
