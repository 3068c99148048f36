-- A generation that a run of the nightly job does not end goes on with what is left, and a change
-- of a window does not request the chains of everybody.

alter table private.workout_dates add column requested_at timestamptz;

comment on column private.workout_dates.requested_at is
  'When the nightly job last requested all groups of the date.';

-- Requests all groups of a date for a run of the nightly job, unless a run has requested them since
-- midnight (UTC) and since the last one that left no work: the further runs go on with what is
-- left. A date that is given to the run is requested again when nothing of it is left.
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

select private.expose('service_role', 'begin_workout_generation');

-- Requests the chains of users' today and tomorrow, by the clock of their windows, and of dates on
-- which they have an open place: that may be in another group, or on a date that is today or
-- tomorrow only by the clock of the former window. One statement may create many synthetic users.
create or replace function private.request_window_chains() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_users uuid[];
begin
  if tg_op = 'INSERT' then
    v_users := array(select user_id from new_windows);
  else
    -- Another activity changes no chain.
    v_users := array(
      select n.user_id
      from new_windows as n join old_windows as o on o.id = n.id
      where (n.window_start_time, n.window_end_time, n.timezone, n.is_active, n.location_group)
        <> (o.window_start_time, o.window_end_time, o.timezone, o.is_active, o.location_group));
    if v_users = '{}' then
      return null;
    end if;
  end if;
  perform pg_advisory_xact_lock_shared(hashtextextended('workout requests', 0));
  perform private.request_workout_chains(r.date, r.groups)
  from (
    select d.date, array_agg(distinct d.location_group) as groups
    from (
      select (now() at time zone w.timezone)::date + n.days, w.location_group
      from public.workout_windows as w cross join unnest(array[0, 1]) as n (days)
      where w.user_id = any (v_users)
      union all
      select c.date, g.name
      from public.workout_window_chains as c
      join public.workout_windows as w on w.user_id = c.user_id
      cross join lateral (values (c.location_group), (w.location_group)) as g (name)
      where c.user_id = any (v_users) and c.date >= private.utc_today() - 2
        and coalesce(c.closes_at > now(), true)
    ) as d (date, location_group)
    group by d.date
  ) as r
  -- The first request of a date is of all groups: of many windows only the nightly job makes it.
  where private.workout_date_is_generated(r.date)
    or exists (select from private.workout_chain_requests as q where q.date = r.date)
    or (select count(*) <= 2000 from (select from public.workout_windows limit 2001) as w);
  return null;
end
$$;
