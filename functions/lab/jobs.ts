import { serviceClient } from "../../shared/database/clients.ts";
import { cron, must, part } from "../../shared/http/declare.ts";
import { resultOf, runBatches } from "../../shared/jobs/batches.ts";
import { outcomeOf } from "../../shared/jobs/runs.ts";

export const routes = part();

const secrets = cron("LAB_CRON_SECRET", "WORKOUT_WINDOW_CRON_SECRET");

const recomputeCounts = ["competitions", "scores", "failed", "remaining"] as const;

routes.job("/cron/lab/recompute-competitions", {
  auth: secrets,
  operationId: "recomputeCompetitions",
  summary: "Run the job that computes the leaderboards",
  description: "Computes every active competition that takes entries, one after the other, " +
    "beginning with the oldest leaderboard. Calls at the same time share the competitions. " +
    "`remaining` competitions, including the `failed` ones, are left for the next call, which " +
    "goes on with them; after a call that leaves none, the next one computes all anew.",
  job: "lab-recompute-competitions",
  schema: "RecomputeRun",
  counts: recomputeCounts,
}, recompute);

async function recompute() {
  const db = serviceClient();
  const left = must(await db.rpc("competitions_to_score"));
  // The Data API returns 101 rows at most: there may be more.
  const further = Number(left.length > 100);
  const failures: string[] = [];
  const { counts } = await runBatches(
    ["competitions", "scores"],
    async () => {
      const competition = left.shift();
      if (!competition) return { counts: {}, done: true };
      // The result is null when another call has scored the competition meanwhile.
      const { data, error } = await db.rpc("score_competition", {
        p_id: competition.id,
        p_since: competition.since,
      });
      if (error) failures.push(`${competition.title}: ${error.message}`);
      return {
        counts: { competitions: Number(data !== null), scores: data ?? 0 },
        done: left.length === 0,
      };
    },
    { size: 1 },
  );
  const remaining = left.length + further + failures.length;
  return outcomeOf(remaining, "competition", "The leaderboards are up to date", {
    ...counts,
    failed: failures.length,
    errors: failures.slice(0, 100),
  });
}

const digestCounts = ["total", "delivered", "skipped", "failed", "remaining"] as const;

routes.job("/cron/lab/sponsor-outreach-digest", {
  auth: secrets,
  operationId: "deliverOutreachDigest",
  summary: "Run the job that delivers messages to entrants of competitions",
  description: "Runs once a week and delivers the messages from before the week's first run, in " +
    "one notification and one mail for each recipient; later messages wait for the next week. " +
    "The counts are numbers of messages. A message is `skipped` when one of the two is blocked " +
    "meanwhile, or the recipient has blocked the sender.",
  job: "lab-sponsor-outreach-digest",
  schema: "OutreachDigestRun",
  counts: digestCounts,
}, deliver);

/** Recipients in one database call, each in a subtransaction, of which a session keeps 64. */
const BATCH = 50;

async function deliver() {
  const db = serviceClient();
  const { counts, errors, done } = await runBatches(
    ["total", "delivered", "skipped"],
    async (p_limit) => {
      const { done, ...step } = must(await db.rpc("deliver_outreach_batch", { p_limit }).single());
      return { ...resultOf(step), done };
    },
    { size: BATCH },
  );
  const remaining = done ? 0 : must(await db.rpc("outreach_digest_remaining"));
  const results = { ...counts, failed: errors.length, errors };
  return outcomeOf(remaining, "message", "This week's digest is delivered", results);
}
