/** What the database still says of a user. */
import { sql } from "./sql.ts";

/** Tables in which a row mentions the user; of the audit log everything is kept. */
export async function tablesNaming(id: string): Promise<string[]> {
  const tables = await sql<{ schema: string; name: string }[]>`
    select n.nspname as schema, c.relname as name
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and n.nspname in ('public', 'private', 'auth', 'storage')
      and c.relname not in ('audit_log', 'audit_log_entries')
    order by 2`;
  const found = await Promise.all(tables.map(async ({ schema, name }) => {
    const [row] = await sql`
      select exists (select from ${sql(schema)}.${sql(name)} as t where t::text like ${`%${id}%`})`;
    return row!.exists ? [name] : [];
  }));
  return found.flat();
}
