/** Writes at any time, and the days and streaks that the database keeps. */
import type { Person } from "../support/people.ts";
import { ok } from "../support/requests.ts";
import { sql } from "../support/sql.ts";

/** An entry or, for a goal, a check-in of some days ago at this time of the day, or of a time. */
export async function write(who: Person, when: number | string, goal?: string): Promise<string> {
  const [{ at }] = await sql<[{ at: string }]>`
    select case when ${typeof when === "number"}
      then now() - make_interval(days => ${typeof when === "number" ? when : 0})
      else ${typeof when === "string" ? when : null}::timestamptz end as at`;
  return await arrive(who, at, at, goal);
}

/** Stores a check-in or an entry that was written at one time and arrives at another. */
export async function arrive(who: Person, written: string, created: string, goal?: string) {
  const [row] = goal
    ? await sql<[{ id: string }]>`
      insert into public.goal_check_ins (goal_id, user_id, status, written_at, created_at)
      values (${goal}, ${who.id}, 'completed', ${written}, ${created}) returning id`
    : await sql<[{ id: string }]>`
      select private.insert_journal_entry(${who.id}, ${
      sql.json({ title: "Day", content: "Words", written_at: new Date(written).toISOString() })
    }, ${created}) as id`;
  return row.id;
}

export const goalOf = async (who: Person): Promise<string> =>
  (await ok(who, "POST", "/api/goals", { title: "Run" })).goal.id;

/** The date some days ago. */
export const ago = (days: number) =>
  new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

/** A freeze that was bought some days ago. */
export const hold = (who: Person, days: number) =>
  sql`
    insert into private.streak_freezes (user_id, price_drops, bought_on)
    values (${who.id}, 10, ${ago(days)})`;

/** The days that freezes of the user cover, as recorded. */
export const covered = async (who: Person): Promise<number[]> =>
  (await sql<{ days: number }[]>`
    select (now() at time zone 'utc')::date - covered_day as days from private.streak_freezes
    where user_id = ${who.id} and covered_day is not null order by 1 desc`).map((row) => row.days);

export const pause = (who: Person, from: number, until: number) =>
  sql`
    insert into private.streak_pauses (user_id, since, until)
    values (${who.id}, ${ago(from)}, ${ago(until)})`;

export const travel = (who: Person, zone: string) =>
  sql`update public.profiles set timezone = ${zone} where id = ${who.id}`;

/** The days that count, and the last streak as recorded. */
export async function kept(who: Person) {
  const days = await sql<{ day: string }[]>`
    select distinct a.day::text as day from private.streak_acts as a
    join private.streaks as s on s.id = a.streak_id
    where s.user_id = ${who.id} and s.goal_id is null order by 1`;
  const [streak] = await sql<[{ length: number; longest: number }]>`
    select days as length, longest from private.streaks where user_id = ${who.id} and goal_id is null`;
  return { days: days.map(({ day }) => day), ...streak };
}

export const streaks = (who: Person) => ok(who, "GET", "/api/streaks");
export const journal = async (who: Person) => (await streaks(who)).streaks.journal;
/** "12 of 30 at risk" */
export async function brief(who: Person, goal?: string): Promise<string> {
  const { journal, goals } = (await streaks(who)).streaks;
  const each = goal ? goals.find(({ goal_id }: { goal_id: string }) => goal_id === goal) : journal;
  return `${each.current} of ${each.longest}${each.at_risk ? " at risk" : ""}`;
}
