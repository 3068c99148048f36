-- Synthetic users: accounts that nobody can sign in as, with a window and a location, made from
-- weighted choices that follow from a seed.

-- Choices -----------------------------------------------------------------------------------------

create function private.ai_user_cities()
returns table (
  region text, city text, state text, timezone text, latitude numeric, longitude numeric
)
language sql immutable rows 20 set search_path = ''
as $$
  values
    ('West Coast', 'Los Angeles', 'California', 'America/Los_Angeles', 34.0522, -118.2437),
    ('West Coast', 'San Francisco', 'California', 'America/Los_Angeles', 37.7749, -122.4194),
    ('West Coast', 'Portland', 'Oregon', 'America/Los_Angeles', 45.5152, -122.6784),
    ('West Coast', 'Seattle', 'Washington', 'America/Los_Angeles', 47.6062, -122.3321),
    ('East Coast', 'Boston', 'Massachusetts', 'America/New_York', 42.3601, -71.0589),
    ('East Coast', 'Miami', 'Florida', 'America/New_York', 25.7617, -80.1918),
    ('East Coast', 'New York', 'New York', 'America/New_York', 40.7128, -74.0060),
    ('East Coast', 'Philadelphia', 'Pennsylvania', 'America/New_York', 39.9526, -75.1652),
    ('Midwest', 'Chicago', 'Illinois', 'America/Chicago', 41.8781, -87.6298),
    ('Midwest', 'Detroit', 'Michigan', 'America/Detroit', 42.3314, -83.0458),
    ('Midwest', 'Indianapolis', 'Indiana', 'America/Indiana/Indianapolis', 39.7684, -86.1581),
    ('Midwest', 'Minneapolis', 'Minnesota', 'America/Chicago', 44.9778, -93.2650),
    ('South', 'Atlanta', 'Georgia', 'America/New_York', 33.7490, -84.3880),
    ('South', 'Dallas', 'Texas', 'America/Chicago', 32.7767, -96.7970),
    ('South', 'Houston', 'Texas', 'America/Chicago', 29.7604, -95.3698),
    ('South', 'Nashville', 'Tennessee', 'America/Chicago', 36.1627, -86.7816),
    ('Mountain West', 'Boise', 'Idaho', 'America/Boise', 43.6150, -116.2023),
    ('Mountain West', 'Denver', 'Colorado', 'America/Denver', 39.7392, -104.9903),
    ('Mountain West', 'Phoenix', 'Arizona', 'America/Phoenix', 33.4484, -112.0740),
    ('Mountain West', 'Salt Lake City', 'Utah', 'America/Denver', 40.7608, -111.8910)
$$;

-- The slots of windows by their names, and when each starts.
create function private.ai_user_slots() returns table (name text, starts time)
language sql immutable rows 6 set search_path = ''
as $$
  values ('6-8am', time '06:00'), ('8-10am', '08:00'), ('12-2pm', '12:00'), ('2-4pm', '14:00'),
    ('4-6pm', '16:00'), ('6-8pm', '18:00')
$$;

-- A configuration in full: the given parts replace those of the default.
create function private.ai_user_config(p_config jsonb) returns jsonb
language sql immutable set search_path = ''
as $$
  select '{
    "regions": {"West Coast": 0.25, "East Coast": 0.3, "Midwest": 0.2, "South": 0.15,
      "Mountain West": 0.1},
    "activities": {"cardio": 0.3, "strength": 0.25, "walk": 0.2, "meditation": 0.1, "reading": 0.1,
      "homework": 0.03, "other": 0.02},
    "time_slots": {"6-8am": 0.15, "8-10am": 0.1, "12-2pm": 0.2, "2-4pm": 0.15, "4-6pm": 0.25,
      "6-8pm": 0.15},
    "check_in_probability": 0.85
  }'::jsonb || p_config
$$;

-- Refuses weights of unknown names, or that do not add up to 1 within rounding.
create function private.check_weights(p_config jsonb, p_part text, p_names text[]) returns void
language plpgsql immutable set search_path = ''
as $$
declare
  v_name text;
begin
  select name into v_name from jsonb_object_keys(p_config -> p_part) as name
  where name <> all (p_names) limit 1;
  if found then
    perform private.refuse(400, 'config.' || p_part || '.' || v_name || ': unknown');
  elsif exists (select from jsonb_each_text(p_config -> p_part) where value::numeric < 0)
    or (select abs(sum(value::numeric) - 1) > 0.001 from jsonb_each_text(p_config -> p_part))
      is distinct from false
  then
    perform private.refuse(400, 'config.' || p_part || ': expected weights from 0 that add up to 1');
  end if;
end
$$;

-- The value for a number from 0 to below 1.
create function private.choose_weighted(p_weights jsonb, p_at numeric) returns text
language sql immutable set search_path = ''
as $$
  select name
  from (
    select key as name, value::numeric as weight, sum(value::numeric) over (order by key) as upper
    from jsonb_each_text(p_weights)
  ) as w
  where weight > 0
  order by upper <= p_at, case when upper <= p_at then -upper else upper end limit 1
$$;

-- Numbers from 0 to below 1 for the users 1 to p_count, spread evenly in an order that follows from
-- the seed: so each share of the users is as large as its weight, within one user.
create function private.spread(p_seed text, p_what text, p_count integer)
returns table (number integer, at numeric)
language sql immutable set search_path = ''
as $$
  select n, (row_number() over (order by md5(concat_ws(':', p_seed, p_what, n))) - 0.5) / p_count
  from generate_series(1, p_count) as n
$$;

create function private.ai_user_name(p_seed text, p_number integer) returns text
language sql immutable set search_path = ''
as $$
  select f.names[1 + get_byte(h.hash, 0) % cardinality(f.names)] || ' '
    || l.names[1 + get_byte(h.hash, 1) % cardinality(l.names)]
  from (select decode(md5(concat_ws(':', p_seed, 'name', p_number)), 'hex') as hash) as h,
    (select string_to_array('Aaron Alice Amir Andre Bella Blake Brooke Caleb Carmen Chloe Clara '
      'Damon Daria Diego Elena Eli Emma Ethan Fiona Gavin Grace Hana Hugo Iris Isaac Jade Jonah '
      'Julia Kai Keira Leah Liam Lucia Maya Miles Nadia Noah Nora Omar Priya Quinn Rosa Ruben '
      'Sadie Samir Tara Theo Uma Victor Wren Yusuf Zoe', ' ') as names) as f,
    (select string_to_array('Abbott Adler Barnes Bauer Bishop Brooks Carter Chen Cole Cruz Dawson '
      'Diaz Ellis Evans Fisher Flores Garcia Grant Hayes Hill Irwin James Kaur Keller Kim Lane '
      'Lopez Marsh Meyer Moreno Nash Nguyen Ortiz Owens Park Patel Quinn Reed Rivera Rossi Shah '
      'Silva Stone Tran Turner Vance Vega Walsh West Young', ' ') as names) as l
$$;

create type private.planned_ai_user as (
  id uuid,
  full_name text,
  region text,
  city text,
  state text,
  timezone text,
  latitude numeric,
  longitude numeric,
  activity_type text,
  starts time
);

-- Those of the users described by a configuration and a seed that have the numbers from p_first to
-- p_last. All but the ids follows from the arguments.
create function private.plan_ai_users(
  p_count integer, p_seed text, p_config jsonb, p_first integer, p_last integer
) returns setof private.planned_ai_user
language sql volatile set search_path = ''
as $$
  select gen_random_uuid(), private.ai_user_name(p_seed, r.number), c.region, c.city, c.state,
    c.timezone, c.latitude, c.longitude,
    private.choose_weighted(p_config -> 'activities', a.at), s.starts
  from private.spread(p_seed, 'region', p_count) as r
  join private.spread(p_seed, 'activity', p_count) as a using (number)
  join private.spread(p_seed, 'slot', p_count) as t using (number)
  cross join lateral (
    select c.* from private.ai_user_cities() as c
    where c.region = private.choose_weighted(p_config -> 'regions', r.at)
    order by md5(concat_ws(':', p_seed, 'city', r.number, c.city)) limit 1
  ) as c
  join private.ai_user_slots() as s
    on s.name = private.choose_weighted(p_config -> 'time_slots', t.at)
  where r.number between p_first and p_last
  order by r.number
$$;

-- Generation --------------------------------------------------------------------------------------

-- A synthetic user as super admins see it.
create function private.ai_user_json(p_user public.workout_window_ai_users) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select to_jsonb(p_user) || jsonb_build_object('profile', jsonb_build_object(
    'id', u.id, 'handle', u.handle, 'full_name', u.full_name, 'avatar_url', u.avatar_url,
    'is_ai', true))
  from public.profile_cards as u where u.id = p_user.user_id
$$;

-- Creates those of p_count users that are numbered from p_first to p_last. The accounts have no
-- password, an address that cannot receive mail, and are banned.
create function private.create_ai_users(
  p_count integer, p_seed text, p_config jsonb default '{}', p_first integer default 1,
  p_last integer default 100
) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_config constant jsonb := private.ai_user_config(p_config);
  v_planned private.planned_ai_user[];
  v_created uuid[];
begin
  perform private.require_super_admin();
  if p_count not between 1 and 1000 then
    perform private.refuse(400, 'count: expected 1 to 1000');
  elsif (v_config ->> 'check_in_probability')::numeric not between 0 and 1 then
    perform private.refuse(400, 'config.check_in_probability: expected 0 to 1');
  end if;
  perform private.check_weights(v_config, 'regions',
    array(select distinct region from private.ai_user_cities()));
  perform private.check_weights(v_config, 'activities',
    array['cardio', 'strength', 'walk', 'meditation', 'reading', 'homework', 'other']);
  perform private.check_weights(v_config, 'time_slots',
    array(select name from private.ai_user_slots()));

  -- Two calls that give out the same handles in different orders would deadlock.
  perform pg_advisory_xact_lock(hashtextextended('synthetic users', 0));
  v_planned := array(
    select p from private.plan_ai_users(p_count, p_seed, v_config, p_first, p_last) as p);
  -- The trigger on this table creates the profiles.
  insert into auth.users (
    instance_id, id, aud, role, email, raw_app_meta_data, raw_user_meta_data, created_at,
    updated_at, banned_until, confirmation_token, recovery_token, email_change,
    email_change_token_new
  )
  select '00000000-0000-0000-0000-000000000000', n.id, 'authenticated', 'authenticated',
    'ai-' || n.id || '@synthetic.invalid', '{"provider": "synthetic", "is_ai": true}',
    jsonb_build_object('full_name', n.full_name), now(), now(), '2999-01-01', '', '', '', ''
  from unnest(v_planned) as n;
  insert into public.workout_window_locations (
    user_id, latitude, longitude, city, region, country, timezone)
  select id, latitude, longitude, city, state, 'US', timezone from unnest(v_planned);
  insert into public.workout_windows (
    user_id, activity_type, custom_activity, window_start_time, window_end_time, timezone)
  select id, activity_type, case when activity_type = 'other' then 'Stretching' end,
    starts, starts + interval '2 hours', timezone
  from unnest(v_planned);
  with created as (
    insert into public.workout_window_ai_users (
      user_id, region, city, state, timezone, activity_type, window_start_time, window_end_time,
      check_in_probability
    )
    select id, region, city, state, timezone, activity_type, starts, starts + interval '2 hours',
      (v_config ->> 'check_in_probability')::numeric
    from unnest(v_planned)
    returning id
  )
  select array_agg(id) into v_created from created;
  perform private.audit('workout_ai_users.generate', 'workout_ai_users', p_seed, null,
    jsonb_build_object('created', cardinality(v_created), 'config', v_config));
  return (
    select coalesce(jsonb_agg(private.ai_user_json(u) order by c.place), '[]')
    from unnest(v_created) with ordinality as c (id, place)
    join public.workout_window_ai_users as u on u.id = c.id
  );
end
$$;
comment on function private.create_ai_users is
  'Creates synthetic users of a plan, those of a range of numbers; for super admins.';

-- Administration ----------------------------------------------------------------------------------

-- An inactive synthetic user has no place in chains to come and does not check in.
create function private.set_ai_user_active(p_id uuid, p_is_active boolean) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_before boolean;
  v_user public.workout_window_ai_users;
begin
  perform private.require_super_admin();
  select is_active into v_before from public.workout_window_ai_users where id = p_id
  for no key update;
  update public.workout_window_ai_users set is_active = p_is_active
  where id = p_id returning * into v_user;
  if not found then
    perform private.refuse(404, 'AI user not found');
  end if;
  update public.workout_windows set is_active = p_is_active
  where user_id = v_user.user_id and is_active <> p_is_active;
  perform private.audit('workout_ai_user.toggle', 'user', v_user.user_id::text,
    jsonb_build_object('is_active', v_before), jsonb_build_object('is_active', p_is_active));
  return private.ai_user_json(v_user);
end
$$;

-- Deletes the account, and with it everything of the user.
create function private.delete_ai_user(p_id uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_user public.workout_window_ai_users;
begin
  perform private.require_super_admin();
  select a.* into v_user from public.workout_window_ai_users as a
  join public.profiles as p on p.id = a.user_id and p.is_ai
  where a.id = p_id for update of a;
  if not found then
    perform private.refuse(404, 'AI user not found');
  end if;
  delete from auth.users where id = v_user.user_id;
  perform private.audit(
    'workout_ai_user.delete', 'user', v_user.user_id::text, to_jsonb(v_user), null);
end
$$;

select private.expose('authenticated', 'create_ai_users', 'set_ai_user_active', 'delete_ai_user');
