/** Reminders: everybody's at one instant, by one worker and by four. */
import type { Sql } from "postgres";
import { loadSavers } from "./drops.ts";
import type { Row } from "./measure.ts";

/** The batch size of the job. */
const batch = 1000;

const CALL_BAR_MS = 4000;
/** The job comes every five minutes. */
const ALL_BAR_MS = 300_000;

/** A reminder of each user, in four time zones; seven in ten have a device, two in ten have written. */
async function load(sql: Sql, users: number): Promise<void> {
  await loadSavers(sql, { from: 0, to: users });
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`
      update public.profiles as p set timezone = z.name
      from unnest('{UTC,Europe/Berlin,America/New_York,Asia/Kathmandu}'::text[])
        with ordinality as z (name, n)
      where p.handle like 'saver\\_%' and ascii(right(p.handle, 1)) % 4 = z.n - 1`;
    await tx`
      insert into public.push_devices (user_id, token, platform)
      select id, 'ExponentPushToken[' || handle || ']', 'ios' from public.profiles
      where handle ~ '^saver_.*[0-6]$'`;
    await tx`
      insert into public.journal_entries
        (user_id, title, effective_metadata_visibility, effective_content_visibility)
      select id, 'Today', 'user', 'user' from public.profiles where handle ~ '^saver_.*[89]$'`;
    await tx`
      insert into public.reminders (id, user_id, kind, local_time, days)
      select id, id, 'journal', '20:00', '{1,2,3,4,5,6,7}' from public.profiles
      where handle like 'saver\\_%'`;
    await tx`
      insert into private.reminder_times (reminder_id, next_on, next_at)
      select id, private.utc_today(), 'infinity' from public.reminders`;
  });
  await sql`
    vacuum (analyze) public.profiles, public.push_devices, public.journal_entries,
      public.reminders, private.reminder_times`;
}

/** Lets the reminders of the users with the remainder come due; returns their number. */
async function makeDue(sql: Sql, remainder: number): Promise<number> {
  const { count } = await sql`
    update private.reminder_times as t set next_at = now(),
      next_on = (now() at time zone p.timezone)::date
    from public.profiles as p
    where p.id = t.reminder_id and ascii(right(p.handle, 1)) % 2 = ${remainder}`;
  await sql`vacuum (analyze) private.reminder_times`;
  return count;
}

/** Needs the superuser's `sql` with connections for all workers. */
export async function benchReminders(
  sql: Sql,
  log: (line: string) => void,
  users = 1_000_000,
): Promise<Row[]> {
  log(`Reminders of ${users.toLocaleString("en")} users`);
  await load(sql, users);
  const rows: Row[] = [];
  for (const [remainder, workers] of [1, 4].entries()) {
    const due = await makeDue(sql, remainder);
    let [sent, skipped, longest] = [0, 0, 0];
    const start = performance.now();
    await Promise.all(Array.from({ length: workers }, async () => {
      for (let total = batch; total > 0;) {
        const begun = performance.now();
        const [step] = await sql<[{ total: number; sent: number; skipped: number }]>`
          select total, sent, skipped from private.send_reminders(${batch})`;
        longest = Math.max(longest, performance.now() - begun);
        ({ total } = step);
        sent += step.sent;
        skipped += step.skipped;
      }
    }));
    const all = performance.now() - start;
    const once = sent + skipped === due;
    log(`${workers} at once: ${Math.round(due / all * 1000)} a second`);
    rows.push({
      what: `${due.toLocaleString("en")} reminders at one instant, ${workers} at once`,
      measured: `${(all / 1000).toFixed(0)} s, longest call ${longest.toFixed(0)} ms, ` +
        `${sent} sent, ${skipped} skipped${once ? "" : ", not each once"}`,
      bar: "call 4 s, all 5 min",
      ok: longest <= CALL_BAR_MS && all <= ALL_BAR_MS && once,
    });
  }
  return rows;
}
