-- Goals with check-ins, reminders, satisfaction, sleep and action notes.

-- fill public.goals, 2 a user
insert into public.goals (id, user_id, title, status, completed_at, target_date, written_at,
  created_at, updated_at)
select world.id('goal ' || n || ' ', j), world.user_id(n), 'Goal ' || j,
  case when j % 4 = 3 then 'completed' else 'active' end,
  case when j % 4 = 3 then at + interval '1 hour' end, (at + interval '90 days')::date, at, at, at
from world.spread(2 * :share, :from, :to, 2), world.at(t) as at;

-- fill public.goal_check_ins, 8 a user
insert into public.goal_check_ins (id, goal_id, user_id, status, notes, written_at, created_at)
select world.id('goal check-in ' || n || ' ', j), world.id('goal ' || n || ' ', j % goals),
  world.user_id(n), (array['completed', 'partial', 'missed'])[1 + j % 3], 'As planned', at, at
from world.spread(4 * greatest(1, 2 * :share), :from, :to, 8), world.at(t) as at,
  world.times(n, 2 * :share) as goals where goals > 0;

-- fill public.reminders of one user in three
insert into public.reminders (id, user_id, kind, local_time, days, written_at, created_at)
select world.id('reminder', n), world.user_id(n), 'journal',
  to_char(time '00:00' + floor(world.dice(n, 45) * 1440)::integer * interval '1 minute', 'HH24:MI'),
  '{1,2,3,4,5,6,7}', at, at
from generate_series(0, :users - 1, 3) as n, world.at(n / :users::float8) as at;
insert into private.reminder_times (reminder_id, next_on, next_at)
select r.id, t.* from public.reminders as r cross join lateral private.next_reminder(
  r.local_time, r.days, world.timezone(world.number(r.user_id)), null, world.now()) as t;

-- fill public.satisfaction_entries, 4 a user
insert into public.satisfaction_entries (id, user_id, score, note, written_at, created_at)
select world.id('satisfaction_entries ' || n || ' ', j), world.user_id(n), 1 + j % 10, 'A good day', at, at
from world.spread(4 * :share, :from, :to, 40), world.at(t) as at;

-- fill public.action_notes, 4 a user
insert into public.action_notes (id, user_id, content, written_at, created_at)
select world.id('action_notes ' || n || ' ', j), world.user_id(n), 'Walked around the lake', at, at
from world.spread(4 * :share, :from, :to, 41), world.at(t) as at;

-- fill public.sleep_entries, 3 a user
insert into public.sleep_entries (id, user_id, date, hours, quality, written_at, created_at)
select world.id('sleep_entries ' || n || ' ', j), world.user_id(n), (at at time zone 'utc')::date, 7.5, 1 + j % 5, at, at
from world.spread(3 * :share, :from, :to, 42), world.at(t) as at;
