import { insertedOnce } from "../../shared/database/inserted.ts";
import { clientMade, deletedBefore } from "../../shared/fields/client-made.ts";
import { lastWrittenFirst } from "../../shared/fields/pages.ts";
import { createdOnce, f, json, part, z } from "../../shared/http/declare.ts";
import { ActionNote, SatisfactionEntry, SleepEntry } from "./fields.ts";

export const routes = part();

/** The effect of an entry, for the descriptions of its routes. */
const EFFECT = "The entry counts as engagement with encouragement drops that the caller received " +
  "before it, by `created_at`. Only the caller can see it.";

routes.add("POST /engagement/satisfaction", {
  scope: "goals",
  operationId: "createSatisfactionEntry",
  summary: "Record how satisfied the caller is",
  description: EFFECT,
  body: json(z.object({
    score: z.int().min(1).max(10).openapi({ example: 8 }),
    note: f.optionalText.openapi({ example: "A quiet day" }),
    ...clientMade,
  })),
  answer: createdOnce("The new entry", z.object({ satisfaction_entry: SatisfactionEntry })),
  refusals: deletedBefore,
}, async ({ db, body: sent }) => {
  const row = await db.from("satisfaction_entries").insert(sent).select().single();
  const stored = () => db.from("satisfaction_entries").select().eq("id", sent.id!).maybeSingle();
  const [satisfaction_entry, isNew] = await insertedOnce("satisfaction_entries", row, stored);
  return { body: { satisfaction_entry }, isNew };
});

routes.list("/engagement/satisfaction", {
  scope: "goals",
  operationId: "listSatisfactionEntries",
  summary: "List the caller's satisfaction entries, newest first",
  items: { satisfaction_entries: SatisfactionEntry },
  order: lastWrittenFirst,
}, ({ db, seek }) => seek(db.from("satisfaction_entries").select()));

routes.add("POST /engagement/action-notes", {
  scope: "goals",
  operationId: "createActionNote",
  summary: "Record an action of the caller, done or planned",
  description: EFFECT,
  body: json(z.object({
    content: f.text(1, 2000).openapi({ example: "Called my sister" }),
    ...clientMade,
  })),
  answer: createdOnce("The new note", z.object({ action_note: ActionNote })),
  refusals: deletedBefore,
}, async ({ db, body: sent }) => {
  const row = await db.from("action_notes").insert(sent).select().single();
  const stored = () => db.from("action_notes").select().eq("id", sent.id!).maybeSingle();
  const [action_note, isNew] = await insertedOnce("action_notes", row, stored);
  return { body: { action_note }, isNew };
});

routes.list("/engagement/action-notes", {
  scope: "goals",
  operationId: "listActionNotes",
  summary: "List the caller's action notes, newest first",
  items: { action_notes: ActionNote },
  order: lastWrittenFirst,
}, ({ db, seek }) => seek(db.from("action_notes").select()));

const futureDate = {
  sleep_entries_date_check: ["date", "expected at most tomorrow (UTC)"],
} as const;

routes.add("POST /engagement/sleep", {
  scope: "goals",
  operationId: "createSleepEntry",
  summary: "Record how long and how well the caller slept",
  description: `A date may have several entries. ${EFFECT}`,
  body: json(z.object({
    date: f.date.openapi({
      description: "The date of the morning, at most tomorrow (UTC).",
      example: "2026-11-21",
    }),
    hours: z.number().min(0).max(24)
      .refine((hours) => Number(hours.toFixed(2)) === hours, "expected at most 2 decimal places")
      .openapi({ example: 7.5 }),
    quality: z.int().min(1).max(5).openapi({ example: 4 }),
    ...clientMade,
  })),
  answer: createdOnce("The new entry", z.object({ sleep_entry: SleepEntry })),
  refusals: deletedBefore,
}, async ({ db, body: sent }) => {
  const row = await db.from("sleep_entries").insert(sent).select().single();
  const stored = () => db.from("sleep_entries").select().eq("id", sent.id!).maybeSingle();
  const [sleep_entry, isNew] = await insertedOnce("sleep_entries", row, stored, futureDate);
  return { body: { sleep_entry }, isNew };
});

routes.list("/engagement/sleep", {
  scope: "goals",
  operationId: "listSleepEntries",
  summary: "List the caller's sleep entries, newest first",
  items: { sleep_entries: SleepEntry },
  order: lastWrittenFirst,
}, ({ db, seek }) => seek(db.from("sleep_entries").select()));
