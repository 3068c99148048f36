-- Imports of one's own entries: a file that the request stores and a job unpacks, some entries in
-- each step.

create extension if not exists "uuid-ossp" with schema extensions;

-- Only the service reads and writes the files.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('entry-imports', 'entry-imports', false, 26214400, array['application/zip']);

create table private.entry_imports (
  id uuid primary key default private.uuid_v7(),
  user_id uuid not null references public.profiles (id) on delete cascade,
  file_name text not null check (char_length(file_name) between 1 and 255),
  kind text not null check (kind in ('markdown', 'day_one')),
  path text unique,
  total integer not null check (total between 0 and 10000),
  imported integer not null default 0,
  skipped integer not null default 0,
  failed integer not null default 0,
  -- Where the next row is in Day One's JSON: [index of the file, byte].
  place jsonb,
  -- The entry of the next row, while its pictures are being stored, and how many of them are done.
  entry_id uuid,
  pictures integer not null default 0,
  claim uuid,
  due_at timestamptz not null default clock_timestamp(),
  attempts integer not null default 0,
  turns integer not null default 0,
  error text,
  created_at timestamptz not null default now(),
  completed_at timestamptz,
  constraint entry_imports_path_check check ((path is null) = (completed_at is not null))
);

select private.hide_table('private.entry_imports',
  'Files of entries that users have uploaded for themselves. The first `imported + skipped + failed` rows are done.');
comment on column private.entry_imports.path is
  'In the bucket entry-imports, until the import has ended.';
comment on column private.entry_imports.claim is 'Of the step that is at work, until `due_at`.';
comment on column private.entry_imports.attempts is 'Steps since the last one that did something.';
comment on column private.entry_imports.turns is 'Steps that it has had.';
comment on column private.entry_imports.error is 'Why the import ended before the last row.';

-- A user has one import at a time.
create unique index entry_imports_running_idx on private.entry_imports (user_id)
  where completed_at is null;
create index entry_imports_user_id_idx on private.entry_imports (user_id, created_at, id);
create index entry_imports_due_at_idx on private.entry_imports (due_at) where completed_at is null;
create index entry_imports_created_at_idx on private.entry_imports (created_at);

-- Ids of imported entries and pictures follow from their source, so that nothing is made twice, and
-- from a secret, so that nobody else can take an id first or learn by it what a user has imported.
create table private.import_salts (
  user_id uuid primary key references public.profiles (id) on delete cascade,
  salt uuid not null
);

select private.hide_table('private.import_salts',
  'A secret of each user who imports entries, from which their ids follow.');

create table private.entry_import_errors (
  import_id uuid not null references private.entry_imports (id) on delete cascade,
  id bigint generated always as identity,
  number integer not null,
  file text not null,
  error text not null,
  primary key (import_id, id)
);

select private.hide_table('private.entry_import_errors',
  'Rows that were not imported, and pictures that an entry is without.');

create trigger entry_imports_500_discard_file after delete on private.entry_imports
  for each row when (old.path is not null)
  execute function private.discard_old_file('entry-imports');
create trigger entry_imports_510_discard_file after update of path on private.entry_imports
  for each row when (old.path is not null and new.path is null)
  execute function private.discard_old_file('entry-imports');
-- Once for each step, instead of once for each entry.
create trigger entry_imports_950_tell after update on private.entry_imports
  referencing new table as changed for each statement
  execute function private.tell('user', 'changed', 'user_id', 'import');

-- The deletion of an unfinished import discards its file.
select private.purge_when('private.entry_imports', 'created_at', '7 days', 'path is not null');
select private.purge_when('private.entry_imports', 'created_at', '30 days', 'path is null');

insert into private.quotas (kind, max_daily) values ('imported entries', 20000);
insert into private.rate_limit_rules (bucket, max_hits, per) values ('entry_import', 10, '1 hour');

-- The state of an import, with up to a thousand of its errors.
create function private.entry_import_state(p_import private.entry_imports) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'id', p_import.id, 'file_name', p_import.file_name, 'kind', p_import.kind,
    'status', case when p_import.completed_at is null then 'running'
      when p_import.error is null then 'completed' else 'failed' end,
    'total', p_import.total,
    'processed', p_import.imported + p_import.skipped + p_import.failed,
    'imported', p_import.imported, 'skipped', p_import.skipped, 'failed', p_import.failed,
    'errors', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'row', e.number, 'file', e.file, 'error', e.error) order by e.number, e.id), '[]')
      from (
        select * from private.entry_import_errors where import_id = p_import.id
        order by id limit 1000) as e),
    'error', p_import.error, 'created_at', p_import.created_at,
    'completed_at', p_import.completed_at)
$$;

create function private.get_entry_import(p_import_id uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_caller constant uuid := private.require_caller();
  v_import private.entry_imports;
begin
  select * into v_import from private.entry_imports where id = p_import_id and user_id = v_caller;
  perform private.refuse_if(v_import.id is null, 404, 'Import not found');
  return private.entry_import_state(v_import);
end
$$;

-- Refuses a user who has an import that is running, before a file is read.
create function private.require_no_entry_import() returns void
language sql stable security definer set search_path = ''
as $$
  select private.refuse_if(exists (
    select from private.entry_imports
    where user_id = private.require_caller() and completed_at is null
  ), 409, 'An import is running: wait until it has ended', 'import_running')
$$;

-- Begins an import whose reserved file is stored.
create function private.begin_entry_import(
  p_user_id uuid, p_path text, p_file_name text, p_kind text, p_total integer
) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_import private.entry_imports;
begin
  perform private.require_active(p_user_id);
  perform private.count_made('imported entries', p_user_id, p_total);
  perform private.keep_reserved_file('entry-imports', p_path);
  insert into private.entry_imports (user_id, path, file_name, kind, total)
  values (p_user_id, p_path, p_file_name, p_kind, p_total)
  on conflict (user_id) where completed_at is null do nothing
  returning * into v_import;
  perform private.refuse_if(v_import.id is null,
    409, 'An import is running: wait until it has ended', 'import_running');
  return private.entry_import_state(v_import);
end
$$;

select private.expose('authenticated', 'get_entry_import', 'require_no_entry_import');
select private.expose('service_role', 'begin_entry_import');

-- First of all, because an import would continue to create entries.
select private.register_personal_data('private.entry_imports', 'delete', 4,
  p_omitted => '{path,place,entry_id,pictures,claim,due_at,attempts,turns}');
select private.register_person_column('private.import_salts', 'user_id',
  'A random number, which says nothing about the person; with it others could compute ids.');
select private.register_person_column('private.entry_import_errors', 'import_id',
  'Rows of files; the export contains the entries and the imports.');
