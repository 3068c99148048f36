/**
 * Conventions of tables, policies, functions and schemas, checked in the catalog and the files.
 */
import { describe, expect, it } from "vitest";
import { projectRoot, readProjectConfig } from "../../packages/local-supabase/helpers.ts";
import { filesLike } from "../../packages/local-supabase/mod.ts";
import { person } from "../support/people.ts";
import { sql } from "../support/sql.ts";
import { exposedFunctions } from "./exposed-functions.ts";

const ana = await person("Ana");

const names = async (query: Promise<readonly { name: string }[]>) =>
  (await query).map(({ name }) => name);

const none = async (query: Parameters<typeof names>[0]) => expect(await names(query)).toEqual([]);

describe("every table", () => {
  it("has row security enabled", () =>
    none(sql`
      select c.oid::regclass::text as name from pg_class c
      where c.relnamespace in ('public'::regnamespace, 'private'::regnamespace)
        and c.relkind in ('r', 'p') and not c.relrowsecurity`));

  it("of the Data API, of files and of channels excludes blocked users by one restrictive policy", () =>
    none(sql`
      select c.oid::regclass::text as name from pg_class c
      where (c.relnamespace = 'public'::regnamespace
          or c.oid in ('storage.objects'::regclass, 'realtime.messages'::regclass))
        and c.relkind in ('r', 'p') and (
          select count(*) from pg_policy p
          where p.polrelid = c.oid and not p.polpermissive and p.polcmd = '*'
            and p.polroles = array['authenticated'::regrole::oid]
            and pg_get_expr(p.polqual, p.polrelid) like '%caller_is_active()%'
        ) <> 1`));

  it("has at most one permissive policy for each verb and role", () =>
    none(sql`
      select format('%s: %s for %s', p.polrelid::regclass, count(*), p.polcmd) as name
      from pg_policy p cross join unnest(p.polroles) as role
      join pg_class c on c.oid = p.polrelid
      where p.polpermissive
        and c.relnamespace in ('public'::regnamespace, 'storage'::regnamespace)
      group by p.polrelid, p.polcmd, role having count(*) > 1 and min(c.relnamespace::regnamespace::text) = 'public'`));

  it("names the roles of its policies", () =>
    none(sql`
      select format('%s on %s', polname, polrelid::regclass) as name from pg_policy
      join pg_class c on c.oid = polrelid
      where polroles = '{0}' and c.relnamespace = 'public'::regnamespace`));

  it("grants nothing to anon, except settings of the sign-in page and public lists", async () => {
    expect(
      await names(sql`
        select distinct format('%s: %s', c.oid::regclass, a.privilege_type) as name
        from pg_class c
        cross join lateral (
          select c.relacl as acl union all
          select attacl from pg_attribute where attrelid = c.oid
        ) as granted
        cross join aclexplode(granted.acl) as a
        where c.relnamespace in ('public'::regnamespace, 'private'::regnamespace)
          and a.grantee in (0, 'anon'::regrole) order by name`),
    ).toEqual(["opportunities: SELECT", "site_settings: SELECT", "sponsors: SELECT"]);
  });

  it("of the schema private is granted to no role of the API, except for contents of entries", () =>
    none(sql`
      select format('%s: %s', c.oid::regclass, a.privilege_type) as name
      from pg_class c cross join aclexplode(c.relacl) as a
      where c.relnamespace = 'private'::regnamespace and c.relkind in ('r', 'p')
        -- A table of long texts: row security decides, and functions hand them out.
        and (c.relname, a.privilege_type) <> ('journal_entry_contents', 'SELECT')
        and a.grantee in ('anon'::regrole, 'authenticated'::regrole, 'service_role'::regrole)`));

  it("has an index for each foreign key, that begins with one of its columns", () =>
    none(sql`
      select conname::text as name from pg_constraint k
      where k.contype = 'f' and k.connamespace in ('public'::regnamespace, 'private'::regnamespace)
        -- Nothing deletes tracks.
        and k.confrelid <> 'public.spotify_tracks'::regclass
        and not exists (
          select from pg_index i where i.indrelid = k.conrelid and i.indkey[0] = any (k.conkey)
        )`));

  it("has no index that is the beginning of another one", () =>
    none(sql`
      select i.indexrelid::regclass::text as name from pg_index i
      join pg_index o on o.indrelid = i.indrelid and o.indexrelid <> i.indexrelid
        and o.indpred is null and o.indexprs is null
        and i.indkey::int2[] = (o.indkey::int2[])[0:i.indnkeyatts - 1]
      join pg_class c on c.oid = i.indexrelid
      join pg_am a on a.oid = c.relam and a.amname = 'btree'
      where not i.indisunique and i.indpred is null and i.indexprs is null
        and c.relnamespace in ('public'::regnamespace, 'private'::regnamespace)`));

  it("makes its ids in the order of time, unless they are secrets or those of accounts", () =>
    none(sql`
      select format('%s.%s', a.attrelid::regclass, a.attname) as name
      from pg_attribute a join pg_class c on c.oid = a.attrelid
      left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
      where c.relnamespace in ('public'::regnamespace, 'private'::regnamespace)
        and c.relkind in ('r', 'p') and a.attnum > 0 and a.atttypid = 'uuid'::regtype
        -- A user who knows the id of a request of a program may decide it.
        and (a.attrelid, a.attname) <> ('private.oauth_requests'::regclass, 'id')
        -- Whoever knows the claim of a request may end it.
        and (a.attrelid, a.attname) <> ('private.idempotency_keys'::regclass, 'claim')
        and (pg_get_expr(d.adbin, d.adrelid) like '%gen_random_uuid%'
          or d.oid is null and a.attname = 'id' and not exists (
            select from pg_constraint k where k.conrelid = a.attrelid and k.contype = 'f'
              and k.conkey = array[a.attnum])
          and exists (
            select from pg_index i where i.indrelid = a.attrelid and i.indisprimary
              and i.indkey::text = a.attnum::text
              -- Those of rows that were there.
              and i.indrelid::regclass::text !~ '^private.deleted_'))`));

  it("has ids of version 7, which begin with the time in milliseconds", async () => {
    const [made] = await sql`
      select uuid_extract_version(min(id::text)::uuid)::int as version,
        substr(min(id::text), 20, 1) as variant,
        bool_and(to_timestamp(ms / 1000.0) between
          statement_timestamp() - interval '1 ms' and clock_timestamp() + interval '1 ms') as is_of_now,
        count(distinct id)::int as distinct
      from (select private.uuid_v7() as id from generate_series(1, 1000)) as made
      -- The first 48 bits; the function of Postgres reads those of version 1 alone.
      cross join lateral (
        select ('x' || left(replace(id::text, '-', ''), 12))::bit(48)::bigint as ms
      ) as times`;
    expect(made).toEqual({
      version: 7,
      variant: expect.stringMatching(/[89ab]/),
      is_of_now: true,
      distinct: 1000,
    });
  });

  it("has a comment on its purpose", () =>
    none(sql`
      select c.oid::regclass::text as name from pg_class c
      where c.relnamespace in ('public'::regnamespace, 'private'::regnamespace)
        and c.relkind in ('r', 'p', 'v') and obj_description(c.oid, 'pg_class') is null`));
});

/** The project's own functions, without those of extensions. */
const ours = sql`
  p.pronamespace in ('public'::regnamespace, 'private'::regnamespace)
  and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`;

describe("every function", () => {
  it("pins its search path", () =>
    none(sql`
      select p.oid::regprocedure::text as name from pg_proc p
      where ${ours} and not coalesce(p.proconfig @> array['search_path=""'], false)`));

  it("leaves its plan to the planner, except these", async () => {
    const forced = await names(sql`
      select p.oid::regproc::text as name from pg_proc as p
      where ${ours} and array_to_string(p.proconfig, ' ') ~ '(^| )(enable_|plan_cache_mode=)'
      order by 1`);
    expect(forced).toEqual([
      "private.change_badges",
      "private.entries_about",
      "private.generate_workout_groups",
      "private.job_backlog",
      "private.missing_workout_thumbnails",
      "private.notify_all",
      "private.post_drops",
    ]);
  });

  it("of the Data API is security invoker", () =>
    none(sql`
      select p.oid::regprocedure::text as name from pg_proc p
      where ${ours} and p.pronamespace = 'public'::regnamespace and p.prosecdef`));

  // With the default, a list of 50 rows is joined by reading the whole other table.
  it("of the Data API that reads rows estimates their number", () =>
    none(sql`
      select proname as name from pg_proc
      where pronamespace = 'public'::regnamespace and proretset and prorows = 1000
        and provolatile <> 'v'`));

  it("is closed to anon, except the check before each request", async () => {
    expect(
      await names(sql`
        select p.oid::regprocedure::text as name from pg_proc p
        where ${ours} and has_function_privilege('anon', p.oid, 'execute') order by 1`),
    ).toEqual([
      // Checks the signature of a personal token's header.
      "private.personal_token_claims(text)",
      "private.pre_request()",
      "private.refuse_estimates()",
    ]);
  });

  it("that sets a setting is volatile", () =>
    none(sql`
      select p.oid::regprocedure::text as name from pg_proc p
      where ${ours} and p.prosrc ~ 'set_config' and p.provolatile <> 'v'`));

  it("sets no setting whose name or value a client chooses", async () => {
    const functions = await sql<{ name: string; body: string }[]>`
      select p.proname as name, p.prosrc as body from pg_proc p
      where ${ours} and p.prosrc ~* 'set_config|\\mset\\s+(local\\M|session\\M|role\\s+[^=\\s])' order by 1`;
    // Each call, with all that is between its brackets.
    const calls = functions.flatMap(({ name, body }) =>
      [...body.matchAll(/set_config\(((?:[^()]|\((?:[^()]|\([^()]*\))*\))*)\)/g)]
        .map(([, given]) => `${name}: ${given!.replace(/\s+/g, " ").trim()}`)
    );
    expect([...new Set(calls)].sort()).toEqual([
      "answer_header: 'response.headers', json_build_array(json_build_object(p_name, p_value))::text, true",
      "entries_as_member: 'journal.as_member', '', true",
      "entries_as_member: 'journal.as_member', 'on', true",
      "limit_answer: 'journal.changed_bytes', v_bytes::text, true",
      // One of two names that the function states.
      "limit_answer: v_setting, v_rows::text, true",
      // The claims of a signed header, and the user of verified claims.
      "pre_request: 'journal.active_caller', private.caller_claims(), true",
      "pre_request: 'request.jwt.claim.role', '', true",
      "pre_request: 'request.jwt.claim.sub', '', true",
      "pre_request: 'request.jwt.claim.sub', v_caller::text, true",
      "pre_request: 'request.jwt.claims', private.personal_token_claims(v_headers ->> 'x-personal-token')::text, true",
      "pre_request: 'role', 'authenticated', true",
      "pre_request: 'statement_timeout', '2500ms', true",
      "pre_request: 'statement_timeout', '3s', true",
      // Settings of the role `authenticated`.
      "pre_request: name, split_part(setting, '=', 2), true",
      "record_import_pictures: 'live.told', '0', true",
      "record_import_pictures: 'live.told', '1000000', true",
      "record_import_rows: 'live.told', '0', true",
      "record_import_rows: 'live.told', '1000000', true",
      // Digests of statements.
      "refuse_costly_select: 'journal.admitted_statements', v_digest || left(v_admitted, 99 * length(v_digest)), false",
      "run_job: 'live.told', '1000000', true",
      "tell: 'live.told', (v_told + v_count)::text, true",
    ]);
    // Nothing else sets one: no statement within a body, and no call that the pattern misses.
    const times = (text: string) => text.split("set_config(").length - 1;
    expect(functions.reduce((sum, { body }) => sum + times(body), 0)).toBe(calls.length);
    expect(functions.filter(({ body }) => !body.includes("set_config("))).toEqual([]);
    // The functions of Postgres are out of reach.
    const { error } = await ana.client.rpc("set_config", {
      setting_name: "request.jwt.claim.sub",
      new_value: crypto.randomUUID(),
      is_local: true,
    });
    expect(error?.code).toBe("PGRST202");
  });

  it("that acts for another user is closed to authenticated", () =>
    none(sql`
      select p.oid::regprocedure::text as name from pg_proc p
      where ${ours} and p.pronamespace = 'public'::regnamespace
        and has_function_privilege('authenticated', p.oid, 'execute')
        and 'p_actor_id' = any (p.proargnames)`));
});

describe("the Data API", () => {
  it("exposes the listed functions to the listed roles, and no others", async () => {
    const rows = await sql<{ role: string; functions: string[] }[]>`
      select a.grantee::regrole::text as role, array_agg(p.proname::text order by p.proname) as functions
      from pg_proc p cross join aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) as a
      where ${ours} and p.pronamespace = 'public'::regnamespace and a.grantee <> p.proowner
      group by a.grantee`;
    expect(Object.fromEntries(rows.map(({ role, functions }) => [role, functions])))
      .toEqual(exposedFunctions);
  });

  it("has one function of each name", () =>
    none(sql`
      select format('%s.%s', p.pronamespace::regnamespace, p.proname) as name from pg_proc p
      where ${ours} group by p.pronamespace, p.proname having count(*) > 1`));
});

describe("every declared schema", async () => {
  const { db } = await readProjectConfig(projectRoot);
  const files = await Promise.all(
    filesLike(projectRoot, db.schemas).map(async (name) => {
      const text = await Deno.readTextFile(`${projectRoot}/${name}`);
      return {
        name,
        text: text.replaceAll(/--.*$/gm, ""),
        comments: text.match(/^ *--.*$/gm) ?? [],
      };
    }),
  );

  it("has comments of at most 100 columns", () => {
    const found = files.flatMap(({ name, comments }) =>
      comments.filter((line) => line.length > 100).map((line) => `${name}: ${line}`)
    );
    expect(found).toEqual([]);
  });

  it("takes today's date from private.utc_today, not from the session's zone", () => {
    const found = files.flatMap(({ name, text }) =>
      [...text.matchAll(/\bcurrent_date\b|now\(\)::date/g)].map(([match]) => `${name}: ${match}`)
    );
    expect(found).toEqual([]);
  });

  it("compares no column with clock_timestamp(), for which no index is used", () => {
    // Assignments of a function, and times in its variables, filter no table.
    const filters =
      /^(?!.*\bset\b).*?(?:(?<![\w.])(?!v_)[a-z_.]+ (?:<|>|<=|>=) clock_timestamp\(\)|between clock_timestamp\(\))/gm;
    const found = files.flatMap(({ name, text }) =>
      [...text.matchAll(filters)].map(([match]) => `${name}: ${match.trim()}`)
    );
    expect(found).toEqual([]);
  });

  it("declares policies, functions and views as they are, and does not replace or drop them", () => {
    const found = files.flatMap(({ name, text }) =>
      [...text.matchAll(/^(?:drop|create or replace|alter (?:policy|function|view)) .*$/gm)]
        .map(([match]) => `${name}: ${match}`)
    );
    expect(found).toEqual([]);
  });
});

it("the settings of the roles are these, in every database", async () => {
  const settings = await sql<{ setting: string }[]>`
    select concat_ws(' ', rolname, datname, setting) as setting
    from pg_db_role_setting as s
    left join pg_roles as r on r.oid = s.setrole
    left join pg_database as d on d.oid = s.setdatabase
    cross join lateral unnest(s.setconfig) as setting
    where rolname in ('anon', 'authenticated', 'service_role', 'authenticator', 'postgres')
      or setrole = 0
    order by 1`;
  expect(settings.map(({ setting }) => setting)).toEqual([
    "anon statement_timeout=3s",
    "authenticated statement_timeout=8s",
    "authenticated work_mem=4096",
    "authenticator jit=off",
    "authenticator lock_timeout=8s",
    "authenticator pgrst.db_pre_request=private.pre_request",
    "authenticator statement_timeout=8s",
    "postgres jit=off",
    'postgres search_path="$user", public, extensions',
  ]);
});
