/** Fields that functions cast: a long value is refused before the cast, whose error would quote it. */
import { describe, expect, it } from "vitest";
import { superAdmin } from "../support/people.ts";
import { sql } from "../support/sql.ts";

const admin = await superAdmin();
const long = "x".repeat(100_000);

describe("a long value of a field that is cast", () => {
  it.each([
    ["update_team", "admin_id", { p_team_id: crypto.randomUUID() }, "p_changes"],
    ["submit_opportunity", "deadline", {}, "p_fields"],
    ["update_workout_location", "ipAddress", {}, "p_changes"],
    ["set_feature_flag", "enabled", { p_key: "a-flag" }, "p_changes"],
    ["set_drop_config", "daily_allowance", {}, "p_changes"],
    ["create_drop_template", "is_approved", {}, "p_fields"],
    ["create_journal_entry", "team_id", {}, "p_entry"],
  ])("is refused by its name: %s, %s", async (name, field, others, argument) => {
    const { error } = await admin.client.rpc(name, { ...others, [argument]: { [field]: long } });
    expect([error?.code, error?.message])
      .toEqual(["PT400", `${field}: expected at most 100 characters`]);
  });

  it("is refused by every function that a client can reach", async () => {
    const found = await sql<{ name: string }[]>`
      with recursive reached as (
        select oid, prosrc from pg_proc
        where pronamespace in ('public'::regnamespace, 'private'::regnamespace)
          and has_function_privilege('authenticated', oid, 'execute')
        union
        select p.oid, p.prosrc from reached as r
        cross join regexp_matches(r.prosrc, '(?:private|public)\\.(\\w+)', 'g') as m (names)
        join pg_proc as p on p.proname = m.names[1]
          and p.pronamespace in ('private'::regnamespace, 'public'::regnamespace)
      )
      select oid::regproc::text as name from reached
      cross join regexp_matches(
        prosrc, '(\\(p_(?:fields|changes|change|pack|entry) ->> \\S+\\)::'
          || '|jsonb_populate_record\\([^,]+, p_\\w+\\))', 'g') as m (names)
      order by 1`;
    // It measures what it fills in.
    expect(found.map(({ name }) => name)).toEqual(["private.changed"]);
  });
});

it("no function of clients returns long texts in a record, whose columns a client names at will", async () => {
  const long = await sql`
    with recursive long as (
      -- Texts of more than 20,000 characters, and former texts, which have no check of their own.
      select distinct c.relname from pg_class as c join pg_attribute as a on a.attrelid = c.oid
      where c.relnamespace in ('public'::regnamespace, 'private'::regnamespace)
        and c.relname in (
          select split_part(relation, '.', 2) from private.person_columns)
        and a.attnum > 0 and a.attname in ('content', 'transcript', 'text_body', 'html_body', 'entry',
          'answer', 'mosaic_data')
        and not exists (
          select from pg_constraint as k
          cross join regexp_matches(pg_get_constraintdef(k.oid),
            'char_length\\(' || a.attname || '\\) <= (\\d+)') as m (found)
          where k.conrelid = c.oid and m.found[1]::integer <= 20000)
    ), calls as (
      select p.oid as root, p.oid, p.prosrc from pg_proc as p join pg_type as t on t.oid = p.prorettype
      where p.pronamespace = 'public'::regnamespace
        and has_function_privilege('authenticated', p.oid, 'execute')
        and (t.typname = 'record' or t.typtype = 'c')
      union
      select c.root, p.oid, p.prosrc from calls as c
      cross join regexp_matches(c.prosrc, '(?:private|public)\\.(\\w+)', 'g') as m (names)
      join pg_proc as p on p.proname = m.names[1] and p.prorettype <> 'trigger'::regtype
        and p.pronamespace in ('private'::regnamespace, 'public'::regnamespace)
        -- A function that returns JSON or writes gives no column on.
        and p.prorettype not in ('json'::regtype, 'jsonb'::regtype, 'void'::regtype)
    )
    select root::regproc::text as name, string_agg(distinct l.relname, ' ') as tables
    from calls as c join long as l on c.prosrc ~ ('\\m' || l.relname || '\\M')
    group by 1 order by 1`;
  // They return counts, and a path.
  expect(long.map(({ name, tables }) => `${name}: ${tables}`)).toEqual([
    "backfill_mentions: journal_entry_contents",
    "prepare_entry_attachment: entry_attachments",
  ]);
});

it("clients read no column of texts of more than 20,000 characters", async () => {
  const long = await sql`
    select format('%s.%s', c.relname, a.attname) as name
    from pg_class as c join pg_attribute as a on a.attrelid = c.oid
    join pg_constraint as k on k.conrelid = c.oid and a.attnum = any (k.conkey)
    cross join regexp_matches(
      pg_get_constraintdef(k.oid), 'char_length\\(' || a.attname || '\\) <= (\\d+)') as m (found)
    where c.relnamespace = 'public'::regnamespace and m.found[1]::integer > 20000
      and has_column_privilege('authenticated', c.oid, a.attnum, 'select')`;
  expect(long).toEqual([]);
});
