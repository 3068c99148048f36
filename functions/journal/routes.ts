import { z } from "@hono/zod-openapi";
import type { Db } from "../../shared/database/clients.ts";
import { deleteFilesAfterAnswer } from "../../shared/files/outbox.ts";
import { type Exactly, found, must } from "../../shared/database/results.ts";
import { idParam, message, partial } from "../../shared/fields/basic.ts";
import { group } from "../../shared/http/group.ts";
import { newestFirst, pageOf, pageQuery } from "../../shared/fields/pages.ts";
import { route } from "../../shared/http/route.ts";
import { Entry, type EntryRow, example, fields, filters, toEntry } from "./entry.ts";
import { withMood } from "./mood.ts";

export const routes = group("journal", "Journal entries and who may see them");

const oneEntry = z.object({ entry: Entry });

routes.openapi(
  route({
    method: "get",
    path: "/journal",
    auth: "user",
    operationId: "listEntries",
    summary: "The entries the caller may see, newest first",
    description: "An entry whose content the caller may not read comes with `content` null and " +
      "`content_hidden` true. Hidden content is not searched either.",
    query: pageQuery.extend(filters.shape),
    answer: {
      description: "One page of entries",
      schema: pageOf("entries", Entry),
      example: { entries: [example], next_cursor: null },
    },
  }),
  async (c) => {
    const { limit, cursor, ...filter } = c.req.valid("query");
    const page = c.var.db.rpc("list_journal_entries", {
      p_scope: filter.scope,
      p_notebook_id: filter.notebook_id,
      p_tag: filter.tag,
      p_mood: filter.mood,
      p_query: filter.q,
      p_from: filter.from,
      p_to: filter.to,
      ...newestFirst.args({ limit, cursor }),
    });
    const rows = must(
      await page.order("created_at", { ascending: false }).order("id", { ascending: false })
        .overrideTypes<EntryRow[], Exactly>(),
    );
    return c.json(newestFirst.page("entries", rows.map(toEntry), limit), 200);
  },
);

routes.openapi(
  route({
    method: "get",
    path: "/journal/{id}",
    auth: "user",
    operationId: "getEntry",
    summary: "One entry",
    description: "When the caller may not read its content, `content` is null and " +
      "`content_hidden` true.",
    params: idParam,
    answer: { description: "The entry", schema: oneEntry, example: { entry: example } },
  }),
  async (c) => c.json({ entry: await read(c.var.db, c.req.valid("param").id) }, 200),
);

async function read(db: Db, id: string): Promise<Entry> {
  const row = await db.from("journal_feed").select().eq("id", id)
    .maybeSingle().overrideTypes<EntryRow, Exactly>();
  return toEntry(found(row, "Entry"));
}

/** What a write answers: the entry with the mood that is found at once, and the image for that. */
async function written(
  db: Db,
  row: EntryRow,
  sent: Parameters<typeof withMood>[2],
  isNew: boolean,
): Promise<Entry> {
  const entry = await withMood(db, toEntry(row), sent, isNew);
  return entry.mood === row.mood ? entry : await read(db, entry.id);
}

routes.openapi(
  route({
    method: "post",
    path: "/journal",
    auth: "user",
    operationId: "createEntry",
    summary: "Writes an entry",
    description: "People whose `@handle` the content mentions are told, if they may read it. " +
      "Without a mood, the content's tone becomes the mood where a model is sure of one: in this " +
      "answer when that is quick, else some seconds later.",
    body: fields,
    answer: {
      status: 201,
      description: "The entry",
      schema: oneEntry,
      example: { entry: example },
    },
    refusals: { 404: "The notebook is unknown, or not the caller's own" },
  }),
  async (c) => {
    const sent = c.req.valid("json");
    const row = await c.var.db.rpc("create_journal_entry", { p_entry: sent })
      .overrideTypes<EntryRow, Exactly>();
    return c.json({ entry: await written(c.var.db, must(row), sent, true) }, 201);
  },
);

routes.openapi(
  route({
    method: "put",
    path: "/journal/{id}",
    auth: "user",
    operationId: "updateEntry",
    summary: "Changes an entry",
    description: "Only the fields that are sent change, and only the author changes them. A " +
      "mood of null clears it. A changed content without a mood is analysed as a new entry is; " +
      "until a tone is found, and where none is, the mood stays as it was.",
    params: idParam,
    body: partial(fields),
    answer: { description: "The entry", schema: oneEntry, example: { entry: example } },
  }),
  async (c) => {
    const sent = c.req.valid("json");
    const row = must(
      await c.var.db.rpc("update_journal_entry", {
        p_entry_id: c.req.valid("param").id,
        p_changes: sent,
      }).overrideTypes<EntryRow, Exactly>(),
    );
    // A background goes with the content that it shows.
    if (sent.content !== undefined) deleteFilesAfterAnswer();
    return c.json({ entry: await written(c.var.db, row, sent, false) }, 200);
  },
);

routes.openapi(
  route({
    method: "delete",
    path: "/journal/{id}",
    auth: "user",
    operationId: "deleteEntry",
    summary: "Deletes an entry",
    params: idParam,
    answer: { description: "It is gone", schema: message, example: { message: "Entry deleted" } },
  }),
  async (c) => {
    const { id } = c.req.valid("param");
    must(await c.var.db.rpc("delete_journal_entry", { p_entry_id: id }));
    deleteFilesAfterAnswer();
    return c.json({ message: "Entry deleted" }, 200);
  },
);

const Progress = z.object({
  processed: z.int().openapi({ description: "Entries this call has looked through." }),
  updated: z.int().openapi({ description: "Those of them that hold a mention." }),
  remaining: z.int().openapi({ description: "Entries that are left; call again until it is 0." }),
}).openapi("MentionsProgress");

routes.openapi(
  route({
    method: "post",
    path: "/journal/backfill-mentions",
    auth: "user",
    operationId: "backfillMentions",
    summary: "Finds the mentions of older entries",
    description: "Looks through the caller's own entries that have not been looked through yet, " +
      "500 a call. Nobody is told of a mention found this way.",
    answer: {
      description: "How far it got",
      schema: Progress,
      example: { processed: 500, updated: 120, remaining: 700 },
    },
  }),
  async (c) => c.json(must(await c.var.db.rpc("backfill_mentions").single()), 200),
);
