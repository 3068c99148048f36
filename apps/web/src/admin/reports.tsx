/** Reports by users, and how each ends. */
import type { components } from "@journal/client";
import { api } from "../service.ts";
import { fullMoment, moment } from "../words.ts";
import { PersonLink } from "./parts.tsx";
import { type Act, type Resource, ResourceScreen } from "./resource.tsx";

type Report = components["schemas"]["AdminReport"];

const subjects: Record<Report["about"], string> = {
  user: "A person",
  journal_entry: "An entry",
  comment: "A comment",
  team_message: "A message of a team",
  drop: "A cheer",
};
const reasons: Record<Report["reason"], string> = {
  spam: "Spam",
  abuse: "Abuse",
  self_harm: "Self-harm",
  other: "Another reason",
};
const endings: Record<NonNullable<Report["action"]>, string> = {
  none: "Nothing was done",
  removed: "Removed",
  blocked: "The author is blocked",
};

const resolve = (report: Report): Act<Report> => ({
  name: "Resolve",
  look: "main",
  done: "Resolved",
  asks: {
    title: "Resolve",
    text: "This is done once and cannot be taken back. The reported user is not told.",
  },
  form: {
    title: "Resolve the report",
    send: "Resolve",
    fields: {
      of: { path: "/api/admin/reports/{id}/resolve", method: "post" },
      said: {
        action: {
          label: "What happens",
          hint: "",
          choices: {
            none: "Nothing",
            removed: report.about === "user"
              ? "Remove it (a person is blocked instead)"
              : "Remove it",
            blocked: report.about === "user" ? "Block the person" : "Block its author",
          },
        },
        note: { label: "Note", hint: "The audit log keeps it." },
      },
    },
  },
  run: async (body) =>
    (await api.post("/api/admin/reports/{id}/resolve", {
      params: { path: { id: report.id } },
      body,
    })).report,
});

const reports: Resource<Report> = {
  title: "Reports",
  icon: "check",
  nothing: "No report is here",
  filters: {
    status: { label: "Show", choices: { open: "Open", resolved: "Resolved", "": "All" } },
  },
  read: async (query) => {
    const { reports, next_cursor } = await api.get("/api/admin/reports", { params: { query } });
    return { items: reports, next: next_cursor };
  },
  nameOf: ({ about, text }) => `${subjects[about]}, ${text.slice(0, 40)}`,
  children: (report) => (
    <>
      <p class="chips">
        <span class="chip pending">{reasons[report.reason]}</span>
        <span class="chip">{subjects[report.about]}</span>
        {report.action && <span class="chip completed">{endings[report.action]}</span>}
      </p>
      <blockquote class="words">{report.text || "Without words"}</blockquote>
      {report.recording_url && (
        <audio controls preload="none" src={report.recording_url} aria-label="The spoken cheer" />
      )}
      {report.author ? <PersonLink person={report.author} /> : <p>The author has left.</p>}
      <p class="hint">
        Reported {fullMoment(report.created_at)} by {report.reporter
          ? <a href={`#/users/${report.reporter.id}`}>@{report.reporter.handle}</a>
          : "somebody who has left"}
      </p>
      {report.note && <p>“{report.note}”</p>}
      {report.resolved_at && (
        <p class="hint">
          Resolved {moment(report.resolved_at)}
          {report.resolution_note && `: ${report.resolution_note}`}
        </p>
      )}
    </>
  ),
  acts: (report) => report.status === "open" ? [resolve(report)] : [],
};

export const ReportsScreen = () => <ResourceScreen resource={reports} />;
