-- The teams of a date: their colours and their balance.

-- How many more places of a date are red than blue.
create function private.workout_team_lead(p_date date) returns integer
language sql stable security definer set search_path = ''
as $$
  select coalesce(sum(case team_color when 'red' then places else -places end), 0)::integer
  from private.workout_counts where date = p_date and kind <> 'member'
$$;

-- Colours of units of these sizes, one after the other: each goes to the smaller team.
create function private.color_workout_units(p_sizes integer[], p_lead integer) returns text[]
language plpgsql immutable set search_path = ''
as $$
declare
  v_colors text[] := '{}';
  v_lead integer := p_lead;
  v_size integer;
begin
  foreach v_size in array coalesce(p_sizes, '{}') loop
    v_colors := array_append(v_colors, case when v_lead <= 0 then 'red' else 'blue' end);
    v_lead := v_lead + case when v_lead <= 0 then v_size else -v_size end;
  end loop;
  return v_colors;
end
$$;

-- Moves squads and single users of the larger team to the other one, the larger squads first, as
-- far as nobody in them has a kept place, until the teams of a date differ by one squad at most.
-- Needed after users have left. Looks at up to 5,000 places from a location group on and as many
-- from the first one on. Returns the users who have moved.
create function private.balance_workout_teams(p_date date, p_from_group text default '')
returns uuid[]
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_lead constant integer := private.workout_team_lead(p_date);
  v_from constant text := case when v_lead > 0 then 'red' else 'blue' end;
  v_to constant text := case when v_lead > 0 then 'blue' else 'red' end;
  v_users uuid[] := '{}';
begin
  if abs(v_lead) <= 3 then
    return v_users;
  end if;
  -- Again once they are locked: until then, some may have checked in.
  for v_look in 1 .. 2 loop
    v_users := array(
      select m.user_id
      from (
        -- A move changes the difference by twice the size.
        select u.members, sum(u.size) over (order by u.size desc, u.unit) * 2 - u.size as moved
        from (
          select coalesce(c.squad_id, c.user_id) as unit, count(*) as size,
            array_agg(c.user_id) as members
          from (
            select f.user_id, f.squad_id, f.closes_at
            from unnest(array[p_from_group, '']) as start (location_group)
            cross join lateral (
              select * from public.workout_window_chains as p
              where p.date = p_date and p.location_group >= start.location_group
                and p.team_color = v_from
              order by p.location_group limit 5000
            ) as f
            group by 1, 2, 3
          ) as c
          left join public.workout_window_squads as s on s.id = c.squad_id
          left join public.workout_window_checkins as k on k.user_id = c.user_id and k.date = p_date
          group by 1, s.id
          having bool_and(k.id is null and coalesce(c.closes_at > now(), true))
            -- The looks may end within a squad.
            and count(*) = greatest(num_nonnulls(s.user_1_id, s.user_2_id, s.user_3_id), 1)
        ) as u
      ) as free
      cross join lateral unnest(free.members) as m (user_id)
      where free.moved <= abs(v_lead) and (v_look = 1 or m.user_id = any (v_users)));
    perform private.lock_workout_places(p_date, v_users);
  end loop;
  update public.workout_window_chains set team_color = v_to
  where date = p_date and user_id = any (v_users);
  update public.workout_window_squads set team_color = v_to
  where team_color = v_from and id in (
    select squad_id from public.workout_window_chains
    where date = p_date and user_id = any (v_users));
  return v_users;
end
$$;
