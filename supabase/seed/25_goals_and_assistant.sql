-- Demo data: goals, reminders, engagement entries, and what the assistant said.

insert into public.reminders (user_id, kind, local_time, days, written_at, created_at)
select pg_temp.person(n), 'journal', '21:30', '{1,2,3,4,5,6,7}', at, at
from generate_series(1, 2) as n, pg_temp.at(20, '09:00') as at;

insert into public.entry_templates (user_id, name, title, content, tags, created_at)
select pg_temp.person(1), 'After the run', 'Run of {{date}}', E'How far?\n\nHow was it?\n', '{running}',
  pg_temp.at(18, '09:00');

-- A goal of some days a week, whose amounts give the statuses.
with goal as (
  insert into public.goals (
    user_id, title, description, schedule, measure, written_at, created_at
  )
  values (pg_temp.person(1), 'Walk by the river', 'Without the phone.',
    '{"kind": "weekly", "times": 3}', '{"unit": "km", "target": 4, "direction": "at_least"}',
    pg_temp.at(17, '08:30'), pg_temp.at(17, '08:30'))
  returning *
)
insert into public.goal_check_ins (goal_id, user_id, amount, written_at, created_at)
select g.id, g.user_id, c.amount, c.at, c.at
from goal as g, (
  select amount, pg_temp.at(day, clock) as at
  from (values
    (15, time '18:00', 4.5), (13, '12:30', 2), (13, '18:15', 2.25), (10, '18:00', 3),
    (8, '17:45', 5), (6, '18:30', 4), (3, '18:00', 4.25), (2, '12:15', 1.5)
  ) as v (day, clock, amount)
) as c;

with goal as (
  insert into public.goals (
    user_id, title, description, target_date, status, written_at, created_at
  )
  select pg_temp.person(n), title, description, private.utc_today() + due, status,
    pg_temp.at(days_ago, '08:30'), pg_temp.at(days_ago, '08:30')
  from (values
    (1, 'Write every morning', 'Three pages before breakfast.', 90, 'active', 21),
    (1, 'Finish the boat story', 'A draft that others may read.', 30, 'active', 10),
    (1, 'Read one book a week', 'Paper ones.', 60, 'paused', 19),
    (1, 'Ask before saying yes', 'One day to think about every request.', -2, 'completed', 18),
    (1, 'Learn to like cold showers', '', null, 'abandoned', 20),
    (2, 'Answer every application in a week', 'Sponsors, opportunities, videos.', 60, 'active', 15)
  ) as g (n, title, description, due, status, days_ago)
  returning *
)
insert into public.goal_check_ins (goal_id, user_id, status, notes, written_at, created_at)
select g.id, g.user_id, c.status, c.notes, c.at, c.at
from goal as g
cross join lateral (
  select
    case when day in (17, 12) then 'missed' when day in (19, 6) then 'partial'
      else 'completed' end,
    case day when 19 then 'One page and a half.' when 12 then 'Overslept.'
      when 6 then 'On the train.' else '' end,
    pg_temp.at(day, '07:45')
  from generate_series(1, 20) as day where g.title = 'Write every morning'
  union all
  select status, notes, pg_temp.at(day, '21:00')
  from (values
    ('Finish the boat story', 8, 'completed', 'An outline on one page.'),
    ('Finish the boat story', 5, 'partial', 'Cut a third of it.'),
    ('Read one book a week', 13, 'completed', 'A thin one.'),
    ('Read one book a week', 6, 'missed', ''),
    ('Ask before saying yes', 9, 'completed', 'It is easier than I thought.'),
    ('Answer every application in a week', 8, 'partial', 'Two are left.'),
    ('Answer every application in a week', 1, 'completed', '')
  ) as n (title, day, status, notes)
  where n.title = g.title
) as c (status, notes, at);

insert into public.satisfaction_entries (user_id, score, note, written_at, created_at)
select pg_temp.person(1), 5 + (day * 7) % 5,
  case when day % 4 = 0 then (array['Sun on the river', 'A quiet day', 'Too many calls',
    'Dinner with friends', 'Tired, but I began'])[day / 4] else '' end,
  pg_temp.at(day, '22:20'), pg_temp.at(day, '22:20')
from generate_series(1, 20) as day;
insert into public.sleep_entries (user_id, date, hours, quality, written_at, created_at)
select pg_temp.person(n), private.utc_today() - day, 6.25 + (day * 5 + n) % 8 * 0.25,
  2 + (day * 3 + n) % 4, pg_temp.at(day, '06:50'), pg_temp.at(day, '06:50')
from generate_series(1, 2) as n, generate_series(1, 20) as day;
insert into public.action_notes (user_id, content, written_at, created_at)
select pg_temp.person(n), content, pg_temp.at(day, '18:00'), pg_temp.at(day, '18:00')
from (values
  (1, 16, 'Bought a notebook without lines.'),
  (1, 11, 'Call father every Sunday.'),
  (1, 8, 'Moved the phone out of the bedroom.'),
  (1, 3, 'Sent the boat story to Ingrid.'),
  (2, 4, 'Made a second team for the night writers.')
) as a (n, day, content);

-- The assistant ----------------------------------------------------------------------------------

with question as (
  insert into public.chat_messages (user_id, role, content, created_at)
  select pg_temp.person(n), 'user', content, at
  from (values
    (1, 'Why do I write better in the morning?', pg_temp.at(9, '20:00')),
    (1, 'Give me a first sentence for the boat story.', pg_temp.at(8, '07:50')),
    (1, 'What did I write about this week?', now() - interval '30 minutes'),
    (2, 'How do I tell somebody kindly that their video is not about coils?',
      pg_temp.at(1, '15:00'))
  ) as q (n, content, at)
  returning *
)
insert into public.chat_messages (user_id, role, content, question_id, created_at)
select q.user_id, 'assistant', a.content, q.id, q.created_at + interval '6 seconds'
from question as q join (values
  ('Why%', 'Your morning entries are shorter and calmer, and begin with something you see.'),
  ('Give%', '"Every spring my father mended the same leak." Where does the leak come back?'),
  ('How%', 'Say what you liked, name the aim of the page, and ask for the video that is missing.'),
  ('What%', 'About the river before the alarm, about cutting a third of the boat story, and about '
    'a note for everyone. What made the quiet morning good?')
) as a (question, content) on q.content like a.question;

insert into public.note_analyses (
  user_id, analysis_date, summary, mood_trends, topics, patterns, recommendations, insights,
  entry_count, created_at
)
select pg_temp.person(n), (at at time zone 'utc')::date, summary,
  jsonb_build_object('direction', direction, 'tones', tones), topics::jsonb, patterns::jsonb,
  advice,
  insights::jsonb, entries, at
from (values
  (1, pg_temp.at(8, '04:00'), 'A week between work, family and the first workshop.', 'steady',
    '{contemplative,sad,content}'::text[], '["family", "workshop"]',
    '["Evenings are heavier than mornings"]',
    'Write down one good thing before you close the drawer.',
    '{"gratitude": ["an umbrella given away"], "challenges": ["a phone call"], "goals": '
      '["to write every morning"], "achievements": ["seven days in a row"]}',
    6),
  (1, pg_temp.at(1, '04:00'), 'A calm week with an early morning by the river.', 'improving',
    '{peaceful,hopeful}', '["mornings", "river", "the boat story"]',
    '["Calm days begin before the alarm"]',
    'Keep the quiet half hour before the day begins.',
    '{"gratitude": ["the river"], "challenges": ["cutting a text"], "goals": '
      '["to finish the boat story"], "achievements": ["days of writing in a row"]}',
    5),
  (2, pg_temp.at(8, '04:00'), 'A week with one entry, about a new team.', 'steady', '{optimistic}',
    '["the team"]', '[]', 'Write once more this week, about something that is yours.',
    '{"gratitude": [], "challenges": [], "goals": [], "achievements": ["a second team"]}', 1)
) as a (n, at, summary, direction, tones, topics, patterns, advice, insights, entries);
