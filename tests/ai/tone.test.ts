/** The tone of a text: what the model is asked, what its output becomes, and refusals. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { routes } from "../../functions/ai/tone.ts";
import { createApp } from "../../shared/http/app.ts";
import { tones } from "../../shared/ai/tones.ts";
import { useProject } from "../http/project.ts";
import { eventually } from "../support/eventually.ts";
import { type Person, person } from "../support/people.ts";
import { usedOf } from "../support/limits.ts";
import {
  exhaust,
  joyful,
  messagesOf,
  newWords,
  provider,
  reached,
  requestsWith,
  usageOf,
} from "./support.ts";
import { ok } from "../support/requests.ts";

const path = "/api/ai/analyze-tone";

let ana: Person;
let words: string;
beforeEach(async () => {
  ana = await person("Ana");
  words = newWords();
});

const analyze = (body: unknown = { content: words }) => ana.api("POST", path, body);

describe("the tone of a text", () => {
  it("is answered, and its cost is recorded", async () => {
    await provider(words, {
      answer: joyful(),
      usage: { prompt_tokens: 400, completion_tokens: 50 },
    });
    const body = await ok(ana, "POST", path, { content: words, title: "Today" });
    expect(body).toEqual({
      primaryTone: "joyful",
      tones: [{ tone: "joyful", score: 0.9 }, { tone: "grateful", score: 0.4 }],
      sentiment: "positive",
      confidence: 0.9,
    });
    expect(await usageOf(ana.id)).toEqual([{
      type: "tone_analysis",
      model: "gpt-6-luna",
      input_tokens: 400,
      output_tokens: 50,
      images: 0,
      cost_usd: 0.00009,
      entry_id: null,
    }]);
    const month = await ana.api("GET", "/api/ai/usage");
    expect(month.body.usage.tone).toEqual({ tokens: 450, images: 0, cost_usd: 0.00009 });
  });

  it("sends title and content as data and offers only the known tones", async () => {
    await analyze({ content: words, title: 'A "title"' });
    const [request] = await requestsWith(words);
    const [, data] = messagesOf(request!);
    expect(JSON.parse(data)).toEqual({ title: 'A "title"', content: words });
    // deno-lint-ignore no-explicit-any -- the fields of the request are compared
    const { schema } = (request!.body.response_format as any).json_schema;
    expect(schema.properties.primaryTone.enum).toEqual([...tones]);
    expect(schema.properties.tones.items.properties.tone.enum).toEqual([...tones]);
  });

  it("sends only the beginning and the end of a long text", async () => {
    const content = `${words} ${"word ".repeat(19_000)} the end`;
    expect(await analyze({ content })).toMatchObject({ status: 200 });
    const [request] = await requestsWith(words);
    const { content: sent } = JSON.parse(messagesOf(request!)[1]);
    expect(sent.length).toBeLessThan(24_100);
    expect(sent).toMatch(/^words.* \[\.\.\.\] .*the end$/s);
  });
});

describe("the model's output", () => {
  it("is matched to known tones in any case", async () => {
    await provider(words, {
      answer: joyful({
        primaryTone: " Joyful ",
        tones: [
          { tone: "HOPEFUL", score: 0.2 },
          { tone: "ecstatic", score: 0.99 },
          { tone: "joyful", score: 0.8 },
          { tone: "Hopeful", score: 0.5 },
          { tone: 7, score: 0.5 },
          "sad",
        ],
        sentiment: "Positive",
      }),
    });
    expect((await analyze()).body).toEqual({
      primaryTone: "joyful",
      tones: [{ tone: "joyful", score: 0.8 }, { tone: "hopeful", score: 0.5 }],
      sentiment: "positive",
      confidence: 0.9,
    });
  });

  it("is clipped to the range 0 to 1", async () => {
    await provider(words, {
      answer: joyful({
        tones: [
          { tone: "sad", score: -3 },
          { tone: "calm", score: "much" },
          { tone: "joyful", score: 95 },
        ],
        confidence: 1.7,
      }),
    });
    expect((await analyze()).body).toMatchObject({
      tones: [
        { tone: "joyful", score: 1 },
        { tone: "sad", score: 0 },
        { tone: "calm", score: 0 },
      ],
      confidence: 1,
    });
  });

  it("falls back to the strongest tone when the primary one is unknown", async () => {
    const answer = joyful({
      primaryTone: "delighted",
      tones: [{ tone: "calm", score: 0.3 }, { tone: "sad", score: 0.4 }],
      sentiment: "mixed",
    });
    await provider(words, { answer });
    expect((await analyze()).body).toEqual({
      primaryTone: "sad",
      tones: [{ tone: "sad", score: 0.4 }, { tone: "calm", score: 0.3 }],
      sentiment: "negative",
      confidence: 0.4,
    });
  });

  it("includes the primary tone when the model omits it", async () => {
    await provider(words, { answer: joyful({ tones: [], confidence: 0.7 }) });
    expect((await analyze()).body.tones).toEqual([{ tone: "joyful", score: 0.7 }]);
  });

  it("is refused and recorded when it names no known tone", async () => {
    await provider(words, { answer: joyful({ primaryTone: "meh", tones: [] }) });
    expect(await analyze()).toMatchObject({
      status: 503,
      body: { error: "The AI provider's answer is of no use" },
    });
    expect(await usageOf(ana.id)).toHaveLength(1);
  });
});

describe("a text with instructions", () => {
  it("cannot change the form of the answer", async () => {
    await provider(words, {
      answer: joyful({
        primaryTone: "pwned",
        tones: [{ tone: "<script>alert(1)</script>", score: 1 }, { tone: "calm", score: 9 }],
        sentiment: "'; drop table journal_entries; --",
        secret: "sk-standin",
      }),
    });
    expect(await analyze()).toMatchObject({
      status: 200,
      body: {
        primaryTone: "calm",
        tones: [{ tone: "calm", score: 1 }],
        sentiment: "neutral",
        confidence: 0.9,
      },
    });
  });
});

describe("a provider", () => {
  it("that answers 429 is retried, then reported as unavailable", async () => {
    await provider(words, { status: 429, times: 3, headers: { "retry-after": "0.05" } });
    const { status, body, headers } = await analyze();
    expect([status, body]).toMatchObject([503, { error: "The AI provider does not answer" }]);
    expect(headers.get("retry-after")).toBe("1");
    expect(await requestsWith(words)).toHaveLength(3);
    expect(await usageOf(ana.id)).toEqual([]);
    await eventually(async () => expect(await usedOf(ana, "ai")).toEqual({ used: 0, failed: 1 }));
  });
});

describe("the route", () => {
  it.each([
    ["without content", {}, "content: required"],
    ["with an empty content", { content: "" }, "content: must not be empty"],
    ["with a number for content", { content: 7 }, "content: expected string"],
    [
      "with too long a content",
      { content: "x".repeat(100_001) },
      "content: expected at most 100000 characters",
    ],
    [
      "with too long a title",
      { content: "x", title: "x".repeat(201) },
      "title: expected at most 200 characters",
    ],
  ])("refuses a body %s", async (_what, body, error) => {
    expect(await analyze(body)).toMatchObject({ status: 400, body: { error } });
  });

  it("refuses more calls than the hourly limit", async () => {
    await exhaust(ana.id);
    const { status, headers } = await analyze();
    expect(status).toBe(429);
    expect(Number(headers.get("retry-after"))).toBeGreaterThan(3000);
    expect(await requestsWith(words)).toEqual([]);
    expect(await usageOf(ana.id)).toEqual([]);
  });
});

describe("in one process", () => {
  const key = Deno.env.get("OPENAI_API_KEY")!;
  beforeAll(useProject);
  afterAll(() => Deno.env.set("OPENAI_API_KEY", key));

  const ask = (init: RequestInit = {}) =>
    createApp([routes]).request("/ai/analyze-tone", {
      method: "POST",
      headers: { authorization: `Bearer ${ana.token}`, "content-type": "application/json" },
      body: JSON.stringify({ content: words }),
      ...init,
    });

  it("makes no further call after the client disconnects", async () => {
    await provider(words, { hold: true });
    const client = new AbortController();
    const answer = ask({ signal: client.signal });
    await reached(words);
    client.abort();
    expect((await answer).status).toBe(499);
    await eventually(async () =>
      expect(await requestsWith(words)).toMatchObject([{ aborted: true }])
    );
    expect(await usageOf(ana.id)).toMatchObject([{ input_tokens: 0, cost_usd: 0.002 }]);
  });

  it("answers 503 without an API key and records no usage", async () => {
    Deno.env.delete("OPENAI_API_KEY");
    const answer = await ask();
    expect([answer.status, await answer.json()]).toMatchObject([503, {
      error: "AI is not configured: OPENAI_API_KEY is missing",
    }]);
    expect(await requestsWith(words)).toEqual([]);
    await eventually(async () => expect(await usedOf(ana, "ai")).toEqual({ used: 0, failed: 1 }));
  });
});
