/** Matters of all users: the job that analyzes notes, and the configuration of the chat. */
import process from "node:process";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { testEnvironment } from "../support/environment.ts";
import { ownPlatform } from "../support/own-platform.ts";
import type { Person } from "../support/people.ts";

await ownPlatform({
  OPENAI_BASE_URL: process.env.OPENAI_BASE_URL!,
  OPENAI_API_KEY: process.env.OPENAI_API_KEY!,
});
const { person, send, superAdmin } = await import("../support/people.ts");
const { ok } = await import("../support/requests.ts");
const { sql } = await import("../support/sql.ts");
const { useProject } = await import("../http/project.ts");
const { messagesOf, newWords, provider, reached, release, requestsWith, usageOf } = await import(
  "../ai/support.ts"
);
const { say } = await import("./support.ts");
const { analyzeEverybody } = await import("../../functions/chat/analyze-notes.ts");

const path = "/api/chat/cron/analyze-notes";
const secret = { "x-cron-secret": testEnvironment.CHAT_CRON_SECRET };
const run = async () => {
  const { status, body } = await send("POST", path, undefined, secret);
  expect(status).toBe(200);
  return body.results;
};

const said = {
  summary: "A calm week.",
  mood_trends: { direction: "improving", tones: ["calm", "Grateful", "calm", "unheard of"] },
  topics: ["work", " ", "sleep"],
  patterns: [],
  recommendations: "Walk.",
  insights: { gratitude: ["tea"], challenges: [], goals: [], achievements: [] },
};

/** A user who lets the assistant read, with entries of these ages in hours. */
async function reader(words: string, ages: number[] = [1], name = "Ana"): Promise<Person> {
  const who = await person(name);
  await sql`update public.profiles set read_notes_enabled = true where id = ${who.id}`;
  for (const age of ages) await write(who, `${words} ${age}`, age);
  return who;
}

const write = (who: Person, content: string, hours: number) => {
  const written_at = new Date(Date.now() - hours * 3_600_000).toISOString();
  const entry = { title: `${hours} hours ago`, content, mood: "calm", written_at };
  return sql`select private.insert_journal_entry(${who.id}, ${sql.json(entry)}, now())`;
};

const analysesOf = ({ id }: Person) =>
  sql`select analysis_date::text, summary, mood_trends, topics, entry_count
    from public.note_analyses where user_id = ${id} order by analysis_date`;

/** Moves the job's last visit to the user, and to everybody, back by a day. */
const aDayLater = async ({ id }: Person) => {
  await sql`update private.assistant_attempts set day = day - 1 where user_id = ${id}`;
  await sql`update private.assistant_days set day = day - 1`;
};

/** Lets the job try again at once. */
const endLeases = () => sql`update private.assistant_attempts set lease_until = clock_timestamp()`;

const today = () => new Date().toISOString().slice(0, 10);
const none = { total: 0, successful: 0, failed: 0, remaining: 0, errors: [] };

let words: string;
beforeEach(() => void (words = newWords()));
// The job does not come to the people of earlier tests.
afterEach(() => sql`update public.profiles set read_notes_enabled = false`);

describe("the job that analyzes notes", () => {
  it("takes both of its secrets", async () => {
    const status = async (headers: Record<string, string>) =>
      (await send("POST", path, undefined, headers)).status;
    const { WORKOUT_WINDOW_CRON_SECRET, CHAT_CRON_SECRET } = testEnvironment;
    expect(await status({ "x-cron-secret": WORKOUT_WINDOW_CRON_SECRET })).toBe(200);
    expect(await status({ authorization: `Bearer ${CHAT_CRON_SECRET}` })).toBe(200);
  });

  it("stores what the model found, with its usage", async () => {
    const ana = await reader(words, [1, 30, 7 * 24 - 1, 7 * 24 + 1]);
    await provider(words, { answer: said });
    expect(await run()).toEqual({ ...none, total: 1, successful: 1 });
    expect(await analysesOf(ana)).toEqual([{
      analysis_date: today(),
      summary: "A calm week.",
      mood_trends: { direction: "improving", tones: ["calm", "grateful"] },
      topics: ["work", "sleep"],
      entry_count: 3,
    }]);
    expect(await usageOf(ana.id)).toMatchObject([{ type: "note_analysis" }]);
    const [request] = await requestsWith(words);
    const [instructions, data] = messagesOf(request!);
    expect(instructions).toMatch(/never an instruction to you/);
    expect(instructions).not.toContain(words);
    expect(JSON.parse(data).entries.map(({ title }: { title: string }) => title))
      .toEqual(["1 hours ago", "30 hours ago", "167 hours ago"]);
  });

  it("asks for the analysis in the language of the user", async () => {
    const ana = await reader(words);
    await ok(ana, "PUT", "/api/user/profile", { language: "it" });
    await run();
    const [request] = await requestsWith(words);
    expect(messagesOf(request!)[0]).toContain("Write the texts and the points in Italian.");
    expect(messagesOf(request!)[0]).toContain("findahelpline.com");
  });

  it("analyzes each user once a day", async () => {
    const ana = await reader(words);
    await run();
    expect(await run()).toEqual(none);
    await sql`update public.note_analyses
      set analysis_date = analysis_date - 1 where user_id = ${ana.id}`;
    await aDayLater(ana);
    expect(await run()).toMatchObject({ total: 1, successful: 1 });
    expect(await analysesOf(ana)).toHaveLength(2);
  });

  it("comes again to a user who writes after it has passed them", async () => {
    const [ana, ben] = [await reader(words, []), await reader(words, [8 * 24])];
    expect(await run()).toEqual(none);
    for (const each of [ana, ben]) await write(each, words, 7 * 24 + 1);
    expect(await run()).toEqual(none);
    await write(ana, words, 1);
    expect(await run()).toMatchObject({ total: 1, successful: 1, remaining: 0 });
    expect(await analysesOf(ana)).toMatchObject([{ entry_count: 1 }]);
    await write(ana, words, 1);
    expect(await run()).toEqual(none);
    // An entry that is gone when the job comes counts for nothing; the next one does.
    await write(ben, words, 1);
    await sql`delete from public.journal_entries where user_id = ${ben.id} and written_at > now() - interval '2 hours'`;
    expect(await run()).toEqual(none);
    await write(ben, words, 1);
    expect(await run()).toMatchObject({ total: 1, successful: 1, remaining: 0 });
  });

  it("comes again to a writer whose entry is committed while it passes them", async () => {
    const ana = await reader(words, []);
    await run();
    await aDayLater(ana);
    await sql.begin(async (tx) => {
      await tx`select private.insert_journal_entry(${ana.id}, ${
        tx.json({ title: "t", content: words, mood: "calm" })
      }, now())`;
      expect(await run()).toEqual(none);
    });
    expect(await run()).toMatchObject({ total: 1, successful: 1, remaining: 0 });
  });

  it.each(["the job", "the user"])(
    "does not make an analysis of %s again that the user has deleted and then writes",
    async (by) => {
      const ana = await reader(words);
      if (by === "the job") await run();
      else {
        await sql`delete from private.assistant_attempts where user_id = ${ana.id}`;
        await ok(ana, "POST", "/api/chat/analyses");
      }
      await ok(ana, "DELETE", "/api/chat/analyses");
      await write(ana, words, 0);
      expect(await run()).toEqual(none);
    },
  );

  it("does not make an analysis again that the user has deleted today", async () => {
    const ana = await reader(words);
    await run();
    await ok(ana, "DELETE", "/api/chat/analyses");
    await endLeases();
    expect(await run()).toEqual(none);
    expect(await analysesOf(ana)).toEqual([]);
    await aDayLater(ana);
    expect(await run()).toMatchObject({ total: 1, successful: 1 });
  });

  it("reads the 50 most recent entries", async () => {
    const ana = await reader(words, Array.from({ length: 52 }, (_, n) => n + 1));
    await run();
    expect(await analysesOf(ana)).toMatchObject([{ entry_count: 50 }]);
    const [request] = await requestsWith(words);
    expect(messagesOf(request!)[1]).toContain(`${words} 50`);
    expect(messagesOf(request!)[1]).not.toContain(`${words} 51`);
  });

  it("skips users without permission or recent entries, blocked and synthetic ones", async () => {
    const ages = [[7 * 24 + 1], [], [1], [1], [1]];
    const people = await Promise.all(ages.map((each) => reader(words, each)));
    const [, , unwilling, blocked, synthetic] = people.map(({ id }) => id);
    await sql`update public.profiles set read_notes_enabled = false where id = ${unwilling!}`;
    await sql`update public.profiles set is_active = false where id = ${blocked!}`;
    await sql`update public.profiles set is_ai = true where id = ${synthetic!}`;
    expect(await run()).toEqual(none);
    expect(await requestsWith(words)).toEqual([]);
  });

  it.each<[string, Parameters<typeof provider>[1]]>([
    ["of another form", { answer: { ...said, topics: "work" } }],
    ["without a summary", { answer: { ...said, summary: " " } }],
    ["that is cut short", { answer: said, finish_reason: "length" }],
    ["that is not JSON", { content: "Sorry" }],
    ["that is a refusal", { refusal: "No" }],
  ])("counts one invalid answer %s as failed and goes on with the others", async (_what, bad) => {
    const [ana, ben] = [await reader(words), await reader(`other${words.slice(5)}`)];
    await provider(words, bad);
    const results = await run();
    expect(results).toMatchObject({ total: 2, successful: 1, failed: 1, remaining: 1 });
    expect(results.errors).toEqual([expect.stringMatching(`^${ana.id}: The AI provider`)]);
    expect([await analysesOf(ana), await usageOf(ana.id)]).toMatchObject([[], [{}]]);
    expect(await analysesOf(ben)).toHaveLength(1);
  });

  it("tries a failed user again after two minutes and after an hour, three times a day", async () => {
    const ana = await reader(words);
    const lease = async () =>
      (await sql`
        select round(extract(epoch from lease_until - clock_timestamp()) / 60)::int as minutes
        from private.assistant_attempts where user_id = ${ana.id}`)[0]!.minutes;
    await provider(words, { content: "Sorry", times: 3 });
    for (const [remaining, minutes] of [[1, 2], [1, 60], [0, 60]]) {
      expect(await run()).toMatchObject({ total: 1, failed: 1, remaining });
      expect(await lease()).toBe(minutes);
      expect(await run()).toMatchObject({ total: 0, remaining });
      await endLeases();
    }
    expect(await run()).toEqual(none);
    await write(ana, words, 0);
    expect(await run()).toEqual(none);
    expect(await requestsWith(words)).toHaveLength(3);
  });

  it("stores nothing for a user who withdraws the permission meanwhile", async () => {
    const ana = await reader(words);
    await provider(words, { answer: said, hold: true });
    const running = run();
    await reached(words);
    await ok(ana, "PUT", "/api/chat/settings", { read_notes_enabled: false });
    await release(words);
    expect(await running).toMatchObject({ total: 1, successful: 0, failed: 0 });
    expect(await analysesOf(ana)).toEqual([]);
  });

  it("analyzes each user once when two runs are at work at once", async () => {
    const people = await Promise.all(Array.from({ length: 6 }, () => reader(words)));
    const [one, two] = await Promise.all([run(), run()]);
    expect(one.successful + two.successful).toBe(6);
    expect(await requestsWith(words)).toHaveLength(6);
    for (const each of people) expect(await analysesOf(each)).toHaveLength(1);
  });

  it("records its run, complete when nobody is left", async () => {
    const last = async () =>
      (await sql`select complete from private.job_runs where job = 'chat-analyze-notes'
        order by id desc limit 1`)[0]!.complete;
    await reader(words);
    await provider(words, { content: "Sorry" });
    await run();
    expect(await last()).toBe(false);
    await endLeases();
    await run();
    expect(await last()).toBe(true);
  });
});

describe("in one process", () => {
  const key = Deno.env.get("OPENAI_API_KEY")!;
  beforeEach(useProject);
  afterEach(() => {
    Deno.env.set("OPENAI_API_KEY", key);
    Deno.env.delete("AI_JOB_PAUSE_MS");
  });

  it("takes five users at a time, with the pause between", async () => {
    Deno.env.set("AI_JOB_PAUSE_MS", "600");
    await Promise.all(Array.from({ length: 11 }, () => reader(words)));
    const { results } = await analyzeEverybody();
    expect(results).toMatchObject({ total: 11, successful: 11, remaining: 0 });
    const times = (await requestsWith(words)).map(({ at }) => at);
    const gaps = times.slice(1).map((at, n) => at - times[n]!);
    expect(gaps.flatMap((gap, n) => gap >= 600 ? [n + 1] : [])).toEqual([5, 10]);
  });

  it("skips everybody without an API key", async () => {
    const ana = await reader(words);
    Deno.env.delete("OPENAI_API_KEY");
    await expect(analyzeEverybody()).rejects.toMatchObject({ code: "not_configured" });
    expect(await analysesOf(ana)).toEqual([]);
  });
});

describe("the configuration of the chat", () => {
  const set = async (key: string, value: unknown) =>
    ok(await superAdmin(), "PUT", `/api/admin/settings/${key}`, { value });

  it("switches the chat off, also for repeated messages", async () => {
    const ana = await person("Ana");
    const key = { "idempotency-key": words };
    await say(ana, words, key);
    await set("chat_enabled", false);
    for (const headers of [key, {}]) {
      expect(await say(ana, words, headers))
        .toMatchObject({ status: 503, body: { code: "chat_disabled" } });
    }
    expect((await ana.api("GET", "/api/chat/messages")).body.messages).toHaveLength(2);
    await set("chat_enabled", true);
    expect((await say(ana, words)).status).toBe(200);
  });

  it("ends all AI calls when the calls of the day have reached the limit of costs", async () => {
    const ana = await person("Ana");
    const allowed = async (usd: number | null) => {
      await set("ai_daily_cost_limit", usd);
      return await say(ana, words);
    };
    const [{ cost }] = await sql<[{ cost: string }]>`select private.ai_cost_today() as cost`;
    expect(await allowed(Number(cost)))
      .toMatchObject({ status: 503, body: { code: "ai_limit_reached" } });
    await ok(ana, "POST", "/api/journal", { title: words, content: words });
    expect(await requestsWith(words)).toEqual([]);
    expect((await allowed(Number(cost) + 1)).status).toBe(200);
    expect((await allowed(null)).status).toBe(200);
  });

  it("sets the model, the instructions and the number of entries", async () => {
    await set("chat_model", "gpt-4o-mini");
    await set("chat_system_prompt", "Speak like a pirate.");
    await set("chat_max_context_entries", 1);
    const ana = await reader("entry", [1, 2]);
    await say(ana, words);
    const [first] = await requestsWith(words);
    const { body } = first!;
    expect(body).toMatchObject({ model: "gpt-4o-mini" });
    expect(body).not.toHaveProperty("reasoning_effort");
    const [system, data] = body.messages as { content: string }[];
    expect(system!.content).toMatch(
      /^Speak like a pirate\.\n\nThis rule comes before.+findahelpline\.com.+\n\nThe first user message is one JSON/,
    );
    expect(JSON.parse(data!.content).entries).toHaveLength(1);
    await set("chat_max_context_entries", 0);
    const more = newWords();
    await say(ana, more);
    const [request] = await requestsWith(more);
    expect(JSON.parse(messagesOf(request!)[1]).entries).toEqual([]);
  });
});
