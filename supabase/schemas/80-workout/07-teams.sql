-- The teams of a date: their colours and their balance.

create function private.workout_team_sizes(p_date date, out red integer, out blue integer)
language sql stable security definer set search_path = ''
as $$
  select coalesce(sum(places) filter (where team_color = 'red'), 0)::integer,
    coalesce(sum(places) filter (where team_color = 'blue'), 0)::integer
  from private.workout_counts where date = p_date and kind <> 'member'
$$;

-- Colours of units of these sizes, one after the other: each goes to the smaller team.
create function private.color_workout_units(p_sizes integer[], p_red integer, p_blue integer)
returns text[]
language plpgsql immutable set search_path = ''
as $$
declare
  v_colors text[] := '{}';
  v_lead integer := p_red - p_blue;
  v_size integer;
begin
  foreach v_size in array coalesce(p_sizes, '{}') loop
    v_colors := array_append(v_colors, case when v_lead <= 0 then 'red' else 'blue' end);
    v_lead := v_lead + case when v_lead <= 0 then v_size else -v_size end;
  end loop;
  return v_colors;
end
$$;

-- Users of a team in squads, or alone, in which nobody has a kept place, up to half of what one
-- team has more than the other: the larger squads first. Looks at up to 5,000 places from a
-- location group on and as many from the first one on.
create function private.movable_workout_users(
  p_date date, p_color text, p_surplus integer, p_from_group text
) returns uuid[]
language sql stable security definer set search_path = ''
as $$
  select array_agg(user_id)
  from (
    -- A move changes the difference by twice the size.
    select u.members, sum(u.size) over (order by u.size desc, u.unit) * 2 - u.size as moved
    from (
      select n.unit, count(*) as size, array_agg(c.user_id) as members
      from (
        select distinct coalesce(f.squad_id, f.user_id) as unit
        from unnest(array[p_from_group, '']) as start (location_group)
        cross join lateral (
          select s.squad_id, s.user_id from public.workout_window_chains as s
          where s.date = p_date and s.location_group >= start.location_group
            and s.team_color = p_color
          order by s.location_group limit 5000
        ) as f
      ) as n
      cross join lateral (
        select m.user_id, m.closes_at from public.workout_window_chains as m
        where m.squad_id = n.unit
        union all
        select m.user_id, m.closes_at from public.workout_window_chains as m
        where m.user_id = n.unit and m.date = p_date and m.squad_id is null
      ) as c
      left join public.workout_window_checkins as k
        on k.user_id = c.user_id and k.date = p_date
      group by n.unit
      having bool_and(k.id is null and coalesce(c.closes_at > now(), true))
    ) as u
  ) as free
  cross join lateral unnest(free.members) as user_id
  where free.moved <= p_surplus
$$;

-- Moves squads and single users of the larger team to the other one, as far as nobody in them has a
-- kept place, until the teams of a date differ by one squad at most. Needed after users have left.
-- Returns the users who have moved.
create function private.balance_workout_teams(p_date date, p_from_group text default '')
returns uuid[]
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_lead constant integer := (select red - blue from private.workout_team_sizes(p_date));
  v_users uuid[];
begin
  if abs(v_lead) <= 3 then
    return '{}';
  end if;
  v_users := private.movable_workout_users(
    p_date, case when v_lead > 0 then 'red' else 'blue' end, abs(v_lead), p_from_group);
  perform private.lock_workout_places(p_date, v_users);
  with moved as (
    update public.workout_window_chains as c
    set team_color = case when v_lead > 0 then 'blue' else 'red' end
    where c.date = p_date and c.user_id = any (v_users)
      and coalesce(c.squad_id, c.user_id) not in (
        -- Until the lock was free.
        select coalesce(m.squad_id, m.user_id)
        from public.workout_window_checkins as k
        join public.workout_window_chains as m on m.user_id = k.user_id and m.date = k.date
        where k.date = p_date and k.user_id = any (v_users))
    returning c.squad_id, c.team_color
  )
  update public.workout_window_squads as s set team_color = m.team_color
  from moved as m where s.id = m.squad_id;
  return v_users;
end
$$;
