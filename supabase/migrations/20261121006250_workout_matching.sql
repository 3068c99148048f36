-- The matching of windows: chains and units of squads, as a pure function.

-- A window of a date. `kept` slots keep their place: they get no new neighbours. `before_user_id` is a
-- link that must remain. A `seated` slot has a squad or a colour already.
create type private.workout_slot as (
  user_id uuid,
  location_group text,
  starts_at timestamptz,
  ends_at timestamptz,
  closes_at timestamptz,
  before_user_id uuid,
  kept boolean,
  seated boolean
);

-- Links the windows of each location group in the order of their starts: the before user of a window
-- is the one whose window ends closest before its start and has no after user yet; that user's after
-- user is the mirror. In other words, an ended window goes on a stack, and a starting one takes the
-- top. A window may start where the one before it ends.
--
-- Then cuts each group into units of three along its chains; the last unit of a group may be of two,
-- or of one, which is no squad. Seated slots belong to no unit.
--
-- Nobody in `p_blockers` gets a new link or a unit with the person at the same position of
-- `p_blocked`: the next one in line who fits is taken instead, and units may be smaller.
create function private.match_workout_windows(
  p_slots private.workout_slot[], p_blockers uuid[] default '{}', p_blocked uuid[] default '{}'
)
returns table (
  user_id uuid, before_user_id uuid, after_user_id uuid, unit integer, place integer,
  unit_size integer
)
language plpgsql immutable
set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
declare
  -- Slots are numbered by group and start; 0 means none.
  v_slots constant private.workout_slot[] := array(
    select s from unnest(p_slots) as s
    order by s.location_group, s.starts_at, s.ends_at, s.user_id);
  v_users constant uuid[] := array(select s.user_id from unnest(v_slots) as s);
  v_groups constant integer[] := array(
    select dense_rank() over (order by s.location_group) from unnest(v_slots) as s);
  v_starts constant timestamptz[] := array(select s.starts_at from unnest(v_slots) as s);
  v_ends constant timestamptz[] := array(select s.ends_at from unnest(v_slots) as s);
  v_kept constant boolean[] := array(select s.kept from unnest(v_slots) as s);
  v_before integer[] := array_fill(0, array[cardinality(v_slots)]);
  v_after integer[] := v_before;
  v_chain integer[] := v_before;
  v_units integer[] := v_before;
  v_places integer[] := v_before;
  v_stack integer[] := v_before;
  v_depth integer := 0;
  v_seats integer[];
  v_unit integer;
  v_size integer := 3;
  -- Has the key 'a b' when the slots a and b must not come together.
  v_apart jsonb;
  v_number integer;
  v_other integer;
  v_is_start boolean;
begin
  select coalesce(jsonb_object_agg(x.key, true), '{}') into v_apart
  from unnest(p_blockers, p_blocked) as p (blocker, blocked)
  join unnest(v_users) with ordinality as b (user_id, number) on b.user_id = p.blocker
  join unnest(v_users) with ordinality as o (user_id, number) on o.user_id = p.blocked
  cross join lateral (
    values (b.number || ' ' || o.number), (o.number || ' ' || b.number)) as x (key)
  where v_groups[b.number] = v_groups[o.number];

  for v_number, v_other in
    select s.number, b.number
    from unnest(v_slots) with ordinality as s (
      user_id, location_group, starts_at, ends_at, closes_at, before_user_id, kept, seated, number)
    join unnest(v_users) with ordinality as b (user_id, number) on b.user_id = s.before_user_id
    where v_groups[b.number] = v_groups[s.number] and v_ends[b.number] <= s.starts_at
    order by s.number
  loop
    if v_after[v_other] = 0 then
      v_before[v_number] := v_other;
      v_after[v_other] := v_number;
    end if;
  end loop;

  for v_number, v_is_start in
    select e.number, e.is_start
    from (
      select s.number, s.at, true as is_start from unnest(v_starts) with ordinality as s (at, number)
      union all
      select s.number, s.at, false from unnest(v_ends) with ordinality as s (at, number)
    ) as e
    order by v_groups[e.number], e.at, e.is_start, e.number
  loop
    -- The stack is that of the group.
    if v_depth > 0 and v_groups[v_stack[1]] <> v_groups[v_number] then
      v_depth := 0;
    end if;
    if not v_is_start then
      if not v_kept[v_number] and v_after[v_number] = 0 then
        v_depth := v_depth + 1;
        v_stack[v_depth] := v_number;
      end if;
      continue;
    end if;
    if not v_kept[v_number] and v_before[v_number] = 0 then
      v_other := v_depth;
      while v_other > 0 and v_apart ? (v_number || ' ' || v_stack[v_other]) loop
        v_other := v_other - 1;
      end loop;
      if v_other > 0 then
        v_before[v_number] := v_stack[v_other];
        v_after[v_stack[v_other]] := v_number;
        for v_above in v_other + 1 .. v_depth loop
          v_stack[v_above - 1] := v_stack[v_above];
        end loop;
        v_depth := v_depth - 1;
      end if;
    end if;
    v_chain[v_number] :=
      case when v_before[v_number] = 0 then v_number else v_chain[v_before[v_number]] end;
  end loop;

  v_seats := array(
    select s.number from unnest(v_slots) with ordinality as s (
      user_id, location_group, starts_at, ends_at, closes_at, before_user_id, kept, seated, number)
    where not s.seated order by v_chain[s.number], s.number);
  for v_at in 1 .. cardinality(v_seats) loop
    v_other := v_at;
    while v_size < 3 and v_groups[v_seats[v_other]] = v_groups[v_unit] and (
      v_apart ? (v_seats[v_other] || ' ' || v_seats[v_at - 1])
      or v_size = 2 and v_apart ? (v_seats[v_other] || ' ' || v_seats[v_at - 2])
    ) loop
      v_other := v_other + 1;
    end loop;
    if v_size = 3 or v_groups[v_seats[v_other]] is distinct from v_groups[v_unit] then
      v_other := v_at;
      v_unit := v_seats[v_at];
      v_size := 0;
    end if;
    -- Whoever was passed over stays the next in line.
    v_number := v_seats[v_other];
    for v_passed in reverse v_other .. v_at + 1 loop
      v_seats[v_passed] := v_seats[v_passed - 1];
    end loop;
    v_seats[v_at] := v_number;
    v_size := v_size + 1;
    v_units[v_number] := v_unit;
    v_places[v_number] := v_size;
  end loop;

  return query
    select s.user_id, v_users[nullif(s.before, 0)], v_users[nullif(s.after, 0)],
      nullif(s.unit, 0), nullif(s.place, 0),
      case when s.unit > 0 then count(*) over (partition by s.unit)::integer end
    from unnest(v_users, v_before, v_after, v_units, v_places)
      as s (user_id, before, after, unit, place);
end
$$;
