/** Traces of a user that are left in the database. */
import { sql } from "./sql.ts";

/** Tables that contain a text anywhere in a row, in every schema with rows about people. */
export async function tablesNaming(text: string): Promise<string[]> {
  const tables = await sql<{ name: string }[]>`
    select format('%I.%I', n.nspname, c.relname) as name
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('public', 'private', 'auth', 'storage', 'net') and c.relkind in ('r', 'p')
    order by 1`;
  const found: string[] = [];
  for (const { name } of tables) {
    const rows = await sql.unsafe(
      `select from ${name} as t where t::text ilike '%' || $1 || '%' limit 1`,
      [text],
    );
    if (rows.length) found.push(name);
  }
  return found;
}
