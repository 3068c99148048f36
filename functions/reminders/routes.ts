import { serviceClient } from "../../shared/database/clients.ts";
import { insertedOnce } from "../../shared/database/inserted.ts";
import { clientMade, deletedBefore } from "../../shared/fields/client-made.ts";
import { lastWrittenFirst } from "../../shared/fields/pages.ts";
import {
  createdOnce,
  cron,
  done,
  f,
  found,
  json,
  must,
  ok,
  part,
  z,
} from "../../shared/http/declare.ts";
import { resultOf, RUN_S, runBatches } from "../../shared/jobs/batches.ts";
import { Reminder, reminderKind, reminderTimes } from "./fields.ts";

export const routes = part();

/** The result of one call of the database. */
type SentStep = Record<"total" | "sent" | "skipped" | "failed" | "remaining", number> & {
  errors: string[];
};

/** Reminders in one call of the database: well under four seconds. */
const BATCH = 1000;

const reminderColumns =
  "id, user_id, kind, goal_id, local_time, days, written_at, created_at, updated_at";

routes.list("/reminders", {
  scope: "goals",
  operationId: "listReminders",
  summary: "List the caller's reminders, newest first",
  items: { reminders: Reminder },
  order: lastWrittenFirst,
}, ({ db, seek }) => seek(db.from("reminders").select(reminderColumns)));

routes.add("POST /reminders", {
  scope: "goals",
  operationId: "createReminder",
  summary: "Create a reminder",
  description:
    "Notifies the caller, by `reminder`, at this time of the time zone of the profile; " +
    "not when the day's entry, or a check-in of the goal, is there. A user has at most 20.",
  body: json(
    z.object({
      kind: reminderKind,
      goal_id: f.uuid.nullable().optional().openapi({
        description: "The caller's goal, for the kind `goal` alone.",
        example: null,
      }),
      ...reminderTimes,
      ...clientMade,
    }).refine(({ kind, goal_id }) => kind !== "goal" || goal_id != null, {
      path: ["goal_id"],
      error: "required",
      params: { code: "required" },
    }).refine(({ kind, goal_id }) => kind === "goal" || goal_id == null, {
      path: ["goal_id"],
      error: "only a reminder of the kind goal has one",
      params: { code: "invalid_value" },
    }),
  ),
  answer: createdOnce("The new reminder", z.object({ reminder: Reminder })),
  notFound: { description: "The goal is not one of the caller's.", example: "Goal not found" },
  refusals: {
    ...deletedBefore,
    409: {
      description: "Another object has the `id`, or the caller has 20 reminders.",
      codes: ["id_taken", "quota_reached"],
      example: "At most 20 reminders, delete some first",
    },
  },
}, async ({ db, caller, body: sent }) => {
  const row = await db.from("reminders").insert(sent).select(reminderColumns).single();
  const stored = () =>
    db.from("reminders").select(reminderColumns)
      .eq("id", sent.id!).eq("user_id", caller.id).maybeSingle();
  const messages = { reminders_goal_fkey: "Goal not found" };
  const [reminder, isNew] = await insertedOnce("reminders", row, stored, messages);
  return { body: { reminder }, isNew };
});

routes.add("PUT /reminders/{id}", {
  scope: "goals",
  operationId: "updateReminder",
  summary: "Change the time or the days of a reminder",
  description: "Changes the given fields only. When the new time of today is over, or today's " +
    "reminder has been due, it begins with the next of its days.",
  body: json(f.partial(z.object(reminderTimes)).openapi({ example: { local_time: "21:15" } })),
  notFound: "Reminder",
  answer: ok("The changed reminder", z.object({ reminder: Reminder })),
}, async ({ db, params: { id }, body }) => {
  const row = await db.from("reminders").update(body).eq("id", id).select(reminderColumns)
    .maybeSingle();
  return { reminder: found(row, "Reminder") };
});

routes.add("DELETE /reminders/{id}", {
  scope: "goals",
  operationId: "deleteReminder",
  summary: "Delete a reminder",
  notFound: "Reminder",
  answer: done("Reminder deleted"),
}, async ({ db, params: { id } }) => {
  found(await db.from("reminders").delete().eq("id", id).select("id").maybeSingle(), "Reminder");
});

routes.job("/reminders/cron/send", {
  auth: cron("CHAT_CRON_SECRET", "WORKOUT_WINDOW_CRON_SECRET"),
  operationId: "sendReminders",
  summary: "Run the job that reminds users",
  description:
    "Also settles streaks with friends, and tells of their milestones and of who waits; " +
    "they count like reminders. Every due reminder moves to the next of its days. It is `skipped` when the user " +
    "has written or checked in, when the goal is not active, when the user is blocked, and when " +
    "it is more than an hour late, as after an outage.",
  job: "reminders",
  schema: "ReminderRun",
  counts: ["total", "sent", "skipped", "failed", "remaining"],
}, async () => {
  const db = serviceClient();
  // Of reminders and streaks together.
  let remaining = 0;
  const run = (send: (size: number) => Promise<SentStep>) =>
    runBatches(["total", "sent", "skipped", "failed"], async (size) => {
      const step = await send(size);
      remaining = step.remaining;
      // Another run sends the reminders that it has taken.
      return { ...resultOf(step), done: step.remaining === 0 || step.total === 0 };
    }, { size: BATCH, seconds: RUN_S / 2 });
  const runs = [
    await run(async (size) => must(await db.rpc("send_reminders", { p_limit: size }).single())),
    await run(async (size) => must(await db.rpc("tend_pair_streaks", { p_limit: size }).single())),
  ];
  const sum = (count: "total" | "sent" | "skipped" | "failed") =>
    runs.reduce((all, { counts }) => all + counts[count], 0);
  const counts = {
    total: sum("total"),
    sent: sum("sent"),
    skipped: sum("skipped"),
    failed: sum("failed"),
  };
  const errors = runs.flatMap((each) => each.errors);
  return {
    message: `Reminders sent: ${counts.sent}`,
    results: { ...counts, remaining, errors },
    complete: remaining === 0 && errors.length === 0,
  };
});
