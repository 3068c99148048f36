import { sql } from "./sql.ts";

/** The bytes that the database has counted for the texts of a user. */
export async function countedBytes(id: string): Promise<number> {
  const [row] = await sql`
    select (coalesce((select bytes from private.text_storage where user_id = ${id}), 0)
      - coalesce((select sum(bytes) from private.freed_texts where user_id = ${id}), 0))::int as bytes`;
  return row!.bytes;
}
