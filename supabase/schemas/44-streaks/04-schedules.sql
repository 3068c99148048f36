-- Schedules of goals: on which days of the week a goal is due, or on how many days of each week.

create table private.goal_schedules (
  goal_id uuid not null,
  user_id uuid not null,
  since date not null,
  schedule jsonb,
  primary key (goal_id, since),
  constraint goal_schedules_goal_fkey
    foreign key (goal_id, user_id) references public.goals (id, user_id) on delete cascade
);

select private.hide_table('private.goal_schedules',
  'The schedules of each goal, from their dates on. Every day is due before the first date.');
comment on column private.goal_schedules.since is 'Minus infinity when the goal began with it.';

create index goal_schedules_user_id_idx on private.goal_schedules (user_id, goal_id);

create function private.schedule_on(p_goal_id uuid, p_day date) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select schedule from private.goal_schedules
    where goal_id = p_goal_id and since <= p_day order by since desc limit 1);
end
$$;

-- Whether a schedule names the day of the week; null where it does not name days.
create function private.names_day(p_schedule jsonb, p_day date) returns boolean
language plpgsql immutable set search_path = ''
as $$
begin
  return p_schedule -> 'days' @> to_jsonb(extract(isodow from p_day)::integer);
end
$$;

-- Whether the streak misses the day when nothing is done on it. A week is not missed by its days.
create function private.is_due(p_streak private.streaks, p_day date) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_schedule jsonb;
begin
  if not p_streak.is_scheduled then
    return true;
  end if;
  v_schedule := private.schedule_on(p_streak.goal_id, p_day);
  return coalesce(private.names_day(v_schedule, p_day), v_schedule is null);
end
$$;

-- Whether a day with an act counts in a streak of days.
create function private.is_counted(p_streak private.streaks, p_day date) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return p_day >= p_streak.since and (not p_streak.is_scheduled or coalesce(
    private.names_day(private.schedule_on(p_streak.goal_id, p_day), p_day), true));
end
$$;

-- Weeks -------------------------------------------------------------------------------------------

create function private.monday_of(p_day date) returns date
language plpgsql immutable set search_path = ''
as $$
begin
  return p_day + 1 - extract(isodow from p_day)::integer;
end
$$;

-- Whether one of the weeks from a Monday to before another was missed, none of which is full: those
-- with four paused days or more were not.
create function private.misses_week(p_from date, p_to date, p_paused datemultirange)
returns boolean
language plpgsql immutable set search_path = ''
as $$
begin
  return exists (
    select from generate_series(0, p_to - p_from - 7, 7) as week
    where (
      select count(*) from generate_series(0, 6) as day
      where p_from + week + day <@ p_paused) < 4);
end
$$;

-- The days of a week that have an act.
create function private.days_of_week(p_streak_id uuid, p_monday date) returns integer
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select count(distinct day) from private.streak_acts
    where streak_id = p_streak_id and day between p_monday and p_monday + 6);
end
$$;

create function private.times_of_week(p_goal_id uuid, p_monday date) returns integer
language plpgsql stable security definer set search_path = ''
as $$
begin
  return private.schedule_on(p_goal_id, p_monday) ->> 'times';
end
$$;

-- A streak of weeks from all its days: the full weeks without a missed one between them.
create function private.trace_weeks(p_streak private.streaks) returns private.streaks
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_streak private.streaks := p_streak;
  v_paused constant datemultirange := private.paused_days(p_streak.user_id);
  v_monday date;
begin
  select day, began_at into v_streak.seen_day, v_streak.began_at from private.streak_acts
  where streak_id = p_streak.id order by day desc limit 1;
  v_streak.last_day := case
    when v_streak.seen_day >= v_streak.since then v_streak.seen_day end;
  for v_monday in
    select private.monday_of(day) from private.streak_acts
    where streak_id = p_streak.id and day >= p_streak.since
    group by 1
    having count(distinct day) >= private.times_of_week(
      p_streak.goal_id, private.monday_of(min(day)))
    order by 1
  loop
    if v_streak.full_week is null
      or private.misses_week(v_streak.full_week + 7, v_monday, v_paused) then
      v_streak.days := 0;
      v_streak.first_day := v_monday;
    end if;
    v_streak.days := v_streak.days + 1;
    v_streak.longest := greatest(v_streak.longest, v_streak.days);
    v_streak.full_week := v_monday;
  end loop;
  return v_streak;
end
$$;

-- Whether the present week is at risk: the days that are left are not more than it still needs.
create function private.week_at_risk(p_streak private.streaks, p_now private.streak_present)
returns boolean
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_monday constant date := private.monday_of(p_now.today);
  v_needed constant integer := private.times_of_week(p_streak.goal_id, v_monday)
    - private.days_of_week(p_streak.id, v_monday);
begin
  return v_needed > 0
    and private.misses_week(v_monday, v_monday + 7, p_now.paused)
    and v_monday + 7 - greatest(p_now.today, p_streak.seen_day + 1) <= v_needed;
end
$$;

-- Changes -----------------------------------------------------------------------------------------

-- Makes a schedule hold from a date on, in place of later schedules: a number of days from the next
-- Monday. Between days and weeks the streak begins anew with the present week. A goal
-- that begins with its schedule has no date.
create function private.change_schedule(
  p_user_id uuid, p_goal_id uuid, p_schedule jsonb, p_today date, p_began_at timestamptz
) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_unit constant text := case p_schedule ->> 'kind' when 'weekly' then 'week' else 'day' end;
  v_monday constant date := private.monday_of(p_today);
  v_streak private.streaks;
  v_since date;
begin
  perform private.lock_streaks(p_user_id);
  insert into private.streaks (user_id, goal_id) values (p_user_id, p_goal_id)
  on conflict do nothing;
  select * into v_streak from private.streaks where user_id = p_user_id and goal_id = p_goal_id;
  v_since := case
    when p_today is null then '-infinity'
    when v_unit = 'day' then p_today
    when v_streak.unit = 'day' then v_monday
    else v_monday + 7 end;
  if v_unit <> v_streak.unit then
    if p_today is not null then
      perform private.take_due_freezes(p_user_id, p_today, p_began_at);
    end if;
    delete from private.streak_milestones where streak_id = v_streak.id;
    update private.streaks
    set unit = v_unit, longest = 0, since = coalesce(v_monday, '-infinity')
    where id = v_streak.id;
  end if;
  delete from private.goal_schedules where goal_id = p_goal_id and since >= v_since;
  insert into private.goal_schedules (goal_id, user_id, since, schedule)
  values (p_goal_id, p_user_id, v_since, p_schedule);
  update private.streaks set is_scheduled = true where id = v_streak.id;
  perform private.retrace_streak(v_streak.id);
end
$$;

create function private.keep_schedule() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_zone constant text := (select timezone from public.profiles where id = new.user_id);
  v_today constant date := case when tg_op = 'UPDATE' then (now() at time zone v_zone)::date end;
begin
  perform private.change_schedule(
    new.user_id, new.id, new.schedule, v_today, v_today::timestamp at time zone v_zone);
  return null;
end
$$;

create trigger goals_700_keep_schedule after insert on public.goals
  for each row when (new.schedule is not null) execute function private.keep_schedule();
create trigger goals_710_keep_schedule after update of schedule on public.goals
  for each row when (old.schedule is distinct from new.schedule)
  execute function private.keep_schedule();

-- Whether a reminder of the goal has a reason on a date: it is due then, and its week is not full.
create function private.is_reminded(p_goal_id uuid, p_user_id uuid, p_day date) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_schedule constant jsonb := private.schedule_on(p_goal_id, p_day);
  v_monday constant date := private.monday_of(p_day);
begin
  return coalesce(
    private.names_day(v_schedule, p_day),
    private.times_of_week(p_goal_id, v_monday) > private.days_of_week((
      select id from private.streaks where user_id = p_user_id and goal_id = p_goal_id), v_monday),
    true);
end
$$;

select private.register_personal_data('private.goal_schedules', 'delete', 5,
  p_page_key => '{goal_id,since}');
