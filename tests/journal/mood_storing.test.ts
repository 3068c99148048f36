/** Automatic mood inside one process, and what the database takes of it. */
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { routes } from "../../functions/journal/routes.ts";
import { createApp } from "../../shared/http/app.ts";
import { joyful, newWords, provider, requestsWith } from "../ai/support.ts";
import { useProject } from "../http/project.ts";
import { type Person, person, service } from "../support/people.ts";
import { as } from "../support/sql.ts";
import { analysed, type Entry, model, moodOf, settles, SLOW_MS, write } from "./moods.ts";

let ana: Person;
let words: string;
beforeEach(async () => {
  ana = await person("Ana");
  words = newWords();
});

describe("in a function of its own", () => {
  const names = ["OPENAI_API_KEY", "LOG_LEVEL"];
  const environment = names.map((name) => [name, Deno.env.get(name)] as const);
  beforeAll(useProject);
  afterAll(() => {
    vi.restoreAllMocks();
    for (const [name, value] of environment) if (value) Deno.env.set(name, value);
  });

  async function post(): Promise<Entry> {
    const answer = await createApp([routes]).request("/journal", {
      method: "POST",
      headers: { authorization: `Bearer ${ana.token}`, "content-type": "application/json" },
      body: JSON.stringify({ title: "Today", content: words }),
    });
    expect(answer.status).toBe(201);
    return (await answer.json()).entry;
  }

  it("an answer does not wait while analyses take long", async () => {
    const timed = async () => {
      words = newWords();
      await model(words, joyful(), { delay_ms: SLOW_MS });
      const start = performance.now();
      const { id } = await post();
      const ms = performance.now() - start;
      await settles(id, "joyful");
      return ms;
    };
    const [first, second] = [await timed(), await timed()];
    expect(first).toBeGreaterThan(245);
    expect(first).toBeLessThan(SLOW_MS);
    expect(second).toBeLessThan(first - 100);
  });

  it("a failure is one line in the log, without a word of the entry", async () => {
    const lines: string[] = [];
    vi.spyOn(console, "log").mockImplementation((line) => void lines.push(String(line)));
    Deno.env.set("LOG_LEVEL", "warn");
    await provider(words, { status: 400, error: { message: `Bad: ${words}` } });
    const { id } = await post();
    await vi.waitFor(() => expect(lines).toHaveLength(1));
    expect(JSON.parse(lines[0]!)).toMatchObject({
      level: "warn",
      message: "no mood found",
      entry_id: id,
      error: { message: expect.stringMatching(/^AI provider: 400/) },
    });
    expect(lines[0]).not.toContain(words);
  });

  it("nothing is analysed without a key", async () => {
    Deno.env.delete("OPENAI_API_KEY");
    expect((await post()).mood).toBeNull();
    expect(await requestsWith(words)).toEqual([]);
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

  it("takes a found mood once, for the write it was found for", async () => {
    const { id, updated_at } = await write(ana, words);
    await analysed(ana, words);
    expect((await found(id, "2026-01-01T00:00:00Z")).data).toBe(false);
    expect((await found(id, updated_at, "calm", crypto.randomUUID())).data).toBe(false);
    expect((await found(id, updated_at)).data).toBe(true);
    expect((await found(id, updated_at, "sad")).data).toBe(false);
    expect(await moodOf(id)).toBe("calm");
  });

  it("takes a tone and nothing else", async () => {
    const { id, updated_at } = await write(ana, words);
    expect(await found(id, updated_at, "pwned")).toMatchObject({ status: 400 });
  });

  it("takes it from the service alone", async () => {
    const { id, updated_at } = await write(ana, words);
    const args = { p_user_id: ana.id, p_entry_id: id, p_due_at: updated_at, p_mood: "calm" };
    const { error } = await ana.client.rpc("set_found_mood", args);
    expect(error).toMatchObject({ code: "42501" });
    await expect(
      as(
        { role: "authenticated", sub: ana.id },
        (query) => query`select private.set_found_mood(${ana.id}, ${id}, ${updated_at}, 'calm')`,
      ),
    ).rejects
      .toThrow(/permission denied/);
  });

  it("lets a mood that is set straight through its function win as well", async () => {
    await model(words, joyful(), { delay_ms: SLOW_MS });
    const { id } = await write(ana, words);
    const { error } = await ana.client.rpc("update_journal_entry", {
      p_entry_id: id,
      p_changes: { mood: "proud" },
    });
    expect(error).toBeNull();
    await analysed(ana, words);
    expect(await moodOf(id)).toBe("proud");
  });
});
