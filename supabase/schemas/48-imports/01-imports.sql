-- Imports of entries. Every row of a file is stored before the first entry is created, so that an
-- import that is cut off continues where it stopped. The content of every imported row is
-- remembered, so that a file that is sent again, or corrected and sent again, creates no
-- duplicates.

create table private.imports (
  id uuid primary key default private.uuid_v7(),
  user_id uuid not null references public.profiles (id) on delete cascade,
  file_name text check (char_length(file_name) between 1 and 255),
  -- receiving: rows are arriving; running: entries are being created.
  status text not null default 'receiving' check (status in ('receiving', 'running', 'completed')),
  total integer not null default 0 check (total between 0 and 10000),
  imported integer not null default 0,
  skipped integer not null default 0,
  failed integer not null default 0,
  created_at timestamptz not null default now(),
  completed_at timestamptz
);

select private.hide_table('private.imports',
  'Files of entries that super admins have uploaded for a user.');

create index imports_user_id_idx on private.imports (user_id);
create index imports_unfinished_idx on private.imports (created_at) where status <> 'completed';
create index imports_completed_at_idx on private.imports (completed_at);

create table private.import_rows (
  import_id uuid not null references private.imports (id) on delete cascade,
  number integer not null,
  -- Null after the row is processed.
  entry jsonb,
  status text not null default 'waiting'
    check (status in ('waiting', 'imported', 'skipped', 'failed')),
  error text,
  -- The hash of the row's content, and the number of equal rows before it in the file.
  content_hash text,
  occurrence integer,
  primary key (import_id, number)
);

select private.hide_table('private.import_rows', 'Rows of imports, by their number in the file.');

create index import_rows_waiting_idx on private.import_rows (import_id, number)
  where status = 'waiting';
create index import_rows_failed_idx on private.import_rows (import_id, number)
  where status = 'failed';

create table private.imported_entries (
  user_id uuid not null references public.profiles (id) on delete cascade,
  content_hash text not null,
  occurrence integer not null,
  entry_id uuid not null references public.journal_entries (id) on delete cascade,
  primary key (user_id, content_hash, occurrence)
);

select private.hide_table('private.imported_entries',
  'The content hash of each imported entry that still exists.');

create index imported_entries_entry_id_idx on private.imported_entries (entry_id);

-- The state of an import, with its failed rows.
create function private.get_import(p_import_id uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_import jsonb;
begin
  perform private.require_super_admin();
  select jsonb_build_object(
    'id', i.id, 'user_id', i.user_id, 'file_name', i.file_name, 'status', i.status,
    'total', i.total, 'processed', i.imported + i.skipped + i.failed,
    'imported', i.imported, 'skipped', i.skipped, 'failed', i.failed,
    'errors', coalesce((
      select jsonb_agg(jsonb_build_object('row', r.number, 'error', r.error) order by r.number)
      from private.import_rows as r where r.import_id = i.id and r.status = 'failed'
    ), '[]'),
    'created_at', i.created_at, 'completed_at', i.completed_at)
  into v_import from private.imports as i where i.id = p_import_id;
  perform private.refuse_if(v_import is null, 404, 'Import not found');
  return v_import;
end
$$;

-- Receiving a file --------------------------------------------------------------------------------

-- A file arrives in small steps: begin, receive any number of times, start.
create function private.begin_import(p_user_id uuid, p_file_name text) returns uuid
language sql volatile security definer set search_path = ''
as $$
  select private.require_super_admin();
  select private.refuse_if(not exists (select from public.profiles where id = p_user_id),
    404, 'User not found');
  insert into private.imports (user_id, file_name) values (p_user_id, p_file_name) returning id
$$;

-- Returns the import, locked, while it accepts rows.
create function private.require_receiving(p_import_id uuid) returns private.imports
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_import private.imports;
begin
  perform private.require_super_admin();
  select * into v_import from private.imports where id = p_import_id for no key update;
  perform private.refuse_if(v_import.id is null, 404, 'Import not found');
  perform private.refuse_if(v_import.status <> 'receiving',
    409, 'The import has already received its rows');
  return v_import;
end
$$;

-- Stores rows, each {number, entry} or, for an invalid row, {number, error}.
create function private.receive_import_rows(p_import_id uuid, p_rows jsonb) returns void
language sql volatile security definer set search_path = ''
as $$
  select private.require_receiving(p_import_id);
  insert into private.import_rows (import_id, number, entry, status, error, content_hash)
  select p_import_id, (row ->> 'number')::integer, row -> 'entry',
    case when row ? 'error' then 'failed' else 'waiting' end, row ->> 'error',
    encode(sha256(convert_to((row -> 'entry')::text, 'utf8')), 'hex')
  from jsonb_array_elements(p_rows) as row;
  update private.imports set
    total = total + jsonb_array_length(p_rows),
    failed = failed + (
      select count(*) from jsonb_array_elements(p_rows) as row where row ? 'error')
  where id = p_import_id;
$$;

-- Completes the reception: numbers equal rows and starts the import. New rows have no statistics
-- yet, and a nested loop would take minutes for thousands of them.
create function private.start_import(p_import_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' set enable_nestloop = off
as $$
declare
  v_import private.imports := private.require_receiving(p_import_id);
begin
  update private.import_rows as r set occurrence = o.occurrence
  from (
    select number, row_number() over (partition by content_hash order by number) as occurrence
    from private.import_rows where import_id = p_import_id and status = 'waiting'
  ) as o
  where r.import_id = p_import_id and r.number = o.number;
  update private.imports set status = 'running' where id = p_import_id;
  perform private.audit('import.start', 'user', v_import.user_id::text, null, jsonb_build_object(
    'import_id', p_import_id, 'file_name', v_import.file_name, 'total', v_import.total));
  return private.get_import(p_import_id);
end
$$;

-- Discards an import whose file is invalid.
create function private.discard_import(p_import_id uuid) returns void
language sql volatile security definer set search_path = ''
as $$
  select private.require_receiving(p_import_id);
  delete from private.imports where id = p_import_id;
$$;

-- Creating entries --------------------------------------------------------------------------------

-- Creates an entry from a row unless the row was imported before. Returns the status of the row.
create function private.import_row(p_user_id uuid, p_row private.import_rows) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_entry_id uuid;
begin
  if exists (
    select from private.imported_entries
    where user_id = p_user_id and content_hash = p_row.content_hash
      and occurrence = p_row.occurrence
  ) then
    return 'skipped';
  end if;
  v_entry_id := private.insert_journal_entry(
    p_user_id, p_row.entry, coalesce((p_row.entry ->> 'created_at')::timestamptz, now()));
  insert into private.imported_entries (user_id, content_hash, occurrence, entry_id)
  values (p_user_id, p_row.content_hash, p_row.occurrence, v_entry_id);
  return 'imported';
end
$$;

-- Processes an import for up to p_seconds. Does nothing while another process works on an import of
-- the same user.
create function private.work_on_import(p_import_id uuid, p_seconds double precision)
returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_until timestamptz := clock_timestamp() + make_interval(secs => p_seconds);
  v_import private.imports;
  v_row private.import_rows;
  v_status text;
  v_constraint text;
begin
  select * into v_import from private.imports
  where id = p_import_id and status = 'running' for no key update skip locked;
  if v_import.id is null
    or not pg_try_advisory_xact_lock(hashtextextended('import:' || v_import.user_id, 0)) then
    return;
  end if;

  loop
    v_row := null;
    -- The edge function validates rows. A row that it missed is marked, and the other rows of its
    -- step are processed again without it. One subtransaction a row would slow down every other
    -- transaction.
    begin
      for v_row in
        select * from private.import_rows as r
        where r.import_id = p_import_id and r.status = 'waiting' order by r.number limit 500
      loop
        v_status := private.import_row(v_import.user_id, v_row);
        update private.import_rows as r set status = v_status, entry = null
        where r.import_id = p_import_id and r.number = v_row.number;
        exit when clock_timestamp() > v_until;
      end loop;
    exception when data_exception or integrity_constraint_violation
      or sqlstate 'PT400' or sqlstate 'PT409' or sqlstate 'PT429' then
      get stacked diagnostics v_constraint = constraint_name;
      update private.import_rows as r set status = 'failed', entry = null,
        error = case when sqlstate like 'PT%' then sqlerrm else coalesce(
          substring(v_constraint from '^journal_entr(?:ies|y_contents)_(.+)_check$')
            || ': not allowed', 'a value has the wrong form') end
      where r.import_id = p_import_id and r.number = v_row.number;
    end;
    exit when v_row.number is null or clock_timestamp() > v_until;
  end loop;

  update private.imports as i set
    imported = n.imported, skipped = n.skipped, failed = n.failed,
    status = case when n.waiting = 0 then 'completed' else 'running' end,
    completed_at = case when n.waiting = 0 then clock_timestamp() end
  from (
    select count(*) filter (where r.status = 'imported') as imported,
      count(*) filter (where r.status = 'skipped') as skipped,
      count(*) filter (where r.status = 'failed') as failed,
      count(*) filter (where r.status = 'waiting') as waiting
    from private.import_rows as r where r.import_id = p_import_id
  ) as n
  where i.id = p_import_id;
end
$$;

create function private.continue_import(p_import_id uuid) returns jsonb
language sql volatile security definer set search_path = ''
as $$
  select private.require_super_admin();
  select private.work_on_import(p_import_id, 1);
  select private.get_import(p_import_id)
$$;
comment on function private.continue_import is
  'Processes an import for one second and returns its state.';

-- For the schedule: continues unfinished imports for up to p_seconds in all, each for a second at
-- most and those with the fewest processed rows first; deletes imports whose file never arrived
-- completely.
create function private.continue_imports(p_seconds double precision default 3) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_until timestamptz := clock_timestamp() + make_interval(secs => p_seconds);
  v_id uuid;
begin
  delete from private.imports
  where status = 'receiving' and created_at < now() - interval '1 day';
  for v_id in
    select id from private.imports where status = 'running'
    order by imported + skipped + failed, created_at
  loop
    exit when clock_timestamp() > v_until;
    perform private.work_on_import(
      v_id, least(1, extract(epoch from v_until - clock_timestamp())));
  end loop;
  return jsonb_build_object(
    'remaining', (select count(*) from private.imports where status = 'running'));
end
$$;

select private.schedule_statement('imports-continue', '*/1 * * * *',
  'select private.continue_imports()');
select private.watch_job('imports-continue', 'imports', $$
  select created_at from private.imports where status = 'running'$$);

select private.expose('authenticated', 'begin_import', 'receive_import_rows', 'start_import',
  'discard_import', 'continue_import', 'get_import');

select private.register_personal_data('private.imports', 'delete', 5);
-- First of all, because an import would continue to create entries.
select private.register_person_column('private.imported_entries', 'user_id',
  'Links of entries to their import; the export contains both.');
select private.register_person_column('private.import_rows', 'import_id',
  'Rows of files; the export contains the entries and the imports.');

-- The rows of an import go with it. What it has imported is remembered with the entries, so that a
-- file that is sent again still makes no duplicates.
select private.purge_when('private.imports', 'completed_at', '30 days');
