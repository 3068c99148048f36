-- The matching of windows: chains and units of squads, as pure functions.

-- A window of a date. `kept` slots keep their place: they get no new neighbours, except one after
-- whose window was set up before their check-in, although its chains are generated only now.
-- `since` is when the owner of a kept slot checked in, or when a window without a place was set up.
-- `before_user_id` is a link that must remain. A `seated` slot has a squad or a colour already.
create type private.workout_slot as (
  user_id uuid,
  location_group text,
  starts_at timestamptz,
  ends_at timestamptz,
  closes_at timestamptz,
  before_user_id uuid,
  kept boolean,
  seated boolean,
  since timestamptz
);

-- The links of the slots of a group, which are in the order of their starts: the number of the slot
-- before each, 0 for none. A window that ends goes on a stack. A window that starts takes the top
-- of the stack, or the next one below that fits.
create function private.link_workout_windows(p_slots private.workout_slot[], p_apart jsonb)
returns integer[]
language plpgsql immutable set search_path = ''
as $$
declare
  v_before integer[] := array_fill(0, array[cardinality(p_slots)]);
  v_stack integer[] := '{}';
  v_number integer;
  v_other integer;
  v_is_start boolean;
begin
  for v_number, v_other in
    select s.ordinality, b.ordinality
    from unnest(p_slots) with ordinality as s
    join unnest(p_slots) with ordinality as b
      on b.user_id = s.before_user_id and b.ends_at <= s.starts_at
    order by s.ordinality
  loop
    if v_other <> all (v_before) then
      v_before[v_number] := v_other;
    end if;
  end loop;
  -- A window may start where the one before it ends.
  for v_number, v_is_start in
    select s.ordinality, e.is_start
    from unnest(p_slots) with ordinality as s
    cross join lateral (values (s.starts_at, true), (s.ends_at, false)) as e (at, is_start)
    where not s.kept or s.since is not null and not e.is_start
    order by e.at, e.is_start, s.ordinality
  loop
    if not v_is_start and v_number <> all (v_before) then
      v_stack := v_stack || v_number;
    elsif v_is_start and v_before[v_number] = 0 then
      for v_at in reverse cardinality(v_stack) .. 1 loop
        v_other := v_stack[v_at];
        continue when
          p_apart ? concat((p_slots[v_number]).user_id, ' ', (p_slots[v_other]).user_id)
          or (p_slots[v_other]).kept
            and not coalesce((p_slots[v_number]).since <= (p_slots[v_other]).since, false);
        v_before[v_number] := v_other;
        v_stack := v_stack[:v_at - 1] || v_stack[v_at + 1:];
        exit;
      end loop;
    end if;
  end loop;
  return v_before;
end
$$;

-- Cuts a line of users into units of three: each user joins the first unit that has room and only
-- people whom the user may meet. Returns, for each user, the number of the first user of the unit.
create function private.cut_workout_units(p_users uuid[], p_apart jsonb) returns integer[]
language plpgsql immutable set search_path = ''
as $$
declare
  v_units integer[] := '{}';
  v_second integer[] := '{}';
  v_open integer[] := '{}';
  v_first integer;
begin
  for v_number in 1 .. cardinality(p_users) loop
    v_units[v_number] := v_number;
    foreach v_first in array v_open loop
      continue when p_apart ?| array[concat(p_users[v_number], ' ', p_users[v_first]),
        concat(p_users[v_number], ' ', p_users[v_second[v_first]])];
      v_units[v_number] := v_first;
      if v_second[v_first] is null then
        v_second[v_first] := v_number;
      else
        v_open := array_remove(v_open, v_first);
      end if;
      exit;
    end loop;
    if v_units[v_number] = v_number then
      v_open := v_open || v_number;
    end if;
  end loop;
  return v_units;
end
$$;

-- Links the windows of one location group, and cuts their chains into units of squads: a unit of
-- two users may remain, or a unit of one, which makes no squad. Seated slots belong to no unit. A
-- unit is named by its first user.
--
-- `p_apart` has the keys 'a b' and 'b a' for users who must not come together: they get no new link
-- and no common unit. The next user in line who fits is taken instead, and units may be smaller.
create function private.match_workout_windows(
  p_slots private.workout_slot[], p_apart jsonb default '{}'
)
returns table (
  slot private.workout_slot, before_user_id uuid, after_user_id uuid, unit uuid, place integer
)
language plpgsql immutable set search_path = ''
as $$
declare
  -- Slots are numbered by start; 0 means none.
  v_slots constant private.workout_slot[] := array(
    select s from unnest(p_slots) as s order by s.starts_at, s.ends_at, s.user_id);
  v_before constant integer[] := private.link_workout_windows(v_slots, p_apart);
  v_after integer[] := '{}';
  v_chain integer[] := '{}';
  v_line integer[];
  v_cut integer[];
  v_unit integer[] := '{}';
  v_place integer[] := '{}';
  v_sizes integer[] := '{}';
begin
  for v_number in 1 .. cardinality(v_slots) loop
    v_chain[v_number] := coalesce(v_chain[v_before[v_number]], v_number);
    v_after[v_before[v_number]] := v_number;
  end loop;
  v_line := array(
    select n from generate_subscripts(v_slots, 1) as n
    where not (v_slots[n]).seated order by v_chain[n], n);
  v_cut := private.cut_workout_units(
    array(select (v_slots[n]).user_id from unnest(v_line) as n), p_apart);
  for v_number in 1 .. cardinality(v_line) loop
    v_sizes[v_cut[v_number]] := coalesce(v_sizes[v_cut[v_number]], 0) + 1;
    v_unit[v_line[v_number]] := v_line[v_cut[v_number]];
    v_place[v_line[v_number]] := v_sizes[v_cut[v_number]];
  end loop;
  return query
    select v_slots[n], (v_slots[v_before[n]]).user_id, (v_slots[v_after[n]]).user_id,
      (v_slots[v_unit[n]]).user_id, v_place[n]
    from generate_subscripts(v_slots, 1) as n;
end
$$;
