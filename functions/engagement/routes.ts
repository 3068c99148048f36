import { z } from "@hono/zod-openapi";
import type { ConstraintMessages } from "../../shared/database/errors.ts";
import { insertedOnce } from "../../shared/database/inserted.ts";
import { date, optionalText, text } from "../../shared/fields/basic.ts";
import { clientMade, deletedBefore } from "../../shared/fields/client-made.ts";
import { lastWrittenFirst } from "../../shared/fields/pages.ts";
import { createdOnce, json, part } from "../../shared/http/declare.ts";
import { ActionNote, SatisfactionEntry, SleepEntry } from "./fields.ts";

export const routes = part();

/** What an entry does besides being kept. */
const EFFECT = "The entry counts as engagement with encouragement drops that the caller received " +
  "before it, by `created_at`. Only the caller can see it.";

/** A kind of entries. */
interface Kind {
  /** Below `/engagement`. */
  path: string;
  /** The table, and the name of the list in answers. */
  table: "satisfaction_entries" | "action_notes" | "sleep_entries";
  /** The name of an entry in answers. */
  one: string;
  /** Of the operations: create one, list many. */
  operations: [create: string, list: string];
  entry: z.ZodType;
  /** What a client sends of an entry. */
  fields: z.ZodObject;
  /** What it is called, in the singular and the plural. */
  words: [one: string, many: string];
  /** Of the operation that creates one. */
  summary: string;
  description?: string;
  /** What a constraint of the table says. */
  messages?: ConstraintMessages;
}

/** Declares the two routes of a kind. */
function declare({ table, one, entry, fields, words, ...kind }: Kind): void {
  const path = `/engagement/${kind.path}` as const;
  routes.add(`POST ${path}`, {
    operationId: kind.operations[0],
    summary: kind.summary,
    description: kind.description ? `${kind.description} ${EFFECT}` : EFFECT,
    body: json(fields.extend(clientMade)),
    answer: createdOnce(`The new ${words[0]}`, z.object({ [one]: entry })),
    refusals: deletedBefore,
  }, async ({ c, db, body: sent }) => {
    const row = await db.from(table).insert(sent as never).select().single();
    const stored = () => db.from(table).select().eq("id", sent.id as string).maybeSingle();
    const [made, status] = await insertedOnce(table, row, stored, kind.messages);
    return c.json({ [one]: made }, status);
  });
  routes.list(path, {
    operationId: kind.operations[1],
    summary: `List the caller's ${words[1]}, newest first`,
    items: { [table]: entry },
    order: lastWrittenFirst,
  }, ({ db, seek }) => seek(db.from(table).select()));
}

declare({
  path: "satisfaction",
  table: "satisfaction_entries",
  one: "satisfaction_entry",
  operations: ["createSatisfactionEntry", "listSatisfactionEntries"],
  entry: SatisfactionEntry,
  fields: z.object({
    score: z.int().min(1).max(10).openapi({ example: 8 }),
    note: optionalText.openapi({ example: "A quiet day" }),
  }),
  words: ["entry", "satisfaction entries"],
  summary: "Record how satisfied the caller is",
});

declare({
  path: "action-notes",
  table: "action_notes",
  one: "action_note",
  operations: ["createActionNote", "listActionNotes"],
  entry: ActionNote,
  fields: z.object({ content: text(1, 2000).openapi({ example: "Called my sister" }) }),
  words: ["note", "action notes"],
  summary: "Record an action of the caller, done or planned",
});

declare({
  path: "sleep",
  table: "sleep_entries",
  one: "sleep_entry",
  operations: ["createSleepEntry", "listSleepEntries"],
  entry: SleepEntry,
  fields: z.object({
    date: date.openapi({
      description: "The date of the morning, at most tomorrow (UTC).",
      example: "2026-11-21",
    }),
    hours: z.number().min(0).max(24)
      .refine((hours) => Number(hours.toFixed(2)) === hours, "expected at most 2 decimal places")
      .openapi({ example: 7.5 }),
    quality: z.int().min(1).max(5).openapi({ example: 4 }),
  }),
  words: ["entry", "sleep entries"],
  summary: "Record how long and how well the caller slept",
  description: "A date may have several entries.",
  messages: { sleep_entries_date_check: ["date", "expected at most tomorrow (UTC)"] },
});
