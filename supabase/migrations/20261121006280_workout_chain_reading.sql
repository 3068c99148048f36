-- Reading of chains, squads and teams.

-- A user in the chains of a date, as a neighbour or a member of the squad sees it; null when there is
-- none. If one of the two blocks the other, the card is all that is left. In plpgsql, which keeps the
-- plan: a chain asks for six people.
create function private.workout_person(p_user_id uuid, p_date date, p_viewer_id uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select to_jsonb(u) || jsonb_build_object(
      'city', s.city,
      'windowStartTime', to_char(s.starts_at at time zone s.timezone, 'HH24:MI'),
      'windowEndTime', to_char(s.ends_at at time zone s.timezone, 'HH24:MI'),
      'timezone', s.timezone, 'checkedIn', s.checked_in)
    from public.workout_window_chains as c
    join public.profile_cards as u on u.id = c.user_id
    left join lateral (
      select l.city, c.starts_at, c.ends_at, o.timezone,
        private.has_checked_in(c.user_id, c.date) as checked_in
      from private.workout_window_on(c.user_id, c.date) as o
      left join public.workout_window_locations as l on l.user_id = c.user_id
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
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'beforeUser', private.workout_person(c.before_user_id, p_date, c.user_id),
    'currentUser', private.workout_person(c.user_id, p_date, c.user_id),
    'afterUser', private.workout_person(c.after_user_id, p_date, c.user_id),
    'teamColor', c.team_color,
    'squad', private.workout_squad(c.squad_id, c.user_id))
  from private.require_caller() as me (id)
  join public.workout_window_chains as c on c.user_id = me.id and c.date = p_date
  where private.workout_date_is_generated(p_date)
$$;

-- The caller's squad of a date; null when there is none.
create function private.get_workout_squad(p_date date) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select private.workout_squad(c.squad_id, c.user_id)
  from private.require_caller() as me (id)
  join public.workout_window_chains as c on c.user_id = me.id and c.date = p_date
  where private.workout_date_is_generated(p_date)
$$;

-- Both teams of a date: members and results. The statuses are those of workout_day_status, which
-- would be called for each member.
create function private.get_workout_team_stats(p_date date)
returns table (
  team_color text, total_members integer, completed integer, failed integer, pending integer,
  completion_rate numeric, total_chips integer
)
language sql stable security definer rows 2 set search_path = ''
as $$
  select private.require_caller();
  select t.color, coalesce(m.members, 0), coalesce(m.completed, 0), coalesce(m.failed, 0),
    coalesce(m.members - m.completed - m.failed, 0),
    coalesce(round(m.completed::numeric / m.members, 4), 0), coalesce(m.chips, 0)
  from unnest(array['red', 'blue']) as t (color)
  left join (
    select c.team_color, count(*)::integer as members,
      (count(*) filter (where k.status = 'verified'))::integer as completed,
      (count(*) filter (where k.status = 'rejected' or k.status is null and c.closes_at <= now()))
        ::integer as failed,
      (sum(k.battle_chips_earned) filter (where k.status = 'verified'))::integer as chips
    from public.workout_window_chains as c
    left join public.workout_window_checkins as k on k.user_id = c.user_id and k.date = c.date
    where c.date = p_date and (select private.workout_date_is_generated(p_date))
    group by c.team_color
  ) as m on m.team_color = t.color
$$;

-- Members and up to 1000 squads of both teams of a date, with real and synthetic users told apart.
create function private.admin_workout_teams(p_date date) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select private.require_super_admin();
  select jsonb_object_agg(t.color, jsonb_build_object(
    'members', coalesce(n.members, 0), 'ai', coalesce(n.ai, 0),
    'real', coalesce(n.members - n.ai, 0),
    'squads', (
      select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'members', s.members)
        order by s.id), '[]')
      from (
        select q.id, (
          select jsonb_agg(jsonb_build_object(
            'id', p.id, 'handle', p.handle, 'full_name', p.full_name, 'is_ai', p.is_ai)
            order by m.place)
          from unnest(array[q.user_1_id, q.user_2_id, q.user_3_id])
            with ordinality as m (user_id, place)
          join public.profiles as p on p.id = m.user_id
        ) as members
        from public.workout_window_squads as q
        where q.date = p_date and q.team_color = t.color
        order by q.id limit 1000
      ) as s
    )))
  from unnest(array['red', 'blue']) as t (color)
  left join (
    select c.team_color, count(*) as members, count(a.id) as ai
    from public.workout_window_chains as c
    left join public.workout_window_ai_users as a on a.user_id = c.user_id
    where c.date = p_date group by c.team_color
  ) as n on n.team_color = t.color
$$;

select private.expose('authenticated', 'get_workout_chain', 'get_workout_squad',
  'get_workout_team_stats', 'admin_workout_teams');
