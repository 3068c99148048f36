/**
 * The rows of the service and of its accounts, in the text format of COPY. No `pg_dump`: that of the
 * server's version is rarely installed, and the CLI runs it in Docker. The role `postgres` of a hosted
 * project may do all of this.
 */
import { pipeline } from "node:stream/promises";
import { Readable } from "node:stream";
import type postgres from "postgres";
import type { Bytes } from "./place.ts";

export interface Table {
  /** As SQL writes it: `public.goals`. */
  name: string;
  /** As SQL writes them. Generated columns are left out. */
  columns: string[];
  /** Length of its rows in bytes. */
  bytes: number;
}

export interface Sequence {
  name: string;
  /** Null when it has given out none. */
  value: string | null;
}

/**
 * The schemas of the service and of its accounts. Those of the platform's other parts are filled by
 * migrations (schedules) and by a deployment (the vault); files are copied with the Storage API.
 */
const SCHEMAS = ["public", "private", "auth"];

/** Formats as they are read again, whatever the settings of the role. */
const settings = `
  set local statement_timeout = 0;
  set local idle_in_transaction_session_timeout = 0;
  set local datestyle = 'ISO, YMD';
  set local intervalstyle = 'postgres';
  set local timezone = 'UTC';
  set local extra_float_digits = 1`;

export const prepare = async (sql: postgres.ISql): Promise<void> => {
  await sql.unsafe(settings).simple();
};

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

/** The rows of all tables, one table after the other. Sets the lengths in `tables`. */
export async function* copyOut(
  sql: postgres.ISql,
  tables: Table[],
): AsyncGenerator<Bytes> {
  for (const table of tables) {
    const rows = await sql.unsafe(
      `copy ${table.name} (${table.columns.join(", ")}) to stdout`,
    ).readable();
    for await (const chunk of rows) {
      table.bytes += chunk.length;
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
