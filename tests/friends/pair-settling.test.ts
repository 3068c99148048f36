/** Dates of streaks for two that stay as they are: what settles them, and before which change. */
import { describe, expect } from "vitest";
import { it } from "../support/it.ts";
import type { Person } from "../support/people.ts";
import { ok } from "../support/requests.ts";
import { pauseSchedule } from "../support/schedules.ts";
import { sql } from "../support/sql.ts";
import { befriend, begin, beginBefore, fill, friend, keep } from "./support.ts";

pauseSchedule("reminders");

/** How many days ago the last settled date is, and how many dates are counted up to it. */
const settled = async (who: Person) =>
  (await sql<{ ago: number; days: number }[]>`
    select (now() at time zone 'utc')::date - settled_on as ago, days from private.pair_streaks
    where ${who.id} in (user_a, user_b)`)[0]!;

describe("a date is settled 48 hours after it has passed, before", () => {
  const goal = async (who: Person) =>
    (await ok(who, "POST", "/api/goals", { title: "Run" })).goal.id as string;
  const entry = async (who: Person) =>
    (await ok(who, "POST", "/api/journal", { title: "Day", content: "Words." })).entry.id as string;
  const check = async (who: Person, goal: string) =>
    (await ok(who, "POST", `/api/goals/${goal}/check-ins`, { status: "completed" })).check_in.id;

  const ways: Record<string, (who: Person) => Promise<() => Promise<unknown>>> = {
    "an entry": (who) => Promise.resolve(() => entry(who)),
    "the deletion of an entry": async (who) => {
      const id = await entry(who);
      return () => ok(who, "DELETE", `/api/journal/${id}`);
    },
    "a check-in that becomes missed": async (who) => {
      const id = await goal(who);
      const url = `/api/goals/${id}/check-ins/${await check(who, id)}`;
      return () => ok(who, "PUT", url, { status: "missed" });
    },
    "another status of a goal": async (who) => {
      const id = await goal(who);
      return () => ok(who, "PUT", `/api/goals/${id}`, { status: "paused" });
    },
    "the deletion of a goal": async (who) => {
      const id = await goal(who);
      return () => ok(who, "DELETE", `/api/goals/${id}`);
    },
    "a pause": (who) =>
      Promise.resolve(() =>
        ok(who, "PUT", "/api/streaks/pause", { until: new Date().toISOString().slice(0, 10) })
      ),
    "a freeze": (who) =>
      Promise.resolve(() =>
        sql`insert into private.streak_freezes (user_id, price_drops, bought_on)
          values (${who.id}, 10, private.utc_today())`
      ),
    "another time zone": (who) =>
      Promise.resolve(() => ok(who, "PUT", "/api/user/profile", { timezone: "Asia/Tokyo" })),
  };

  it.for(Object.entries(ways))("%s", async ([, prepare], { ana, ben }) => {
    const change = await prepare(ben);
    await befriend(ana, ben);
    await keep(ana, ben, 5);
    expect(await settled(ana)).toEqual({ ago: 6, days: 0 });
    await change();
    expect(await settled(ana)).toEqual({ ago: 3, days: 3 });
  });
});

it("keeps the settled dates of a goal that is deleted", async ({ ana, ben }) => {
  const { goal } = await ok(ben, "POST", "/api/goals", { title: "Run" });
  await befriend(ana, ben);
  await Promise.all([fill(ana, 5), fill(ben, 5, goal.id)]);
  await beginBefore(ana, ben, 5);
  expect((await friend(ana)).pair_streak).toMatchObject({ state: "active", current: 5 });
  await ok(ben, "DELETE", `/api/goals/${goal.id}`);
  // The date before yesterday is open for 48 hours, and missed now.
  expect((await friend(ana)).pair_streak).toMatchObject({ state: "ended", current: 0, longest: 3 });
});

it("is not ended by a date that a pause, a taken freeze or a held one covers", async ({ ana, ben }) => {
  await befriend(ana, ben);
  await keep(ana, ben, 5);
  const drop = (day: number) =>
    sql`delete from private.streak_acts where day = private.utc_today() - ${day}::integer
      and streak_id in (select id from private.streaks where user_id = ${ben.id})`;
  const state = async () => {
    const { state, current } = (await friend(ana)).pair_streak;
    return `${state} ${current}`;
  };
  const steps: [string, () => PromiseLike<unknown>][] = [
    ["ended 0", () => drop(1)],
    ["active 4", () =>
      sql`insert into private.streak_pauses (user_id, since, until)
        values (${ben.id}, private.utc_today() - 1, private.utc_today() - 1)`],
    ["ended 0", () => sql`delete from private.streak_pauses where user_id = ${ben.id}`],
    [
      "active 4",
      () =>
        sql`insert into private.streak_freezes (user_id, price_drops, bought_on, covered_day)
        values (${ben.id}, 10, private.utc_today() - 4, private.utc_today() - 1)`,
    ],
    ["ended 0", () => sql`delete from private.streak_freezes where user_id = ${ben.id}`],
    [
      "ended 0",
      () => sql`select private.retrace_streak(id) from private.streaks where user_id = ${ben.id}`,
    ],
    ["active 4", () =>
      sql`insert into private.streak_freezes (user_id, price_drops, bought_on)
        values (${ben.id}, 10, private.utc_today() - 4)`],
  ];
  for (const [expected, step] of steps) {
    await step();
    expect(await state()).toBe(expected);
  }
  // Reading has recorded nothing.
  expect(await sql`select covered_day from private.streak_freezes where user_id = ${ben.id}`)
    .toEqual([{ covered_day: null }]);
});

it("remembers the zones of people in a streak for two alone", async ({ ana, ben, cleo }) => {
  await befriend(ana, ben);
  await begin(ana, ben);
  const zones = (who: Person) =>
    sql`select timezone from private.former_zones where user_id = ${who.id}`;
  for (const who of [ana, cleo]) {
    await ok(who, "PUT", "/api/user/profile", { timezone: "Asia/Tokyo" });
  }
  expect([await zones(ana), await zones(cleo)]).toEqual([[{ timezone: "UTC" }], []]);
});
