/** Messages that are sent again with their Idempotency-Key. */
import { beforeEach, describe, expect } from "vitest";
import { newWords, provider, reached, release, requestsWith } from "../ai/support.ts";
import { it } from "../support/it.ts";
import { type Person, person } from "../support/people.ts";
import { ok } from "../support/requests.ts";
import { usedOf } from "../support/limits.ts";
import { sql } from "../support/sql.ts";
import { path, question, reply, say, stored } from "./support.ts";

let ana: Person;
let words: string;
let key: { "idempotency-key": string };
beforeEach(async () => {
  ana = await person("Ana");
  words = newWords();
  key = { "idempotency-key": crypto.randomUUID() };
});

describe("a repeated message", () => {
  it("gets the stored answer as one piece, without a call, and counts once", async () => {
    const first = await say(ana, words, key);
    const again = await say(ana, words, key);
    const { message } = first.events.at(-1);
    expect(again.events).toEqual([{ delta: "I am here." }, { done: true, message }]);
    expect([first, again].map(({ headers }) => headers.get("idempotent-replayed")))
      .toEqual([null, "true"]);
    expect(await requestsWith(words)).toHaveLength(1);
    expect(await stored(ana)).toHaveLength(2);
    expect(await usedOf(ana, "chat")).toEqual({ used: 1, failed: 0 });
  });

  it("is refused with Retry-After while the first is being answered", async () => {
    await provider(words, { pieces: ["Wait"], then: "hold" });
    const first = say(ana, words, key);
    await reached(words);
    const { status, headers, body } = await say(ana, words, key);
    expect([status, headers.get("retry-after"), body.code])
      .toEqual([409, "2", "idempotency_in_progress"]);
    await release(words);
    expect((await first).status).toBe(200);
    expect((await say(ana, words, key)).events[0]).toEqual({ delta: "Wait" });
    expect(await requestsWith(words)).toHaveLength(1);
  });

  it("gets the stored part of an answer that broke off", async () => {
    await provider(words, { pieces: ["Half"], then: "end" });
    await say(ana, words, key);
    const { events } = await say(ana, words, key);
    expect(events).toMatchObject([{ delta: "Half" }, { done: true, message: reply("Half", true) }]);
    expect(await requestsWith(words)).toHaveLength(1);
  });

  it("is answered when the first attempt got no answer", async () => {
    await provider(words, { status: 400 });
    expect((await say(ana, words, key)).status).toBe(503);
    expect((await say(ana, words, key)).events.at(-1)).toMatchObject({ done: true });
    expect(await stored(ana)).toEqual([question(words), reply("I am here.")]);
  });

  it("is answered when the first attempt was cut off before its answer", async () => {
    await sql`
      with question as (
        insert into public.chat_messages (user_id, role, content, idempotency_key)
        values (${ana.id}, 'user', ${words}, ${key["idempotency-key"]}) returning id, user_id
      )
      insert into private.chat_claims (user_id, question_id, lease_until, hit)
      select user_id, id, now(), (private.take_user_rate_limit('chat', user_id) ->> 'hit')::bigint
      from question`;
    expect((await say(ana, words, key)).status).toBe(200);
    expect(await usedOf(ana, "chat")).toEqual({ used: 1, failed: 1 });
    expect(await stored(ana)).toEqual([question(words), reply("I am here.")]);
  });

  it("is answered anew after a day, and after the conversation is deleted", async () => {
    await say(ana, words, key);
    await sql`update public.chat_messages
      set created_at = created_at - interval '24 hours' where user_id = ${ana.id}`;
    expect((await say(ana, words, key)).headers.get("idempotent-replayed")).toBeNull();
    expect(await stored(ana)).toHaveLength(4);
    await ok(ana, "DELETE", path);
    expect((await say(ana, words, key)).headers.get("idempotent-replayed")).toBeNull();
    expect(await stored(ana)).toHaveLength(2);
  });

  it("is processed once when ten arrive at once", async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => say(ana, words, key)));
    expect(new Set(answers.map(({ status }) => status)).isSubsetOf(new Set([200, 409]))).toBe(true);
    expect(await requestsWith(words)).toHaveLength(1);
    expect(await stored(ana)).toHaveLength(2);
  });
});

describe("a key", () => {
  it("is refused with another message and malformed, and is each user's own", async ({ ben }) => {
    await say(ana, words, key);
    expect(await say(ana, `${words}!`, key))
      .toMatchObject({ status: 409, body: { code: "idempotency_key_reused" } });
    expect((await say(ana, words, { "idempotency-key": "x".repeat(256) })).status).toBe(400);
    expect((await say(ben, words, key)).headers.get("idempotent-replayed")).toBeNull();
  });
});
