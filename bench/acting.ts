/** Queries as a user, like the Data API's. */
import type { ReservedSql } from "postgres";

/** Lets a connection act as a user under row security, or as its own role again. */
export async function become(
  connection: ReservedSql,
  sub: string | null,
  user_role = "user",
): Promise<void> {
  if (sub === null) return void await connection.unsafe("reset role");
  const claims = JSON.stringify({ sub, role: "authenticated", user_role });
  await connection`select set_config('request.jwt.claims', ${claims}, false)`;
  await connection.unsafe("set role authenticated");
}
