/** Checks rules that hold in a database whose rows the service itself has written. */
import postgres, { type Sql, type TransactionSql } from "postgres";
import { ledgerFaults } from "../../tests/support/ledger.ts";
import { inLanes } from "./loading.ts";
import type { Size } from "./size.ts";

/** The rules of a file of SQL: `-- <rule>`, and below it the query of the rows that break it. */
export async function rulesOf(file: URL): Promise<[rule: string, query: string][]> {
  const paragraphs = (await Deno.readTextFile(file)).trim().split("\n\n").slice(1);
  return paragraphs.map((text) => {
    const [first, ...query] = text.split("\n");
    return [first!.replace("-- ", ""), query.join("\n")];
  });
}

/** The types of objects that clients keep copies of, with the table that has the objects. */
const syncedTables = (sql: Sql) =>
  sql<{ type: string; name: string }[]>`
    select type, coalesce(to_regclass('public.' || name), to_regclass('private.' || name))::text as name
    from private.synced_types
    cross join lateral (select case list when 'attachments' then 'entry_attachments' else list end)
      as t (name)
    order by type`;

/** Every object of sync has a change, and every change except a deletion has an object. */
async function changesFaults(sql: Sql): Promise<string[]> {
  const faults: string[] = [];
  for (const { type, name } of await syncedTables(sql)) {
    const [{ wrong }] = await sql.unsafe<[{ wrong: number }]>(`
      select count(*)::int as wrong
      from (select * from ${name} where user_id is not null) as t
      full join (select * from private.changes where type = '${type}') as c on c.id = t.id
      where t.id is null and c.deleted_at is null
        or t.id is not null and (c.id is null or c.deleted_at is not null)`);
    if (wrong) faults.push(`changes of ${name} are those of its rows: ${wrong} are not`);
  }
  const [{ late }] = await sql<[{ late: number }]>`
    select count(*)::int as late from private.user_changes where position >= private.sync_position()`;
  if (late) faults.push(`changes are of the past: ${late} are not`);
  return faults;
}

const undo = new Error("undo");

/** The rows that the service's own code changes, when it calculates them again; it is rolled back. */
async function recalculated(
  sql: Sql,
  table: string,
  columns: string,
  sample: string,
  calculate: (tx: TransactionSql) => Promise<unknown>,
): Promise<string[]> {
  const rule = `${table} is as the service calculates it`;
  let changed = 0;
  let failure: string | undefined;
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = origin`;
    await tx.unsafe(`create temporary table sample on commit drop as ${sample}`);
    await tx.unsafe(`create temporary table before on commit drop as
      select ${columns} from ${table} join sample using (${columns.split(",")[0]})`);
    await calculate(tx);
    [{ changed }] = await tx.unsafe<[{ changed: number }]>(`
      select count(*)::int as changed from (
        table before except select ${columns} from ${table} join sample using (${
      columns.split(",")[0]
    })
      ) as different`) as unknown as [{ changed: number }];
    throw undo;
  }).catch((error) => {
    if (error !== undo) failure = error.message;
  });
  if (failure) return [`${rule}: ${failure}`];
  return changed ? [`${rule}: ${changed} rows are not`] : [];
}

/** Rows without the row that their foreign key names; replica mode did not look. */
async function orphans(url: string): Promise<string[]> {
  const sql = postgres(url, { max: 1 });
  const faults: string[] = [];
  try {
    const keys = await sql<{ name: string; child: string; parent: string; columns: string[][] }[]>`
      select k.conname as name, k.conrelid::regclass::text as child,
        k.confrelid::regclass::text as parent,
        array(
          select array[quote_ident(a.attname), quote_ident(b.attname)]
          from unnest(k.conkey, k.confkey) as u (own, named)
          join pg_attribute as a on a.attrelid = k.conrelid and a.attnum = u.own
          join pg_attribute as b on b.attrelid = k.confrelid and b.attnum = u.named
        ) as columns
      from pg_constraint as k join pg_class as c on c.oid = k.conrelid
      where k.contype = 'f' order by c.reltuples desc`;
    await inLanes(url, keys, async (sql, { name, child, parent, columns }) => {
      const given = columns.map(([own]) => `c.${own} is not null`).join(" and ");
      const same = columns.map(([own, named]) => `p.${named} = c.${own}`).join(" and ");
      const [{ wrong }] = await sql.unsafe<[{ wrong: number }]>(
        `select count(*)::int as wrong from ${child} as c
         where ${given} and not exists (select from ${parent} as p where ${same})`,
      );
      if (wrong) faults.push(`${child} violates foreign key constraint "${name}": ${wrong} rows`);
    });
    return faults;
  } finally {
    await sql.end({ timeout: 1 });
  }
}

/** The queries, with a sample where they ask for one. */
async function broken(url: string, percent: number): Promise<string[]> {
  const faults: string[] = [];
  const rules = await rulesOf(new URL("invariants.sql", import.meta.url));
  await inLanes(url, rules, async (sql, [rule, query]) => {
    const [{ wrong }] = await sql.unsafe<[{ wrong: number }]>(
      `select count(*)::int as wrong from (${query.replaceAll("SAMPLE", String(percent))}) as q`,
    );
    if (wrong) faults.push(`${rule}: ${wrong} rows are not so`);
  });
  return faults;
}

/**
 * Everything that is wrong, as text; nothing when the rows are as the service would have written them.
 * At the superuser's address of a database.
 */
export async function faultsOf(
  url: string,
  { users, entries, heavyEntries }: Size,
): Promise<string[]> {
  const percent = Math.min(100, 100 * 3000 / (entries * users + heavyEntries));
  const sql = postgres(url, { max: 3, onnotice: () => {} });
  try {
    const faults = [
      ...await orphans(url),
      ...await broken(url, percent),
      ...await changesFaults(sql),
      ...await recalculated(
        sql,
        "public.journal_entries",
        "id, effective_metadata_visibility, effective_metadata_team_id, " +
          "effective_metadata_org_id, effective_content_visibility, effective_content_team_id, " +
          "effective_content_org_id",
        `select id from public.journal_entries tablesample system (${percent})`,
        (tx) =>
          tx`update public.journal_entries set metadata_visibility = metadata_visibility
            where id in (select id from sample)`,
      ),
      ...await recalculated(
        sql,
        "public.encouragement_badges",
        "user_id, level, consecutive_days, longest_streak, progress_to_next",
        "select user_id from public.encouragement_badges order by user_id limit 2000",
        (tx) =>
          tx`select private.change_badges(array_agg(
            row(user_id, 0, 0, 0, 0, null)::private.badge_change)) from sample`,
      ),
      ...await recalculated(
        sql,
        "private.streaks",
        "id, days, longest, first_day, last_day, began_at",
        "select id from private.streaks order by id limit 2000",
        (tx) => tx`select private.retrace_streak(id) from sample`,
      ),
      ...await ledgerFaults(sql),
    ];
    // Health reports its result.
    await sql`select private.reconcile_ledger()`;
    return faults;
  } finally {
    await sql.end({ timeout: 1 });
  }
}
