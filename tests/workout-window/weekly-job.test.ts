/** The job that opens the battle of a week, executes past ones and tells of them. */
import { describe, expect } from "vitest";
import { eventually } from "../support/eventually.ts";
import { it } from "../support/it.ts";
import { persons } from "../support/people.ts";
import { sql, undone } from "../support/sql.ts";
import { hasCheckedIn, openDate } from "./days.ts";
import { asJob } from "./jobs.ts";
import { dayOf, fillWeek, giveWindow, readBattle, takePlace, weeksFrom } from "./weeks.ts";

const newWeek = weeksFrom("2010-01-04");

const generateWeekly = () => asJob("/api/workout-window/battle/cron/generate-weekly");
const open = (week: string) => sql`select private.open_workout_battle(${week})`;
const thisWeek = async () => {
  const [row] = await sql<[{ week: string }]>`
    select private.week_of(private.utc_today())::text as week`;
  return row.week;
};

describe("the weekly job", () => {
  it("opens the battle of this week, once", async () => {
    const answers = await Promise.all([generateWeekly(), generateWeekly()]);
    for (const { status, body } of answers) {
      expect(status).toBe(200);
      expect(body).toMatchObject({ success: true, battle: { week_start_date: await thisWeek() } });
    }
    const [row] = await sql`
      select count(*)::int from public.workout_window_battles
      where week_start_date = ${await thisWeek()}`;
    expect(row!.count).toBe(1);
  });

  it("executes a past battle that nobody has, when nobody can check in any more", async ({ ana, ben, cleo }) => {
    const week = newWeek();
    await fillWeek(week, [ana, ben, cleo]);
    await open(week);
    const late = newWeek();
    await takePlace(ana, dayOf(late, 6), "red", { isOpen: true });
    await open(late);
    await generateWeekly();
    expect((await readBattle(ana, week)).battle.battle_status).toBe("completed");
    expect((await readBattle(ana, late)).battle.battle_status).toBe("pending");
  });

  it("goes on with notices that were cut off", async () => {
    const week = newWeek();
    const people = await persons("Ana", "Ben", "Cleo");
    await Promise.all(people.map((who) => giveWindow(who)));
    for (const each of people) await takePlace(each, week, "red", { chips: 1 });
    await sql`select private.finish_workout_battle(${week})`;
    // One user in each step.
    for (let sent: number | null = 0; sent !== null;) {
      [{ sent }] = await sql<[{ sent: number | null }]>`
        select private.send_workout_notices(1) as sent`;
    }
    // Another test's call may be sending the last one.
    await eventually(async () =>
      expect(
        await sql`
          select from public.notifications where type = 'battle_result'
            and user_id = any (${people.map(({ id }) => id)}) and dedupe_key = ${week}`,
      ).toHaveLength(3)
    );
  });

  it("tells once, from Friday on, how the battle of this week stands", async ({ ana }) => {
    await giveWindow(ana);
    const sent = await undone(async (tx) => {
      // A Friday.
      await tx`
        create or replace function private.utc_today() returns date language sql stable
        set search_path = '' as 'select date ''2001-01-05'''`;
      await openDate("2001-01-01", tx);
      await tx`
        insert into public.workout_window_chains (
          date, user_id, team_color, location_group, starts_at, ends_at
        )
        values ('2001-01-01', ${ana.id}, 'red', 'week', '2001-01-01 08:00', '2001-01-01 10:00')`;
      await hasCheckedIn(ana, "2001-01-01", { battle_chips_earned: 3 }, tx);
      await tx`select private.generate_workout_battle()`;
      for (const _ of [1, 2]) await tx`select private.continue_workout_battles()`;
      return await tx`
        select title, body from public.notifications
        where user_id = ${ana.id} and type = 'battle_update'`;
    });
    expect([...sent]).toEqual([{
      title: "The team battle goes on",
      body: "Red leads with 3 chips to 0. Your team is red.",
    }]);
  });
});
