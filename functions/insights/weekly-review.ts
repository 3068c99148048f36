import { sitePage } from "../../shared/base/env.ts";
import { serviceClient } from "../../shared/database/clients.ts";
import { cron, done, must, part, z } from "../../shared/http/declare.ts";
import { resultOf, runBatches } from "../../shared/jobs/batches.ts";

export const routes = part();

/** Users in one database call, each in a subtransaction, of which a session keeps 64. */
const BATCH = 50;

const counted = ["total", "sent", "skipped", "failed"] as const;

routes.job("/insights/cron/weekly-review", {
  auth: cron("CHAT_CRON_SECRET", "WORKOUT_WINDOW_CRON_SECRET"),
  operationId: "sendWeeklyReviews",
  summary: "Run the job that sends the weekly reviews",
  description:
    "On Mondays from 8:00 to noon of the time zone of the profile, the job sends counts " +
    "of the entries of the week before: by `weekly_review` where `preferences.weekly_review` is " +
    "true, and by mail where `preferences.weekly_review_mail` is true. It sends each once a week. " +
    "A review is `skipped` when the week has no entries, when the user is blocked, and when it " +
    "was sent before or is late, as after an outage.",
  job: "weekly-review",
  schema: "WeeklyReviewRun",
  counts: [...counted, "remaining"],
}, async () => {
  const db = serviceClient();
  const p_site = sitePage("")?.href.replace(/\/$/, "");
  let remaining = 0;
  const { counts, errors } = await runBatches(counted, async (size) => {
    const step = must(await db.rpc("send_weekly_reviews", { p_limit: size, p_site }).single());
    remaining = step.remaining;
    // Another run does the work that it has taken.
    return { ...resultOf(step), done: remaining === 0 || step.total === 0 };
  }, { size: BATCH });
  return {
    message: `Weekly reviews sent: ${counts.sent}`,
    results: { ...counts, remaining, errors },
    complete: remaining === 0 && errors.length === 0,
  };
});

routes.add("POST /insights/unsubscribe/{code}", {
  auth: "none",
  limit: "unsubscribe",
  operationId: "endWeeklyMail",
  summary: "End the weekly mail of a user",
  description:
    "For mail programs: the header `List-Unsubscribe` of the mail has this address, and " +
    "one POST without a sign-in turns `preferences.weekly_review_mail` off (RFC 8058). The body " +
    "is not read. Again with the same code it answers alike.",
  params: z.object({
    code: z.string().max(200).openapi({ example: "3c1f0a9be27d4586a1c9e2f07b5d8364" }),
  }),
  answer: done("Weekly mail turned off"),
  notFound: { description: "There is no such code.", example: "Code not found" },
}, async ({ params: { code } }) => {
  must(await serviceClient().rpc("end_weekly_mail", { p_code: code }));
});
