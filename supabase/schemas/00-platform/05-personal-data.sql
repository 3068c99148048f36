-- The register of personal data: which columns name a person, which section of an account's export
-- holds their rows, and what the deletion of the account does with them. Foreign keys say it of
-- most columns. Sections of the export and exceptions are registered beside their table: columns
-- that are not exported, and rows that no foreign key deletes or that are kept. A test finds
-- missing registrations.

-- The sections of an export, in the order of the document.
create table private.export_sections (
  name text primary key check (name ~ '^[a-z][a-z_]*$'),
  position integer not null generated always as identity unique,
  source text not null,
  condition text not null,
  page_key text[] not null,
  omitted text[] not null
);

select private.hide_table('private.export_sections', 'The sections of an account''s export.');
comment on column private.export_sections.source is 'The table or view that provides the rows.';
comment on column private.export_sections.condition is
  'Selects the rows s of the source that are about the person $1, a uuid.';
comment on column private.export_sections.page_key is
  'Columns that order the rows and are unique together; a page continues after their values.';
comment on column private.export_sections.omitted is 'Columns of the source that the export omits.';

create table private.person_columns (
  relation text not null,
  name text not null,
  section text references private.export_sections (name),
  deletion text not null
    check (deletion in ('delete', 'clear', 'change', 'function', 'cascade', 'keep')),
  condition text not null,
  change text,
  erase_function text,
  position integer not null,
  reason text,
  primary key (relation, name),
  constraint person_columns_change_check
    check ((deletion in ('clear', 'change')) = (change is not null)),
  constraint person_columns_erase_function_check
    check ((deletion = 'function') = (erase_function is not null)),
  -- A column that is not exported or not deleted needs a reason.
  constraint person_columns_reason_check
    check (reason is not null or (section is not null and deletion <> 'keep'))
);

select private.hide_table('private.person_columns',
  'Columns that name a person and are exported, or leave in another way than by a foreign key alone.');
comment on column private.person_columns.section is
  'The section of the export that contains these rows; null for none.';
comment on column private.person_columns.deletion is
  'delete: deletes the rows in batches. clear: sets the column to null, change: makes another change, in batches. function: calls `erase_function`. cascade: a foreign key deletes the rows. keep: keeps them.';
comment on column private.person_columns.condition is
  'Selects the rows about the person $1, a uuid.';
comment on column private.person_columns.change is
  'The assignment of the update, such as `user_id = null`.';
comment on column private.person_columns.erase_function is
  'A function of `private` that takes (user_id uuid, limit integer) and returns the number of rows it has processed, 0 when none is left.';
comment on column private.person_columns.position is 'The order of erasure, lowest first.';

create index person_columns_section_idx on private.person_columns (section);

-- The whole register: the registered columns, and the columns from which foreign keys lead to a
-- person. A table of `private` that names a user only by another row, such as the times of a
-- reminder, is there by the key that deletes its rows with the other row.
create view private.person_register as
with recursive keys as (
  select k.conrelid as relation, pair.attnum, k.confrelid as target, pair.target_attnum,
    k.confdeltype = 'c' as deletes
  from pg_catalog.pg_constraint as k, unnest(k.conkey, k.confkey) as pair (attnum, target_attnum)
  where k.contype = 'f'
), ids as (
  select a.attrelid as relation, a.attnum from pg_catalog.pg_attribute as a
  where a.attrelid = 'auth.users'::regclass and a.attname = 'id'
  union
  select k.relation, k.attnum from keys as k
  join ids on ids.relation = k.target and ids.attnum = k.target_attnum
), known as (
  select relation from ids
  union
  select to_regclass(relation)::oid from private.person_columns where deletion <> 'keep'
), hanging as (
  select relation from known
  union
  select k.relation from keys as k join hanging as h on h.relation = k.target where k.deletes
), derived as (
  select relation, attnum from ids
  union
  select k.relation, k.attnum from keys as k join hanging as h on h.relation = k.target
  join pg_catalog.pg_class as c on c.oid = k.relation
  where k.deletes and c.relnamespace = 'private'::regnamespace
    and k.relation not in (select relation from known)
)
select relation, name, section, deletion, reason from private.person_columns
union all
select concat(n.nspname, '.', c.relname), a.attname, null, 'cascade',
  pg_catalog.obj_description(c.oid, 'pg_class')
from derived as d
join pg_catalog.pg_class as c on c.oid = d.relation
join pg_catalog.pg_namespace as n on n.oid = c.relnamespace
join pg_catalog.pg_attribute as a on a.attrelid = d.relation and a.attnum = d.attnum
where n.nspname in ('public', 'private') and not exists (
  select from private.person_columns as p
  where to_regclass(p.relation) = c.oid and p.name = a.attname
);

comment on view private.person_register is
  'Every column that names a person, and how export and deletion treat it. A foreign key deletes or clears a column that is not registered, and the comment of its table says why the service keeps it.';

-- Registration ------------------------------------------------------------------------------------

-- The export lists sections in the order of their registration.
create function private.register_export_section(
  p_name text, p_source text, p_condition text default 's.user_id = $1',
  p_page_key text[] default '{created_at,id}', p_omitted text[] default '{}'
) returns void
language sql volatile set search_path = ''
as $$
  insert into private.export_sections (name, source, condition, page_key, omitted)
  values (p_name, p_source, p_condition, p_page_key, p_omitted)
  on conflict (name) do update set source = excluded.source, condition = excluded.condition,
    page_key = excluded.page_key, omitted = excluded.omitted
$$;

-- Registers a column that names a person, with the reason where its rows are not exported or not
-- deleted. Unless `p_deletion` says otherwise a foreign key deletes them, or sets the column to
-- null; a name other than the kinds of deletion is the name of the erasing function. The column of
-- a foreign key needs no registration where its table has only ids, numbers, times and words of a
-- list: there is nothing to export.
create function private.register_person_column(
  p_relation text, p_name text, p_reason text default null, p_deletion text default 'cascade',
  p_position integer default 100, p_section text default null, p_condition text default null,
  p_change text default null
) returns void
language sql volatile set search_path = ''
as $$
  insert into private.person_columns (
    relation, name, section, deletion, condition, change, erase_function, position, reason
  )
  select p_relation, p_name, p_section, case when known then p_deletion else 'function' end,
    coalesce(p_condition, format('%I = $1', p_name)),
    case when p_deletion = 'clear' then format('%I = null', p_name) else p_change end,
    case when not known then p_deletion end, p_position, p_reason
  from (
    select p_deletion in ('delete', 'clear', 'change', 'cascade', 'keep') as known
  ) as kind
  on conflict (relation, name) do update set section = excluded.section,
    deletion = excluded.deletion, condition = excluded.condition, change = excluded.change,
    erase_function = excluded.erase_function, position = excluded.position,
    reason = excluded.reason
$$;

-- Registers a table whose rows belong to a person: a section of the export, which has the table's
-- name unless another is given, and the column that names the person.
create function private.register_personal_data(
  p_relation text, p_deletion text default 'cascade', p_position integer default 100,
  p_section text default null, p_person text default 'user_id', p_source text default null,
  p_condition text default null, p_page_key text[] default '{created_at,id}',
  p_omitted text[] default '{}', p_reason text default null
) returns void
language sql volatile set search_path = ''
as $$
  select
    private.register_export_section(section, coalesce(p_source, p_relation),
      coalesce(p_condition, format('s.%I = $1', p_person)), p_page_key, p_omitted),
    private.register_person_column(
      p_relation, p_person, p_reason, p_deletion, p_position, section)
  from coalesce(p_section, split_part(p_relation, '.', 2)) as section
$$;

-- Accounts at the identity provider ---------------------------------------------------------------

-- The identity provider's data, by explicit columns so that no secret is exported.
create view private.exported_accounts as
  select
    u.id as user_id, u.email, u.phone, u.created_at, u.email_confirmed_at, u.last_sign_in_at,
    u.raw_user_meta_data as user_metadata, u.raw_app_meta_data as app_metadata,
    (
      select coalesce(jsonb_agg(jsonb_build_object(
        'provider', i.provider, 'identity_data', i.identity_data, 'created_at', i.created_at,
        'last_sign_in_at', i.last_sign_in_at) order by i.created_at), '[]')
      from auth.identities as i where i.user_id = u.id
    ) as identities
  from auth.users as u;

create view private.exported_sessions as
  select id, user_id, created_at, updated_at, user_agent, host(ip) as ip from auth.sessions;

-- No key, no id of the credential, and no counter.
create view private.exported_passkeys as
  select id, user_id, friendly_name as name, created_at, last_used_at from auth.webauthn_credentials;

comment on view private.exported_accounts is 'The section `account` of an export.';
comment on view private.exported_sessions is 'The section `sessions` of an export.';
comment on view private.exported_passkeys is 'The section `passkeys` of an export.';

select private.register_export_section(
  'account', 'private.exported_accounts', p_page_key => '{user_id}');
select private.register_export_section(
  'sessions', 'private.exported_sessions', p_omitted => '{user_id}');
select private.register_export_section(
  'passkeys', 'private.exported_passkeys', p_omitted => '{user_id}');
select private.register_person_column('auth.flow_state', 'user_id',
  'Unfinished sign-ins; the identity provider keeps them for minutes.', 'delete', 95);
