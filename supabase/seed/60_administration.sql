-- Demo data: what only super admins see, and the times of what functions have dated now.

select pg_temp.act_as(2);
select public.set_feature_flag(key, fields::jsonb)
from (values
  ('new_editor', '{"description": "The editor with a toolbar", "percentage": 50}'),
  ('lab', '{"description": "The lab in the menu", "enabled": true}'),
  ('voice_notes', jsonb_build_object('description', 'Notes by voice, for testers',
    'user_ids', jsonb_build_array(pg_temp.person(1)))::text)
) as f (key, fields);
select public.create_roadmap_task(
  fields::jsonb || jsonb_build_object('target_date', private.utc_today() + due))
from (values
  ('{"title": "Dark theme for the web app", "status": "in_progress", "priority": "high"}', 14),
  ('{"title": "Reminders by e-mail", "priority": "low"}', 60),
  ('{"title": "Invitations by link", "status": "done"}', -10)
) as t (fields, due);
select public.set_conversion_rate(1000, 'One drop for a short answer');
select public.issue_impersonation(pg_temp.person(10), 'Ticket 41: cannot find the team chat');
select private.join_kit_waitlist(email, name, notes, country)
from (values
  ('maker@example.net', 'Mila', 'For my class of 24', 'DE'),
  ('radio@example.net', 'Rui', null, 'PT'),
  ('tubes@example.net', null, 'With a thicker wire, please', 'CA')
) as w (email, name, notes, country);

-- The calls of AI of this month, as they are billed.
select private.record_token_usage(
  pg_temp.person(n), type, 'gpt-4o-mini', 300 + n * 41, 60 + n * 13, images)
from (values
  (1, 'tone_analysis', 0), (1, 'chat', 0), (1, 'chat', 0), (2, 'tone_analysis', 0), (2, 'chat', 0),
  (1, 'note_analysis', 0), (1, 'daily_drop', 0), (1, 'tone_pack_image_generation', 1),
  (3, 'tone_analysis', 0), (4, 'image_generation', 1), (6, 'tone_analysis', 0)
) as u (n, type, images);

-- Times ------------------------------------------------------------------------------------------

-- Screens sort and group by these times.
update public.organizations set created_at = pg_temp.at(21, '10:00')
where owner_id in (pg_temp.person(1), pg_temp.person(3));
update public.teams
set created_at = pg_temp.at(case name when 'Night Owls' then 4 else 21 end, '10:30')
where admin_id in (pg_temp.person(1), pg_temp.person(8));
update public.organization_members set joined_at = pg_temp.at(20, '12:00')
where org_id in (select id from public.organizations where owner_id = pg_temp.person(1));

update public.dreams set created_at = written_at
where user_id between pg_temp.person(1) and pg_temp.person(12) and cloned_from is null;
update public.dreams set written_at = at, created_at = at,
  completed_at = case when completed_at is not null then at + interval '9 days' end
from generate_series(1, 10) as n
cross join lateral (select pg_temp.at(11 + n % 3, '16:00') as at) as t
where user_id = pg_temp.person(n) and cloned_from is not null;
update public.competitions set created_at = starts_at
where title in ('Winter of coils', 'Kitchen physics');
update public.dream_replications as r set created_at = d.completed_at
from public.dreams as d where d.id = r.dream_id;

update public.notifications as n set
  created_at = least(now(), coalesce(
    (select written_at from public.journal_entries where id = (n.data ->> 'entry_id')::uuid),
    (select date_sent from public.drops_sent where id = (n.data ->> 'drop_id')::uuid),
    (select created_at from public.team_messages where id = (n.data ->> 'message_id')::uuid),
    ((n.data ->> 'week_start_date')::date + 7 + time '06:00') at time zone 'utc',
    ((n.data ->> 'date')::date + time '21:30') at time zone 'utc',
    case n.type when 'organization_joined' then pg_temp.at(20, '12:00') else n.created_at end))
where user_id between pg_temp.person(1) and pg_temp.person(12);
update public.notifications set read_at = created_at + interval '1 hour', dedupe_key = case
  when type <> 'team_message' then dedupe_key end
where user_id between pg_temp.person(1) and pg_temp.person(12)
  and created_at < now() - interval '1 day';

-- Nobody changes a line of these tables, only the seed dates its own, in their order.
alter table public.drops_ledger disable trigger drops_ledger_100_append_only;
update public.drops_ledger as l set created_at = least(now(), case l.type
  when 'signup_bonus' then p.created_at
  when 'monthly_recurring' then greatest(p.created_at + interval '1 hour', m.starts_at)
  when 'purchase' then greatest(m.starts_at + interval '1 hour', now() - interval '26 hours')
  else greatest(m.starts_at + interval '2 hours', now() - interval '20 hours') end)
from public.profiles as p, date_trunc('month', now(), 'UTC') as m (starts_at)
where p.id = l.user_id and p.id between pg_temp.person(1) and pg_temp.person(12);
alter table public.drops_ledger enable trigger drops_ledger_100_append_only;

alter table public.audit_log disable trigger audit_log_100_append_only;
update public.audit_log as a set created_at = now() - n.number * interval '50 minutes'
from (
  select id, row_number() over (order by id desc) as number from public.audit_log
  where actor_id = pg_temp.person(2)
) as n
where n.id = a.id;
alter table public.audit_log enable trigger audit_log_100_append_only;

-- What the seed did counts towards nobody's limits.
delete from private.rate_limit_hits where subject like 'user:d0000000-0000-4000-8000-%';
select set_config('request.jwt.claims', '', false);
