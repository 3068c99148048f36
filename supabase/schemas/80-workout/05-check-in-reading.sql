-- Reading of check-ins: the caller's own, and those of the people around the caller in the chain
-- and the squad of a date. Their locations and the reasons of a review stay hidden.

-- The status of a user's date: `p_status` is the status of its check-in, null without a check-in.
create function private.workout_day_status(p_status text, p_closes_at timestamptz) returns text
language plpgsql stable set search_path = ''
as $$
begin
  return case
    when p_status = 'verified' then 'completed'
    when p_status = 'pending' then 'pending'
    when p_status = 'rejected' or p_closes_at <= now() then 'failed'
    else 'not_started'
  end;
end
$$;

-- The user, the two neighbours in the chain and the squad, of a date, without people whom the user
-- blocks or who block the user.
create function private.workout_circle(p_user_id uuid, p_date date) returns setof uuid
language plpgsql stable security definer rows 5 set search_path = ''
as $$
begin
  return query
    select p_user_id
    union
    select u.id
    from public.workout_window_chains as c
    left join public.workout_window_squads as s on s.id = c.squad_id
    cross join lateral unnest(
      array[c.before_user_id, c.after_user_id, s.user_1_id, s.user_2_id, s.user_3_id]) as u (id)
    where c.user_id = p_user_id and c.date = p_date and u.id is not null
      and private.workout_date_is_generated(p_date)
      and not private.is_blocked_between(p_user_id, u.id);
end
$$;

-- The check-ins of the caller's circle, for the functions, which sign the addresses of the photos.
create function private.list_workout_checkins(p_date date)
returns setof public.workout_window_checkins
language plpgsql stable security definer rows 5 set search_path = ''
as $$
begin
  return query
    select shown.*
    from private.require_caller() as me (id)
    cross join lateral private.workout_circle(me.id, p_date) as u (id)
    join public.workout_window_checkins as c on c.user_id = u.id and c.date = p_date
    cross join lateral jsonb_populate_record(c, case
      when c.user_id = me.id then '{}'::jsonb
      else '{"location_lat": null, "location_lng": null, "review_reason": null}'
    end) as shown
    order by c.created_at, c.id;
end
$$;

-- The number of users in the caller's circle, of the synthetic users among them, and of the users
-- who have completed or failed the date.
create function private.workout_checkin_stats(p_date date) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select jsonb_build_object(
      'total', count(*),
      'synthetic', count(a.id),
      'completed', count(*) filter (where d.status = 'completed'),
      'failed', count(*) filter (where d.status = 'failed'))
    from private.require_caller() as me (id)
    cross join lateral private.workout_circle(me.id, p_date) as u (id)
    left join public.workout_window_chains as c on c.user_id = u.id and c.date = p_date
    left join public.workout_window_checkins as k on k.user_id = u.id and k.date = p_date
    left join public.workout_window_ai_users as a on a.user_id = u.id
    cross join lateral (select private.workout_day_status(k.status, c.closes_at) as status) as d
    where c.id is not null or k.id is not null
  );
end
$$;

-- The caller's own date.
create function private.own_workout_day_status(p_date date) returns text
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select private.workout_day_status(k.status, c.closes_at)
    from private.require_caller() as me (id)
    left join public.workout_window_checkins as k on k.user_id = me.id and k.date = p_date
    left join public.workout_window_chains as c on c.user_id = me.id and c.date = p_date
  );
end
$$;

-- The caller's open window, or the next window to open. `today` is the date of the open window, or
-- of the caller's clock; `checkin_date` is the date for which the caller can check in now. Returns
-- no row without an active window.
create function private.my_workout_day()
returns table (
  date date, opens_at timestamptz, closes_at timestamptz, counts_until timestamptz, is_open boolean,
  today date, status text, checkin jsonb, checkin_date date
)
language plpgsql stable security definer rows 1 set search_path = ''
as $$
begin
  return query
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
    left join public.workout_window_chains as c on c.user_id = me.id and c.date = d.today;
end
$$;

-- The caller's dates that have begun, the latest first: those with a place in the chains, and those
-- with a check-in.
create function private.list_workout_days(p_limit integer, p_before date default null)
returns table (date date, team_color text, status text, checkin jsonb)
language plpgsql stable security definer rows 50 set search_path = ''
as $$
begin
  return query
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
    order by d.date desc;
end
$$;

select private.expose('authenticated', 'list_workout_checkins', 'workout_checkin_stats',
  'own_workout_day_status', 'my_workout_day', 'list_workout_days');
