SET local check_function_bodies = off;

CREATE TABLE "private"."request_counts" (
  "slot"   timestamp with time zone NOT NULL,
  "method" text                     NOT NULL,
  "route"  text                     NOT NULL,
  "status" smallint                 NOT NULL,
  "counts" bigint[]                 NOT NULL,
  "ms"     bigint                   NOT NULL,
  CONSTRAINT "request_counts_counts_check" CHECK ((cardinality(counts) = 12)),
  CONSTRAINT "request_counts_method_check" CHECK (((char_length(method) >= 1) AND (char_length(method) <= 10))),
  CONSTRAINT "request_counts_ms_check" CHECK ((ms >= 0)),
  CONSTRAINT "request_counts_pkey" PRIMARY KEY (slot, route, method, status),
  CONSTRAINT "request_counts_route_check" CHECK (((char_length(route) >= 1) AND (char_length(route) <= 200))),
  CONSTRAINT "request_counts_status_check" CHECK (((status >= 100) AND (status <= 599)))
);

ALTER TABLE "private"."request_counts"
  ENABLE ROW LEVEL SECURITY;

CREATE OR REPLACE FUNCTION private.count_requests (
  p_requests jsonb,
  p_refused  jsonb
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  insert into private.request_counts as r (slot, method, route, status, counts, ms)
  select s.slot, c.method, c.route, c.status, c.counts, c.ms
  from jsonb_to_recordset(p_requests)
    as c (method text, route text, status smallint, counts bigint[], ms bigint)
  cross join (values (date_bin('5 minutes', now(), '2000-01-01')), ('-infinity')) as s (slot)
  -- In one order: isolates that add at the same moment do not wait for each other in a circle.
  order by s.slot, c.route, c.method, c.status
  on conflict (slot, route, method, status) do update set
    counts = array(
      select a.n + b.n from unnest(r.counts) with ordinality as a (n, place)
      join unnest(excluded.counts) with ordinality as b (n, place) using (place)
      order by place),
    ms = r.ms + excluded.ms;
  perform private.count_refused(p_refused);
end
$function$;

CREATE OR REPLACE FUNCTION private.latency_bounds()
  RETURNS double precision[]
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$ select '{5,10,25,50,100,250,500,1000,2500,5000,10000}'::double precision[] $function$;

CREATE OR REPLACE FUNCTION private.latency_quantile (
  p_counts bigint[],
  p_share  double precision
)
  RETURNS double precision
  LANGUAGE plpgsql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.read_metrics()
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  return jsonb_build_object(
    'figures', (select jsonb_agg(to_jsonb(f)) from private.service_figures() as f),
    'requests', (
      select coalesce(jsonb_agg(to_jsonb(r) - 'slot' order by r.route, r.method, r.status), '[]')
      from private.request_counts as r where r.slot = '-infinity'
    ),
    'jobs', (
      select jsonb_agg(jsonb_build_object('job', s.job, 'overdue', s.overdue,
        'remaining', b.remaining,
        'lag_s', greatest(0, extract(epoch from now() - b.oldest_at))) order by s.job)
      from private.job_states() as s cross join lateral private.job_backlog(s.job) as b
    )
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.request_figures (
  p_since timestamp with time zone DEFAULT (now() - '1 day'::interval)
)
  RETURNS TABLE (
    method   text,
    route    text,
    requests bigint,
    failed   bigint,
    p50_ms   double precision,
    p95_ms   double precision,
    p99_ms   double precision
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  ROWS 300
  SET search_path TO ''
  AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.service_figures()
  RETURNS TABLE (
    metric text,
    value  numeric,
    unit   text
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  ROWS 24
  SET search_path TO ''
  AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.service_metrics()
  RETURNS TABLE (
    metric text,
    value  numeric,
    unit   text
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  ROWS 24
  SET search_path TO ''
  AS $function$
begin
  if private.is_super_admin() then
    return query select * from private.service_figures();
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION public.count_requests (
  p_requests jsonb,
  p_refused  jsonb
)
  RETURNS void
  LANGUAGE sql
  SET search_path TO ''
  AS $function$select private.count_requests($1, $2)$function$;

REVOKE ALL ON FUNCTION "public"."count_requests"(jsonb, jsonb) FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.read_metrics()
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$select private.read_metrics()$function$;

REVOKE ALL ON FUNCTION "public"."read_metrics"() FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.request_figures (
  p_since timestamp with time zone DEFAULT (now() - '1 day'::interval)
)
  RETURNS TABLE (
    method   text,
    route    text,
    requests bigint,
    failed   bigint,
    p50_ms   double precision,
    p95_ms   double precision,
    p99_ms   double precision
  )
  LANGUAGE sql
  STABLE
  ROWS 300
  SET search_path TO ''
  AS $function$select * from private.request_figures($1)$function$;

REVOKE ALL ON FUNCTION "public"."request_figures"(timestamp WITH time zone) FROM PUBLIC, "anon", "service_role";

CREATE POLICY "request_counts_all_nobody" ON "private"."request_counts"
  FOR ALL
  TO PUBLIC
  USING (false);

COMMENT ON COLUMN "private"."request_counts"."counts" IS 'Requests by latency: up to each of private.latency_bounds(), and above the last one.';

COMMENT ON TABLE "private"."request_counts" IS 'Answered requests of each five minutes, and in the row `-infinity` of all time.';

REVOKE ALL ON FUNCTION "private"."count_requests"(jsonb, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."count_requests"(jsonb, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."count_requests"(jsonb, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."count_requests"(jsonb, jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "private"."latency_bounds"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."latency_bounds"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."latency_bounds"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."latency_quantile"(bigint[], double precision) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."latency_quantile"(bigint[], double precision) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."latency_quantile"(bigint[], double precision) TO "postgres";

REVOKE ALL ON FUNCTION "private"."read_metrics"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."read_metrics"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."read_metrics"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."read_metrics"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."request_figures"(timestamp WITH time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."request_figures"(timestamp WITH time zone) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."request_figures"(timestamp WITH time zone) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."request_figures"(timestamp WITH time zone) TO "postgres";

REVOKE ALL ON FUNCTION "private"."service_figures"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."service_figures"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."service_figures"() TO "postgres";

REVOKE ALL ON FUNCTION "public"."count_requests"(jsonb, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."count_requests"(jsonb, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."count_requests"(jsonb, jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "public"."read_metrics"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."read_metrics"() TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."read_metrics"() TO "service_role";

GRANT EXECUTE ON FUNCTION "public"."request_figures"(timestamp WITH time zone) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."request_figures"(timestamp WITH time zone) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."request_figures"(timestamp WITH time zone) TO "postgres";

insert into private.retention (relation, rule, since, keep, condition)
values ('private.request_counts', 'slot > ''-infinity''', 'slot', '30 days', 'slot > ''-infinity''')
on conflict (relation, rule) do update set since = excluded.since, keep = excluded.keep, condition = excluded.condition;
