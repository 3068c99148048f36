-- Writing of check-ins: those of synthetic users, the recording of one whose photo is stored, and
-- the review by super admins, with what a rejection means for the user after.

-- Synthetic users ---------------------------------------------------------------------------------

-- Whether a synthetic user checks in on a date, and how far into the window: both follow from user
-- and date alone, so that every run has the same outcome.
create function private.workout_draw(p_user_id uuid, p_date date, p_what text) returns numeric
language sql immutable set search_path = ''
as $$
  select ((hashtextextended(p_user_id || ':' || p_date || ':' || p_what, 0) & 1048575)
    / 1048576::numeric)
$$;

-- Checks in the active synthetic users of these places who come by their draw, and whose drawn time
-- has passed. Their chips are counted like those of others. Returns the number of new check-ins.
create function private.check_in_synthetic(p_chain_ids uuid[]) returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_count integer := 0;
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
    end if;
  end loop;
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
    v_next, 'baton_pass', 'It is your turn',
    (select '@' || handle from public.profile_cards where id = p_user_id)
      || ' has checked in and passes the baton to you.',
    jsonb_build_object('user_id', p_user_id, 'date', p_date), p_date || ':' || p_user_id);
end
$$;

-- Records the check-in whose photo is stored under the reserved path. Only the service calls it,
-- because only the edge functions know the bytes of a photo. A photo of which something is in doubt
-- waits for a super admin. `p_taken_at` is the camera's time, local unless it has an offset.
create function private.record_workout_checkin(
  p_user_id uuid, p_path text, p_hash text, p_pixels integer, p_activity_type text,
  p_orientation integer default null, p_taken_at text default null,
  p_latitude numeric default null, p_longitude numeric default null
) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_window record;
  v_chain public.workout_window_chains;
  v_taken_at timestamptz;
  v_has_offset constant boolean := coalesce(p_taken_at ~ '[+-][0-9]{2}:[0-9]{2}$', false);
  v_reasons text[];
  v_before_came boolean;
  v_base numeric;
  v_checkin public.workout_window_checkins;
begin
  perform private.refuse_if(
    not exists (select from public.profiles where id = p_user_id and is_active),
    403, 'This account is blocked', 'account_blocked');
  -- Of two check-ins of one user the second sees the first.
  perform pg_advisory_xact_lock(hashtextextended('workout check-in ' || p_user_id, 0));
  select * into v_window from private.current_workout_window(p_user_id);
  perform private.refuse_if(not found,
    400, 'You have no window that opens within 12 hours', 'no_workout_window');
  perform private.keep_reserved_file('workout-photos', p_path);
  -- Of two check-ins with one photo the second sees the first.
  perform pg_advisory_xact_lock(hashtextextended('workout photo ' || p_hash, 0));
  -- Whoever changes the place waits for the check-in, which keeps it.
  select * into v_chain from public.workout_window_chains
  where user_id = p_user_id and date = v_window.date for no key update;
  -- A synthetic user before counts from the drawn time on, not only from the close of their day.
  perform private.check_in_synthetic(array(
    select id from public.workout_window_chains
    where user_id = v_chain.before_user_id and date = v_window.date));

  v_taken_at := case when v_has_offset then p_taken_at::timestamptz
    else p_taken_at::timestamp at time zone v_window.timezone end;
  v_reasons := array_remove(array[
    case when not now() between v_window.starts_at and v_window.ends_at + private.workout_grace()
      then 'outside_window' end,
    -- A clock without an offset may be that of another place.
    case when not case when v_has_offset
        then v_taken_at between v_window.starts_at and v_window.ends_at + private.workout_grace()
        else v_taken_at between now() - interval '1 day' and now() + interval '1 day' end
      then 'photo_time' end,
    case when exists (
      select from public.workout_window_checkins
      where user_id = p_user_id and date <> v_window.date
        and created_at > now() - interval '12 hours'
    ) then 'too_soon' end,
    case when exists (select from private.workout_checkin_photos where hash = p_hash)
      then 'photo_seen_before' end
  ], null);
  v_before_came := private.has_checked_in(v_chain.before_user_id, v_window.date);
  v_base := 1 + case when v_before_came then 1 else 0 end
    + case when now() between v_window.starts_at and v_window.starts_at + interval '30 minutes'
      then 0.5 else 0 end;

  insert into public.workout_window_checkins (
    user_id, chain_id, date, activity_type, photo_url, photo_timestamp, location_lat, location_lng,
    status, review_reason, battle_chips_earned, chain_status
  )
  values (
    p_user_id, v_chain.id, v_window.date, p_activity_type, p_path, v_taken_at, p_latitude,
    p_longitude, case when v_reasons = '{}' then 'verified' else 'pending' end,
    nullif(array_to_string(v_reasons, ','), ''),
    private.workout_chips(p_user_id, v_window.date, v_base),
    private.workout_chain_status(v_chain.before_user_id, v_window.date)
  )
  on conflict on constraint workout_window_checkins_user_date_key do nothing
  returning * into v_checkin;
  perform private.refuse_if(not found,
    409, 'You have already checked in for this date', 'already_checked_in');
  insert into private.workout_checkin_photos (checkin_id, hash, orientation, pixels, base_chips)
  values (v_checkin.id, p_hash, p_orientation, p_pixels, v_base);
  return jsonb_build_object(
    'checkin', to_jsonb(v_checkin),
    'next_user_notified',
    v_checkin.status = 'verified' and private.pass_workout_baton(p_user_id, v_checkin.date));
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
  v_day constant text := private.day_in_words(p_date);
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
  perform private.notify(
    v_after, 'chain_broken', 'Your chain is broken',
    'The person before you did not check in on ' || v_day || '.',
    jsonb_build_object('date', p_date), p_date || ':before');
  perform private.notify(
    p_user_id, 'chain_broken',
    case when v_rejected then 'Your check-in was rejected' else 'You missed your window' end,
    case when v_rejected then 'Your check-in of ' || v_day || ' was rejected'
      else 'You did not check in on ' || v_day end || ', so the chain is broken.',
    jsonb_build_object('date', p_date), p_date || ':own');
  return true;
end
$$;

-- The user after a rejected check-in loses the chip for it, and the chain is broken for that user,
-- as if the rejected user had not come. A place that is still open is left to the close of the day.
create function private.follow_rejected_checkin(p_user_id uuid, p_date date) returns void
language sql volatile security definer set search_path = ''
as $$
  select private.break_workout_chain(c.user_id, c.date) from public.workout_window_chains as c
  where c.user_id = p_user_id and c.date = p_date and c.closed_at is not null;
  with lowered as (
    update public.workout_window_checkins as k
    set chain_status = 'broken', battle_chips_earned = greatest(k.battle_chips_earned - 1, 0)
    from public.workout_window_chains as c
    where c.user_id = p_user_id and c.date = p_date
      and k.user_id = c.after_user_id and k.date = c.date and k.chain_status = 'continued'
      -- A check-in from before the chains were written has earned nothing for the user before.
      and not exists (
        select from private.workout_checkin_photos as p
        where p.checkin_id = k.id and p.base_chips < 2)
    returning k.id
  )
  update private.workout_checkin_photos as p set base_chips = p.base_chips - 1
  from lowered as l where p.checkin_id = l.id
$$;

-- Verifies a check-in that waits, or rejects one that is not rejected yet: it loses its chips.
-- Later days of the user's series are counted again, and so is the user after in the chain.
create function private.review_workout_checkin(
  p_checkin_id uuid, p_status text, p_reason text default null
) returns public.workout_window_checkins
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_before public.workout_window_checkins;
  v_after public.workout_window_checkins;
begin
  perform private.require_super_admin();
  select * into v_before from public.workout_window_checkins where id = p_checkin_id;
  perform private.refuse_if(not found, 404, 'Check-in not found');
  -- Neither a close nor a check-in of the user after comes between.
  perform from private.workout_dates where date = v_before.date for no key update;
  perform private.lock_workout_places(v_before.date, array(
    select unnest(array[user_id, after_user_id]) from public.workout_window_chains
    where user_id = v_before.user_id and date = v_before.date));
  select * into v_before from public.workout_window_checkins where id = p_checkin_id
  for no key update;
  perform private.refuse_if(not found, 404, 'Check-in not found');
  perform private.refuse_if(v_before.status = 'rejected' or v_before.status = p_status,
    409, 'This check-in is already ' || v_before.status);
  update public.workout_window_checkins set status = p_status,
    battle_chips_earned = case when p_status = 'rejected' then 0 else battle_chips_earned end
  where id = p_checkin_id returning * into v_after;
  update public.workout_window_checkins as c
  set battle_chips_earned = private.workout_chips(c.user_id, c.date, p.base_chips)
  from private.workout_checkin_photos as p
  where p.checkin_id = c.id and c.user_id = v_after.user_id and c.status <> 'rejected'
    and c.date between v_after.date and v_after.date + 6;
  select * into v_after from public.workout_window_checkins where id = p_checkin_id;
  perform private.audit('workout_checkin.' || p_status, 'workout_checkin', p_checkin_id::text,
    jsonb_build_object('status', v_before.status), jsonb_build_object('status', v_after.status),
    p_reason);
  -- A job counts these dates no more, unless they have no results. Later ones it counts anyway.
  delete from private.workout_team_results
  where date between v_after.date and v_after.date + 6 and date < private.utc_today() - 3;
  if p_status = 'rejected' then
    perform private.follow_rejected_checkin(v_after.user_id, v_after.date);
  else
    perform private.pass_workout_baton(v_after.user_id, v_after.date);
  end if;
  return v_after;
end
$$;

select private.expose('service_role', 'record_workout_checkin');
select private.expose('authenticated', 'review_workout_checkin');
