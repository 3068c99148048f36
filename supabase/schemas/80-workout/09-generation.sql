-- Generation of chains: requests of windows that changed and of whole dates, and the batches that
-- carry them out under locks on the date and on the places of the batch.

-- Requests the chains of location groups on a date; of all groups, when nobody has requested chains
-- of the date yet or no groups are given. Requests wait until the date has rested, so that many
-- changes are generated once. Call `generate_workout_chains` next; a job does it if not, and always
-- for a group of more than 200 windows and for all groups of more than 2,000.
create function private.request_workout_chains(p_date date, p_groups text[] default null)
returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_is_all constant boolean := p_groups is null or not private.workout_date_is_generated(p_date)
    and not exists (select from private.workout_chain_requests where date = p_date);
begin
  insert into private.workout_dates (date) values (p_date) on conflict do nothing;
  insert into private.workout_chain_requests (date, location_group, due_at, is_large)
  select p_date, g.name, greatest(now(), d.rests_until),
    case when v_is_all then (
      select count(*) > 2000 from (select from public.workout_windows limit 2001) as w)
    else (
      select count(*) > 200 from (
        select from public.workout_windows where is_active and location_group = g.name limit 201
      ) as w) end
  from unnest(case when v_is_all then array(
    select location_group from public.workout_windows where is_active
    union
    select location_group from public.workout_window_chains where date = p_date
  ) else p_groups end) as g (name)
  join private.workout_dates as d on d.date = p_date;
  if v_is_all and not found then
    update private.workout_dates set generated_at = now()
    where date = p_date and generated_at is null;
  end if;
end
$$;

-- Generates the chains of location groups on a date, whose row the caller has locked, in one
-- transaction. Returns the number of places.
create function private.generate_workout_groups(p_date date, p_groups text[]) returns integer
language plpgsql volatile security definer
-- Row `chains, 100,000 windows`: statistics do not know a new date, and for it the planner would
-- read all rows of the date for each user. The functions that this one calls have the setting too.
set search_path = '' set plan_cache_mode = 'force_generic_plan'
as $$
declare
  v_users uuid[];
  v_total integer;
  v_is_complete boolean;
begin
  -- Before the windows are read: a request of a later change remains.
  delete from private.workout_chain_requests
  where date = p_date and location_group = any (p_groups);
  -- Waits for deletions of accounts without a place, whose windows are read afterwards; the places
  -- of others are locked below.
  perform from public.profile_cards
  where id in (
    select w.user_id from public.workout_windows as w
    left join public.workout_window_chains as c on c.user_id = w.user_id and c.date = p_date
    where w.is_active and w.location_group = any (p_groups) and c.id is null)
  order by id for key share;
  v_users := array(
    select user_id from public.workout_windows where is_active and location_group = any (p_groups)
    union
    select user_id from public.workout_window_chains
    where date = p_date and location_group = any (p_groups));
  perform private.lock_workout_places(p_date, v_users);
  v_total := private.write_workout_chains(p_date, p_groups);

  v_is_complete := not exists (
    select from private.workout_chain_requests where date = p_date);
  if v_is_complete then
    v_users := v_users || private.balance_workout_teams(p_date, p_groups[1]);
  end if;
  update private.workout_dates set rests_until = clock_timestamp() + interval '3 seconds',
    generated_at = coalesce(generated_at, case when v_is_complete then now() end)
  where date = p_date;
  perform private.count_workout_week(p_date, v_users);
  return v_total;
end
$$;

-- Generates the requested chains of one date: of groups with about `p_limit` windows together, or
-- of one larger group. Takes the requests of the given date, otherwise the due requests of any
-- date. `waiting` means that another call generates the date, or nothing is due yet; `remaining`
-- counts the requests that are left, up to 10,000. With `p_user_ids`, it takes the requests of the
-- groups in which the windows and places of these users are; `large` counts the large groups among
-- them, which are left to the job.
create function private.generate_workout_chains(
  p_date date default null, p_limit integer default 10000, p_user_ids uuid[] default null
)
returns table (total integer, remaining integer, waiting boolean, large integer)
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_due_by constant timestamptz := case
    when p_date is null then clock_timestamp() else 'infinity' end;
  v_own constant text[] := case when p_user_ids is not null then array(
    select location_group from public.workout_windows where user_id = any (p_user_ids)
    union
    select location_group from public.workout_window_chains
    where user_id = any (p_user_ids) and date >= private.utc_today() - 2) end;
  v_date date;
  v_group text;
  v_groups text[];
  v_size integer := 0;
begin
  select d.date into v_date
  from private.workout_dates as d
  where (p_date is null or d.date = p_date)
    and exists (
      select from private.workout_chain_requests as r
      where r.date = d.date and r.due_at <= v_due_by
        and (v_own is null or r.location_group = any (v_own) and not r.is_large))
  order by d.date limit 1
  for no key update skip locked;
  total := 0;
  if v_date is not null then
    foreach v_group in array array(
      select distinct r.location_group from private.workout_chain_requests as r
      where r.date = v_date and r.due_at <= v_due_by
        and (v_own is null or r.location_group = any (v_own) and not r.is_large)
      order by 1 limit p_limit)
    loop
      v_groups := v_groups || v_group;
      v_size := v_size + 1 + (
        select count(*) from public.workout_windows where is_active and location_group = v_group);
      exit when v_size >= p_limit;
    end loop;
    total := private.generate_workout_groups(v_date, v_groups);
  end if;

  select count(*) filter (where v_own is null or not r.is_large),
    count(*) filter (where v_own is not null and r.is_large)
  into remaining, large
  from (
    select is_large from private.workout_chain_requests as r
    where (p_date is null or r.date = p_date)
      and (v_own is null or r.location_group = any (v_own))
    limit 10000) as r;
  waiting := v_date is null and remaining > 0;
  return next;
end
$$;

-- Requests all groups of a date for a run of the nightly job, unless a run has requested them since
-- midnight (UTC) and since the last run that left no work: the further runs continue the work that
-- is left. A date that is given to the run is requested again when no request of it is left.
create function private.begin_workout_generation(p_date date, p_is_given boolean) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  -- Lets changes of windows end, and sees them. Later ones wait, and see the requests.
  perform pg_advisory_xact_lock(hashtextextended('workout requests', 0));
  insert into private.workout_dates (date) values (p_date) on conflict do nothing;
  update private.workout_dates as d set requested_at = clock_timestamp()
  where d.date = p_date and (d.requested_at is null
    or d.requested_at < greatest(
      date_trunc('day', now(), 'utc'),
      (select max(r.ended_at) from private.job_runs as r
       where r.job = 'workout-window-generate-chains' and r.complete))
    or p_is_given and not exists (
      select from private.workout_chain_requests as q where q.date = p_date));
  if found then
    perform private.request_workout_chains(p_date);
  end if;
end
$$;

-- Carries out requests whose callers were cut off, for a few seconds.
create function private.continue_workout_chains() returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_step record;
  v_total integer := 0;
begin
  loop
    select * into v_step from private.generate_workout_chains(p_limit => 1000);
    v_total := v_total + v_step.total;
    exit when v_step.remaining = 0 or v_step.waiting
      or clock_timestamp() > now() + interval '2 seconds';
  end loop;
  return jsonb_build_object('total', v_total, 'remaining', v_step.remaining);
end
$$;

insert into private.rate_limit_rules (bucket, max_hits, per) values ('chain_generation', 6, '1 hour');

-- Requests the chains of a date for the caller: today or tomorrow by the clock of the caller's
-- window, otherwise by the clock of the profile. A super admin may give any date, and requests the
-- chains of everybody.
create function private.request_chain_generation(p_date date default null) returns date
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_caller constant uuid := private.require_caller();
  v_window public.workout_windows;
  v_today date;
  v_date date;
begin
  select * into v_window from public.workout_windows where user_id = v_caller;
  select (now() at time zone coalesce(v_window.timezone, timezone))::date into v_today
  from public.profiles where id = v_caller;
  v_date := coalesce(p_date, v_today);
  perform private.refuse_if(v_date not in (v_today, v_today + 1) and not private.is_super_admin(),
    403, 'date: only today and tomorrow are allowed');
  perform private.require_rate_limit(
    'chain_generation', v_caller, 'You have generated chains too often');
  perform private.request_workout_chains(v_date, case when not private.is_super_admin()
    then array_remove(array[v_window.location_group], null) end);
  return v_date;
end
$$;

select private.schedule_statement('workout-window-continue-chains', '*/1 * * * *',
  'select private.continue_workout_chains()');
select private.watch_job('workout-window-continue-chains', 'groups', $$
  select due_at from private.workout_chain_requests where due_at <= now() order by id$$);
select private.schedule_job('workout-window-generate-chains', '0 0 * * *',
  '/workout-window/cron/generate-chains', array['WORKOUT_WINDOW_CRON_SECRET']);

select private.expose('authenticated', 'request_chain_generation');
select private.expose('service_role', 'request_workout_chains', 'generate_workout_chains',
  'begin_workout_generation');
