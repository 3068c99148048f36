/** The conversation with the assistant: streamed answers, history, refusals. */
import { afterAll, beforeAll, describe, expect } from "vitest";
import { routes } from "../../functions/chat/messages.ts";
import { provider, release, requestsWith, usageOf } from "../ai/support.ts";
import { inProcess, useProject } from "../http/project.ts";
import { eventually } from "../support/eventually.ts";
import { it } from "../support/it.ts";
import { person } from "../support/people.ts";
import { codeOf, ISO, NOWHERE, ok, outcome, UUID, walk } from "../support/requests.ts";
import { sql } from "../support/sql.ts";
import { begin, path, question, reply, say, stored } from "./support.ts";

describe("a message", () => {
  it("is answered piece by piece and stored with its answer", async ({ ana, words }) => {
    await provider(words, { pieces: ["Good ", "morning", "!"] });
    const { status, headers, events } = await say(ana, words);
    expect([status, headers.get("content-type")]).toEqual([200, "text/event-stream"]);
    expect(events).toEqual([
      { delta: "Good " },
      { delta: "morning" },
      { delta: "!" },
      {
        done: true,
        message: {
          id: expect.stringMatching(UUID),
          ...reply("Good morning!"),
          sources: [],
          created_at: expect.stringMatching(ISO),
        },
      },
    ]);
    expect(await stored(ana)).toEqual([question(words), reply("Good morning!")]);
    const { messages } = await ok(ana, "GET", path);
    expect(messages[0]).toEqual(events.at(-1).message);
  });

  it("is sent to the text model with the conversation before it", async ({ ana, words }) => {
    await say(ana, `${words} one`);
    await say(ana, `${words} two`);
    const { body } = (await requestsWith(words))[1]!;
    expect(body).toMatchObject({
      model: "gpt-6-luna",
      store: false,
      stream: true,
      stream_options: { include_usage: true },
      max_completion_tokens: 1000,
    });
    expect((body.messages as { role: string; content: string }[]).slice(1)).toEqual([
      { role: "user", content: `${words} one` },
      { role: "assistant", content: "I am here." },
      { role: "user", content: `${words} two` },
    ]);
  });

  it("takes as much of the conversation as fits", async ({ ana, words }) => {
    await sql`
      with questions as (
        insert into public.chat_messages (user_id, role, content, created_at)
        select ${ana.id}, 'user', repeat('x', 3000), now() - make_interval(mins => n)
        from generate_series(1, 30) as n returning id, created_at
      )
      insert into public.chat_messages (user_id, role, content, question_id, created_at)
      select ${ana.id}, 'assistant', 'yes', id, created_at + interval '1 second' from questions`;
    await say(ana, words);
    const [request] = await requestsWith(words);
    const messages = request!.body.messages as { content: string }[];
    expect(messages.slice(1).reduce((sum, { content }) => sum + content.length, 0))
      .toBeLessThanOrEqual(16_000);
    expect(messages.length).toBe(1 + 12);
    expect(messages.at(-1)!.content).toBe(words);
  });

  it("is recorded as usage of the type chat, with the provider's counts", async ({ ana, words }) => {
    await provider(words, { usage: { prompt_tokens: 2_000_000, completion_tokens: 1_000_000 } });
    await say(ana, words);
    expect(await usageOf(ana.id)).toEqual([{
      type: "chat",
      model: "gpt-6-luna",
      input_tokens: 2_000_000,
      output_tokens: 1_000_000,
      images: 0,
      cost_usd: 0.9,
      entry_id: null,
    }]);
  });

  it("is recorded with an estimate when the provider sends no counts", async ({ ana, words }) => {
    await provider(words, { pieces: ["x".repeat(400)], then: "no usage" });
    await say(ana, words);
    const [usage] = await usageOf(ana.id);
    expect(usage).toMatchObject({ type: "chat", output_tokens: 100 });
    expect(usage!.input_tokens).toBeGreaterThan(100);
  });

  it("is not logged, and holds any text", async ({ ana, words }) => {
    const text = `${words} "quotes"\n\ndata: {"done":true}\n💥`;
    await provider(words, { pieces: ["a\u0000b\n\n", "data: 💥"] });
    const { events } = await say(ana, text);
    expect(events.at(-1).message.content).toBe("ab\n\ndata: 💥");
    expect((await stored(ana))[0]).toEqual(question(text));
  });
});

describe("one answer at a time", () => {
  it("refuses another message meanwhile, and takes it afterwards", async ({ ana, words, ben }) => {
    await provider(words, { pieces: ["Wait"], then: "hold" });
    const first = await begin(ana, words);
    expect(await say(ana, "And this?")).toMatchObject({ status: 409, body: { code: "chat_busy" } });
    expect((await say(ben, "Am I free?")).status).toBe(200);
    await release(words);
    expect((await first.rest).at(-1)).toMatchObject({ done: true });
    expect((await say(ana, "And now?")).status).toBe(200);
    expect(await stored(ana)).toHaveLength(4);
  });

  it("processes one of ten simultaneous messages", async ({ ana, words }) => {
    await provider(words, { pieces: ["One"], then: "hold" });
    const statuses: number[] = [];
    const answers = Array.from({ length: 10 }, async () => {
      statuses.push((await say(ana, words)).status);
    });
    await eventually(() => expect(statuses).toEqual(Array(9).fill(409)));
    await release(words);
    await Promise.all(answers);
    expect(statuses.at(-1)).toBe(200);
    expect(await requestsWith(words)).toHaveLength(1);
    expect(await stored(ana)).toEqual([question(words), reply("One")]);
  });

  it("takes over when the lease of a cut-off answer has ended", async ({ ana, words }) => {
    const claim = (offset: string) =>
      sql`
        with question as (
          insert into public.chat_messages (user_id, role, content)
          values (${ana.id}, 'user', 'Lost') returning id, user_id
        )
        insert into private.chat_claims (user_id, question_id, lease_until)
        select user_id, id, clock_timestamp() + ${offset}::interval from question
        on conflict (user_id) do update
          set question_id = excluded.question_id, lease_until = excluded.lease_until`;
    await claim("10 seconds");
    expect((await say(ana, words)).status).toBe(409);
    await sql`update private.chat_claims set lease_until = now() where user_id = ${ana.id}`;
    expect((await say(ana, words)).status).toBe(200);
    // The question that got no answer is deleted.
    expect(await stored(ana)).toEqual([question(words), reply("I am here.")]);
  });
});

describe("the conversation", () => {
  it("is listed newest first, in pages, to its owner alone", async ({ ana, ben }) => {
    for (const n of [1, 2, 3]) await say(ana, `Message ${n}`);
    const all = await walk(ana, path, "messages", 4);
    expect(all.map(({ content }) => content)).toEqual(
      [3, 2, 1].flatMap((n) => ["I am here.", `Message ${n}`]),
    );
    expect(Object.keys(all[0]).sort()).toEqual([
      "content",
      "created_at",
      "id",
      "incomplete",
      "role",
      "sources",
    ]);
    expect(await walk(ben, path, "messages")).toEqual([]);
  });

  it("is listed after a message, oldest first, in pages", async ({ ana, words }) => {
    await say(ana, `${words} one`);
    const [{ id }] = (await ok(ana, "GET", path)).messages;
    for (const number of ["two", "three"]) await say(ana, `${words} ${number}`);
    const newer = await walk(ana, `${path}?after=${id}`, "messages", 3);
    expect(newer.map(({ content }) => content))
      .toEqual([`${words} two`, "I am here.", `${words} three`, "I am here."]);
    expect(await walk(ana, `${path}?after=${newer.at(-1).id}`, "messages")).toEqual([]);
    for (const [who, after] of [[await person("Ben"), id], [ana, NOWHERE]]) {
      expect(await outcome(who, "GET", `${path}?after=${after}`)).toBe("404 after: not found");
    }
  });

  it("is deleted as a whole, by its owner alone", async ({ ana, words, ben }) => {
    await say(ana, words);
    await say(ben, words);
    expect(await ok(ana, "DELETE", path)).toEqual({ message: "Conversation deleted" });
    expect(await stored(ana)).toEqual([]);
    expect(await stored(ben)).toHaveLength(2);
    expect(await ok(ana, "DELETE", path)).toEqual({ message: "Conversation deleted" });
  });
});

describe("refusals", () => {
  it.for(
    [
      ["without a message", {}, "message: required"],
      ["with an empty message", { message: "  " }, "message: must not be empty"],
      ["with a number", { message: 7 }, "message: expected string"],
      [
        "with too long a message",
        { message: "x".repeat(4001) },
        "message: expected at most 4000 characters",
      ],
    ] as const,
  )("refuses a body %s", async ([_what, body, error], { ana }) => {
    expect(await ana.api("POST", path, body)).toMatchObject({ status: 400, body: { error } });
  });

  it("takes 4,000 characters beyond the BMP", async ({ ana }) => {
    expect((await say(ana, "💥".repeat(4000))).status).toBe(200);
  });

  it("refuses more than 30 messages an hour", async ({ ana, words }) => {
    await sql`select private.take_hits('chat', ${`user:${ana.id}`}, 29)`;
    expect((await say(ana, words)).status).toBe(200);
    const { status, headers, body } = await say(ana, words);
    expect([status, body.code]).toEqual([429, "rate_limited"]);
    expect(Number(headers.get("retry-after"))).toBeGreaterThan(3000);
    expect(await requestsWith(words)).toHaveLength(1);
    expect(await stored(ana)).toHaveLength(2);
  });
});

describe("in one process", () => {
  const key = Deno.env.get("OPENAI_API_KEY")!;
  beforeAll(useProject);
  afterAll(() => Deno.env.set("OPENAI_API_KEY", key));

  it("answers 503 without an API key, stores nothing and counts nothing", async ({ ana, words }) => {
    Deno.env.delete("OPENAI_API_KEY");
    const answer = inProcess(routes, ana)("POST", "/chat/messages", { message: words });
    expect(await codeOf(answer)).toBe("503 not_configured");
    expect(await stored(ana)).toEqual([]);
    expect(await sql`select from private.rate_limit_hits where subject = ${`user:${ana.id}`}`)
      .toHaveLength(0);
  });
});
