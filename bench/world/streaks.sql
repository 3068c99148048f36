-- Streaks of days with an entry, and of days with a check-in of each goal. No user has changed the
-- time zone or paused, so that a streak is a row of dates without a gap.

-- fill private.streak_acts
create table world.acts as
select t.*, world.id('streak of ' || t.user_id || coalesce(t.goal_id::text, ''), 0) as streak_id,
  t.day::timestamp at time zone t.zone as began_at
from (
  select a.*, world.timezone(world.number(a.user_id)) as zone,
    (a.written_at at time zone world.timezone(world.number(a.user_id)))::date as day
  from (
    select user_id, null::uuid as goal_id, id, written_at from public.journal_entries
    union all
    select user_id, goal_id, id, written_at from public.goal_check_ins where status <> 'missed'
  ) as a
) as t;
insert into private.streak_acts (streak_id, day, id, began_at)
select streak_id, day, id, began_at from world.acts;

-- fill private.streaks
create table world.runs as
select streak_id, user_id, goal_id, count(*) as days, min(day) as first_day, max(day) as last_day,
  max(began_at) as began_at
from (
  select *, day - (row_number() over (partition by streak_id order by day))::integer as run
  from (
    select distinct streak_id, user_id, goal_id, day, began_at from world.acts
  ) as d
) as r
group by streak_id, user_id, goal_id, run;
insert into private.streaks (
  id, user_id, goal_id, days, longest, first_day, last_day, began_at, seen_day)
select distinct on (streak_id) streak_id, user_id, goal_id, days,
  max(days) over (partition by streak_id), first_day, last_day, began_at, last_day
from world.runs order by streak_id, last_day desc;
insert into private.streak_milestones (streak_id, days, reached_on)
select id, m.days, first_day + m.days - 1 from private.streaks as s,
  unnest(array[7, 30, 100, 365]) as m (days) where s.days >= m.days;
drop table world.acts, world.runs;
