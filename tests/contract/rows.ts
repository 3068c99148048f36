/** The rows of the database that name a person. */
import type { Person } from "../support/people.ts";
import { sql } from "../support/sql.ts";

/** Columns that name the user of a row. */
const personColumns = await sql<{ table: string; column: string }[]>`
  select c.table_name as table, c.column_name as column from information_schema.columns c
  join information_schema.tables t using (table_schema, table_name)
  where c.table_schema = 'public' and t.table_type = 'BASE TABLE'
    and c.udt_name = 'uuid' and c.column_name in ('user_id', 'owner_id', 'admin_id', 'sender_id')`;

/** The number of rows of each table that name the person, in one query. */
export async function rowsOf({ id }: Person): Promise<Record<string, number>> {
  const counts = personColumns.map(({ table, column }) =>
    sql`(select count(*)::int from public.${sql(table)} where ${sql(column)} = ${id})
      as ${sql(`${table}_${column}`)}`
  );
  const [row] = await sql`select ${counts.flatMap((each, n) => n ? [sql`, `, each] : [each])}`;
  return row!;
}
