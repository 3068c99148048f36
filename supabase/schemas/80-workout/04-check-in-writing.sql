-- Writing of check-ins: the check-ins of synthetic users, the recording of a check-in whose photo
-- is stored, and the effects on the user after in the chain.

-- Neighbours --------------------------------------------------------------------------------------

-- Writes into the check-ins of users on a date what follows from those of others: the place,
-- whether the chain continues, and the chips.
create function private.settle_workout_checkins(p_date date, p_user_ids uuid[]) returns void
language sql volatile security definer set search_path = ''
as $$
  update public.workout_window_checkins as k
  set chain_id = c.id, chain_status = private.workout_chain_status(c.before_user_id, p_date),
    battle_chips_earned = case when k.status = 'rejected' then 0
      else private.workout_chips(k.user_id, p_date) end
  from public.workout_window_chains as c
  where k.user_id = any (p_user_ids) and k.date = p_date
    and c.user_id = k.user_id and c.date = p_date
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

-- Checks in the active synthetic users among these who have a place on the date, come by their
-- draw, and whose drawn time has passed. Returns the number of new check-ins.
create function private.check_in_synthetic(p_date date, p_user_ids uuid[]) returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_came uuid[];
begin
  with came as (
    insert into public.workout_window_checkins (
      user_id, chain_id, date, activity_type, status, created_at)
    select c.user_id, c.id, p_date, a.activity_type, 'verified', t.at
    from public.workout_window_chains as c
    join public.workout_window_ai_users as a on a.user_id = c.user_id and a.is_active
    cross join lateral (
      select c.starts_at
        + private.workout_draw(c.user_id, c.date, 'time') * (c.ends_at - c.starts_at) as at
    ) as t
    where c.user_id = any (p_user_ids) and c.date = p_date and t.at <= now()
      and private.workout_draw(c.user_id, c.date, 'outcome') < a.check_in_probability
    order by c.starts_at, c.user_id
    on conflict on constraint workout_window_checkins_user_date_key do nothing
    returning user_id
  )
  select coalesce(array_agg(user_id), '{}') into v_came from came;
  -- A user after may have come before the drawn time.
  perform private.settle_workout_checkins(p_date, v_came || array(
    select after_user_id from public.workout_window_chains
    where user_id = any (v_came) and date = p_date));
  return cardinality(v_came);
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
  -- The later one of two neighbours' check-ins sees the earlier one. The user before the one before
  -- counts too: a check-in may record that of a synthetic user before.
  perform pg_advisory_xact_lock(hashtextextended('workout link ' || p_date || u.id, 0))
  from (
    select id from unnest(array[v_chain.user_id, v_chain.before_user_id, (
      select before_user_id from public.workout_window_chains
      where user_id = v_chain.before_user_id and date = p_date)]) as id
    where id is not null order by id
  ) as u;
  return v_chain;
end
$$;

-- Records the check-in whose photo is stored under the reserved path. Only the service calls it,
-- because only the edge functions know the bytes of a photo. `p_taken_at` is the camera's time,
-- local unless it has an offset; `p_device_time` is when the device says that the check-in was
-- made. With an id that the user has recorded one under before, returns that one.
create function private.record_workout_checkin(
  p_user_id uuid, p_path text, p_hash text, p_pixels integer, p_activity_type text,
  p_orientation integer default null, p_taken_at text default null,
  p_latitude numeric default null, p_longitude numeric default null,
  p_id uuid default null, p_device_time timestamptz default null
) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_half_a_day constant interval := '12 hours';
  v_made_at constant timestamptz := least(p_device_time, now());
  v_has_offset constant boolean := p_taken_at ~ '[+-][0-9]{2}:[0-9]{2}$';
  v_recorded jsonb;
  v_window record;
  v_counted tstzrange;
  v_chain public.workout_window_chains;
  v_taken_at timestamptz;
  v_doubts text;
  v_checkin public.workout_window_checkins;
begin
  perform private.require_active(p_user_id);
  -- Of two check-ins of one user, and of two with one photo, the second sees the first.
  perform pg_advisory_xact_lock(hashtextextended('workout check-in ' || p_user_id, 0));
  v_recorded := private.recorded_workout_checkin(p_user_id, p_id);
  if v_recorded is not null then
    return v_recorded || '{"is_new": false}';
  end if;
  select * into v_window from private.open_workout_window(p_user_id, p_device_time);
  perform private.keep_reserved_file('workout-photos', p_path);
  perform pg_advisory_xact_lock(hashtextextended('workout photo ' || p_hash, 0));
  v_chain := private.lock_for_checkin(p_user_id, v_window.date);
  -- A synthetic user before counts from the drawn time on, not only from the close of their day.
  perform private.check_in_synthetic(v_window.date, array[v_chain.before_user_id]);
  v_taken_at := case when v_has_offset then p_taken_at::timestamptz
    else p_taken_at::timestamp at time zone v_window.timezone end;
  v_counted := tstzrange(v_window.starts_at, v_window.ends_at + private.workout_grace(), '[]');
  -- Why the check-in waits for a super admin.
  v_doubts := nullif(concat_ws(',',
    case when not v_counted @> v_made_at then 'outside_window'
      when now() > upper(v_counted) then 'late_upload' end,
    -- A clock without an offset may be that of another place.
    case when not case when v_has_offset then v_counted @> v_taken_at
        else v_taken_at between v_made_at - 2 * v_half_a_day and v_made_at + 2 * v_half_a_day end
      then 'photo_time' end,
    case when exists (
      select from public.workout_window_checkins
      where user_id = p_user_id and date <> v_window.date
        and coalesce(taken_at, created_at) > v_made_at - v_half_a_day
        and coalesce(taken_at, created_at) < v_made_at + v_half_a_day
    ) then 'too_soon' end,
    case when exists (select from private.workout_checkin_photos where hash = p_hash)
      then 'photo_seen_before' end), '');
  insert into public.workout_window_checkins (
    id, user_id, chain_id, date, activity_type, photo_url, photo_timestamp, location_lat,
    location_lng, status, review_reason, battle_chips_earned, chain_status, taken_at
  )
  values (
    coalesce(p_id, private.uuid_v7()), p_user_id, v_chain.id, v_window.date, p_activity_type,
    p_path, v_taken_at, p_latitude, p_longitude,
    case when v_doubts is null then 'verified' else 'pending' end, v_doubts,
    private.workout_chips(p_user_id, v_window.date),
    private.workout_chain_status(v_chain.before_user_id, v_window.date), p_device_time
  )
  returning * into v_checkin;
  insert into private.workout_checkin_photos (checkin_id, hash, orientation, pixels)
  values (v_checkin.id, p_hash, p_orientation, p_pixels);
  if v_checkin.status = 'verified' then
    perform private.settle_workout_checkins(v_checkin.date, array[v_chain.after_user_id]);
  end if;
  v_recorded := jsonb_build_object('checkin', to_jsonb(v_checkin), 'is_new', true,
    'next_user_notified',
    v_checkin.status = 'verified' and private.pass_workout_baton(p_user_id, v_checkin.date));
  perform private.count_workout_week(v_checkin.date,
    array[v_chain.before_user_id, p_user_id, v_chain.after_user_id]);
  return v_recorded;
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
