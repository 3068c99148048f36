/** Check-ins by several connections while the chains of their date are generated. */
import type { ISql, Sql } from "postgres";
import { setTimeout as sleep } from "node:timers/promises";
import type { Row } from "./measure.ts";

const users = 20_000;
const clients = 16;

/** Numbers of these users; other benches use other ranges. */
const FIRST = 4_000_000;

/** The bound of one check-in; the platform ends a statement after 8 s. */
const CHECK_IN_BAR = 2000;
/** Of both against the same alone, on a machine that does both at once. */
const GENERATION_BAR = 3;

const id = (n: number) => `c1000000-0000-4000-8000-${String(n).padStart(12, "0")}`;

/** The zone in which it is about noon: all windows of the afternoon are of one date, and near. */
function noonZone(): string {
  const offset = 12 - new Date().getUTCHours();
  return `Etc/GMT${offset > 0 ? "-" : "+"}${Math.abs(offset)}`;
}

/** Users with windows from 10:30 to 22:30, in location groups of the largest size. */
async function loadWindows(sql: Sql, timezone: string): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`
      create temporary table people on commit drop as
      select n, ('c1000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid as id
      from generate_series(${FIRST}::int, ${FIRST + users - 1}::int) as n`;
    await tx`
      insert into auth.users (instance_id, id, aud, role, email, created_at, updated_at)
      select '00000000-0000-0000-0000-000000000000', id, 'authenticated', 'authenticated',
        'visitor' || n || '@example.com', now(), now() from people`;
    await tx`
      insert into public.profiles (id, handle, full_name)
      select id, 'visitor_' || n, 'Visitor ' || n from people`;
    await tx`
      insert into public.profile_cards (id, handle, full_name)
      select id, 'visitor_' || n, 'Visitor ' || n from people`;
    await tx`
      insert into public.workout_windows (user_id, activity_type, window_start_time,
        window_end_time, timezone, location_group, created_at)
      select id, 'walk', at, at + interval '2 hours', ${timezone}, 'city/v' || n / 2000,
        now() - interval '3 days'
      from people, lateral (
        select time '10:30' + (hashint4(n) & 65535) % 720 * interval '1 minute' as at
      ) as start`;
  });
  await sql`vacuum (analyze) auth.users, public.profiles, public.profile_cards,
    public.workout_windows`;
}

/** What a user keeps from the check-in on: the times, the squad and the team. */
type Place = { user_id: string; kept: string };

const placesOf = (sql: ISql, date: string, users: string[]) =>
  sql<Place[]>`
    select user_id, concat_ws(' ', starts_at, squad_id, team_color) as kept
    from public.workout_window_chains where date = ${date} and user_id = any (${users})`;

/** Checks users in, one after the other, while there is a next one; returns times and places. */
async function checkIn(sql: Sql, date: string, next: () => number | null) {
  const times: number[] = [];
  const places: Place[] = [];
  for (let n = next(); n !== null; n = next()) {
    const user = id(n);
    const path = `${user}/${crypto.randomUUID()}`;
    const hash = crypto.randomUUID().replaceAll("-", "").repeat(2);
    await sql`select private.reserve_file('workout-photos', ${path})`;
    const start = performance.now();
    await sql.begin(async (tx) => {
      await tx`select private.record_workout_checkin(${user}, ${path}, ${hash}, 1000, 'walk')`;
      places.push(...await placesOf(tx, date, [user]));
    });
    times.push(performance.now() - start);
  }
  return { times, places };
}

/** Generates the date again after a tenth of the users have changed their windows. */
async function generateAgain(sql: Sql, date: string, round: number): Promise<number> {
  await sql`
    update public.workout_windows set window_start_time = at, window_end_time = at + interval '2 hours'
    from (
      select user_id as id, time '10:30' + mod(hashtextextended(user_id::text, ${round}) & 65535, 720)
        * interval '1 minute' as at
      from public.workout_windows
      where user_id between ${id(FIRST)} and ${id(FIRST + users - 1)}
        and mod(hashtextextended(user_id::text, 7) & 65535, 10) = ${round}
    ) as moved
    where user_id = moved.id`;
  const start = performance.now();
  await sql`select private.request_workout_chains(${date})`;
  for (let remaining = 1; remaining > 0;) {
    const [step] = await sql<[{ remaining: number; waiting: boolean }]>`
      select remaining, waiting from private.generate_workout_chains(${date}, 5000)`;
    remaining = step.remaining;
    if (performance.now() - start > 60_000) return Infinity;
    if (step.waiting) await sleep(20);
  }
  return performance.now() - start;
}

/** Needs the superuser's `sql` with connections for all clients. */
export async function benchCheckIns(sql: Sql, log: (line: string) => void): Promise<Row[]> {
  log(`Check-ins during the generation of ${users.toLocaleString("en")} windows`);
  const timezone = noonZone();
  await loadWindows(sql, timezone);
  const [{ date }] = await sql<[{ date: string }]>`
    select (now() at time zone ${timezone})::date::text as date`;
  await generateAgain(sql, date, 0);
  await sql`vacuum (analyze) public.workout_window_chains, public.workout_window_squads`;
  const alone = await generateAgain(sql, date, 1);

  let visited = 0;
  let generated = false;
  const next = () => generated || visited === users ? null : FIRST + visited++ * 7 % users;
  const visits = Promise.all(Array.from({ length: clients }, () => checkIn(sql, date, next)));
  await sleep(500);
  let during = 0;
  for (const round of [2, 3]) during += await generateAgain(sql, date, round) / 2;
  generated = true;
  const all = await visits;
  await generateAgain(sql, date, 4);

  const places = all.flatMap((each) => each.places);
  const now = await placesOf(sql, date, places.map(({ user_id }) => user_id));
  const kept = new Map(now.map((each) => [each.user_id, each.kept]));
  const lost = places.filter((place) => kept.get(place.user_id) !== place.kept).length;
  const times = all.flatMap((each) => each.times).toSorted((a, b) => a - b);
  const longest = times.at(-1)!;
  const ratio = during / alone;
  return [{
    what: "check-ins by 16 clients while chains are generated",
    measured: `${times.length}, p50 ${times[times.length >> 1]!.toFixed(0)} ms, longest ${
      longest.toFixed(0)
    } ms, ${lost} lost their place`,
    bar: "longest 2 s, none lost",
    ok: longest < CHECK_IN_BAR && lost === 0,
  }, {
    what: "generation of 20,000 windows during check-ins",
    measured: `${(during / 1000).toFixed(1)} s, alone ${(alone / 1000).toFixed(1)} s`,
    ratio,
    bar: "3",
    ok: ratio <= GENERATION_BAR,
  }];
}
