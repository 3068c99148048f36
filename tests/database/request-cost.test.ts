/** The database limits how much one request of a client may cost. */
import { describe, expect, it } from "vitest";
import { must } from "../../shared/database/results.ts";
import { person, persons } from "../support/people.ts";
import { platform } from "../support/platform.ts";
import { as, become, sql, undone } from "../support/sql.ts";

/** Sends a statement as PostgREST does, as a user. */
const ask = (id: string, statement: string) =>
  as({ role: "authenticated", sub: id }, (tx) => tx.unsafe(statement));

/** Sends a request of a user to the Data API. */
const rest = ({ token }: { token: string }, method: string, path: string, body?: string) =>
  fetch(`${platform.api_url}/rest/v1/${path}`, {
    method,
    body,
    headers: {
      apikey: platform.publishable_key,
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
    },
  });

/** A person with a row of the texts that the statements read. */
async function noted() {
  const ana = await person("Ana");
  must(await ana.client.from("action_notes").insert({ content: "Called" }));
  return ana;
}

it.each([
  ["GET", "/goals", "3s"],
  ["HEAD", "/goals", "3s"],
  ["POST", "/goals", "0"],
  ["PATCH", "/goals", "3s"],
  ["DELETE", "/goals", "3s"],
  ["POST", "/rpc/list_journal_entries", "3s"],
  ["POST", "/rpc/create_journal_entry", "0"],
  ["POST", "/rpc/unknown", "0"],
])(
  "%s %s has a statement timeout of %s beside that of its role",
  async (method, path, timeout) => {
    const { id: sub } = await person("Ana");
    const [row] = await as({ role: "authenticated", sub }, async (tx) => {
      await tx`select set_config('request.method', ${method}, true),
        set_config('request.path', ${path}, true)`;
      await tx`select private.pre_request()`;
      return await tx`select current_setting('statement_timeout') as timeout`;
    });
    expect(row!.timeout).toBe(timeout);
  },
);

// The library names no tables in its statements; the gateway counts for it.
describe.skipIf(platform.data_api === "library")("the conditions of a request", () => {
  const tooMany = { code: "PT400", detail: "too_many" };
  const conditions = (count: number) =>
    Array.from({ length: count }, (_, n) => `"public"."goals"."title" ilike $${n}`);
  const read = (count: number, join = " OR  ") =>
    `WITH pgrst_source AS ( SELECT "public"."goals"."id" FROM "public"."goals"  WHERE  ( ${
      conditions(count).join(join).replace(/\$\d+/g, "'%a%'")
    }) ) SELECT null::bigint AS total_result_set, count(*) FROM pgrst_source`;

  it.each([" OR  ", " AND  "])("are at most 40, joined by%s", async (join) => {
    const { id } = await person("Ana");
    expect(await ask(id, read(40, join))).toHaveLength(1);
    await expect(ask(id, read(41, join))).rejects.toMatchObject(tooMany);
  });

  it.each(["ilike ANY('{%a%}')", "~ ALL('{a}')", "like ANY('{%a%}')"])(
    "have one pattern each: %s",
    async (pattern) => {
      const { id } = await person("Ana");
      await expect(ask(id, read(1).replace("ilike '%a%'", pattern))).rejects
        .toMatchObject(tooMany);
    },
  );

  it("count in every request to PostgREST itself", async () => {
    const ana = await person("Ana");
    const filters = Array.from({ length: 41 }, (_, n) => `title.ilike.*${n}*`);
    const nested = `or=(${filters.slice(0, 20)},and(${filters.slice(20)}))`;
    const requests: [method: string, path: string, body?: string][] = [
      ["GET", `goals?${nested}`],
      ["PATCH", `goals?${nested}`, "{}"],
      ["DELETE", `goals?${nested}`],
      [
        "GET",
        `goals?select=id,goal_check_ins(id)&goal_check_ins.${nested.replaceAll("title", "notes")}`,
      ],
      ["POST", `rpc/list_notebooks?${nested.replaceAll("title", "name")}`, "{}"],
    ];
    for (const [method, path, body] of requests) {
      const answer = await rest(ana, method, path, body);
      expect([method, path, answer.status]).toEqual([method, path, 400]);
      expect(JSON.stringify(await answer.json())).toContain("too_many");
    }
  });
});

it("a view takes no rows, and says so", async () => {
  const ana = await person("Ana");
  const views = await sql`select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'v' order by 1`;
  expect(views.length).toBeGreaterThan(10);
  for (const { name } of views) {
    for (const method of ["POST", "DELETE"]) {
      const body = method === "DELETE" ? undefined : '{"id": null}';
      const answer = await rest(ana, method, `${name}?limit=1`, body);
      await answer.body?.cancel();
      expect([name, method, Math.floor(answer.status / 100)]).toEqual([name, method, 4]);
    }
  }
});

describe("a statement that repeats a column", () => {
  /** The statement in the form in which PostgREST writes it. */
  const read = (columns: string[], from = 'FROM "public"."action_notes"') =>
    `WITH pgrst_source AS ( SELECT ${columns} ${from} ) SELECT null::bigint AS total_result_set,
      pg_catalog.count(_postgrest_t) AS page_total, coalesce(json_agg(_postgrest_t), '[]') AS body
    FROM ( SELECT * FROM pgrst_source ) _postgrest_t ${" ".repeat(700)}`;
  const times = (count: number, column: (n: number) => string) =>
    Array.from({ length: count }, (_, n) => column(n));
  const notes = '"public"."action_notes"';
  const cards = '"public"."chat_message_cards"';
  // 101 rows of 12 kB, of 120 kB, and of 0.6 kB.
  const repeated: [name: string, most: number, column: (n: number) => string, from?: string][] = [
    ["under aliases", 32, (n) => `${notes}."content" AS "${n}"`],
    ["cast", 32, (n) => `CAST( ${notes}."content" AS text ) AS "${n}"`],
    ["by path", 32, (n) => `to_jsonb(${notes}."content")->'a' AS "${n}"`],
    ["of a view", 3, (n) => `${cards}."content" AS "${n}"`, `FROM ${cards}`],
    ["as rows", 32, () => `${notes}.*`],
    [
      "of a function",
      655,
      (n) => `"list_notebooks"."name" AS "${n}"`,
      'FROM "public"."list_notebooks"() AS "list_notebooks"',
    ],
  ];

  it.each(repeated)("is refused above 40 MB of answer: %s", async (_name, most, column, from) => {
    const ana = await noted();
    must(await ana.client.from("notebooks").insert({ name: "Runs" }));
    await sql`insert into public.chat_messages (user_id, role, content)
      values (${ana.id}, 'user', 'Hello')`;
    const select = (count: number) => ask(ana.id, read(times(count, column), from));
    expect((await select(most))[0]!.page_total).not.toBe("0");
    await expect(select(most + 1)).rejects.toThrow("the answer may exceed 40 MB");
  });

  it("is refused the second time where a function returns one value", async () => {
    const { id } = await person("Ana");
    const select = (...columns: string[]) =>
      ask(
        id,
        `WITH pgrst_source AS (SELECT pgrst_call.pgrst_scalar
          FROM (SELECT "public"."my_streaks"() pgrst_scalar) pgrst_call)
          SELECT _postgrest_t::text FROM (SELECT ${columns} FROM "pgrst_source" AS "my_streaks")
            _postgrest_t`,
      );
    const one = '"my_streaks"."pgrst_scalar"';
    expect(await select(one)).toHaveLength(1);
    for (const again of [one, `${one} AS "a"`, `to_jsonb(${one})->'a' AS "a"`]) {
      await expect(select(one, again)).rejects.toThrow("expected the result of the function once");
    }
  });

  it("is judged once on a connection, which keeps the last hundred that were admitted", async () => {
    const ana = await noted();
    const connection = await sql.reserve();
    const commit = async (statement: string) => {
      await connection`begin`;
      try {
        await become(ana, connection);
        await connection.unsafe(statement);
        await connection`commit`;
      } catch (error) {
        await connection`rollback`;
        throw error;
      }
    };
    const named = (name: string) => read([`${notes}."content" AS "${name}"`]);
    const tooMuch = read(times(33, (n) => `${notes}."content" AS "${n}"`));
    const admitted = async () =>
      (await connection`select current_setting('journal.admitted_statements') as them`)[0]!.them;
    try {
      await commit(named("a"));
      const digest = await admitted();
      await commit(named("a"));
      expect(await admitted()).toBe(digest);
      for (let n = 0; n < 100; n++) await commit(named(String(n)));
      expect(await admitted()).toHaveLength(100 * digest.length);
      expect(await admitted()).not.toContain(digest);
      for (let n = 0; n < 2; n++) {
        await expect(commit(tooMuch)).rejects.toThrow("the answer may exceed 40 MB");
      }
    } finally {
      await connection.unsafe("reset all");
      connection.release();
    }
  });

  it("is refused where a quote in an alias hides it", async () => {
    const { id } = await noted();
    await expect(ask(id, read([`${notes}."content" AS "0""."`]))).rejects
      .toThrow("expected no quotes in names");
  });

  it("is refused where a function of Postgres is named as a column", async () => {
    const ana = await noted();
    const notes = () => ana.client.from("action_notes");
    const embedded = "handle, journal_entries!journal_entries_user_id_fkey(array_agg)";
    const refused = [
      ["json_agg", notes().select("json_agg")],
      ["count", notes().select("n:count")],
      ["to_jsonb", notes().select("content, row:to_jsonb")],
      ["concat", notes().select("content").ilike("concat", "*")],
      ["to_json", notes().select("content").order("to_json->>content")],
      ["array_agg", ana.client.from("profile_cards").select(embedded)],
    ] as const;
    for (const [name, query] of refused) {
      const { data, error } = await query;
      expect([name, data, error?.message]).toEqual([
        name,
        null,
        expect.stringContaining("is not a column"),
      ]);
    }
    const columns = await notes().select("id, content, created_at");
    expect(must(columns)).toHaveLength(1);
    const scalar = await rest(ana, "POST", "rpc/my_streaks?select=pgrst_scalar:concat", "{}");
    expect([scalar.status, (await scalar.json()).message]).toEqual([
      400,
      "concat: is not a column",
    ]);
  });

  it("reaches the check whatever it reads", async () => {
    const open = await sql`
      select relname from pg_class as c
      where relnamespace = 'public'::regnamespace and case relkind
        when 'v' then 'security_invoker=true' <> all (coalesce(reloptions, '{}'))
        when 'r' then not exists (
          select from pg_policy where polrelid = c.oid and not polpermissive
            and pg_get_expr(polqual, polrelid) like '%caller_is_active%')
        end`;
    expect(open).toEqual([]);
    // Functions with the caller's rights come to the policies of tables; the others ask themselves.
    const unguarded = await sql`
      with recursive calls as (
        select oid as root, oid, prosrc, prosecdef from pg_proc
        where pronamespace = 'public'::regnamespace
          and has_function_privilege('authenticated', oid, 'execute')
          and prorettype::regtype::text not in ('void', 'uuid', 'integer', 'boolean', 'date')
        union
        select c.root, p.oid, p.prosrc, p.prosecdef from calls as c
        cross join regexp_matches(c.prosrc, '(?:private|public)\\.(\\w+)', 'g') as m (names)
        join pg_proc as p on p.proname = m.names[1]
          and p.pronamespace in ('private'::regnamespace, 'public'::regnamespace)
      )
      select root::regproc::text as name from calls group by root
      having not bool_or(prosrc ~ 'caller_is_active|look_for_caller'
        or prosrc ~ '(from|join|update) (public\\.|private\\.journal_feed)' and not prosecdef)`;
    expect(unguarded.map(({ name }) => name)).toEqual([]);
  });
});

it("the check before a request looks for its caller, and policies for another one anew", async () => {
  const [ana, ben] = await persons("Ana", "Ben");
  await sql`update public.profiles set is_active = false where id = ${ben.id}`;
  await undone(async (tx) => {
    const isActive = async () => (await tx`select private.caller_is_active() as it`)[0]!.it;
    const scans = async () =>
      (await tx`select (coalesce(seq_scan, 0) + coalesce(idx_scan, 0))::int as times
        from pg_stat_xact_all_tables where relid = 'private.ended_sessions'::regclass`)[0]!.times;
    const askTwice = async () => [await isActive(), await isActive(), await scans()];
    await become(ana, tx);
    const unchecked = await scans();
    expect(await askTwice()).toEqual([true, true, unchecked + 2]);
    await tx`select private.pre_request()`;
    const before = await scans();
    expect(await askTwice()).toEqual([true, true, before]);
    await tx`select set_config('request.jwt.claim.sub', '', true)`;
    await become(ben, tx);
    expect([await isActive(), await isActive()]).toEqual([false, false]);
    await become({ id: crypto.randomUUID() }, tx);
    expect(await isActive()).toBe(false);
    await become(ana, tx);
    expect(await isActive()).toBe(true);
    await tx`select set_config('request.jwt.claim.sub', ${ben.id}, true)`;
    expect(await isActive()).toBe(false);
  });
});

it("a connection without claims does not keep the active caller of an earlier transaction", async () => {
  const ana = await person("Ana");
  const connection = await sql.reserve();
  const isActive = async () => (await connection`select private.caller_is_active() as it`)[0]!.it;
  try {
    await connection`begin`;
    await become(ana, connection);
    expect(await isActive()).toBe(true);
    await connection`commit`;
    expect(await isActive()).toBe(false);
  } finally {
    connection.release();
  }
});

it("a count, or the time of a reading, is changed without evaluating costly checks", async () => {
  const [ana, ben] = await persons("Ana", "Ben");
  const media = { url: "https://vimeo.com/1", picture: "https://example.com/a.png" };
  await undone(async (tx) => {
    const [drop] = await tx`
      insert into public.drop_templates (drop_type, title, media_url, thumbnail_url)
      values ('media', 'Song', ${media.url}, ${media.picture}) returning id`;
    const [sent] = await tx`
      insert into public.drops_sent
        (sender_id, recipient_id, drop_type, media_url, bonus_drops, engagement_window_ends_at)
      values (${ana.id}, ${ben.id}, 'media', ${media.url}, 0, now()) returning id`;
    const [dream] = await tx`
      insert into public.dreams (user_id, title) values (${ana.id}, 'Coil') returning id`;
    const refused: [table: string, column: string, id: string, value: string][] = [
      ["drop_templates", "media_url", drop!.id, '"https://example.com/1"'],
      ["drop_templates", "thumbnail_url", drop!.id, '"http://example.com/a.png"'],
      ["drops_sent", "media_url", sent!.id, '"https://example.com/1"'],
      ["dreams", "steps", dream!.id, '[{"title": "No state"}]'],
    ];
    for (const [table, column, id, value] of refused) {
      const update = tx.savepoint((point) =>
        point`
          update public.${sql(table)} as t
          set ${sql(column)} = (jsonb_populate_record(t, ${
          sql.json({ [column]: JSON.parse(value) })
        })).${sql(column)} where id = ${id}`
      );
      await expect(update).rejects.toThrow(
        `new row for relation "${table}" violates check constraint "${table}_${column}_check"`,
      );
    }
    const checks = ["media_url(p_url text)", "web_address(p_url text)", "steps(p_steps jsonb)"];
    for (const check of checks) {
      await tx.unsafe(`create or replace function private.is_${check} returns boolean
        language plpgsql immutable as $$ begin raise 'evaluated'; end $$`);
    }
    await tx`update public.drop_templates set usage_count = 1 where id = ${drop!.id}`;
    await tx`update public.drops_sent set read_at = now() where id = ${sent!.id}`;
    await tx`update public.dreams set build_count = 1 where id = ${dream!.id}`;
  });
});
