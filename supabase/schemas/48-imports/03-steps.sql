-- The steps of an import: the job takes one on, makes the entries of some rows, stores their
-- pictures, and ends the step.

-- Takes on the import whose turn it is, of one user or of all, for a minute; null when none is due.
-- The import with the fewest turns comes first, so that a large import does not hold up others. A
-- minute of waiting counts as a turn less, so that others do not hold up a large import for ever.
-- The job works on four imports at once. An import whose steps end before they do anything is given
-- up.
create function private.take_entry_import(p_user_id uuid default null) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_import private.entry_imports;
begin
  with given_up as (
    update private.entry_imports set completed_at = clock_timestamp(), path = null, claim = null,
      error = case kind when 'rows' then 'The entries cannot be made'
        else 'The file cannot be read' end
    where completed_at is null and due_at <= now() and attempts >= 10
    returning id
  )
  delete from private.import_rows where import_id in (select id from given_up);
  update private.entry_imports as i
  set claim = gen_random_uuid(), attempts = attempts + 1, turns = turns + 1,
    due_at = clock_timestamp() + interval '1 minute'
  where i.id = (
    select n.id from private.entry_imports as n
    join public.profiles as p on p.id = n.user_id and (p.is_active or n.kind = 'rows')
    where n.completed_at is null and n.due_at <= now() and (n.user_id = p_user_id
      or p_user_id is null and (
        select count(*) from private.entry_imports
        where completed_at is null and due_at > now() and claim is not null) < 4)
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

-- Makes entries of the next rows, and counts them. A row is {number, place?, file?, error}, or
-- {number, place?, file?, kind, source, id?, entry, pictures?}. Takes at most 50 rows. Returns the
-- pictures that are to be stored.
create function private.record_import_rows(p_claim uuid, p_rows jsonb) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_import private.entry_imports := private.claimed_entry_import(p_claim);
  v_row jsonb;
  v_entry_id uuid;
  v_is_made boolean;
  v_error text;
  v_number integer;
begin
  -- Of several imports of a user one makes entries at a time, and none makes another's again.
  perform from private.import_salts where user_id = v_import.user_id for no key update;
  -- Clients are told of the import, once a step, and not of each entry.
  perform set_config('live.told', '1000000', true);
  for v_row in select * from jsonb_array_elements(p_rows) loop
    v_number := (v_row ->> 'number')::integer;
    v_error := v_row ->> 'error';
    if v_error is null then
      begin
        select * into v_entry_id, v_is_made from private.import_entry(v_import, v_row);
      exception
        when datetime_field_overflow or invalid_datetime_format then
          v_error := case v_import.kind when 'rows' then 'a value has the wrong form'
            else 'written_at: expected a time that exists' end;
        when unique_violation then
          v_error := 'the id of the entry was taken meanwhile: import the file again';
        when data_exception or sqlstate 'PT400' or sqlstate 'PT409' or sqlstate 'PT429' then
          v_error := sqlerrm;
        when integrity_constraint_violation then
          v_error := coalesce(
            substring(sqlerrm from 'journal_entr(?:ies|y_contents)_(\w+)_check')
              || ': not allowed', 'a value has the wrong form');
      end;
    end if;
    if v_error is not null then
      insert into private.entry_import_errors (import_id, number, file, error)
      values (v_import.id, v_number, v_row ->> 'file', left(v_error, 1000));
      v_import.failed := v_import.failed + 1;
    else
      v_import.imported := v_import.imported + v_is_made::integer;
      v_import.skipped := v_import.skipped + (not v_is_made)::integer;
      v_import.pictures := v_import.pictures || (
        select coalesce(jsonb_agg(picture || jsonb_build_object(
          'number', v_number, 'entry_id', v_entry_id, 'index', n - 1) order by n), '[]')
        from jsonb_array_elements(v_row -> 'pictures') with ordinality as p (picture, n)
        where v_is_made or exists (
          select from private.import_pictures_left
          where entry_id = v_entry_id and index = n - 1));
    end if;
    v_import.place := v_row -> 'place';
  end loop;
  perform set_config('live.told', '0', true);
  -- The request has counted the rows at the beginning of the file.
  if v_number > v_import.total then
    perform private.count_made('imported entries', v_import.user_id, v_number - v_import.total);
  end if;
  update private.entry_imports set imported = v_import.imported, skipped = v_import.skipped,
    failed = v_import.failed, pictures = v_import.pictures, place = v_import.place,
    total = greatest(total, v_number),
    attempts = 0, due_at = clock_timestamp() + interval '1 minute'
  where id = v_import.id;
  return v_import.pictures;
end
$$;

-- Makes entries of the next rows that a super admin has sent. Returns how many rows there were.
create function private.record_received_rows(p_claim uuid) returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_import constant private.entry_imports := private.claimed_entry_import(p_claim);
  v_rows jsonb;
begin
  select jsonb_agg(jsonb_build_object(
    'number', r.number, 'place', r.number, 'kind', 'rows', 'entry', r.entry,
    -- Equal rows of a file are different entries.
    'source', r.content_hash || ' ' || (
      select count(*) from private.import_rows as e
      where e.import_id = r.import_id and e.content_hash = r.content_hash and e.number <= r.number)
    ) order by r.number)
  into v_rows
  from (
    select * from private.import_rows
    where import_id = v_import.id and number > coalesce(v_import.place::integer, 0)
    order by number limit 50) as r;
  perform private.record_import_rows(p_claim, v_rows) where v_rows is not null;
  return coalesce(jsonb_array_length(v_rows), 0);
end
$$;

-- The entry of a row, which is made, as private as can be, unless it exists.
create function private.import_entry(
  p_import private.entry_imports, p_row jsonb, out entry_id uuid, out is_made boolean
)
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_user constant uuid := p_import.user_id;
  v_entry jsonb := p_row -> 'entry';
  v_free uuid;
  v_written_at text := v_entry ->> 'written_at';
begin
  is_made := false;
  if jsonb_typeof(v_entry -> 'sealed') = 'object' then
    entry_id := (v_entry -> 'sealed' ->> 'object_id')::uuid;
    is_made := private.import_sealed_entry(v_user, v_entry -> 'sealed', p_import.id);
    return;
  end if;
  -- The archive's own id, while its entry is still the user's.
  entry_id := (p_row ->> 'id')::uuid;
  if exists (select from public.journal_entries where id = entry_id and user_id = v_user) then
    return;
  end if;
  -- Devices remember for a time that an entry was deleted, and refuse its id. A user who imports
  -- the entry again gets it with the next id.
  for n in 1..5 loop
    entry_id := extensions.uuid_generate_v5(
      (select salt from private.import_salts where user_id = v_user),
      concat_ws(' ', n, p_row ->> 'kind', p_row ->> 'source'));
    if exists (select from public.journal_entries where id = entry_id and user_id = v_user) then
      return;
    elsif v_free is null and not exists (
      select from private.changes where type = 'journal_entry' and id = entry_id
    ) then
      v_free := entry_id;
    end if;
  end loop;
  if v_free is null then
    raise exception using errcode = 'data_exception', message =
      'imported and deleted five times within 90 days: change its text, or import it later';
  end if;
  v_entry := v_entry || jsonb_build_object('id', v_free);
  is_made := true;
  -- An entry that a super admin brings in is stored like a written entry.
  if p_import.kind = 'rows' then
    entry_id := private.insert_journal_entry(
      v_user, v_entry, coalesce((v_entry ->> 'created_at')::timestamptz, now()));
    return;
  end if;
  -- A time without an offset is one of the user's zone.
  if v_written_at !~ '[Zz]$|[+-]\d\d(:?\d\d)?$' then
    v_written_at := v_written_at::timestamp at time zone (
      select timezone from public.profiles where id = v_user);
  end if;
  entry_id := private.insert_journal_entry(v_user, v_entry || jsonb_build_object(
    'written_at', v_written_at,
    'notebook_id', private.notebook_for_import(v_user, v_entry ->> 'notebook')
  ), now(), p_import.id);
end
$$;

-- Returns the user's notebook of this name that nobody else sees, a new one where there is none.
-- Returns null without a name, and for a user who has the maximum number of notebooks.
create function private.notebook_for_import(p_user_id uuid, p_name text) returns uuid
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_id uuid := (
    select id from public.notebooks
    where user_id = p_user_id and name = p_name and metadata_visibility = 'user'
      and content_visibility = 'user' and not is_sealed
      and id not in (select private.notebooks_in_change())
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

-- Records the next pictures, each {id, file}, whose reserved file is stored, or {error}. Returns
-- the pictures that wait. A picture that is refused comes with the next import of its entry.
create function private.record_import_pictures(p_claim uuid, p_pictures jsonb) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_import private.entry_imports := private.claimed_entry_import(p_claim);
  v_picture jsonb;
  v_entry_id uuid;
  v_id uuid;
  v_error text;
begin
  perform set_config('live.told', '1000000', true);
  for v_picture in select * from jsonb_array_elements(p_pictures) loop
    v_picture := (v_import.pictures -> 0) || v_picture;
    v_import.pictures := v_import.pictures - 0;
    v_entry_id := (v_picture ->> 'entry_id')::uuid;
    v_id := (v_picture ->> 'id')::uuid;
    v_error := v_picture ->> 'error';
    -- A step that was cut off may have stored it.
    if v_error is null and not exists (
      select from public.entry_attachments where id = v_id and entry_id = v_entry_id
    ) then
      begin
        perform private.record_entry_attachment(
          v_import.user_id, v_entry_id, v_picture -> 'file', v_id, p_is_counted => false);
        delete from private.import_pictures_left
        where entry_id = v_entry_id and index = (v_picture ->> 'index')::integer;
      exception
        when unique_violation then v_error := 'its id is taken';
        when sqlstate 'PT403' or sqlstate 'PT404' or sqlstate 'PT409' then
          v_error := sqlerrm;
          insert into private.import_pictures_left (entry_id, index)
          select id, (v_picture ->> 'index')::integer from public.journal_entries
          where id = v_entry_id for key share
          on conflict do nothing;
      end;
    end if;
    if v_error is not null then
      insert into private.entry_import_errors (import_id, number, file, error)
      values (v_import.id, (v_picture ->> 'number')::integer, v_picture ->> 'name', v_error);
    end if;
  end loop;
  perform set_config('live.told', '0', true);
  update private.entry_imports set pictures = v_import.pictures,
    attempts = 0, due_at = clock_timestamp() + interval '1 minute'
  where id = v_import.id;
  return v_import.pictures;
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
  delete from private.import_rows where p_done and import_id = (
    select id from private.entry_imports where claim = p_claim and completed_at is null);
  update private.entry_imports set
    claim = null, error = p_error,
    due_at = clock_timestamp() + case when p_is_outage then interval '1 minute' else '0' end,
    attempts = attempts - case
      when p_is_outage and created_at > now() - interval '1 day' then least(attempts, 1) else 0 end,
    path = case when not p_done then path end,
    completed_at = case when p_done then clock_timestamp() end
  where claim = p_claim and completed_at is null
$$;

-- Posts the job again, because imports wait.
create function private.continue_entry_imports() returns void
language sql volatile security definer set search_path = ''
as $$ select private.run_job('own-imports') $$;

select private.schedule_job('own-imports', '*/1 * * * *', '/user/cron/imports',
  array['CHAT_CRON_SECRET', 'WORKOUT_WINDOW_CRON_SECRET']);
select private.watch_job('own-imports', 'imports', $$
  select due_at from private.entry_imports as i
  where completed_at is null and due_at < 'infinity' and (kind = 'rows'
    or (select is_active from public.profiles where id = i.user_id))
  order by due_at$$);

select private.expose('service_role', 'take_entry_import', 'record_import_rows',
  'record_received_rows', 'record_import_pictures', 'end_import_step', 'continue_entry_imports');
