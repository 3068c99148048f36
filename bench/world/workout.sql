-- Windows of a third of the users with a month of chains, check-ins, mosaics and battles. The first
-- city has the windows of a fifth of the users, in groups of 2,000; the others have 1,000 windows each.
--
-- The service itself generates the chains of tomorrow. The dates before are like it, with the colours
-- exchanged on every second one.

-- step functions
create function world.city(n bigint) returns bigint language sql immutable as
  $$ select case when n < :users / 5 then 0 else n / 3000 end $$;
-- Day 0 is tomorrow, day 1 today.
create function world.date(day integer) returns date language sql immutable as
  $$ select (world.now() at time zone 'utc')::date + 1 - day $$;
create function world.midnight(day integer) returns timestamptz language sql immutable as
  $$ select world.date(day)::timestamp at time zone 'utc' $$;
create function world.other_color(color text, day integer) returns text language sql immutable as
  $$ select case when day % 2 = 0 then color when color = 'red' then 'blue' else 'red' end $$;
-- Nine in ten check in, each at a time that follows from user and date.
create function world.came(n bigint, date date) returns boolean language sql immutable as
  $$ select world.dice(n * 1000 + (date - date '2020-01-01') % 1000, 60) < 0.9 $$;

-- step public.workout_windows
insert into public.workout_window_locations (id, user_id, city, country)
select world.id('location', n), world.user_id(n), 'City ' || world.city(n), 'US'
from generate_series(0, :all - 1) as n where n = 0 or n % 3 = 2;
insert into public.workout_windows (id, user_id, activity_type, window_start_time, window_end_time,
  timezone, holds_from, location_group, created_at, updated_at)
select world.id('window', n), world.user_id(n), 'walk', at, at + interval '2 hours',
  (array['America/New_York', 'Europe/Berlin', 'UTC'])[1 + city % 3], world.at(0)::date,
  'city/city ' || city || case when city = 0 and n >= 6000 then chr(10) || n / 6000 + 1 else '' end,
  world.at(0), world.at(0)
from generate_series(0, :all - 1) as n, world.city(n) as city, lateral (
  select time '00:00' + floor(world.dice(n, 61) * 1440)::integer * interval '1 minute' as at
) as start where n = 0 or n % 3 = 2;
insert into public.workout_window_ai_users (id, user_id, region, city, state, timezone, activity_type,
  window_start_time, window_end_time)
select world.id('synthetic', n), w.user_id, 'US', 'City', 'US', w.timezone, w.activity_type,
  w.window_start_time, w.window_end_time
from generate_series(:users, :all - 1) as n
join public.workout_windows as w on w.user_id = world.user_id(n);
analyze public.workout_windows, public.workout_window_locations;

-- step chains of tomorrow
select private.request_workout_chains(world.date(0));
do $$
  declare
    v_remaining integer := 1;
  begin
    while v_remaining > 0 loop
      select remaining into v_remaining
      from private.generate_workout_chains(world.date(0), 10000);
      commit;
    end loop;
  end $$;

-- fill chains of the days before
insert into private.workout_dates (date, generated_at)
select world.date(day), world.midnight(day) from generate_series(1, :days) as day;
insert into public.workout_window_squads (id, date, user_1_id, user_2_id, user_3_id, team_color)
select world.id_at(id::text, day, world.midnight(day)), world.date(day), user_1_id, user_2_id,
  user_3_id, world.other_color(team_color, day)
from public.workout_window_squads, generate_series(1, :days) as day where date = world.date(0);
insert into public.workout_window_chains (id, date, user_id, before_user_id, after_user_id,
  team_color, squad_id, chain_status, location_group, starts_at, ends_at, closes_at, reminded_at,
  closed_at, created_at)
select world.id_at(c.id::text, day, world.midnight(day)), world.date(day), c.user_id,
  c.before_user_id, c.after_user_id, world.other_color(team_color, day),
  world.id_at(c.squad_id::text, day, world.midnight(day)),
  -- Broken once the one before has failed.
  case when c.before_user_id is null or world.came(world.number(c.before_user_id), world.date(day))
      or b.ends_at + private.workout_grace() > world.now()
    then 'continued' else 'broken' end,
  c.location_group, i.starts_at, i.ends_at, i.ends_at + private.workout_grace(),
  case when i.starts_at - interval '30 minutes' < world.now()
    then i.starts_at - interval '30 minutes' end,
  case when i.ends_at + interval '40 minutes' < world.now()
    then i.ends_at + interval '40 minutes' end, world.midnight(day)
from public.workout_window_chains as c
cross join generate_series(1, :days) as day
join public.workout_windows as w on w.user_id = c.user_id
cross join lateral private.workout_window_instants(
  world.date(day), w.window_start_time, w.window_end_time, w.timezone) as i
left join public.workout_windows as v on v.user_id = c.before_user_id
left join lateral private.workout_window_instants(
  world.date(day), v.window_start_time, v.window_end_time, v.timezone) as b on true
where c.date = world.date(0);

-- The first date has nobody before it, so that no check-in has earned a week's bonus by then.
-- fill public.workout_window_checkins
create table world.checkins as
select c.id as chain_id, c.user_id, c.date, n, at, c.before_user_id, c.chain_status,
  1 + coalesce(world.came(world.number(c.before_user_id), c.date), false)::integer as base,
  count(*) over (partition by c.user_id order by c.date
    range between interval '6 days' preceding and interval '1 day' preceding) as before
from public.workout_window_chains as c, world.number(c.user_id) as n,
  lateral (
    select c.starts_at + world.dice(n * 1000 + (c.date - date '2020-01-01') % 1000, 62)
      * (c.ends_at - c.starts_at) as at
  ) as t
where world.came(n, c.date) and at < world.now();
insert into public.workout_window_checkins (id, user_id, chain_id, date, activity_type, photo_url,
  photo_timestamp, status, battle_chips_earned, chain_status, created_at)
select world.id_at('check-in' || k.date, n, at), k.user_id, chain_id, k.date, 'walk',
  case when n < :users then k.user_id || '/' || k.date || '.jpg' end,
  case when n < :users then at end, 'verified',
  base + case when before = 6 then 2 else 0 end, chain_status, at
from world.checkins as k;
insert into private.workout_checkin_photos (checkin_id, hash, pixels)
select world.id_at('check-in' || date, n, at), encode(sha256((date::text || n)::bytea), 'hex'),
  1000000
from world.checkins where n < :users;
drop table world.checkins;

-- fill the counts of teams
truncate private.workout_counts, private.workout_members;
insert into private.workout_counts (date, team_color, kind, places, chips, closes_at, is_sum)
select c.date, c.team_color, coalesce(k.status, 'open'), count(*),
  coalesce(sum(k.battle_chips_earned), 0), case when k.id is null then c.closes_at end, true
from public.workout_window_chains as c
left join public.workout_window_checkins as k on k.user_id = c.user_id and k.date = c.date
group by 1, 2, 3, 6;
insert into private.workout_members (user_id, week, team_color, chips)
select distinct on (user_id, week) user_id, week, team_color, chips
from (
  select c.user_id, private.week_of(c.date) as week, c.team_color, count(*) as days,
    max(c.date) as last, coalesce(sum(k.battle_chips_earned), 0) as chips
  from public.workout_window_chains as c
  left join public.workout_window_checkins as k
    on k.user_id = c.user_id and k.date = c.date and k.status = 'verified'
  group by 1, 2, 3
) as m
order by user_id, week, days desc, last desc;
insert into private.workout_counts (date, team_color, kind, places, is_sum)
select week, team_color, 'member', count(*), true from private.workout_members group by 1, 2;

-- step mosaics and battles
analyze public.workout_window_chains, public.workout_window_checkins, private.workout_counts,
  private.workout_members;
insert into public.workout_window_mosaics (date, mosaic_data, total_participants, completed_count,
  failed_count, pending_count, synthetic_count)
select d.date, coalesce(t.tiles, '[]'), c.*
from private.workout_dates as d, private.workout_mosaic_counts(d.date) as c,
  lateral (
    select jsonb_agg(jsonb_build_object('user_id', p.user_id, 'status', p.status, 'team_color',
      p.team_color, 'photo', false, 'coordinates', jsonb_build_object('x', (p.place - 1) % 100 * 16,
      'y', (p.place - 1) / 100 * 16, 'width', 16, 'height', 16)) order by p.place) as tiles
    from private.workout_mosaic_participants(d.date) with ordinality as p (
      user_id, status, team_color, checkin_id, location_group, starts_at, place)
  ) as t
where d.date < world.date(2);
do $$
  declare
    v_battle public.workout_window_battles;
  begin
    for v_battle in
      select b.* from (
        select distinct private.week_of(date) as week from private.workout_dates
        where date <= private.utc_today()
      ) as weeks
      cross join lateral private.open_workout_battle(week) as b
    loop
      if v_battle.week_end_date < private.utc_today() - 1 then
        perform private.finish_workout_battle(v_battle.week_start_date);
      end if;
    end loop;
  end $$;
update private.workout_battle_notices set finished_at = now();
