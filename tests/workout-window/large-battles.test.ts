/** A battle of more than 1,000 places, whose chips are counted in steps. */
import type { ISql, TransactionSql } from "postgres";
import { beforeEach, describe, expect, it } from "vitest";
import { eventually } from "../support/eventually.ts";
import { mostRows, plansOf } from "../support/plans.ts";
import { sql, undone } from "../support/sql.ts";
import { dayOf, weeksFrom } from "./weeks.ts";

const newWeek = weeksFrom("2009-01-05");

let week: string;
beforeEach(() => {
  week = newWeek();
});

/** Gives 150 users, of whom one in three wears red, places and check-ins on each day of the week. */
async function crowd(tx: TransactionSql) {
  await tx`set local session_replication_role = replica`;
  await tx`
    create temp table crowd on commit drop as
    select n, gen_random_uuid() as id from generate_series(1, 150) as n`;
  await tx`
    insert into public.workout_windows (user_id, activity_type, window_start_time,
      window_end_time, timezone, location_group)
    select id, 'walk', '08:00', '10:00', 'UTC', 'crowd' from crowd`;
  await tx`
    insert into private.workout_dates (date, generated_at)
    select ${week}::date + n, now() from generate_series(0, 6) as n`;
  await tx`
    insert into public.workout_window_chains (date, user_id, team_color, location_group, starts_at,
      ends_at, closes_at, closed_at)
    select date, c.id, case when c.n % 3 = 0 then 'red' else 'blue' end, 'crowd', date,
      date + interval '2 hours', date + interval '3 hours', now()
    from crowd as c, generate_series(0, 6) as day, lateral (select ${week}::date + day as date)`;
  await tx`
    insert into public.workout_window_checkins (user_id, date, activity_type, status,
      battle_chips_earned)
    select user_id, date, 'walk', 'verified', 2
    from public.workout_window_chains where location_group = 'crowd'`;
}

/** A battle of the crowd, in a transaction that is undone. */
const inLargeWeek = (work: (tx: TransactionSql) => Promise<void>) =>
  undone(async (tx) => {
    await crowd(tx);
    await tx`select private.open_workout_battle(${week})`;
    await work(tx);
  });

const standingOf = async (tx: ISql) => {
  const [row] = await tx`
    select private.workout_battle_standing(b) as standing from public.workout_window_battles as b
    where week_start_date = ${week}`;
  return row!.standing;
};

const step = async (tx: ISql, isFinal = false) => {
  const [row] = await tx`
    select private.step_workout_count(b, ${isFinal}, 40) as done
    from public.workout_window_battles as b where week_start_date = ${week}`;
  return row!.done;
};

describe("a battle of more than 1,000 places", () => {
  it("is counted in steps, and requests read what is counted", () =>
    inLargeWeek(async (tx) => {
      for (const again of [false, true]) {
        let steps = 1;
        while (!await step(tx)) {
          steps++;
          if (!again) expect(await standingOf(tx)).toBeNull();
        }
        expect(steps).toBeGreaterThan(3);
        const { members, days, ...numbers } = await standingOf(tx);
        expect(numbers).toEqual({
          red_team_chips: 50 * 14,
          blue_team_chips: 100 * 14,
          red_members: 50,
          blue_members: 100,
          red_team_robot_power: 700 * 10 + 50 * 5 + 14 * 20,
          blue_team_robot_power: 1400 * 10 + 100 * 5 + 14 * 20,
        });
        expect(members).toHaveLength(150);
        expect(days[6]).toEqual({ date: dayOf(week, 6), redTeamChips: 100, blueTeamChips: 200 });
      }
    }));

  it("is executed as it is counted, and not before", () =>
    inLargeWeek(async (tx) => {
      await expect(tx.savepoint((own) => own`select private.finish_workout_battle(${week})`))
        .rejects.toThrow("The battle is being counted");
      while (!await step(tx));
      await tx`
        update public.workout_window_checkins set battle_chips_earned = 0
        where user_id in (select id from crowd)`;
      const [battle] = await tx`select * from private.finish_workout_battle(${week})`;
      expect(battle).toMatchObject({ red_team_chips: 700, winner: "blue" });
    }));

  it("is counted once more by the job before it is executed", () =>
    inLargeWeek(async (tx) => {
      while (!await step(tx));
      await step(tx);
      await tx`
        update public.workout_window_checkins set battle_chips_earned = 3
        where user_id in (select id from crowd)`;
      // Other open battles may have their turn before.
      await eventually(async () => {
        await tx`select private.advance_workout_battles(1)`;
        const [battle] = await tx`
          select red_team_chips from public.workout_window_battles where week_start_date = ${week}`;
        expect(battle!.red_team_chips).toBe(50 * 21);
      });
    }));

  it("lists the 200 members of each team with the most chips", async () => {
    const [row] = await sql`
      select jsonb_path_query_array(s, '$.members[*] ? (@.is_red == true).chips') as chips
      from private.count_workout_battle(${week}, '{}', (
        select jsonb_build_object('members', jsonb_agg(jsonb_build_object(
          'user_id', gen_random_uuid(), 'is_red', true, 'chips', n)))
        from generate_series(1, 300) as n)) as s`;
    expect(row!.chips).toEqual(Array.from({ length: 200 }, (_, n) => 300 - n));
  });

  it.each([true, false])(
    "is counted by the rows of its users (statistics: %s)",
    async (analyzed) => {
      const count = `select private.count_workout_battle('${week}', array(select id from crowd))`;
      const plans = await plansOf(null, count, [], async (tx) => {
        await crowd(tx);
        await tx`grant select on crowd to postgres`;
        if (
          analyzed
        ) await tx`analyze public.workout_window_chains, public.workout_window_checkins`;
      });
      const [counting] = plans.filter(({ query }) => query.includes("workout_window_chains"));
      // For each user the places of all others would be 157,500 rows.
      expect(mostRows(counting!.plan)).toBeLessThan(10 * 150);
    },
  );
});
