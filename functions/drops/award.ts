import { serviceClient } from "../../shared/database/clients.ts";
import { must } from "../../shared/database/results.ts";
import { runBatches } from "../../shared/jobs/batches.ts";
import { outcomeOf } from "../../shared/jobs/runs.ts";

/** The counts of the monthly job. */
export const awardCounts = ["total", "awarded", "skipped", "failed", "remaining"] as const;

/** Users in one database call: about 0.5 s, during which their rows are locked. */
const BATCH = 5000;

/** The most passes over users whose rows another transaction has locked. */
const PASSES = 5;

/**
 * Awards this month's drops to everyone who has not had them, in the order of their ids. A run skips
 * users whose rows are locked by a concurrent run, and returns to them at the end.
 */
export async function awardEverybody() {
  const db = serviceClient();
  let after: string | null = null;
  let pass = 1;
  /** The users whom this pass has skipped. */
  let remaining = 0;
  /** The errors of users who fail in every pass. */
  const known = new Set<string>();

  const { counts, errors, done } = await runBatches(
    ["total", "awarded", "skipped", "failed"],
    async (size) => {
      const rows = await db.rpc("award_monthly_batch", { p_after: after, p_limit: size }).single();
      const { total, awarded, skipped, failed, errors, last_id, ...left } = must(rows);
      after = last_id;
      remaining += left.remaining;
      const fresh = errors.filter((each) => !known.has(each));
      fresh.forEach((each) => known.add(each));
      // Users of a later pass were counted as skipped before; nobody is counted twice.
      const counts = pass === 1 ? { total, awarded, skipped, failed } : {
        awarded,
        failed: fresh.length,
        skipped: -awarded - fresh.length,
      };
      const step = { counts, errors: fresh };
      if (after !== null) return { ...step, done: false };
      if (pass++ === PASSES || remaining === 0) return { ...step, done: true };
      remaining = 0;
      await new Promise((resolve) => setTimeout(resolve, 300));
      return { ...step, done: false };
    },
    { size: BATCH },
  );

  if (!done) {
    const next = await db.rpc("award_monthly_remaining", { p_after: after, p_limit: BATCH });
    remaining += Math.max(1, must(next));
  }
  return outcomeOf(remaining, "user", "Everyone has this month's drops", { ...counts, errors });
}
