-- The location group of a new window without a count of all windows of its place.

-- Groups of a place are numbered from 1. The window joins one that has windows while the next one
-- has none: usually the last one, which is found by a few looks at the index. When that is full,
-- the window opens the next one. Other groups are not filled up again until they are empty.
create or replace function private.set_location_group() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_place text;
  v_number integer := 1;
begin
  select private.location_group(l.city, l.region, new.timezone) into v_place
  from (values (new.user_id)) as w (user_id)
  left join public.workout_window_locations as l on l.user_id = w.user_id;
  if tg_op = 'UPDATE' and private.place_of_group(old.location_group) = v_place then
    new.location_group := old.location_group;
    return new;
  end if;
  new.location_group := v_place;
  -- Up to 2^14 groups, the largest steps first.
  for v_bit in reverse 13 .. 0 loop
    if exists (
      select from public.workout_windows
      where is_active and location_group = v_place || e'\n' || v_number + (1 << v_bit)
    ) then
      v_number := v_number + (1 << v_bit);
      new.location_group := v_place || e'\n' || v_number;
    end if;
  end loop;
  if (
    select count(*) from public.workout_windows
    where is_active and location_group = new.location_group
  ) >= private.max_location_group() then
    new.location_group := v_place || e'\n' || v_number + 1;
  end if;
  return new;
end
$$;
