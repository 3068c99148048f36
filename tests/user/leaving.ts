/** Helpers for the tests of account deletion. */
import type { Answer, Person } from "../support/people.ts";
import { sql } from "../support/sql.ts";

/** Requests the deletion of a person's own account. */
export const leave = (
  { api, email }: Person,
  path = "/api/user/account",
): Promise<Answer> => api("DELETE", path, { confirm: email });

/** The tables in which the id of a deleted user may remain. */
export const KEPT = [
  "private.account_deletions",
  "public.admin_impersonations",
  "public.audit_log",
  "public.drops_ledger",
];

/** Whether a deletion is running, done, or was never requested. */
export async function stateOf({ id }: { id: string }): Promise<"none" | "pending" | "done"> {
  const [row] = await sql`
    select completed_at from private.account_deletions where user_id = ${id}`;
  return !row ? "none" : row.completed_at ? "done" : "pending";
}

/** Makes a statement on a table fail for some rows, until the function that it returns is called. */
export async function failing(
  verb: "delete" | "insert",
  table: string,
  condition: string,
): Promise<() => Promise<void>> {
  const name = `fail_${crypto.randomUUID().replaceAll("-", "")}`;
  await sql.unsafe(`
    create function private.${name}() returns trigger language plpgsql set search_path = ''
    as $$ begin
      raise exception 'arranged failure' using errcode = 'XX000'; end $$;
    create trigger ${name} before ${verb} on ${table} for each row
    when (${condition}) execute function private.${name}();`);
  return async () => {
    await sql.unsafe(`drop function private.${name} cascade`);
  };
}
