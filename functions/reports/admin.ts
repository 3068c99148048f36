import { newestFirst } from "../../shared/fields/pages.ts";
import { signedUrls } from "../../shared/files/addresses.ts";
import { f, json, must, ok, part, shaped, z } from "../../shared/http/declare.ts";
import { Report } from "./fields.ts";

/** The routes below `/admin/reports`. */
export const routes = part();

const status = z.enum(["open", "resolved"]).openapi("ReportStatus");
const action = z.enum(["none", "removed", "blocked"]).openapi("ReportAction");
const card = z.union([f.PersonCard, z.null()]);

const AdminReport = Report.extend({
  object_id: f.uuid,
  note: z.string().nullable().openapi({ example: "Third time this week." }),
  text: z.string().openapi({
    description: "The text as it was when it was reported, up to 2,000 characters.",
    example: "Buy now!",
  }),
  recording_url: z.string().nullable().openapi({
    format: "uri",
    description: "Opens the recording of a spoken cheer, as `url` of an attachment does; null " +
      "without one, and when the report is resolved.",
    example: null,
  }),
  status,
  reporter: card.openapi({ description: "Null after the deletion of the account." }),
  author: card.openapi({ description: "The reported user, or the author of the text." }),
  action: z.union([action, z.null()]).openapi({ example: null }),
  resolution_note: z.string().nullable().openapi({ example: null }),
  resolved_at: f.timestamp.nullable().openapi({ example: null }),
}).openapi("AdminReport");

/** A report as the database hands it out, with a path in place of an address. */
const StoredReport = AdminReport.omit({ recording_url: true })
  .extend({ recording_path: z.string().nullable() });

async function withRecordings(reports: z.infer<typeof StoredReport>[]) {
  const urls = await signedUrls("cheers", reports.flatMap((report) => report.recording_path ?? []));
  return reports.map(({ recording_path, ...report }) => ({
    ...report,
    recording_url: recording_path && (urls.get(recording_path) ?? null),
  }));
}

routes.list(
  "/admin/reports",
  {
    auth: "super_admin",
    operationId: "listReports",
    summary: "List the reports, newest first",
    description: "A resolved report is deleted after 90 days.",
    filters: {
      status: status.optional().openapi({ description: "Only reports with this status." }),
    },
    items: { reports: AdminReport },
    order: newestFirst,
  },
  async ({ db, filters: { status }, start }) =>
    await withRecordings(
      must(
        shaped(
          z.array(StoredReport),
          await db.rpc("admin_list_reports", { p_status: status, ...start }),
        ),
      ),
    ),
);

routes.add("POST /admin/reports/{id}/resolve", {
  auth: "super_admin",
  operationId: "resolveReport",
  summary: "End a report",
  description: "`removed` deletes the entry, the comment, the message or the drop; `blocked` " +
    "blocks its author, or the reported user. Recorded in the audit log.",
  body: json(z.object({
    action: action.openapi({ example: "none" }),
    note: f.text(0, 500).nullish().openapi({ example: "A misunderstanding." }),
  })),
  notFound: ["Report", "User"],
  answer: ok("The report", z.object({ report: AdminReport })),
  refusals: {
    409: {
      description: "The report is resolved, or the user is the last active super admin.",
      codes: ["already_decided", "last_super_admin"],
      example: "The report is resolved already",
    },
  },
}, async ({ db, params: { id }, body: { action, note } }) => {
  const report = await db.rpc("resolve_report", {
    p_id: id,
    p_action: action,
    p_note: note ?? undefined,
  });
  const [resolved] = await withRecordings([must(shaped(StoredReport, report))]);
  return { report: resolved! };
});
