-- Changes of windows and locations, which request the chains of the dates that they concern.

insert into private.rate_limit_rules (bucket, max_hits, per) values
  ('workout_change', 20, '1 hour');

-- Requests the chains of users' today and tomorrow, by the clock of their windows, and of dates on
-- which they have an open place: that may be in another group, or on a date that is today or
-- tomorrow only by the clock of the former window. One statement may create many synthetic users.
create function private.request_window_chains() returns trigger
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

create trigger workout_windows_400_request_chains after insert on public.workout_windows
  referencing new table as new_windows
  for each statement execute function private.request_window_chains();
create trigger workout_windows_410_request_chains after update on public.workout_windows
  referencing old table as old_windows new table as new_windows
  for each statement execute function private.request_window_chains();

-- The first date on which a new window of a user holds: neither it nor the former one has begun.
-- The first window of a user holds from the first date on which there is still time to check in.
create function private.first_date_of_window(
  p_user_id uuid, p_start time, p_end time, p_timezone text, p_is_first boolean
) returns date
language sql stable security definer set search_path = ''
as $$
  select min(d.day)
  from generate_series(-2, 3) as n (days)
  cross join lateral (select private.utc_today() + n.days as day) as d
  cross join lateral private.workout_window_instants(d.day, p_start, p_end, p_timezone) as i
  cross join lateral private.workout_windows_on(array[p_user_id], d.day) as former
  where case when p_is_first then i.ends_at + private.workout_grace() > now()
    else i.starts_at > now() and former.starts_at > now() end
$$;

-- Sets the caller's window, which becomes active. The new window holds from the first date on which
-- neither it nor the old one has begun. So nobody fails a day by a change, or escapes from one.
create function private.set_workout_window(
  p_activity_type text, p_custom_activity text, p_window_start_time time, p_timezone text,
  p_window_end_time time default null
) returns public.workout_windows
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_caller constant uuid := private.require_caller();
  v_end constant time := coalesce(p_window_end_time, p_window_start_time + interval '2 hours');
  v_old public.workout_windows;
  v_window public.workout_windows;
  v_holds_from date;
begin
  -- Before a row is made of it.
  perform private.refuse_if(char_length(p_timezone) > 50,
    400, 'timezone: expected at most 50 characters', 'too_long');
  -- Changes of one user wait for each other here.
  perform private.require_rate_limit(
    'workout_change', v_caller, 'You have changed your window or location too often');
  select * into v_old from public.workout_windows where user_id = v_caller;
  insert into public.workout_windows as w (
    user_id, activity_type, custom_activity, window_start_time, window_end_time, timezone
  )
  values (
    v_caller, p_activity_type, p_custom_activity, p_window_start_time, v_end, p_timezone
  )
  on conflict on constraint workout_windows_user_id_key do update set
    activity_type = excluded.activity_type, custom_activity = excluded.custom_activity,
    window_start_time = excluded.window_start_time, window_end_time = excluded.window_end_time,
    timezone = excluded.timezone, is_active = true
  returning w.* into v_window;
  if (v_old.window_start_time, v_old.timezone)
    = (v_window.window_start_time, v_window.timezone) then
    return v_window;
  end if;

  insert into private.workout_former_windows (
    user_id, holds_until, window_start_time, window_end_time, timezone)
  select v_caller, 'infinity', v_old.window_start_time, v_old.window_end_time, v_old.timezone
  where v_old.id is not null;
  v_holds_from := private.first_date_of_window(
    v_caller, p_window_start_time, v_end, p_timezone, v_old.id is null);
  -- Of the former windows that would hold on this date or later, the first ends before it.
  delete from private.workout_former_windows
  where user_id = v_caller and (holds_until < private.utc_today() - 7 or holds_until > (
    select min(holds_until) from private.workout_former_windows
    where user_id = v_caller and holds_until >= v_holds_from));
  update private.workout_former_windows set holds_until = v_holds_from
  where user_id = v_caller and holds_until > v_holds_from;
  update public.workout_windows set holds_from = v_holds_from
  where user_id = v_caller returning * into v_window;
  return v_window;
end
$$;

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
  perform private.refuse_if(p_changes ? 'latitude' <> p_changes ? 'longitude',
    400, case when p_changes ? 'latitude'
      then 'longitude: required with latitude' else 'latitude: required with longitude' end);
  perform private.require_rate_limit(
    'workout_change', v_caller, 'You have changed your window or location too often');
  insert into public.workout_window_locations (user_id) values (v_caller)
  on conflict on constraint workout_window_locations_user_id_key do nothing;
  update public.workout_window_locations as l set
    (latitude, longitude, city, region, country, timezone) = (
      select r.latitude, r.longitude, r.city, r.region, r.country, r.timezone
      from private.changed(l, p_changes) as r),
    ip_address = case when p_changes ? 'ipAddress'
      then private.short(p_changes, 'ipAddress')::inet else l.ip_address end,
    last_updated = now()
  where l.user_id = v_caller
  returning l.* into v_location;
  return v_location;
end
$$;

select private.expose('authenticated', 'set_workout_window', 'update_workout_location');
