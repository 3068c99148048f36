/** When reminders are due, and the job that sends them. */
import { describe, expect } from "vitest";
import { it } from "../support/it.ts";
import type { Person } from "../support/people.ts";
import { NOWHERE, ok } from "../support/requests.ts";
import { sql } from "../support/sql.ts";
import { clock, daily, goalOf, makeDue, path, remind, reminded, run, timesOf } from "./support.ts";

describe("the instant of a local time", () => {
  it.for([
    ["an offset of quarters of an hour", "Asia/Kathmandu", "2026-11-22 08:00", "2026-11-22T02:15"],
    ["the day before a change", "Europe/Berlin", "2026-03-28 02:30", "2026-03-28T01:30"],
    ["skipped: right after the gap", "Europe/Berlin", "2026-03-29 02:30", "2026-03-29T01:00"],
    ["the first minute of the gap", "Europe/Berlin", "2026-03-29 02:00", "2026-03-29T01:00"],
    ["the end of the gap", "Europe/Berlin", "2026-03-29 03:00", "2026-03-29T01:00"],
    ["twice: the first", "Europe/Berlin", "2026-10-25 02:30", "2026-10-25T00:30"],
    ["after both", "Europe/Berlin", "2026-10-25 03:00", "2026-10-25T02:00"],
    ["a gap of half an hour", "Australia/Lord_Howe", "2026-10-04 02:15", "2026-10-03T15:30"],
    ["twice within half an hour", "Australia/Lord_Howe", "2026-04-05 01:45", "2026-04-04T14:45"],
    ["a gap at midnight", "Asia/Beirut", "2026-03-29 00:30", "2026-03-28T22:00"],
    [
      "twice in a zone whose winter time is the odd one",
      "Europe/Dublin",
      "2026-10-25 01:30",
      "2026-10-25T00:30",
    ],
    ["a date that was left out", "Pacific/Apia", "2011-12-30 12:00", "2011-12-30T10:00"],
  ])("%s: %s %s", async ([, timezone, local, expected]) => {
    const [row] = await sql`select private.local_instant(${local!}::timestamp, ${timezone!}) as at`;
    expect(row!.at.toISOString()).toBe(`${expected}:00.000Z`);
  });
});

describe("the next date of a reminder", () => {
  // 22 November 2026 is a Sunday; Berlin is an hour ahead of UTC.
  it.for<[string, number[], string, string | null, string]>([
    ["before the time", daily, "2026-11-22T06:59:59Z", null, "2026-11-22T07:00"],
    ["at the time", daily, "2026-11-22T07:00:00Z", null, "2026-11-23T07:00"],
    ["on another day", [3], "2026-11-22T06:00:00Z", null, "2026-11-25T07:00"],
    ["a week later", [7], "2026-11-22T08:00:00Z", null, "2026-11-29T07:00"],
    ["when it was due today", daily, "2026-11-22T06:00:00Z", "2026-11-22", "2026-11-23T07:00"],
    [
      "when it was due on a date ahead",
      daily,
      "2026-11-22T06:00:00Z",
      "2026-11-23",
      "2026-11-24T07:00",
    ],
    ["over the end of summer time", [7], "2026-10-24T12:00:00Z", null, "2026-10-25T07:00"],
  ])("%s", async ([, days, after, last, expected]) => {
    const [row] = await sql`
      select next_at from private.next_reminder('08:00', ${days}::smallint[], 'Europe/Berlin',
        ${last}::date, ${after}::timestamptz)`;
    expect(row!.next_at.toISOString()).toBe(`${expected}:00.000Z`);
  });

  it("follows a change of its days and of the time zone", async ({ ana }) => {
    const reminder = await remind(ana, { local_time: clock(30) });
    const { next_on, next_at } = await timesOf(reminder);
    await ok(ana, "PUT", "/api/user/profile", { timezone: "Etc/GMT+1" });
    const later = await timesOf(reminder);
    expect(later.next_at.getTime() - next_at.getTime()).toBe(3_600_000);
    await ok(ana, "PUT", "/api/user/profile", { timezone: "Etc/GMT-1" });
    // The time is over there, so it begins with the next date.
    expect((await timesOf(reminder)).next_at.getTime() - next_at.getTime()).toBe(23 * 3_600_000);
    await ok(ana, "PUT", "/api/user/profile", { timezone: "UTC" });
    expect(await timesOf(reminder)).toMatchObject({ next_on, next_at });
    const other = new Date(`${next_on}T00:00:00Z`).getUTCDay() % 7 + 1;
    await ok(ana, "PUT", `${path}/${reminder.id}`, { days: [other] });
    expect((await timesOf(reminder)).next_at.getTime() - next_at.getTime()).toBe(86_400_000);
  });
});

describe("the job", () => {
  it("is silent on days on which a goal is not due, and when its week is full", async ({ ana }) => {
    const today = (new Date().getUTCDay() + 6) % 7 + 1;
    const scheduled = async (schedule: object) =>
      (await ok(ana, "POST", "/api/goals", { title: "Run", schedule })).goal.id as string;
    const [due, other, open, full] = [
      await scheduled({ kind: "weekdays", days: [today] }),
      await scheduled({ kind: "weekdays", days: [today % 7 + 1] }),
      await scheduled({ kind: "weekly", times: 2 }),
      await scheduled({ kind: "weekly", times: 1 }),
    ];
    // Not of today: that alone makes a reminder silent.
    await sql`
      insert into private.streak_acts (streak_id, day, id, began_at)
      select s.id, private.monday_of(private.utc_today()) + ${today % 7}::int, gen_random_uuid(),
        now()
      from private.streaks as s where s.goal_id = any (${[open, full]})`;
    for (const goal_id of [due, other, open, full]) {
      await makeDue(await remind(ana, { kind: "goal", goal_id, local_time: clock(5) }));
    }
    await run();
    const told = (await reminded(ana)).map(({ data }) => data.goal_id).sort();
    expect(told).toEqual([due, open].sort());
  });

  it("reminds once a date, at the time and not before, whatever its owner changes", async ({ ana }) => {
    const reminder = await remind(ana, { local_time: clock(5) });
    await run();
    expect(await reminded(ana)).toEqual([]);
    await makeDue(reminder);
    await Promise.all([run(), run()]);
    expect(await reminded(ana)).toMatchObject([{
      title: "Time to write",
      data: { reminder_id: reminder.id, goal_id: null },
    }]);
    const { last_on, next_on } = await timesOf(reminder);
    expect(Date.parse(next_on)).toBe(Date.parse(last_on!) + 86_400_000);
    await ok(ana, "PUT", `${path}/${reminder.id}`, { local_time: clock(10) });
    await ok(ana, "PUT", "/api/user/profile", { timezone: "Etc/GMT+1" });
    await ok(ana, "PUT", "/api/user/profile", { timezone: "UTC" });
    expect((await timesOf(reminder)).next_on).toBe(next_on);
  });

  it("names the goal", async ({ ana }) => {
    const goal_id = await goalOf(ana);
    const reminder = await remind(ana, { kind: "goal", goal_id });
    await makeDue(reminder);
    expect(await run()).toMatchObject({ failed: 0, remaining: 0, errors: [] });
    expect(await reminded(ana))
      .toMatchObject([{ title: "Time to check in", data: { reminder_id: reminder.id, goal_id } }]);
  });

  const write = (who: Person, written_at?: string) =>
    ok(who, "POST", "/api/journal", { title: "Today", content: "", written_at });
  const checkIn = (who: Person, goal: string, written_at?: string) =>
    ok(who, "POST", `/api/goals/${goal}/check-ins`, { status: "missed", written_at });
  const startOfToday = () => `${new Date().toISOString().slice(0, 10)}T00:00:00Z`;
  const yesterday = () => new Date(Date.parse(startOfToday()) - 1).toISOString();

  it.for<[string, "journal" | "goal", number, (who: Person, goal: string) => unknown]>([
    ["nothing is done", "journal", 1, () => {}],
    ["the last entry is of yesterday", "journal", 1, (who) => write(who, yesterday())],
    ["the entry of the day was imported", "journal", 1, async (who) => {
      await write(who);
      await sql`update public.journal_entries set import_id = ${NOWHERE} where user_id = ${who.id}`;
    }],
    ["an entry of the day is there", "journal", 0, (who) => write(who, startOfToday())],
    [
      "a check-in of the day is there",
      "goal",
      0,
      (who, goal) => checkIn(who, goal, startOfToday()),
    ],
    [
      "the last check-in is of yesterday",
      "goal",
      1,
      (who, goal) => checkIn(who, goal, yesterday()),
    ],
    [
      "the check-in is one of another goal",
      "goal",
      1,
      async (who) => checkIn(who, await goalOf(who)),
    ],
    ["only the journal has an entry", "goal", 1, (who) => write(who)],
    [
      "the goal is paused",
      "goal",
      0,
      (who, goal) => ok(who, "PUT", `/api/goals/${goal}`, { status: "paused" }),
    ],
    [
      "the user is blocked",
      "journal",
      0,
      ({ id }) => sql`update public.profiles set is_active = false where id = ${id}`,
    ],
  ])("when %s, a reminder of the %s: %i", async ([, kind, count, before], { ana }) => {
    const goal = await goalOf(ana);
    const reminder = await remind(ana, { kind, goal_id: kind === "goal" ? goal : null });
    await before(ana, goal);
    await makeDue(reminder);
    await run();
    expect([(await reminded(ana)).length, (await timesOf(reminder)).last_on !== null])
      .toEqual([count, true]);
  });

  it.for([[59, 1], [61, 0]])("%i minutes late: %i", async ([late, count], { ana }) => {
    const reminder = await remind(ana);
    await makeDue(reminder, late);
    await run();
    expect(await reminded(ana)).toHaveLength(count!);
    expect((await timesOf(reminder)).next_at.getTime()).toBeGreaterThan(Date.now());
  });

  it("leaves what is due as it is when the time zone changes", async ({ ana }) => {
    const reminder = await remind(ana);
    await makeDue(reminder);
    await ok(ana, "PUT", "/api/user/profile", { timezone: "Asia/Tokyo" });
    await run();
    expect(await reminded(ana)).toHaveLength(1);
    expect((await timesOf(reminder)).next_at.getUTCHours()).toBe(3);
  });
});
