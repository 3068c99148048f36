-- The steps of an import: the job takes one on, makes the entries of some rows, stores their
-- pictures, and ends the step.

-- Takes on the import whose turn it is, of one user or of all, for a minute; null when none is due.
-- The import with the fewest turns comes first, so that a large import does not hold up others. A
-- minute of waiting counts as a turn less, so that others do not hold up a large import for ever.
-- An import whose steps end before they do anything is given up.
create function private.take_entry_import(p_user_id uuid default null) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_import private.entry_imports;
begin
  update private.entry_imports set completed_at = clock_timestamp(), path = null, claim = null,
    error = 'The file cannot be read'
  where completed_at is null and due_at <= now() and attempts >= 10;
  update private.entry_imports as i
  set claim = gen_random_uuid(), attempts = attempts + 1, turns = turns + 1,
    due_at = clock_timestamp() + interval '1 minute'
  where i.id = (
    select n.id from private.entry_imports as n
    join public.profiles as p on p.id = n.user_id and p.is_active
    where n.completed_at is null and n.due_at <= now()
      and (p_user_id is null or n.user_id = p_user_id)
    order by n.turns - extract(epoch from now() - n.due_at) / 60
    limit 1 for update of n skip locked)
  returning * into v_import;
  if v_import.id is null then
    return null;
  end if;
  insert into private.import_salts (user_id, salt)
  values (v_import.user_id, gen_random_uuid()) on conflict do nothing;
  return to_jsonb(v_import) || jsonb_build_object(
    'salt', (select salt from private.import_salts where user_id = v_import.user_id),
    'is_alone', not exists (
      select from private.entry_imports where completed_at is null and due_at <= now()));
end
$$;

-- The import of a claim that still holds, locked.
create function private.claimed_entry_import(p_claim uuid) returns private.entry_imports
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_import private.entry_imports;
begin
  select * into v_import from private.entry_imports
  where claim = p_claim and completed_at is null for update;
  perform private.refuse_if(v_import.id is null, 409, 'Another step has taken on the import');
  return v_import;
end
$$;

-- Makes entries of the next rows, and counts them. A row is {number, place?, file, error}, or
-- {number, place?, file, kind, source, id?, entry, pictures?}: the last one with pictures that are
-- to be stored is counted by `finish_import_row` instead, and `entry_id` returned. Takes at most 50
-- rows.
create function private.record_import_rows(p_claim uuid, p_rows jsonb) returns uuid
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_import private.entry_imports := private.claimed_entry_import(p_claim);
  v_row jsonb;
  v_entry_id uuid;
  v_error text;
  v_number integer;
begin
  -- Clients are told of the import, once a step, and not of each entry.
  perform set_config('live.told', '1000000', true);
  for v_row in select * from jsonb_array_elements(p_rows) loop
    v_error := v_row ->> 'error';
    v_entry_id := null;
    if v_error is null then
      begin
        v_entry_id := private.import_entry(v_import, v_row);
      exception
        when datetime_field_overflow or invalid_datetime_format then
          v_error := 'written_at: expected a time that exists';
        when unique_violation then
          v_error := 'the id of the entry was taken meanwhile: import the file again';
        when data_exception or sqlstate 'PT409' or sqlstate 'PT429' then
          v_error := sqlerrm;
        when integrity_constraint_violation then
          v_error := coalesce(
            substring(sqlerrm from 'journal_entr(?:ies|y_contents)_(\w+)_check'), 'a value')
            || ': not allowed';
      end;
    end if;
    if v_error is not null then
      insert into private.entry_import_errors (import_id, number, file, error)
      values (v_import.id, (v_row ->> 'number')::integer, v_row ->> 'file', v_error);
      v_import.failed := v_import.failed + 1;
    elsif v_entry_id is null then
      v_import.skipped := v_import.skipped + 1;
    elsif (v_row ->> 'pictures')::boolean is true then
      v_import.entry_id := v_entry_id;
    else
      v_import.imported := v_import.imported + 1;
    end if;
    if v_import.entry_id is null then
      v_import.place := v_row -> 'place';
    end if;
    v_number := (v_row ->> 'number')::integer;
  end loop;
  perform set_config('live.told', '0', true);
  -- The request has counted the rows at the beginning of the file.
  if v_number > v_import.total then
    perform private.count_made('imported entries', v_import.user_id, v_number - v_import.total);
  end if;
  update private.entry_imports set imported = v_import.imported, skipped = v_import.skipped,
    failed = v_import.failed, entry_id = v_import.entry_id, place = v_import.place,
    total = greatest(total, v_number),
    attempts = 0, due_at = clock_timestamp() + interval '1 minute'
  where id = v_import.id;
  return v_import.entry_id;
end
$$;

-- Makes the entry of a row, as private as can be. Null when it exists already.
create function private.import_entry(p_import private.entry_imports, p_row jsonb) returns uuid
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_user constant uuid := p_import.user_id;
  v_id uuid := (p_row ->> 'id')::uuid;
  v_free uuid;
  v_written_at text := p_row #>> '{entry,written_at}';
begin
  -- The archive's own id, while its entry is still the user's.
  if exists (select from public.journal_entries where id = v_id and user_id = v_user) then
    return null;
  end if;
  -- Devices remember for a time that an entry was deleted, and refuse its id. Who imports it again
  -- gets it with the next one.
  for n in 1..5 loop
    v_id := extensions.uuid_generate_v5(
      (select salt from private.import_salts where user_id = v_user),
      concat_ws(' ', n, p_row ->> 'kind', p_row ->> 'source'));
    if exists (select from public.journal_entries where id = v_id and user_id = v_user) then
      return null;
    elsif v_free is null
      and not exists (select from private.changes where type = 'journal_entry' and id = v_id) then
      v_free := v_id;
    end if;
  end loop;
  if v_free is null then
    raise exception using errcode = 'data_exception', message =
      'imported and deleted five times within 90 days: change its text, or import it later';
  end if;
  -- A time without an offset is one of the user's zone.
  if v_written_at !~ '[Zz]$|[+-]\d\d(:?\d\d)?$' then
    v_written_at := v_written_at::timestamp at time zone (
      select timezone from public.profiles where id = v_user);
  end if;
  return private.insert_journal_entry(v_user, (p_row -> 'entry') || jsonb_build_object(
    'id', v_free, 'written_at', v_written_at,
    'notebook_id', private.notebook_for_import(v_user, p_row #>> '{entry,notebook}')
  ), now(), p_import.id);
end
$$;

-- A notebook of this name that nobody else sees, a new one where there is none. Null without a
-- name, and for a user who has as many as one may.
create function private.notebook_for_import(p_user_id uuid, p_name text) returns uuid
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_id uuid := (
    select id from public.notebooks
    where user_id = p_user_id and name = p_name and metadata_visibility = 'user'
      and content_visibility = 'user' and id not in (select private.notebooks_in_change())
    order by id limit 1);
begin
  if v_id is null and p_name is not null and (
    select count(*) from public.notebooks where user_id = p_user_id
  ) < (select max_total from private.quotas where kind = 'notebooks') then
    insert into public.notebooks (user_id, name) values (p_user_id, p_name) returning id into v_id;
  end if;
  return v_id;
end
$$;

-- Counts the row whose pictures are stored, with what is wrong with those that are not. With
-- `p_pictures` so many are done, and the next step goes on with the others.
create function private.finish_import_row(
  p_claim uuid, p_number integer, p_errors jsonb, p_place jsonb default null,
  p_pictures integer default null
) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_import private.entry_imports := private.claimed_entry_import(p_claim);
begin
  insert into private.entry_import_errors (import_id, number, file, error)
  select v_import.id, p_number, e ->> 'file', e ->> 'error'
  from jsonb_array_elements(p_errors) as e;
  update private.entry_imports set
    imported = imported + case when p_pictures is null then 1 else 0 end,
    entry_id = case when p_pictures is not null then entry_id end,
    place = case when p_pictures is null then p_place else place end,
    pictures = coalesce(p_pictures, 0),
    attempts = 0, due_at = clock_timestamp() + interval '1 minute'
  where id = v_import.id and entry_id is not null;
end
$$;

-- Ends a step: the next one may begin, or the import is over, with the error that ended it. A step
-- that an outage has ended is tried again a minute later; for a day it does not count as failed.
create function private.end_import_step(
  p_claim uuid, p_done boolean default false, p_error text default null,
  p_is_outage boolean default false
) returns void
language sql volatile security definer set search_path = ''
as $$
  update private.entry_imports set
    claim = null, error = p_error,
    due_at = clock_timestamp() + case when p_is_outage then interval '1 minute' else '0' end,
    attempts = attempts - case
      when p_is_outage and created_at > now() - interval '1 day' then least(attempts, 1) else 0 end,
    path = case when not p_done then path end,
    completed_at = case when p_done then clock_timestamp() end
  where claim = p_claim and completed_at is null
$$;

select private.schedule_job('own-imports', '*/1 * * * *', '/user/cron/imports',
  array['CHAT_CRON_SECRET', 'WORKOUT_WINDOW_CRON_SECRET']);
select private.watch_job('own-imports', 'imports', $$
  select due_at from private.entry_imports as i
  where completed_at is null and (select is_active from public.profiles where id = i.user_id)
  order by due_at$$);

select private.expose('service_role', 'take_entry_import', 'record_import_rows',
  'finish_import_row', 'end_import_step');
