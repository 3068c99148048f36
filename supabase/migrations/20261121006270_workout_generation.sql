-- Generation of chains: requests of windows that changed and of whole dates, and the batches that
-- carry them out under a lock on the date.

-- Requests the chains of location groups on a date; of all groups, when the date has none yet or no
-- groups are given. Must be followed by `generate_workout_chains`; a job does it otherwise.
create function private.request_workout_chains(p_date date, p_groups text[] default null)
returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  insert into private.workout_dates (date) values (p_date) on conflict do nothing;
  if p_groups is null or not private.workout_date_is_generated(p_date) then
    insert into private.workout_chain_requests (date, location_group)
    select p_date, location_group from public.workout_windows where is_active
    union
    select p_date, location_group from public.workout_window_chains where date = p_date;
    if not found then
      update private.workout_dates set generated_at = now()
      where date = p_date and generated_at is null;
    end if;
  else
    insert into private.workout_chain_requests (date, location_group)
    select p_date, location_group from unnest(p_groups) as location_group;
  end if;
end
$$;

-- Generates the requested chains of one date: of groups with about `p_limit` windows together, or of
-- one larger group. Takes the given date, else any whose lock is free. `waiting` means that another
-- call generates the date; `remaining` counts the groups that are left.
create function private.generate_workout_chains(p_date date default null, p_limit integer default 10000)
returns table (total integer, remaining integer, waiting boolean)
language plpgsql volatile security definer
set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
declare
  v_date date;
  v_groups text[];
begin
  select d.date into v_date
  from private.workout_dates as d
  where (p_date is null or d.date = p_date)
    and exists (select from private.workout_chain_requests as r where r.date = d.date)
  order by d.date limit 1
  for no key update skip locked;

  total := 0;
  if v_date is not null then
    select array_agg(s.location_group) into v_groups
    from (
      select g.location_group, sum(g.size) over (order by g.location_group) - g.size as before
      from (
        select r.location_group, (
          select count(*) + 1 from public.workout_windows as w
          where w.is_active and w.location_group = r.location_group
        ) as size
        from (
          select distinct q.location_group from private.workout_chain_requests as q
          where q.date = v_date order by q.location_group limit p_limit
        ) as r
      ) as g
    ) as s
    where s.before < p_limit;
    -- Before the windows are read: a request of a later change remains.
    delete from private.workout_chain_requests as r
    where r.date = v_date and r.location_group = any (v_groups);

    total := private.write_workout_chains(v_date, v_groups);

    if not exists (select from private.workout_chain_requests as r where r.date = v_date) then
      perform private.balance_workout_teams(v_date);
      update private.workout_dates set generated_at = now()
      where date = v_date and generated_at is null;
    end if;
  end if;

  select count(distinct r.location_group) into remaining
  from private.workout_chain_requests as r where p_date is null or r.date = p_date;
  waiting := v_date is null and remaining > 0;
  return next;
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
    select * into v_step from private.generate_workout_chains();
    v_total := v_total + v_step.total;
    exit when v_step.remaining = 0 or v_step.waiting
      or clock_timestamp() > now() + interval '3 seconds';
  end loop;
  return jsonb_build_object('total', v_total, 'remaining', v_step.remaining);
end
$$;

select private.schedule_statement('workout-window-continue-chains', '*/5 * * * *',
  'select private.continue_workout_chains()');
select private.schedule_job('workout-window-generate-chains', '0 0 * * *',
  '/workout-window/cron/generate-chains', array['WORKOUT_WINDOW_CRON_SECRET']);

-- Changes of windows ------------------------------------------------------------------------------

-- Requests the chains of each user's today and tomorrow, by the clock of the window. Once for a
-- statement: one may create many synthetic users.
create function private.request_window_chains() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.request_workout_chains(r.date, r.groups)
  from (
    select (now() at time zone n.timezone)::date + d.days as date,
      array_agg(distinct n.location_group) as groups
    from new_windows as n cross join unnest(array[0, 1]) as d (days)
    group by 1
  ) as r;
  if tg_op = 'UPDATE' then
    -- Where the user has a place: in another group, or on a date that is today or tomorrow only by the
    -- clock of the former window.
    perform private.request_workout_chains(r.date, r.groups)
    from (
      select c.date, array_agg(distinct g.name) as groups
      from new_windows as n
      join public.workout_window_chains as c on c.user_id = n.user_id
        and c.date >= private.utc_today() - 2 and coalesce(c.closes_at > now(), true)
      cross join lateral (values (c.location_group), (n.location_group)) as g (name)
      group by c.date
    ) as r;
  end if;
  return null;
end
$$;

create trigger workout_windows_400_request_chains after insert on public.workout_windows
  referencing new table as new_windows
  for each statement execute function private.request_window_chains();
create trigger workout_windows_410_request_chains after update on public.workout_windows
  referencing new table as new_windows
  for each statement execute function private.request_window_chains();

-- Sets the caller's window, which becomes active.
create function private.set_workout_window(
  p_activity_type text, p_custom_activity text, p_window_start_time time, p_window_end_time time,
  p_timezone text
) returns public.workout_windows
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_window public.workout_windows;
begin
  insert into public.workout_windows as w (
    user_id, activity_type, custom_activity, window_start_time, window_end_time, timezone
  )
  values (
    private.require_caller(), p_activity_type, p_custom_activity, p_window_start_time,
    p_window_end_time, p_timezone
  )
  on conflict on constraint workout_windows_user_id_key do update set
    activity_type = excluded.activity_type, custom_activity = excluded.custom_activity,
    window_start_time = excluded.window_start_time, window_end_time = excluded.window_end_time,
    timezone = excluded.timezone, is_active = true
  returning w.* into v_window;
  return v_window;
end
$$;
comment on function private.set_workout_window is
  'Sets the window of the caller and requests the chains of today and tomorrow.';

-- Changes the given fields of the caller's location.
create function private.update_workout_location(p_changes jsonb)
returns public.workout_window_locations
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_caller constant uuid := private.require_caller();
  v_location public.workout_window_locations;
begin
  -- One alone would be combined with the other of another place.
  if p_changes ? 'latitude' <> p_changes ? 'longitude' then
    perform private.refuse(400, case when p_changes ? 'latitude'
      then 'longitude: required with latitude' else 'latitude: required with longitude' end);
  end if;
  insert into public.workout_window_locations (user_id) values (v_caller)
  on conflict on constraint workout_window_locations_user_id_key do nothing;
  update public.workout_window_locations as l set
    ip_address = case when p_changes ? 'ipAddress'
      then (p_changes ->> 'ipAddress')::inet else l.ip_address end,
    latitude = case when p_changes ? 'latitude'
      then (p_changes ->> 'latitude')::numeric else l.latitude end,
    longitude = case when p_changes ? 'longitude'
      then (p_changes ->> 'longitude')::numeric else l.longitude end,
    city = case when p_changes ? 'city' then p_changes ->> 'city' else l.city end,
    region = case when p_changes ? 'region' then p_changes ->> 'region' else l.region end,
    country = case when p_changes ? 'country' then p_changes ->> 'country' else l.country end,
    timezone = case when p_changes ? 'timezone' then p_changes ->> 'timezone' else l.timezone end,
    last_updated = now()
  where l.user_id = v_caller
  returning l.* into v_location;
  return v_location;
end
$$;
comment on function private.update_workout_location is
  'Changes the given fields of the caller''s location.';

-- Requests the chains of a date for the caller: today or tomorrow by the clock of the caller's window,
-- else profile; any date for a super admin, and then of everybody.
create function private.request_chain_generation(p_date date default null) returns date
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_caller constant uuid := private.require_caller();
  v_window public.workout_windows;
  v_today date;
  v_date date;
  v_limit jsonb;
begin
  select * into v_window from public.workout_windows where user_id = v_caller;
  select (now() at time zone coalesce(v_window.timezone, timezone))::date into v_today
  from public.profiles where id = v_caller;
  v_date := coalesce(p_date, v_today);
  if v_date not in (v_today, v_today + 1) and not private.is_super_admin() then
    perform private.refuse(403, 'date: only today and tomorrow are allowed');
  end if;
  v_limit := private.take_hits('chain_generation', 'user:' || v_caller, 1);
  if not (v_limit ->> 'allowed')::boolean then
    raise exception using errcode = 'PT429', message = 'Too many requests of this kind',
      hint = v_limit ->> 'retry_after_s';
  end if;
  perform private.request_workout_chains(v_date, case when not private.is_super_admin()
    then array_remove(array[v_window.location_group], null) end);
  return v_date;
end
$$;
comment on function private.request_chain_generation is
  'Requests the chains of a date for the caller; 6 times an hour.';

-- Exposure ----------------------------------------------------------------------------------------

select private.expose('set_workout_window', 'authenticated');
select private.expose('update_workout_location', 'authenticated');
select private.expose('request_chain_generation', 'authenticated');
select private.expose('request_workout_chains', 'service_role');
select private.expose('generate_workout_chains', 'service_role');
