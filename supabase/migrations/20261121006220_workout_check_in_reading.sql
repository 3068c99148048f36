-- Reading of check-ins: the caller's own, and those of the people around the caller in the chain and
-- the squad of a date. Their locations and the reasons of a review stay hidden.

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
language plpgsql stable security definer rows 5 set search_path = ''
as $$
declare
  v_caller uuid := private.require_caller();
begin
  return query
    select (jsonb_populate_record(c, case
      when c.user_id = v_caller then '{}'::jsonb
      else '{"location_lat": null, "location_lng": null, "review_reason": null}'
    end)).*
    from public.workout_window_checkins as c
    where c.date = p_date and c.user_id in (select private.workout_circle(v_caller, p_date))
    order by c.created_at, c.id;
end
$$;

-- The number of people in the caller's circle, and of those who have completed or failed the date.
create function private.workout_checkin_stats(p_date date) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_caller uuid := private.require_caller();
begin
  return (
    select jsonb_build_object(
      'total', count(*),
      'completed', count(*) filter (where status = 'completed'),
      'failed', count(*) filter (where status = 'failed'))
    from (
      select private.workout_day_status(k.status, c.closes_at) as status
      from private.workout_circle(v_caller, p_date) as u (id)
      left join public.workout_window_chains as c on c.user_id = u.id and c.date = p_date
      left join public.workout_window_checkins as k on k.user_id = u.id and k.date = p_date
      where c.id is not null or k.id is not null
    ) as days
  );
end
$$;

-- The caller's own date.
create function private.own_workout_day_status(p_date date) returns text
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_caller uuid := private.require_caller();
begin
  return private.workout_day_status(
    (select status from public.workout_window_checkins where user_id = v_caller and date = p_date),
    (select closes_at from public.workout_window_chains where user_id = v_caller and date = p_date));
end
$$;

select private.expose('list_workout_checkins', 'authenticated');
select private.expose('workout_checkin_stats', 'authenticated');
select private.expose('own_workout_day_status', 'authenticated');
