-- Imports of entries: ZIP files that users send for themselves, and rows that super admins send for
-- a user. One job makes the entries, some in each step.

create extension if not exists "uuid-ossp" with schema extensions;

-- Only the service reads and writes the files.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('entry-imports', 'entry-imports', false, 26214400, array['application/zip']);

create table private.entry_imports (
  id uuid primary key default private.uuid_v7(),
  user_id uuid not null references public.profiles (id) on delete cascade,
  file_name text not null check (char_length(file_name) between 1 and 255),
  kind text not null check (kind in ('markdown', 'day_one', 'rows')),
  path text unique,
  total integer not null check (total between 0 and 10000),
  imported integer not null default 0,
  skipped integer not null default 0,
  failed integer not null default 0,
  place jsonb,
  pictures jsonb not null default '[]',
  claim uuid,
  due_at timestamptz not null default clock_timestamp(),
  attempts integer not null default 0,
  turns integer not null default 0,
  error text,
  created_at timestamptz not null default now(),
  completed_at timestamptz,
  status text not null generated always as (case
    when completed_at is not null then case when error is null then 'completed' else 'failed' end
    when isfinite(due_at) then 'running' else 'receiving' end) stored,
  constraint entry_imports_path_check
    check ((path is null) = (kind = 'rows' or completed_at is not null))
);

select private.hide_table('private.entry_imports',
  'Files of entries. Of a ZIP file the first `imported + skipped + failed` rows are done.');
comment on column private.entry_imports.kind is
  'rows: of a super admin, in `private.import_rows`. The others are ZIP files of the user.';
comment on column private.entry_imports.path is
  'Of a ZIP file in the bucket entry-imports, until the import has ended.';
comment on column private.entry_imports.place is
  'Where the next row is in Day One''s JSON: [index of the file, byte]. Of `rows` the last row that is done.';
comment on column private.entry_imports.pictures is
  'Pictures of done rows that are not stored: [{number, entry_id, index, name, error?}].';
comment on column private.entry_imports.due_at is
  'When the next step may begin. Infinity while rows arrive.';
comment on column private.entry_imports.claim is
  'The claim of the step that is at work, until `due_at`.';
comment on column private.entry_imports.attempts is 'Steps since the last step that did something.';
comment on column private.entry_imports.turns is 'Steps that the import has had.';
comment on column private.entry_imports.error is 'Why the import ended before the last row.';

-- A user has one import of ZIP files at a time.
create unique index entry_imports_running_idx on private.entry_imports (user_id)
  where completed_at is null and kind <> 'rows';
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
  file text check (char_length(file) <= 1000),
  error text not null check (char_length(error) <= 1000),
  primary key (import_id, id)
);

select private.hide_table('private.entry_import_errors',
  'Rows that were not imported, and pictures that an entry is without.');
comment on column private.entry_import_errors.file is 'In the ZIP file.';

create table private.import_pictures_left (
  entry_id uuid not null references public.journal_entries (id) on delete cascade,
  index integer not null,
  primary key (entry_id, index)
);

select private.hide_table('private.import_pictures_left',
  'Pictures that the database refused, for want of room for example. The next import of the entry brings them.');
comment on column private.import_pictures_left.index is 'Of the picture in its row, from 0.';

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
select private.purge_when('private.entry_imports', 'created_at', '1 day', 'not isfinite(due_at)');
select private.purge_when('private.entry_imports', 'created_at', '7 days', 'path is not null');
select private.purge_when('private.entry_imports', 'created_at', '30 days', 'path is null');

insert into private.quotas (kind, max_daily) values ('imported entries', 20000);
insert into private.rate_limit_rules (bucket, max_hits, per) values ('entry_import', 10, '1 hour');

-- The state of an import with its errors; of an import of the user, the first thousand.
create function private.entry_import_state(p_import private.entry_imports) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'id', p_import.id, 'file_name', p_import.file_name, 'status', p_import.status,
    'total', p_import.total,
    'processed', p_import.imported + p_import.skipped + p_import.failed,
    'imported', p_import.imported, 'skipped', p_import.skipped, 'failed', p_import.failed,
    'errors', (
      select coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object(
        'row', e.number, 'file', e.file, 'error', e.error)) order by e.number, e.id), '[]')
      from (
        select * from private.entry_import_errors where import_id = p_import.id
        order by id limit case when p_import.kind <> 'rows' then 1000 end) as e),
    'error', p_import.error,
    'created_at', p_import.created_at, 'completed_at', p_import.completed_at)
  || case p_import.kind
    when 'rows' then jsonb_build_object('user_id', p_import.user_id)
    else jsonb_build_object('kind', p_import.kind) end
$$;

create function private.get_entry_import(p_import_id uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_caller constant uuid := private.require_caller();
  v_import private.entry_imports;
begin
  select * into v_import from private.entry_imports
  where id = p_import_id and user_id = v_caller and kind <> 'rows';
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
    where user_id = private.require_caller() and completed_at is null and kind <> 'rows'
  ), 409, 'An import is running: wait until it has ended', 'import_running')
$$;

-- Begins an import of the user whose reserved file is stored. Records of sealed entries are for the
-- user alone.
create function private.begin_entry_import(
  p_user_id uuid, p_path text, p_file_name text, p_kind text, p_total integer,
  p_session_id uuid default null, p_has_sealed boolean default false
) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_import private.entry_imports;
begin
  perform private.require_active(p_user_id);
  if p_has_sealed then
    perform private.require_sealed_user(p_user_id, p_session_id);
  end if;
  perform private.count_made('imported entries', p_user_id, p_total);
  perform private.keep_reserved_file('entry-imports', p_path);
  insert into private.entry_imports (user_id, path, file_name, kind, total)
  values (p_user_id, p_path, p_file_name, p_kind, p_total)
  on conflict (user_id) where completed_at is null and kind <> 'rows' do nothing
  returning * into v_import;
  perform private.refuse_if(v_import.id is null,
    409, 'An import is running: wait until it has ended', 'import_running');
  return private.entry_import_state(v_import);
end
$$;

select private.expose('authenticated', 'get_entry_import', 'require_no_entry_import');
select private.expose('service_role', 'begin_entry_import');

select private.register_export_section('imports', 'private.entry_imports',
  $$s.user_id = $1 and s.kind = 'rows'$$,
  p_omitted => '{kind,path,place,pictures,claim,due_at,attempts,turns,error}');
-- First of all, because an import would continue to create entries.
select private.register_personal_data('private.entry_imports', 'delete', 4,
  p_condition => $$s.user_id = $1 and s.kind <> 'rows'$$,
  p_omitted => '{path,place,pictures,claim,due_at,attempts,turns,status}');
select private.register_person_column(relation, 'import_id',
  'Rows of files; the export contains the entries and the imports.')
from unnest('{private.entry_import_errors,private.import_rows}'::text[]) as relation;
