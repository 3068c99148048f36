/** The list of note analyses. */
import { beforeAll, describe, expect, it } from "vitest";
import { anonymous, type Person, person } from "../support/people.ts";
import { ok, walk } from "../support/requests.ts";
import { sql } from "../support/sql.ts";

const path = "/api/chat/analyses";

let ana: Person;
beforeAll(async () => {
  ana = await person("Ana");
  await sql`
    insert into public.note_analyses (
      user_id, analysis_date, summary, mood_trends, topics, patterns, recommendations, insights,
      entry_count)
    select ${ana.id}, '2026-11-01'::date + n, 'Day ' || n,
      '{"direction": "steady", "tones": ["calm"]}', '["work"]', '[]', 'Walk.',
      '{"gratitude": [], "challenges": ["sleep"], "goals": [], "achievements": []}', 3
    from generate_series(1, 5) as n`;
});

describe("analyses", () => {
  it("are listed to their owner, latest first, in pages", async () => {
    const all = await walk(ana, path, "analyses", 2);
    expect(all.map(({ analysis_date }) => analysis_date)).toEqual(
      [6, 5, 4, 3, 2].map((day) => `2026-11-0${day}`),
    );
    expect(all[0]).toMatchObject({
      summary: "Day 5",
      mood_trends: { direction: "steady", tones: ["calm"] },
      topics: ["work"],
      patterns: [],
      recommendations: "Walk.",
      insights: { gratitude: [], challenges: ["sleep"], goals: [], achievements: [] },
      entry_count: 3,
    });
    expect(await walk(await person("Ben"), path, "analyses")).toEqual([]);
  });

  it("require authentication and a cursor of their own", async () => {
    expect((await anonymous.api("GET", path)).status).toBe(401);
    expect((await ana.api("GET", `${path}?cursor=x`)).status).toBe(400);
    const { messages } = await ok(ana, "GET", "/api/chat/messages");
    expect(messages).toEqual([]);
  });

  it("exist once for each user and day", async () => {
    await expect(sql`
      insert into public.note_analyses (
        user_id, analysis_date, summary, mood_trends, topics, patterns, recommendations, insights,
        entry_count)
      select user_id, analysis_date, 'again', mood_trends, topics, patterns, recommendations,
        insights, entry_count
      from public.note_analyses where user_id = ${ana.id}`).rejects.toMatchObject({
      constraint_name: "note_analyses_day_key",
    });
  });
});
