/**
 * Questions that name a time in words: a model turns the words into days, which it counts from the
 * day that the tools name. The calls stand for the calls of a model.
 */
import { expect } from "vitest";
import { beginningOf, dayIn, plusDays } from "../../shared/base/days.ts";
import { it } from "../support/it.ts";
import type { Person } from "../support/people.ts";
import { ok } from "../support/requests.ts";
import { result, use } from "./support.ts";

const DAY = 24 * 3600_000;

/** A day as a moment in UTC, and as tools take it. */
const dayOf = (text: string) => new Date(`${text}T00:00:00Z`);
const shown = (day: Date) => day.toISOString().slice(0, 10);
const plus = (day: Date, days: number) => new Date(day.getTime() + days * DAY);
const monthOf = (day: Date, months: number) =>
  new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + months, 1));

/** The latest beginning of a month (0 to 11) whose end is past. */
const latest = (today: Date, month: number, months: number) => {
  const inYear = (year: number) => new Date(Date.UTC(year, month, 1));
  const year = today.getUTCFullYear();
  return monthOf(inYear(year), months) <= today ? inYear(year) : inYear(year - 1);
};

/** The first day that is asked for, and the day after the last one. */
type Days = (today: Date) => [from: Date, to: Date];

const questions: [question: string, days: Days][] = [
  ["What did I write today?", (today) => [today, plus(today, 1)]],
  ["What did I do yesterday?", (today) => [plus(today, -1), today]],
  ["How was I two weeks ago?", (today) => [plus(today, -14), plus(today, -13)]],
  ["What happened last Tuesday?", (today) => {
    const tuesday = plus(today, -((today.getUTCDay() + 4) % 7 + 1));
    return [tuesday, plus(tuesday, 1)];
  }],
  ["Where was I last month?", (today) => [monthOf(today, -1), monthOf(today, 0)]],
  ["What did I think of in March?", (today) => {
    const march = latest(today, 2, 1);
    return [march, monthOf(march, 1)];
  }],
  ["How did I feel last spring?", (today) => {
    const march = latest(today, 2, 3);
    return [march, monthOf(march, 3)];
  }],
  ["Did I swim last summer?", (today) => {
    const june = latest(today, 5, 3);
    return [june, monthOf(june, 3)];
  }],
  ["How did last year begin?", (today) => {
    const january = new Date(Date.UTC(today.getUTCFullYear() - 1, 0, 1));
    return [january, monthOf(january, 1)];
  }],
];

/** Today, as the descriptions of tools name it. */
async function todayOf({ api }: Person): Promise<{ names: string[]; today: Date; text: string }> {
  const { tools } = await result(api, "tools/list");
  const named = (tools as { name: string; description: string }[]).flatMap((tool) => {
    const [, text] = / today is (\w+day, \d{4}-\d\d-\d\d)\.$/.exec(tool.description) ?? [];
    return text ? [{ name: tool.name, text }] : [];
  });
  const [{ text }] = named as [typeof named[0] & object];
  return { names: named.map(({ name }) => name), today: dayOf(text.slice(-10)), text };
}

const zones = ["UTC", "Pacific/Auckland", "America/Los_Angeles"];

const title = "answers questions about days in the zone %s";
it.for(zones)(title, async (timezone, { ana }) => {
  await ok(ana, "PUT", "/api/user/profile", { timezone });
  const { today } = await todayOf(ana);
  // The first and the last minute of the time in question, and the minutes around it.
  const begin = async (day: Date) => Date.parse(await beginningOf(shown(day), timezone));
  const begins = await Promise.all(questions.flatMap(([, days]) => days(today).map(begin)));
  const minutes = begins.flatMap((at) => [at - 60_000, at]).filter((at) => at <= Date.now());
  const moments = [...new Set(minutes)].map((at) => new Date(at).toISOString());
  for (const [index, written_at] of moments.entries()) {
    const content = `The canal, walk ${index}`;
    await ok(ana, "POST", "/api/journal", { title: "Walk", content, written_at });
  }
  for (const [question, days] of questions) {
    const [from, to] = days(today);
    const [first, end] = [await begin(from), await begin(to)];
    const given = { from: shown(from), to: shown(to), limit: 50 };
    const expected = moments.map((moment) => Date.parse(moment))
      .filter((at) => at >= first && at < end).sort((a, b) => b - a);
    expect([question, expected]).not.toEqual([question, []]);
    for (const [tool, rest] of [["list_entries", {}], ["search_entries", { query: "walks" }]]) {
      const { entries } = await use(ana.api, tool as string, { ...given, ...rest as object });
      expect([question, entries.map((each: { written_at: string }) => Date.parse(each.written_at))])
        .toEqual([question, expected]);
    }
  }
});

it("the tools that take days name today where the user is", async ({ ana }) => {
  const { names, text } = await todayOf(ana);
  expect(names).toEqual(["search_entries", "list_entries", "insights"]);
  const far = "Pacific/Kiritimati";
  await ok(ana, "PUT", "/api/user/profile", { timezone: far });
  const there = await todayOf(ana);
  const weekday = new Intl.DateTimeFormat("en", { timeZone: far, weekday: "long" });
  const isLater = new Date().getUTCHours() >= 10;
  expect([there.today.getTime() - dayOf(text.slice(-10)).getTime(), there.text.split(",")[0]])
    .toEqual([isLater ? DAY : 0, weekday.format(new Date())]);
});

it.for(
  [
    ["2025-03-30", "Europe/Berlin", "2025-03-29T23:00"],
    ["2025-03-31", "Europe/Berlin", "2025-03-30T22:00"],
    ["2026-04-05", "Pacific/Auckland", "2026-04-04T11:00"],
    // Clocks go forward at midnight.
    ["2026-09-06", "America/Santiago", "2026-09-06T04:00"],
    ["2026-01-01", "No/Zone", "2026-01-01T00:00"],
    // A model asks for all entries since the first year.
    ["0001-01-01", "Europe/Berlin", "0001-01-01T00:00"],
    ["1582-10-04", "Asia/Tokyo", "1582-10-04T00:00"],
  ] as const,
)("the day %s in %s begins at %s", async ([day, zone, begins]) => {
  expect((await beginningOf(day, zone)).slice(0, 16)).toBe(begins);
});

it.for(
  [
    ["2026-01-01T00:30Z", "America/New_York", "2025-12-31"],
    ["2026-01-01T00:30Z", "No/Zone", "2026-01-01"],
    ["0999-12-31T12:00Z", "Europe/Berlin", "0999-12-31"],
  ] as const,
)("the moment %s in %s is on the day %s", async ([moment, zone, day]) => {
  expect(await dayIn(zone, Date.parse(moment))).toBe(day);
});

it("the day after the last one of a year is in the next", () => {
  expect([plusDays("2027-12-31", 1), plusDays("2028-03-01", -1)])
    .toEqual(["2028-01-01", "2028-02-29"]);
});
