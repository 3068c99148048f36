/** Streaks for two: what the job of reminders tells. */
import { describe, expect } from "vitest";
import { run as runReminders } from "../reminders/support.ts";
import { it } from "../support/it.ts";
import type { Person } from "../support/people.ts";
import { pauseSchedule } from "../support/schedules.ts";
import { sql } from "../support/sql.ts";
import { befriend, begin, keep, nameOf, told, write } from "./support.ts";

pauseSchedule("reminders");

describe("the job of reminders", () => {
  const tend = (who: Person) =>
    sql`select private.tend_pairs(array(
      select id from private.pair_streaks where ${who.id} in (user_a, user_b)))`;
  /** A zone where it is between 18:00 and 18:59 now, or an hour that is so many hours earlier. */
  async function zoneAt(hour: number): Promise<string> {
    const [{ name }] = await sql<[{ name: string }]>`
      select name from pg_timezone_names
      where name ~ '^Etc/GMT' and extract(hour from now() at time zone name) = ${hour}
        and private.is_timezone(name)
      order by name limit 1`;
    return name;
  }

  it("tells both of 7, 30, 100 and 365 days, each once", async ({ ana, ben }) => {
    await befriend(ana, ben);
    await keep(ana, ben, 31);
    await tend(ana);
    const titles = ["7 days together", "30 days together"];
    expect([await told(ana, "pair_streak_milestone"), await told(ben, "pair_streak_milestone")])
      .toEqual([titles, titles]);
    await tend(ana);
    expect(await told(ana, "pair_streak_milestone")).toEqual(titles);
  });

  it("tells at 18:00 who is not done while the friend is, once a date", async ({ ana, ben }) => {
    await befriend(ana, ben);
    await begin(ana, ben);
    const zone = await zoneAt(18);
    await sql`update public.profiles set timezone = ${zone} where id in (${ana.id}, ${ben.id})`;
    await tend(ana);
    expect([await told(ana, "pair_streak_waiting"), await told(ben, "pair_streak_waiting")])
      .toEqual([[], []]);
    await write(ana);
    // The hour has been looked at.
    await tend(ana);
    expect(await told(ben, "pair_streak_waiting")).toEqual([]);
    await sql`update private.pair_streaks set waited_a = null, waited_b = null
      where ${ana.id} in (user_a, user_b)`;
    await tend(ana);
    await tend(ana);
    expect(await told(ben, "pair_streak_waiting")).toEqual([
      `${await nameOf(ana)} is done for today`,
    ]);
    expect(await told(ana, "pair_streak_waiting")).toEqual([]);
  });

  it("tells nobody before 18:00, after 19:00, or during a pause", async ({ ana, ben }) => {
    await befriend(ana, ben);
    await begin(ana, ben);
    for (const hour of [17, 19, 18]) {
      await sql`update private.pair_streaks set waited_a = null, waited_b = null
        where ${ana.id} in (user_a, user_b)`;
      const zone = await zoneAt(hour);
      await sql`update public.profiles set timezone = ${zone} where id in (${ana.id}, ${ben.id})`;
      await write(ana);
      if (hour === 18) {
        await sql`insert into private.streak_pauses (user_id, since, until)
          select ${ben.id}, d, d from (select (now() at time zone ${zone})::date as d) as d`;
      }
      await tend(ana);
      expect([hour, await told(ben, "pair_streak_waiting")]).toEqual([hour, []]);
    }
  });

  it("looks at streaks that are due, and plans its next look", async ({ ana, ben }) => {
    await befriend(ana, ben);
    await begin(ana, ben);
    const due = async () =>
      (await sql<[{ due: boolean }]>`
      select due_at <= now() as due from private.pair_streaks
      where ${ana.id} in (user_a, user_b)`)[0].due;
    expect(await due()).toBe(true);
    await runReminders();
    expect(await due()).toBe(false);
    await write(ana);
    expect(await due()).toBe(true);
  });
});
