-- What an operator watches: refused requests, the cost of AI, late jobs, and outboxes.

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

-- Nothing for anyone but super admins.
create function private.service_metrics() returns table (metric text, value numeric, unit text)
language plpgsql stable security definer rows 12 set search_path = ''
as $$
begin
  if not private.is_super_admin() then
    return;
  end if;
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
        ('search_index',
          pg_catalog.pg_relation_size('private.journal_entry_documents_words_idx'), 'bytes')
    ) as m (metric, value, unit)
    union all
    select 'ai_daily_cost_limit', (private.site_setting('ai_daily_cost_limit') #>> '{}')::numeric,
      'USD';
end
$$;

create view public.service_metrics with (security_invoker = true) as
  select * from private.service_metrics();

comment on view public.service_metrics is
  'What an operator watches, as of now. Requests are those of the present hour (UTC).';

grant execute on function private.service_metrics to authenticated;
grant select on public.service_metrics to authenticated;
select private.expose('service_role', 'count_refused');
