/** Analyses that users ask for. */
import { beforeEach, describe, expect, it } from "vitest";
import { messagesOf, newWords, provider, requestsWith, usageOf } from "../ai/support.ts";
import { type Person, person } from "../support/people.ts";
import { codeOf, ok } from "../support/requests.ts";

const path = "/api/chat/analyses";
const said = {
  summary: "A calm day.",
  mood_trends: { direction: "steady", tones: ["calm"] },
  topics: ["work"],
  patterns: [],
  recommendations: "Walk.",
  insights: { gratitude: [], challenges: [], goals: [], achievements: [] },
};
const allow = (who: Person, read_notes_enabled: boolean) =>
  ok(who, "PUT", "/api/chat/settings", { read_notes_enabled });

let ana: Person, words: string;
beforeEach(async () => {
  [ana, words] = [await person("Ana"), newWords()];
});
const write = (written_at?: string) =>
  ok(ana, "POST", "/api/journal", { title: "Today", content: words, mood: "calm", written_at });

describe("POST /api/chat/analyses", () => {
  it("analyzes the entries of a week, once a day", async () => {
    await allow(ana, true);
    await write();
    await provider(words, { answer: said });
    const answer = await ana.api("POST", path);
    expect([answer.status, answer.body.analysis]).toMatchObject([201, {
      summary: "A calm day.",
      topics: ["work"],
      entry_count: 1,
      analysis_date: new Date().toISOString().slice(0, 10),
    }]);
    expect((await ok(ana, "GET", path)).analyses).toEqual([answer.body.analysis]);
    const [, data] = messagesOf((await requestsWith(words))[0]!);
    expect(JSON.parse(data!).entries).toMatchObject([{ title: "Today" }]);
    expect(await usageOf(ana.id)).toMatchObject([{ type: "note_analysis" }]);

    expect(await codeOf(ana.api("POST", path))).toBe("409 already_exists");
    // The user can ask for a deleted analysis again.
    await ok(ana, "DELETE", path);
    expect((await ana.api("POST", path)).status).toBe(201);
  });

  it.each([
    ["without permission", false, undefined, "403 forbidden"],
    ["of older entries only", true, "2026-01-01T00:00:00Z", "409 conflict"],
  ])("makes none %s", async (_how, isAllowed, written_at, code) => {
    await allow(ana, isAllowed);
    await write(written_at);
    expect(await codeOf(ana.api("POST", path))).toBe(code);
    expect(await requestsWith(words)).toEqual([]);
  });

  it("leaves nothing when the provider fails, and can be asked again", async () => {
    await allow(ana, true);
    await write();
    await provider(words, { answer: { ...said, summary: " " } });
    expect(await codeOf(ana.api("POST", path))).toBe("503 unavailable");
    expect((await ok(ana, "GET", path)).analyses).toEqual([]);
    expect((await ana.api("POST", path)).status).toBe(201);
  });
});
