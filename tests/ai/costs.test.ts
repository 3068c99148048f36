/** Every call of the provider has a cost, whatever its answer states, and ends at the day's limit. */
import { afterAll, beforeAll, expect } from "vitest";
import { z } from "zod";
import { converse } from "../../shared/providers/openai-chat.ts";
import { ask, makeImage } from "../../shared/providers/openai.ts";
import { transcribe } from "../../shared/providers/openai-sound.ts";
import type { Spending } from "../../shared/providers/token-usage.ts";
import { useProject } from "../http/project.ts";
import { it } from "../support/it.ts";
import { person } from "../support/people.ts";
import { sql } from "../support/sql.ts";
import { subscribe } from "../support/subscriptions.ts";
import { newWords, provider, reached, release, usageOf } from "./support.ts";

const model = Deno.env.get("OPENAI_TRANSCRIPTION_MODEL");
beforeAll(useProject);
afterAll(() => {
  if (model === undefined) Deno.env.delete("OPENAI_TRANSCRIPTION_MODEL");
  else Deno.env.set("OPENAI_TRANSCRIPTION_MODEL", model);
});

type Call = (words: string, spending: Spending, signal?: AbortSignal) => Promise<unknown>;

const listen: Call = (words, spending, signal) =>
  transcribe({ file: new File([words], "a.wav"), seconds: 90, spending, signal });

const calls: [Spending["type"], Call][] = [
  ["note_analysis", (words, spending, signal) =>
    ask({
      name: "said",
      instructions: "Say it.",
      data: { words },
      form: z.object({ said: z.string() }),
      answer: z.object({ said: z.string() }),
      spending,
      signal,
    })],
  [
    "image_generation",
    (words, spending, signal) =>
      makeImage({ prompt: words, quality: "standard", spending, signal }),
  ],
  ["transcription", listen],
  ["chat", (words, spending, signal) =>
    Array.fromAsync(converse({
      instructions: "Say it.",
      messages: [{ role: "user", content: words }],
      spending,
      signal,
    }))],
];

const costOf = async (userId: string) => {
  const rows = await usageOf(userId);
  expect(rows).toHaveLength(1);
  return rows[0]!.cost_usd;
};

it.for(calls)(
  "%s costs something when the answer states no usage",
  async ([type, call], { words }) => {
    for (const usage of [null, { prompt_tokens: 0, completion_tokens: 0 }]) {
      const { id: userId } = await person();
      await provider(words, { usage });
      await call(words, { userId, type });
      expect(await costOf(userId)).toBeGreaterThan(0);
    }
  },
);

it.for(calls)("%s costs something when it is cut off", async ([type, call], { words }) => {
  const { id: userId } = await person();
  await provider(words, { hold: true });
  const client = new AbortController();
  const answer = call(words, { userId, type }, client.signal);
  await reached(words);
  client.abort();
  await expect(answer).rejects.toThrow();
  expect(await costOf(userId)).toBeGreaterThan(0);
});

it.for(calls)("%s is refused past the amount of the user, a larger one for subscribers", async (
  [type, call],
  { words },
) => {
  const [{ free, subscriber }] = await sql<[{ free: number; subscriber: number }]>`
    select private.ai_amount('ai_free_cost_limit')::float8 as free,
      private.ai_amount('ai_daily_cost_limit')::float8 / 4 as subscriber`;
  const who = await person();
  const spend = (usd: number) =>
    sql`insert into public.token_usage (user_id, type, model, cost_usd)
      values (${who.id}, 'chat', 'm', ${usd})`;
  const refused = () =>
    expect(call(words, { userId: who.id, type })).rejects
      .toMatchObject({ status: 429, code: "daily_quota_reached" });
  await spend(free);
  await refused();
  await subscribe(who);
  await call(words, { userId: who.id, type });
  await spend(subscriber - free);
  await refused();
  await call(words, { userId: (await person()).id, type });
});

it.for(calls)("%s counts while it is under way, and not when it fails", async (
  [type, call],
  { words },
) => {
  const { id: userId } = await person();
  const underWay = async () =>
    (await sql<{ cost: number }[]>`
      select cost_usd::float8 as cost from private.ai_calls where user_id = ${userId}`)
      .map(({ cost }) => cost);
  await provider(words, { hold: true });
  const answer = call(words, { userId, type });
  await reached(words);
  expect(await underWay()).toEqual([expect.toSatisfy((cost: number) => cost > 0)]);
  await release(words);
  await answer;
  expect(await underWay()).toEqual([]);
  const other = newWords();
  await provider(other, { status: 400 });
  await expect(call(other, { userId, type })).rejects.toThrow();
  expect(await underWay()).toEqual([]);
  expect(await usageOf(userId)).toHaveLength(1);
});

it("sound that is billed by its length costs by the second", async ({ ana }) => {
  const words = newWords();
  Deno.env.set("OPENAI_TRANSCRIPTION_MODEL", "whisper-1");
  const file = new File([words.padEnd(6000)], "a.wav");
  await transcribe({ file, seconds: 1, spending: { userId: ana.id, type: "transcription" } });
  expect(await costOf(ana.id)).toBe(0.006);
});
