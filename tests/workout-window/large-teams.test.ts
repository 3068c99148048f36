/** The teams of a date of more than 1,000 places, whose results a job counts. */
import type { TransactionSql } from "postgres";
import { describe, expect } from "vitest";
import { it } from "../support/it.ts";
import { mostRows, plansOf } from "../support/plans.ts";
import { undone } from "../support/sql.ts";
import { datesFrom } from "./chains.ts";
import { chainAround } from "./days.ts";

const newDate = datesFrom(2053);
const daysAgo = (days: number) =>
  new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

/** Gives a date 1,100 places in eleven groups: in one of ten the user has checked in. */
async function crowd(tx: TransactionSql, date: string) {
  await tx`set local session_replication_role = replica`;
  await tx`
    insert into private.workout_dates (date, generated_at) values (${date}, now())
    on conflict (date) do update set generated_at = excluded.generated_at`;
  await tx`
    insert into public.workout_window_chains (date, user_id, team_color, location_group, starts_at,
      ends_at)
    select ${date}, gen_random_uuid(), case when n % 11 < 4 then 'red' else 'blue' end,
      'crowd ' || n / 100, now(), now() + interval '1 hour'
    from generate_series(0, 1099) as n`;
  await tx`
    insert into public.workout_window_checkins (user_id, date, activity_type, status,
      battle_chips_earned)
    select user_id, date, 'walk', 'verified', 2 from public.workout_window_chains
    where date = ${date} and location_group like 'crowd %'
    order by location_group, user_id limit 110`;
}

const store = async (tx: TransactionSql, date: string) => {
  const [row] = await tx`select private.store_workout_teams(${date}) as done`;
  return row!.done;
};

const totals = async (tx: TransactionSql, date: string) => {
  const [row] = await tx`
    select sum(total_members)::integer as members, sum(completed)::integer as completed,
      sum(pending)::integer as pending, sum(total_chips)::integer as chips
    from private.workout_teams(${date})`;
  return row!;
};

describe("the results of more than 1,000 members", () => {
  it("are counted by a job, and readers get the last ones", () =>
    undone(async (tx) => {
      const date = newDate();
      await crowd(tx, date);
      expect(await totals(tx, date)).toEqual({ members: 0, completed: 0, pending: 0, chips: 0 });
      for (const chips of [220, 330]) {
        expect(await store(tx, date)).toBe(true);
        expect(await totals(tx, date))
          .toEqual({ members: 1100, completed: 110, pending: 990, chips });
        await tx`
          update public.workout_window_checkins set battle_chips_earned = 3 where date = ${date}`;
        expect((await totals(tx, date)).chips).toBe(chips);
        // Another call that has found the date before.
        expect(await store(tx, date)).toBe(false);
        await tx`
          update private.workout_team_results set counted_at = now() - interval '1 minute'
          where date = ${date}`;
      }
    }));

  it("are counted by one worker, for whom others do not wait", async ({ ana, ben }) => {
    const date = await chainAround([ana, ben], newDate());
    await undone(async (one) => {
      expect(await store(one, date)).toBe(true);
      expect(await undone((other) => store(other, date))).toBe(false);
    });
    expect(await undone((other) => store(other, date))).toBe(true);
  });

  it("are not counted by a reader, whether a job has counted them or not", async ({ ana }) => {
    const date = newDate();
    const rowsRead = async (isCounted: boolean) => {
      const query = `select * from public.get_workout_team_stats('${date}')`;
      const plans = await plansOf(ana.id, query, [], async (tx) => {
        await crowd(tx, date);
        if (isCounted) await store(tx, date);
      });
      const places = plans.filter(({ query }) => query.includes("workout_window_chains"));
      return Math.max(0, ...places.map(({ plan }) => mostRows(plan)));
    };
    // Whether they are more than 1,000.
    expect(await rowsRead(false)).toBe(1001);
    expect(await rowsRead(true)).toBe(0);
  });

  // A job may count the second one no more before midnight.
  it.for(["2019-03-01", daysAgo(3)])(
    "are counted again by the job after a review of a check-in of %s",
    (date, { ana, admin }) =>
      undone(async (tx) => {
        await crowd(tx, date);
        await store(tx, date);
        await tx`
          insert into public.workout_window_checkins (user_id, date, activity_type, status,
            battle_chips_earned)
          values (${ana.id}, ${date}, 'walk', 'verified', 2)`;
        await tx`
          insert into public.workout_window_chains (date, user_id, team_color, location_group,
            starts_at, ends_at)
          values (${date}, ${ana.id}, 'red', 'crowd 0', now(), now() + interval '1 hour')`;
        const { members } = await totals(tx, date);
        const claims = JSON.stringify({ sub: admin.id, user_role: "super_admin" });
        await tx`select set_config('request.jwt.claims', ${claims}, true)`;
        await tx`
          select private.review_workout_checkin(id, 'rejected') from public.workout_window_checkins
          where user_id = ${ana.id}`;
        expect((await totals(tx, date)).members).toBe(members);
        await tx`select private.keep_workout_team_results()`;
        expect((await totals(tx, date)).members).toBe(members + 1);
      }),
  );

  it("are counted on a date of this month that was generated long before", () =>
    undone(async (tx) => {
      const date = daysAgo(20);
      await crowd(tx, date);
      await tx`
        update private.workout_dates set generated_at = now() - interval '40 days'
        where date = ${date}`;
      await tx`select private.keep_workout_team_results()`;
      expect((await totals(tx, date)).members).toBeGreaterThanOrEqual(1100);
    }));
});

it.for([true, false])("a count reads no row again and again (statistics: %s)", async (analyzed) => {
  const date = newDate();
  const call = `select private.store_workout_teams('${date}')`;
  const plans = await plansOf(null, call, [], async (tx) => {
    await crowd(tx, newDate());
    if (analyzed) {
      await tx`
        analyze public.workout_window_chains, public.workout_window_checkins,
          public.workout_window_ai_users`;
    }
    await crowd(tx, date);
  });
  const places = plans.filter(({ query }) => query.includes("workout_window_chains"));
  expect(places).toHaveLength(1);
  // Each check-in for each place would be 115,500 rows.
  expect(mostRows(places[0]!.plan)).toBeLessThan(20_000);
});
