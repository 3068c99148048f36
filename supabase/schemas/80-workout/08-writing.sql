-- Writing of chains: the matching of some location groups of a date, in one transaction. It reads
-- and writes the rows of these groups, and of the date the sizes of the teams alone.

-- For each user, the others among these of whom one blocks the other.
create function private.users_apart(p_user_ids uuid[]) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_object_agg(o.id, o.others), '{}')
  from (
    select b.id, jsonb_agg(b.other) as others
    from public.profiles as u cross join lateral unnest(u.blocked_user_ids) as x (id)
    cross join lateral (values (u.id, x.id), (x.id, u.id)) as b (id, other)
    where u.id = any (p_user_ids) and x.id = any (p_user_ids) group by b.id
  ) as o
$$;

-- The places of location groups on a date. A place is kept once its owner has checked in or its
-- window has closed; so are the links of a kept place and the members of its squad. A squad whose
-- members stay the same keeps its id and colour, and a single user the colour; others get the
-- colour of the smaller team, the larger units first. `place` is the place in a squad that was cut
-- now, or 1 of a single user.
create function private.workout_places(p_date date, p_groups text[])
returns table (
  user_id uuid, location_group text, starts_at timestamptz, ends_at timestamptz,
  closes_at timestamptz, before_user_id uuid, after_user_id uuid, squad_id uuid, team_color text,
  place integer, old_squad uuid, is_told boolean
)
language plpgsql volatile security definer set search_path = ''
as $$
begin
  return query
    with windows as materialized (
      select w.*, i.starts_at, i.ends_at, i.ends_at + private.workout_grace() as closes_at
      from private.workout_windows_on(array(
        select o.user_id from public.workout_windows as o
        where o.is_active and o.location_group = any (p_groups)), p_date) as i
      join public.workout_windows as w on w.user_id = i.user_id
    ),
    -- Also those of these users in other groups, where they were before they moved.
    former as materialized (
      select c.*, coalesce(c.closes_at <= now(), false) or k.id is not null as kept,
        c.location_group = any (p_groups) as is_here, k.created_at as came_at
      from (
        select * from public.workout_window_chains as h
        where h.date = p_date and h.location_group = any (p_groups)
        union
        select * from public.workout_window_chains as o
        where o.date = p_date and o.user_id = any (array(select w.user_id from windows as w))
      ) as c
      left join public.workout_window_checkins as k on k.user_id = c.user_id and k.date = c.date
    ),
    kept as materialized (select * from former as f where f.kept and f.is_here),
    slots as materialized (
      select k.user_id, k.location_group, k.starts_at, k.ends_at, k.closes_at, k.before_user_id,
        true, true, k.came_at
      from kept as k
      union all
      select w.user_id, w.location_group, w.starts_at, w.ends_at,
        -- Null when the window did not exist by then, or the place is written too late to check in.
        case when w.created_at < w.closes_at and (f.closes_at is not null or now() < w.closes_at)
          then w.closes_at end,
        case when f.before_user_id in (select k.user_id from kept as k) then f.before_user_id end,
        false, coalesce(f.squad_id in (select k.squad_id from kept as k), false),
        case when f.user_id is null then w.updated_at end
      from windows as w
      left join former as f on f.user_id = w.user_id and f.location_group = w.location_group
      where w.user_id not in (select u.user_id from former as u where u.kept)
        and not exists (
          select from public.profiles as u where u.id = w.user_id and not u.is_active)
    ),
    matched as materialized (
      select s.location_group, s.starts_at, s.ends_at, s.closes_at, m.*, f.team_color as old_color,
        f.squad_id as old_squad, f.starts_at = s.starts_at and s.ends_at > now()
          and (f.before_user_id, f.after_user_id)
            is distinct from (m.before_user_id, m.after_user_id) as is_told
      from private.match_workout_windows(
        array(select row(s.*)::private.workout_slot from slots as s),
        private.users_apart(array(select s.user_id from slots as s))) as m
      join slots as s on s.user_id = m.user_id
      left join former as f on f.user_id = m.user_id
    ),
    units as materialized (
      select u.unit, u.size, case when u.size > 1 then s.team_color else u.color end as color,
        case when u.size > 1 then coalesce(s.id, private.uuid_v7()) end as squad_id
      from (
        select m.unit, count(*)::integer as size, array_agg(m.user_id order by m.place) as members,
          min(m.old_color) filter (where m.old_squad is null) as color,
          (array_agg(m.old_squad order by m.place))[1] as squad_id
        from matched as m where m.unit is not null group by m.unit
      ) as u
      left join public.workout_window_squads as s on s.id = u.squad_id
        and (s.user_1_id, s.user_2_id) = (u.members[1], u.members[2])
        and s.user_3_id is not distinct from u.members[3]
    ),
    colors as (
      select c.* from (
        select array_agg(u.unit order by u.size desc, u.unit) as units,
          array_agg(u.size order by u.size desc, u.unit) as sizes
        from units as u where u.color is null
      ) as u
      cross join lateral unnest(u.units, private.color_workout_units(u.sizes, (
        -- Without the users who get another colour, or leave.
        select private.workout_team_lead(p_date)
          - coalesce(sum(case f.team_color when 'red' then 1 else -1 end), 0)::integer
        from former as f
        left join matched as m on m.user_id = f.user_id left join units as k on k.unit = m.unit
        where m.user_id is null and f.is_here or m.unit is not null and k.color is null
      ))) as c (unit, color)
    )
    select m.user_id, m.location_group, m.starts_at, m.ends_at, m.closes_at, m.before_user_id,
      m.after_user_id, case when m.unit is null then m.old_squad else u.squad_id end,
      coalesce(u.color, c.color, m.old_color), m.place, m.old_squad, m.is_told
    from matched as m
    left join units as u on u.unit = m.unit left join colors as c on c.unit = m.unit;
end
$$;

-- Writes the chains of location groups on a date. The caller has locked the date and its places.
-- Returns the number of places. Tells users of a date that was complete before about their new
-- neighbours.
create function private.write_workout_chains(p_date date, p_groups text[]) returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_users uuid[];
  v_told uuid[];
  v_squads uuid[];
  v_data constant jsonb := jsonb_build_object('date', p_date);
begin
  with places as materialized (select * from private.workout_places(p_date, p_groups)),
  squads as (
    insert into public.workout_window_squads (id, date, user_1_id, user_2_id, user_3_id, team_color)
    select s.squad_id, p_date, s.members[1], s.members[2], s.members[3], s.team_color
    from (
      select p.squad_id, p.team_color, array_agg(p.user_id order by p.place) as members
      from places as p where p.place is not null and p.squad_id is not null group by 1, 2
    ) as s
    on conflict (id) do nothing
  ),
  written as (
    insert into public.workout_window_chains as c (
      date, user_id, before_user_id, after_user_id, team_color, squad_id, location_group,
      starts_at, ends_at, closes_at
    )
    select p_date, p.user_id, p.before_user_id, p.after_user_id, p.team_color, p.squad_id,
      p.location_group, p.starts_at, p.ends_at, p.closes_at
    from places as p
    on conflict on constraint workout_window_chains_user_date_key do update set
      before_user_id = excluded.before_user_id, after_user_id = excluded.after_user_id,
      team_color = excluded.team_color, squad_id = excluded.squad_id,
      location_group = excluded.location_group, starts_at = excluded.starts_at,
      ends_at = excluded.ends_at, closes_at = excluded.closes_at,
      chain_status = case when c.before_user_id is not distinct from excluded.before_user_id
        then c.chain_status else 'continued' end,
      reminded_at = case when c.starts_at = excluded.starts_at then c.reminded_at end
    where (
      c.before_user_id, c.after_user_id, c.team_color, c.squad_id, c.location_group, c.starts_at,
      c.ends_at, c.closes_at
    ) is distinct from (
      excluded.before_user_id, excluded.after_user_id, excluded.team_color, excluded.squad_id,
      excluded.location_group, excluded.starts_at, excluded.ends_at, excluded.closes_at
    )
  )
  select coalesce(array_agg(p.user_id), '{}'), array_agg(p.user_id) filter (where p.is_told),
    array_agg(distinct p.old_squad)
  into v_users, v_told, v_squads from places as p;
  -- Check-ins from before the chains.
  perform private.settle_workout_checkins(p_date, array(
    select user_id from public.workout_window_checkins
    where user_id = any (v_users) and date = p_date and chain_id is null));
  delete from public.workout_window_chains
  where date = p_date and location_group = any (p_groups)
    and user_id not in (select unnest(v_users));
  perform private.tidy_workout_squads(v_squads);
  if private.workout_date_is_generated(p_date) then
    perform private.notify_all(v_told, 'chain_updated', v_data, v_data, p_date::text);
  end if;
  return cardinality(v_users);
end
$$;
