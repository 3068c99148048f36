import { inBackground } from "../../shared/base/log.ts";
import { serviceClient } from "../../shared/database/clients.ts";
import { must } from "../../shared/database/results.ts";
import { type Batches, RUN_S, runBatches } from "../../shared/jobs/batches.ts";

/** Windows in one database call: a fraction of a second, for which check-ins of the date wait. */
const BATCH = 5000;

/** How long (s) a user's own request generates; a job does the rest. */
const OWN_S = 20;

/** Milliseconds until another try, while somebody else generates the same date or nothing is due. */
const PAUSE_MS = 500;

/**
 * Generates the requested chains of a date, or of all dates, batch by batch: everybody's, or for a
 * request of `users` only the small groups that they belong to. `done` is false when requests are
 * left; a job goes on with them.
 */
export async function generateChains(
  { date, users, seconds = users ? OWN_S : RUN_S }: {
    date?: string;
    users?: string[];
    seconds?: number;
  },
): Promise<Batches<"total">> {
  const db = serviceClient();
  let large = 0;
  const run = await runBatches(["total"], async (size) => {
    const step = must(
      await db.rpc("generate_workout_chains", {
        p_date: date,
        p_limit: size,
        p_user_ids: users,
      }).single(),
    );
    if (step.waiting) await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    large = step.large;
    return { counts: { total: step.total }, done: step.remaining === 0 };
  }, { size: BATCH, seconds });
  return { ...run, done: run.done && large === 0 };
}

let isRunning = false;
const changed = new Set<string>();

/**
 * Generates the chains of users whose windows have changed, after the answer has been sent; one run
 * takes the changes of several requests.
 */
export function generateInBackground(users: string[]): void {
  for (const id of users) changed.add(id);
  if (!isRunning) inBackground(generateChanges(), "chains were not generated; a job continues");
}

async function generateChanges(): Promise<void> {
  isRunning = true;
  try {
    while (changed.size > 0) {
      const users = [...changed];
      changed.clear();
      await generateChains({ users });
    }
  } finally {
    isRunning = false;
  }
}
