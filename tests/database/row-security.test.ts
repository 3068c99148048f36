/**
 * Every exposed table by verb by person: reads with real tokens at the Data API; writes as the role
 * and with the claims that the Data API takes from these tokens, rolled back.
 */
import type postgres from "postgres";
import { describe, expect, it } from "vitest";
import { as, sql } from "../support/sql.ts";
import { makeWorld, type Role, roles } from "../support/world.ts";
import type { Case, Matrix, Values, Write } from "./matrix.ts";
import { accounts } from "./matrix-accounts.ts";
import { admin } from "./matrix-admin.ts";
import { encouragement } from "./matrix-encouragement.ts";
import { journal } from "./matrix-journal.ts";
import { lab } from "./matrix-lab.ts";
import { music } from "./matrix-music.ts";
import { tonePacks } from "./matrix-tone-packs.ts";
import { workout } from "./matrix-workout.ts";

const matrix: Matrix = {
  ...accounts,
  ...admin,
  ...encouragement,
  ...journal,
  ...lab,
  ...music,
  ...tonePacks,
  ...workout,
};

const world = await makeWorld();

/** The number of returned rows, which must equal the API's count. */
async function select(
  role: Role,
  table: string,
  where: Values,
  columns: string,
): Promise<number> {
  const { count, data } = await world.client[role].from(table).select(columns, { count: "exact" })
    .match(where);
  expect(data?.length ?? 0).toBe(count ?? 0);
  return count ?? 0;
}

const idOf = (role: Role) =>
  role === "anonymous" ? "00000000-0000-4000-8000-000000000000" : world.people[role].id;

/**
 * SQLSTATEs of a missing privilege, a policy, a read-only view, and rows of other users and teams.
 */
const refusals = ["42501", "55000", "23503", "PT400"];

/** The roles whose write changes at least one row; a write is a statement and its parameters. */
async function writers(write: (role: Role) => [string, Values[]] | Promise<[string, Values[]]>) {
  const allowed: Role[] = [];
  await Promise.all(roles.map(async (role) => {
    const caller = role === "anonymous" ? { role: "anon" as const } : {
      role: "authenticated" as const,
      sub: idOf(role),
      user_role: role === "superAdmin" ? "super_admin" : "user",
    };
    const [statement, parameters] = await write(role);
    const json = parameters.map((each) => JSON.stringify(each));
    try {
      if ((await as(caller, (tx) => tx.unsafe(statement, json))).count) allowed.push(role);
    } catch (error) {
      expect(refusals, String(error)).toContain((error as postgres.PostgresError).code);
    }
  }));
  return allowed.sort();
}

describe("row security", () => {
  it("covers every table and view that the Data API exposes", async () => {
    const exposed = await sql<{ name: string }[]>`
      select relname as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'v', 'm', 'p', 'f')
      order by relname`;
    expect(exposed.map(({ name }) => name)).toEqual(Object.keys(matrix).sort());
  });

  for (const [table, cases] of Object.entries(matrix)) {
    describe(table, () => {
      for (const each of cases) describe(each.row, () => verbs(table, each));
    });
  }
});

function verbs(table: string, each: Case): void {
  let made: Promise<Values> | undefined;
  const row = () => made ??= each.make(world);

  it(`is read by ${each.select.join(", ") || "nobody"}`, async () => {
    const where = await row();
    const counts = await Promise.all(
      roles.map((role) => select(role, table, where, each.columns ?? "*")),
    );
    const readers = roles.filter((_, n) => counts[n]);
    expect(readers.sort()).toEqual([...each.select].sort());
  });

  if (each.write) writes(table, each.write, row);
}

function writes(table: string, { update, delete: deleters, insert }: Write, row: Case["make"]) {
  const sorted = (some: Role[]) => [...some].sort();

  it(`is updated by ${update.by.join(", ") || "nobody"}`, async () => {
    const where = await row(world);
    const { values, by } = update;
    const statement = `update public.${table} set (${columns(values)}) =
      (select ${columns(values)} from ${recordOf(table, 1)}) where ${matches(table, where, 2)}`;
    expect(await writers(() => [statement, [values, where]])).toEqual(sorted(by));
  });

  it(`is deleted by ${deleters.join(", ") || "nobody"}`, async () => {
    const where = await row(world);
    const deletion = `delete from public.${table} where ${matches(table, where, 1)}`;
    expect(await writers(() => [deletion, [where]])).toEqual(sorted(deleters));
  });

  it(`is inserted by ${insert.by.join(", ") || "nobody"}`, async () => {
    const inserters = await writers(async (role) => {
      const values = await insert.values(world, idOf(role));
      const statement = `insert into public.${table} (${columns(values)})
        select ${columns(values)} from ${recordOf(table, 1)}`;
      return [statement, [values]];
    });
    expect(inserters).toEqual(sorted(insert.by));
  });
}

/** A row of the table from a parameter in JSON, as the Data API takes it. */
const recordOf = (table: string, n: number) =>
  `json_populate_record(null::public.${table}, $${n}::text::json)`;

const columns = (values: Values) => Object.keys(values).map((name) => `"${name}"`).join(", ");

/** The condition that finds the row. */
const matches = (table: string, where: Values, n: number) =>
  `(${columns(where)}) = (select ${columns(where)} from ${recordOf(table, n)})`;
