/** The battle of a week in which 100,000 users took part every day. */
import type { Sql } from "postgres";
import { type Row, undoneMs } from "./measure.ts";

const WEEK = "2026-01-05";

/** Gives users with a window a place on every day of the week, and five of six a check-in. */
async function loadWeek(sql: Sql): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`
      insert into private.workout_dates (date, generated_at)
      select ${WEEK}::date + n, now() from generate_series(0, 6) as n`;
    await tx`
      insert into public.workout_window_chains (
        date, user_id, team_color, location_group, starts_at, ends_at, closes_at, closed_at
      )
      select d.date, w.user_id,
        case when (hashtext(w.user_id::text || d.date) & 1) = 0 then 'red' else 'blue' end,
        w.location_group, d.date, d.date + interval '2 hours', d.date + interval '3 hours', now()
      from public.workout_windows as w
      cross join lateral (
        select ${WEEK}::date + n as date from generate_series(0, 6) as n
      ) as d`;
    await tx`
      insert into public.workout_window_checkins (
        user_id, date, activity_type, status, battle_chips_earned
      )
      select user_id, date, 'walk', 'verified', 1 + (hashtext(user_id::text || date) & 3)
      from public.workout_window_chains
      where date between ${WEEK}::date and ${WEEK}::date + 6
        and abs(hashtext(date || user_id::text)) % 6 > 0`;
  });
  await sql`vacuum (analyze) public.workout_window_chains, public.workout_window_checkins`;
}

/** Needs the superuser's `sql` and users with windows. */
export async function benchBattle(sql: Sql, log: (line: string) => void): Promise<Row[]> {
  log("A battle of 100,000 users");
  await loadWeek(sql);
  const timed = async (work: () => Promise<unknown>) => {
    const start = performance.now();
    await work();
    return performance.now() - start;
  };
  await sql`select private.open_workout_battle(${WEEK})`;
  const steps: number[] = [];
  for (let done = false; !done;) {
    const start = performance.now();
    [{ done }] = await sql<[{ done: boolean }]>`
      select private.step_workout_count(b, true) as done from public.workout_window_battles as b
      where week_start_date = ${WEEK}`;
    steps.push(performance.now() - start);
  }
  const longestStep = Math.max(...steps);
  const counting = steps.reduce((sum, step) => sum + step, 0);
  const reading = await timed(() =>
    sql`
      select private.workout_battle_standing(b) from public.workout_window_battles as b
      where week_start_date = ${WEEK}`
  );
  // The first call of a connection compiles and plans for most of its time.
  const executions: number[] = [];
  for (let round = 0; round < 5; round++) {
    executions.push(await undoneMs(sql, (tx) => tx`select private.finish_workout_battle(${WEEK})`));
  }
  const execution = executions.toSorted((a, b) => a - b)[2]!;
  await sql`select private.finish_workout_battle(${WEEK})`;
  const notices: number[] = [];
  for (let step = 0; step < 5; step++) {
    notices.push(await timed(() => sql`select private.send_workout_notices(1000)`));
  }
  const longest = Math.max(...notices);
  return [{
    what: "battle, 700,000 places: counted step by step",
    measured: `${(counting / 1000).toFixed(1)} s, longest step ${
      (longestStep / 1000).toFixed(2)
    } s`,
    bar: "step 1 s",
    ok: longestStep < 1000,
  }, {
    what: "battle, 700,000 places: its standing",
    measured: `read in ${reading.toFixed(0)} ms, executed in ${execution.toFixed(0)} ms (p50)`,
    bar: "20 ms each",
    ok: Math.max(reading, execution) < 20,
  }, {
    what: "battle, 1000 notices",
    measured: `${(longest / 1000).toFixed(2)} s`,
    bar: "1 s",
    ok: longest < 1000,
  }];
}
