-- The rows of a super admin's import arrive in small steps: begin, receive any number of times,
-- start. The first entry is made when all rows are stored.

create table private.import_rows (
  import_id uuid not null references private.entry_imports (id) on delete cascade,
  number integer not null check (number between 1 and 10000),
  entry jsonb,
  content_hash text not null,
  primary key (import_id, number)
);

select private.hide_table('private.import_rows',
  'Rows of imports of super admins by their number in the file, until the import has ended.');

-- Counts equal rows.
create index import_rows_content_hash_idx
  on private.import_rows (import_id, content_hash, number);

create function private.begin_import(p_user_id uuid, p_file_name text) returns uuid
language sql volatile security definer set search_path = ''
as $$
  select private.require_super_admin();
  select private.refuse_if(not exists (select from public.profiles where id = p_user_id),
    404, 'User not found');
  insert into private.entry_imports (user_id, file_name, kind, total, due_at)
  values (p_user_id, coalesce(p_file_name, 'file'), 'rows', 0, 'infinity') returning id
$$;

-- Returns the import, locked, while it accepts rows.
create function private.require_receiving(p_import_id uuid) returns private.entry_imports
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_import private.entry_imports;
begin
  perform private.require_super_admin();
  select * into v_import from private.entry_imports
  where id = p_import_id and kind = 'rows' for no key update;
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
  insert into private.import_rows (import_id, number, entry, content_hash)
  select p_import_id, (row ->> 'number')::integer, row -> 'entry',
    encode(sha256(convert_to((row -> 'entry')::text, 'utf8')), 'hex')
  from jsonb_array_elements(p_rows) as row where not row ? 'error';
  insert into private.entry_import_errors (import_id, number, error)
  select p_import_id, (row ->> 'number')::integer, left(row ->> 'error', 1000)
  from jsonb_array_elements(p_rows) as row where row ? 'error';
  update private.entry_imports set
    total = total + jsonb_array_length(p_rows),
    failed = failed + (
      select count(*) from jsonb_array_elements(p_rows) as row where row ? 'error')
  where id = p_import_id;
$$;

create function private.start_import(p_import_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_import private.entry_imports := private.require_receiving(p_import_id);
begin
  update private.entry_imports set due_at = clock_timestamp() where id = p_import_id
  returning * into v_import;
  perform private.audit('import.start', 'user', v_import.user_id::text, null, jsonb_build_object(
    'import_id', p_import_id, 'file_name', v_import.file_name, 'total', v_import.total));
  return private.entry_import_state(v_import);
end
$$;

-- Discards an import whose file is invalid.
create function private.discard_import(p_import_id uuid) returns void
language sql volatile security definer set search_path = ''
as $$
  select private.require_receiving(p_import_id);
  delete from private.entry_imports where id = p_import_id;
$$;

create function private.get_import(p_import_id uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_import private.entry_imports;
begin
  perform private.require_super_admin();
  select * into v_import from private.entry_imports where id = p_import_id and kind = 'rows';
  perform private.refuse_if(v_import.id is null, 404, 'Import not found');
  return private.entry_import_state(v_import);
end
$$;

select private.expose('authenticated', 'begin_import', 'receive_import_rows', 'start_import',
  'discard_import', 'get_import');
