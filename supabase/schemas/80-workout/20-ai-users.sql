-- Synthetic users: accounts that nobody can sign in as, with a window and a location. The service
-- plans them.

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
  starts time,
  check_in_probability numeric
);

-- A synthetic user as super admins see it.
create function private.ai_user_json(p_user public.workout_window_ai_users) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select to_jsonb(p_user) || jsonb_build_object('profile', to_jsonb(u) || '{"is_ai": true}')
  from public.profile_cards as u where u.id = p_user.user_id
$$;

-- Creates up to 100 users of a plan: an array of objects with the members of `planned_ai_user`. The
-- accounts have no password, an address that cannot receive mail, and are banned.
create function private.create_ai_users(p_users jsonb, p_seed text, p_config jsonb default '{}')
returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_planned private.planned_ai_user[];
  v_created uuid[];
begin
  perform private.require_super_admin();
  perform private.refuse_if(jsonb_typeof(p_users) is distinct from 'array'
    or jsonb_array_length(p_users) not between 1 and 100, 400, 'users: expected 1 to 100 items');
  v_planned := array(
    select jsonb_populate_record(
      null::private.planned_ai_user, u || jsonb_build_object('id', gen_random_uuid()))
    from jsonb_array_elements(p_users) as u);

  -- Two calls that give out the same handles in different orders would deadlock.
  perform pg_advisory_xact_lock(hashtextextended('synthetic users', 0));
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
      check_in_probability
    from unnest(v_planned)
    returning id
  )
  select array_agg(id) into v_created from created;
  perform private.audit('workout_ai_users.generate', 'workout_ai_users', p_seed, null,
    jsonb_build_object('created', cardinality(v_created), 'config', p_config));
  return (
    select coalesce(jsonb_agg(private.ai_user_json(u) order by c.place), '[]')
    from unnest(v_created) with ordinality as c (id, place)
    join public.workout_window_ai_users as u on u.id = c.id
  );
end
$$;

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
  perform private.refuse_if(not found, 404, 'AI user not found');
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
  perform private.refuse_if(not found, 404, 'AI user not found');
  delete from auth.users where id = v_user.user_id;
  perform private.audit(
    'workout_ai_user.delete', 'user', v_user.user_id::text, to_jsonb(v_user), null);
end
$$;

select private.expose('authenticated', 'create_ai_users', 'set_ai_user_active', 'delete_ai_user');
