/** Schedules of goals: their form, their streaks over HTTP, and what a change does. */
import { describe, expect } from "vitest";
import { it } from "../support/it.ts";
import type { Person } from "../support/people.ts";
import { ok, outcome } from "../support/requests.ts";
import { sql } from "../support/sql.ts";

type Schedule = Record<string, unknown> | null;

const make = async (who: Person, schedule: Schedule): Promise<string> =>
  (await ok(who, "POST", "/api/goals", { title: "Run", schedule })).goal.id;
const change = (who: Person, id: string, schedule: Schedule) =>
  ok(who, "PUT", `/api/goals/${id}`, { schedule });
/** A check-in of some days after a Monday, which is 0; negative days are before. */
const done = (who: Person, goal: string, ...days: number[]) =>
  sql`
    insert into public.goal_check_ins (goal_id, user_id, status, written_at, created_at)
    select ${goal}, ${who.id}, 'completed', at, at
    from unnest(${days}::int[]) as day, lateral (
      select date_trunc('week', now() at time zone 'utc') at time zone 'utc'
        + make_interval(days => day, mins => 1) as at) as t`;
const streakOf = async (who: Person, goal: string) =>
  (await ok(who, "GET", "/api/streaks")).streaks.goals
    .find(({ goal_id }: { goal_id: string }) => goal_id === goal);
/** The day of the week, as days after Monday. */
const today = (new Date().getUTCDay() + 6) % 7;
const isoDay = (day: number) => (day % 7 + 7) % 7 + 1;

describe("a schedule", () => {
  it("is created, read, changed and removed, over HTTP and with supabase-js", async ({ ana }) => {
    const given = { kind: "weekdays", days: [1, 3, 5] };
    const { goal } = await ok(ana, "POST", "/api/goals", {
      ...{ title: "Run", schedule: { kind: "weekdays", days: [5, 1, 3] } },
    });
    expect(goal).toMatchObject({ schedule: given, measure: null });
    const path = `/api/goals/${goal.id}`;
    expect((await ok(ana, "GET", "/api/goals")).goals).toMatchObject([{ schedule: given }]);
    const weekly = { kind: "weekly", times: 3 };
    expect((await ok(ana, "PUT", path, { schedule: weekly })).goal.schedule).toEqual(weekly);
    expect((await ok(ana, "PUT", path, { title: "Walk" })).goal.schedule).toEqual(weekly);
    expect((await ok(ana, "PUT", path, { schedule: null })).goal.schedule).toBeNull();
    const row = await ana.client.from("goals").update({ schedule: given }).eq("id", goal.id)
      .select("schedule").single();
    expect(row.data).toEqual({ schedule: given });
    expect((await ok(ana, "GET", path)).goal.schedule).toEqual(given);
    const none = await ana.client.from("goals").update({ schedule: null }).eq("id", goal.id)
      .select("schedule").single();
    expect(none.data).toEqual({ schedule: null });
  });

  it.for<[Schedule | string, string]>([
    [{ kind: "weekdays", days: [] }, "schedule.days"],
    [{ kind: "weekdays", days: [1, 1] }, "schedule.days"],
    [{ kind: "weekdays", days: [0] }, "schedule.days.0"],
    [{ kind: "weekdays", days: [8] }, "schedule.days.0"],
    [{ kind: "weekdays", days: [1.5] }, "schedule.days.0"],
    [{ kind: "weekdays" }, "schedule.days"],
    [{ kind: "weekly", times: 0 }, "schedule.times"],
    [{ kind: "weekly", times: 8 }, "schedule.times"],
    [{ kind: "weekly", times: "3" }, "schedule.times"],
    [{ kind: "weekly" }, "schedule.times"],
    [{ kind: "monthly", times: 1 }, "schedule.kind"],
    [{}, "schedule.kind"],
    ["weekly", "schedule"],
  ])("%j is refused by the route and by the table", async ([schedule, field], { ana }) => {
    const goal = await make(ana, null);
    const found = await outcome(ana, "POST", "/api/goals", { title: "Run", schedule });
    expect(found).toMatch(/^400 /);
    expect(found).toContain(field);
    expect(await outcome(ana, "PUT", `/api/goals/${goal}`, { schedule })).toBe(found);
    const direct = ana.client.from("goals").update({ schedule: schedule as never }).eq("id", goal);
    expect((await direct).error?.code).toBe("23514");
  });

  it.for<[Schedule, unknown]>([
    [{ kind: "weekdays", days: [3, 1] }, "not in order"],
    [{ kind: "weekdays", days: [1], times: 3 }, "two kinds"],
    [{ kind: "weekly", times: 3, note: "x".repeat(5000) }, "another field"],
  ])("the table refuses %j as well", async ([schedule], { ana }) => {
    const row = ana.client.from("goals").insert({ title: "Run", schedule: schedule as never });
    expect((await row).error?.code).toBe("23514");
  });

  it("of another user's goal is not changed, and its history is out of reach", async ({ ana, ben }) => {
    const goal = await make(ana, { kind: "weekly", times: 3 });
    expect(await outcome(ben, "PUT", `/api/goals/${goal}`, { schedule: null }))
      .toBe("404 Goal not found");
    for (const schedule of ["private", "public"]) {
      const { error } = await ana.client.schema(schedule as "public")
        .from("goal_schedules" as "goals").select();
      expect(error).not.toBeNull();
    }
  });
});

describe("the streak of named days", () => {
  it("passes over the other days, which neither count nor end it", async ({ ana }) => {
    const days = [isoDay(today - 4), isoDay(today - 2), isoDay(today)].sort();
    const goal = await make(ana, { kind: "weekdays", days });
    await done(ana, goal, today - 4, today - 3, today - 2);
    expect(await streakOf(ana, goal)).toMatchObject({
      ...{ current: 2, longest: 2, unit: "day", at_risk: true },
    });
    await done(ana, goal, today - 1);
    expect(await streakOf(ana, goal)).toMatchObject({ current: 2, at_risk: true });
    await done(ana, goal, today);
    expect(await streakOf(ana, goal)).toMatchObject({ current: 3, at_risk: false });
  });

  it("ends with a missed named day, and is not at risk on another day", async ({ ana }) => {
    const named = [isoDay(today - 3), isoDay(today - 1)].sort();
    const goal = await make(ana, { kind: "weekdays", days: named });
    await done(ana, goal, today - 3);
    expect(await streakOf(ana, goal)).toMatchObject({ current: 0, longest: 1, at_risk: false });
    const other = await make(ana, { kind: "weekdays", days: [isoDay(today - 1)] });
    await done(ana, other, today - 1);
    expect(await streakOf(ana, other)).toMatchObject({ current: 1, at_risk: false });
  });

  it("takes a freeze on a named day alone", async ({ ana }) => {
    const days = [isoDay(today - 5), isoDay(today - 3), isoDay(today - 1)].sort();
    const goal = await make(ana, { kind: "weekdays", days });
    await sql`
      insert into private.streak_freezes (user_id, price_drops, bought_on)
      select ${ana.id}, 10, (now() at time zone 'utc')::date - 9 from generate_series(1, 2)`;
    await done(ana, goal, today - 5, today - 3);
    expect(await streakOf(ana, goal)).toMatchObject({ current: 2 });
    expect((await ok(ana, "GET", "/api/streaks")).freezes.held).toBe(1);
  });
});

describe("the streak of weeks", () => {
  it("counts full weeks, the present one at once", async ({ ana }) => {
    const goal = await make(ana, { kind: "weekly", times: 2 });
    await done(ana, goal, -14, -13, -7, -7, -2);
    expect(await streakOf(ana, goal)).toMatchObject({ current: 2, longest: 2, unit: "week" });
    await done(ana, goal, 0);
    expect(await streakOf(ana, goal)).toMatchObject({ current: 2 });
    if (today > 0) {
      await done(ana, goal, 1);
      expect(await streakOf(ana, goal)).toMatchObject({ current: 3, longest: 3, at_risk: false });
    }
  });

  it("ends when a week is over that is not full, unless four of its dates were paused", async ({ ana, ben }) => {
    for (const [who, paused, current] of [[ana, 3, 0], [ben, 4, 1]] as const) {
      const goal = await make(who, { kind: "weekly", times: 2 });
      await sql`
        insert into private.streak_pauses (user_id, since, until)
        select ${who.id}, monday - 7, monday - 8 + ${paused}::int from (
          select date_trunc('week', now() at time zone 'utc')::date as monday) as m`;
      await done(who, goal, -14, -13, -7);
      expect(await streakOf(who, goal)).toMatchObject({ current, longest: 1 });
    }
  });

  it("is at risk when no more days are left than it needs", async ({ ana }) => {
    const left = 7 - today;
    const tight = await make(ana, { kind: "weekly", times: left });
    await done(ana, tight, ...Array.from({ length: left }, (_, day) => day - 7));
    expect(await streakOf(ana, tight)).toMatchObject({ current: 1, at_risk: true });
    if (left > 1) {
      const easy = await make(ana, { kind: "weekly", times: left - 1 });
      await done(ana, easy, ...Array.from({ length: left - 1 }, (_, day) => day - 7));
      expect(await streakOf(ana, easy)).toMatchObject({ current: 1, at_risk: false });
    }
  });

  it("takes no freeze", async ({ ana }) => {
    const goal = await make(ana, { kind: "weekly", times: 1 });
    await sql`
      insert into private.streak_freezes (user_id, price_drops, bought_on)
      values (${ana.id}, 10, (now() at time zone 'utc')::date - 30)`;
    await done(ana, goal, -21, -14);
    expect(await streakOf(ana, goal)).toMatchObject({ current: 0, longest: 2 });
    expect((await ok(ana, "GET", "/api/streaks")).freezes.held).toBe(1);
  });

  it("tells of seven weeks in weeks", async ({ ana }) => {
    const goal = await make(ana, { kind: "weekly", times: 1 });
    await done(ana, goal, ...[7, 6, 5, 4, 3, 2, 1].map((weeks) => -7 * weeks));
    const { notifications } = await ok(ana, "GET", "/api/notifications");
    expect(notifications).toMatchObject([{
      type: "streak_milestone",
      title: "A streak of 7 weeks",
      data: { goal_id: goal, days: 7, unit: "week" },
    }]);
  });
});

describe("a changed schedule", () => {
  it("holds from today: the days before keep what they were", async ({ ana }) => {
    const goal = await make(ana, null);
    await done(ana, goal, today - 3, today - 2, today - 1);
    await change(ana, goal, { kind: "weekdays", days: [isoDay(today + 1)] });
    expect(await streakOf(ana, goal)).toMatchObject({ current: 3, at_risk: false });
    await change(ana, goal, null);
    expect(await streakOf(ana, goal)).toMatchObject({ current: 3, at_risk: true });
  });

  it("begins anew between days and weeks, with the present week, and so does longest", async ({ ana }) => {
    const goal = await make(ana, null);
    await done(ana, goal, -5, -4, -3, -2, -1, 0);
    await change(ana, goal, { kind: "weekly", times: 1 });
    expect(await streakOf(ana, goal)).toMatchObject({ current: 1, longest: 1, unit: "week" });
    await change(ana, goal, null);
    const days = await streakOf(ana, goal);
    expect(days).toMatchObject({ longest: 1, unit: "day" });
  });

  it("asks another number of days from the next Monday on", async ({ ana }) => {
    const goal = await make(ana, { kind: "weekly", times: 1 });
    await done(ana, goal, 0);
    await change(ana, goal, { kind: "weekly", times: 7 });
    expect(await streakOf(ana, goal)).toMatchObject({ current: 1 });
    const since = await sql`
      select since = date_trunc('week', now() at time zone 'utc')::date + 7 as is_next
      from private.goal_schedules where goal_id = ${goal} order by since desc limit 1`;
    expect(since).toEqual([{ is_next: true }]);
  });

  it("is one row for a date, however often it changes", async ({ ana }) => {
    const goal = await make(ana, null);
    for (const day of [1, 2, 3]) await change(ana, goal, { kind: "weekdays", days: [day] });
    for (const times of [1, 2, 3]) await change(ana, goal, { kind: "weekly", times });
    expect(
      await sql`
      select schedule from private.goal_schedules where goal_id = ${goal} order by since`,
    ).toEqual([{ schedule: { kind: "weekly", times: 1 } }, {
      schedule: { kind: "weekly", times: 3 },
    }]);
  });
});

it("a schedule, its unit and its history are in the copies and the export", async ({ ana }) => {
  const goal = await make(ana, { kind: "weekly", times: 2 });
  await done(ana, goal, 0);
  const { changes } = await ok(ana, "GET", "/api/sync");
  expect(changes.goals).toMatchObject([{ id: goal, schedule: { kind: "weekly", times: 2 } }]);
  expect(changes.streaks).toMatchObject([{ goal_id: goal, unit: "week" }]);
  const [sections] = await sql`
    select array_agg(name order by name) as names from private.export_sections
    where name in ('goals', 'goal_check_ins', 'goal_schedules')`;
  expect(sections!.names).toEqual(["goal_check_ins", "goal_schedules", "goals"]);
  await ok(ana, "DELETE", `/api/goals/${goal}`);
  expect(await sql`select from private.goal_schedules where goal_id = ${goal}`).toEqual([]);
});
