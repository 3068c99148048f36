import { serviceClient } from "../../shared/database/clients.ts";
import { cron, f, must, part, shaped } from "../../shared/http/declare.ts";
import { outcomeOf } from "../../shared/jobs/runs.ts";
import { runForUsers, taken } from "../../shared/jobs/users.ts";
import { requireAi } from "../../shared/providers/openai-call.ts";
import { analyze, TIMEOUT_MS, ToAnalyze } from "./note-analysis.ts";

/** The job that analyzes everybody's recent entries. */
export const routes = part();

const analysisCounts = ["total", "successful", "failed", "remaining"] as const;

routes.job("/chat/cron/analyze-notes", {
  auth: cron("CHAT_CRON_SECRET", "WORKOUT_WINDOW_CRON_SECRET"),
  operationId: "analyzeNotes",
  summary: "Run the job that analyzes everybody's recent entries",
  description: "Analyzes each user with `read_notes_enabled` who has entries of the last seven " +
    "days and no analysis today (UTC). The next runs try `failed` users again, three times a day " +
    "in all. A run stops after 100 s; `remaining` users are left for the next call.",
  job: "chat-analyze-notes",
  schema: "NoteAnalysisRun",
  counts: analysisCounts,
}, analyzeEverybody);

/** Users whose entries of a week are analyzed. */
const Writers = taken(ToAnalyze.extend({ user_id: f.uuid }));

/** Analyzes the recent entries of everybody who lets the assistant read them, once a day. */
export async function analyzeEverybody() {
  requireAi();
  const db = serviceClient();
  const { counts, errors } = await runForUsers(
    ["successful"],
    async (p_after, p_limit) =>
      must(shaped(Writers, await db.rpc("take_note_analyses", { p_after, p_limit }))),
    async ({ user_id, analysis_date, entries, language }) => {
      const analysis = await analyze(entries, language, {
        spending: { userId: user_id, type: "note_analysis" },
      });
      const stored = must(
        await db.rpc("record_note_analysis", {
          p_user_id: user_id,
          p_analysis_date: analysis_date,
          p_entry_count: entries.length,
          p_analysis: analysis,
        }),
      );
      return { as: stored ? "successful" : null };
    },
    { longest: TIMEOUT_MS / 1000 },
  );
  const remaining = must(await db.rpc("assistant_turns_remaining", { p_job: "note_analysis" }));
  const results = { ...counts, errors };
  return outcomeOf(remaining, "user", "Everybody's recent entries are analyzed", results);
}
