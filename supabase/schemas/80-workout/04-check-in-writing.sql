-- Writing of check-ins: those of synthetic users, the recording of one whose photo is stored, and
-- what they mean for the user after.

-- Neighbours --------------------------------------------------------------------------------------

-- Counts anew in the check-ins of users whether the user before has checked in: place, status of
-- the chain, and chips. These are even with the chip for the user before, and odd without it. Looks
-- up each user, also for the generation, which forbids nested loops.
create function private.follow_users_before(p_date date, p_user_ids uuid[]) returns void
language plpgsql volatile security definer
set search_path = '' set enable_nestloop = on
as $$
begin
  with changed as (
    update public.workout_window_checkins as k
    set chain_id = n.chain_id, chain_status = n.chain_status,
      battle_chips_earned = case when k.status = 'rejected' then 0
        else k.battle_chips_earned - 1 + k.battle_chips_earned % 2 + n.chips end
    from (
      select c.user_id, c.id as chain_id,
        private.workout_chain_status(c.before_user_id, p_date) as chain_status,
        private.has_checked_in(c.before_user_id, p_date)::integer as chips
      from unnest(p_user_ids) as u (id)
      join public.workout_window_chains as c on c.user_id = u.id and c.date = p_date
    ) as n
    where k.user_id = n.user_id and k.date = p_date
    returning k.id, n.chips
  )
  update private.workout_checkin_photos as p
  set base_chips = p.base_chips - (p.base_chips >= 2)::integer + c.chips
  from changed as c where p.checkin_id = c.id;
end
$$;

-- Lets a check-in and those of its neighbours come one after the other: the later one sees the
-- earlier one. The user before the one before counts too: a check-in may record that of a synthetic
-- user before.
create function private.lock_workout_neighbours(p_chain public.workout_window_chains) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('workout link ' || p_chain.date || u.id, 0))
  from (
    select id from unnest(array[p_chain.user_id, p_chain.before_user_id, (
      select before_user_id from public.workout_window_chains
      where user_id = p_chain.before_user_id and date = p_chain.date)]) as id
    where id is not null order by id
  ) as u;
end
$$;

-- Synthetic users ---------------------------------------------------------------------------------

-- Whether a synthetic user checks in on a date, and how far into the window: both follow from user
-- and date alone, so that every run has the same outcome.
create function private.workout_draw(p_user_id uuid, p_date date, p_what text) returns numeric
language sql immutable set search_path = ''
as $$
  select ((hashtextextended(p_user_id || ':' || p_date || ':' || p_what, 0) & 1048575)
    / 1048576::numeric)
$$;

-- Checks in the active synthetic users of these places of a date who come by their draw, and whose
-- drawn time has passed. Their chips are counted like those of others. Returns the number of new
-- check-ins.
create function private.check_in_synthetic(p_chain_ids uuid[]) returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_count integer := 0;
  v_after uuid[] := '{}';
  v_place record;
begin
  -- One after the other by start: the chips depend on the user before.
  for v_place in
    select c.*, a.activity_type, t.at
    from public.workout_window_chains as c
    join public.workout_window_ai_users as a on a.user_id = c.user_id and a.is_active
    cross join lateral (
      select c.starts_at
        + private.workout_draw(c.user_id, c.date, 'time') * (c.ends_at - c.starts_at) as at
    ) as t
    where c.id = any (p_chain_ids) and t.at <= now()
      and private.workout_draw(c.user_id, c.date, 'outcome') < a.check_in_probability
    order by c.starts_at, c.user_id
  loop
    insert into public.workout_window_checkins (
      user_id, chain_id, date, activity_type, status, battle_chips_earned, chain_status, created_at
    )
    select v_place.user_id, v_place.id, v_place.date, v_place.activity_type, 'verified',
      private.workout_chips(v_place.user_id, v_place.date, 1 + case when b.came then 1 else 0 end
        + case when v_place.at <= v_place.starts_at + interval '30 minutes' then 0.5 else 0 end),
      private.workout_chain_status(v_place.before_user_id, v_place.date),
      v_place.at
    from (select private.has_checked_in(v_place.before_user_id, v_place.date) as came) as b
    on conflict on constraint workout_window_checkins_user_date_key do nothing;
    if found then
      v_count := v_count + 1;
      v_after := v_after || v_place.after_user_id;
    end if;
  end loop;
  -- A user after may have come before the drawn time.
  if v_count > 0 then
    perform private.follow_users_before(v_place.date, v_after);
  end if;
  return v_count;
end
$$;

-- Recording ---------------------------------------------------------------------------------------

-- Tells the next user of the chain that it is their turn, unless they have checked in, their time
-- is over, or one of the two blocks the other. Returns whether there is a new notification.
create function private.pass_workout_baton(p_user_id uuid, p_date date) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_next uuid;
begin
  select n.user_id into v_next
  from public.workout_window_chains as c
  join public.workout_window_chains as n on n.user_id = c.after_user_id and n.date = c.date
  where c.user_id = p_user_id and c.date = p_date
    and n.ends_at + private.workout_grace() > now()
    and not private.has_checked_in(n.user_id, p_date)
    and not private.is_blocked_between(c.user_id, n.user_id);
  return v_next is not null and private.notify(
    v_next, 'baton_pass', (
      select jsonb_build_object('handle', handle) from public.profile_cards where id = p_user_id),
    jsonb_build_object('user_id', p_user_id, 'date', p_date), p_date || ':' || p_user_id);
end
$$;

-- Locks the place of a user who checks in, and what the check-in changes of others. Returns the
-- place, null without one.
create function private.lock_for_checkin(p_user_id uuid, p_date date)
returns public.workout_window_chains
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_chain public.workout_window_chains;
begin
  select * into v_chain from public.workout_window_chains
  where user_id = p_user_id and date = p_date;
  -- This check-in changes that of the user after. Before the place, as in a deletion of an account.
  perform from public.workout_window_checkins
  where user_id = v_chain.after_user_id and date = p_date for no key update;
  -- Without a place, a generation that writes one waits for the check-in, or the check-in for it.
  perform from public.profile_cards where id = p_user_id and v_chain.id is null for update;
  -- Changes of the place wait for the check-in.
  select * into v_chain from public.workout_window_chains
  where user_id = p_user_id and date = p_date for no key update;
  perform private.lock_workout_neighbours(v_chain);
  return v_chain;
end
$$;

-- Records the check-in whose photo is stored under the reserved path. Only the service calls it,
-- because only the edge functions know the bytes of a photo. A photo of which something is in doubt
-- waits for a super admin. `p_taken_at` is the camera's time, local unless it has an offset;
-- `p_device_time` is when the device says that the check-in was made. With an id that the user has
-- recorded one under before, returns that one.
create function private.record_workout_checkin(
  p_user_id uuid, p_path text, p_hash text, p_pixels integer, p_activity_type text,
  p_orientation integer default null, p_taken_at text default null,
  p_latitude numeric default null, p_longitude numeric default null,
  p_id uuid default null, p_device_time timestamptz default null
) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_made_at constant timestamptz := least(p_device_time, now());
  v_recorded jsonb;
  v_window record;
  v_in_window boolean;
  v_chain public.workout_window_chains;
  v_taken_at timestamptz;
  v_has_offset constant boolean := coalesce(p_taken_at ~ '[+-][0-9]{2}:[0-9]{2}$', false);
  v_reasons text[];
  v_base numeric;
  v_checkin public.workout_window_checkins;
begin
  perform private.require_active(p_user_id);
  -- Of two check-ins of one user the second sees the first.
  perform pg_advisory_xact_lock(hashtextextended('workout check-in ' || p_user_id, 0));
  v_recorded := private.recorded_workout_checkin(p_user_id, p_id);
  if v_recorded is not null then
    return v_recorded || '{"is_new": false}';
  end if;
  select * into v_window from private.open_workout_window(p_user_id, p_device_time);
  v_in_window := v_made_at between v_window.starts_at and v_window.ends_at + private.workout_grace();
  perform private.keep_reserved_file('workout-photos', p_path);
  -- Of two check-ins with one photo the second sees the first.
  perform pg_advisory_xact_lock(hashtextextended('workout photo ' || p_hash, 0));
  v_chain := private.lock_for_checkin(p_user_id, v_window.date);
  -- A synthetic user before counts from the drawn time on, not only from the close of their day.
  perform private.check_in_synthetic(array(
    select id from public.workout_window_chains
    where user_id = v_chain.before_user_id and date = v_window.date));

  v_taken_at := case when v_has_offset then p_taken_at::timestamptz
    else p_taken_at::timestamp at time zone v_window.timezone end;
  v_reasons := array_remove(array[
    case when not v_in_window then 'outside_window'
      when now() > v_window.ends_at + private.workout_grace() then 'late_upload' end,
    -- A clock without an offset may be that of another place.
    case when not case when v_has_offset
        then v_taken_at between v_window.starts_at and v_window.ends_at + private.workout_grace()
        else v_taken_at between v_made_at - interval '1 day' and v_made_at + interval '1 day' end
      then 'photo_time' end,
    case when exists (
      select from public.workout_window_checkins
      where user_id = p_user_id and date <> v_window.date
        and coalesce(taken_at, created_at) > v_made_at - interval '12 hours'
        and coalesce(taken_at, created_at) < v_made_at + interval '12 hours'
    ) then 'too_soon' end,
    case when exists (select from private.workout_checkin_photos where hash = p_hash)
      then 'photo_seen_before' end
  ], null);
  v_base := 1
    + case when private.has_checked_in(v_chain.before_user_id, v_window.date) then 1 else 0 end
    + case when v_made_at between v_window.starts_at and v_window.starts_at + interval '30 minutes'
      then 0.5 else 0 end;

  insert into public.workout_window_checkins (
    id, user_id, chain_id, date, activity_type, photo_url, photo_timestamp, location_lat,
    location_lng, status, review_reason, battle_chips_earned, chain_status, taken_at
  )
  values (
    coalesce(p_id, private.uuid_v7()), p_user_id, v_chain.id, v_window.date, p_activity_type,
    p_path, v_taken_at, p_latitude, p_longitude, case when v_reasons = '{}' then 'verified' else 'pending' end,
    nullif(array_to_string(v_reasons, ','), ''),
    private.workout_chips(p_user_id, v_window.date, v_base),
    private.workout_chain_status(v_chain.before_user_id, v_window.date), p_device_time
  )
  returning * into v_checkin;
  insert into private.workout_checkin_photos (checkin_id, hash, orientation, pixels, base_chips)
  values (v_checkin.id, p_hash, p_orientation, p_pixels, v_base);
  if v_checkin.status = 'verified' then
    perform private.follow_users_before(v_checkin.date, array[v_chain.after_user_id]);
  end if;
  return jsonb_build_object(
    'checkin', to_jsonb(v_checkin),
    'next_user_notified',
    v_checkin.status = 'verified' and private.pass_workout_baton(p_user_id, v_checkin.date),
    'is_new', true);
end
$$;

-- Review ------------------------------------------------------------------------------------------

create index workout_window_checkins_flagged_idx
  on public.workout_window_checkins (created_at desc, id desc) where status = 'pending';

-- Breaks the chain after a user who has not checked in or was rejected, and tells this user and the
-- one after, once. Returns whether there is a user after.
create function private.break_workout_chain(p_user_id uuid, p_date date) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_after uuid;
  v_data constant jsonb := jsonb_build_object('date', p_date);
  v_rejected constant boolean := exists (
    select from public.workout_window_checkins where user_id = p_user_id and date = p_date);
begin
  update public.workout_window_chains set chain_status = 'broken'
  where date = p_date and user_id = (
    select after_user_id from public.workout_window_chains
    where user_id = p_user_id and date = p_date)
  returning user_id into v_after;
  if v_after is null then
    return false;
  end if;
  perform private.notify(v_after, 'chain_broken.before', v_data, v_data, p_date || ':before');
  perform private.notify(
    p_user_id, 'chain_broken.' || case when v_rejected then 'rejected' else 'missed' end,
    v_data, v_data, p_date || ':own');
  return true;
end
$$;

select private.expose('service_role', 'record_workout_checkin');
