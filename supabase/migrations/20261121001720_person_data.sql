-- What the service holds about a person: which columns name one, where it appears in the export of an
-- account, and what becomes of it when the account is deleted. Whoever adds a table that names a
-- person registers its columns here, in the migration that adds it; a test finds those that are
-- missing.

-- The parts of an export, in the order of the document.
create table private.export_sections (
  name text primary key
    constraint export_sections_name_check check (name ~ '^[a-z][a-z_]*$'),
  position integer not null generated always as identity
    constraint export_sections_position_key unique,
  source text not null,
  condition text not null default 's.user_id = $1',
  page_key text[] not null default '{created_at,id}',
  omitted text[] not null default '{}'
);

comment on table private.export_sections is 'The parts of an account''s export.';
comment on column private.export_sections.source is 'The table or view whose rows it holds, by name.';
comment on column private.export_sections.condition is
  'Which rows s of the source are about the person $1, a uuid.';
comment on column private.export_sections.page_key is
  'Columns that order the rows, together unique: pages go on after their values.';
comment on column private.export_sections.omitted is 'Columns of the source that are left out.';

create table private.person_columns (
  relation text not null,
  name text not null,
  section text
    constraint person_columns_section_fkey references private.export_sections (name),
  deletion text not null
    constraint person_columns_deletion_check
      check (deletion in ('delete', 'clear', 'function', 'cascade', 'keep')),
  erase_function text,
  position integer not null default 100,
  reason text,
  constraint person_columns_pkey primary key (relation, name),
  constraint person_columns_erase_function_check
    check ((deletion = 'function') = (erase_function is not null)),
  -- What is not exported or not deleted says why.
  constraint person_columns_reason_check
    check (reason is not null or (section is not null and deletion <> 'keep'))
);

comment on table private.person_columns is
  'Every column that names a person, and what export and deletion do with it.';
comment on column private.person_columns.section is
  'The part of the export that holds these rows; null when none does.';
comment on column private.person_columns.deletion is
  'delete: the rows go, in batches. clear: the column becomes null. function: `erase_function` does it. cascade: a foreign key does it. keep: it stays.';
comment on column private.person_columns.erase_function is
  'A function of `private` that takes (user_id uuid, limit integer) and returns how many rows it has dealt with, 0 when none is left.';
comment on column private.person_columns.position is 'What is erased first: lower numbers.';

create index person_columns_section_idx on private.person_columns (section);

alter table private.export_sections enable row level security;
alter table private.person_columns enable row level security;
create policy export_sections_all_nobody on private.export_sections using (false);
create policy person_columns_all_nobody on private.person_columns using (false);
revoke all on private.export_sections, private.person_columns
  from public, anon, authenticated, service_role;

-- Export -----------------------------------------------------------------------------------------

-- What the identity provider knows; secrets left out by naming the rest.
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

create view private.exported_files as
  select
    id, bucket_id as bucket, name as path, metadata ->> 'mimetype' as mime_type,
    (metadata ->> 'size')::bigint as size, created_at, updated_at
  from storage.objects;

comment on view private.exported_accounts is 'The section `account` of an export.';
comment on view private.exported_sessions is 'The section `sessions` of an export.';
comment on view private.exported_files is 'The section `files` of an export.';

-- The names of the sections, in order.
create function private.list_export_sections() returns setof text
language plpgsql stable security definer rows 30 set search_path = ''
as $$
begin
  perform private.require_caller();
  return query select name from private.export_sections order by position;
end
$$;

-- One page of a section of the caller's export: its rows as JSON objects with commas between them,
-- and after which key the next page begins, null at the end. A page ends after 500 rows or 1 MB,
-- whichever comes first, so that whoever passes it on holds little at a time. A page is read along
-- an index, whatever the planner thinks of reading all of a table that it knows little about.
create function private.export_page(p_section text, p_after jsonb)
returns table (part text, next jsonb)
language plpgsql stable security definer rows 1
set search_path = '' set enable_seqscan = off set enable_sort = off
set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  c_max_rows constant integer := 500;
  c_max_bytes constant integer := 1048576;
  v_caller uuid := private.require_caller();
  v_section private.export_sections;
  v_columns text;
  v_key text;
  v_after text;
  v_row record;
  v_rows text[] := '{}';
  v_bytes integer := 0;
begin
  select * into v_section from private.export_sections where name = p_section;
  if v_section.name is null then
    perform private.refuse(404, 'Section not found');
  end if;
  if jsonb_typeof(p_after) = 'array'
    and jsonb_array_length(p_after) <> cardinality(v_section.page_key) then
    perform private.refuse(400, 'after: not a key of this section');
  end if;

  select string_agg(format('s.%I', a.attname), ', ' order by a.attnum) into v_columns
  from pg_catalog.pg_attribute as a
  where a.attrelid = v_section.source::regclass and a.attnum > 0 and not a.attisdropped
    and a.attname <> all (v_section.omitted);
  select
    string_agg(format('s.%I', k.name), ', ' order by k.n),
    string_agg(format('($2 ->> %s)::%s', k.n - 1, format_type(a.atttypid, null)), ', ' order by k.n)
  into v_key, v_after
  from unnest(v_section.page_key) with ordinality as k (name, n)
  join pg_catalog.pg_attribute as a
    on a.attrelid = v_section.source::regclass and a.attname = k.name;

  for v_row in execute format(
    'select (select row_to_json(r) from (select %s) as r)::text as words, jsonb_build_array(%s) as key
     from %s as s where (%s) %s order by %s limit %s',
    v_columns, v_key, v_section.source, v_section.condition,
    case when jsonb_typeof(p_after) = 'array' then format('and (%s) > (%s)', v_key, v_after) end,
    v_key, c_max_rows
  ) using v_caller, p_after
  loop
    v_rows := v_rows || v_row.words;
    v_bytes := v_bytes + octet_length(v_row.words);
    next := v_row.key;
    exit when v_bytes >= c_max_bytes;
  end loop;
  if cardinality(v_rows) < c_max_rows and v_bytes < c_max_bytes then
    next := null;
  end if;
  part := array_to_string(v_rows, ',');
  return next;
end
$$;

create function public.list_export_sections() returns setof text
language sql stable rows 30 set search_path = ''
as $$ select * from private.list_export_sections() $$;

create function public.export_page(p_section text, p_after jsonb default null)
returns table (part text, next jsonb)
language sql stable rows 1 set search_path = ''
as $$ select * from private.export_page(p_section, p_after) $$;

select private.open_to_callers(array['list_export_sections()', 'export_page(text, jsonb)']);

-- Erasure ----------------------------------------------------------------------------------------

-- Mentions in what others wrote keep their words and lose whom they meant. Looked up by this index.
create index journal_entry_contents_mentioned_users_idx
  on public.journal_entry_contents using gin (mentions jsonb_path_ops)
  where mentions @> '[{"kind": "user"}]';

create function private.erase_mentions(p_user_id uuid, p_limit integer) returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_count integer;
begin
  update public.journal_entry_contents as c
  set mentions = (
    select jsonb_agg(
      case when m ->> 'user_id' = p_user_id::text then m || '{"user_id": null}' else m end order by n)
    from jsonb_array_elements(c.mentions) with ordinality as t (m, n)
  )
  where c.entry_id in (
    select entry_id from public.journal_entry_contents
    where mentions @> '[{"kind": "user"}]'
      and mentions @> jsonb_build_array(jsonb_build_object('user_id', p_user_id))
    limit p_limit
  );
  get diagnostics v_count = row_count;
  return v_count;
end
$$;

-- Notifications of others name who caused them in `data.user_id`; what they point at is gone.
create index notifications_about_idx on public.notifications ((data ->> 'user_id'))
  where data ? 'user_id';

create function private.erase_notifications_about(p_user_id uuid, p_limit integer) returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_count integer;
begin
  delete from public.notifications where id in (
    select id from public.notifications
    where data ? 'user_id' and data ->> 'user_id' = p_user_id::text limit p_limit
  );
  get diagnostics v_count = row_count;
  return v_count;
end
$$;

create index profiles_blocked_user_ids_idx on public.profiles using gin (blocked_user_ids)
  where blocked_user_ids <> '{}';

create function private.erase_from_block_lists(p_user_id uuid, p_limit integer) returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_count integer;
begin
  update public.profiles set blocked_user_ids = array_remove(blocked_user_ids, p_user_id)
  where id in (
    select id from public.profiles
    where blocked_user_ids <> '{}' and blocked_user_ids @> array[p_user_id] limit p_limit
  );
  get diagnostics v_count = row_count;
  return v_count;
end
$$;

create function private.erase_rate_limit_hits(p_user_id uuid, p_limit integer) returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_count integer;
begin
  delete from private.rate_limit_hits where id in (
    select id from private.rate_limit_hits
    where subject like '%' || p_user_id || '%' limit p_limit
  );
  get diagnostics v_count = row_count;
  return v_count;
end
$$;

-- Organizations that nobody else belongs to; those with other members stand in the way of a deletion.
create function private.erase_organizations(p_user_id uuid, p_limit integer) returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_count integer;
begin
  delete from public.organizations where id in (
    select o.id from public.organizations as o
    where o.owner_id = p_user_id and not exists (
      select from public.organization_members as m
      where m.org_id = o.id and m.user_id <> p_user_id
    )
    limit p_limit
  );
  get diagnostics v_count = row_count;
  return v_count;
end
$$;

revoke all on function
  private.erase_mentions(uuid, integer), private.erase_notifications_about(uuid, integer),
  private.erase_from_block_lists(uuid, integer), private.erase_rate_limit_hits(uuid, integer),
  private.erase_organizations(uuid, integer)
from public;
