import { inBackground } from "../../shared/base/log.ts";
import { cut } from "../../shared/base/text.ts";
import type { Db } from "../../shared/database/clients.ts";
import { file, type FilePart } from "../../shared/files/parts.ts";
import { created, f, form, must, ok, part, shaped, z } from "../../shared/http/declare.ts";
import { runImports } from "./steps.ts";
import { readRows } from "./table.ts";
import type { Row } from "./table-row.ts";

/** The routes below `/admin/imports`. */
export const routes = part();

const MAX_BYTES = 25 * 1024 * 1024;

/** The maximum size of one call of the database. */
const BATCH = { rows: 500, characters: 1_000_000 };

const Import = z.object({
  id: f.uuid,
  user_id: f.uuid.openapi({ description: "The user who will own the entries." }),
  file_name: z.string().nullable().openapi({ example: "journal.csv" }),
  status: z.enum(["receiving", "running", "completed", "failed"]).openapi("ImportStatus", {
    description: "`receiving`: rows are being stored. `running`: entries are being created. " +
      "`failed`: ten attempts in a row have made nothing.",
    example: "running",
  }),
  total: z.int().openapi({ description: "Number of rows in the file.", example: 1200 }),
  processed: z.int().openapi({
    description: "Number of rows that are imported, skipped or failed.",
    example: 400,
  }),
  imported: z.int().openapi({ example: 399 }),
  skipped: z.int().openapi({
    description: "Number of rows whose entry exists from an earlier import.",
    example: 0,
  }),
  failed: z.int().openapi({ example: 1 }),
  errors: z.array(z.object({
    row: z.int().openapi({ example: 17 }),
    error: z.string().openapi({ example: "title: required" }),
  })).openapi({
    description: "Invalid rows, by number: counted from 1, in CSV after the first line.",
  }),
  error: z.string().nullable().openapi({
    description: "Why the import has failed.",
    example: null,
  }),
  created_at: f.timestamp,
  completed_at: f.timestamp.nullable().openapi({ example: null }),
}).openapi("Import");
type Import = z.infer<typeof Import>;

const oneImport = z.object({ import: Import });

routes.add("POST /admin/imports", {
  auth: "super_admin",
  operationId: "createImport",
  summary: "Import journal entries for a user",
  description: "The file is a JSON array of entries (or an object with such an array as " +
    "`entries`), or CSV with the names of the columns in its first line; up to 25 MB and 10,000 " +
    "rows. Each row requires `title` (1 to 200 characters) and `content`; `mood`, `tags` (in CSV " +
    "separated by commas or semicolons) and `created_at` (ISO 8601, in UTC without an offset) " +
    "are optional. Only the owner sees the entries. The answer comes when all rows are stored; " +
    "the service creates the entries afterwards and reports invalid rows by number. The same or " +
    "a corrected file again adds only missing entries.",
  body: form(
    z.object({
      user_id: f.uuid.openapi({ description: "The user who will own the entries." }),
      file,
    }),
    { file: "file", maxBytes: MAX_BYTES },
  ),
  answer: created("The started import", oneImport),
  notFound: { description: "The user does not exist.", example: "User not found" },
  refusals: {
    413: "The file is larger than 25 MB or has more than 10,000 rows.",
    415: "The file is not text in UTF-8, or the body is not a form.",
  },
}, async ({ db, body: { user_id, file } }) => {
  const state = await receive(db, user_id, file);
  inBackground(runImports(user_id), "import left to the scheduled job");
  return { import: state };
});

routes.add("GET /admin/imports/{id}", {
  auth: "super_admin",
  operationId: "getImport",
  summary: "Get the state of an import",
  notFound: "Import",
  answer: ok("The import", oneImport),
}, async ({ db, params }) => {
  const state = await db.rpc("get_import", { p_import_id: params.id });
  return { import: must(state) };
});

/** Stores the rows in batches while reading the file, then starts the import. */
async function receive(db: Db, user_id: string, file: FilePart): Promise<Import> {
  let id: string | undefined;
  try {
    for (const batch of batches(readRows(file.content))) {
      id ??= must(
        await db.rpc("begin_import", {
          p_user_id: user_id,
          p_file_name: cut(file.name, 255) || "file",
        }),
      );
      must(await db.rpc("receive_import_rows", { p_import_id: id, p_rows: batch }));
    }
    // `readRows` throws when a file has no rows, so there is an import.
    return must(shaped(Import, await db.rpc("start_import", { p_import_id: id! })));
  } catch (error) {
    if (id) await db.rpc("discard_import", { p_import_id: id });
    throw error;
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
