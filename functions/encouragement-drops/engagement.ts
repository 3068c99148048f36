import { serviceClient } from "../../shared/database/clients.ts";
import { cron, must, part } from "../../shared/http/declare.ts";
import { resultOf, runBatches } from "../../shared/jobs/batches.ts";
import { outcomeOf } from "../../shared/jobs/runs.ts";

/** The routes of the engagement job. */
export const routes = part();

const engagementCounts = [
  "total",
  "engaged",
  "expired",
  "bonus_drops",
  "failed",
  "remaining",
] as const;

/** Drops in one database call, during which the badges of their senders are locked. */
const BATCH = 2_000;

/** Settles drops whose recipients wrote something, and drops whose window has closed. */
async function processEngagement() {
  const db = serviceClient();
  const run = await runBatches(
    ["total", "engaged", "expired", "bonus_drops"],
    async (size) => {
      const { done, ...step } = must(
        await db.rpc("process_engagement_batch", { p_limit: size }).single(),
      );
      return { ...resultOf(step), done };
    },
    { size: BATCH },
  );
  const remaining = run.done ? 0 : must(await db.rpc("process_engagement_remaining"));
  const results = { ...run.counts, failed: run.errors.length, errors: run.errors };
  return outcomeOf(remaining, "drop", "All open drops were checked", results);
}

const job = {
  description:
    "A drop is engaged when its recipient wrote a journal, satisfaction or sleep entry or an " +
    "action note within the window after receiving it. The sender then earns the bonus once, and " +
    "the badge follows. A drop without engagement is settled when its window has closed. Drops " +
    "to synthetic users earn none. A run stops after 100 s; `remaining` drops are left for the " +
    "next call.",
  job: "encouragement-engagement",
  schema: "EngagementRun",
  counts: engagementCounts,
} as const;

routes.job("/encouragement-drops/admin/process-engagement", {
  ...job,
  auth: "super_admin",
  // The job acts as the service; this refuses blocked users and former super admins too.
  admit: async ({ db }) => void must(await db.rpc("audit_engagement_run")),
  operationId: "processEngagementAsAdmin",
  summary: "Run the engagement job, as a super admin",
}, processEngagement);

routes.job("/encouragement-drops/cron/process-engagement", {
  ...job,
  auth: cron("DROPS_CRON_SECRET", "WORKOUT_WINDOW_CRON_SECRET", "CHAT_CRON_SECRET"),
  operationId: "processEngagement",
  summary: "Run the engagement job",
}, processEngagement);
