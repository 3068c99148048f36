-- Writing of chains: the matching of some location groups of a date, in one transaction. It reads
-- and writes the rows of these groups, and of the date the colours alone. Subqueries with `offset
-- 0` are looked up by an index for each row, although the functions forbid nested loops. Where rows
-- are found by their users, the date is `(select p_date)`: of a new date, which no statistics know,
-- the planner expects one row, and may read all rows of the date for each user.

-- The windows of location groups on a date, as slots. A place is kept once its owner has checked in
-- or its window has closed; so are the links of a kept place and the members of its squad.
create function private.workout_slots(p_date date, p_groups text[])
returns setof private.workout_slot
language plpgsql stable security definer
set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
begin
  return query
    with places as (
      select c.*, coalesce(c.closes_at <= now(), false) or k.id is not null as kept,
        k.created_at as came_at
      from public.workout_window_chains as c
      left join lateral (
        select i.id, i.created_at from public.workout_window_checkins as i
        where i.user_id = c.user_id and i.date = p_date offset 0
      ) as k on true
      where c.date = p_date and c.location_group = any (p_groups)
    ),
    windows as materialized (
      select w.* from public.workout_windows as w
      where w.is_active and w.location_group = any (p_groups)
    ),
    -- Kept in another group, where these users were before they moved.
    elsewhere as (
      select w.user_id
      from windows as w
      cross join lateral (
        select c.closes_at, c.location_group from public.workout_window_chains as c
        where c.user_id = w.user_id and c.date = (select p_date) offset 0
      ) as c
      where c.location_group <> w.location_group
        and (c.closes_at <= now() or exists (
          select from public.workout_window_checkins as k
          where k.user_id = w.user_id and k.date = p_date offset 0))
    ),
    kept as (
      select p.user_id, p.squad_id from places as p where p.kept
    ),
    kept_squads as (
      select distinct k.squad_id from kept as k where k.squad_id is not null
    )
    select p.user_id, p.location_group, p.starts_at, p.ends_at, p.closes_at, p.before_user_id,
      true, true, p.came_at
    from places as p where p.kept
    union all
    select w.user_id, w.location_group, i.starts_at, i.ends_at,
      -- Null when the window did not exist by then, or the place is written too late to check in.
      case when w.created_at < i.ends_at + private.workout_grace()
          and (p.closes_at is not null or now() < i.ends_at + private.workout_grace())
        then i.ends_at + private.workout_grace() end,
      b.user_id, false, q.squad_id is not null, case when p.user_id is null then w.updated_at end
    from windows as w
    left join lateral (
      select n.* from private.workout_former_windows as n
      where n.user_id = w.user_id and n.holds_until > p_date order by n.holds_until limit 1
    ) as f on true
    cross join lateral private.workout_window_instants(
      p_date, coalesce(f.window_start_time, w.window_start_time),
      coalesce(f.window_end_time, w.window_end_time), coalesce(f.timezone, w.timezone)) as i
    left join places as p on p.user_id = w.user_id and p.location_group = w.location_group
    left join kept as b on b.user_id = p.before_user_id
    left join kept_squads as q on q.squad_id = p.squad_id
    where not exists (
        select from public.profiles as u where u.id = w.user_id and not u.is_active)
      and not exists (select from kept as k where k.user_id = w.user_id)
      and not exists (select from elsewhere as e where e.user_id = w.user_id);
end
$$;

create type private.workout_place as (
  user_id uuid,
  location_group text,
  starts_at timestamptz,
  ends_at timestamptz,
  closes_at timestamptz,
  before_user_id uuid,
  after_user_id uuid,
  squad_id uuid,
  team_color text,
  number integer,
  has_new_neighbours boolean
);

-- The places of location groups on a date. A squad whose members stay the same keeps its id and
-- colour; another one gets the colour of the smaller team. `number` is the place in a squad that
-- was cut now.
create function private.workout_places(p_date date, p_groups text[])
returns setof private.workout_place
language plpgsql volatile security definer
set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
declare
  v_slots constant private.workout_slot[] :=
    array(select s from private.workout_slots(p_date, p_groups) as s);
  v_users constant uuid[] := array(select s.user_id from unnest(v_slots) as s);
  v_apart jsonb;
begin
  select coalesce(jsonb_object_agg(k.pair, true), '{}') into v_apart
  from public.profiles as u cross join lateral unnest(u.blocked_user_ids) as b (id)
  cross join lateral (values (u.id || ' ' || b.id), (b.id || ' ' || u.id)) as k (pair)
  where u.id = any (v_users) and b.id = any (v_users);

  return query
    with matched as materialized (
      select s.*, m.before_user_id as before_id, m.after_user_id as after_id, m.unit, m.place,
        c.team_color as old_color, c.squad_id as old_squad_id,
        (c.before_user_id, c.after_user_id) is distinct from (m.before_user_id, m.after_user_id)
          and c.starts_at = s.starts_at as has_new_neighbours
      from (
        select array_agg(g) as slots from unnest(v_slots) as g group by g.location_group
      ) as groups
      cross join lateral private.match_workout_windows(groups.slots, v_apart) as m
      join unnest(v_slots) as s on s.user_id = m.user_id
      left join (
        select o.* from public.workout_window_chains as o
        where o.date = (select p_date) and o.user_id = any (v_users)
      ) as c on c.user_id = s.user_id
    ),
    cut as (
      select m.unit, count(*)::integer as size, array_agg(m.user_id order by m.place) as members,
        -- A single user keeps the colour.
        case when count(*) = 1 then min(m.old_color) filter (where m.old_squad_id is null) end
          as old_color
      from matched as m where m.unit is not null
      group by m.unit
    ),
    units as materialized (
      select u.unit, u.size,
        case when u.size > 1 then coalesce(s.id, private.uuid_v7()) end as squad_id,
        coalesce(s.team_color, u.old_color) as team_color
      from cut as u
      left join (
        select q.* from public.workout_window_squads as q
        where q.id = any (array(select m.old_squad_id from matched as m))
      ) as s on u.size > 1 and s.user_1_id = u.members[1] and s.user_2_id = u.members[2]
        and s.user_3_id is not distinct from u.members[3]
    ),
    -- Users who have their colour already.
    teams as (
      select count(*) filter (where t.team_color = 'red') as red,
        count(*) filter (where t.team_color = 'blue') as blue
      from (
        select c.team_color from public.workout_window_chains as c
        where c.date = p_date and c.location_group <> all (p_groups) and c.user_id <> all (v_users)
        union all
        select case when m.seated then m.old_color else u.team_color end
        from matched as m left join units as u on u.unit = m.unit
      ) as t
    ),
    colored as (
      select u.unit, c.team_color
      from (
        select array_agg(n.unit order by n.size desc, n.unit) as units,
          array_agg(n.size order by n.size desc, n.unit) as sizes
        from units as n where n.team_color is null
      ) as plain
      cross join teams as t
      cross join lateral unnest(
        plain.units, private.color_workout_units(plain.sizes, t.red::integer, t.blue::integer)
      ) as c (unit, team_color)
      join units as u on u.unit = c.unit
    )
    select m.user_id, m.location_group, m.starts_at, m.ends_at, m.closes_at, m.before_id,
      m.after_id, case when m.seated then m.old_squad_id else u.squad_id end,
      case when m.seated then m.old_color else coalesce(u.team_color, c.team_color) end,
      m.place, coalesce(m.has_new_neighbours, false)
    from matched as m
    left join units as u on u.unit = m.unit
    left join colored as c on c.unit = m.unit;
end
$$;

-- Writes the chains of location groups on a date. The caller has locked the date and its places.
-- Returns the number of places. Tells users of a date that was complete before about their new
-- neighbours. The planner knows nothing about a new date and would choose nested loops.
create function private.write_workout_chains(p_date date, p_groups text[]) returns integer
language plpgsql volatile security definer
set search_path = '' set enable_nestloop = off set enable_mergejoin = off
as $$
declare
  v_places constant private.workout_place[] :=
    array(select p from private.workout_places(p_date, p_groups) as p);
  v_squads uuid[];
  v_unplaced uuid[];
begin
  v_squads := array(
    select squad_id from public.workout_window_chains
    where date = p_date and location_group = any (p_groups) and squad_id is not null
    union
    select squad_id from public.workout_window_chains
    where date = (select p_date)
      and user_id = any (array(select p.user_id from unnest(v_places) as p))
      and squad_id is not null
  );

  insert into public.workout_window_squads (id, date, user_1_id, user_2_id, user_3_id, team_color)
  select s.squad_id, p_date, s.members[1], s.members[2], s.members[3], s.team_color
  from (
    select p.squad_id, p.team_color, array_agg(p.user_id order by p.number) as members
    from unnest(v_places) as p
    where p.number is not null and p.squad_id is not null
    group by p.squad_id, p.team_color
  ) as s
  on conflict (id) do nothing;

  insert into public.workout_window_chains as c (
    date, user_id, before_user_id, after_user_id, team_color, squad_id, location_group, starts_at,
    ends_at, closes_at
  )
  select p_date, p.user_id, p.before_user_id, p.after_user_id, p.team_color, p.squad_id,
    p.location_group, p.starts_at, p.ends_at, p.closes_at
  from unnest(v_places) as p
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
  );

  -- Check-ins from before the chains.
  v_unplaced := array(
    select k.user_id from public.workout_window_checkins as k
    join unnest(v_places) as p on p.user_id = k.user_id
    where k.date = p_date and k.chain_id is null);
  if v_unplaced <> '{}' then
    perform private.settle_workout_checkins(p_date, v_unplaced);
  end if;

  delete from public.workout_window_chains as c
  where c.date = p_date and c.location_group = any (p_groups)
    and not exists (select from unnest(v_places) as p where p.user_id = c.user_id);

  -- A single user who is left has no squad.
  delete from public.workout_window_squads
  where id = any (v_squads) and id not in (
    select squad_id from public.workout_window_chains
    where squad_id = any (v_squads) group by squad_id having count(*) > 1);
  -- Members who left a squad that is kept.
  update public.workout_window_squads as s
  set user_1_id = (select s.user_1_id where s.user_1_id = any (m.members)),
    user_2_id = (select s.user_2_id where s.user_2_id = any (m.members)),
    user_3_id = (select s.user_3_id where s.user_3_id = any (m.members))
  from (
    select squad_id, array_agg(user_id) as members
    from public.workout_window_chains where squad_id = any (v_squads) group by squad_id
  ) as m
  where s.id = any (v_squads) and s.id = m.squad_id
    and cardinality(m.members) < num_nonnulls(s.user_1_id, s.user_2_id, s.user_3_id);

  if private.workout_date_is_generated(p_date) then
    perform private.notify(
      p.user_id, 'chain_updated', jsonb_build_object('date', p_date),
      jsonb_build_object('date', p_date), p_date::text)
    from unnest(v_places) as p where p.has_new_neighbours and p.ends_at > now();
  end if;
  return cardinality(v_places);
end
$$;
