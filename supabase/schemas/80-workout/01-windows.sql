-- Workout windows: the two hours a day to which a user commits, the user's approximate location,
-- and the synthetic users who fill teams. Functions write these tables.

-- The local date and time of a window as instants. A window that crosses midnight belongs to the
-- date on which it starts. Both ends follow the clocks of the time zone, so a window over a change
-- of the clocks may be shorter or longer than two hours; it has at least half an hour.
create function private.workout_window_instants(
  p_date date, p_start time, p_end time, p_timezone text,
  out starts_at timestamptz, out ends_at timestamptz
)
language plpgsql stable set search_path = ''
as $$
begin
  starts_at := (p_date + p_start) at time zone p_timezone;
  ends_at := greatest(starts_at + interval '30 minutes',
    (p_date + p_end + case when p_end <= p_start then interval '1 day' else interval '0' end)
      at time zone p_timezone);
end
$$;

-- How long after the end of the window a check-in still counts.
create function private.workout_grace() returns interval
language sql immutable set search_path = ''
as $$ select interval '30 minutes' $$;

create table public.workout_windows (
  id uuid primary key default private.uuid_v7(),
  user_id uuid not null references public.profile_cards (id) on delete cascade unique,
  activity_type text not null
    check (activity_type in (
      'cardio', 'strength', 'walk', 'meditation', 'reading', 'homework', 'other')),
  custom_activity text
    constraint workout_windows_custom_activity_text_check
      check (char_length(custom_activity) <= 100 and custom_activity ~ '\S'),
  window_start_time time(0) not null
    constraint workout_windows_start_check
      check (extract(second from window_start_time) = 0 and window_start_time < '24:00'),
  window_end_time time(0) not null
    constraint workout_windows_end_check check (window_end_time < '24:00'),
  timezone text not null,
  is_active boolean not null default true,
  holds_from date not null default private.utc_today(),
  location_group text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint workout_windows_custom_activity_check
    check ((activity_type = 'other') = (custom_activity is not null)),
  -- A difference of times is negative when the window crosses midnight.
  constraint workout_windows_length_check
    check (window_end_time - window_start_time in (interval '2 hours', interval '-22 hours'))
);

select private.check_written('public.workout_windows', 'workout_windows_timezone_check',
  'char_length(new.timezone) <= 50 and private.is_timezone(new.timezone)', 'timezone');

select private.guard_table('public.workout_windows',
  'The daily window of each user: exactly two hours of the local clock.');
comment on column public.workout_windows.holds_from is
  'The first date on which the window holds; former windows hold until then.';
comment on column public.workout_windows.location_group is
  'Users of one group are matched with each other. Kept by triggers.';

create index workout_windows_group_idx on public.workout_windows (location_group) where is_active;

create table private.workout_former_windows (
  user_id uuid not null references public.profile_cards (id) on delete cascade,
  holds_until date not null,
  window_start_time time(0) not null,
  window_end_time time(0) not null,
  timezone text not null,
  primary key (user_id, holds_until)
);

select private.hide_table('private.workout_former_windows',
  'Windows that users have changed. Each holds until a date, after the one before it.');

create index workout_former_windows_holds_until_idx
  on private.workout_former_windows (holds_until);

-- The windows of users on a date: of each the former window that holds then, otherwise the present
-- one.
create function private.workout_windows_on(p_user_ids uuid[], p_date date)
returns table (user_id uuid, starts_at timestamptz, ends_at timestamptz, timezone text)
language plpgsql stable security definer rows 1 set search_path = ''
as $$
begin
  return query
    select u.id, i.starts_at, i.ends_at, w.timezone
    from unnest(p_user_ids) as u (id)
    cross join lateral (
      select f.window_start_time, f.window_end_time, f.timezone, f.holds_until
      from private.workout_former_windows as f
      where f.user_id = u.id and f.holds_until > p_date
      union all
      select s.window_start_time, s.window_end_time, s.timezone, 'infinity'
      from public.workout_windows as s where s.user_id = u.id
      order by holds_until limit 1
    ) as w
    cross join lateral private.workout_window_instants(
      p_date, w.window_start_time, w.window_end_time, w.timezone) as i;
end
$$;

create table public.workout_window_locations (
  id uuid primary key default private.uuid_v7(),
  user_id uuid not null references public.profile_cards (id) on delete cascade unique,
  ip_address inet check (masklen(ip_address) = case family(ip_address) when 4 then 32 else 128 end),
  latitude numeric(10, 8) check (latitude between -90 and 90),
  longitude numeric(11, 8) check (longitude between -180 and 180),
  city text check (char_length(city) <= 100 and city ~ '\S'),
  region text check (char_length(region) <= 100 and region ~ '\S'),
  country text check (private.is_country(country)),
  timezone text check (char_length(timezone) <= 50 and private.is_timezone(timezone)),
  last_updated timestamptz not null default now(),
  constraint workout_window_locations_coordinates_check
    check ((latitude is null) = (longitude is null))
);

select private.guard_table('public.workout_window_locations',
  'The location that a user has stated. Others see the city at most, through functions.');

create table public.workout_window_ai_users (
  id uuid primary key default private.uuid_v7(),
  user_id uuid not null references public.profile_cards (id) on delete cascade unique,
  region text not null,
  city text not null,
  state text not null,
  timezone text not null check (char_length(timezone) <= 50 and private.is_timezone(timezone)),
  activity_type text not null
    check (activity_type in (
      'cardio', 'strength', 'walk', 'meditation', 'reading', 'homework', 'other')),
  window_start_time time(0) not null,
  window_end_time time(0) not null,
  check_in_probability numeric(4, 3) not null default 0.85
    constraint workout_window_ai_users_probability_check
      check (check_in_probability between 0 and 1),
  is_active boolean not null default true,
  created_at timestamptz not null default now()
);

select private.guard_table('public.workout_window_ai_users',
  'Synthetic users, who take part in chains and teams like real ones.');

create index workout_window_ai_users_page_idx
  on public.workout_window_ai_users (created_at desc, id desc);

-- Location groups ---------------------------------------------------------------------------------

-- The name of a place without differences of spelling; no-break spaces are spaces.
create function private.place_name(p_name text) returns text
language sql immutable set search_path = ''
as $$ select lower(btrim(regexp_replace(normalize(p_name, nfkc), '\s+', ' ', 'g'))) $$;

-- The location group of a user: the city within its country, otherwise the region within its
-- country, otherwise the time zone. Users who state no country are in a group with each other.
-- Upper and lower case and spaces make no difference, nor does the region of a city, which only
-- some of its users state.
create function private.location_group(
  p_city text, p_region text, p_country text, p_timezone text
) returns text
language sql immutable set search_path = ''
as $$
  select coalesce(
    'city/' || place.country || '/' || private.place_name(p_city),
    'region/' || place.country || '/' || private.place_name(p_region),
    'timezone/' || p_timezone)
  from (select coalesce(p_country, '') as country) as place
$$;

-- The largest number of windows in a location group; more of the same place form another group. A
-- change of a window generates its whole group again, and the group's check-ins wait for that.
create function private.max_location_group() returns integer
language sql immutable set search_path = ''
as $$ select 2000 $$;

-- The place that a location group belongs to. No name of a place contains a line feed.
create function private.place_of_group(p_group text) returns text
language sql immutable set search_path = ''
as $$ select split_part(p_group, e'\n', 1) $$;

-- Groups of a place are numbered from 1. The window joins a group that has windows while the next
-- group has no windows: usually the last group, which is found by a few looks at the index. When
-- that group is full, the window opens the next one. Other groups are not filled up again until
-- they are empty.
create function private.set_location_group() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_place text;
  v_number integer := 1;
begin
  select private.location_group(l.city, l.region, l.country, new.timezone) into v_place
  from (values (new.user_id)) as w (user_id)
  left join public.workout_window_locations as l on l.user_id = w.user_id;
  if tg_op = 'UPDATE' and private.place_of_group(old.location_group) = v_place then
    new.location_group := old.location_group;
    return new;
  end if;
  new.location_group := v_place;
  -- Up to 2^14 groups, the largest steps first.
  for v_bit in reverse 13 .. 0 loop
    if exists (
      select from public.workout_windows
      where is_active and location_group = v_place || e'\n' || v_number + (1 << v_bit)
    ) then
      v_number := v_number + (1 << v_bit);
      new.location_group := v_place || e'\n' || v_number;
    end if;
  end loop;
  if (
    select count(*) from public.workout_windows
    where is_active and location_group = new.location_group
  ) >= private.max_location_group() then
    new.location_group := v_place || e'\n' || v_number + 1;
  end if;
  return new;
end
$$;

create trigger workout_windows_200_set_location_group
  before insert or update of timezone, location_group on public.workout_windows
  for each row execute function private.set_location_group();

-- The trigger of the window computes the group from the new location.
create function private.hand_location_to_window() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.workout_windows set location_group = location_group
  where user_id = new.user_id and private.place_of_group(location_group) <>
    private.location_group(new.city, new.region, new.country, timezone);
  return null;
end
$$;

create trigger workout_window_locations_300_hand_to_window
  after insert or update on public.workout_window_locations
  for each row execute function private.hand_location_to_window();

select private.let_read('owner_or_admin', 'public.workout_windows');
select private.let_read('owner', 'public.workout_window_locations');
select private.let_read('super_admin', 'public.workout_window_ai_users');

grant all on public.workout_windows, public.workout_window_locations,
  public.workout_window_ai_users to service_role;

select private.register_personal_data('public.workout_windows', 'delete', 60,
  p_section => 'workout_window', p_omitted => '{location_group}');
select private.register_personal_data('public.workout_window_locations', 'delete', 60,
  p_section => 'workout_window_location', p_page_key => '{user_id}');
select private.register_person_column('private.workout_former_windows', 'user_id',
  'Times of days before the set window holds, which the section of chains contains.');
select private.register_person_column('public.workout_window_locations', 'ip_address',
  p_section => 'workout_window_location');
select private.register_person_column('public.workout_window_ai_users', 'user_id',
  'Settings of a synthetic user, who has no export.');
