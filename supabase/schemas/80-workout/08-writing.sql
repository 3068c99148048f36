-- Writing of chains: the matching of some location groups of a date, in one transaction. It reads
-- and writes the rows of these groups, and of the date the sizes of the teams alone.

-- The windows of location groups on a date, as slots. A place is kept once its owner has checked in
-- or its window has closed; so are the links of a kept place and the members of its squad.
create function private.workout_slots(p_date date, p_groups text[])
returns setof private.workout_slot
language plpgsql stable security definer set search_path = ''
as $$
begin
  return query
    with windows as materialized (
      select w.*, i.starts_at, i.ends_at, i.ends_at + private.workout_grace() as closes_at
      from public.workout_windows as w
      cross join lateral private.workout_window_on(w.user_id, p_date) as i
      where w.is_active and w.location_group = any (p_groups)
    ),
    -- Also those of these users in other groups, where they were before they moved.
    places as materialized (
      select c.*, coalesce(c.closes_at <= now(), false) or k.id is not null as kept,
        c.location_group = any (p_groups) as is_here, k.created_at as came_at
      from (
        select * from public.workout_window_chains
        where date = p_date and location_group = any (p_groups)
        union
        select m.* from windows as w
        join public.workout_window_chains as m on m.user_id = w.user_id and m.date = p_date
      ) as c
      left join public.workout_window_checkins as k on k.user_id = c.user_id and k.date = c.date
    )
    select p.user_id, p.location_group, p.starts_at, p.ends_at, p.closes_at, p.before_user_id,
      true, true, p.came_at
    from places as p where p.kept and p.is_here
    union all
    select w.user_id, w.location_group, w.starts_at, w.ends_at,
      -- Null when the window did not exist by then, or the place is written too late to check in.
      case when w.created_at < w.closes_at and (p.closes_at is not null or now() < w.closes_at)
        then w.closes_at end,
      b.user_id, false, q.squad_id is not null, case when p.user_id is null then w.updated_at end
    from windows as w
    left join places as p on p.user_id = w.user_id and p.location_group = w.location_group
    left join places as b on b.user_id = p.before_user_id and b.kept and b.is_here
    left join (
      select distinct k.squad_id from places as k where k.kept and k.is_here
    ) as q on q.squad_id = p.squad_id
    where not exists (
        select from public.profiles as u where u.id = w.user_id and not u.is_active)
      and not exists (select from places as k where k.user_id = w.user_id and k.kept);
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

-- The keys 'a b' and 'b a' of users among these of whom one blocks the other.
create function private.users_apart(p_user_ids uuid[]) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_object_agg(k.pair, true), '{}')
  from public.profiles as u cross join lateral unnest(u.blocked_user_ids) as b (id)
  cross join lateral (values (u.id || ' ' || b.id), (b.id || ' ' || u.id)) as k (pair)
  where u.id = any (p_user_ids) and b.id = any (p_user_ids)
$$;

-- The places of location groups on a date. A squad whose members stay the same keeps its id and
-- colour, and a single user the colour; `team_color` of others is null. `number` is the place in a
-- squad that was cut now, or 1 of a single user.
create function private.workout_places(p_slots private.workout_slot[], p_date date)
returns setof private.workout_place
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_apart constant jsonb := private.users_apart(array(select s.user_id from unnest(p_slots) as s));
begin
  return query
    with matched as materialized (
      select (m.slot).*, m.before_user_id as before_id, m.after_user_id as after_id, m.unit,
        m.place, c.team_color as old_color, c.squad_id as old_squad_id,
        c.starts_at = (m.slot).starts_at and (c.before_user_id, c.after_user_id)
          is distinct from (m.before_user_id, m.after_user_id) as has_new_neighbours
      from (
        select array_agg(s) as slots from unnest(p_slots) as s group by s.location_group
      ) as g
      cross join lateral private.match_workout_windows(g.slots, v_apart) as m
      left join public.workout_window_chains as c
        on c.user_id = (m.slot).user_id and c.date = p_date
    ),
    units as (
      select u.unit,
        case when u.size > 1 then coalesce(s.id, private.uuid_v7()) end as squad_id,
        case when u.size > 1 then s.team_color else u.single_color end as team_color
      from (
        select m.unit, count(*) as size, array_agg(m.user_id order by m.place) as members,
          min(m.old_color) filter (where m.old_squad_id is null) as single_color,
          (array_agg(m.old_squad_id order by m.place))[1] as old_squad_id
        from matched as m where m.unit is not null group by m.unit
      ) as u
      left join public.workout_window_squads as s on s.id = u.old_squad_id
        and (s.user_1_id, s.user_2_id) = (u.members[1], u.members[2])
        and s.user_3_id is not distinct from u.members[3]
    )
    select m.user_id, m.location_group, m.starts_at, m.ends_at, m.closes_at, m.before_id,
      m.after_id, case when m.seated then m.old_squad_id else u.squad_id end,
      case when m.seated then m.old_color else u.team_color end, m.place,
      coalesce(m.has_new_neighbours, false)
    from matched as m left join units as u on u.unit = m.unit;
end
$$;

-- The places with their colours: the units without one get that of the smaller team, the larger
-- units first.
create function private.colored_workout_places(p_date date, p_groups text[])
returns setof private.workout_place
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_slots constant private.workout_slot[] := array(
    select s from private.workout_slots(p_date, p_groups) as s);
  v_places constant private.workout_place[] := array(
    select p from private.workout_places(v_slots, p_date) as p);
  v_users constant uuid[] := array(select p.user_id from unnest(v_places) as p);
  v_units uuid[];
  v_sizes integer[];
  v_red integer;
  v_blue integer;
  v_colors text[];
begin
  select array_agg(u.unit order by u.size desc, u.first),
    array_agg(u.size order by u.size desc, u.first)
  into v_units, v_sizes
  from (
    select coalesce(p.squad_id, p.user_id) as unit, count(*)::integer as size,
      min(p.user_id::text) filter (where p.number = 1) as first
    from unnest(v_places) as p where p.team_color is null group by 1
  ) as u;
  -- Users of the date who have their colour already: those elsewhere, and those here.
  select s.red + n.red, s.blue + n.blue into v_red, v_blue
  from private.workout_team_sizes(p_date) as s
  cross join (
    select coalesce(sum(sign) filter (where c.team_color = 'red'), 0) as red,
      coalesce(sum(sign) filter (where c.team_color = 'blue'), 0) as blue
    from (
      select team_color, -1 as sign from public.workout_window_chains
      where date = p_date and (location_group = any (p_groups) or user_id = any (v_users))
      union all
      select p.team_color, 1 from unnest(v_places) as p
    ) as c
  ) as n;
  v_colors := private.color_workout_units(v_sizes, v_red, v_blue);
  return query
    select p.user_id, p.location_group, p.starts_at, p.ends_at, p.closes_at, p.before_user_id,
      p.after_user_id, p.squad_id, coalesce(p.team_color,
        v_colors[array_position(v_units, coalesce(p.squad_id, p.user_id))]),
      p.number, p.has_new_neighbours
    from unnest(v_places) as p;
end
$$;

-- Removes squads of these that have fewer than two members now, and members who have left others.
create function private.tidy_workout_squads(p_ids uuid[]) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  delete from public.workout_window_squads
  where id = any (p_ids) and id not in (
    select squad_id from public.workout_window_chains
    where squad_id = any (p_ids) group by squad_id having count(*) > 1);
  update public.workout_window_squads as s
  set user_1_id = (select s.user_1_id where s.user_1_id = any (m.members)),
    user_2_id = (select s.user_2_id where s.user_2_id = any (m.members)),
    user_3_id = (select s.user_3_id where s.user_3_id = any (m.members))
  from (
    select squad_id, array_agg(user_id) as members
    from public.workout_window_chains where squad_id = any (p_ids) group by squad_id
  ) as m
  where s.id = m.squad_id
    and cardinality(m.members) < num_nonnulls(s.user_1_id, s.user_2_id, s.user_3_id);
end
$$;

-- Writes the chains of location groups on a date. The caller has locked the date and its places.
-- Returns the number of places. Tells users of a date that was complete before about their new
-- neighbours.
create function private.write_workout_chains(p_date date, p_groups text[]) returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_places constant private.workout_place[] := array(
    select p from private.colored_workout_places(p_date, p_groups) as p);
  v_users constant uuid[] := array(select p.user_id from unnest(v_places) as p);
  v_squads constant uuid[] := array(
    select distinct squad_id from public.workout_window_chains
    where date = p_date and (location_group = any (p_groups) or user_id = any (v_users))
      and squad_id is not null);
begin
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
  perform private.settle_workout_checkins(p_date, array(
    select user_id from public.workout_window_checkins
    where user_id = any (v_users) and date = p_date and chain_id is null));
  delete from public.workout_window_chains
  where date = p_date and location_group = any (p_groups) and user_id <> all (v_users);
  perform private.tidy_workout_squads(v_squads);
  perform private.notify(p.user_id, 'chain_updated', jsonb_build_object('date', p_date),
    jsonb_build_object('date', p_date), p_date::text)
  from unnest(v_places) as p
  where p.has_new_neighbours and p.ends_at > now() and private.workout_date_is_generated(p_date);
  return cardinality(v_places);
end
$$;
