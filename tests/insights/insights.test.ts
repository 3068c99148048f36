/** Insights, compared with a plain model of the same made-up year. */
import { describe, expect } from "vitest";
import { sentimentOf, toTone } from "../../shared/ai/tones.ts";
import { it } from "../support/it.ts";
import type { Person } from "../support/people.ts";
import { ok, outcome } from "../support/requests.ts";
import { sql } from "../support/sql.ts";
import { type Life, makeLife, modelOf } from "./model.ts";

const read = async (who: Person, query = "") =>
  (await ok(who, "GET", `/api/insights${query}`)).insights;

/** Stores a life as that of a person, and the goals with their ids. */
async function live(who: Person, life: Life, timezone: string): Promise<string[]> {
  await ok(who, "PUT", "/api/user/profile", { timezone });
  const goals = await sql`
    insert into public.goals (user_id, title) select ${who.id}, 'Goal' from generate_series(1, 2)
    returning id`;
  const ids = goals.map(({ id }) => id as string);
  await sql`
    select private.insert_journal_entry(${who.id}, e, now())
    from jsonb_array_elements(${sql.json(life.entries as never)}) as e`;
  await sql`
    insert into public.goal_check_ins (goal_id, user_id, status, written_at)
    select (${ids}::uuid[])[(c ->> 'goal')::int + 1], ${who.id}, c ->> 'status',
      (c ->> 'written_at')::timestamptz
    from jsonb_array_elements(${sql.json(life.checkIns as never)}) as c`;
  await sql`
    insert into public.satisfaction_entries (user_id, score, written_at)
    select ${who.id}, (s ->> 'score')::int, (s ->> 'written_at')::timestamptz
    from jsonb_array_elements(${sql.json(life.satisfaction as never)}) as s`;
  await sql`
    insert into public.sleep_entries (user_id, date, hours, quality)
    select ${who.id}, (s ->> 'date')::date, (s ->> 'hours')::numeric, 3
    from jsonb_array_elements(${sql.json(life.sleep as never)}) as s`;
  return ids;
}

/** Rounds the numbers of a value, which may differ in their last digits. */
const rounded = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value),
    (_, each) => typeof each === "number" ? Number(each.toFixed(9)) : each,
  );

describe("the figures are those of a model", () => {
  it.for(
    [
      ["Europe/Berlin", 1, "2025-03-01", "2025-11-30"],
      ["America/New_York", 2, "2025-01-01", "2025-12-31"],
      ["Australia/Lord_Howe", 3, "2025-03-20", "2025-04-20"],
      // Its clocks change at midnight.
      ["America/Havana", 4, "2025-10-15", "2025-11-15"],
      ["Asia/Kathmandu", 5, "2025-06-05", "2025-06-05"],
    ] as const,
  )("%s, life %i, %s to %s", async ([timezone, seed, from, to], { ana }) => {
    const life = makeLife(seed);
    const goals = await live(ana, life, timezone);
    const insights = await read(ana, `?from=${from}&to=${to}`);
    expect(rounded(insights)).toEqual(rounded(modelOf(life, { from, to, timezone, goals })));
    if (to > from) expect(insights.days.length).toBeGreaterThan(10);
    if (seed < 3) expect(insights.together).toHaveLength(10);
  });

  it("in the present zone of the profile", async ({ ana }) => {
    const life = makeLife(6);
    const goals = await live(ana, life, "UTC");
    const range = { from: "2025-05-01", to: "2025-05-31" };
    for (const timezone of ["Pacific/Kiritimati", "Pacific/Pago_Pago"]) {
      await ok(ana, "PUT", "/api/user/profile", { timezone });
      expect(rounded(await read(ana, "?from=2025-05-01&to=2025-05-31")))
        .toEqual(rounded(modelOf(life, { ...range, timezone, goals })));
    }
  });
});

it("are empty without entries, by default of the last 30 days", async ({ ana }) => {
  const insights = await read(ana);
  const days = (Date.parse(insights.to) - Date.parse(insights.from)) / 86_400_000;
  expect([days, Math.abs(Date.parse(insights.to) - Date.now()) < 86_400_000]).toEqual([29, true]);
  expect(insights).toEqual({
    from: insights.from,
    to: insights.to,
    timezone: "UTC",
    days: [],
    moods: [],
    tags: [],
    totals: { entries: 0, words: 0, days: 0, goals_completed: 0 },
    weekdays: Array(7).fill(0),
    hours: Array(24).fill(0),
    together: [],
  });
});

it("count the words of title and content as they stand", async ({ ana }) => {
  const words = async () => (await read(ana)).totals.words;
  const { entry } = await ok(ana, "POST", "/api/journal", {
    title: "First frost",
    content: "  Ran along\n\nthe river.\tIt's cold – very. ",
  });
  expect(await words()).toBe(10);
  await ok(ana, "PUT", `/api/journal/${entry.id}`, { title: "Frost" });
  expect(await words()).toBe(9);
  await ok(ana, "PUT", `/api/journal/${entry.id}`, { content: "" });
  expect(await words()).toBe(1);
});

it("take the latest of equally frequent moods, and know tones by the list of the service", async ({ ana }) => {
  const at = (hour: number) => `2025-06-02T${String(hour).padStart(2, "0")}:00:00Z`;
  for (
    const [hour, mood] of [[8, "Sad"], [9, "JOYFUL"], [10, "sad"], [11, "joyful"], [12, "so-so"]]
  ) {
    await ok(ana, "POST", "/api/journal", {
      title: "Hour",
      content: "",
      mood,
      written_at: at(hour as number),
    });
  }
  const { days, moods } = await read(ana, "?from=2025-06-02&to=2025-06-02");
  expect(days).toMatchObject([{ mood: "joyful", tone: "positive" }]);
  expect(moods).toEqual([
    { mood: "joyful", tone: "positive", count: 2 },
    { mood: "sad", tone: "negative", count: 2 },
    { mood: "so-so", tone: null, count: 1 },
  ]);
  for (const mood of ["calm", "content", "pessimistic", "delighted", "energetic"]) {
    const [row] = await sql`select private.sentiment(${mood}) as sentiment`;
    const tone = toTone(mood);
    expect([mood, row!.sentiment]).toEqual([mood, tone && sentimentOf(tone)]);
  }
});

it("are of the caller's own entries alone", async ({ ana, ben, admin }) => {
  await ok(ana, "POST", "/api/journal", {
    title: "Public",
    content: "for all",
    metadata_visibility: "public",
    content_visibility: "public",
  });
  for (const who of [ben, admin]) expect((await read(who)).totals.entries).toBe(0);
});

describe("refusals", () => {
  it.for(
    [
      ["?from=2025-01-02&to=2025-01-01", "400 from: after to"],
      ["?from=2025-01-01&to=2026-01-02", "400 from: at most 366 days"],
      ["?from=2025-02-30", "400 from: expected YYYY-MM-DD"],
      ["?from=9999-12-31", "400 from: after to"],
    ] as const,
  )("%s", async ([query, error], { ana }) => {
    expect(await outcome(ana, "GET", `/api/insights${query}`)).toBe(error);
  });

  it("do not concern a period of 366 days, or a period at the ends of time", async ({ ana }) => {
    for (
      const query of [
        "?from=2025-01-01&to=2026-01-01",
        "?from=0001-01-01&to=0001-02-01",
        "?to=9999-12-31",
      ]
    ) {
      expect((await read(ana, query)).days).toEqual([]);
    }
  });

  it("concern a super admin who acts as the user", async ({ ana }) => {
    const { session_id } = JSON.parse(
      atob(ana.token.split(".")[1]!.replace(/-/g, "+").replace(/_/g, "/")),
    );
    await sql`insert into private.impersonated_sessions (session_id) values (${session_id})`;
    expect((await ana.api("GET", "/api/insights")).body.code).toBe("impersonated");
    expect((await ana.client.rpc("my_insights")).error?.details).toBe("impersonated");
  });
});
