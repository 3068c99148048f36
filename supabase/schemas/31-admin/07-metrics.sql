-- What an operator watches: refused requests, the cost of AI, late jobs, outboxes, what waits for a
-- decision, and what people did on each day.

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
  'What people did on each day (UTC), without synthetic users.');
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

select private.schedule_statement('service-days', '10 * * * *',
  'select private.count_service_days()');

-- Metrics -----------------------------------------------------------------------------------------

-- What waits for a decision of a super admin, counted up to 10,000 of each.
create function private.waiting_decisions() returns table (metric text, value bigint)
language sql stable security definer rows 5 set search_path = ''
as $$
  select 'reports_open', count(*)
    from (select from private.reports where resolved_at is null limit 10000) as r
  union all select 'check_ins_to_review', count(*)
    from (select from public.workout_window_checkins where status = 'pending' limit 10000) as c
  union all select 'videos_to_review', count(*)
    from (select from public.dream_videos where status = 'pending' limit 10000) as v
  union all select 'opportunities_to_review', count(*)
    from (select from public.opportunities where status = 'pending' limit 10000) as o
  union all select 'sponsors_to_review', count(*)
    from (select from public.sponsors where status = 'pending' limit 10000) as s
$$;

create function private.service_figures() returns table (metric text, value numeric, unit text)
language plpgsql stable security definer rows 24 set search_path = ''
as $$
begin
  return query
    with
      late as (
        select extract(epoch from now() - private.last_due(s.schedule, now())) as age
        from private.job_states() as s where s.overdue
      ),
      refused as (
        select status, requests from public.refused_requests
        where hour = date_trunc('hour', now(), 'UTC')
      ),
      refused_today as (
        select sum(requests) as failed from public.refused_requests
        where hour >= date_trunc('day', now(), 'UTC') and status >= 500
      ),
      mails as (
        select extract(epoch from now() - min(not_before)) as age, count(*) as waiting
        from private.emails where status = 'waiting' and not_before <= now()
      ),
      pushes as (
        select count(*) as waiting, extract(epoch from now() - min(
          case status when 'new' then created_at else not_before end)) as age
        from private.pushes
        where service in ('expo', 'web')
          and (status = 'new' or status = 'waiting' and not_before <= now())
      ),
      files as (
        select extract(epoch from now() - min(not_before)) as age, count(*) as waiting
        from private.storage_deletions where not_before <= now()
      ),
      dead_mails as (
        select count(*) as given_up from private.emails
        where status in ('dead', 'bounced', 'complained') and created_at > now() - interval '1 day'
      ),
      dead_pushes as (
        select count(*) as given_up from private.pushes
        where service in ('expo', 'web') and status = 'dead'
          and not_before > now() - interval '1 day'
      ),
      payments as (
        select count(*) as lost from private.payment_events
        where outcome = 'no_user' and received_at > now() - interval '7 days'
      ),
      imports as (
        select count(*) as failed from private.entry_imports
        where status = 'failed' and created_at > now() - interval '7 days'
      )
    select m.metric, coalesce(m.value, 0), m.unit
    from (
      values
        ('ai_cost_today', private.ai_cost_today(), 'USD'),
        ('jobs_overdue', (select count(*) from late), 'jobs'),
        ('oldest_overdue_job', (select max(age) from late), 's'),
        ('requests_refused', (select sum(requests) from refused where status < 500), 'requests'),
        ('requests_failed', (select sum(requests) from refused where status >= 500), 'requests'),
        ('mails_waiting', (select waiting from mails), 'mails'),
        ('oldest_mail', (select age from mails), 's'),
        ('pushes_waiting', (select waiting from pushes), 'pushes'),
        ('oldest_push', (select age from pushes), 's'),
        ('files_to_delete', (select waiting from files), 'files'),
        ('oldest_file_to_delete', (select age from files), 's'),
        ('requests_failed_today', (select failed from refused_today), 'requests'),
        ('mails_given_up', (select given_up from dead_mails), 'mails'),
        ('pushes_given_up', (select given_up from dead_pushes), 'pushes'),
        ('payments_without_user', (select lost from payments), 'events'),
        ('imports_failed', (select failed from imports), 'imports'),
        ('ledger_mismatches', (
          select c.mismatches from private.ledger_checks as c order by c.checked_at desc limit 1
        ), 'balances'),
        ('search_index',
          pg_catalog.pg_relation_size('private.journal_entry_documents_words_idx'), 'bytes')
    ) as m (metric, value, unit)
    union all
    select w.metric, w.value, 'items' from private.waiting_decisions() as w
    union all
    select 'ai_daily_cost_limit', (private.site_setting('ai_daily_cost_limit') #>> '{}')::numeric,
      'USD';
end
$$;

-- Nothing for anyone but super admins.
create function private.service_metrics() returns table (metric text, value numeric, unit text)
language plpgsql stable security definer rows 24 set search_path = ''
as $$
begin
  if private.is_super_admin() then
    return query select * from private.service_figures();
  end if;
end
$$;

create view public.service_metrics with (security_invoker = true) as
  select * from private.service_metrics();

comment on view public.service_metrics is
  'What an operator watches, as of now. Requests are those of the present hour (UTC); given up counts a day, imports and payments seven days.';

grant execute on function private.service_metrics to authenticated;
grant select on public.service_metrics to authenticated;
select private.expose('service_role', 'count_refused');
