import { plusDays, utcDay } from "../../shared/base/days.ts";
import { serviceClient } from "../../shared/database/clients.ts";
import { cron, f, json, must, ok, part, z } from "../../shared/http/declare.ts";
import { resultOf, RUN_S, runBatches } from "../../shared/jobs/batches.ts";
import { runJob } from "../../shared/jobs/runs.ts";
import { generateChains } from "./generation.ts";

/** The routes of the daily jobs. */
export const routes = part();

const auth = cron("WORKOUT_WINDOW_CRON_SECRET");

/** Places in one database call: under a second, also where their pages are not in memory yet. */
const BATCH = 250;

routes.add("POST /workout-window/cron/generate-chains", {
  auth,
  operationId: "runWorkoutChainGeneration",
  summary: "Run the job that generates the chains of today and tomorrow",
  description: "Days are UTC. With a date, only the chains of that date are generated; `today` " +
    "is then the date and `tomorrow` the day after. Repeated, overlapping and interrupted runs " +
    "end with the same chains, and the next run goes on with remaining work. Places of users who " +
    "have checked in stay.",
  body: json(
    // The day after is in the answer, and its year has four digits.
    z.object({ date: f.date.refine((day) => day < "9999-12-31", "too late").optional() })
      .openapi({ example: {} }),
    { optional: true },
  ),
  answer: ok(
    "The result of the run",
    z.object({
      success: z.boolean(),
      message: z.string().openapi({ example: "Places in the chains: 1200" }),
      today: f.date,
      tomorrow: f.date,
    }),
  ),
}, async ({ body }) => {
  const given = body.date;
  const today = given ?? utcDay();
  const tomorrow = plusDays(today, 1);
  const { success, message } = await runJob("workout-window-generate-chains", async () => {
    const db = serviceClient();
    const dates = given === undefined ? [today, tomorrow] : [given];
    let total = 0;
    let complete = true;
    for (const p_date of dates) {
      must(await db.rpc("begin_workout_generation", { p_date, p_is_given: given !== undefined }));
    }
    for (const date of dates) {
      const { counts, done } = await generateChains({ date, seconds: RUN_S / dates.length });
      total += counts.total;
      complete &&= done;
    }
    return {
      message: complete
        ? `Places in the chains: ${total}`
        : `Places in the chains so far: ${total}; a job continues`,
      results: { total },
      complete,
    };
  });
  return { success, message, today, tomorrow };
});

const closeCounts = ["total", "failed", "synthetic", "broken", "remaining"] as const;

routes.job("/workout-window/cron/close-day", {
  auth,
  operationId: "runWorkoutDayClosing",
  summary: "Run the job that closes the day of users whose window is over",
  description: "Acts once for each user and date, when window and grace are over. Synthetic " +
    "users check in with their own probability (`synthetic`). Other users without a check-in " +
    "have failed: the chain breaks for the user after them (`broken`), and both are notified.",
  job: "workout-window-close-day",
  schema: "WorkoutDayClosingRun",
  counts: closeCounts,
}, async () => {
  const db = serviceClient();
  let remaining = 0;
  const { counts, errors } = await runBatches(
    ["total", "failed", "synthetic", "broken"],
    async (size) => {
      const step = must(await db.rpc("close_workout_days", { p_limit: size }).single());
      remaining = step.remaining;
      return { ...resultOf(step), done: remaining === 0 };
    },
    { size: BATCH },
  );
  return {
    message: `Days closed: ${counts.total}`,
    results: { ...counts, remaining, errors },
    complete: remaining === 0 && errors.length === 0,
  };
});

const reminderCounts = ["total", "sent", "failed", "remaining"] as const;

routes.job("/workout-window/cron/window-reminders", {
  auth,
  operationId: "runWorkoutReminders",
  summary: "Run the job that reminds users whose window opens within 30 minutes",
  description: "Each user is reminded once for a window, unless they have checked in.",
  job: "workout-window-reminders",
  schema: "WorkoutReminderRun",
  counts: reminderCounts,
}, async () => {
  const db = serviceClient();
  let remaining = 0;
  const { counts, errors } = await runBatches(["total", "sent"], async (size) => {
    const step = must(await db.rpc("send_window_reminders", { p_limit: size }).single());
    remaining = step.remaining;
    return { ...resultOf(step), done: remaining === 0 };
  }, { size: BATCH });
  return {
    message: `Users reminded: ${counts.sent}`,
    results: { ...counts, failed: counts.total - counts.sent, remaining, errors },
    complete: remaining === 0 && errors.length === 0,
  };
});
