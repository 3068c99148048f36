import { z } from "@hono/zod-openapi";
import { found, must } from "../../shared/database/results.ts";
import { date, idParam, message, partial, timestamp, uuid } from "../../shared/fields/basic.ts";
import { keyset, pageOf, pageQuery } from "../../shared/fields/pages.ts";
import { ok } from "../../shared/http/answers.ts";
import { json } from "../../shared/http/bodies.ts";
import { cron } from "../../shared/http/cron.ts";
import { group } from "../../shared/http/group.ts";
import { route } from "../../shared/http/route.ts";
import { jobAnswer, runJob } from "../../shared/jobs/runs.ts";
import { analysisCounts, analyzeEverybody } from "./analyze-notes.ts";
import { messages } from "./messages.ts";
import { noteAnalysis } from "./note-analysis.ts";

export const routes = group("chat", "The assistant: chat, its settings and note analyses");

const Settings = z.object({
  read_notes_enabled: z.boolean().openapi({
    description:
      "Whether the assistant may read the caller's entries and goals: in the chat, and " +
      "for the daily analysis.",
    example: true,
  }),
  check_in_enabled: z.boolean().openapi({
    description: "Whether the assistant may write to the caller on its own. It sends a drop a " +
      "day to those who have enabled both.",
    example: true,
  }),
}).openapi("ChatSettings");

const settingColumns = "read_notes_enabled, check_in_enabled";

routes.openapi(
  route({
    method: "get",
    path: "/chat/settings",
    auth: "account_holder",
    operationId: "getChatSettings",
    summary: "Get the caller's settings of the assistant",
    answer: ok("The settings", z.object({ settings: Settings })),
  }),
  async (c) => {
    const row = await c.var.db.from("profiles").select(settingColumns)
      .eq("id", c.var.caller.id).maybeSingle();
    return c.json({ settings: found(row, "Profile") }, 200);
  },
);

routes.openapi(
  route({
    method: "put",
    path: "/chat/settings",
    auth: "account_holder",
    operationId: "updateChatSettings",
    summary: "Update the caller's settings of the assistant",
    description: "Changes the given fields only.",
    body: json(partial(Settings).openapi({ example: { read_notes_enabled: true } })),
    answer: ok("The updated settings", z.object({ settings: Settings })),
  }),
  async (c) => {
    const row = await c.var.db.from("profiles").update(c.req.valid("json"))
      .eq("id", c.var.caller.id).select(settingColumns).maybeSingle();
    return c.json({ settings: found(row, "Profile") }, 200);
  },
);

const Analysis = noteAnalysis.extend({
  id: uuid,
  analysis_date: date.openapi({ description: "The day (UTC) on which it was made." }),
  entry_count: z.int().min(1).openapi({
    description: "How many entries it is about: the latest 50 of seven days at most.",
    example: 4,
  }),
  created_at: timestamp,
}).openapi("NoteAnalysis");

const analysisColumns = `id, analysis_date, summary, mood_trends, topics, patterns, recommendations,
  insights, entry_count, created_at` as const;
const latestFirst = keyset({ analysis_date: "date", id: "uuid" });

routes.openapi(
  route({
    method: "get",
    path: "/chat/analyses",
    auth: "account_holder",
    operationId: "listNoteAnalyses",
    summary: "List the analyses of the caller's entries, latest first",
    description: "A job makes one each day (UTC) for users who let the assistant read their " +
      "entries and have written in the last seven days.",
    query: pageQuery,
    answer: ok("A page of analyses", pageOf("analyses", Analysis)),
  }),
  async (c) => {
    const { limit, cursor } = c.req.valid("query");
    const query = c.var.db.from("note_analyses").select(analysisColumns)
      .eq("user_id", c.var.caller.id);
    const rows = must(await latestFirst.seek(query, { limit, cursor }));
    return c.json(latestFirst.page("analyses", rows, limit), 200);
  },
);

routes.openapi(
  route({
    method: "delete",
    path: "/chat/analyses/{id}",
    auth: "account_holder",
    operationId: "deleteNoteAnalysis",
    summary: "Delete an analysis of the caller's entries",
    params: idParam,
    answer: ok("The analysis was deleted", message, { message: "Analysis deleted" }),
    refusals: {
      404: { description: "The analysis does not exist.", example: "Analysis not found" },
    },
  }),
  async (c) => {
    const deletion = c.var.db.from("note_analyses").delete().eq("id", c.req.valid("param").id);
    found(await deletion.select("id").maybeSingle(), "Analysis");
    return c.json({ message: "Analysis deleted" }, 200);
  },
);

routes.openapi(
  route({
    method: "delete",
    path: "/chat/analyses",
    auth: "account_holder",
    operationId: "deleteNoteAnalyses",
    summary: "Delete all analyses of the caller's entries",
    answer: ok("The analyses were deleted", message, { message: "Analyses deleted" }),
  }),
  async (c) => {
    must(await c.var.db.from("note_analyses").delete().eq("user_id", c.var.caller.id));
    return c.json({ message: "Analyses deleted" }, 200);
  },
);

routes.include(messages);

routes.openapi(
  route({
    method: "post",
    path: "/chat/cron/analyze-notes",
    auth: cron("CHAT_CRON_SECRET", "WORKOUT_WINDOW_CRON_SECRET"),
    operationId: "analyzeNotes",
    summary: "Run the job that analyzes everybody's recent entries",
    description: "For each user with `read_notes_enabled` who has entries of the last seven " +
      "days and no analysis today (UTC). `failed` users are tried again by the next runs, three " +
      "times a day in all. A run stops after 100 s; `remaining` users are left for the next " +
      "call. Without `OPENAI_API_KEY` nobody is analyzed.",
    answer: ok("The result of the run", jobAnswer("NoteAnalysisRun", analysisCounts)),
  }),
  async (c) => c.json(await runJob("chat-analyze-notes", analyzeEverybody), 200),
);
