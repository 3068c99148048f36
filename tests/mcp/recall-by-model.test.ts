/**
 * Measures how many of the questions about the English journal the assistant answers with a mark of
 * the right entries. `RECALL_KEY=<key> npm test -- tests/mcp/recall-by-model` asks a model: that of
 * `OPENAI_TEXT_MODEL` where it is set, at `RECALL_BASE_URL` where it is another provider than OpenAI.
 * Without a key the stand-in answers, which quotes the first three entries that a question finds.
 */
import process from "node:process";
import { afterAll, beforeEach, expect } from "vitest";
import { type Answered, isRight, writeJournal } from "../../bench/recall/score.ts";
import { readJournals } from "../../bench/recall/set.ts";
import { routes as messages } from "../../functions/chat/messages.ts";
import { patience } from "../../packages/local-supabase/helpers.ts";
import { improvise } from "../../packages/stand-ins/improvised-answers.ts";
import { startOpenai } from "../../packages/stand-ins/openai.ts";
import { createApp } from "../../shared/http/app.ts";
import { eventsOf, path } from "../chat/support.ts";
import { useProject } from "../http/project.ts";
import { it } from "../support/it.ts";
import type { Person } from "../support/people.ts";
import { ok } from "../support/requests.ts";
import { sql } from "../support/sql.ts";

const { RECALL_KEY, RECALL_BASE_URL } = process.env;
const standIn = await startOpenai((body) => ({ ...improvise(body), pause_ms: 0 }));
afterAll(() => standIn.stop());

beforeEach(async () => {
  await useProject();
  Object.assign(process.env, standIn.env);
  if (RECALL_KEY) {
    process.env.OPENAI_API_KEY = RECALL_KEY;
    process.env.OPENAI_BASE_URL = RECALL_BASE_URL ?? "https://api.openai.com/v1";
  }
});

/** Asks the assistant, as if it were the last day of the year; the stored answer. */
async function answerTo(question: string, { id, token, api }: Person) {
  const answer = await createApp([messages]).request("/chat/messages", {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify({
      message: RECALL_KEY ? `It is 31 December 2025. ${question}` : question,
    }),
  });
  const { message, ...refusal } = eventsOf(await answer.text()).at(-1);
  if (!message) throw new Error(JSON.stringify(refusal));
  // The next question has no conversation before it, and no limit.
  await ok({ api }, "DELETE", path);
  await sql`delete from private.rate_limit_hits where subject = ${`user:${id}`}`;
  return message as { content: string; sources: { mark: number; entry_id: string }[] };
}

it("the assistant cites the right entries for four of five questions, and none for nothing", {
  timeout: patience(30 * 60_000),
}, async ({ ana }) => {
  const [journal] = readJournals();
  const keys = await writeJournal(sql, ana.id, journal!);
  await ok(ana, "PUT", "/api/chat/settings", { read_notes_enabled: true });
  const asked = journal!.questions.filter(({ part }) => RECALL_KEY || part === "first half");
  const answered: Answered[] = [];
  for (const question of asked) {
    const { content, sources } = await answerTo(question.text, ana);
    for (const { mark } of sources) expect(content).toContain(`[${mark}]`);
    answered.push({ ...question, got: sources.map(({ entry_id }) => keys.get(entry_id)!) });
  }
  const parts = Object.groupBy(answered, ({ part }) => part);
  for (const [part, each] of Object.entries(parts)) {
    const right = each.filter(isRight).length;
    console.log(`${part}: ${right} of ${each.length}`, each.filter((one) => !isRight(one)));
    if (part !== "without a stem") expect(right / each.length).toBeGreaterThanOrEqual(0.8);
  }
});
