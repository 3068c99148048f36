/** What has to be true after every fault. */
import { setTimeout as sleep } from "node:timers/promises";
import postgres from "postgres";
import { lostFiles } from "../../tools/lost-files.ts";
import type { Status } from "../../packages/local-supabase/helpers.ts";
import { faultsOf } from "../world/invariants.ts";
import { sizeOf } from "../world/size.ts";
import { acts } from "./acts.ts";
import type { Work } from "./work.ts";

/** Each selects what is wrong. */
const queries: Record<string, string> = {
  "a drop has one notification": `
    select from public.drops_sent as d join public.notifications as n
      on n.type = 'drop_received' and n.dedupe_key = d.id::text
    group by d.id having count(*) <> 1`,
  "a file has its row, or waits for its deletion": `
    select from storage.objects as o
    where o.bucket_id = 'entry-attachments'
      and not exists (select from public.entry_attachments as a where o.name in (a.path, a.thumbnail_path))
      and not exists (select from private.storage_deletions as d
        where d.bucket = o.bucket_id and d.path = o.name)`,
  "an attachment has its file": `
    select from public.entry_attachments as a
    where not exists (select from storage.objects as o
      where o.bucket_id = 'entry-attachments' and o.name = a.path)`,
  "a streak counts the days of its entries and check-ins": `
    select from private.streaks as s
    where s.days <> (select count(distinct a.day) from private.streak_acts as a
      where a.streak_id = s.id and a.day between s.first_day and s.last_day)`,
  "what is written counts for a day": `
    select from (
      select user_id, id from public.journal_entries where import_id is null
      union all select user_id, id from public.goal_check_ins where status <> 'missed'
    ) as w
    where exists (select from auth.users as u where u.id = w.user_id and u.email like 'worker.%')
      and not exists (select from private.streak_acts as a where a.id = w.id)`,
  "a user has one customer of the payment provider": `
    select from private.payment_customers group by user_id having count(*) > 1`,
  "an entry has the last track that was played before it": `
    select from public.journal_entries as e cross join lateral (
      select * from public.spotify_plays as n
      where n.user_id = e.user_id and n.played_at <= e.written_at
      order by n.played_at desc limit 1) as p
    where e.user_id in (select user_id from private.spotify_connections)
      and e.spotify_track_id is distinct from p.spotify_track_id`,
  "a question has at most one answer": `
    select from public.chat_messages where role = 'assistant' group by question_id having count(*) > 1`,
};

/** Rows that contradict each other. */
export const inconsistencies = (url: string): Promise<string[]> =>
  faultsOf(url, { ...sizeOf(100), heavyEntries: 0 });

/**
 * Everything that is wrong, as text, but for what was `known` before. The users do not work meanwhile.
 */
export async function wrongs(
  work: Work,
  url: string,
  status: Status,
  known: Set<string>,
): Promise<string[]> {
  const sql = postgres(url, { max: 2, onnotice: () => {} });
  const found = work.unanswered.splice(0).map((write) => `not answered within a minute: ${write}`);
  try {
    for (const [name, { stored }] of Object.entries(acts)) {
      if (!stored) continue;
      const keys = work.acknowledged[name] ?? [];
      const [{ lost, doubled }] = await sql.unsafe<[{ lost: number; doubled: number }]>(
        `with stored as (select key, count(*) as rows from (${stored}) as s group by key)
        select count(*) filter (where s.rows is null)::int as lost,
          count(*) filter (where s.rows > 1)::int as doubled
        from unnest($1::text[]) as k (key) full join stored as s using (key)
        where k.key is not null or key ~ '^[0-9a-f]{8}-'`,
        [keys],
      );
      if (lost) found.push(`${name}: ${lost} acknowledged ones are lost`);
      if (doubled) found.push(`${name}: ${doubled} are there more than once`);
    }
    for (const [rule, query] of Object.entries(queries)) {
      const [{ wrong }] = await sql.unsafe<[{ wrong: number }]>(
        `select count(*)::int as wrong from (${query}) as q`,
      );
      if (wrong) found.push(`${rule}: ${wrong} are not so`);
    }
    found.push(...(await inconsistencies(url)).filter((each) => !known.has(each)));
    for await (const { bucket, path } of lostFiles(status)) found.push(`lost: ${bucket}/${path}`);
    for (const worker of work.team.workers) {
      await work.sync(worker).catch((error) => found.push(`${error}`));
      for (const [list, ids] of worker.copy) {
        if (!/^(journal_entries|goal_check_ins|goals)$/.test(list)) continue;
        const rows = await sql<{ id: string }[]>`
          select id from ${sql(`public.${list}`)} where user_id = ${worker.id}`;
        const missing = rows.filter(({ id }) => !ids.has(id)).length;
        if (missing) found.push(`sync has missed ${missing} ${list}`);
        if (ids.size + missing > rows.length) found.push(`sync shows ${list} that are not there`);
      }
    }
    return found;
  } finally {
    await sql.end({ timeout: 1 });
  }
}

/**
 * Waits until nothing in the outboxes is due; returns what still is after `limit` milliseconds. What
 * was written while the clock was ahead is due when it gets there.
 */
export async function waiting(url: string, limit: number): Promise<string[]> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  try {
    for (const ends = performance.now() + limit;;) {
      const rows = await sql<{ what: string; count: number }[]>`
        select 'mails' as what, count(*)::int from private.emails
          where status in ('waiting', 'sending') and not_before <= now()
        union all select 'pushes', count(*)::int from private.pushes
          where status = 'waiting' and not_before <= now()
        union all select 'files to delete', count(*)::int from private.storage_deletions
          where not_before <= now()`;
      const left = rows.filter(({ count }) => count > 0);
      if (!left.length || performance.now() > ends) {
        return left.map(({ what, count }) => `${count} ${what} wait`);
      }
      await sleep(2000);
    }
  } finally {
    await sql.end({ timeout: 1 });
  }
}
