/** Weeks of their own for the tests of battles: past ones, which no other test uses. */
import type { ISql } from "postgres";
import type { Person } from "../support/people.ts";
import { ok } from "../support/requests.ts";
import { sql } from "../support/sql.ts";
import { countWeek, hasCheckedIn } from "./days.ts";
import { asJob } from "./jobs.ts";

type Color = "red" | "blue";

/** Gives the Mondays of past weeks, one after the other, from a Monday on. */
export function weeksFrom(monday: string): () => string {
  let weeks = 0;
  return () => dayOf(monday, 7 * weeks++);
}

/** The date of that many days after a date. */
export const dayOf = (date: string, days: number) =>
  new Date(Date.parse(date) + 86_400_000 * days).toISOString().slice(0, 10);

/**
 * Gives a user a place on a date; `isOpen` lets the user check in until tomorrow. With chips there is
 * a check-in of that status.
 */
export async function takePlace(
  { id }: { id: string },
  date: string,
  color: Color,
  { chips, status = "verified", isOpen = false }: {
    chips?: number;
    status?: "verified" | "pending" | "rejected";
    isOpen?: boolean;
  } = {},
): Promise<void> {
  await sql`
    insert into private.workout_dates (date, generated_at) values (${date}, now())
    on conflict (date) do nothing`;
  await sql`
    insert into public.workout_window_chains (
      date, user_id, team_color, location_group, starts_at, ends_at, closes_at, reminded_at,
      closed_at
    )
    select ${date}, ${id}, ${color}, 'week', at, at + interval '2 hours',
      case when ${isOpen} then now() + interval '1 day' else at + interval '150 minutes' end, at,
      case when not ${isOpen} then at + interval '3 hours' end
    from (select ${date}::date + interval '8 hours' as at) as t`;
  if (chips === undefined) await countWeek([id], date);
  else await hasCheckedIn({ id }, date, { status, battle_chips_earned: chips });
}

/** A window, without which a user is not notified of battles. */
export const giveWindow = ({ id }: { id: string }, db: ISql = sql) =>
  db`
    insert into public.workout_windows (
      user_id, activity_type, window_start_time, window_end_time, timezone
    )
    values (${id}, 'walk', '08:00', '10:00', 'UTC')`;

/** The battle of a week as a user reads it. */
export const readBattle = (who: Person, week: string) =>
  ok(who, "GET", `/api/workout-window/battle/week/${week}`);

export const executeBattle = (week: string) => asJob(`/api/workout-window/battle/execute/${week}`);

/** Two days of check-ins: the first user wears red, the others blue; 9 chips to 6. */
export async function fillWeek(week: string, [ana, ben, cleo]: Person[]): Promise<void> {
  for (const [day, chips] of [[0, 4], [1, 5]] as const) {
    await takePlace(ana!, dayOf(week, day), "red", { chips });
  }
  await takePlace(ben!, dayOf(week, 0), "blue", { chips: 2 });
  await takePlace(cleo!, dayOf(week, 6), "blue", { chips: 4 });
}
