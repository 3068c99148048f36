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
create function private.match_workout_windows(p_slots private.workout_slot[])
returns table (
  user_id uuid, before_user_id uuid, after_user_id uuid, unit integer, place integer,
  unit_size integer
)
language plpgsql immutable
set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
declare
  v_users uuid[];
  v_groups text[];
  v_kept boolean[];
  v_seated boolean[];
  v_fixed integer[];
  v_before integer[];
  v_after integer[];
  v_chain integer[];
  v_stack integer[];
  v_depth integer := 0;
  v_group text;
  v_event record;
  v_number integer;
begin
  -- Slots are numbered by group and start; 0 means none.
  with slots as (
    select s.*, row_number() over (
      order by s.location_group, s.starts_at, s.ends_at, s.user_id)::integer as number
    from unnest(p_slots) as s
  )
  select array_agg(s.user_id order by s.number), array_agg(s.location_group order by s.number),
    array_agg(s.kept order by s.number), array_agg(s.seated order by s.number),
    array_agg(coalesce(b.number, 0) order by s.number),
    array_agg(0), array_agg(0), array_agg(0), array_agg(0)
  into v_users, v_groups, v_kept, v_seated, v_fixed, v_before, v_after, v_chain, v_stack
  from slots as s
  left join slots as b on b.user_id = s.before_user_id and b.location_group = s.location_group
    and b.ends_at <= s.starts_at;

  for v_number in 1 .. coalesce(cardinality(v_users), 0) loop
    if v_fixed[v_number] > 0 and v_after[v_fixed[v_number]] = 0 then
      v_before[v_number] := v_fixed[v_number];
      v_after[v_fixed[v_number]] := v_number;
    end if;
  end loop;

  for v_event in
    with slots as (
      select s.location_group, s.starts_at, s.ends_at, row_number() over (
        order by s.location_group, s.starts_at, s.ends_at, s.user_id)::integer as number
      from unnest(p_slots) as s
    )
    select location_group, starts_at as at, true as is_start, number from slots
    union all
    select location_group, ends_at, false, number from slots
    order by 1, 2, 3, 4
  loop
    if v_event.location_group is distinct from v_group then
      v_group := v_event.location_group;
      v_depth := 0;
    end if;
    v_number := v_event.number;
    if not v_event.is_start then
      if not v_kept[v_number] and v_after[v_number] = 0 then
        v_depth := v_depth + 1;
        v_stack[v_depth] := v_number;
      end if;
    else
      if not v_kept[v_number] and v_before[v_number] = 0 and v_depth > 0 then
        v_before[v_number] := v_stack[v_depth];
        v_after[v_before[v_number]] := v_number;
        v_depth := v_depth - 1;
      end if;
      v_chain[v_number] := case when v_before[v_number] = 0 then v_number else v_chain[v_before[v_number]] end;
    end if;
  end loop;

  return query
    with slots as (
      select s.*
      from unnest(v_users, v_groups, v_seated, v_before, v_after, v_chain) with ordinality
        as s (user_id, location_group, seated, before, after, chain, number)
    ),
    seats as (
      select s.number, s.location_group, (row_number() over (
        partition by s.location_group order by s.chain, s.number) - 1)::integer as seat
      from slots as s where not s.seated
    ),
    units as (
      select s.number, s.seat % 3 + 1 as place,
        min(s.number) over w as unit, count(*) over w as size
      from seats as s
      window w as (partition by s.location_group, s.seat / 3)
    )
    select s.user_id, v_users[nullif(s.before, 0)], v_users[nullif(s.after, 0)],
      u.unit::integer, u.place, u.size::integer
    from slots as s left join units as u on u.number = s.number;
end
$$;
