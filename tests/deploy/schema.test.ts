/**
 * `npm run check` compares what the migrations make with what supabase/schemas say. Every kind of
 * difference has to be found, and the draft of the migration has to remove it.
 */
import postgres from "postgres";
import { beforeAll, expect, it } from "vitest";
import { projectRoot } from "../../packages/local-supabase/helpers.ts";
import { apart } from "../../tools/draft.ts";
import { schemaDifferences, withBothDatabases } from "../../tools/schema-differences.ts";
import { patience } from "../../packages/local-supabase/helpers.ts";

/** The difference, the statement that makes it, and the text that the draft has to contain. */
const mutations: [string, string, RegExp][] = [
  [
    "the body of a function",
    `create or replace function private.utc_today() returns date
     language plpgsql stable set search_path = '' as $$ begin return '2000-01-01'; end $$`,
    /'2000-01-01'/,
  ],
  ["the comment of a function", "comment on function private.last_due is 'x-one'", /x-one/],
  ["the volatility", "alter function private.last_due stable", /last_due[^;]*STABLE/],
  ["the rights of a function", "alter function private.add_made security invoker", /add_made/],
  ["the estimate of rows", "alter function public.get_profile rows 77", /ROWS 77/],
  [
    "the settings of a function",
    "alter function private.make_handle set enable_sort = off",
    /make_handle[^;]*enable_sort/,
  ],
  [
    "the default of an argument",
    `create or replace function private.job_states(p_grace interval default '77 minutes')
     returns table (job text, schedule text, last_run timestamptz, last_end timestamptz,
       complete boolean, result jsonb, overdue boolean, outcome text,
       failed_runs bigint)
     language plpgsql stable security definer set search_path = '' as $$ begin end $$`,
    /p_grace interval DEFAULT '01:17:00'/,
  ],
  [
    "a grant of a function",
    "grant execute on function private.make_handle to service_role",
    /GRANT [^;]*"make_handle"[^;]*service_role/,
  ],
  [
    "a new function",
    `create function public.x_new() returns integer language sql stable set search_path = ''
     as 'select 1';
     grant execute on function public.x_new to authenticated`,
    /GRANT EXECUTE ON FUNCTION "public"."x_new"\(\) TO "authenticated";/,
  ],
  [
    "a function that is made anew",
    `drop function public.request_figures(timestamptz);
     create function public.request_figures(timestamptz) returns text
     language sql stable set search_path = '' as 'select null';
     grant execute on function public.request_figures to authenticated`,
    /GRANT EXECUTE ON FUNCTION "public"."request_figures"\([^)]+\) TO "authenticated";/,
  ],
  [
    "a grant of columns",
    "revoke update (title) on public.goals from authenticated",
    /REVOKE ALL \("title"\)[^;]*goals/,
  ],
  ["a grant of a table", "grant delete on public.drop_config to service_role", /GRANT DELETE/],
  [
    "a policy",
    "alter policy goals_select_owner on public.goals using (true)",
    /goals_select_owner[^;]*true/,
  ],
  [
    "a policy of files",
    "create policy x_objects on storage.objects for select to authenticated using (false)",
    /x_objects/,
  ],
  [
    "a policy of channels",
    "create policy x_messages on realtime.messages for select to authenticated using (false)",
    /x_messages/,
  ],
  [
    "a trigger of accounts",
    `create trigger x_account after insert on auth.users
     for each row execute function private.refuse_change()`,
    /x_account/,
  ],
  [
    "a trigger that is disabled",
    "alter table public.goals disable trigger goals_090_set_version",
    /DISABLE TRIGGER "?goals_090/,
  ],
  [
    "row security",
    "alter table private.quotas disable row level security",
    /quotas"\s+DISABLE ROW LEVEL SECURITY/,
  ],
  [
    "a storage parameter",
    "alter table public.goals set (fillfactor = 66)",
    /fillfactor'?"?\s*=\s*'?66/,
  ],
  [
    "a check",
    "alter table public.goals add constraint x_check check (char_length(title) < 199)",
    /x_check/,
  ],
  [
    "a foreign key",
    `alter table public.goal_check_ins drop constraint goal_check_ins_goal_fkey,
     add constraint goal_check_ins_goal_fkey
     foreign key (goal_id, user_id) references public.goals (id, user_id)`,
    /goal_check_ins_goal_fkey/,
  ],
  [
    "an index",
    `drop index private.changes_deleted_at_idx;
     create index changes_deleted_at_idx on private.changes (deleted_at)
     where deleted_at > '2001-01-01'`,
    /2001-01-01/,
  ],
  ["a column", "alter table public.goals add column x_color text", /ADD COLUMN "?x_color/],
  [
    "the default of a column",
    "alter table public.goals alter status set default 'paused'",
    /paused/,
  ],
  [
    "a column that may be null",
    "alter table public.goals alter status drop not null",
    /DROP NOT NULL/,
  ],
  ["the comment of a column", "comment on column public.goals.status is 'x-two'", /x-two/],
  ["a table", "create table private.x_table (id integer primary key)", /CREATE TABLE [^;]*x_table/],
  [
    "the body of a view",
    "create or replace view private.exported_sessions as select id, user_id, created_at, updated_at, user_agent, 'x-three' as ip from auth.sessions",
    /x-three/,
  ],
  [
    "the rights of a view",
    "alter view public.service_metrics reset (security_invoker)",
    /service_metrics[^;]*security_invoker|security_invoker[^;]*service_metrics/i,
  ],
  ["an attribute of a type", "alter type private.sync_cursor add attribute x_more text", /x_more/],
  [
    "default privileges",
    "alter default privileges in schema public grant select on tables to authenticated",
    /ALTER DEFAULT PRIVILEGES/,
  ],
  [
    "the statistics of a column",
    "alter table public.goals alter column title set statistics 50",
    /alter table public.goals alter column title set statistics 50;/,
  ],
  [
    "the statistics of an index",
    "alter index public.profiles_handle_key alter column 1 set statistics 40",
    /alter index public.profiles_handle_key alter column 1 set statistics 40;/,
  ],
  [
    "statistics of an expression",
    "create statistics public.x_stats on (lower(title)) from public.goals",
    /CREATE STATISTICS public.x_stats/,
  ],
  [
    "an object of statistics and its target",
    `create statistics public.x_target_stats on team_id, org_id from public.journal_entries;
     alter statistics public.x_target_stats set statistics 90`,
    /CREATE STATISTICS public\.x_target_stats[^]*x_target_stats set statistics 90/,
  ],
  [
    "the setting of a role",
    "alter role authenticated set work_mem = '5MB'",
    /alter role authenticated set work_mem to '5MB';/,
  ],
  [
    "the schedule of a job",
    "select cron.schedule('purge', '*/5 * * * *', 'select private.run_job(''purge'')')",
    /select cron.schedule\('purge', '\*\/5/,
  ],
  [
    "a job that is gone",
    "select cron.unschedule('jobs-continue')",
    /cron.unschedule\('jobs-continue'\)/,
  ],
  [
    "a row",
    "insert into private.quotas (kind, max_daily) values ('x-things', 5)",
    /insert into private.quotas[^;]*x-things/,
  ],
  [
    "a row with another value",
    "update private.person_columns set position = 7 where relation = 'public.goals'",
    /insert into private.person_columns[^;]*public.goals[^;]*on conflict/,
  ],
  [
    "a row that is gone",
    "delete from public.site_settings where key = 'signups_open'",
    /delete from public.site_settings where key = 'signups_open'/,
  ],
  [
    "a bucket",
    "update storage.buckets set file_size_limit = 7 where id = 'tone-packs'",
    /insert into storage.buckets[^;]*tone-packs/,
  ],
];

let draft = "";
let rest = "";

beforeAll(async () => {
  await withBothDatabases(projectRoot, async ({ migrated, declared, home }) => {
    const sql = postgres(declared, { max: 1, onnotice: () => {} });
    for (const [, statement] of mutations) await sql.unsafe(statement);
    await sql.end();
    draft = await schemaDifferences(migrated, declared, home);
    const target = postgres(migrated, { max: 1, onnotice: () => {} });
    const { migration, validation } = apart(draft);
    await target.begin((transaction) => transaction.unsafe(migration + validation))
      .finally(() => target.end());
    rest = await schemaDifferences(migrated, declared, home);
  });
}, patience(120_000));

it.each(mutations)("a difference of %s is found", (_, _statement, expected) => {
  expect(draft).toMatch(expected);
});

it("the draft says nothing of rights that a new function has by itself", () => {
  expect(draft).not.toMatch(/"(x_new|request_figures)"[^;]* (FROM|TO) (PUBLIC|"anon"|"postgres")/);
});

it("the draft checks constraints of tables with rows in a migration of their own", () => {
  const { migration, validation } = apart(draft);
  expect(migration).toMatch(/"x_check" CHECK [^;]* NOT VALID;/);
  expect(migration).toMatch(/"goal_check_ins_goal_fkey" FOREIGN KEY [^;]* NOT VALID;/);
  expect(validation.split("\n").filter(Boolean)).toEqual([
    'ALTER TABLE "public"."goals" VALIDATE CONSTRAINT "x_check";',
    'ALTER TABLE "public"."goal_check_ins" VALIDATE CONSTRAINT "goal_check_ins_goal_fkey";',
  ].toSorted((a, b) => validation.indexOf(a) - validation.indexOf(b)));
});

it("the draft of the migration leaves no difference", () => {
  expect(rest).toBe("");
});
