/** Refusals of the Data API show no row: they name a broken constraint, without the written values. */
import { expect, it } from "vitest";
import { person, superAdmin } from "../support/people.ts";
import { sql } from "../support/sql.ts";
import { patience } from "../../packages/local-supabase/helpers.ts";

const [ana, admin] = [await person("Ana"), await superAdmin()];

interface Callable {
  name: string;
  arguments: string[];
  types: string[];
  body: string;
}

/** The functions that users call to write. */
const functions = await sql<Callable[]>`
  select proname as name, prosrc as body, coalesce(proargnames[1:pronargs], '{}') as arguments,
    array(select format_type(t, null) from unnest(proargtypes) as t) as types
  from pg_proc
  where pronamespace = 'public'::regnamespace and provolatile = 'v'
    and has_function_privilege('authenticated', oid, 'execute') order by 1`;

/** Values of each type that break constraints. */
const values: Record<string, unknown[]> = {
  text: ["", "x".repeat(30_000), "\u0007"],
  "text[]": [[], ["nothing"], Array(200).fill("x".repeat(200))],
  integer: [-1, 2_000_000_000],
  smallint: [-1],
  bigint: [-1],
  numeric: [-1],
  boolean: [true],
  uuid: [crypto.randomUUID(), ana.id],
  "uuid[]": [[crypto.randomUUID()]],
  date: ["0001-01-01"],
  jsonb: [
    {},
    [],
    Object.fromEntries(["title", "name", "content", "text", "status"].map((each) => [each, ""])),
  ],
};

it("of functions that users call: each answers a broken constraint without the row", () => {
  expect(functions.length).toBeGreaterThan(80);
  // These have the rights of their caller, to whom Postgres shows no row of a table with row
  // security.
  const open = functions.filter(({ body }) => !/exception when integrity_constraint/.test(body));
  expect(open.map(({ name }) => name)).toEqual(["delete_team_message", "update_profile"]);
});

it("of functions that users call, whatever they are given", async () => {
  let broken = 0;
  for (const { name, arguments: names, types } of functions) {
    for (let n = 0; n < 3; n++) {
      const given = Object.fromEntries(names.map((each, place) => {
        const of = values[types[place]!] ?? [null];
        return [each, of[n % of.length]];
      }));
      for (const { client } of [ana, admin]) {
        // A demotion or a block would end the session.
        if (name === "administer_user") continue;
        const { error } = await client.rpc(name, given);
        expect([name, JSON.stringify(error)]).toEqual([
          name,
          expect.not.stringMatching(/Failing row|Key \(/),
        ]);
        if (error?.code.startsWith("23")) broken++;
      }
    }
  }
  expect(broken).toBeGreaterThan(5);
}, patience(120_000));

it("of a token with an unknown scope", async () => {
  const { error } = await ana.client.rpc("create_personal_token", {
    p_name: "x",
    p_scopes: ["account:write"],
  });
  expect(error).toEqual({
    code: "23514",
    details: null,
    hint: null,
    message: 'new row for relation "personal_tokens" violates check constraint ' +
      '"personal_tokens_scopes_check"',
  });
});

it("of tables to which users write", async () => {
  for (
    const [table, row] of [
      ["goals", { title: "" }],
      ["notebooks", { name: "" }],
      ["satisfaction_entries", { satisfaction: 99 }],
    ] as const
  ) {
    const { error } = await ana.client.from(table).insert(row);
    expect([table, error?.details ?? null]).toEqual([table, null]);
  }
});
