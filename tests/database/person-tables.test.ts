/**
 * Checks that `private.person_register` is complete: every column that names a person is in the
 * export and in the deletion of an account, or has a reason for its absence.
 *
 * A column whose foreign key leads to a user and deletes the row is there by itself, when its table has
 * nothing else to tell than ids, numbers, times and words of a list. When a test here fails for
 * another table that you have added, register its columns beside it:
 *
 *   select private.register_personal_data('public.sleep_entries', 'delete', 40);
 *   select private.register_person_column('private.sleep_hints', 'user_id', 'Why it is not exported.');
 *
 * - `section`: the part of the export that holds the rows; null with a `reason`.
 * - `deletion`: `cascade` by a foreign key unless another is stated: `delete` rows in batches, `clear`
 *   the column, `change` it, a function's name (`private.<name> (user_id uuid, limit integer) returns
 *   integer`, rows dealt with), or `keep` with a `reason`. `position` orders them: large things and
 *   what points at others first.
 * - Files that outlive an account: a row in `private.file_retention`.
 *
 * Then add a row in tests/user/somebody.ts, so that the tests of export and deletion cover it. A
 * column that names nobody goes into `notPeople` below.
 */
import { describe, expect, it } from "vitest";
import { sql } from "../support/sql.ts";

/** uuid columns and columns with suggestive names that refer to no person. */
const notPeople = new Set([
  // A place in the order of ids, for a day.
  "private.assistant_days.reached_id",
  "private.idempotency_keys.claim",
  "private.idempotency_keys.ids",
  "private.tone_image_claims.claim",
  "private.deleted_team_messages.team_id",
  "private.team_message_notices.message_id",
  "private.chat_claims.question_id",
  "public.chat_messages.source_ids",
  "private.ended_sessions.session_id",
  "private.impersonated_sessions.session_id",
  "private.emails.subject",
  "public.inbound_emails.subject",
  "public.spotify_accounts.provider_user_id",
  "public.admin_impersonations.session_id",
  "public.drops_ledger.reference_id",
  "public.competition_scores.dream_id",
  "public.sponsor_outreach.subject",
  "public.drops_sent.template_id",
  "private.drop_marks.drop_id",
  // A place in the order of ids.
  "private.webhook_stops.reached_id",
  // A token of the user who invites.
  "private.organization_invitations.token_id",
  // Rows that belong to the owner of the webhook.
  "private.webhook_deliveries.event_id",
  "private.webhook_deliveries.object_id",
  "public.journal_entries.import_id",
  "private.entry_imports.claim",
  "private.import_salts.salt",
  "public.token_usage.entry_id",
  "public.token_usage.tone_pack_id",
  "public.token_usage.drop_id",
  ...["public.journal_entries", "private.journal_entry_contents"].flatMap((table) =>
    ["metadata", "content"].flatMap((part) =>
      ["team_id", "org_id"].map((target) => `${table}.effective_${part}_${target}`)
    )
  ),
  // Teams and organizations.
  "private.sharing_ends.group_id",
  ...["public.journal_entries", "public.notebooks"].flatMap((table) => [
    `${table}.team_id`,
    `${table}.org_id`,
  ]),
  // One entry for all tables: the role beside the column of the same name.
  "public.organizations.owner_role",
  "public.teams.admin_role",
]);

/**
 * A trigger changes these rows instead of a foreign key: team memberships end with the
 * organization's, seats in squads with the place in the chain.
 */
const handedOnByTrigger = new Set([
  "public.teams.admin_id",
  ...[1, 2, 3].map((seat) => `public.workout_window_squads.user_${seat}_id`),
]);

interface Column {
  /** `schema.table` */
  relation: string;
  /** `schema.table.column` */
  name: string;
}

const names = (columns: readonly Column[]) => columns.map(({ name }) => name);

/** Columns whose name or type suggests a person, without a foreign key. */
const suggestive = () =>
  sql<Column[]>`
    select n.nspname || '.' || c.relname as relation,
      concat_ws('.', n.nspname, c.relname, a.attname) as name
    from pg_attribute a
    join pg_class c on c.oid = a.attrelid
    join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('public', 'private') and c.relkind in ('r', 'p')
      and a.attnum > 0 and not a.attisdropped
      and (
        a.atttypid in ('uuid'::regtype, 'uuid[]'::regtype) and a.attname <> 'id'
        and not exists (
          select from pg_constraint k
          where k.conrelid = a.attrelid and k.contype = 'f' and a.attnum = any (k.conkey)
        )
        or a.atttypid in ('uuid'::regtype, 'uuid[]'::regtype, 'text'::regtype, 'varchar'::regtype)
        and a.attname ~ ('(^|_)(user|owner|admin|actor|sender|recipient|author|creator|member'
          || '|participant|person|account|subject|customer|email|phone|ip)(_|$)|_by$')
      )
    order by name`;

/** Tables whose rows depend on a user's rows, through any number of foreign keys. */
const hanging = () =>
  sql<{ relation: string }[]>`
    with recursive tables (rel) as (
      select 'auth.users'::regclass::oid
      union
      select k.conrelid from pg_constraint k join tables t on k.confrelid = t.rel
      where k.contype = 'f'
    )
    select n.nspname || '.' || c.relname as relation
    from tables t join pg_class c on c.oid = t.rel join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('public', 'private') order by relation`;

/** Columns of the register; columns derived from foreign keys are not in `person_columns`. */
const registered = () =>
  sql<(Column & { column: string; deletion: string; derived: boolean })[]>`
    select relation, relation || '.' || name as name, name as column, deletion,
      (relation, name) not in (select relation, name from private.person_columns) as derived
    from private.person_register order by 2`;

/** The action of a column's foreign keys: a and r refuse, c deletes, n clears. */
const actionsOf = async (relation: string, column: string) =>
  (await sql`
    select k.confdeltype as action from pg_constraint k
    join pg_attribute a on a.attrelid = k.conrelid and a.attnum = any (k.conkey)
    where k.contype = 'f' and k.conrelid = ${relation}::regclass and a.attname = ${column}`)
    .map(({ action }) => action as string);

const none = async (query: PromiseLike<readonly unknown[]>) => expect(await query).toEqual([]);

describe("private.person_register", () => {
  it("derives columns from foreign keys to users, and to rows of users", async () => {
    const derived = names((await registered()).filter((column) => column.derived));
    expect(derived).toEqual(expect.arrayContaining([
      "private.quota_days.user_id",
      "private.text_storage.user_id",
      "private.reminder_times.reminder_id",
      "private.notebook_changes.notebook_id",
    ]));
    // The parent of such a row is not the person; public.goals is registered.
    expect(derived).not.toContain("private.journal_entry_contents.entry_id");
    expect(derived).not.toContain("public.goals.user_id");
  });

  it("derives only columns of tables with nothing to export: ids, numbers, times and words of a list", async () => {
    const derived = (await registered()).filter((column) => column.derived);
    await none(sql`
      select a.attrelid::regclass as relation, a.attname as column
      from pg_attribute a
      join pg_type t on t.oid = a.atttypid
      where a.attrelid = any (${[...new Set(derived.map(({ relation }) => relation))]}::regclass[])
        and a.attnum > 0 and not a.attisdropped
        and t.typcategory not in ('N', 'D', 'T', 'B') and t.typname not in ('uuid', 'xid8')
        and not exists (
          select from pg_constraint k
          where k.conrelid = a.attrelid and k.conkey @> array[a.attnum] and (
            k.contype = 'f'
            or k.contype = 'c' and pg_get_expr(k.conbin, k.conrelid)
              ~ '^(\\(\\w+ = ANY \\(ARRAY\\[|private\\.is_tone\\()')
        )`);
  });

  it("has every column that suggests a person, except the listed ones", async () => {
    const known = new Set(names(await registered()));
    const open = names(await suggestive())
      .filter((name) => !known.has(name) && !notPeople.has(name));
    expect(open).toEqual([]);
  });

  it("has a column of every table whose rows depend on a person's", async () => {
    const known = new Set((await registered()).map(({ relation }) => relation));
    // Convergence sums up the measurements of all users.
    known.add("public.dream_convergence");
    known.add("public.dream_convergence_values");
    expect((await hanging()).map(({ relation }) => relation).filter((name) => !known.has(name)))
      .toEqual([]);
  });

  it("names columns that exist", () =>
    none(sql`
      select relation, name from private.person_columns as p
      where not exists (
        select from pg_attribute a
        where a.attrelid = to_regclass(p.relation) and a.attname = p.name and not a.attisdropped
      )`));

  it("names functions that exist and that are closed to clients", () =>
    none(sql`
      select p.erase_function from private.person_columns as p
      where p.erase_function is not null and not coalesce((
        select f.prorettype = 'integer'::regtype and f.prosecdef
          and not has_function_privilege('authenticated', f.oid, 'execute')
          and not has_function_privilege('service_role', f.oid, 'execute')
        from pg_proc f
        where f.oid = to_regprocedure('private.' || p.erase_function || '(uuid, integer)')
      ), false)`));

  it("declares `cascade` where a foreign key deletes or clears", async () => {
    const wrong: string[] = [];
    for (const { relation, column, name, deletion } of await registered()) {
      if (deletion !== "cascade" || handedOnByTrigger.has(name)) continue;
      const own = await actionsOf(relation, column);
      const row = await sql`
        select from pg_constraint
        where contype = 'f' and conrelid = ${relation}::regclass and confdeltype = 'c'`;
      if (own.length ? !own.some((action) => "cn".includes(action)) : row.length === 0) {
        wrong.push(name);
      }
    }
    expect(wrong).toEqual([]);
  });

  it("leaves no foreign key that refuses the deletion of a user", async () => {
    const wrong: string[] = [];
    for (const { relation, column, name, deletion } of await registered()) {
      if (!["cascade", "keep"].includes(deletion) || handedOnByTrigger.has(name)) continue;
      const people = await sql`
        select k.conname from pg_constraint k
        join pg_attribute a on a.attrelid = k.conrelid and a.attnum = any (k.conkey)
        where k.contype = 'f' and k.conrelid = ${relation}::regclass and a.attname = ${column}
          and k.confdeltype in ('a', 'r') and k.confrelid in (
            'auth.users'::regclass, 'public.profiles'::regclass, 'public.profile_cards'::regclass)`;
      if (people.length) wrong.push(name);
    }
    expect(wrong).toEqual([]);
  });

  it("has a reason for each kept or unexported column", () =>
    none(sql`
      select relation, name from private.person_register
      where (section is null or deletion = 'keep') and char_length(coalesce(reason, '')) < 20`));

  it("uses every section of the export, except those of other schemas and parts of a section", () =>
    none(sql`
      select name from private.export_sections as s
      where s.source !~ '^private\\.exported_' and s.name not in ('monthly_drops', 'imports')
        and not exists (
        select from private.person_columns as p where p.section = s.name
      )`));
});

describe("private.file_retention", () => {
  it("names functions that exist", () =>
    none(sql`
      select predicate from private.file_retention
      where to_regprocedure('private.' || predicate || '(text)') is null`));
});

describe("sections of the export", () => {
  it("order their rows by a unique key", () =>
    none(sql`
      select s.name from private.export_sections as s
      join pg_class c on c.oid = s.source::regclass
      where c.relkind = 'r' and not exists (
        select from pg_index i
        where i.indrelid = c.oid and i.indisunique and i.indpred is null
          and (
            select array_agg(a.attname::text) from pg_attribute a
            where a.attrelid = c.oid and a.attnum = any (i.indkey)
          ) <@ (s.page_key || array['user_id'])
      )`));

  // The function disables sorts: it would rather read everybody's rows in the order of an index.
  it("have an index of their user where another one has their order", () =>
    none(sql`
      with indexes as (
        select i.indrelid, (
          select array_agg(a.attname::text order by k.n)
          from unnest(i.indkey::int[]) with ordinality as k (attnum, n)
          join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.attnum
        ) as columns
        from pg_index i
        join pg_class c on c.oid = i.indexrelid
        join pg_am m on m.oid = c.relam and m.amname = 'btree'
        where i.indpred is null
      ), sections as (
        select name, source::regclass as relation, page_key,
          substring(condition from '\\ms\\.(\\w+) = \\$1') as person
        from private.export_sections
      )
      select s.name from sections as s
      join indexes as i on i.indrelid = s.relation and i.columns[1] = s.page_key[1]
      where s.page_key[1] is distinct from s.person and not exists (
        select from indexes as own
        where own.indrelid = s.relation and own.columns[1] = s.person
          and own.columns[2] = s.page_key[1]
      )`));

  it("order entries, of which somebody may have 100,000, along an index of their user", () =>
    none(sql`
      select page_key from private.export_sections as s
      where s.name = 'journal_entries' and not exists (
        select from pg_index i
        where i.indrelid = 'public.journal_entries'::regclass and i.indpred is null
          and (
            select array_agg(a.attname::text order by k.n)
            from unnest(i.indkey::int[]) with ordinality as k (attnum, n)
            join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.attnum
          ) = array['user_id'] || s.page_key
      )`));
});
