/** Estimated row counts, which could reveal statistics about rows that a caller may not see. */
import { describe, expect, it } from "vitest";
import { anonymous, person, service } from "../support/people.ts";
import { platform } from "../support/platform.ts";
import { as, sql } from "../support/sql.ts";

const stranger = await person("Stranger");

/** A request of the stranger to the Data API, with headers of its own. */
async function asked(path: string, headers: Record<string, string>, method = "GET") {
  const response = await fetch(`${platform.api_url}/rest/v1/${path}`, {
    method,
    headers: {
      apikey: platform.publishable_key,
      authorization: `Bearer ${stranger.token}`,
      "content-type": "application/json",
      ...headers,
    },
    body: method === "GET" || method === "HEAD" ? undefined : "{}",
  });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

describe("an estimated count", () => {
  it.each(["planned", "estimated"] as const)("is refused: %s", async (count) => {
    const { status, error } = await stranger.client.from("journal_entries")
      .select("id", { count, head: false }).eq("title", "anything");
    expect([status, error?.message]).toEqual([400, "Prefer: count=exact is the only count"]);
  });

  it.each([
    "return=minimal, count=planned",
    "COUNT = Planned",
    "count=exact, count=planned",
    "handling=strict,count=estimated",
  ])("is refused in every spelling of the header: %s", async (prefer) => {
    expect((await asked("goals?select=id", { prefer })).status).toBe(400);
  });

  it.each([
    ["HEAD", "goals?select=id"],
    ["PATCH", "goals?id=is.null"],
    ["DELETE", "goals?id=is.null"],
    ["GET", "rpc/list_journal_entries"],
    ["HEAD", "rpc/list_journal_entries"],
    ["POST", "rpc/list_journal_entries"],
  ])("is refused of every request: %s %s", async (method, path) => {
    expect((await asked(path, { prefer: "count=planned" }, method)).status).toBe(400);
  });

  it("is refused without a user", async () => {
    const { error } = await anonymous.client.from("goals").select("id", { count: "planned" });
    expect(error).not.toBeNull();
  });

  it("is available to the service, and an exact count to everyone", async () => {
    const planned = await service.from("goals").select("id", { count: "planned", head: true });
    expect(planned.error).toBeNull();
    const exact = await stranger.client.from("goals").select("id", { count: "exact" });
    expect([exact.error, exact.count]).toEqual([null, 0]);
  });
});

describe("nothing else that the Data API answers tells an estimate", () => {
  it.each(["goals?select=id", "rpc/list_journal_entries"])(
    "neither a plan nor the times of a request: %s",
    async (path) => {
      for (const format of ["json", "text"]) {
        const accept = `application/vnd.pgrst.plan+${format}; options=analyze|verbose`;
        const { status, headers, text } = await asked(path, { accept });
        expect([406, 415]).toContain(status);
        expect(text).not.toMatch(/cost|rows=|Plan Rows/i);
        expect(headers.get("server-timing")).toBeNull();
      }
    },
  );

  it.each(["pg_stats", "pg_class", "pg_statistic_ext_data"])(
    "nor a table of statistics: %s",
    async (table) => {
      expect((await asked(table, {})).status).toBe(404);
      const { status } = await asked(table, { "accept-profile": "pg_catalog" });
      expect(status).toBe(406);
    },
  );
});

/** Columns of the tables that the Data API reaches, with the conditions of their values. */
const columns = await sql<{ name: string; type: string; has: boolean; listed: boolean }[]>`
  select format('%s.%s', c.relname, a.attname) as name, format_type(a.atttypid, null) as type,
    a.attstattarget is distinct from 0 as has,
    exists (select from pg_constraint as k where k.conrelid = c.oid and starts_with(
      pg_get_constraintdef(k.oid), format('CHECK ((%s = ANY (ARRAY[', a.attname))) as listed
  from pg_attribute a join pg_class c on c.oid = a.attrelid
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'm')
    and a.attnum > 0 and not a.attisdropped
  order by 1`;

describe("statistics, which a client reads through the estimates behind a second header", () => {
  const hidden = /^(text|numeric|double precision|inet)$|\[\]$/;

  it("do not exist for words, lists, broken numbers and addresses", () => {
    expect(columns.filter(({ type, has, listed }) => has && hidden.test(type) && !listed))
      .toEqual([]);
  });

  it("do not exist for amounts", () => {
    expect(
      columns.filter(({ type, has }) => !has && /^(big)?int/.test(type)).map(({ name }) => name),
    )
      .toEqual([
        "drops_ledger.balance_after",
        "drops_ledger.balance_before",
        "drops_ledger.delta",
        "profiles.drops_balance",
        "satisfaction_entries.score",
        "sleep_entries.quality",
        "token_usage.images",
        "token_usage.input_tokens",
        "token_usage.output_tokens",
        "token_usage.total_tokens",
      ]);
  });

  it("exist for every other value", () => {
    expect(
      columns.filter(({ type, has, listed }) =>
        !has && (listed || !hidden.test(type)) && !/^(big)?int/.test(type)
      ),
    ).toEqual([]);
  });

  it("of words belong to expressions that no client can write", async () => {
    const expressions = await sql<{ expression: string }[]>`
      select pg_get_indexdef(i.indexrelid, a.attnum, true) as expression
      from pg_index i join pg_class c on c.oid = i.indrelid
      join pg_attribute a on a.attrelid = i.indexrelid
      where c.relnamespace = 'public'::regnamespace
        and i.indkey[a.attnum - 1] = 0 and a.attstattarget is distinct from 0
      union all
      select e from pg_statistic_ext s
      cross join unnest(pg_get_statisticsobjdef_expressions(s.oid)) as e
      where s.stxrelid::regclass::text not like 'private.%'`;
    // A client can name a member of a JSON object, and calls no function in a filter.
    const writable = expressions.filter(({ expression }) => expression.includes("->"));
    expect(writable.map(({ expression }) => expression)).toEqual(["(data ->> 'user_id'::text)"]);
    const together = await sql`select from pg_statistic_ext where stxkeys::text <> ''`;
    expect(together).toHaveLength(0);
  });

  it("do not make estimates of words depend on rows of others", async () => {
    const ana = await person("Ana");
    await sql`
      insert into public.journal_entries (user_id, title, mood, mood_source, tags)
      select ${ana.id}, 'a hidden title', 'a hidden mood', 'author', array['hidden']
      from generate_series(1, 2000)`;
    await sql`analyze public.journal_entries`;
    const estimate = (filter: string) =>
      as({ role: "authenticated", sub: stranger.id }, async (transaction) => {
        const [row] = await transaction.unsafe(
          `explain (format json) select from public.journal_entries where ${filter}`,
        );
        return row!["QUERY PLAN"][0].Plan["Plan Rows"];
      });
    const pairs = [
      ["mood = 'a hidden mood'", "mood = 'none has it'"],
      ["title = 'a hidden title'", "title = 'none has it'"],
      ["title > 'a hidden'", "title > 'none has it'"],
      ["tags @> '{hidden}'", "tags @> '{none has it}'"],
      ["tags && '{hidden}'", "tags && '{none has it}'"],
      ["tags = '{hidden}'", "tags = '{none has it}'"],
    ] as const;
    for (const [hidden, absent] of pairs) {
      expect(await estimate(hidden), hidden).toBe(await estimate(absent));
    }
    await sql`delete from public.journal_entries where user_id = ${ana.id}`;
  });
});
