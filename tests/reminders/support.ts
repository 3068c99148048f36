/** Reminders, their instants, and the job that sends them. */
import { testEnvironment } from "../support/environment.ts";
import { noticesOf } from "../support/notices.ts";
import { type Person, send } from "../support/people.ts";
import { ok } from "../support/requests.ts";
import { sql } from "../support/sql.ts";

export const path = "/api/reminders";
export const daily = [1, 2, 3, 4, 5, 6, 7];

/** Creates a reminder, by default of the journal every day at noon. */
export const remind = async (who: Person, fields: Record<string, unknown> = {}) =>
  (await ok(who, "POST", path, { kind: "journal", local_time: "12:00", days: daily, ...fields }))
    .reminder;

export const goalOf = async (who: Person): Promise<string> =>
  (await ok(who, "POST", "/api/goals", { title: "Run" })).goal.id;

/** Runs the job; returns its results. */
export async function run() {
  const secret = { "x-cron-secret": testEnvironment.CHAT_CRON_SECRET };
  const { status, body } = await send("POST", `${path}/cron/send`, undefined, secret);
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`);
  return body.results;
}

/** When the reminder is due next, and which date was due last. */
export const timesOf = async ({ id }: { id: string }) =>
  (await sql`
    select next_on::text, next_at, last_on::text from private.reminder_times
    where reminder_id = ${id}`)[0] as { next_on: string; next_at: Date; last_on: string | null };

/** Makes today's reminder due this many minutes ago. Today is that of UTC, the zone of new people. */
export const makeDue = ({ id }: { id: string }, minutesAgo = 1) =>
  sql`
    update private.reminder_times set last_on = null, next_on = private.utc_today(),
      next_at = now() - ${minutesAgo}::int * interval '1 minute'
    where reminder_id = ${id}`;

export const reminded = (who: Person) => noticesOf(who, "reminder");

/** HH:MM in UTC, this many minutes from now. */
export const clock = (minutes: number) =>
  new Date(Date.now() + minutes * 60_000).toISOString().slice(11, 16);
