-- Rows whose number does not grow with the users: lists of administrators, flags, applications.

-- fill lists of administrators
insert into public.feature_flags (key, description, enabled, percentage)
select 'flag-' || k, 'Flag ' || k, k % 2 = 0, k from generate_series(0, 50) as k;
insert into public.feature_flag_users (flag_key, user_id)
select 'flag-' || k, world.user_id(k) from generate_series(0, 50) as k;
insert into public.roadmap_tasks (title, status, priority, created_at, updated_at)
select 'Task ' || k, 'planned', 'medium', at, at
from generate_series(0, 299) as k, world.at(k / 300.0) as at;
insert into public.kit_waitlist (email, country, created_at)
select 'waiting' || k || '@example.org', 'DE', world.at(k / 2000.0) from generate_series(0, 1999) as k;
insert into public.sponsors (id, name, status, applied_at)
select world.id('sponsor', k), 'Sponsor ' || k, (array['pending', 'approved'])[1 + k % 2],
  world.at(k / 500.0)
from generate_series(0, 499) as k;
insert into public.sponsor_contacts (sponsor_id, contact_email, contact_name)
select world.id('sponsor', k), 'sponsor' || k || '@example.org', 'Contact ' || k
from generate_series(0, 499) as k;
insert into public.opportunities (id, kind, title, organization_name, submitted_by, status, created_at)
select world.id('opportunity', k), 'internship', 'Place ' || k, 'Institute', world.user_id(k % 50),
  (array['pending', 'approved'])[1 + k % 2], world.at(k / 1000.0)
from generate_series(0, 999) as k;
insert into public.dream_videos (id, dream_id, url, title, submitted_by, status, created_at)
select world.id('video', k), world.id('template dream', k % 20),
  'https://www.youtube.com/watch?v=' || left(md5(k::text), 11), 'Video ' || k,
  world.user_id(k % 50), (array['pending', 'approved'])[1 + k % 2], world.at(k / 1000.0)
from generate_series(0, 999) as k;
insert into public.admin_impersonations (admin_id, target_id, reason, created_at, expires_at)
select world.user_id(1), world.user_id(k + 2), 'A question of the user', at,
  at + interval '10 minutes'
from generate_series(0, 99) as k, world.at(k / 100.0) as at;
insert into private.job_runs (job, started_at, ended_at, complete, result)
select name, at, at + interval '2 seconds', true, '{}'
from private.jobs, generate_series(1, 200) as k,
  lateral (select world.now() - k * interval '1 hour' as at) as t;
