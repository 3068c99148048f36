-- The teams of a date: their sizes and their balance.

create function private.workout_team_sizes(p_date date, out red integer, out blue integer)
language sql stable security definer set search_path = ''
as $$
  select count(*) filter (where team_color = 'red'), count(*) filter (where team_color = 'blue')
  from public.workout_window_chains where date = p_date
$$;

-- Colours of units of these sizes, one after the other: each goes to the smaller team.
create function private.color_workout_units(p_sizes integer[], p_red integer, p_blue integer)
returns text[]
language plpgsql immutable set search_path = ''
as $$
declare
  v_colors text[] := '{}';
  v_size integer;
begin
  foreach v_size in array coalesce(p_sizes, '{}') loop
    if p_red <= p_blue then
      p_red := p_red + v_size;
      v_colors := array_append(v_colors, 'red');
    else
      p_blue := p_blue + v_size;
      v_colors := array_append(v_colors, 'blue');
    end if;
  end loop;
  return v_colors;
end
$$;

-- Moves squads and single users of the larger team to the other one, as far as nobody in them has a
-- kept place, until the teams of a date differ by one squad at most. Needed after users have left.
-- Looks at up to 5,000 places from a location group on and as many from the first one on. Returns
-- the users who have moved.
create function private.balance_workout_teams(p_date date, p_from_group text default '')
returns uuid[]
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_red integer;
  v_blue integer;
  v_larger text;
  v_users uuid[];
begin
  select red, blue into v_red, v_blue from private.workout_team_sizes(p_date);
  if abs(v_red - v_blue) <= 3 then
    return '{}';
  end if;
  v_larger := case when v_red > v_blue then 'red' else 'blue' end;

  -- A move changes the difference by twice the size.
  select array_agg(member) into v_users
  from (
    select u.members, sum(u.size) over (order by u.size desc, u.unit) * 2 - u.size as moved
    from (
      select n.unit, count(*) as size, array_agg(c.user_id) as members
      from (
        select distinct coalesce(f.squad_id, f.user_id) as unit, f.squad_id,
          case when f.squad_id is null then f.user_id end as user_id
        from unnest(array[p_from_group, '']) as start (location_group)
        cross join lateral (
          select s.squad_id, s.user_id from public.workout_window_chains as s
          where s.date = p_date and s.location_group >= start.location_group
            and s.team_color = v_larger
          order by s.location_group limit 5000
        ) as f
      ) as n
      cross join lateral (
        select m.user_id, m.closes_at from public.workout_window_chains as m
        where m.squad_id = n.squad_id
        union all
        select m.user_id, m.closes_at from public.workout_window_chains as m
        where m.user_id = n.user_id and m.date = p_date
      ) as c
      group by n.unit
      having bool_and(coalesce(c.closes_at > now(), true) and not exists (
        select from public.workout_window_checkins as k
        where k.user_id = c.user_id and k.date = p_date offset 0))
    ) as u
  ) as free
  cross join lateral unnest(free.members) as member
  where free.moved <= abs(v_red - v_blue);

  perform private.lock_workout_places(p_date, v_users);
  with checked_in as (
    -- Until the lock was free.
    select coalesce(c.squad_id, c.user_id) as unit
    from public.workout_window_checkins as k
    join public.workout_window_chains as c on c.user_id = k.user_id and c.date = k.date
    where k.date = p_date and k.user_id = any (v_users)
  ),
  moved as (
    update public.workout_window_chains as c
    set team_color = case v_larger when 'red' then 'blue' else 'red' end
    from unnest(v_users) as u (id)
    where c.date = p_date and c.user_id = u.id
      and coalesce(c.squad_id, c.user_id) not in (select unit from checked_in)
    returning c.squad_id, c.team_color
  )
  update public.workout_window_squads as s set team_color = m.team_color
  from moved as m where s.date = p_date and s.id = m.squad_id;
  return v_users;
end
$$;
