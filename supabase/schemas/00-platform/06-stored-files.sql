-- The outbox of files to delete. The database owns the rows that refer to files, the Storage API
-- owns the files. SQL records here which files to delete; the edge functions delete them through
-- the Storage API, with retries.

create table private.storage_deletions (
  id bigint generated always as identity primary key,
  bucket text not null,
  path text not null,
  -- The bare id of the account whose deletion waits for this file.
  account_id uuid,
  attempts integer not null default 0,
  not_before timestamptz not null default now(),
  last_error text,
  created_at timestamptz not null default now(),
  constraint storage_deletions_file_key unique (bucket, path)
);

select private.hide_table('private.storage_deletions',
  'Files to delete through the Storage API. A row is removed after its file.');
comment on column private.storage_deletions.not_before is
  'The time of the next attempt. An attempt in progress moves it ahead.';

create index storage_deletions_due_idx on private.storage_deletions (not_before, id);
create index storage_deletions_account_id_idx on private.storage_deletions (account_id, id)
  where account_id is not null;
create index storage_deletions_folder_idx
  on private.storage_deletions (split_part(path, '/', 1), id);

-- References and reservations ---------------------------------------------------------------------

-- Adds files to the outbox, in the transaction that removes the last reference to them.
create function private.discard_files(p_bucket text, p_paths text[]) returns void
language sql volatile security definer set search_path = ''
as $$
  insert into private.storage_deletions (bucket, path)
  select p_bucket, path from unnest(p_paths) as path
  on conflict (bucket, path) do nothing
$$;

-- For a table whose column `path` refers to files of a bucket. The trigger's arguments are the
-- bucket, and the column if it has another name.
create function private.discard_old_file() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.discard_files(tg_argv[0], array[to_jsonb(old) ->> coalesce(tg_argv[1], 'path')]);
  return null;
end
$$;

-- Reserves the place of a file before its upload: unless a row refers to it in time, the file is
-- deleted after 15 minutes. An upload that is cut off therefore leaves no file behind.
create function private.reserve_file(p_bucket text, p_path text) returns void
language sql volatile security definer set search_path = ''
as $$
  insert into private.storage_deletions (bucket, path, not_before)
  values (p_bucket, p_path, clock_timestamp() + interval '15 minutes')
$$;

-- Ends a reservation, in the transaction that stores the reference to the file. Refuses when the
-- deletion of the file has begun.
create function private.keep_reserved_file(p_bucket text, p_path text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  delete from private.storage_deletions
  where bucket = p_bucket and path = p_path and attempts = 0;
  perform private.refuse_if(not found, 409, 'The file was not stored in time');
end
$$;

-- Makes a reserved file due for deletion now. Does nothing when a row already refers to the file:
-- the caller may not know whether its transaction was committed.
create function private.release_file(p_bucket text, p_path text) returns void
language sql volatile security definer set search_path = ''
as $$
  update private.storage_deletions set not_before = clock_timestamp()
  where bucket = p_bucket and path = p_path
$$;

-- Deletion ----------------------------------------------------------------------------------------

-- Hands out files to delete: the files that are due, or all files of an account and its folder.
-- Hides them from other callers for two minutes; deleting a file twice is harmless.
create function private.take_storage_deletions(p_limit integer, p_account_id uuid default null)
returns table (id bigint, bucket text, path text)
language plpgsql volatile security definer rows 100 set search_path = ''
as $$
declare
  v_ids bigint[];
begin
  -- Each in the order of its index, so that no plan reads all files.
  if p_account_id is null then
    v_ids := array(
      select c.id from private.storage_deletions as c
      where c.not_before <= now()
      order by c.not_before, c.id limit p_limit for update skip locked);
  else
    v_ids := array(
      select c.id from private.storage_deletions as c
      where c.account_id = p_account_id
      order by c.account_id, c.id limit p_limit for update skip locked
    ) || array(
      select c.id from private.storage_deletions as c
      where split_part(c.path, '/', 1) = p_account_id::text
      order by split_part(c.path, '/', 1), c.id limit p_limit for update skip locked);
  end if;
  return query
    update private.storage_deletions as d
    set attempts = d.attempts + 1, not_before = clock_timestamp() + interval '2 minutes'
    where d.id = any (v_ids)
    returning d.id, d.bucket, d.path;
end
$$;

create function private.finish_storage_deletions(p_ids bigint[]) returns void
language sql volatile security definer set search_path = ''
as $$ delete from private.storage_deletions where id = any (p_ids) $$;

-- Postpones files that could not be deleted: by one minute, then two, four, up to a day.
create function private.fail_storage_deletions(p_ids bigint[], p_error text) returns void
language sql volatile security definer set search_path = ''
as $$
  update private.storage_deletions
  set last_error = left(p_error, 500),
    not_before = clock_timestamp()
      + least(interval '1 day', interval '1 minute' * 2 ^ least(attempts - 1, 12))
  where id = any (p_ids)
$$;

-- The number of files that wait, postponed ones included, up to 10,000.
create function private.count_storage_deletions() returns bigint
language sql stable security definer set search_path = ''
as $$ select count(*) from (select from private.storage_deletions limit 10000) as d $$;

-- Retention ---------------------------------------------------------------------------------------

create table private.file_retention (
  bucket text primary key,
  predicate text not null
);

select private.hide_table('private.file_retention',
  'Buckets in which a file may outlive the account of its owner.');
comment on column private.file_retention.predicate is
  'A function of `private` that takes (path text) and returns whether the file stays.';

-- Whether a file outlives the account of its owner.
create function private.outlives_owner(p_bucket text, p_path text) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_predicate constant text := (
    select predicate from private.file_retention where bucket = p_bucket);
  v_stays boolean := false;
begin
  if v_predicate is not null then
    execute format('select private.%I($1)', v_predicate) into v_stays using p_path;
  end if;
  return v_stays;
end
$$;

select private.expose('service_role', 'reserve_file', 'release_file', 'take_storage_deletions',
  'finish_storage_deletions', 'fail_storage_deletions', 'count_storage_deletions');

create view private.exported_files as
  select
    id, bucket_id as bucket, name as path, metadata ->> 'mimetype' as mime_type,
    (metadata ->> 'size')::bigint as size, created_at, updated_at
  from storage.objects;
comment on view private.exported_files is 'The section `files` of an export.';

select private.register_export_section(
  'files', 'private.exported_files', 's.path like $1::text || ''/%''', '{created_at,id}', '{id}');
select private.register_person_column('private.storage_deletions', name,
  'Removed with the file; the export contains the files.', 'keep')
from unnest(array['account_id', 'path']) as name;
