/** The counts of teams and battles, which follow each place and check-in. */
import type { TransactionSql } from "postgres";
import { describe, expect } from "vitest";
import { it } from "../support/it.ts";
import { persons, service } from "../support/people.ts";
import { mostRows, plansOf } from "../support/plans.ts";
import { become, sql, undone } from "../support/sql.ts";
import { datesFrom, windowsFrom, writeChains } from "./chains.ts";
import { chainAround, checkIn, countWeek, hasCheckedIn, openDate } from "./days.ts";
import { dayOf, takePlace, weeksFrom } from "./weeks.ts";

const newDate = datesFrom(2053);
const newWeek = weeksFrom("2009-01-05");

/** The sums of the counts of a date, beside its places and check-ins. */
const bothCounts = async (date: string, db = sql) => {
  const [counts, rows] = [
    await db`
      select team_color, kind, closes_at, sum(places)::int as places, sum(chips)::int as chips
      from private.workout_counts where date = ${date} and kind <> 'member'
      group by 1, 2, 3 having sum(places) <> 0 or sum(chips) <> 0 order by 1, 2, 3`,
    await db`
      select c.team_color, coalesce(k.status, 'open') as kind,
        case when k.id is null then c.closes_at end as closes_at, count(*)::int as places,
        coalesce(sum(k.battle_chips_earned), 0)::int as chips
      from public.workout_window_chains as c
      left join public.workout_window_checkins as k on k.user_id = c.user_id and k.date = c.date
      where c.date = ${date} group by 1, 2, 3 order by 1, 2, 3`,
  ];
  return [counts, rows].map((each) => [...each]);
};

/** Gives a date 1,100 places, each with a window of its own length, and every tenth a check-in. */
async function crowd(tx: TransactionSql, date: string) {
  await openDate(date, tx);
  await tx`
    insert into private.workout_counts (date, team_color, kind, places, chips, closes_at, is_sum)
    select ${date}, color, kind, case when kind = 'open' then 1 else 55 end,
      case when kind = 'open' then 0 else 110 end,
      case when kind = 'open' then now() + n * interval '1 minute' end, true
    from unnest(array['red', 'blue']) as color, unnest(array['open', 'verified']) as kind,
      generate_series(1, case when kind = 'open' then 495 else 1 end) as n`;
}

describe("the counts of a date", () => {
  it("are those of its places and check-ins, whatever happens", async ({ ana, ben, cleo, admin }) => {
    const { of, ids } = await windowsFrom({ Ada: 0, Bob: 2, Cay: 4, Dan: 6, Eve: 8, Fay: 10 });
    const date = newDate();
    await hasCheckedIn(of("Ada"), date, { battle_chips_earned: 3 });
    await writeChains(date);
    await hasCheckedIn(of("Bob"), date);
    await hasCheckedIn(of("Cay"), date, { status: "pending" });
    await sql`
      update public.workout_windows set is_active = false where user_id = ${of("Fay").id}`;
    await writeChains(date);
    await sql`select private.sum_workout_counts()`;
    for (const name of ["Ada", "Cay", "Dan"]) await service.auth.admin.deleteUser(of(name).id);
    const [counts, rows] = await bothCounts(date);
    expect(counts).toEqual(rows);
    expect(rows!.reduce((sum, { places }) => sum + places, 0)).toBeGreaterThanOrEqual(2);
    expect(ids).toHaveLength(6);

    const today = await chainAround([ana, ben, cleo]);
    await checkIn(ben);
    const { checkin } = (await checkIn(ana)).body;
    await admin.api("POST", `/api/workout-window/admin/checkins/${checkin.id}/reject`);
    await undone(async (tx) => {
      await tx`select private.sum_workout_counts()`;
      const [counts, rows] = await bothCounts(today, tx as never);
      expect(counts).toEqual(rows);
    });
  });

  it("answer readers of many places with few rows", async ({ ana }) => {
    const date = newDate();
    const query = `select * from public.get_workout_team_stats('${date}')`;
    const plans = await plansOf(ana.id, query, [], (tx) => crowd(tx, date));
    const reading = plans.filter(({ query }) => query.includes("workout_counts"));
    expect(reading.length).toBeGreaterThan(0);
    for (const { plan } of reading) expect(mostRows(plan)).toBeLessThanOrEqual(992);
  });

  it("add up to the results of the teams", ({ ana }) =>
    undone(async (tx) => {
      const date = newDate();
      await crowd(tx, date);
      await become(ana, tx);
      const teams = await tx`select * from public.get_workout_team_stats(${date})`;
      for (const team of teams) {
        expect(team).toMatchObject({
          total_members: 550,
          completed: 55,
          failed: 0,
          pending: 495,
          completion_rate: "0.1000",
          total_chips: 110,
        });
      }
    }));
});

describe("the members of a battle", () => {
  it("are listed with the 200 largest numbers of chips", () =>
    undone(async (tx) => {
      const week = newWeek();
      // Users without accounts.
      await tx`set local session_replication_role = replica`;
      await tx`
        insert into private.workout_members (user_id, week, team_color, chips)
        select gen_random_uuid(), ${week}, color, n
        from generate_series(1, 300) as n, unnest(array['red', 'blue']) as color`;
      const [row] = await tx`
        select jsonb_path_query_array(private.count_workout_battle(${week}),
          '$.members[*] ? (@.is_red == true).chips') as chips`;
      expect(row!.chips).toEqual(Array.from({ length: 200 }, (_, n) => 300 - n));
    }));

  it("follow a place, a check-in and a deletion", async () => {
    const week = newWeek();
    const people = await persons("Ana", "Ben", "Cleo");
    const [ana, ben, cleo] = people;
    const members = async () => {
      const [row] = await sql`
        select count(*) filter (where team_color = 'red')::int as red,
          count(*) filter (where team_color = 'blue')::int as blue,
          (count(team_color) = (
            select sum(places) from private.workout_counts
            where date = ${week} and kind = 'member')) as counted
        from private.workout_members
        where week = ${week}`;
      return row!;
    };
    const before = await members();
    await takePlace(ana!, week, "red", { chips: 2 });
    await takePlace(ana!, dayOf(week, 2), "blue", { chips: 1 });
    await takePlace(ben!, week, "red");
    await takePlace(cleo!, week, "red", { chips: 4 });
    // Of two equal colours the later.
    const all = { red: before.red + 2, blue: before.blue + 1, counted: true };
    expect(await members()).toEqual(all);
    await service.auth.admin.deleteUser(cleo!.id);
    expect(await members()).toEqual({ ...all, red: all.red - 1 });
    await countWeek([ana!.id, ben!.id], week);
    expect(await members()).toEqual({ ...all, red: all.red - 1 });
  });

  it("know all places of a user whose first dates of the week are written at once", async () => {
    const week = newWeek();
    const [ana] = await persons("Ana");
    const placeOn = (tx: TransactionSql, days: number, color: string) =>
      tx`
        insert into public.workout_window_chains (
          date, user_id, team_color, location_group, starts_at, ends_at)
        select ${dayOf(week, days)}, ${ana!.id}, ${color}, 'week', at, at + interval '2 hours'
        from (select ${week}::date + interval '8 hours' as at) as t`;
    const count = (tx: TransactionSql) =>
      tx`select private.count_workout_week(${week}, ${[ana!.id]})`;
    let later: Promise<unknown>;
    await sql.begin(async (tx) => {
      for (const days of [0, 2]) await placeOn(tx, days, "red");
      await count(tx);
      later = sql.begin(async (other) => {
        await placeOn(other, 1, "blue");
        await count(other);
      });
      await expect.poll(() =>
        sql`
          select from pg_stat_activity
          where wait_event_type = 'Lock' and query like '%count_workout_week%'`
      ).toHaveLength(1);
    });
    await later!;
    expect(
      await sql`
        select m.team_color, sum(c.places)::int as places
        from private.workout_members as m
        join private.workout_counts as c
          on c.date = m.week and c.team_color = m.team_color and c.kind = 'member'
        where m.week = ${week} and m.user_id = ${ana!.id} group by 1`,
    ).toEqual([{ team_color: "red", places: 1 }]);
  });
});
