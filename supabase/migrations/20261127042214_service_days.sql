SET local check_function_bodies = off;

CREATE TABLE "public"."service_days" (
  "day"           date                     NOT NULL,
  "sign_ups"      integer                  NOT NULL,
  "active_people" integer                  NOT NULL,
  "entries"       integer                  NOT NULL,
  "ai_cost_usd"   numeric                  NOT NULL,
  "counted_at"    timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT "service_days_active_people_check" CHECK ((active_people >= 0)),
  CONSTRAINT "service_days_ai_cost_usd_check" CHECK ((ai_cost_usd >= (0)::numeric)),
  CONSTRAINT "service_days_entries_check" CHECK ((entries >= 0)),
  CONSTRAINT "service_days_pkey" PRIMARY KEY (day),
  CONSTRAINT "service_days_sign_ups_check" CHECK ((sign_ups >= 0))
);

ALTER TABLE "public"."service_days"
  ENABLE ROW LEVEL SECURITY;

REVOKE ALL ON TABLE "public"."service_days" FROM "anon";

CREATE OR REPLACE FUNCTION private.count_service_days()
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
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
  ROWS 23
  SET search_path TO ''
  AS $function$
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

CREATE OR REPLACE FUNCTION private.waiting_decisions()
  RETURNS TABLE (
    metric text,
    value  bigint
  )
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  ROWS 5
  SET search_path TO ''
  AS $function$
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
$function$;

-- Where the table is large, create these two by hand first, with `concurrently`.
-- squawk-ignore require-concurrent-index-creation
CREATE INDEX IF NOT EXISTS emails_given_up_idx ON private.emails USING btree (created_at)
  WHERE (status = ANY (ARRAY['dead'::text, 'bounced'::text, 'complained'::text]));

-- squawk-ignore require-concurrent-index-creation
CREATE INDEX IF NOT EXISTS payment_events_no_user_idx ON private.payment_events USING btree (received_at)
  WHERE (outcome = 'no_user'::text);

CREATE POLICY "service_days_all_active" ON "public"."service_days"
  AS RESTRICTIVE
  FOR ALL
  TO "authenticated"
  USING (( SELECT private.caller_is_active() AS caller_is_active));

CREATE POLICY "service_days_select_super_admin" ON "public"."service_days"
  FOR SELECT
  TO "authenticated"
  USING (( SELECT private.is_super_admin() AS is_super_admin));

COMMENT ON COLUMN "public"."service_days"."active_people" IS 'People who wrote an entry or sent a check-in of their window.';

COMMENT ON COLUMN "public"."service_days"."entries" IS 'Entries that were written on the day.';

COMMENT ON TABLE "public"."service_days" IS 'What people did on each day (UTC), without synthetic users.';

COMMENT ON VIEW "public"."service_metrics" IS 'What an operator watches, as of now. Requests are those of the present hour (UTC); given up counts a day, imports and payments seven days.';

REVOKE ALL ON FUNCTION "private"."count_service_days"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."count_service_days"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."count_service_days"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."waiting_decisions"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."waiting_decisions"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."waiting_decisions"() TO "postgres";

REVOKE ALL ON TABLE "public"."service_days" FROM "authenticated";

GRANT SELECT ON TABLE "public"."service_days" TO "authenticated";

REVOKE ALL ON TABLE "public"."service_days" FROM "service_role";

GRANT SELECT ON TABLE "public"."service_days" TO "service_role";

alter table public.service_days alter column day set statistics 0;
alter table public.service_days alter column sign_ups set statistics 0;
alter table public.service_days alter column active_people set statistics 0;
alter table public.service_days alter column entries set statistics 0;
alter table public.service_days alter column ai_cost_usd set statistics 0;

select cron.schedule('service-days', '10 * * * *', 'select private.run_job(''service-days'')');

insert into private.jobs (name, schedule, path, secret_names, secret_optional, statement)
values ('service-days', '10 * * * *', null, '{}', 'false', 'select private.count_service_days()')
on conflict (name) do update set schedule = excluded.schedule, path = excluded.path, secret_names = excluded.secret_names, secret_optional = excluded.secret_optional, statement = excluded.statement;
insert into private.retention (relation, rule, since, keep, condition)
values ('public.service_days', 'true', 'day', '400 days', 'true')
on conflict (relation, rule) do update set since = excluded.since, keep = excluded.keep, condition = excluded.condition;
