/** Proofs that the service is whole after a fault. */
import { setTimeout as sleep } from "node:timers/promises";
import postgres from "postgres";
import { lostFiles } from "../../tools/lost-files.ts";
import type { Status } from "../../packages/local-supabase/helpers.ts";
import { faultsOf, rulesOf } from "../world/invariants.ts";
import { sizeOf } from "../world/size.ts";
import { acts } from "./acts.ts";
import type { Work } from "./work.ts";

/** Rows that contradict each other. */
export const inconsistencies = (url: string): Promise<string[]> =>
  faultsOf(url, { ...sizeOf(100), heavyEntries: 0 });

/** All faults, as text, except those in `known`. The users do not work meanwhile. */
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
    for (const [rule, query] of await rulesOf(new URL("proofs.sql", import.meta.url))) {
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
 * Waits until nothing in the outboxes is due; returns the kinds that still are after `limit`
 * milliseconds. Rows written while the clock was ahead become due at their time.
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
