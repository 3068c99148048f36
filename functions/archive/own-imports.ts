import { inBackground } from "../../shared/base/log.ts";
import { cut } from "../../shared/base/text.ts";
import { storeFile } from "../../shared/files/outbox.ts";
import { file } from "../../shared/files/parts.ts";
import { concatBytes } from "../../shared/files/upload.ts";
import { created, cron, f, form, must, ok, part, z } from "../../shared/http/declare.ts";
import { backlog, outcomeOf } from "../../shared/jobs/runs.ts";
import { BUCKET, runImports } from "./steps.ts";
import { examine } from "./sources.ts";
import { openZip } from "./zip.ts";

/** The routes that import entries of users, and the job that makes the entries of all imports. */
export const routes = part();

const OwnImport = z.object({
  id: f.uuid,
  file_name: z.string().openapi({ example: "journal.zip" }),
  kind: z.enum(["markdown", "day_one"]),
  status: z.enum(["running", "completed", "failed"]).openapi("OwnImportStatus", {
    description: "`failed`: the file is damaged after the rows that are processed.",
    example: "running",
  }),
  total: z.int().openapi({
    description:
      "Number of entries in the file. For more than 20 MB of Day One's JSON, the number found so " +
      "far.",
    example: 1200,
  }),
  processed: z.int().openapi({
    description: "Number of entries that are imported, skipped or failed.",
    example: 400,
  }),
  imported: z.int().openapi({ example: 399 }),
  skipped: z.int().openapi({ description: "Number of entries that exist.", example: 0 }),
  failed: z.int().openapi({ example: 1 }),
  errors: z.array(z.object({
    row: z.int().openapi({ example: 17 }),
    file: z.string().openapi({ example: "2026-03-01-a-day.md" }),
    error: z.string().openapi({ example: "title: must not be empty" }),
  })).openapi({
    description: "The first thousand entries that are not imported, and files that an imported " +
      "entry is without, by the entry's number in the file, from 1.",
  }),
  error: z.string().nullable().openapi({
    description: "Why the import has failed.",
    example: null,
  }),
  created_at: f.timestamp,
  completed_at: f.timestamp.nullable().openapi({ example: null }),
}).openapi("OwnImport");

const oneImport = z.object({ import: OwnImport });

const MAX_BYTES = 25 * 1024 * 1024;

routes.add("POST /user/imports", {
  operationId: "createOwnImport",
  summary: "Import the caller's entries",
  description: "A ZIP file of up to 25 MB, 10,000 files and 250 MB unpacked: an archive of `GET " +
    "/user/export/markdown`, other Markdown files with or without front matter, or Day One's " +
    "JSON export. A job makes the entries. Only the caller sees them; they mention and notify " +
    "nobody, are not analyzed and count for no streak. The same file again makes no entry twice, " +
    "and brings files for which there was no room. One import of a user runs at a time.",
  limit: "entry_import",
  admit: async ({ db }) => {
    must(await db.rpc("require_no_entry_import"));
  },
  body: form(z.object({ file }), { file: "file", maxBytes: MAX_BYTES }),
  answer: created("The started import", oneImport),
  refusals: {
    403: {
      description:
        "The file has records of sealed entries, which only the user imports: no super " +
        "admin acting as the user, no personal token and no classroom account.",
      codes: ["forbidden", "impersonated", "token_refused"],
      example: "Only the user may do this, not a super admin acting as the user",
    },
    409: {
      description: "An import of the caller is running.",
      codes: ["import_running"],
      example: "An import is running: wait until it has ended",
    },
    413: "The file is larger than 25 MB, or more is in it than is allowed.",
    415: "The file is not a ZIP file of such files, or the body is not a form.",
    429: {
      description: "More than 10 imports within an hour, or 20,000 imported entries a day.",
      codes: ["rate_limited", "daily_quota_reached"],
    },
  },
}, async ({ caller, body }) => {
  const bytes = concatBytes(body.file.content.splice(0));
  const { kind, total, hasSealed } = await examine(await openZip(bytes));
  const path = `${caller.id}/${crypto.randomUUID()}.zip`;
  const started = await storeFile(
    { bucket: BUCKET, path, bytes, type: "application/zip" },
    async (db) =>
      must(
        await db.rpc("begin_entry_import", {
          p_user_id: caller.id,
          p_path: path,
          p_file_name: cut(body.file.name, 255) || "file",
          p_kind: kind,
          p_total: total,
          p_session_id: caller.sessionId,
          p_has_sealed: hasSealed,
        }),
      ),
  );
  inBackground(runImports(caller.id), "import left to the scheduled job");
  return { import: started };
});

routes.add("GET /user/imports/{id}", {
  operationId: "getOwnImport",
  summary: "Get the state of the caller's import",
  description: "Kept for 30 days; an import that has not ended after 7 days is removed.",
  notFound: "Import",
  answer: ok("The import", oneImport),
}, async ({ db, params }) => ({
  import: must(await db.rpc("get_entry_import", { p_import_id: params.id })),
}));

const importCounts = ["total", "remaining"] as const;

routes.job("/user/cron/imports", {
  auth: cron("CHAT_CRON_SECRET", "WORKOUT_WINDOW_CRON_SECRET"),
  operationId: "continueOwnImports",
  summary: "Run the job that makes the entries of imports",
  description:
    "Works for about four seconds, and runs again at once when imports are left; four runs work at " +
    "once at most. Imports take turns of a second, the import with the fewest turns first. `total` " +
    "counts the entries that were read from files, `remaining` the imports that are left for a " +
    "later run.",
  job: "own-imports",
  schema: "OwnImports",
  counts: importCounts,
}, async () => {
  const run = await runImports();
  const remaining = await backlog("own-imports");
  return outcomeOf(remaining, "import", "Nothing is left to import", run);
});
