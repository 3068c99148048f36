/** Windows, chains and check-ins for tests, placed around the present. */
import type { ISql } from "postgres";
import type { Person } from "../support/people.ts";
import { sql } from "../support/sql.ts";
import { type Camera, freshPhoto } from "./photos.ts";

/** The zone in which it is about noon, so that windows around the present have the same date. */
export function noonZone(): string {
  const offset = 12 - new Date().getUTCHours();
  // The signs of these names are those of POSIX: minus is east.
  return `Etc/GMT${offset > 0 ? "-" : "+"}${Math.abs(offset)}`;
}

/**
 * Gives a user a window that opened that many minutes ago, or opens in minus as many. It exists for
 * three days.
 *
 * @returns the date to which it belongs.
 */
export async function openWindow(
  { id }: { id: string },
  minutesAgo = 40,
  { db = sql, timezone = "UTC" }: { db?: ISql; timezone?: string } = {},
): Promise<string> {
  // The user gets a city of its own, because other tests generate chains meanwhile.
  await db`insert into public.workout_window_locations (user_id, city)
    values (${id}, ${crypto.randomUUID()}) on conflict do nothing`;
  const [row] = await db<{ date: string }[]>`
    with opening as (
      select date_trunc('minute', now() - ${minutesAgo}::int * interval '1 minute')
        at time zone ${timezone} as at
    ), added as (
      insert into public.workout_windows (
        user_id, activity_type, window_start_time, window_end_time, timezone, created_at
      )
      select ${id}, 'walk', at::time, at::time + interval '2 hours', ${timezone},
        now() - interval '3 days'
      from opening
      on conflict (user_id) do update set window_start_time = excluded.window_start_time,
        window_end_time = excluded.window_end_time, timezone = excluded.timezone
    )
    select at::date::text as date from opening`;
  return row!.date;
}

/** Lets readers see the chains of a date, as after its first generation. */
export const openDate = (date: string, db: ISql = sql) =>
  db`
    insert into private.workout_dates (date, generated_at) values (${date}, now())
    on conflict (date) do update set generated_at = coalesce(workout_dates.generated_at, now())`;

/**
 * Puts people into one chain and one squad of a date, in their order. Their windows follow each other:
 * the second one opened 5 minutes ago, so that both it and the first one, in its grace, are open.
 */
export const chainAround = (people: { id: string }[], date?: string): Promise<string> =>
  sql.begin((tx) => makeChain(tx, people, date));

async function makeChain(
  tx: ISql,
  people: { id: string }[],
  date?: string,
): Promise<string> {
  const group = crypto.randomUUID();
  const timezone = noonZone();
  const on: string[] = [];
  for (const [n, { id }] of people.entries()) {
    await tx`
      insert into public.workout_window_locations (user_id, city) values (${id}, ${group})
      on conflict (user_id) do update set city = excluded.city`;
    on.push(await openWindow({ id }, 125 - 120 * n, { db: tx, timezone }));
  }
  const day = date ?? on[Math.min(1, on.length - 1)]!;
  await openDate(day, tx);
  const [squad] = await tx`
    insert into public.workout_window_squads (date, user_1_id, user_2_id, user_3_id, team_color)
    values (${day}, ${people[0]!.id}, ${people[1]?.id ?? null}, ${people[2]?.id ?? null}, 'red')
    returning id`;
  for (const [n, { id }] of people.entries()) {
    await tx`
      insert into public.workout_window_chains as c (
        date, user_id, before_user_id, after_user_id, team_color, squad_id, location_group,
        starts_at, ends_at, closes_at
      )
      select ${day}, ${id}, ${people[n - 1]?.id ?? null}, ${people[n + 1]?.id ?? null}, 'red',
        ${n < 3 ? squad!.id : null}, location_group, starts, starts + interval '2 hours',
        starts + interval '150 minutes'
      from public.workout_windows, lateral (
        select date_trunc('minute', now()) - ${125 - 120 * n}::int * interval '1 minute' as starts
      ) as s
      where user_id = ${id}
      on conflict (user_id, date) do update set before_user_id = excluded.before_user_id,
        after_user_id = excluded.after_user_id, squad_id = excluded.squad_id,
        team_color = excluded.team_color, starts_at = excluded.starts_at,
        ends_at = excluded.ends_at, closes_at = excluded.closes_at`;
  }
  // The windows have requested chains; carried out for another test, they would replace these.
  await tx`delete from private.workout_chain_requests where location_group like ${`%${group}`}`;
  return day;
}

/** Stores a check-in of a date, without its photo. */
export async function hasCheckedIn(
  { id: user_id }: { id: string },
  date: string,
  fields: { status?: string; battle_chips_earned?: number; created_at?: Date } = {},
  db: ISql = sql,
): Promise<void> {
  await db`
    insert into public.workout_window_checkins ${
    db({ user_id, date, activity_type: "walk", status: "verified", ...fields })
  }`;
  await countWeek([user_id], date, db);
}

/** Counts users' part in the week of a date, as each function does that writes places or check-ins. */
export const countWeek = (ids: string[], date: string, db: ISql = sql) =>
  db`select private.count_workout_week(${date}, ${ids})`;

/** Stores verified check-ins on that many days before a date. */
export async function hasCheckedInBefore(who: { id: string }, date: string, days: number) {
  for (let n = 1; n <= days; n++) {
    const at = (from: number) => new Date(from - n * 86_400_000);
    const day = at(Date.parse(date)).toISOString().slice(0, 10);
    await hasCheckedIn(who, day, { created_at: at(Date.now()) });
  }
}

/**
 * Moves the window of a place into the past, with its grace, and closes it: the tests of the job, which
 * run meanwhile, would close it and break the chain.
 */
export const closeWindow = ({ id }: { id: string }, date: string) =>
  sql`
    update public.workout_window_chains set starts_at = now() - interval '3 hours',
      ends_at = now() - interval '1 hour', closes_at = now() - interval '30 minutes',
      closed_at = now()
    where user_id = ${id} and date = ${date}`;

/** Makes a synthetic user of a person, who checks in with this probability. */
export async function makeSynthetic<Who extends { id: string }>(
  who: Who,
  probability: number,
): Promise<Who> {
  await sql`update public.profiles set is_ai = true where id = ${who.id}`;
  await sql`
    insert into public.workout_window_ai_users (user_id, region, city, state, timezone,
      activity_type, window_start_time, window_end_time, check_in_probability)
    values (${who.id}, 'West Coast', 'Portland', 'OR', 'UTC', 'cardio', '06:00', '08:00',
      ${probability})`;
  return who;
}

interface Fields {
  photo?: Uint8Array<ArrayBuffer>;
  activityType?: string;
  latitude?: string;
  longitude?: string;
  id?: string;
  taken_at?: string;
}

export function checkInForm({ photo = freshPhoto(), ...fields }: Fields = {}): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries({ activityType: "walk", ...fields })) {
    form.append(name, value);
  }
  form.append("photo", new Blob([photo]), "photo.jpg");
  return form;
}

export const checkIn = (who: Person, fields?: Fields) =>
  who.api("POST", "/api/workout-window/checkin", checkInForm(fields));

export const checkInWith = (who: Person, camera: Camera) =>
  checkIn(who, { photo: freshPhoto(camera) });
