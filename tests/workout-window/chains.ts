/** Windows, generations and chains for tests, on dates of their own. */
import { expect } from "vitest";
import { type Person, person } from "../support/people.ts";
import { ok } from "../support/requests.ts";
import { sql } from "../support/sql.ts";
import { asJob } from "./jobs.ts";

/** Dates for one test file, from a year in which nobody else has a place. */
export function datesFrom(year: number): () => string {
  let days = 0;
  return () => new Date(Date.UTC(year, 0, 1 + days++ * 3)).toISOString().slice(0, 10);
}

export const generateAsJob = (given?: { date: string }) =>
  asJob("/api/workout-window/cron/generate-chains", given);

export const generate = async (date: string) => {
  const { status, body } = await generateAsJob({ date });
  expect([status, body.success, body.today]).toEqual([200, true, date]);
};

/** Writes the chains of a date in the database, without the route. */
export async function writeChains(date: string): Promise<void> {
  await sql`select private.request_workout_chains(${date})`;
  await expect.poll(async () =>
    (await sql`select * from private.generate_workout_chains(${date})`)[0]!.remaining
  ).toBe(0);
}

/** Gives people windows from these hours on, two hours each, in a city of their own. */
export async function windowsFrom(hours: Record<string, number>, city = crypto.randomUUID()) {
  const people = new Map<string, Person>();
  for (const [name, hour] of Object.entries(hours)) {
    const who = await person(name);
    people.set(name, who);
    await place(who, hour, city);
  }
  const of = (name: string) => people.get(name)!;
  return { city, of, ids: [...people.values()].map(({ id }) => id) };
}

export async function place(who: Person, hour: number, city: string, timezone = "UTC") {
  await sql`
    insert into public.workout_window_locations (user_id, city) values (${who.id}, ${city})
    on conflict (user_id) do update set city = excluded.city`;
  await sql`
    insert into public.workout_windows (user_id, activity_type, window_start_time, window_end_time,
      timezone)
    select ${who.id}, 'walk', at, at + interval '2 hours', ${timezone}
    from (values (make_time(${hour}, 0, 0))) as t (at)
    on conflict (user_id) do update set window_start_time = excluded.window_start_time,
      window_end_time = excluded.window_end_time, timezone = excluded.timezone`;
}

export const chainOf = async (who: Person, date: string) =>
  (await ok(who, "GET", `/api/workout-window/chain/${date}`)).chain;

export const names = (chain: Record<string, { full_name: string } | null>) => [
  chain.beforeUser?.full_name ?? null,
  chain.currentUser?.full_name,
  chain.afterUser?.full_name ?? null,
];

/** Places of a date in the order of their windows. */
export const places = (date: string, ids: string[]) =>
  sql`
    select c.user_id, c.before_user_id, c.after_user_id, c.squad_id, c.team_color, c.chain_status
    from public.workout_window_chains as c where c.date = ${date} and c.user_id = any (${ids})
    order by c.starts_at, c.user_id`;
