/** The rows of the database that name a person. */
import type { Person } from "../support/people.ts";
import { sql } from "../support/sql.ts";

/** Counts the rows of every table, by each of its columns that names the user of a row. */
const [{ counts }] = await sql<[{ counts: string }]>`
  select string_agg(format('(select count(*)::int from public.%I where %I = $1) as %I',
    c.table_name, c.column_name, c.table_name || '_' || c.column_name), ', ') as counts
  from information_schema.columns c
  join information_schema.tables t using (table_schema, table_name)
  where c.table_schema = 'public' and t.table_type = 'BASE TABLE'
    and c.udt_name = 'uuid' and c.column_name in ('user_id', 'owner_id', 'admin_id', 'sender_id')`;

/** The number of rows of each table that name the person, in one query that is planned once. */
export async function rowsOf({ id }: Person): Promise<Record<string, number>> {
  const [row] = await sql.unsafe(`select ${counts}`, [id], { prepare: true });
  return row!;
}
