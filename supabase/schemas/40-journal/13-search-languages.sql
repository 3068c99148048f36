-- Users who change their language: a job indexes their entries anew. Meanwhile the user's searches
-- ask in the former languages too.

create table private.search_rebuilds (
  user_id uuid primary key references public.profiles (id) on delete cascade,
  -- The languages in which entries may still be indexed.
  languages text[] not null,
  -- The last entry that is indexed anew.
  after_id uuid not null default private.first_id(),
  created_at timestamptz not null default clock_timestamp(),
  -- When the job last took the user: users take turns.
  taken_at timestamptz not null default clock_timestamp()
);

select private.hide_table('private.search_rebuilds',
  'Users whose entries a job indexes in another language.');

create index search_rebuilds_created_at_idx on private.search_rebuilds (created_at);
create index search_rebuilds_taken_at_idx on private.search_rebuilds (taken_at);

-- The languages in which a user searches, their own first.
create function private.search_languages(p_user_id uuid) returns text[]
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select p.language || array_remove(coalesce(r.languages, '{}'), p.language)
    from public.profiles as p left join private.search_rebuilds as r on r.user_id = p.id
    where p.id = p_user_id);
end
$$;

create function private.rebuild_search() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.search_rebuilds as r (user_id, languages)
  values (new.id, array[old.language])
  on conflict (user_id) do update set after_id = private.first_id(),
    languages = array_remove(r.languages, old.language) || old.language;
  return null;
end
$$;

create trigger profiles_730_rebuild_search after update of language on public.profiles
  for each row when (old.language <> new.language) execute function private.rebuild_search();

-- Indexes up to 200 entries or about 1 MB anew, those after the last one. Skips entries that
-- somebody writes at this moment: the writing indexes them. Returns the last entry, or null at the
-- end.
create function private.index_next_entries(p_work private.search_rebuilds, p_language text)
returns uuid
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_ids constant uuid[] := array(
    select s.id from (
      select e.id, sum(d.bytes) over (order by e.id) - d.bytes as bytes_before
      from (
        select id from public.journal_entries
        where user_id = p_work.user_id and id > p_work.after_id order by id limit 200
      ) as e
      join private.journal_entry_documents as d on d.entry_id = e.id
    ) as s where s.bytes_before < 1000000 order by s.id);
  v_locked constant uuid[] := array(
    select entry_id from private.journal_entry_documents
    where entry_id = any (v_ids) for no key update skip locked);
begin
  update private.journal_entry_documents as d
  set words = private.search_words(e.title || ' ' || c.content, p_language), language = p_language
  from public.journal_entries as e
  join private.journal_entry_contents as c on c.entry_id = e.id
  where d.entry_id = any (v_locked) and e.id = d.entry_id;
  return v_ids[cardinality(v_ids)];
end
$$;

-- Ends the work on a user whose entries are all indexed anew. Writers who read the former language
-- may not have committed, or were skipped: the job waits for the first, and begins anew for the
-- second, in its next run. A new writer of the user waits for the end of this one.
create function private.end_search_rebuild(p_user_id uuid, p_language text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  if not pg_try_advisory_xact_lock(hashtextextended('search words ' || p_user_id, 0)) then
    return;
  end if;
  if exists (
    select from public.journal_entries as e
    join private.journal_entry_documents as d on d.entry_id = e.id
    where e.user_id = p_user_id and d.language <> p_language
  ) then
    update private.search_rebuilds set after_id = private.first_id() where user_id = p_user_id;
  else
    delete from private.search_rebuilds where user_id = p_user_id;
  end if;
end
$$;

-- Indexes entries anew for a few seconds.
create function private.continue_search_rebuilds() returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_work private.search_rebuilds;
  v_language text;
  v_last uuid;
  v_failed uuid[] := '{}';
  v_errors text[] := '{}';
begin
  loop
    select * into v_work from private.search_rebuilds
    where user_id <> all (v_failed)
    order by taken_at limit 1 for no key update skip locked;
    exit when not found;
    begin
      v_language := (select language from public.profiles where id = v_work.user_id);
      v_last := private.index_next_entries(v_work, v_language);
      if v_last is null then
        perform private.end_search_rebuild(v_work.user_id, v_language);
      end if;
      update private.search_rebuilds
      set after_id = coalesce(v_last, after_id), taken_at = clock_timestamp()
      where user_id = v_work.user_id;
      exit when v_last is null and found;
    exception when others then
      if private.passes(sqlstate) then
        raise;
      end if;
      v_failed := v_failed || v_work.user_id;
      v_errors := v_errors || format('%s: %s', v_work.user_id, sqlerrm);
      update private.search_rebuilds set taken_at = clock_timestamp()
      where user_id = v_work.user_id;
    end;
    exit when clock_timestamp() > now() + interval '2 seconds';
  end loop;
  return jsonb_build_object('failed', cardinality(v_failed), 'errors', v_errors, 'remaining', (
    select remaining from private.job_backlog('search-languages')));
end
$$;

select private.schedule_statement('search-languages', '*/1 * * * *',
  'select private.continue_search_rebuilds()');
select private.watch_job('search-languages', 'users',
  'select created_at from private.search_rebuilds order by created_at');

select private.register_person_column('private.search_rebuilds', 'user_id',
  'Work in progress on entries, which the export contains.');
select private.register_person_column('private.search_rebuilds', 'after_id',
  'A position in the list of entries.', 'keep');
