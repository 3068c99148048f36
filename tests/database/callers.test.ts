/**
 * Every function of the Data API, called by everybody who may not call it: over HTTP, with real
 * tokens, and with null for each argument.
 */
import { describe, expect, it } from "vitest";
import { sql } from "../support/sql.ts";
import { makeWorld, type Role } from "../support/world.ts";

const world = await makeWorld();

interface Callable {
  name: string;
  arguments: string[];
  /** Whether users may call it, and not the service alone. */
  users: boolean;
  /** Whether its body asks for a super admin before it does anything. */
  admins: boolean;
}

const functions = await sql<Callable[]>`
  select p.proname as name, coalesce(p.proargnames[1:p.pronargs], '{}') as arguments,
    has_function_privilege('authenticated', p.oid, 'execute') as users,
    pg_get_functiondef(p.oid) ~ 'private\.require_super_admin\(\)' as admins
  from pg_proc as p
  where p.pronamespace = 'public'::regnamespace and p.prokind = 'f'
    and (has_function_privilege('authenticated', p.oid, 'execute')
      or has_function_privilege('service_role', p.oid, 'execute'))
  order by p.proname`;

async function call(role: Role, { name, arguments: names }: Callable): Promise<string> {
  const nothing = Object.fromEntries(names.map((each) => [each, null]));
  const { error, status } = await world.client[role].rpc(name, nothing);
  return `${status} ${error?.code}`;
}

const denied = (role: Role) => role === "anonymous" ? "401 42501" : "403 42501";

describe.each(functions)("the function $name", (each) => {
  it("is refused to people who may not call it", async () => {
    expect(await call("anonymous", each)).toBe(denied("anonymous"));
    expect(await call("blocked", each)).toMatch(/^403 (PT403|42501)$/);
    if (!each.users) expect(await call("superAdmin", each)).toBe(denied("superAdmin"));
    if (each.admins) expect(await call("owner", each)).toMatch(/^403 /);
  });
});
