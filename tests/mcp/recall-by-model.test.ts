/**
 * Measures the share of the entries in question that the assistant finds. `RECALL_KEY=<key> npm test
 * -- tests/mcp/recall-by-model` asks a model all questions: the model of `OPENAI_TEXT_MODEL` where it
 * is set, at `RECALL_BASE_URL` where it is another provider than OpenAI. Without a key the stand-in
 * makes the calls of six questions.
 */
import process from "node:process";
import { beforeEach, expect } from "vitest";
import { routes as messages } from "../../functions/chat/messages.ts";
import { createApp } from "../../shared/http/app.ts";
import { newWords, provider } from "../ai/support.ts";
import { eventsOf, path } from "../chat/support.ts";
import { useProject } from "../http/project.ts";
import { it } from "../support/it.ts";
import type { Person } from "../support/people.ts";
import { ok } from "../support/requests.ts";
import { sql } from "../support/sql.ts";
import { type Question, questions, writeYear } from "./year.ts";
import { patience } from "../../packages/local-supabase/helpers.ts";

const { RECALL_KEY, RECALL_BASE_URL } = process.env;
/** So many sources count. */
const SOURCES = 10;

beforeEach(useProject);

/** The ids of the entries that the answer is made of. */
async function sourcesOf({ question, calls }: Question, ana: Person): Promise<string[]> {
  const words = newWords();
  if (!RECALL_KEY) {
    await provider(words, {
      calls: calls.map(([name, given]) => ({ name, arguments: { limit: SOURCES, ...given } })),
    });
    await provider(words, { pieces: ["Here it is."] });
  }
  const asked = RECALL_KEY ? "It is 31 December 2025." : words;
  const answer = await createApp([messages]).request("/chat/messages", {
    method: "POST",
    headers: { authorization: `Bearer ${ana.token}`, "content-type": "application/json" },
    body: JSON.stringify({ message: `${asked} ${question}` }),
  });
  const { message, ...refusal } = eventsOf(await answer.text()).at(-1);
  if (!message) throw new Error(JSON.stringify(refusal));
  // The next question has no conversation before it, and no limit.
  await ok(ana, "DELETE", path);
  await sql`delete from private.rate_limit_hits where subject = ${`user:${ana.id}`}`;
  return message.sources.slice(0, SOURCES).map((each: { entry_id: string }) => each.entry_id);
}

const of = (stem: boolean) => questions.filter((each) => each.stem === stem);
const asked = RECALL_KEY ? questions : [...of(true).slice(0, 3), ...of(false).slice(0, 3)];

it("the assistant names nine of ten entries, where question and entry share a stem", {
  timeout: patience(30 * 60_000),
}, async ({ ana }) => {
  if (RECALL_KEY) {
    process.env.OPENAI_API_KEY = RECALL_KEY;
    process.env.OPENAI_BASE_URL = RECALL_BASE_URL ?? "https://api.openai.com/v1";
  }
  const ids = await writeYear(ana);
  await ok(ana, "PUT", "/api/chat/settings", { read_notes_enabled: true });
  const recalls: (Question & { recall: number })[] = [];
  for (const each of asked) {
    const sources = await sourcesOf(each, ana);
    const found = each.found.filter((key) => sources.includes(ids.get(key)!));
    recalls.push({ ...each, recall: found.length / each.found.length });
  }
  const mean = (stem: boolean) => {
    const group = recalls.filter((each) => each.stem === stem);
    return group.reduce((sum, { recall }) => sum + recall, 0) / group.length;
  };
  console.log(
    `Recall at ${SOURCES}: ${mean(true)} with a common stem, ${mean(false)} without`,
    recalls.filter(({ recall }) => recall < 1).map(({ question }) => question),
  );
  expect(mean(true)).toBeGreaterThanOrEqual(0.9);
});
