/** Answers that break off: by the provider, the client, the deletion of the conversation, a block. */
import { beforeEach, describe, expect, it } from "vitest";
import type { Ending } from "../../packages/stand-ins/openai-stream.ts";
import { newWords, provider, reached, release, requestsWith, usageOf } from "../ai/support.ts";
import { eventually } from "../support/eventually.ts";
import { type Person, person } from "../support/people.ts";
import { usedOf } from "../support/limits.ts";
import { ok } from "../support/requests.ts";
import { sql } from "../support/sql.ts";
import { begin, path, question, reply, say, stored } from "./support.ts";

let ana: Person;
let words: string;
beforeEach(async () => {
  ana = await person("Ana");
  words = newWords();
});

const claims = () => sql`select from private.chat_claims where user_id = ${ana.id}`;

type Begun = Awaited<ReturnType<typeof begin>> & { who: Person; asked: string };

const broken = { error: "The AI provider does not answer", code: "unavailable" };

describe("a provider that fails in the middle", () => {
  it.each<Ending>(["cut", "end", "error", "malformed"])(
    "ends the stream with an error event and leaves what came (%s)",
    async (then) => {
      await provider(words, { pieces: ["Half of ", "an answer"], then });
      const { status, events } = await say(ana, words);
      expect(status).toBe(200);
      expect(events).toEqual([{ delta: "Half of " }, { delta: "an answer" }, broken]);
      expect(await stored(ana)).toEqual([question(words), reply("Half of an answer", true)]);
      expect(await requestsWith(words)).toHaveLength(1);
      // The provider has billed what came.
      expect(await usageOf(ana.id)).toMatchObject([{ type: "chat", output_tokens: 5 }]);
      expect(await claims()).toHaveLength(0);
      expect((await say(ana, "Go on")).events.at(-1)).toMatchObject({ done: true });
    },
  );
});

describe("an answer that never begins", () => {
  it.each<[string, Parameters<typeof provider>[1], number, string]>([
    ["a refused request", { status: 400 }, 503, "unavailable"],
    ["a cut connection", { pieces: [], then: "cut" }, 503, "unavailable"],
    ["an empty answer", { pieces: [] }, 503, "unavailable"],
    ["a blank answer", { pieces: [" ", "\n"] }, 503, "unavailable"],
    ["a declined message", { refusal: "I cannot help with that." }, 400, "content_declined"],
    ["a filtered answer", { pieces: [], finish_reason: "content_filter" }, 400, "content_declined"],
  ])("is refused, neither kept nor counted (%s)", async (what, behaviour, status, code) => {
    await provider(words, behaviour);
    const answer = await say(ana, words);
    // White space is a piece: the stream has begun.
    if (what === "a blank answer") expect(answer.events.at(-1)).toMatchObject({ code });
    else expect([answer.status, answer.body.code]).toEqual([status, code]);
    expect([...await stored(ana), ...await claims()]).toEqual([]);
    expect(await usedOf(ana, "chat")).toEqual({ used: 0, failed: 1 });
    expect((await say(ana, words)).status).toBe(200);
  });

  it("is tried three times, after 429 and 5xx", async () => {
    await provider(words, { status: 500 });
    await provider(words, { status: 429, headers: { "retry-after": "0.05" } });
    expect((await say(ana, words)).events.at(-1)).toMatchObject({ done: true });
    expect(await requestsWith(words)).toHaveLength(3);
    expect(await usageOf(ana.id)).toHaveLength(1);
  });
});

describe("an answer that is filtered or too long", () => {
  it("ends with an error event when the provider filters it in the middle", async () => {
    await provider(words, { pieces: ["Once "], finish_reason: "content_filter" });
    const { events } = await say(ana, words);
    expect(events.at(-1)).toMatchObject({ code: "content_declined" });
    expect(await stored(ana)).toEqual([question(words), reply("Once ", true)]);
  });

  it("is incomplete when the model reaches its limit", async () => {
    await provider(words, { pieces: ["And so on"], finish_reason: "length" });
    const { events } = await say(ana, words);
    expect(events.at(-1)).toMatchObject({ done: true, message: reply("And so on", true) });
  });

  it("is cut off at 20,000 characters", async () => {
    await provider(words, { pieces: Array(30).fill("x".repeat(1000)) });
    const { events } = await say(ana, words);
    expect(events.at(-1)).toMatchObject({ done: true, message: { incomplete: true } });
    expect((await stored(ana))[1]!.content).toHaveLength(20_000);
  });
});

describe("a closed connection", () => {
  it("stops the provider's call, and what came is kept", async () => {
    await provider(words, { pieces: ["Half of ", "an answer"], then: "hold" });
    const answer = await begin(ana, words);
    answer.close();
    await eventually(async () =>
      expect(await requestsWith(words)).toMatchObject([{ aborted: true }])
    );
    await eventually(async () =>
      expect(await stored(ana)).toEqual([question(words), reply("Half of an answer", true)])
    );
    expect(await usageOf(ana.id)).toMatchObject([{ type: "chat", output_tokens: 5 }]);
    expect(await claims()).toHaveLength(0);
  });

  it("leaves nothing but its hit when no piece has arrived", async () => {
    await provider(words, { hold: true });
    const client = new AbortController();
    const answer = begin(ana, words, client);
    await reached(words);
    client.abort();
    await expect(answer).rejects.toThrow();
    await eventually(async () =>
      expect(await requestsWith(words)).toMatchObject([{ aborted: true }])
    );
    await eventually(async () => expect(await stored(ana)).toEqual([]));
    expect(await usageOf(ana.id)).toMatchObject([{ type: "chat", output_tokens: 0 }]);
    expect(await usedOf(ana, "chat")).toMatchObject({ used: 1 });
    expect(await claims()).toHaveLength(0);
  });
});

describe("an answer that is being written", () => {
  it("is not stored after the conversation is deleted", async () => {
    await provider(words, { pieces: ["Half"], then: "hold" });
    const answer = await begin(ana, words);
    await ok(ana, "DELETE", path);
    // The claim outlives the message: there is still one answer at a time.
    expect((await say(ana, "And this?")).status).toBe(409);
    await release(words);
    expect((await answer.rest).at(-1)).toEqual({
      error: "The conversation was deleted before the answer ended",
      code: "conflict",
    });
    expect([...await stored(ana), ...await claims()]).toEqual([]);
  });

  it("keeps its claim, and ends when the claim is lost or nobody may have the answer", async () => {
    const people = await Promise.all(["Ana", "Ben", "Cleo", "Dan"].map((name) => person(name)));
    const answers = await Promise.all(people.map(async (who) => {
      const asked = newWords();
      await provider(asked, { pieces: ["Half"], then: "hold" });
      return { who, asked, ...await begin(who, asked) };
    }));
    const [one, two, three, four] = answers as [Begun, Begun, Begun, Begun];
    await sql`update private.chat_claims
      set lease_until = clock_timestamp() + interval '4 seconds' where user_id = ${one.who.id}`;
    await ok(two.who, "DELETE", path);
    await sql`update public.profiles set is_active = false where id = ${three.who.id}`;
    await sql`update private.chat_claims
      set question_id = gen_random_uuid() where user_id = ${four.who.id}`;
    // The answers go on until the next heartbeat.
    for (const { asked, rest } of [two, three, four]) {
      await eventually(
        async () => expect(await requestsWith(asked)).toMatchObject([{ aborted: true }]),
      );
      expect((await rest).at(-1)).toHaveProperty("error");
    }
    expect(
      await sql`
      select from private.chat_claims where user_id = ${one.who.id}
        and lease_until > clock_timestamp() + interval '4 seconds'`,
    ).toHaveLength(1);
    await release(one.asked);
    expect((await one.rest).at(-1)).toMatchObject({ done: true });
  });
});
