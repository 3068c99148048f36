-- Reading of chains and squads.

-- A user in the chains of a date, as a neighbour or a member of the squad sees it; null when there
-- is none. If one of the two blocks the other, the card is all that is left. In plpgsql, which
-- keeps the plan: a chain asks for six people.
create function private.workout_person(p_user_id uuid, p_date date, p_viewer_id uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select to_jsonb(u) || jsonb_build_object(
      'city', s.city,
      'windowStartTime', to_char(s.starts_at at time zone s.timezone, 'HH24:MI'),
      'windowEndTime', to_char(s.ends_at at time zone s.timezone, 'HH24:MI'),
      'timezone', s.timezone, 'opensAt', s.starts_at, 'closesAt', s.ends_at,
      'checkedIn', s.checked_in, 'status', s.status)
    from public.workout_window_chains as c
    join public.profile_cards as u on u.id = c.user_id
    left join lateral (
      select l.city, c.starts_at, c.ends_at, o.timezone,
        coalesce(k.status <> 'rejected', false) as checked_in,
        private.workout_day_status(k.status, c.closes_at) as status
      from private.workout_windows_on(array[c.user_id], c.date) as o
      left join public.workout_window_locations as l on l.user_id = c.user_id
      left join public.workout_window_checkins as k on k.user_id = c.user_id and k.date = c.date
      where not private.is_blocked_between(p_viewer_id, c.user_id)
    ) as s on true
    where c.user_id = p_user_id and c.date = p_date
  );
end
$$;

create function private.workout_squad(p_squad_id uuid, p_viewer_id uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select jsonb_build_object(
      'id', s.id, 'teamColor', s.team_color,
      'user1', private.workout_person(s.user_1_id, s.date, p_viewer_id),
      'user2', private.workout_person(s.user_2_id, s.date, p_viewer_id),
      'user3', private.workout_person(s.user_3_id, s.date, p_viewer_id))
    from public.workout_window_squads as s where s.id = p_squad_id
  );
end
$$;

-- The caller's place in the chains of a date; null when there is none.
create function private.get_workout_chain(p_date date) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select jsonb_build_object(
      'beforeUser', private.workout_person(c.before_user_id, p_date, c.user_id),
      'currentUser', private.workout_person(c.user_id, p_date, c.user_id),
      'afterUser', private.workout_person(c.after_user_id, p_date, c.user_id),
      'teamColor', c.team_color,
      'squad', private.workout_squad(c.squad_id, c.user_id))
    from private.require_caller() as me (id)
    join public.workout_window_chains as c on c.user_id = me.id and c.date = p_date
    where private.workout_date_is_generated(p_date)
  );
end
$$;

-- The caller's squad of a date; null when there is none.
create function private.get_workout_squad(p_date date) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return nullif(private.get_workout_chain(p_date) -> 'squad', 'null');
end
$$;

select private.expose('authenticated', 'get_workout_chain', 'get_workout_squad');
