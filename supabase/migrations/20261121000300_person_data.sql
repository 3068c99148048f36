-- The registry of personal data: which columns name a person, which section of an account's export
-- holds their rows, and what the deletion of the account does with them. A migration that adds a
-- table which names a person registers its columns; a test finds those that are missing.

-- The sections of an export, in the order of the document.
create table private.export_sections (
  name text primary key
    constraint export_sections_name_check check (name ~ '^[a-z][a-z_]*$'),
  position integer not null generated always as identity
    constraint export_sections_position_key unique,
  source text not null,
  condition text not null,
  page_key text[] not null,
  omitted text[] not null
);

comment on table private.export_sections is 'The sections of an account''s export.';
comment on column private.export_sections.source is 'The table or view that provides the rows.';
comment on column private.export_sections.condition is
  'Selects the rows s of the source that are about the person $1, a uuid.';
comment on column private.export_sections.page_key is
  'Columns that order the rows and are unique together; a page continues after their values.';
comment on column private.export_sections.omitted is 'Columns of the source that the export omits.';

create table private.person_columns (
  relation text not null,
  name text not null,
  section text
    constraint person_columns_section_fkey references private.export_sections (name),
  deletion text not null
    constraint person_columns_deletion_check
      check (deletion in ('delete', 'clear', 'function', 'cascade', 'keep')),
  erase_function text,
  position integer not null,
  reason text,
  constraint person_columns_pkey primary key (relation, name),
  constraint person_columns_erase_function_check
    check ((deletion = 'function') = (erase_function is not null)),
  -- A column that is not exported or not deleted needs a reason.
  constraint person_columns_reason_check
    check (reason is not null or (section is not null and deletion <> 'keep'))
);

comment on table private.person_columns is
  'Every column that names a person, and how export and deletion treat it.';
comment on column private.person_columns.section is
  'The section of the export that contains these rows; null for none.';
comment on column private.person_columns.deletion is
  'delete: deletes the rows in batches. clear: sets the column to null. function: calls `erase_function`. cascade: a foreign key deletes the rows. keep: keeps them.';
comment on column private.person_columns.erase_function is
  'A function of `private` that takes (user_id uuid, limit integer) and returns the number of rows it has processed, 0 when none is left.';
comment on column private.person_columns.position is 'The order of erasure, lowest first.';

create index person_columns_section_idx on private.person_columns (section);

alter table private.export_sections enable row level security;
alter table private.person_columns enable row level security;
create policy export_sections_all_nobody on private.export_sections using (false);
create policy person_columns_all_nobody on private.person_columns using (false);

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
$$;

create function private.register_person_column(
  p_relation text, p_name text, p_deletion text, p_section text default null,
  p_erase_function text default null, p_position integer default 100, p_reason text default null
) returns void
language sql volatile set search_path = ''
as $$
  insert into private.person_columns (
    relation, name, deletion, section, erase_function, position, reason
  )
  values (p_relation, p_name, p_deletion, p_section, p_erase_function, p_position, p_reason)
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

comment on view private.exported_accounts is 'The section `account` of an export.';
comment on view private.exported_sessions is 'The section `sessions` of an export.';

select private.register_export_section(
  'account', 'private.exported_accounts', p_page_key => '{user_id}');
select private.register_export_section(
  'sessions', 'private.exported_sessions', p_omitted => '{user_id}');
select private.register_person_column(
  'auth.flow_state', 'user_id', 'delete', p_position => 95,
  p_reason => 'Unfinished sign-ins; the identity provider keeps them for minutes.');
