/** Every exposed table by verb by person, with real tokens at the Data API. */
import { beforeAll, describe, expect, it } from "vitest";
import { sql } from "../support/sql.ts";
import { makeWorld, type Role, roles, type World } from "../support/world.ts";
import type { Case, Matrix, Values } from "./matrix.ts";
import { accounts } from "./matrix-accounts.ts";
import { admin } from "./matrix-admin.ts";
import { ai } from "./matrix-ai.ts";
import { journal } from "./matrix-journal.ts";
import { privacy } from "./matrix-privacy.ts";
import { tonePacks } from "./matrix-tone-packs.ts";

const matrix: Matrix = { ...accounts, ...admin, ...ai, ...journal, ...privacy, ...tonePacks };

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});

/** How many rows come back; the count that the API gives must say the same. */
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

/** Rows as the database's owner sees them: the truth after an attempt. */
async function truth(table: string, where: Values): Promise<string> {
  const conditions = Object.entries(where).map(([column, value]) =>
    sql`and ${sql(column)}::text = ${String(value)}`
  );
  const rows = await sql`select * from public.${sql(table)} where true ${conditions}`;
  return JSON.stringify(rows);
}

const idOf = (role: Role) =>
  role === "anonymous" ? "00000000-0000-4000-8000-000000000000" : world.people[role].id;

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
  it(`is seen by ${each.select.join(", ") || "nobody"}`, async () => {
    const where = await each.make(world);
    const seen: Role[] = [];
    for (const role of roles) {
      if (await select(role, table, where, each.columns ?? "*")) seen.push(role);
    }
    expect(seen.sort()).toEqual([...each.select].sort());
  });

  it(`is changed by ${each.update.by.join(", ") || "nobody"}`, async () => {
    const changed: Role[] = [];
    for (const role of roles) {
      const where = await each.make(world);
      const before = await truth(table, where);
      const { data } = await world.client[role].from(table).update(each.update.values).match(where)
        .select();
      if (data?.length) changed.push(role);
      else expect(await truth(table, where)).toBe(before);
    }
    expect(changed.sort()).toEqual([...each.update.by].sort());
  });

  it(`is deleted by ${each.delete.join(", ") || "nobody"}`, async () => {
    const deleted: Role[] = [];
    for (const role of roles) {
      const where = await each.make(world);
      const before = await truth(table, where);
      await world.client[role].from(table).delete().match(where);
      if (await truth(table, where) !== before) deleted.push(role);
    }
    expect(deleted.sort()).toEqual([...each.delete].sort());
  });

  it(`is added by ${each.insert.by.join(", ") || "nobody"}`, async () => {
    const added: Role[] = [];
    for (const role of roles) {
      const values = await each.insert.values(world, idOf(role));
      const { error } = await world.client[role].from(table).insert(values);
      if (!error) added.push(role);
    }
    expect(added.sort()).toEqual([...each.insert.by].sort());
  });
}
