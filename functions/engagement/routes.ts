import { z } from "@hono/zod-openapi";
import { insertedOnce } from "../../shared/database/inserted.ts";
import { must } from "../../shared/database/results.ts";
import { date, optionalText, text, timestamp, uuid } from "../../shared/fields/basic.ts";
import { clientMade, deletedBefore, writtenAt } from "../../shared/fields/client-made.ts";
import { lastWrittenFirst, pageOf, pageQuery } from "../../shared/fields/pages.ts";
import { createdOnce, ok } from "../../shared/http/answers.ts";
import { json } from "../../shared/http/bodies.ts";
import { group } from "../../shared/http/group.ts";
import { route } from "../../shared/http/route.ts";

export const routes = group(
  "engagement",
  "Entries about satisfaction, actions and sleep, visible to their owner only",
);

const row = { id: uuid, user_id: uuid, written_at: writtenAt, created_at: timestamp };

const satisfactionFields = z.object({
  score: z.number().int().min(1).max(10).openapi({ example: 8 }),
  note: optionalText.openapi({ example: "A quiet day" }),
});
const SatisfactionEntry = z.object({ ...row, score: z.number().int(), note: z.string() })
  .openapi("SatisfactionEntry");

const actionFields = z.object({
  content: text(1, 2000).openapi({ example: "Called my sister" }),
});
const ActionNote = z.object({ ...row, content: z.string() }).openapi("ActionNote");

const sleepFields = z.object({
  date: date.openapi({
    description: "The date of the morning, at most tomorrow (UTC).",
    example: "2026-11-21",
  }),
  hours: z.number().min(0).max(24)
    .refine((hours) => Number(hours.toFixed(2)) === hours, "expected at most 2 decimal places")
    .openapi({ example: 7.5 }),
  quality: z.number().int().min(1).max(5).openapi({ example: 4 }),
});
const SleepEntry = z.object({
  ...row,
  date,
  hours: z.number(),
  quality: z.number().int(),
}).openapi("SleepEntry");

const example = {
  id: "7a1e0c9f-4b36-4e8a-b5d2-2f7c9d1063b4",
  user_id: "4f8b2c1e-7d3a-4b6f-9a51-2c8e0d9f6b3a",
  written_at: "2026-11-21T08:30:00.123456+00:00",
  created_at: "2026-11-21T08:30:00.123456+00:00",
};
const satisfaction: z.infer<typeof SatisfactionEntry> = {
  ...example,
  score: 8,
  note: "A quiet day",
};
const action: z.infer<typeof ActionNote> = { ...example, content: "Called my sister" };
const sleep: z.infer<typeof SleepEntry> = {
  ...example,
  date: "2026-11-21",
  hours: 7.5,
  quality: 4,
};

/** What an entry does besides being kept. */
const EFFECT = "The entry counts as engagement with encouragement drops that the caller received " +
  "before it, by `created_at`. Only the caller can see it.";

routes.openapi(
  route({
    method: "post",
    path: "/engagement/satisfaction",
    auth: "user",
    operationId: "createSatisfactionEntry",
    summary: "Record how satisfied the caller is",
    description: EFFECT,
    body: json(satisfactionFields.extend(clientMade)),
    answer: createdOnce("The new entry", z.object({ satisfaction_entry: SatisfactionEntry }), {
      satisfaction_entry: satisfaction,
    }),
    refusals: deletedBefore,
  }),
  async (c) => {
    const { db } = c.var;
    const sent = c.req.valid("json");
    const row = await db.from("satisfaction_entries").insert(sent).select().single();
    const stored = () => db.from("satisfaction_entries").select().eq("id", sent.id!).maybeSingle();
    const [satisfaction_entry, status] = await insertedOnce("satisfaction_entries", row, stored);
    return c.json({ satisfaction_entry }, status);
  },
);

routes.openapi(
  route({
    method: "get",
    path: "/engagement/satisfaction",
    auth: "user",
    operationId: "listSatisfactionEntries",
    summary: "List the caller's satisfaction entries, newest first",
    query: pageQuery,
    answer: ok("A page of entries", pageOf("satisfaction_entries", SatisfactionEntry), {
      satisfaction_entries: [satisfaction],
      next_cursor: null,
    }),
  }),
  async (c) => {
    const { limit, cursor } = c.req.valid("query");
    const query = c.var.db.from("satisfaction_entries").select();
    const rows = must(await lastWrittenFirst.seek(query, { limit, cursor }));
    return c.json(lastWrittenFirst.page("satisfaction_entries", rows, limit), 200);
  },
);

routes.openapi(
  route({
    method: "post",
    path: "/engagement/action-notes",
    auth: "user",
    operationId: "createActionNote",
    summary: "Record what the caller did or is about to do",
    description: EFFECT,
    body: json(actionFields.extend(clientMade)),
    answer: createdOnce("The new note", z.object({ action_note: ActionNote }), {
      action_note: action,
    }),
    refusals: deletedBefore,
  }),
  async (c) => {
    const { db } = c.var;
    const sent = c.req.valid("json");
    const row = await db.from("action_notes").insert(sent).select().single();
    const stored = () => db.from("action_notes").select().eq("id", sent.id!).maybeSingle();
    const [action_note, status] = await insertedOnce("action_notes", row, stored);
    return c.json({ action_note }, status);
  },
);

routes.openapi(
  route({
    method: "get",
    path: "/engagement/action-notes",
    auth: "user",
    operationId: "listActionNotes",
    summary: "List the caller's action notes, newest first",
    query: pageQuery,
    answer: ok("A page of notes", pageOf("action_notes", ActionNote), {
      action_notes: [action],
      next_cursor: null,
    }),
  }),
  async (c) => {
    const { limit, cursor } = c.req.valid("query");
    const query = c.var.db.from("action_notes").select();
    const rows = must(await lastWrittenFirst.seek(query, { limit, cursor }));
    return c.json(lastWrittenFirst.page("action_notes", rows, limit), 200);
  },
);

routes.openapi(
  route({
    method: "post",
    path: "/engagement/sleep",
    auth: "user",
    operationId: "createSleepEntry",
    summary: "Record how long and how well the caller slept",
    description: `A date may have several entries. ${EFFECT}`,
    body: json(sleepFields.extend(clientMade)),
    answer: createdOnce("The new entry", z.object({ sleep_entry: SleepEntry }), {
      sleep_entry: sleep,
    }),
    refusals: deletedBefore,
  }),
  async (c) => {
    const { db } = c.var;
    const sent = c.req.valid("json");
    const row = await db.from("sleep_entries").insert(sent).select().single();
    const stored = () => db.from("sleep_entries").select().eq("id", sent.id!).maybeSingle();
    const [sleep_entry, status] = await insertedOnce("sleep_entries", row, stored, {
      sleep_entries_date_check: "date: expected at most tomorrow (UTC)",
    });
    return c.json({ sleep_entry }, status);
  },
);

routes.openapi(
  route({
    method: "get",
    path: "/engagement/sleep",
    auth: "user",
    operationId: "listSleepEntries",
    summary: "List the caller's sleep entries, newest first",
    query: pageQuery,
    answer: ok("A page of entries", pageOf("sleep_entries", SleepEntry), {
      sleep_entries: [sleep],
      next_cursor: null,
    }),
  }),
  async (c) => {
    const { limit, cursor } = c.req.valid("query");
    const query = c.var.db.from("sleep_entries").select();
    const rows = must(await lastWrittenFirst.seek(query, { limit, cursor }));
    return c.json(lastWrittenFirst.page("sleep_entries", rows, limit), 200);
  },
);
