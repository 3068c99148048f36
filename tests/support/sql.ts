/**
 * Direct access to the database, without the API's rules: for setting up tests and checking rows.
 */
import { decodeJwt } from "jose";
import postgres from "postgres";
import { afterAll } from "vitest";
import { platform } from "./platform.ts";

/**
 * Queries as `postgres`, the owner of everything the migrations created, with row security
 * bypassed. Connections open when they are used and close with the test file.
 *
 * @example
 * const [{ count }] = await sql`select count(*)::int from public.goals`;
 */
export const sql = postgres(platform.db_url, { max: 4, idle_timeout: 5, onnotice: () => {} });

afterAll(() => sql.end({ timeout: 5 }));

/** The session of the user who acts in a transaction: it is not stored, and has not ended. */
const SESSION = crypto.randomUUID();

/**
 * Lets the rest of a transaction act as a user under row security, like the Data API: in the session
 * of the token, if there is one.
 */
export async function become(
  { id, token }: { id: string; token?: string },
  transaction: postgres.ISql,
): Promise<void> {
  const session_id = token ? decodeJwt(token).session_id : SESSION;
  const claims = JSON.stringify({ role: "authenticated", sub: id, session_id });
  await transaction`select set_config('request.jwt.claims', ${claims}, true)`;
  await transaction`set local role authenticated`;
}

/**
 * Runs `work` in one transaction as a database role with a caller's claims, as the Data API does,
 * and rolls it back.
 */
export async function as<T>(
  caller: {
    role: "anon" | "authenticated" | "service_role";
    sub?: string;
    user_role?: string;
    session_id?: string;
  },
  work: (transaction: postgres.TransactionSql) => Promise<T>,
): Promise<T> {
  return await undone(async (transaction) => {
    const claims = JSON.stringify({ session_id: caller.sub && SESSION, ...caller });
    await transaction`select set_config('request.jwt.claims', ${claims}, true)`;
    await transaction.unsafe(`set local role ${caller.role}`);
    return await work(transaction);
  });
}

/** Runs `work` in one transaction, of the owner unless told otherwise, and rolls it back. */
export async function undone<T>(
  work: (transaction: postgres.TransactionSql) => Promise<T>,
  connection = sql,
): Promise<T> {
  let result: { value: T } | undefined;
  const undo = new Error("undo");
  await connection.begin(async (transaction) => {
    result = { value: await work(transaction) };
    throw undo;
  }).catch((error) => {
    if (error !== undo) throw error;
  });
  return result!.value;
}
