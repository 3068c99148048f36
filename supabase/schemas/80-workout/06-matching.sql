-- The matching of windows: chains and units of squads, as a pure function. `p_apart` has for a user
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

-- Links the windows of each location group, and cuts their chains into units of three: a unit of
-- two users may remain, or a unit of one, which makes no squad. A unit is named by its first user.
-- Seated slots belong to no unit.
create function private.match_workout_windows(
  p_slots private.workout_slot[], p_apart jsonb default '{}'
)
returns table (user_id uuid, before_user_id uuid, after_user_id uuid, unit uuid, place integer)
language plpgsql immutable set search_path = ''
as $$
declare
  v_slots constant private.workout_slot[] := array(
    select s from unnest(p_slots) as s
    order by s.location_group, s.starts_at, s.ends_at, s.user_id);
  -- By the number of a slot: the numbers of its neighbours, and of the first slot of its chain.
  v_before integer[] := '{}';
  v_after integer[] := '{}';
  v_chain integer[] := '{}';
  v_stack integer[];
  -- The members of the units that have room.
  v_open text[];
  v_members text;
  v_group text;
  v_event record;
begin
  -- A window that ends goes on a stack. A window that starts takes the top of the stack, or the
  -- next one below that fits. A window may start where the one before it ends.
  for v_event in
    with slots as (
      select s.*, s.ordinality::integer as number, b.ordinality::integer as before
      from unnest(v_slots) with ordinality as s
      left join unnest(v_slots) with ordinality as b on b.user_id = s.before_user_id
        and b.location_group = s.location_group and b.ends_at <= s.starts_at
    )
    select s.*, e.is_start
    from slots as s
    cross join lateral (values (s.starts_at, true), (s.ends_at, false)) as e (at, is_start)
    where e.is_start or (not s.kept or s.since is not null)
      and s.number not in (select l.before from slots as l where l.before is not null)
    order by s.location_group, e.at, e.is_start, s.number
  loop
    if v_event.location_group is distinct from v_group then
      v_group := v_event.location_group;
      v_stack := '{}';
    end if;
    if not v_event.is_start then
      v_stack := v_stack || v_event.number;
      continue;
    end if;
    if v_event.before is null and not v_event.kept then
      for v_at in reverse cardinality(v_stack) .. 1 loop
        continue when v_slots[v_stack[v_at]].kept
            and v_event.since > v_slots[v_stack[v_at]].since is not false
          or p_apart -> v_event.user_id::text ? v_slots[v_stack[v_at]].user_id::text;
        v_event.before := v_stack[v_at];
        v_stack := v_stack[:v_at - 1] || v_stack[v_at + 1:];
        exit;
      end loop;
    end if;
    v_before[v_event.number] := v_event.before;
    v_chain[v_event.number] := coalesce(v_chain[v_event.before], v_event.number);
    if v_event.before is not null then
      v_after[v_event.before] := v_event.number;
    end if;
  end loop;

  -- Along the chains each user joins the first unit that has room and only people whom the user may
  -- meet.
  v_group := null;
  for v_event in
    select * from unnest(v_slots) with ordinality as s order by v_chain[ordinality], ordinality
  loop
    if v_event.location_group is distinct from v_group then
      v_group := v_event.location_group;
      v_open := '{}';
    end if;
    user_id := v_event.user_id;
    before_user_id := v_slots[v_before[v_event.ordinality]].user_id;
    after_user_id := v_slots[v_after[v_event.ordinality]].user_id;
    unit := null;
    place := null;
    if not v_event.seated then
      v_members := v_open[1];
      if p_apart ? user_id::text then
        v_members := (
          select o.members from unnest(v_open) with ordinality as o (members, place)
          where not p_apart -> user_id::text ?| string_to_array(o.members, ' ')
          order by o.place limit 1);
      end if;
      unit := coalesce(left(v_members, 36)::uuid, user_id);
      place := coalesce(cardinality(string_to_array(v_members, ' ')), 0) + 1;
      v_open := case place
        when 1 then v_open || user_id::text
        when 2 then array_replace(v_open, v_members, v_members || ' ' || user_id)
        else array_remove(v_open, v_members) end;
    end if;
    return next;
  end loop;
end
$$;
