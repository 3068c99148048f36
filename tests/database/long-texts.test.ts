/** Functions of the Data API refuse a text of any length at little cost. */
import { expect, it } from "vitest";
import { person } from "../support/people.ts";
import { as, sql } from "../support/sql.ts";

/** As long as a request of the Data API may be. */
const texts = ["repeat('x', 9000000)", "'a@' || repeat('a.', 4500000)"];

/** Values of the other arguments, by type. */
const values: Record<string, string> = {
  uuid: "gen_random_uuid()",
  text: "'x'",
  jsonb: "'{}'",
  boolean: "true",
  integer: "1",
  date: "current_date",
  "timestamp with time zone": "now()",
};

const ana = await person("Ana");
const functions = await sql<{ name: string; types: string[] }[]>`
  select p.proname as name,
    array(
      select format_type(t, null) from unnest(p.proargtypes) with ordinality as a (t, n) order by n
    ) as types
  from pg_proc as p
  where p.pronamespace = 'public'::regnamespace and p.prokind = 'f'
    and has_function_privilege('authenticated', p.oid, 'execute')
  order by p.proname`;
const calls = functions.flatMap(({ name, types }) =>
  types.flatMap((type, at) => {
    if (type !== "text" && type !== "jsonb") return [];
    const others = types.map((other, n) =>
      n === at ? "v_long" : `${values[other] ?? "null"}::${other}`
    );
    return [{ type, call: `public.${name}(${others.join(", ")})` }];
  })
);

/** The least time in ms that a call takes, of at most three, and the last SQLSTATE. */
async function costOf(call: string, type: string, text: string, enough: number) {
  let cost = Infinity;
  let state = "";
  for (let run = 0; run < 3 && cost > enough; run++) {
    const [row] = await as({ role: "authenticated", sub: ana.id }, async (tx) => {
      await tx.unsafe(`do $do$
        declare
          v_long ${type} := ${type === "text" ? text : `to_jsonb(${text})`};
          v_from timestamptz := clock_timestamp();
          v_state text := '00000';
        begin
          begin
            perform ${call};
          exception when others then
            v_state := sqlstate;
          end;
          perform set_config('tests.cost', (extract(epoch from clock_timestamp() - v_from) * 1000)
            || ' ' || v_state, true);
        end $do$`);
      return await tx<[{ cost: string }]>`select current_setting('tests.cost') as cost`;
    });
    const [ms, code] = row!.cost.split(" ");
    cost = Math.min(cost, Number(ms));
    state = code!;
  }
  return { cost, state };
}

it(
  "9 MB in an argument cost about as much as the check of the length, and are no fault",
  async () => {
    const baseline = await costOf("public.search_users(v_long)", "text", texts[0]!, 0);
    const most = Math.max(250, 6 * baseline.cost);
    const costly: string[] = [];
    for (const { call, type } of calls) {
      for (const text of texts) {
        const { cost, state } = await costOf(call, type, text, most);
        const fault = /^(XX|53|54|57|P0004)/.test(state);
        if (cost > most || fault) costly.push(`${call}: ${Math.round(cost)} ms, ${state}`);
      }
    }
    expect(calls.length).toBeGreaterThan(50);
    expect(costly).toEqual([]);
  },
  120_000,
);
