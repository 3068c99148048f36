-- Review of check-ins by super admins, with what a rejection means for the user after, and reading.

create index workout_window_checkins_flagged_idx
  on public.workout_window_checkins (created_at desc, id desc) where status = 'pending';

-- Breaks the chain after a user who has not checked in or was rejected, and tells this user and the
-- one after, once. Returns whether there is a user after.
create function private.break_workout_chain(p_user_id uuid, p_date date) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_after uuid;
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
    'The person before you did not check in on ' || p_date || '.',
    jsonb_build_object('date', p_date), p_date || ':before');
  perform private.notify(
    p_user_id, 'chain_broken',
    case when v_rejected then 'Your check-in was rejected' else 'You missed your window' end,
    case when v_rejected then 'Your check-in of ' || p_date || ' was rejected'
      else 'You did not check in on ' || p_date end || ', so the chain is broken.',
    jsonb_build_object('date', p_date), p_date || ':own');
  return true;
end
$$;

-- The user after a rejected check-in loses the chip for it, and the chain is broken for that user, as
-- if the rejected user had not come. A place that has not closed yet is left to the close of the day.
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

-- Verifies a check-in that waits, or rejects one that is not rejected yet: it loses its chips. Later
-- days of the user's series are counted again, and so is the user after in the chain.
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

select private.expose('authenticated', 'review_workout_checkin');

-- Reading -----------------------------------------------------------------------------------------

-- The caller's own check-ins, and those of the people around the caller in the chain and the squad of
-- a date. Their locations and the reasons of a review stay hidden.

-- What a user's date looks like: `p_status` is that of the check-in, null for none.
create function private.workout_day_status(p_status text, p_closes_at timestamptz) returns text
language sql stable set search_path = ''
as $$
  select case
    when p_status = 'verified' then 'completed'
    when p_status = 'pending' then 'pending'
    when p_status = 'rejected' or p_closes_at <= now() then 'failed'
    else 'not_started'
  end
$$;

-- The user, the two neighbours in the chain and the squad, of a date, without those whom the user
-- blocks or who block the user.
create function private.workout_circle(p_user_id uuid, p_date date) returns setof uuid
language sql stable security definer rows 5 set search_path = ''
as $$
  select p_user_id
  union
  select u.id
  from public.workout_window_chains as c
  left join public.workout_window_squads as s on s.id = c.squad_id
  cross join lateral unnest(
    array[c.before_user_id, c.after_user_id, s.user_1_id, s.user_2_id, s.user_3_id]) as u (id)
  where c.user_id = p_user_id and c.date = p_date and u.id is not null
    and private.workout_date_is_generated(p_date)
    and not private.is_blocked_between(p_user_id, u.id)
$$;

-- The check-ins of the caller's circle, for the functions, which sign the addresses of the photos.
create function private.list_workout_checkins(p_date date)
returns setof public.workout_window_checkins
language sql stable security definer rows 5 set search_path = ''
as $$
  select (jsonb_populate_record(c, case
    when c.user_id = me.id then '{}'::jsonb
    else '{"location_lat": null, "location_lng": null, "review_reason": null}'
  end)).*
  from private.require_caller() as me (id)
  cross join lateral private.workout_circle(me.id, p_date) as u (id)
  join public.workout_window_checkins as c on c.user_id = u.id and c.date = p_date
  order by c.created_at, c.id
$$;

-- The number of people in the caller's circle, and of those who have completed or failed the date.
create function private.workout_checkin_stats(p_date date) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'total', count(*),
    'completed', count(*) filter (where d.status = 'completed'),
    'failed', count(*) filter (where d.status = 'failed'))
  from private.require_caller() as me (id)
  cross join lateral private.workout_circle(me.id, p_date) as u (id)
  left join public.workout_window_chains as c on c.user_id = u.id and c.date = p_date
  left join public.workout_window_checkins as k on k.user_id = u.id and k.date = p_date
  cross join lateral (select private.workout_day_status(k.status, c.closes_at) as status) as d
  where c.id is not null or k.id is not null
$$;

-- The caller's own date.
create function private.own_workout_day_status(p_date date) returns text
language sql stable security definer set search_path = ''
as $$
  select private.workout_day_status(k.status, c.closes_at)
  from private.require_caller() as me (id)
  left join public.workout_window_checkins as k on k.user_id = me.id and k.date = p_date
  left join public.workout_window_chains as c on c.user_id = me.id and c.date = p_date
$$;

-- The caller's window that is open, else the one that opens next; the date that is today for the
-- caller, which is that of the open window; and the date for which the caller can check in now. No row
-- without an active window.
create function private.my_workout_day()
returns table (
  date date, opens_at timestamptz, closes_at timestamptz, counts_until timestamptz, is_open boolean,
  today date, status text, checkin jsonb, checkin_date date
)
language sql stable security definer rows 1 set search_path = ''
as $$
  select w.date, w.starts_at, w.ends_at, w.ends_at + private.workout_grace(), w.is_open, d.today,
    private.workout_day_status(k.status, c.closes_at), to_jsonb(k),
    case when not n.is_done then n.date end
  from private.require_caller() as me (id)
  cross join lateral (
    select a.* from private.workout_windows_around(me.id) as a
    where a.is_open or a.starts_at > now()
    order by a.is_open and not a.is_done desc, a.is_open desc, a.starts_at limit 1
  ) as w
  cross join lateral (
    select case when w.is_open then w.date else (now() at time zone w.timezone)::date end as today
  ) as d
  left join lateral private.current_workout_window(me.id) as n on true
  left join public.workout_window_checkins as k on k.user_id = me.id and k.date = d.today
  left join public.workout_window_chains as c on c.user_id = me.id and c.date = d.today
$$;

-- The caller's dates that have begun, the latest first: those with a place in the chains, and those
-- with a check-in.
create function private.list_workout_days(p_limit integer, p_before date default null)
returns table (date date, team_color text, status text, checkin jsonb)
language sql stable security definer rows 50 set search_path = ''
as $$
  select d.date, c.team_color, private.workout_day_status(k.status, c.closes_at), to_jsonb(k)
  from private.require_caller() as me (id)
  cross join lateral (
    (
      select p.date from public.workout_window_chains as p
      where p.user_id = me.id and p.date < coalesce(p_before, 'infinity') and p.starts_at <= now()
        and private.workout_date_is_generated(p.date)
      order by p.date desc limit p_limit
    )
    union
    (
      select i.date from public.workout_window_checkins as i
      where i.user_id = me.id and i.date < coalesce(p_before, 'infinity')
      order by i.date desc limit p_limit
    )
    order by date desc limit p_limit
  ) as d
  left join public.workout_window_chains as c on c.user_id = me.id and c.date = d.date
    and private.workout_date_is_generated(d.date)
  left join public.workout_window_checkins as k on k.user_id = me.id and k.date = d.date
  order by d.date desc
$$;

select private.expose('authenticated', 'list_workout_checkins', 'workout_checkin_stats',
  'own_workout_day_status', 'my_workout_day', 'list_workout_days');
