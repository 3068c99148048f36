-- Demo data: what only super admins see, and the times of what functions have dated now.

select pg_temp.act_as(2);
select public.set_feature_flag(key, fields::jsonb)
from (values
  ('lab', jsonb_build_object('description', 'The lab in the menu', 'user_ids', (
    select jsonb_agg(pg_temp.person(n)) from generate_series(1, 12) as n))::text)
) as f (key, fields);
select public.create_roadmap_task(
  fields::jsonb || jsonb_build_object('target_date', private.utc_today() + due))
from (values
  ('{"title": "Dark theme for the web app", "status": "in_progress", "priority": "high"}', 14),
  ('{"title": "Reminders by e-mail", "priority": "low"}', 60),
  ('{"title": "Invitations by link", "status": "done"}', -10)
) as t (fields, due);
insert into private.reports (reporter_id, about, object_id, author_id, reason, note, text, created_at)
select pg_temp.person(2), 'user', pg_temp.person(5), pg_temp.person(5), 'spam', 'The same text to everybody',
  '@' || handle, pg_temp.at(2, '12:00')
from public.profile_cards where id = pg_temp.person(5);
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

-- Screens sort and group by these times. The changes have no caller, so the audit log takes no note
-- of them.
select set_config('request.jwt.claims', '', false);
delete from auth.sessions where user_id between pg_temp.person(1) and pg_temp.person(12);
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
cross join lateral (
  select pg_temp.at(11 + n % 3, '16:00') + n * interval '17 minutes' as at
) as t
where user_id = pg_temp.person(n) and cloned_from is not null;
update public.dreams set completed_at = created_at + interval '2 days'
where id = pg_temp.thing('b', 12);
update public.dream_replications as r set created_at = d.completed_at
from public.dreams as d where d.id = r.dream_id;
update private.dream_events as e set created_at = coalesce((
  select case e.kind when 'clone' then o.created_at
    when 'build' then o.created_at + interval '2 days' else o.completed_at end
  from public.dreams as o where o.user_id = e.user_id and e.dream_id in (o.id, o.cloned_from)
  order by o.cloned_from nulls last limit 1
), (
  select created_at + interval '2 days' + right(e.user_id::text, 2)::integer * interval '19 minutes'
  from public.dreams where id = e.dream_id
));

update public.competitions set created_at = starts_at - interval '6 hours'
where title in ('Winter of coils', 'Kitchen physics');
update public.competition_entries as e
set created_at = greatest(d.created_at, c.starts_at) + interval '20 hours'
from public.dreams as d, public.competitions as c
where d.id = e.dream_id and c.id = e.competition_id;
select private.score_competition(id) from public.competitions
where title in ('Winter of coils', 'Kitchen physics');

do $$
declare
  v_rows record;
begin
  -- Rows that somebody has decided on lie behind the others in the table, and become the oldest.
  for v_rows in
    select * from (values
      ('drop_templates', 'created_at', 21, interval '7 minutes'),
      ('feature_flags', 'created_at', 18, '2 days 55 minutes'),
      ('tone_pack_shares', 'created_at', 17, '2 days 35 minutes'),
      ('roadmap_tasks', 'created_at', 16, '2 days 40 minutes'),
      ('opportunities', 'created_at', 13, '2 days 47 minutes'),
      ('sponsors', 'applied_at', 12, '2 days 23 minutes'),
      ('kit_waitlist', 'created_at', 10, '2 days 95 minutes'),
      ('dream_videos', 'created_at', 9, '2 days 31 minutes')
    ) as t (name, field, first_day, step)
  loop
    execute format('update public.%1$I as t set %2$I = pg_temp.at($1, ''10:20'') + n.number * $2
      from (select ctid, row_number() over (order by ctid desc) as number from public.%1$I) as n
      where n.ctid = t.ctid', v_rows.name, v_rows.field)
    using v_rows.first_day, v_rows.step;
  end loop;
end
$$;

update public.notifications as n set
  created_at = least(now(), coalesce(
    (select written_at from public.journal_entries where id = (n.data ->> 'entry_id')::uuid),
    (select date_sent from public.drops_sent where id = (n.data ->> 'drop_id')::uuid),
    (select created_at from public.team_messages where id = (n.data ->> 'message_id')::uuid),
    ((n.data ->> 'week_start_date')::date + 7 + time '06:00') at time zone 'utc',
    ((n.data ->> 'date')::date + time '21:30') at time zone 'utc',
    (select achieved_at from public.badge_milestones as b
      where n.type = 'badge_reached' and b.user_id = n.user_id
        and b.level = (n.data ->> 'level')::integer),
    case n.type when 'organization_joined' then pg_temp.at(20, '12:00') else n.created_at end))
where user_id between pg_temp.person(1) and pg_temp.person(12);
update public.notifications set read_at = created_at + interval '1 hour', dedupe_key = case
  when type <> 'team_message' then dedupe_key end
where user_id between pg_temp.person(1) and pg_temp.person(12)
  and created_at < now() - interval '1 day';

-- The service never changes a line of these tables; the seed dates its own lines, in their order.
alter table public.drops_ledger disable trigger drops_ledger_100_append_only;
update public.drops_ledger as l set created_at = dated.at
from (
  -- No line is older than the one before it.
  select l.id, max(least(now(), case l.type
    when 'signup_bonus' then p.created_at
    when 'monthly_recurring' then greatest(p.created_at + interval '1 hour', m.starts_at)
    when 'purchase' then greatest(m.starts_at + interval '1 hour', now() - interval '26 hours')
    else greatest(m.starts_at + interval '2 hours', now() - interval '20 hours')
      + l.id % 10 * interval '3 minutes' end)) over (partition by l.user_id order by l.id) as at
  from public.drops_ledger as l
  join public.profiles as p on p.id = l.user_id,
    date_trunc('month', now(), 'UTC') as m (starts_at)
  where p.id between pg_temp.person(1) and pg_temp.person(12)
) as dated
where dated.id = l.id;
alter table public.drops_ledger enable trigger drops_ledger_100_append_only;

alter table public.audit_log disable trigger audit_log_100_append_only;
-- Moves each act to the time of its target, and the dates that the act copied to those of the
-- target.
update public.audit_log as a set
  created_at = t.at,
  before = a.before || case when a.before ? 'created_at' then t.dates else '{}' end,
  after = a.after || case when a.after ? 'created_at' then t.dates else '{}' end
from (
  select g.id, g.at, jsonb_build_object('created_at', o.at, 'updated_at', o.at) as dates
  from (
    select id, target_id, reason, act,
      (row_number() over (partition by target_id order by id) - 1) * interval '9 minutes' as later
    from public.audit_log where actor_id = pg_temp.person(2)
  ) as l
  join (
    select id::text, null as reason, created_at as at from public.drop_templates
    union all select user_id::text, reason, created_at from public.drops_ledger
    union all select target_id::text, reason, created_at from public.admin_impersonations
    union all select id::text, null, created_at from public.dreams
    union all select id::text, null, created_at from public.competitions
    union all select id::text, null, created_at from public.opportunities
    union all select id::text, null, created_at from public.dream_videos
    union all select id::text, null, applied_at from public.sponsors
    union all select key, null, created_at from public.feature_flags
    union all select id::text, null, created_at from public.roadmap_tasks
  ) as o (id, reason, at) on o.id = l.target_id and (o.reason is null or o.reason = l.reason)
  cross join lateral (select l.id, case
    when l.act = 'competition.update' then pg_temp.at(3, '18:30')
    when l.act ~ 'approve|decline|video' then o.at + interval '5 hours' + l.later
    when o.reason is not null then o.at
    else o.at + l.later end as at) as g
) as t
where t.id = a.id;
alter table public.audit_log enable trigger audit_log_100_append_only;

-- The acts of the seed count towards nobody's limits.
delete from private.rate_limit_hits where subject like 'user:d0000000-0000-4000-8000-%';

-- Days -------------------------------------------------------------------------------------------

-- A released database has no days yet.
do $$
begin
  if to_regclass('public.service_days') is null then return; end if;
  insert into public.service_days (day, sign_ups, active_people, entries, ai_cost_usd)
  select private.utc_today() - n, 1 + n % 3, 4 + n * 7 % 5, 6 + n * 5 % 9, 0.02 + n % 4 * 0.01
  from generate_series(2, 14) as n;
  perform private.count_service_days();
end
$$;
