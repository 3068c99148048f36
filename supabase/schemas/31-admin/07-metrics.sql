-- Figures that an operator watches: refused requests, the cost of AI, late jobs, outboxes, objects
-- that wait for a decision, and the activity of people on each day.

create table public.refused_requests (
  hour timestamptz not null,
  status smallint not null check (status between 400 and 599),
  code text not null check (char_length(code) between 1 and 50),
  requests bigint not null check (requests > 0),
  primary key (hour, status, code)
);

select private.guard_table('public.refused_requests',
  'How many requests the functions have refused in each hour, by status and code.');
select private.let_read('super_admin', 'public.refused_requests');
select private.purge_when('public.refused_requests', 'hour', '90 days');

-- Adds what an isolate of the functions has counted: [{status, code, requests}].
create function private.count_refused(p_counts jsonb) returns void
language sql volatile security definer set search_path = ''
as $$
  insert into public.refused_requests as r (hour, status, code, requests)
  select date_trunc('hour', now(), 'UTC'), c.status, c.code, c.requests
  from jsonb_to_recordset(p_counts) as c (status smallint, code text, requests bigint)
  -- In one order: isolates that add at the same moment do not wait for each other in a circle.
  order by c.status, c.code
  on conflict (hour, status, code) do update set requests = r.requests + excluded.requests
$$;

-- Errors of the web app, which the functions write into their log.
insert into private.rate_limit_rules (bucket, max_hits, per)
values ('client_errors', 10, '1 minute');

-- Days --------------------------------------------------------------------------------------------

create table public.service_days (
  day date primary key,
  sign_ups integer not null check (sign_ups >= 0),
  active_people integer not null check (active_people >= 0),
  entries integer not null check (entries >= 0),
  ai_cost_usd numeric not null check (ai_cost_usd >= 0),
  counted_at timestamptz not null default now()
);

select private.guard_table('public.service_days',
  'The activity of people on each day (UTC), without synthetic users.');
comment on column public.service_days.active_people is
  'People who wrote an entry or sent a check-in of their window.';
comment on column public.service_days.entries is 'Entries that were written on the day.';

select private.let_read('super_admin', 'public.service_days');
select private.purge_when('public.service_days', 'day', '400 days');

-- Counts today and yesterday: entries of yesterday may arrive today.
create function private.count_service_days() returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_today constant date := private.utc_today();
begin
  insert into public.service_days as s (day, sign_ups, active_people, entries, ai_cost_usd)
  select d.day, ups.number, active.people, coalesce(active.entries, 0), ai.cost
  from (
    select day, day::timestamp at time zone 'utc' as start
    from unnest(array[v_today - 1, v_today]) as day
  ) as d
  cross join lateral (
    select count(*) as number from private.user_directory as u
    join public.profiles as p on p.id = u.user_id and not p.is_ai
    where u.created_at >= d.start and u.created_at < d.start + interval '1 day'
  ) as ups
  cross join lateral (
    select count(distinct w.user_id) as people, sum(w.entries) as entries from (
      select e.user_id, count(*) as entries from public.journal_entries as e
      where e.written_at >= d.start and e.written_at < d.start + interval '1 day'
      group by e.user_id
      union all
      -- Synthetic users send no photo.
      select c.user_id, 0 from public.workout_window_checkins as c
      where c.date = d.day and c.photo_url is not null
    ) as w
  ) as active
  cross join lateral (
    select coalesce(sum(a.cost_usd), 0) as cost from private.ai_costs as a where a.day = d.day
  ) as ai
  on conflict (day) do update set
    sign_ups = excluded.sign_ups, active_people = excluded.active_people,
    entries = excluded.entries, ai_cost_usd = excluded.ai_cost_usd, counted_at = now();
  return '{"days": 2}';
end
$$;

-- Counts for a super admin who looks, once a minute at most, and answers when it was counted.
create function private.recount_service_days() returns timestamptz
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.require_super_admin();
  if not exists (
    select from public.service_days where counted_at > now() - interval '1 minute'
  ) then
    perform private.count_service_days();
  end if;
  return (select max(counted_at) from public.service_days);
end
$$;

select private.expose('authenticated', 'recount_service_days');
select private.schedule_statement('service-days', '10 * * * *',
  'select private.count_service_days()');

-- Backups -----------------------------------------------------------------------------------------

create table private.backups (
  ended_at timestamptz primary key default clock_timestamp(),
  seconds numeric not null check (seconds >= 0),
  bytes bigint not null check (bytes >= 0),
  problems integer not null check (problems >= 0)
);

select private.hide_table('private.backups', 'When `npm run backup` has made a backup.');
comment on column private.backups.problems is 'How many files were damaged or missing.';

select private.purge_when('private.backups', 'ended_at', '400 days');

-- Metrics -----------------------------------------------------------------------------------------

-- 0 for no time.
create function private.seconds_since(p_at timestamptz) returns numeric
language plpgsql stable set search_path = ''
as $$
begin
  return coalesce(extract(epoch from now() - p_at), 0);
end
$$;

-- The queries of figures that an operator watches, each with the units of its columns.
create function private.figure_queries() returns table (units jsonb, query text)
language sql immutable rows 20 set search_path = ''
as $$
  values
    ('{"ai_cost_today": "USD"}'::jsonb, 'select private.ai_cost_today() as ai_cost_today'),
    ('{"ai_daily_cost_limit": "USD"}',
      $q$select private.site_setting('ai_daily_cost_limit') as ai_daily_cost_limit$q$),
    ('{"jobs_overdue": "jobs", "oldest_overdue_job": "s"}', $q$
      select count(*) as jobs_overdue,
        private.seconds_since(min(private.last_due(s.schedule, now()))) as oldest_overdue_job
      from private.job_states() as s where s.overdue$q$),
    ('{"requests_refused": "requests", "requests_failed": "requests"}', $q$
      select coalesce(sum(r.requests) filter (where r.status < 500), 0) as requests_refused,
        coalesce(sum(r.requests) filter (where r.status >= 500), 0) as requests_failed
      from public.refused_requests as r where r.hour = date_trunc('hour', now(), 'UTC')$q$),
    ('{"requests_failed_today": "requests"}', $q$
      select coalesce(sum(r.requests), 0) as requests_failed_today
      from public.refused_requests as r
      where r.hour >= date_trunc('day', now(), 'UTC') and r.status >= 500$q$),
    ('{"mails_waiting": "mails", "oldest_mail": "s"}', $q$
      select count(*) as mails_waiting, private.seconds_since(min(m.not_before)) as oldest_mail
      from private.emails as m where m.status = 'waiting' and m.not_before <= now()$q$),
    ('{"pushes_waiting": "pushes", "oldest_push": "s"}', $q$
      select count(*) as pushes_waiting, private.seconds_since(
        min(case p.status when 'new' then p.created_at else p.not_before end)) as oldest_push
      from private.pushes as p where p.service in ('expo', 'web')
        and (p.status = 'new' or p.status = 'waiting' and p.not_before <= now())$q$),
    ('{"files_to_delete": "files", "oldest_file_to_delete": "s"}', $q$
      select count(*) as files_to_delete,
        private.seconds_since(min(d.not_before)) as oldest_file_to_delete
      from private.storage_deletions as d where d.not_before <= now()$q$),
    ('{"mails_given_up": "mails"}', $q$
      select count(*) as mails_given_up from private.emails as m
      where m.status in ('dead', 'bounced', 'complained')
        and m.created_at > now() - interval '1 day'$q$),
    ('{"pushes_given_up": "pushes"}', $q$
      select count(*) as pushes_given_up from private.pushes as p
      where p.service in ('expo', 'web') and p.status = 'dead'
        and p.not_before > now() - interval '1 day'$q$),
    ('{"payments_without_user": "events"}', $q$
      select count(*) as payments_without_user from private.payment_events as p
      where p.outcome = 'no_user' and p.received_at > now() - interval '7 days'$q$),
    ('{"imports_failed": "imports"}', $q$
      select count(*) as imports_failed from private.entry_imports as i
      where i.status = 'failed' and i.created_at > now() - interval '7 days'$q$),
    ('{"ledger_mismatches": "balances"}', $q$
      select coalesce((
        select c.mismatches from private.ledger_checks as c order by c.checked_at desc limit 1
      ), 0) as ledger_mismatches$q$),
    ('{"search_index": "bytes"}', $q$
      select pg_catalog.pg_relation_size('private.journal_entry_documents_words_idx')
        as search_index$q$),
    ('{"last_backup": "s"}', $q$
      select extract(epoch from now() - max(b.ended_at)) as last_backup
      from private.backups as b$q$)
$$;

-- Queries that count rows of which there may be many, up to 10,000, and their units.
create function private.count_queries() returns table (units jsonb, query text)
language sql stable rows 10 set search_path = ''
as $$
  select jsonb_build_object(c.metric, c.unit),
    format('select count(*) as %I from (select from %s limit 10000) as c', c.metric, c.counted)
  from (values
    ('webhook_events_given_up', 'events',
      $q$private.webhook_deliveries where status = 'failed' and attempts >= 8
        and last_attempt_at > now() - interval '1 day'$q$),
    ('reports_open', 'items', 'private.reports where resolved_at is null'),
    ('check_ins_to_review', 'items', 'public.workout_window_checkins where status = ''pending'''),
    ('videos_to_review', 'items', 'public.dream_videos where status = ''pending'''),
    ('opportunities_to_review', 'items', 'public.opportunities where status = ''pending'''),
    ('sponsors_to_review', 'items', 'public.sponsors where status = ''pending''')
  ) as c (metric, unit, counted)
$$;

-- Each figure with its unit, null where it is missing or unknown. Reads no table outside of
-- `private.figure`, which a lock does not stop.
create function private.service_figures()
returns table (metric text, value numeric, unit text, missing boolean)
language sql stable security definer rows 32 set search_path = ''
as $$
  select u.key, (v.figures ->> u.key)::numeric, u.value, v.figures is null
  from (
    select * from private.figure_queries() union all select * from private.count_queries()
  ) as q
  cross join lateral
    private.figure(format('select to_jsonb(f) from (%s) as f', q.query)) as v (figures)
  cross join lateral jsonb_each_text(q.units) as u
$$;

-- Nothing for anyone but super admins.
create function private.service_metrics() returns table (metric text, value numeric, unit text)
language plpgsql stable security definer rows 32 set search_path = ''
as $$
begin
  if private.is_super_admin() then
    return query select f.metric, f.value, f.unit from private.service_figures() as f;
  end if;
end
$$;

create view public.service_metrics with (security_invoker = true) as
  select * from private.service_metrics();

comment on view public.service_metrics is
  'Figures that an operator watches, as of now; null is unknown. Requests are counted for the present hour (UTC), or for today where the name says so; given-up deliveries for one day, imports and payments for seven days.';

grant execute on function private.service_metrics to authenticated;
grant select on public.service_metrics to authenticated;
select private.expose('service_role', 'count_refused');
