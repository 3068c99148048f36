import { aiRefusals } from "../../shared/ai/fields.ts";
import { type Db, serviceClient } from "../../shared/database/clients.ts";
import { keyset } from "../../shared/fields/pages.ts";
import {
  created,
  done,
  f,
  found,
  json,
  must,
  ok,
  part,
  shaped,
  z,
} from "../../shared/http/declare.ts";
import { requireAi } from "../../shared/providers/openai-call.ts";
import { analyze, noteAnalysis, ToAnalyze } from "./note-analysis.ts";

export const routes = part();

const Settings = z.object({
  read_notes_enabled: z.boolean().openapi({
    description:
      "Whether the assistant may read the caller's entries and goals: in the chat, and " +
      "for the daily analysis.",
    example: true,
  }),
  check_in_enabled: z.boolean().openapi({
    description: "Whether the assistant may write to the caller on its own. Users with both " +
      "settings get a drop a day.",
    example: true,
  }),
}).openapi("ChatSettings");

/** Reads the settings by a function, which refuses a super admin who acts as the user. */
const settingsOf = async (db: Db) => ({
  settings: must(await db.rpc("assistant_settings")),
});

routes.add("GET /chat/settings", {
  auth: "account_holder",
  operationId: "getChatSettings",
  summary: "Get the caller's settings of the assistant",
  answer: ok("The settings", z.object({ settings: Settings })),
}, ({ db }) => settingsOf(db));

routes.add("PUT /chat/settings", {
  auth: "account_holder",
  operationId: "updateChatSettings",
  summary: "Update the caller's settings of the assistant",
  description: "Changes the given fields only.",
  body: json(f.partial(Settings).openapi({ example: { read_notes_enabled: true } })),
  answer: ok("The updated settings", z.object({ settings: Settings })),
}, async ({ db, caller, body }) => {
  must(await db.from("profiles").update(body).eq("id", caller.id));
  return await settingsOf(db);
});

const Analysis = noteAnalysis.extend({
  id: f.uuid,
  analysis_date: f.date.openapi({ description: "The day (UTC) on which it was made." }),
  entry_count: z.int().min(1).openapi({
    description: "How many entries it is about: the latest 50 of seven days at most.",
    example: 4,
  }),
  created_at: f.timestamp,
}).openapi("NoteAnalysis");

const analysisColumns = `id, analysis_date, summary, mood_trends, topics, patterns, recommendations,
  insights, entry_count, created_at` as const;
const latestFirst = keyset({ analysis_date: "date", id: "uuid" });

routes.list("/chat/analyses", {
  auth: "account_holder",
  operationId: "listNoteAnalyses",
  summary: "List the analyses of the caller's entries, latest first",
  description: "A job makes an analysis each day (UTC) for users who let the assistant read " +
    "their entries and have written in the last seven days.",
  items: { analyses: Analysis },
  order: latestFirst,
}, ({ db, caller, seek }) =>
  seek(
    db.from("note_analyses").select(analysisColumns)
      .eq("user_id", caller.id),
  ));

routes.add("POST /chat/analyses", {
  auth: "account_holder",
  limit: "ai",
  operationId: "createNoteAnalysis",
  summary: "Analyze the caller's entries of the last seven days now",
  description: "Makes the day's (UTC) analysis without waiting for the job. Takes up to 30 " +
    "seconds. Counts as one of 60 AI calls per hour.",
  answer: created("The new analysis", z.object({ analysis: Analysis })),
  refusals: {
    ...aiRefusals,
    403: "The caller does not let the assistant read entries (`read_notes_enabled`).",
    409: {
      description: "The day has an analysis already (`already_exists`), or the caller has " +
        "written nothing in the last seven days.",
      codes: ["already_exists", "conflict"],
    },
  },
}, async ({ c, db, caller }) => {
  requireAi();
  const read = await db.rpc("entries_to_analyze");
  const { analysis_date, entries, language } = must(shaped(ToAnalyze, read));
  const analysis = await analyze(entries, language, {
    spending: { userId: caller.id, type: "note_analysis" },
    signal: c.req.raw.signal,
  });
  must(
    await serviceClient().rpc("record_note_analysis", {
      p_user_id: caller.id,
      p_analysis_date: analysis_date,
      p_entry_count: entries.length,
      p_analysis: analysis,
    }),
  );
  // Another request may have stored its analysis first. There is none if the permission has ended.
  const stored = await db.from("note_analyses").select(analysisColumns)
    .eq("user_id", caller.id).eq("analysis_date", analysis_date).maybeSingle();
  return { analysis: found(stored, "Summary") };
});

routes.add("DELETE /chat/analyses/{id}", {
  auth: "account_holder",
  operationId: "deleteNoteAnalysis",
  summary: "Delete an analysis of the caller's entries",
  answer: done("Summary deleted"),
  notFound: { description: "The analysis does not exist.", example: "Summary not found" },
}, async ({ db, params }) => {
  const deletion = db.from("note_analyses").delete().eq("id", params.id);
  found(await deletion.select("id").maybeSingle(), "Summary");
});

routes.add("DELETE /chat/analyses", {
  auth: "account_holder",
  operationId: "deleteNoteAnalyses",
  summary: "Delete all analyses of the caller's entries",
  answer: done("Summaries deleted"),
}, async ({ db }) => {
  must(await db.rpc("delete_note_analyses"));
});
