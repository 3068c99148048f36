/** A sign-up that is open while something else happens. */
import { expect } from "vitest";
import { eventually } from "./eventually.ts";
import { sql } from "./sql.ts";

/**
 * Signs up with the address in a transaction, runs `meanwhile` until it is done or waits for a lock,
 * and commits. Returns the id of the new user.
 */
export async function signUpDuring(
  email: string,
  meanwhile: () => Promise<unknown>,
): Promise<string> {
  const id = crypto.randomUUID();
  let done = false;
  const { work } = await sql.begin(async (tx) => {
    await tx`
      insert into auth.users (instance_id, id, aud, role, email, email_confirmed_at, created_at,
        updated_at)
      values ('00000000-0000-0000-0000-000000000000', ${id}, 'authenticated', 'authenticated',
        ${email}, now(), now(), now())`;
    const [session] = await tx<{ pid: number }[]>`select pg_backend_pid() as pid`;
    const work = meanwhile().finally(() => done = true);
    await eventually(async () => {
      const waiting = await sql`
        select from pg_stat_activity where ${session!.pid} = any (pg_blocking_pids(pid))`;
      expect(done || waiting.length > 0).toBe(true);
    });
    return { work };
  });
  await work;
  return id;
}
