import { z } from "@hono/zod-openapi";
import type { Db } from "../../shared/database/clients.ts";
import { must } from "../../shared/database/results.ts";
import type { Json } from "../../shared/database/types.ts";
import { badRequest, tooLarge } from "../../shared/http/errors.ts";
import { idParam, timestamp, uuid } from "../../shared/http/fields.ts";
import { group } from "../../shared/http/group.ts";
import { inBackground } from "../../shared/http/log.ts";
import { route } from "../../shared/http/route.ts";
import { file, formLimit } from "../../shared/http/upload.ts";
import { readRows, type Row } from "./import-file.ts";

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
    form: z.object({
      user_id: uuid.openapi({ description: "Whose entries they become." }),
      file,
    }),
    maxBytes: formLimit(MAX_BYTES),
    answer: { status: 201, description: "The import, under way", ...oneImport },
    refusals: {
      404: "The user does not exist.",
      413: "The file is larger than 25 MB or has more than 10,000 rows.",
      415: "The file is no text in UTF-8.",
    },
  }),
  async (c) => {
    const { user_id, file } = c.req.valid("form");
    if (file.size > MAX_BYTES) throw tooLarge("file", MAX_BYTES);
    if (file.size === 0) throw badRequest("file: is empty");
    const bytes = await file.arrayBuffer();
    const rows = readRows(bytes);
    let state = must(
      await c.var.db.rpc("begin_import", {
        p_user_id: user_id,
        p_file_name: [...file.name].slice(0, 255).join("") || "import",
        p_content_hash: await sha256(bytes),
        p_total: rows.length,
      }),
    ) as unknown as Import;
    for (const batch of batches(rows)) {
      // The same file from elsewhere may have brought the rest.
      if (state.status !== "receiving") break;
      state = must(
        await c.var.db.rpc("receive_import_rows", {
          p_import_id: state.id,
          p_rows: batch as unknown as Json,
        }),
      ) as unknown as Import;
    }
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

/** Makes entries, about a second's worth a call, until they are all made or the time is up. */
async function carryOn(db: Db, id: string): Promise<void> {
  const until = Date.now() + BACKGROUND_MS;
  while (Date.now() < until) {
    const state = must(await db.rpc("continue_import", { p_import_id: id })) as unknown as Import;
    if (state.status !== "running") return;
  }
}

function* batches(rows: Row[]): Generator<Row[]> {
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

async function sha256(bytes: ArrayBuffer): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", bytes);
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
