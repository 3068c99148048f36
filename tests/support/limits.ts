/** How much of a limit a user has used up. */
import { sql } from "./sql.ts";

/** Lets a user have done that much of a limit. */
export const useUp = ({ id }: { id: string }, bucket: string, cost: number) =>
  sql`
    insert into private.rate_limit_hits (bucket, subject, cost)
    values (${bucket}, ${`user:${id}`}, ${cost})`;

/** How often the user has done it, and how often it was refused or failed, which does not count. */
export async function usedOf({ id }: { id: string }, bucket: string) {
  const [row] = await sql<[{ used: number; failed: number }]>`
    select coalesce(sum(cost) filter (where not given_back), 0)::int as used,
      coalesce(sum(cost) filter (where given_back), 0)::int as failed
    from private.rate_limit_hits where bucket = ${bucket} and subject = ${`user:${id}`}`;
  return row;
}
