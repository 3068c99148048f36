-- The outbox of files to delete. Rows about files are SQL's, files are the Storage API's: what SQL
-- wants gone is put here, and functions delete it through that API, again until it is.

create table private.storage_deletions (
  id bigint generated always as identity primary key,
  bucket text not null,
  path text not null,
  -- The account whose deletion waits for this file, by its bare id.
  account_id uuid,
  attempts integer not null default 0,
  not_before timestamptz not null default now(),
  last_error text,
  created_at timestamptz not null default now(),
  constraint storage_deletions_file_key unique (bucket, path)
);

comment on table private.storage_deletions is
  'Files to delete through the Storage API. A row goes when its file has gone.';
comment on column private.storage_deletions.not_before is
  'When to try again; a little ahead while somebody is at it.';

create index storage_deletions_due_idx on private.storage_deletions (not_before, id);
create index storage_deletions_account_id_idx on private.storage_deletions (account_id, id)
  where account_id is not null;
create index storage_deletions_folder_idx on private.storage_deletions (split_part(path, '/', 1));

alter table private.storage_deletions enable row level security;
create policy storage_deletions_all_nobody on private.storage_deletions using (false);
revoke all on private.storage_deletions from public, anon, authenticated, service_role;

-- Puts files into the outbox, in the transaction that stops pointing at them.
create function private.discard_files(p_bucket text, p_paths text[]) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  insert into private.storage_deletions (bucket, path)
  select p_bucket, path from unnest(p_paths) as path
  on conflict (bucket, path) do nothing;
end
$$;

-- For a table whose column `path` points at files of a bucket, the trigger's argument.
create function private.discard_old_file() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.discard_files(tg_argv[0], array[old.path]);
  return null;
end
$$;

-- A file that is about to be stored: until something points at it, it is one to delete, a little
-- later. Cut off anywhere, no file is left behind.
create function private.reserve_file(p_bucket text, p_path text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  insert into private.storage_deletions (bucket, path, not_before)
  values (p_bucket, p_path, clock_timestamp() + interval '15 minutes');
end
$$;

-- A file that was reserved stays, in the transaction that begins to point at it; one that somebody is
-- already deleting does not.
create function private.keep_reserved_file(p_bucket text, p_path text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  delete from private.storage_deletions
  where bucket = p_bucket and path = p_path and attempts = 0;
  if not found then
    perform private.refuse(409, 'The file was not stored in time');
  end if;
end
$$;

-- A file that was reserved and came to nothing is one to delete now. One that something points at by
-- now stays: whoever asks may not know how the recording ended.
create function private.release_file(p_bucket text, p_path text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  update private.storage_deletions set not_before = clock_timestamp()
  where bucket = p_bucket and path = p_path;
end
$$;

-- Hands out files to delete: those that are due, or all of an account's and of its folder. They are
-- kept from others for two minutes; to delete a file twice does no harm.
create function private.take_storage_deletions(p_limit integer, p_account_id uuid)
returns table (id bigint, bucket text, path text)
language plpgsql volatile security definer rows 100 set search_path = ''
as $$
declare
  v_ids bigint[];
begin
  if p_account_id is null then
    v_ids := array(
      select c.id from private.storage_deletions as c
      where c.not_before <= clock_timestamp() order by c.not_before, c.id limit p_limit
      for update skip locked
    );
  else
    v_ids := array(
      select c.id from private.storage_deletions as c
      where c.account_id = p_account_id or split_part(c.path, '/', 1) = p_account_id::text
      order by c.id limit p_limit
      for update skip locked
    );
  end if;
  return query
    update private.storage_deletions as d
    set attempts = d.attempts + 1, not_before = clock_timestamp() + interval '2 minutes'
    where d.id = any (v_ids)
    returning d.id, d.bucket, d.path;
end
$$;

create function private.finish_storage_deletions(p_ids bigint[]) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  delete from private.storage_deletions where id = any (p_ids);
end
$$;

-- Puts files off that could not be deleted: for a minute, then two, four, up to a day.
create function private.fail_storage_deletions(p_ids bigint[], p_error text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  update private.storage_deletions
  set last_error = left(p_error, 500),
    not_before = clock_timestamp()
      + least(interval '1 day', interval '1 minute' * 2 ^ least(attempts - 1, 12))
  where id = any (p_ids);
end
$$;

-- How many files wait, those that were put off included.
create function private.count_storage_deletions() returns bigint
language sql stable security definer set search_path = ''
as $$ select count(*) from private.storage_deletions $$;

create function public.reserve_file(p_bucket text, p_path text) returns void
language sql volatile set search_path = ''
as $$ select private.reserve_file(p_bucket, p_path) $$;

create function public.release_file(p_bucket text, p_path text) returns void
language sql volatile set search_path = ''
as $$ select private.release_file(p_bucket, p_path) $$;

create function public.take_storage_deletions(p_limit integer, p_account_id uuid default null)
returns table (id bigint, bucket text, path text)
language sql volatile rows 100 set search_path = ''
as $$ select * from private.take_storage_deletions(p_limit, p_account_id) $$;

create function public.finish_storage_deletions(p_ids bigint[]) returns void
language sql volatile set search_path = ''
as $$ select private.finish_storage_deletions(p_ids) $$;

create function public.fail_storage_deletions(p_ids bigint[], p_error text) returns void
language sql volatile set search_path = ''
as $$ select private.fail_storage_deletions(p_ids, p_error) $$;

create function public.count_storage_deletions() returns bigint
language sql stable set search_path = ''
as $$ select private.count_storage_deletions() $$;

revoke all on function
  private.discard_files(text, text[]), private.keep_reserved_file(text, text),
  private.reserve_file(text, text), public.reserve_file(text, text),
  private.release_file(text, text), public.release_file(text, text),
  private.take_storage_deletions(integer, uuid), public.take_storage_deletions(integer, uuid),
  private.finish_storage_deletions(bigint[]), public.finish_storage_deletions(bigint[]),
  private.fail_storage_deletions(bigint[], text), public.fail_storage_deletions(bigint[], text),
  private.count_storage_deletions(), public.count_storage_deletions()
from public, anon, authenticated;
grant execute on function
  private.reserve_file(text, text), public.reserve_file(text, text),
  private.release_file(text, text), public.release_file(text, text),
  private.take_storage_deletions(integer, uuid), public.take_storage_deletions(integer, uuid),
  private.finish_storage_deletions(bigint[]), public.finish_storage_deletions(bigint[]),
  private.fail_storage_deletions(bigint[], text), public.fail_storage_deletions(bigint[], text),
  private.count_storage_deletions(), public.count_storage_deletions()
to service_role;
