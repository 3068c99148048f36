-- The matching of windows: chains and units of squads, as a pure function.

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

-- Links the windows of one location group in the order of their starts. A window that ends goes on
-- a stack. A window that starts takes the top of the stack: its before user, whose after user it
-- is.
--
-- Then cuts the chains into units of three. The last unit may have two users, or one, which is no
-- squad. Seated slots belong to no unit. A unit is named by its first user.
--
-- `p_apart` has the keys 'a b' and 'b a' for users who must not come together: they get no new link
-- and no common unit. The next user in line who fits is taken instead, and units may be smaller.
create function private.match_workout_windows(
  p_slots private.workout_slot[], p_apart jsonb default '{}'
)
returns table (
  user_id uuid, before_user_id uuid, after_user_id uuid, unit uuid, place integer
)
language plpgsql immutable set search_path = ''
as $$
declare
  -- Slots are numbered by start; 0 means none.
  v_slots constant private.workout_slot[] := array(
    select s from unnest(p_slots) as s order by s.starts_at, s.ends_at, s.user_id);
  v_users constant uuid[] := array(select s.user_id from unnest(v_slots) as s);
  v_before integer[] := array_fill(0, array[cardinality(v_slots)]);
  v_after integer[] := v_before;
  v_chain integer[] := v_before;
  v_units integer[] := v_before;
  v_places integer[] := v_before;
  v_stack integer[] := '{}';
  v_top integer := 0;
  v_line integer[];
  v_unit integer[];
  v_number integer;
  v_other integer;
  v_is_start boolean;
  v_at integer;
begin
  for v_number, v_other in
    select s.ordinality, b.ordinality
    from unnest(v_slots) with ordinality as s
    join unnest(v_slots) with ordinality as b
      on b.user_id = s.before_user_id and b.ends_at <= s.starts_at
    order by s.ordinality
  loop
    if v_after[v_other] = 0 then
      v_before[v_number] := v_other;
      v_after[v_other] := v_number;
    end if;
  end loop;

  -- A window may start where the one before it ends.
  for v_number, v_is_start in
    select s.ordinality, e.is_start
    from unnest(v_slots) with ordinality as s
    cross join lateral (values (s.starts_at, true), (s.ends_at, false)) as e (at, is_start)
    where not s.kept or s.since is not null and not e.is_start
    order by e.at, e.is_start, s.ordinality
  loop
    if not v_is_start and v_after[v_number] = 0 then
      v_top := v_top + 1;
      v_stack[v_top] := v_number;
    elsif v_is_start and v_before[v_number] = 0 then
      v_at := v_top;
      while v_at > 0 and (
        p_apart ? concat(v_users[v_number], ' ', v_users[v_stack[v_at]])
        or (v_slots[v_stack[v_at]]).kept
          and not coalesce((v_slots[v_number]).since <= (v_slots[v_stack[v_at]]).since, false))
      loop
        v_at := v_at - 1;
      end loop;
      if v_at > 0 then
        v_before[v_number] := v_stack[v_at];
        v_after[v_stack[v_at]] := v_number;
        for v_next in v_at + 1 .. v_top loop
          v_stack[v_next - 1] := v_stack[v_next];
        end loop;
        v_top := v_top - 1;
      end if;
    end if;
  end loop;

  for v_number in 1 .. cardinality(v_slots) loop
    v_chain[v_number] := coalesce(v_chain[v_before[v_number]], v_number);
  end loop;
  v_line := array(
    select s.ordinality from unnest(v_slots) with ordinality as s
    where not s.seated order by v_chain[s.ordinality], s.ordinality);
  for v_first in 1 .. cardinality(v_line) loop
    continue when v_units[v_line[v_first]] > 0;
    v_unit := '{}';
    for v_next in v_first .. cardinality(v_line) loop
      exit when cardinality(v_unit) = 3;
      v_number := v_line[v_next];
      -- A user who is passed over stays the next in line.
      continue when v_units[v_number] > 0
        or p_apart ?| array[concat(v_users[v_number], ' ', v_users[v_unit[1]]),
          concat(v_users[v_number], ' ', v_users[v_unit[2]])];
      v_unit := v_unit || v_number;
      v_units[v_number] := v_unit[1];
      v_places[v_number] := cardinality(v_unit);
    end loop;
  end loop;

  return query
    select v_users[n], v_users[v_before[n]], v_users[v_after[n]], v_users[v_units[n]],
      nullif(v_places[n], 0)
    from generate_subscripts(v_slots, 1) as n;
end
$$;
