/** Open transactions at the database, for tests of concurrent changes. */
import type { ParameterOrJSON, ReservedSql } from "postgres";
import { afterEach, expect } from "vitest";
import { eventually } from "../support/eventually.ts";
import type { Person } from "../support/people.ts";
import { become, sql } from "../support/sql.ts";

/** A call of a public function: its name and its arguments. */
export type Call = [name: string, ...args: ParameterOrJSON<never>[]];

const open = new Set<ReservedSql>();

// A transaction that a failed test leaves open would block the next test.
afterEach(async () => {
  for (const connection of open) await end(connection, "rollback");
});

async function end(connection: ReservedSql, how: "commit" | "rollback"): Promise<void> {
  open.delete(connection);
  await connection.unsafe(how);
  connection.release();
}

interface Session {
  /** Calls a function as this person; a refusal is returned as `PT403 Only ...`. */
  call(...call: Call): Promise<string>;
  /** Resolves when the session waits for a lock of another session. */
  waiting(): Promise<void>;
  commit(): Promise<void>;
}

/** Opens a transaction as a person, like the Data API, and leaves it open. */
export async function session(who: Person): Promise<Session> {
  const connection = await sql.reserve();
  const [backend] = await connection<{ pid: number }[]>`select pg_backend_pid() as pid`;
  open.add(connection);
  await connection`begin`;
  await become(who, connection);
  return {
    async call(name, ...args) {
      const marks = args.map((_, i) => `$${i + 1}`).join(", ");
      try {
        await connection.unsafe(`select public.${name}(${marks})`, args);
        return "done";
      } catch (error) {
        const { code, message } = error as { code: string; message: string };
        return `${code} ${message}`;
      }
    },
    async waiting() {
      await eventually(async () =>
        expect(await sql`select from pg_locks where pid = ${backend!.pid} and not granted`)
          .not.toEqual([])
      );
    },
    commit: () => end(connection, "commit"),
  };
}

/**
 * Organizations and teams that violate their invariants; must be empty after any concurrent
 * changes.
 */
export async function broken(): Promise<readonly unknown[]> {
  return await sql`
    select 'owner' as what, o.id from public.organizations as o
    where not exists (
      select from public.organization_members as m
      where m.org_id = o.id and m.user_id = o.owner_id and m.role = 'owner')
    union all
    select 'admin', t.id from public.teams as t
    where not exists (
      select from public.team_members as m
      where m.team_id = t.id and m.user_id = t.admin_id and m.role = 'admin')
    union all
    select 'member', m.team_id from public.team_members as m
    where not exists (
      select from public.organization_members as o join public.teams as t on t.org_id = o.org_id
      where t.id = m.team_id and o.org_id = m.org_id and o.user_id = m.user_id)`;
}
