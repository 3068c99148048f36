/** Automatic mood inside one process, and the database function that stores it. */
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { routes } from "../../functions/journal/routes.ts";
import { joyful, newWords, provider, reached, release, requestsWith } from "../ai/support.ts";
import { inProcess, useProject } from "../http/project.ts";
import { ok } from "../support/requests.ts";
import { eventually } from "../support/eventually.ts";
import { type Person, person, service } from "../support/people.ts";
import { analysed, type Entry, model, moodOf, settles, write } from "./moods.ts";

let ana: Person;
let words: string;
beforeEach(async () => {
  ana = await person("Ana");
  words = newWords();
});

describe("in one process", () => {
  const key = Deno.env.get("OPENAI_API_KEY")!;
  beforeAll(useProject);
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
    Deno.env.set("OPENAI_API_KEY", key);
    Deno.env.set("LOG_LEVEL", "silent");
  });

  /** Collects the log's warnings and errors from now on. */
  function logged(): string[] {
    const lines: string[] = [];
    for (const name of ["log", "error"] as const) {
      vi.spyOn(console, name).mockImplementation((line) => void lines.push(String(line)));
    }
    Deno.env.set("LOG_LEVEL", "warn");
    return lines;
  }

  async function post(content = words, headers?: Record<string, string>): Promise<Entry> {
    const sent = { title: "Today", content };
    return (await ok({ api: inProcess(routes, ana) }, "POST", "/journal", sent, headers)).entry;
  }

  /** An entry whose analysis the provider holds. */
  async function held() {
    words = newWords();
    await model(words, joyful(), { hold: true });
    const answer = post();
    await reached(words);
    return { words, answer };
  }

  it("an answer waits a limited time for an analysis, and not at all after a slow one", async () => {
    // The clock is fixed, so the answer waits for exactly the given time, however busy the machine.
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
    const quick = await held();
    await release(quick.words);
    expect((await quick.answer).mood).toBe("joyful");

    const slow = await held();
    vi.advanceTimersByTime(1000);
    const { id, mood } = await slow.answer;
    expect(mood).toBeNull();
    await release(slow.words);
    await settles(id, "joyful");

    const next = await held();
    const entry = await next.answer;
    expect(entry.mood).toBeNull();
    await release(next.words);
    await settles(entry.id, "joyful");

    // That analysis was fast: the provider has recovered.
    const last = await held();
    await release(last.words);
    expect((await last.answer).mood).toBe("joyful");
  });

  it("an answer does not wait while another analysis hangs", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
    const hanging = await held();
    vi.advanceTimersByTime(1000);
    const next = await held();
    expect((await next.answer).mood).toBeNull();
    // No analysis has ended yet that would show it.
    for (const { words, answer } of [hanging, next]) {
      await release(words);
      await settles((await answer).id, "joyful");
    }
  });

  it("an entry with a mood and an Idempotency-Key costs four calls of the database", async () => {
    await model(words);
    const fetched = vi.spyOn(globalThis, "fetch");
    const { id } = await post(words, { "Idempotency-Key": crypto.randomUUID() });
    await settles(id, "joyful");
    const calls = fetched.mock.calls.flatMap(([url]) =>
      String(url).split("/rest/v1/rpc/")[1] ?? []
    );
    expect(calls.sort()).toEqual([
      "create_journal_entry",
      "idempotency_claim",
      "idempotency_finish",
      "set_found_mood",
    ]);
  });

  it("a failure is one log line without text of the entry", async () => {
    const lines = logged();
    await provider(words, { status: 400, error: { message: `Bad: ${words}` } });
    const { id } = await post();
    await eventually(() => expect(lines).toHaveLength(1));
    expect(JSON.parse(lines[0]!)).toMatchObject({
      level: "warn",
      message: "no mood found",
      entry_id: id,
      error: { message: expect.stringMatching(/^AI provider: 400/) },
    });
    expect(lines[0]).not.toContain(words);
  });

  it("nothing is analysed without an API key", async () => {
    const lines = logged();
    Deno.env.delete("OPENAI_API_KEY");
    const { id, mood } = await post();
    expect(mood).toBeNull();
    Deno.env.set("OPENAI_API_KEY", key);
    const later = newWords();
    await model(later);
    const next = await post(later);
    await settles(next.id, "joyful");
    expect([await requestsWith(words), lines, await moodOf(id)]).toEqual([[], [], null]);
    // A changed content has no mood of the former one.
    Deno.env.delete("OPENAI_API_KEY");
    const api = inProcess(routes, ana);
    expect((await ok({ api }, "PUT", `/journal/${next.id}`, { content: words })).entry)
      .toMatchObject({ mood: null, mood_source: null });
  });
});

describe("the database", () => {
  const found = (id: string, due: string, mood = "calm", who = ana.id) =>
    service.rpc("set_found_mood", {
      p_user_id: who,
      p_entry_id: id,
      p_due_at: due,
      p_mood: mood,
    });

  it("stores a found mood once, for the write that was analysed", async () => {
    const { id, updated_at } = await write(ana, words);
    await analysed(ana, words);
    expect((await found(id, "2026-01-01T00:00:00Z")).data).toBeNull();
    expect((await found(id, updated_at, "calm", crypto.randomUUID())).data).toBeNull();
    expect((await found(id, updated_at)).data)
      .toEqual({ mood: "calm", mood_source: "analysis", tone_image_path: null });
    expect((await found(id, updated_at, "sad")).data).toBeNull();
    expect(await moodOf(id)).toBe("calm");
  });

  it("accepts only known tones", async () => {
    const { id, updated_at } = await write(ana, words);
    expect(await found(id, updated_at, "pwned")).toMatchObject({ status: 400 });
  });

  it("accepts a found mood from the service only", async () => {
    const { id, updated_at } = await write(ana, words);
    const args = { p_user_id: ana.id, p_entry_id: id, p_due_at: updated_at, p_mood: "calm" };
    const { error } = await ana.client.rpc("set_found_mood", args);
    expect(error).toMatchObject({ code: "42501" });
  });
});
