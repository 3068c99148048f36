-- Keeping streaks at each write: an entry, a check-in, a deletion of one.

-- Tells the user of the milestones that a streak has reached, each once: late days may skip over
-- one.
create function private.reach_milestones(p_streak private.streaks) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_days integer;
begin
  foreach v_days in array '{7,30,100,365}'::integer[] loop
    exit when p_streak.days < v_days;
    if not exists (
      select from private.streak_milestones as m
      where m.streak_id = p_streak.id and m.days = v_days
        and m.reached_on between p_streak.first_day and p_streak.last_day
    ) then
      insert into private.streak_milestones (streak_id, days, reached_on)
      values (p_streak.id, v_days, p_streak.last_day);
      perform private.notify(
        p_streak.user_id,
        'streak_milestone.' || case
          when p_streak.goal_id is null then 'journal'
          when p_streak.unit = 'week' then 'weeks' else 'goal' end,
        jsonb_build_object('days', v_days),
        jsonb_build_object('goal_id', p_streak.goal_id, 'days', v_days)
          || jsonb_strip_nulls(jsonb_build_object('unit', nullif(p_streak.unit, 'day'))));
    end if;
  end loop;
end
$$;

-- A streak of days from all its days. A missed day takes a held freeze.
create function private.trace_days(p_streak private.streaks) returns private.streaks
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_streak private.streaks := p_streak;
  v_covered date[] := private.covered_days(p_streak.user_id);
  v_paused constant datemultirange := private.paused_days(p_streak.user_id);
  v_missed date;
  v_day date;
  v_began_at timestamptz;
begin
  for v_day, v_began_at in
    select day, min(began_at) from private.streak_acts
    where streak_id = p_streak.id group by day order by day
  loop
    loop
      v_missed := private.first_missed(v_streak, v_day, v_began_at, v_covered, v_paused);
      exit when v_missed is null or not private.takes_freezes(v_streak);
      update private.streak_freezes set covered_day = v_missed
      where id = (
        select id from private.streak_freezes
        where user_id = v_streak.user_id and covered_day is null and bought_on < v_missed
        order by bought_on, id limit 1);
      exit when not found;
      v_covered := v_covered || v_missed;
    end loop;
    if v_missed is not null then
      v_streak.days := 0;
    end if;
    v_streak.seen_day := v_day;
    v_streak.began_at := v_began_at;
    continue when not private.is_counted(v_streak, v_day);
    v_streak.first_day := case when v_streak.days = 0 then v_day else v_streak.first_day end;
    v_streak.days := v_streak.days + 1;
    v_streak.longest := greatest(v_streak.longest, v_streak.days);
    v_streak.last_day := v_day;
  end loop;
  return v_streak;
end
$$;

-- Computes a streak from all its days, after a change that is not at its end.
create function private.retrace_streak(p_streak_id uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_streak private.streaks;
begin
  select * into v_streak from private.streaks where id = p_streak_id;
  v_streak.days := 0;
  v_streak.first_day := null;
  v_streak.last_day := null;
  v_streak.began_at := null;
  v_streak.seen_day := null;
  v_streak.full_week := null;
  v_streak := case v_streak.unit
    when 'week' then private.trace_weeks(v_streak) else private.trace_days(v_streak) end;
  update private.streaks
  set days = v_streak.days, longest = v_streak.longest, first_day = v_streak.first_day,
    last_day = v_streak.last_day, began_at = v_streak.began_at, seen_day = v_streak.seen_day,
    full_week = v_streak.full_week
  where id = p_streak_id;
  perform private.reach_milestones(v_streak);
end
$$;

-- The day of an act: whether it has an act already, and whether it is before the last such day.
create type private.act_day as (day date, began_at timestamptz, is_new boolean, is_late boolean);

create function private.day_of_act(p_streak private.streaks, p_at timestamptz, p_zone text)
returns private.act_day
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_act private.act_day;
  v_next private.streak_acts;
begin
  v_act := row(p_streak.seen_day, p_streak.began_at, false,
    coalesce(p_at < p_streak.began_at, false));
  if v_act.is_late then
    select day, began_at into v_act.day, v_act.began_at from private.streak_acts
    where streak_id = p_streak.id and began_at <= p_at order by day desc limit 1;
  end if;
  if private.is_of_day(v_act.day, v_act.began_at, p_at, p_zone) is not true then
    -- The next day, which another zone may have begun before.
    select * into v_next from private.streak_acts
    where streak_id = p_streak.id and day > coalesce(v_act.day, '-infinity') order by day limit 1;
    v_act.day := least((p_at at time zone p_zone)::date, v_next.day);
    v_act.is_new := v_next.day is null or v_act.day < v_next.day;
    v_act.began_at := case when v_act.is_new then v_act.day::timestamp at time zone p_zone
      else v_next.began_at end;
  end if;
  return v_act;
end
$$;

-- When something was written. A device may write offline for two days; a time further from the
-- arrival does not count.
create function private.time_of_writing(p_written_at timestamptz, p_created_at timestamptz)
returns timestamptz
language plpgsql immutable set search_path = ''
as $$
begin
  return case
    when p_written_at between p_created_at - interval '48 hours'
      and p_created_at + interval '48 hours'
    then p_written_at else p_created_at end;
end
$$;

-- Counts an entry, or a check-in of a goal, for its day, which may be counted already or be new. A
-- new day before the last one changes all of the streak, and a goal with a schedule is traced.
create function private.count_act(
  p_user_id uuid, p_goal_id uuid, p_id uuid, p_written_at timestamptz, p_created_at timestamptz
) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_at constant timestamptz := private.time_of_writing(p_written_at, p_created_at);
  v_streak private.streaks;
  v_act private.act_day;
  v_begins boolean;
begin
  perform private.lock_streaks(p_user_id);
  if p_goal_id is null then
    select * into v_streak from private.streaks where user_id = p_user_id and goal_id is null;
  else
    select * into v_streak from private.streaks where user_id = p_user_id and goal_id = p_goal_id;
  end if;
  if v_streak.id is null then
    insert into private.streaks (user_id, goal_id) values (p_user_id, p_goal_id)
    returning * into v_streak;
  end if;

  v_act := private.day_of_act(v_streak, v_at,
    (select timezone from public.profiles where id = p_user_id));
  insert into private.streak_acts (streak_id, day, id, began_at)
  values (v_streak.id, v_act.day, p_id, v_act.began_at);
  if not v_act.is_new then
    return;
  end if;

  if exists (select from private.streak_freezes where user_id = p_user_id) then
    perform private.return_freeze(v_streak.id, p_user_id, v_act.day, v_act.began_at);
    if not v_act.is_late then
      perform private.take_due_freezes(p_user_id, v_act.day, v_act.began_at);
    end if;
  end if;
  if v_act.is_late or v_streak.is_scheduled then
    perform private.retrace_streak(v_streak.id);
    return;
  end if;
  v_begins := v_streak.last_day is null
    or v_act.day - v_streak.last_day > 1 and private.first_missed(v_streak, v_act.day,
      v_act.began_at, private.covered_days(p_user_id), private.paused_days(p_user_id)) is not null;
  update private.streaks
  set days = case when v_begins then 1 else days + 1 end,
    longest = greatest(longest, case when v_begins then 1 else days + 1 end),
    first_day = case when v_begins then v_act.day else first_day end,
    last_day = v_act.day, began_at = v_act.began_at, seen_day = v_act.day
  where id = v_streak.id returning * into v_streak;
  if v_streak.days >= 7 then
    perform private.reach_milestones(v_streak);
  end if;
end
$$;

-- Takes back the days of which these entries or check-ins, which arrived at these times, were the
-- last ones.
create function private.uncount_acts(
  p_user_id uuid, p_goal_id uuid, p_ids uuid[], p_created_at timestamptz[]
) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_streak_id uuid;
  -- `count_act` takes a time within 48 hours of the arrival, whose date in a zone is one day off.
  v_days date[] := array(
    select distinct (at at time zone 'utc')::date + n
    from unnest(p_created_at) as at, generate_series(-3, 3) as n);
begin
  perform private.lock_streaks(p_user_id);
  v_streak_id := (
    select id from private.streaks
    where user_id = p_user_id and goal_id is not distinct from p_goal_id);
  with gone as (
    delete from private.streak_acts
    where streak_id = v_streak_id and day = any (v_days) and id = any (p_ids)
    returning day
  )
  select array_agg(distinct day) into v_days from gone;
  if cardinality(v_days) > (
    select count(distinct day) from private.streak_acts
    where streak_id = v_streak_id and day = any (v_days)
  ) then
    perform private.retrace_streak(v_streak_id);
  end if;
end
$$;

create function private.keep_journal_streak() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    perform private.count_act(new.user_id, null, new.id, new.written_at, new.created_at);
  elsif tg_op = 'UPDATE' then
    perform private.uncount_acts(new.user_id, null, array[new.id], array[new.created_at]);
    perform private.count_act(new.user_id, null, new.id, new.written_at, new.created_at);
  else
    perform private.uncount_acts(g.user_id, null, g.ids, g.times) from (
      select user_id, array_agg(id) as ids, array_agg(created_at) as times from gone
      group by user_id order by user_id
    ) as g;
  end if;
  return null;
end
$$;

create function private.keep_goal_streak() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'DELETE' then
    perform private.uncount_acts(g.user_id, g.goal_id, g.ids, g.times) from (
      select user_id, goal_id, array_agg(id) as ids, array_agg(created_at) as times from gone
      group by user_id, goal_id order by user_id, goal_id
    ) as g;
  elsif tg_level = 'STATEMENT' then
    perform private.uncount_acts(g.user_id, g.goal_id, g.ids, g.times) from (
      select w.user_id, w.goal_id, array_agg(id) as ids, array_agg(w.created_at) as times
      from written as w join gone as o using (id)
      where w.status = 'missed' and o.status <> 'missed'
      group by w.user_id, w.goal_id order by w.user_id, w.goal_id
    ) as g;
  else
    perform private.count_act(
      new.user_id, new.goal_id, new.id, new.written_at, new.created_at);
  end if;
  return null;
end
$$;

create trigger journal_entries_700_count_day after insert on public.journal_entries
  for each row when (new.import_id is null) execute function private.keep_journal_streak();
create trigger journal_entries_710_take_day_back after delete on public.journal_entries
  referencing old table as gone
  for each statement execute function private.keep_journal_streak();
create trigger journal_entries_720_move_day after update of written_at on public.journal_entries
  for each row when (new.import_id is null and old.written_at <> new.written_at)
  execute function private.keep_journal_streak();
create trigger goal_check_ins_700_count_day after insert on public.goal_check_ins
  for each row when (new.status <> 'missed') execute function private.keep_goal_streak();
create trigger goal_check_ins_710_count_day after update on public.goal_check_ins
  for each row when (old.status = 'missed' and new.status <> 'missed')
  execute function private.keep_goal_streak();
create trigger goal_check_ins_720_take_day_back after delete on public.goal_check_ins
  referencing old table as gone
  for each statement execute function private.keep_goal_streak();
-- After the check-ins that the amounts of the date complete, because a day that keeps a check-in
-- keeps its zone.
create trigger goal_check_ins_730_take_day_back after update on public.goal_check_ins
  referencing old table as gone new table as written
  for each statement execute function private.keep_goal_streak();
