/** Chains: the generation of a date with 10,000 and with 100,000 windows. */
import type { Sql } from "postgres";
import { atMost, type Row, seconds } from "./measure.ts";
import { createPeople } from "./people.ts";
import type { Database } from "./superuser.ts";

/** The batch size of the job. */
const batch = 5000;

/**
 * Inserts users with windows over the whole day, numbered from `from` to below `to`, in location
 * groups of the largest size. As superuser with triggers disabled.
 */
async function loadWindows(sql: Sql, { from, to }: { from: number; to: number }): Promise<void> {
  await sql.begin(async (tx) => {
    await createPeople(tx, "walker", { from, to });
    await tx`
      insert into public.workout_windows (user_id, activity_type, window_start_time,
        window_end_time, timezone, location_group)
      select id, 'walk', at, at + interval '2 hours', 'America/New_York', 'city/c' || n / 2000
      from people, lateral (
        select time '00:00' + (hashint4(n) & 65535) % 1440 * interval '1 minute' as at
      ) as start`;
  });
  await sql`vacuum (analyze) auth.users, public.profiles, public.profile_cards,
    public.workout_windows`;
}

/** Generates a date as the job does; returns the milliseconds of each call. */
async function generate(sql: Sql, date: string): Promise<number[]> {
  const calls: number[] = [];
  const timed = async <T>(work: () => Promise<T>) => {
    const start = performance.now();
    const result = await work();
    calls.push(performance.now() - start);
    return result;
  };
  await timed(() => sql`select private.request_workout_chains(${date})`);
  for (let remaining = 1; remaining > 0;) {
    const [step] = await timed(() =>
      sql<[{ remaining: number }]>`
        select remaining from private.generate_workout_chains(${date}, ${batch})`
    );
    remaining = step.remaining;
  }
  return calls;
}

/** Throws unless every window has one place, links are symmetric, and teams are balanced. */
async function checkChains(sql: Sql, date: string, windows: number): Promise<void> {
  const [found] = await sql<[{ places: number; difference: number; faults: number }]>`
    select count(*)::int as places,
      abs(count(*) filter (where c.team_color = 'red') * 2 - count(*))::int as difference,
      (count(*) filter (where c.before_user_id is not null
        and (b.after_user_id is distinct from c.user_id or b.ends_at > c.starts_at)))::int as faults
    from public.workout_window_chains as c
    left join public.workout_window_chains as b
      on b.date = c.date and b.user_id = c.before_user_id
    where c.date = ${date}`;
  if (found.places < windows || found.difference > 3 || found.faults) {
    throw new Error(`chains of ${date}: ${JSON.stringify(found)}`);
  }
}

/** Loads 100,000 windows. */
export async function benchWorkout(
  { sql }: Database,
  log: (line: string) => void,
): Promise<Row[]> {
  const rows: Row[] = [];
  const totals: number[] = [];
  const sizes = [10_000, 100_000];
  for (const [n, windows] of sizes.entries()) {
    log(`Chains of ${windows.toLocaleString("en")} windows`);
    await loadWindows(sql, { from: sizes[n - 1] ?? 0, to: windows });
    const date = `2040-01-0${n + 1}`;
    const calls = await generate(sql, date);
    await sql`vacuum (analyze) public.workout_window_chains, public.workout_window_squads`;
    await checkChains(sql, date, windows);
    const total = calls.reduce((sum, each) => sum + each, 0);
    const longest = Math.max(...calls);
    totals.push(total);
    rows.push({
      what: `chains, ${windows.toLocaleString("en")} windows`,
      measured: `${seconds(total)} in ${calls.length} calls, longest ${seconds(longest)}`,
      bar: "10 s, each call 4 s",
      ok: total < 10_000 && longest < 4000,
    });
  }
  const ratio = totals[1]! / totals[0]!;
  return [...rows, atMost("chains, ten times the windows", "time against 10,000", ratio, 15)];
}
