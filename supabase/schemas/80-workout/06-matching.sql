-- The matching of windows: chains and units of squads, as pure functions. `p_apart` has for a user
-- the users who must not come together with this one: they get no new link and no common unit. The
-- next user in line who fits is taken instead, and units may be smaller.

-- A window of a date. `kept` slots keep their place: they get no new neighbours, except one after
-- whose window was set up before their check-in, although its chains are generated only now.
-- `since` is when the owner of a kept slot checked in, or when a window without a place was set up.
-- `before_user_id` is a link that must remain. A `seated` slot has a squad or a colour already.
create type private.workout_slot as (
  user_id uuid, location_group text, starts_at timestamptz, ends_at timestamptz,
  closes_at timestamptz, before_user_id uuid, kept boolean, seated boolean, since timestamptz
);

-- Links the slots of a group, which are in the order of their starts. A window that ends goes on a
-- stack. A window that starts takes the top of the stack, or the next one below that fits. `chain`
-- is the number of the first slot of a chain.
create function private.link_workout_windows(p_slots private.workout_slot[], p_apart jsonb)
returns table (user_id uuid, before_user_id uuid, chain integer, number bigint)
language plpgsql immutable set search_path = ''
as $$
declare
  v_users constant uuid[] := array(select s.user_id from unnest(p_slots) as s);
  -- When a window must have been set up to come after.
  v_until constant timestamptz[] := array(
    select case when s.kept then coalesce(s.since, '-infinity') else 'infinity' end
    from unnest(p_slots) as s);
  -- The number of the slot before; 0 means none.
  v_before integer[] := array(
    select coalesce(b.ordinality, 0)
    from unnest(p_slots) with ordinality as s
    left join unnest(p_slots) with ordinality as b
      on b.user_id = s.before_user_id and b.ends_at <= s.starts_at
    order by s.ordinality);
  v_chain integer[] := '{}';
  v_stack integer[] := '{}';
  v_event record;
begin
  -- A window may start where the one before it ends.
  for v_event in
    select s.ordinality::integer as number, e.is_start, coalesce(s.since, 'infinity') as since
    from unnest(p_slots) with ordinality as s
    cross join lateral (values (s.starts_at, true), (s.ends_at, false)) as e (at, is_start)
    where case when e.is_start then not s.kept and v_before[s.ordinality] = 0
      else v_until[s.ordinality] > '-infinity' and s.ordinality <> all (v_before) end
    order by e.at, e.is_start, s.ordinality
  loop
    if not v_event.is_start then
      v_stack := v_stack || v_event.number;
      continue;
    end if;
    for v_at in reverse cardinality(v_stack) .. 1 loop
      continue when v_event.since > v_until[v_stack[v_at]]
        or p_apart -> v_users[v_event.number]::text ? v_users[v_stack[v_at]]::text;
      v_before[v_event.number] := v_stack[v_at];
      v_stack := v_stack[:v_at - 1] || v_stack[v_at + 1:];
      exit;
    end loop;
  end loop;
  for v_number in 1 .. cardinality(v_users) loop
    v_chain[v_number] := coalesce(v_chain[v_before[v_number]], v_number);
  end loop;
  return query
    select u.id, v_users[u.before], u.chain, u.number
    from unnest(v_users, v_before, v_chain) with ordinality as u (id, before, chain, number);
end
$$;

-- Cuts a line of users into units of three: each user joins the first unit that has room and only
-- people whom the user may meet. A unit is named by its first user.
create function private.cut_workout_units(p_users uuid[], p_apart jsonb)
returns table (user_id uuid, unit uuid)
language plpgsql immutable set search_path = ''
as $$
declare
  -- The members of the units that have room.
  v_open text[] := '{}';
  v_members text;
begin
  foreach user_id in array p_users loop
    v_members := (
      select o.members from unnest(v_open) with ordinality as o (members, place)
      where not coalesce(p_apart -> user_id::text ?| string_to_array(o.members, ' '), false)
      order by o.place limit 1);
    unit := coalesce(left(v_members, 36)::uuid, user_id);
    v_open := case
      when v_members is null then v_open || user_id::text
      when v_members like '% %' then array_remove(v_open, v_members)
      else array_replace(v_open, v_members, v_members || ' ' || user_id) end;
    return next;
  end loop;
end
$$;

-- Links the windows of each location group, and cuts their chains into units of squads: a unit of
-- two users may remain, or a unit of one, which makes no squad. Seated slots belong to no unit.
create function private.match_workout_windows(
  p_slots private.workout_slot[], p_apart jsonb default '{}'
)
returns table (user_id uuid, before_user_id uuid, after_user_id uuid, unit uuid, place bigint)
language sql immutable set search_path = ''
as $$
  with linked as materialized (
    select g.name, l.*
    from (
      select s.location_group as name,
        array_agg(s order by s.starts_at, s.ends_at, s.user_id) as slots
      from unnest(p_slots) as s group by s.location_group
    ) as g
    cross join lateral private.link_workout_windows(g.slots, p_apart) as l
  ),
  cut as materialized (
    select u.user_id, u.unit, row_number() over (partition by u.unit order by u.number) as place
    from (
      select array_agg(l.user_id order by l.chain, l.number) as line
      from linked as l join unnest(p_slots) as s on s.user_id = l.user_id and not s.seated
      group by l.name
    ) as g
    cross join lateral private.cut_workout_units(g.line, p_apart)
      with ordinality as u (user_id, unit, number)
  )
  select l.user_id, l.before_user_id, a.user_id, c.unit, c.place
  from linked as l
  left join linked as a on a.before_user_id = l.user_id
  left join cut as c on c.user_id = l.user_id
$$;
