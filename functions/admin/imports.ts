import { z } from "@hono/zod-openapi";
import type { Db } from "../../shared/database/clients.ts";
import { must } from "../../shared/database/results.ts";
import type { Json } from "../../shared/database/types.ts";
import { badRequest } from "../../shared/base/errors.ts";
import { idParam, timestamp, uuid } from "../../shared/fields/basic.ts";
import { group } from "../../shared/http/group.ts";
import { inBackground } from "../../shared/base/log.ts";
import { readParts } from "../../shared/files/parts.ts";
import { route } from "../../shared/http/route.ts";
import { describeIssues } from "../../shared/http/validation.ts";
import { readRows } from "./import-file.ts";
import type { Row } from "./import-row.ts";

/** Routes below `/admin/imports`; part of the group. */
export const imports = group("admin", "Imports of entries");

const MAX_BYTES = 25 * 1024 * 1024;

/** How much is handed to the database in one call. */
const BATCH = { rows: 500, characters: 1_000_000 };

/** How long a function goes on with an import after its answer; the schedule does the rest. */
const BACKGROUND_MS = 100_000;

const Import = z.object({
  id: uuid,
  user_id: uuid.openapi({ description: "Whose entries they become." }),
  file_name: z.string().nullable(),
  status: z.enum(["receiving", "running", "completed"]).openapi({
    description: "`receiving`: rows are still coming in. `running`: entries are being made.",
  }),
  total: z.int().openapi({ description: "Rows of the file." }),
  processed: z.int().openapi({ description: "Rows that have been dealt with." }),
  imported: z.int(),
  skipped: z.int().openapi({ description: "Rows whose entry was there from an import before." }),
  failed: z.int(),
  errors: z.array(z.object({ row: z.int(), error: z.string() })).openapi({
    description: "Rows that are no entries, by their number: from 1, in CSV after the first line.",
  }),
  created_at: timestamp,
  completed_at: timestamp.nullable(),
}).openapi("Import");
type Import = z.infer<typeof Import>;

const example: Import = {
  id: "c4e19a72-0b5d-4f83-9d61-8a2f7b3c5e04",
  user_id: "b61d0f3c-2a94-4e7d-8c15-9f0e3d7a6b28",
  file_name: "journal.csv",
  status: "running",
  total: 1200,
  processed: 400,
  imported: 398,
  skipped: 0,
  failed: 2,
  errors: [
    { row: 17, error: "title: required" },
    { row: 230, error: "created_at: expected an ISO 8601 timestamp or date" },
  ],
  created_at: "2026-11-21T08:30:00.123456+00:00",
  completed_at: null,
};

const oneImport = { schema: z.object({ import: Import }), example: { import: example } };

imports.openapi(
  route({
    method: "post",
    path: "/admin/imports",
    auth: "super_admin",
    operationId: "createImport",
    summary: "Imports entries for a user",
    description: "A JSON array of entries (or an object with such an array as `entries`), or " +
      "CSV whose first line names the columns; up to 25 MB and 10,000 rows. Of each row `title` " +
      "(1 to 200 characters) and `content` are required; `mood`, `tags` (in CSV separated by " +
      "commas or semicolons) and `created_at` (ISO 8601, UTC unless it says otherwise) may be " +
      "absent. Entries are visible to their owner alone. Rows that are no entries are reported " +
      "by number and keep nothing else from being imported. The answer comes once all rows are " +
      "stored; the entries are made after it. Sent again, as it was or mended, a file adds only " +
      "what is not there yet.",
    parts: {
      user_id: { type: "string", format: "uuid", description: "Whose entries they become." },
      file: { type: "string", format: "binary" },
    },
    answer: { status: 201, description: "The import, under way", ...oneImport },
    refusals: {
      404: "The user does not exist.",
      413: "The file is larger than 25 MB or has more than 10,000 rows.",
      415: "The file is no text in UTF-8, or the body no form.",
    },
  }),
  async (c) => {
    const { user_id, file } = await readForm(c.req.raw);
    const state = await receive(c.var.db, user_id, file);
    inBackground(carryOn(c.var.db, state.id), "import left to the schedule");
    return c.json({ import: state }, 201);
  },
);

imports.openapi(
  route({
    method: "get",
    path: "/admin/imports/{id}",
    auth: "super_admin",
    operationId: "getImport",
    summary: "How an import stands",
    params: idParam,
    answer: { description: "The import", ...oneImport },
  }),
  async (c) => {
    const state = await c.var.db.rpc("get_import", { p_import_id: c.req.valid("param").id });
    return c.json({ import: must(state) as unknown as Import }, 200);
  },
);

const form = z.object({
  user_id: uuid,
  file: z.object({ name: z.string(), content: z.array(z.instanceof(Uint8Array)) }, {
    error: ({ input }) => input === undefined ? "required" : "expected one file",
  }),
});

async function readForm(request: Request): Promise<z.infer<typeof form>> {
  const fields: Record<string, unknown> = {};
  for await (const { name, filename, content } of readParts(request, MAX_BYTES)) {
    fields[name] = filename === undefined
      ? await new Blob(content as BlobPart[]).text()
      : { name: filename, content };
  }
  const { data, error } = form.safeParse(fields);
  if (error) throw badRequest(describeIssues(error, "form"));
  return data;
}

/** Stores the rows batch by batch, as they are read, and lets the import run. */
async function receive(
  db: Db,
  user_id: string,
  file: z.infer<typeof form>["file"],
): Promise<Import> {
  let id: string | undefined;
  try {
    for (const batch of batches(readRows(file.content))) {
      id ??= must(
        await db.rpc("begin_import", {
          p_user_id: user_id,
          p_file_name: [...file.name].slice(0, 255).join("") || "file",
        }),
      );
      const rows = { p_import_id: id, p_rows: batch as unknown as Json };
      must(await db.rpc("receive_import_rows", rows));
    }
    // A file has rows, or reading it has thrown.
    return must(await db.rpc("start_import", { p_import_id: id! })) as unknown as Import;
  } catch (error) {
    if (id) await db.rpc("discard_import", { p_import_id: id });
    throw error;
  }
}

/**
 * Makes entries, about a second's worth a call, until they are all made or the time is up. While
 * somebody else works on an import for the same user nothing moves: then it waits.
 */
async function carryOn(db: Db, id: string): Promise<void> {
  const until = Date.now() + BACKGROUND_MS;
  for (let processed = -1; Date.now() < until;) {
    const state = must(await db.rpc("continue_import", { p_import_id: id })) as unknown as Import;
    if (state.status === "completed") return;
    if (state.processed === processed) await new Promise((resolve) => setTimeout(resolve, 500));
    processed = state.processed;
  }
}

function* batches(rows: Iterable<Row>): Generator<Row[]> {
  let batch: Row[] = [];
  let characters = 0;
  for (const row of rows) {
    const length = "entry" in row ? row.entry.content.length : 0;
    if (batch.length === BATCH.rows || batch.length && characters + length > BATCH.characters) {
      yield batch;
      batch = [];
      characters = 0;
    }
    batch.push(row);
    characters += length;
  }
  yield batch;
}
