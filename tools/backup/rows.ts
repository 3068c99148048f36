/**
 * The rows of the service and of its accounts, in the text format of COPY. It does without
 * `pg_dump`, because the one of the server's version is rarely installed and the CLI runs it in
 * Docker. The rights of the role `postgres` of a hosted project suffice.
 */
import { pipeline } from "node:stream/promises";
import { Readable } from "node:stream";
import type postgres from "postgres";
import type { Bytes } from "./place.ts";

export interface Table {
  /** The name in SQL: `public.goals`. */
  name: string;
  /** The names in SQL, without generated columns. */
  columns: string[];
  /** Length of its rows in bytes. */
  bytes: number;
}

export interface Sequence {
  name: string;
  /** The last value; null when the sequence has given out none. */
  value: string | null;
}

/**
 * The schemas of the service and of its accounts. Migrations fill other schemas of the platform
 * (schedules), and a deployment fills the vault; the Storage API copies the files.
 */
const SCHEMAS = ["public", "private", "auth"];

/** So long (ms) a statement waits for a lock of another session. */
const LOCK_MS = 30_000;

/** Formats as they are read again, whatever the settings of the role. */
const settings = `
  set local statement_timeout = 0;
  set local idle_in_transaction_session_timeout = 0;
  set local datestyle = 'ISO, YMD';
  set local intervalstyle = 'postgres';
  set local timezone = 'UTC';
  set local extra_float_digits = 1`;

/** `lockMs`: so long (ms) each statement of the transaction waits for a lock. */
export const prepare = async (sql: postgres.ISql, lockMs = LOCK_MS): Promise<void> => {
  await sql.unsafe(`${settings}; set local lock_timeout = ${lockMs}`).simple();
};

/**
 * Locks tables against changes of their form, so that none waits in the middle of a copy. Throws where
 * a session locks one for longer than the lock timeout, and names the table and the session.
 */
export async function lockTables(sql: postgres.ISql, tables: { name: string }[]): Promise<void> {
  const names = tables.map(({ name }) => `'${name.replaceAll("'", "''")}'`).join();
  await sql.unsafe(`
    do $do$
    declare
      v_table text;
    begin
      foreach v_table in array array[${names}] loop
        execute format('lock table %s in access share mode', v_table);
      end loop;
    exception when lock_not_available then
      raise exception '% is locked by another session (%). It is found and ended as docs/runbook.md says: A session blocks others', v_table, (
        select string_agg(format('pid %s, %s since %s', a.pid, a.state, a.xact_start), '; ')
        from pg_locks as l join pg_stat_activity as a on a.pid = l.pid
        where l.relation = v_table::regclass and l.granted and l.mode = 'AccessExclusiveLock');
    end
    $do$`);
}

/** The accounts that were erased, in progress or completed. */
export async function* erasedIn(sql: postgres.ISql): AsyncGenerator<string> {
  const pages = sql<{ user_id: string }[]>`
    select user_id from private.account_deletions order by 1`.cursor(1000);
  for await (const page of pages) yield* page.map(({ user_id }) => user_id);
}

/** The tables, by their names. Tables of extensions and the auth service's own migrations are not. */
export const tablesOf = (sql: postgres.ISql): Promise<Omit<Table, "bytes">[]> =>
  sql<Omit<Table, "bytes">[]>`
    select format('%I.%I', n.nspname, c.relname) as name,
      array_agg(quote_ident(a.attname) order by a.attnum) as columns
    from pg_class as c
    join pg_namespace as n on n.oid = c.relnamespace
    join pg_attribute as a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      and a.attgenerated = ''
    where c.relkind = 'r' and n.nspname = any (${SCHEMAS})
      and (n.nspname, c.relname) <> ('auth', 'schema_migrations')
      and not exists (
        select from pg_depend as d
        where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
    group by 1 order by 1`;

/** The sequences of these tables: of identities, and of defaults. */
export const sequencesOf = (sql: postgres.ISql): Promise<Sequence[]> =>
  sql<Sequence[]>`
    select format('%I.%I', n.nspname, c.relname) as name, pg_sequence_last_value(c.oid)::text as value
    from pg_class as c
    join pg_namespace as n on n.oid = c.relnamespace
    where c.relkind = 'S' and n.nspname = any (${SCHEMAS})
      and exists (
        select from pg_depend as d
        where d.classid = 'pg_class'::regclass and d.objid = c.oid
          and d.refclassid = 'pg_class'::regclass and d.deptype in ('a', 'i'))
    order by 1`;

/** The versions of the migrations that the database has. */
export const migrationsOf = async (sql: postgres.ISql): Promise<string[]> =>
  (await sql`select version from supabase_migrations.schema_migrations order by version`)
    .map(({ version }) => version);

/** The rows of all tables, table by table. Sets the lengths in `tables`. */
export async function* copyOut(
  sql: postgres.ISql,
  tables: Table[],
  tell: (progress: string) => void,
): AsyncGenerator<Bytes> {
  for (const [index, table] of tables.entries()) {
    const rows = await sql.unsafe(
      `copy ${table.name} (${table.columns.join(", ")}) to stdout`,
    ).readable();
    for await (const chunk of rows) {
      table.bytes += chunk.length;
      tell(
        `table ${index + 1} of ${tables.length}, ${table.name}, ${
          (table.bytes / 1e6).toFixed(1)
        } MB`,
      );
      yield new Uint8Array(chunk);
    }
    // The client stops reading from the server while a stream is full, and goes on when the stream
    // is read: but not when all of its rows had arrived.
    rows._read(0);
  }
}

/** Puts the rows that `copyOut` has given into empty tables. */
export async function copyIn(
  sql: postgres.ISql,
  tables: Table[],
  stream: ReadableStream<Bytes>,
): Promise<void> {
  const reader = stream.getReader();
  let chunk: Uint8Array = new Uint8Array();
  /** The next bytes, so many. */
  async function* take(bytes: number): AsyncGenerator<Uint8Array> {
    for (let left = bytes; left > 0;) {
      if (!chunk.length) {
        const { value, done } = await reader.read();
        if (done) throw new Error("The rows end too early");
        chunk = value;
      }
      const part = chunk.subarray(0, left);
      chunk = chunk.subarray(part.length);
      left -= part.length;
      yield part;
    }
  }
  for (const { name, columns, bytes } of tables) {
    if (!bytes) continue;
    const rows = await sql.unsafe(`copy ${name} (${columns.join(", ")}) from stdin`).writable();
    await pipeline(Readable.from(take(bytes)), rows);
  }
}
