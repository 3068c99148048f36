/** Interrupted answers, and the recorded usage of malformed ones. */
import { afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { z } from "zod";
import { ask, makeImage } from "../../shared/providers/openai.ts";
import { newWords, provider, requestsWith, usageOf } from "../ai/support.ts";
import { useProject } from "../http/project.ts";
import { person } from "../support/people.ts";

const Form = z.object({ mood: z.string() });
const baseUrl = Deno.env.get("OPENAI_BASE_URL")!;

beforeAll(useProject);

let userId: string;
beforeEach(async () => {
  userId = (await person("Ask Er")).id;
});
afterEach(() => Deno.env.set("OPENAI_BASE_URL", baseUrl));

const question = (content: string, timeout?: number) =>
  ask({
    name: "test",
    instructions: "Say how it is.",
    data: { content },
    form: Form,
    answer: Form,
    spending: { userId, type: "note_analysis" },
    timeout,
  });

it("an image whose bytes stop arriving times out and is recorded", async () => {
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen() {} }, () => {
    const beginning = new TextEncoder().encode('{"data": [{"b64_json": "iVBORw0KGgo');
    const body = new ReadableStream({ start: (controller) => controller.enqueue(beginning) });
    return new Response(body, { headers: { "content-type": "application/json" } });
  });
  Deno.env.set("OPENAI_BASE_URL", `http://127.0.0.1:${server.addr.port}/v1`);
  const image = makeImage({
    prompt: "a lake",
    quality: "standard",
    spending: { userId, type: "image_generation" },
    timeout: 600,
  });
  await expect(image).rejects.toMatchObject({ message: "The AI provider does not answer" });
  expect(await usageOf(userId)).toMatchObject([{ images: 1, cost_usd: 0.04 }]);
  await server.shutdown().catch(() => {});
});

it("a call to an unreachable provider is not recorded", async () => {
  const closed = Deno.listen({ port: 0, hostname: "127.0.0.1" });
  const { port } = closed.addr;
  closed.close();
  Deno.env.set("OPENAI_BASE_URL", `http://127.0.0.1:${port}/v1`);
  await expect(question(newWords())).rejects.toMatchObject({ status: 503 });
  expect(await usageOf(userId)).toEqual([]);
});

it("an invalid model name is recorded as the requested model", async () => {
  const words = newWords();
  const body = JSON.stringify({
    model: "gpt\u0000-6",
    choices: [{ finish_reason: "stop", message: { content: '{"mood": "good"}' } }],
    usage: { prompt_tokens: 7, completion_tokens: 2 },
  });
  await provider(words, { body });
  expect(await question(words)).toEqual({ mood: "good" });
  expect(await usageOf(userId)).toMatchObject([{ model: "gpt-6-luna", input_tokens: 7 }]);
});

it("a Retry-After with a date is respected like one with seconds", async () => {
  const words = newWords();
  const later = new Date(Date.now() + 60_000).toUTCString();
  await provider(words, { status: 429, times: 9, headers: { "retry-after": later } });
  const refusal = await question(words).then(() => null, (error) => error);
  expect(Number(refusal.headers["Retry-After"])).toBeGreaterThan(50);
  expect(await requestsWith(words)).toHaveLength(1);
});
