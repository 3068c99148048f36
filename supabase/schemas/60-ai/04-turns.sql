-- Turns of the assistant's jobs: a job goes through the users once a day, whatever the number of
-- its calls, and a call goes on where the one before has stopped.

create table private.assistant_days (
  job text primary key check (job in ('note_analysis', 'daily_drop')),
  day date not null,
  reached_id uuid not null
);

select private.hide_table('private.assistant_days',
  'How far a job of the assistant has come on its latest day, in the order of the users'' ids.');

-- A user who opts in waits for the job, which may have passed the user already.
create function private.await_assistant() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.assistant_attempts as a (job, user_id, day, attempts, lease_until)
  select job, new.id, private.utc_today(), 0, now()
  from unnest(array['note_analysis', 'daily_drop']) as job
  where job = 'note_analysis' or private.gets_daily_drops(new)
  on conflict (user_id, job) do update
    set day = excluded.day, attempts = 0, lease_until = excluded.lease_until, done = false
    where a.day < excluded.day;
  return null;
end
$$;

create trigger profiles_750_await_assistant
  after insert or update of read_notes_enabled, check_in_enabled, is_active, is_ai, blocked_user_ids
  on public.profiles
  for each row when (new.read_notes_enabled and new.is_active and not new.is_ai)
  execute function private.await_assistant();

-- A user who writes an entry waits for the analysis of the day, because the job may have passed a
-- user without a recent entry. Not a user who has the analysis, or has had an attempt at it.
create function private.await_analysis() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.written_at > now() - interval '7 days' then
    insert into private.assistant_attempts as a (job, user_id, day, attempts, lease_until)
    select 'note_analysis', p.id, private.utc_today(), 0, now()
    from public.profiles as p
    where p.id = new.user_id and p.read_notes_enabled and p.is_active and not p.is_ai
      and not exists (
        select from private.assistant_attempts as t
        where t.user_id = p.id and t.job = 'note_analysis' and t.day = private.utc_today())
    on conflict (user_id, job) do update
      set day = excluded.day, attempts = 0, lease_until = excluded.lease_until, done = false
      where a.day < excluded.day;
  end if;
  return null;
end
$$;

create trigger journal_entries_720_await_analysis after insert on public.journal_entries
  for each row when (new.import_id is null and not new.is_sealed)
  execute function private.await_analysis();

-- Whether a job has something to do for the user today: the user gets drops and has none yet, or
-- the assistant may read, and there are entries of the last seven days and no analysis.
create function private.awaits_assistant(p_job text, p_user_id uuid) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  if p_job = 'daily_drop' then
    return not private.has_daily_drop(p_user_id) and exists (
      select from public.profiles as p where p.id = p_user_id and private.gets_daily_drops(p));
  end if;
  return exists (
    select from public.profiles as p
    where p.id = p_user_id and p.read_notes_enabled and p.is_active and not p.is_ai
  ) and not exists (
    select from public.note_analyses as n
    where n.user_id = p_user_id and n.analysis_date = private.utc_today()
  ) and exists (
    select from public.journal_entries as e
    where e.user_id = p_user_id and e.written_at > now() - interval '7 days'
      and e.import_id is null and not e.is_sealed
  );
end
$$;

-- Takes on users for a job: first users whose attempt may be repeated, and users who have opted in
-- or written today, then the next ones of the day. It looks at a thousand of these at most.
-- `last_id` is null at the end.
create function private.take_assistant_turns(
  p_job text, p_limit integer, out user_ids uuid[], out last_id uuid
)
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_day constant date := private.utc_today();
  v_turn record;
  v_left integer;
  v_next uuid[];
begin
  -- Concurrent runs wait for each other, so that each begins behind the one before.
  insert into private.assistant_days as d (job, day, reached_id)
  values (p_job, v_day, private.first_id())
  on conflict (job) do update set day = excluded.day,
    reached_id = case when d.day = excluded.day then d.reached_id else excluded.reached_id end
  returning d.reached_id into last_id;

  user_ids := '{}';
  for v_turn in
    select a.user_id, private.awaits_assistant(p_job, a.user_id) as awaits
    from private.assistant_attempts as a
    where a.job = p_job and a.day = v_day and not a.done
      and a.attempts < private.max_assistant_attempts() and a.lease_until <= now()
    order by a.lease_until limit 100
  loop
    if v_turn.awaits then
      user_ids := user_ids || v_turn.user_id;
      exit when cardinality(user_ids) = p_limit;
    else
      delete from private.assistant_attempts as a
      where a.user_id = v_turn.user_id and a.job = p_job;
    end if;
  end loop;

  v_left := p_limit - cardinality(user_ids);
  if v_left > 0 then
    v_next := array(
      select p.id from (
        select id from public.profiles where read_notes_enabled and id > last_id
        order by id limit 1000
      ) as p
      where (
        select true from private.assistant_attempts as a
        where a.user_id = p.id and a.job = p_job and a.day = v_day limit 1
      ) is null and private.awaits_assistant(p_job, p.id)
      order by p.id limit v_left);
    last_id := coalesce(v_next[v_left], (
      select id from public.profiles where read_notes_enabled and id > last_id
      order by id offset 999 limit 1));
    update private.assistant_days
    set reached_id = coalesce(last_id, private.last_id()) where job = p_job;
  end if;
  user_ids := array(select private.attempt_users(p_job, user_ids || v_next));
end
$$;

-- The number of users whom a job has yet to come to today, or may try again, up to 10,000.
create function private.assistant_turns_remaining(p_job text) returns integer
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_reached_id constant uuid := coalesce(
    (select reached_id from private.assistant_days where job = p_job and day = private.utc_today()),
    private.first_id());
begin
  return (
    select count(*) from (
      select from public.profiles where read_notes_enabled and id > v_reached_id
      union all
      select from private.assistant_attempts
      where job = p_job and day = private.utc_today() and not done
        and attempts < private.max_assistant_attempts()
        and private.awaits_assistant(p_job, user_id)
      limit 10000
    ) as remaining
  );
end
$$;

select private.expose('service_role', 'assistant_turns_remaining');
