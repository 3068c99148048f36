-- How many requests the functions answer, and how long they take: in rows of five minutes, and in
-- all. Isolates count alone, so a latency is counted in buckets, which add up.

create table private.request_counts (
  slot timestamptz not null,
  method text not null check (char_length(method) between 1 and 10),
  route text not null check (char_length(route) between 1 and 200),
  status smallint not null check (status between 100 and 599),
  reason text not null default '' check (char_length(reason) <= 50),
  counts bigint[] not null check (cardinality(counts) = 12),
  ms bigint not null check (ms >= 0),
  primary key (slot, route, method, status, reason)
);

select private.hide_table('private.request_counts',
  'Answered requests of each five minutes, and in the row `-infinity` of all time.');
comment on column private.request_counts.counts is
  'Requests by latency: up to each of private.latency_bounds(), and above the last one.';

comment on column private.request_counts.reason is
  'Of answers from 500 on: the code of the refusal, or `provider` where a provider has failed.';

select private.purge_when('private.request_counts', 'slot', '30 days', 'slot > ''-infinity''');

-- Milliseconds; shared/http/counting.ts has the same.
create function private.latency_bounds() returns double precision[]
language sql immutable set search_path = ''
as $$ select '{5,10,25,50,100,250,500,1000,2500,5000,10000}'::double precision[] $$;

-- Adds what an isolate of the functions has counted:
-- [{method, route, status, reason, counts, ms}], and
-- [{status, code, requests}] of the refused requests.
create function private.count_requests(p_requests jsonb, p_refused jsonb) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  insert into private.request_counts as r (slot, method, route, status, reason, counts, ms)
  select s.slot, c.method, c.route, c.status, coalesce(c.reason, ''), c.counts, c.ms
  from jsonb_to_recordset(p_requests)
    as c (method text, route text, status smallint, reason text, counts bigint[], ms bigint)
  cross join (values (date_bin('5 minutes', now(), '2000-01-01')), ('-infinity')) as s (slot)
  -- In one order: isolates that add at the same moment do not wait for each other in a circle.
  order by s.slot, c.route, c.method, c.status, c.reason
  on conflict (slot, route, method, status, reason) do update set
    counts = array(
      select a.n + b.n from unnest(r.counts) with ordinality as a (n, place)
      join unnest(excluded.counts) with ordinality as b (n, place) using (place)
      order by place),
    ms = r.ms + excluded.ms;
  perform private.count_refused(p_refused);
end
$$;

-- The latency (ms) that a share of the requests does not exceed: linear within its bucket, as
-- Prometheus estimates it, and the last bound above that.
create function private.latency_quantile(p_counts bigint[], p_share double precision)
returns double precision
language plpgsql immutable set search_path = ''
as $$
declare
  v_bounds constant double precision[] := private.latency_bounds();
  v_rank constant double precision := p_share * (select sum(n) from unnest(p_counts) as n);
  v_below bigint := 0;
  v_start double precision := 0;
begin
  for i in 1 .. cardinality(v_bounds) loop
    if p_counts[i] > 0 and v_below + p_counts[i] >= v_rank then
      return v_start + (v_bounds[i] - v_start) * (v_rank - v_below) / p_counts[i];
    end if;
    v_below := v_below + p_counts[i];
    v_start := v_bounds[i];
  end loop;
  return v_start;
end
$$;

-- The requests of each route since a time, in whole rows of five minutes, for super admins.
create function private.request_figures(p_since timestamptz default now() - interval '1 day')
returns table (
  method text, route text, requests bigint, failed bigint, p50_ms double precision,
  p95_ms double precision, p99_ms double precision
)
language plpgsql stable security definer rows 300 set search_path = ''
as $$
begin
  perform private.require_super_admin();
  return query
    select f.method, f.route, f.requests, f.failed, private.latency_quantile(f.counts, 0.5),
      private.latency_quantile(f.counts, 0.95), private.latency_quantile(f.counts, 0.99)
    from (
      select g.method, g.route, sum(g.n)::bigint as requests, sum(g.failed)::bigint as failed,
        array_agg(g.n order by g.place) as counts
      from (
        select r.method, r.route, u.place, sum(u.n)::bigint as n,
          coalesce(sum(u.n) filter (where r.status >= 500), 0) as failed
        from private.request_counts as r
        cross join unnest(r.counts) with ordinality as u (n, place)
        where r.slot >= date_bin('5 minutes', p_since, '2000-01-01') and r.slot > '-infinity'
        group by r.method, r.route, u.place
      ) as g
      group by g.method, g.route
    ) as f
    order by f.requests desc, f.route, f.method;
end
$$;

-- The figures that the page for Prometheus shows, for the service, and the names of missing
-- figures. `pre_request` ends the call after 2.5 seconds.
create function private.read_metrics() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_figures jsonb;
  v_parts constant jsonb := jsonb_build_object(
    'requests', private.figure($q$
      select coalesce(jsonb_agg(to_jsonb(r) - 'slot'
        order by r.route, r.method, r.status, r.reason), '[]')
      from private.request_counts as r where r.slot = '-infinity'
    $q$),
    -- Zeros too: Prometheus sees a counter grow only where it was there before.
    'job_runs', private.figure($q$
      select jsonb_agg(jsonb_build_object('job', j.name, 'result', o.outcome,
        'runs', coalesce(t.runs, 0)) order by j.name, o.outcome)
      from private.jobs as j cross join (values ('success'), ('failed'), ('skipped')) as o (outcome)
      left join private.job_totals as t on t.job = j.name and t.outcome = o.outcome
    $q$)
  );
  v_jobs constant jsonb := private.job_figures();
begin
  select jsonb_agg(f) into v_figures from private.service_figures() as f;
  return v_parts || jsonb_build_object('figures', v_figures, 'jobs', v_jobs,
    'missing', to_jsonb(private.missing_figures(v_parts, v_jobs)) || (
      select coalesce(jsonb_agg(f.metric), '[]')
      from jsonb_to_recordset(v_figures) as f (metric text, missing boolean) where f.missing));
end
$$;

select private.expose('service_role', 'count_requests', 'read_metrics');
select private.expose('authenticated', 'request_figures');
