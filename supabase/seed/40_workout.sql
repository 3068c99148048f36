-- Demo data: windows of the group in Berlin, the chains of three weeks with their check-ins, and
-- the battles of the weeks that are over.

insert into public.workout_window_locations (user_id, city, country)
select pg_temp.person(n), 'Berlin', 'DE' from generate_series(1, 11) as n;
-- Before the chains of the past, which leave out a window that did not exist yet.
insert into public.workout_windows (
  user_id, activity_type, custom_activity, window_start_time, window_end_time, timezone, created_at
)
select pg_temp.person(n), activity, custom, starts, starts + interval '2 hours', 'Europe/Berlin',
  pg_temp.at(22, '12:00')
from (values
  (5, 'cardio', null, time '04:30'),
  (1, 'walk', null, '06:30'),
  (6, 'reading', null, '08:30'),
  (2, 'reading', null, '09:00'),
  (3, 'strength', null, '10:30'),
  (4, 'meditation', null, '12:30'),
  (7, 'homework', null, '15:00'),
  (8, 'cardio', null, '17:00'),
  (9, 'strength', null, '18:00'),
  (10, 'other', 'Juggling', '19:00'),
  (11, 'walk', null, '21:00')
) as w (n, activity, custom, starts);

select pg_temp.act_as(2);
select public.create_ai_users(
  (
    select jsonb_agg(to_jsonb(u) || '{"check_in_probability": 0.9}')
    from (values
      ('Maya Rivera', 'Midwest', 'Chicago', 'Illinois', 'America/Chicago', 41.8781, -87.6298,
        'walk', time '16:00'),
      ('Theo Park', 'East Coast', 'Boston', 'Massachusetts', 'America/New_York', 42.3601, -71.0589,
        'cardio', '06:00'),
      ('Iris Moreno', 'South', 'Dallas', 'Texas', 'America/Chicago', 32.7767, -96.7970,
        'strength', '12:00'),
      ('Kai Walsh', 'West Coast', 'Seattle', 'Washington', 'America/Los_Angeles', 47.6062, -122.3321,
        'reading', '18:00')
    ) as u (full_name, region, city, state, timezone, latitude, longitude, activity_type, starts)
  ),
  'demo');

do $$
declare
  v_place record;
begin
  for v_day in -1..20 loop
    perform private.request_workout_chains(private.utc_today() - v_day);
    perform private.generate_workout_chains(private.utc_today() - v_day);
  end loop;
  -- Chains that are written late close nobody's day; these were there in time.
  update public.workout_window_chains set closes_at = ends_at + private.workout_grace()
  where closes_at is null;

  -- The demo user misses two days, the others miss a day now and then. Today has the check-ins
  -- whose time has come.
  for v_place in
    select c.*, w.activity_type, c.starts_at + (15 + n * 11 % 40) * interval '1 minute' as at,
      private.utc_today() - c.date as days_ago, n
    from generate_series(1, 11) as n
    join public.workout_window_chains as c on c.user_id = pg_temp.person(n)
    join public.workout_windows as w on w.user_id = c.user_id
    where case when n = 1 then private.utc_today() - c.date not in (6, 13)
        and (c.date < private.utc_today() or c.closes_at <= now())
      else (n * 31 + (private.utc_today() - c.date) * 17) % 10 < 8 end
    order by c.starts_at
  loop
    continue when v_place.at > now();
    insert into public.workout_window_checkins (
      user_id, chain_id, date, activity_type, photo_url, photo_timestamp, status, review_reason,
      battle_chips_earned, chain_status, created_at
    )
    values (
      v_place.user_id, v_place.id, v_place.date, v_place.activity_type,
      -- The days of which there are photos in `demo.json`.
      case when v_place.n in (1, 5, 6) and v_place.days_ago in (0, 1, 2)
        or (v_place.n, v_place.days_ago) = (9, 1)
        then format('%s/demo-%s.jpg', v_place.user_id, v_place.days_ago) end,
      v_place.at,
      case when (v_place.n, v_place.days_ago) = (9, 1) then 'pending' else 'verified' end,
      case when (v_place.n, v_place.days_ago) = (9, 1) then 'photo_time' end,
      private.workout_chips(v_place.user_id, v_place.date),
      private.workout_chain_status(v_place.before_user_id, v_place.date), v_place.at
    );
  end loop;
  insert into private.workout_checkin_photos (checkin_id, hash, pixels)
  select id, encode(sha256(convert_to(photo_url, 'UTF8')), 'hex'), 480 * 360
  from public.workout_window_checkins where photo_url is not null;

  -- The jobs of these days: the ends of windows, and the battles of the weeks that are over.
  while (select remaining from private.close_workout_days(1000)) > 0 loop
  end loop;
  perform private.count_workout_week(week, users)
  from (
    select private.week_of(date) as week, array_agg(distinct user_id) as users
    from public.workout_window_chains group by 1
  ) as w;
  perform private.finish_workout_battle(week)
  from (
    select distinct private.week_of(date) as week from public.workout_window_chains
  ) as w
  where week < private.week_of(private.utc_today()) order by week;
  perform private.generate_workout_battle();
  perform private.continue_workout_battles();
end
$$;
