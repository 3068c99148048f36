/** The notifications of a user. */
import { sql } from "./sql.ts";

/** The notifications of one type, the oldest first. */
export const noticesOf = async ({ id }: { id: string }, type: string) => [
  ...await sql`
    select title, body, data from public.notifications
    where user_id = ${id} and type = ${type} order by created_at, title`,
];
