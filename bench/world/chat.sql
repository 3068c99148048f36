-- Questions to the assistant with answers, and its analyses.

-- fill public.chat_messages
insert into public.chat_messages (id, user_id, role, content, question_id, idempotency_key, created_at)
select world.id(role || ' ' || n || ' ', q), world.user_id(n), role, 'How was my week?',
  case when role = 'assistant' then world.id('user ' || n || ' ', q) end,
  case when role = 'user' then 'question ' || q end,
  world.at((q + world.dice(n, 80)) / 3)
    + case when role = 'assistant' then interval '2 seconds' else interval '0' end
from generate_series(0, :users - 1, world.every(1)) as n,
  generate_series(0, 1) as q, unnest(array['user', 'assistant']) as role;

-- fill public.note_analyses
insert into public.note_analyses (id, user_id, analysis_date, summary, mood_trends, topics, patterns,
  recommendations, insights, entry_count, created_at)
select world.id('analysis ' || n || ' ', d), world.user_id(n), at::date, 'A calm week', '{}', '[]',
  '[]', 'Go on', '{"gratitude": [], "challenges": [], "goals": [], "achievements": []}', 3, at
from generate_series(0, :users - 1, world.every(5)) as n, generate_series(1, 5) as d,
  lateral (select world.now() - d * interval '7 days' as at) as t;
