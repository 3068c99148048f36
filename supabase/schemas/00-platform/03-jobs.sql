-- Scheduled jobs: their schedules, and the outcome of each run. pg_cron starts them. For a job
-- whose work is TypeScript it posts a request to an edge function through pg_net.

create extension if not exists pg_cron with schema pg_catalog;
create extension if not exists pg_net with schema extensions;

create table private.jobs (
  name text not null check (name ~ '^[a-z][a-z0-9-]{0,62}$'),
  schedule text not null,
  path text check (path ~ '^/[a-z0-9/-]+$'),
  secret_names text[] not null default '{}',
  secret_optional boolean not null default false,
  statement text,
  scheduled_at timestamptz not null default now(),
  primary key (name),
  constraint jobs_work_check check (num_nonnulls(path, statement) = 1)
);

select private.hide_table('private.jobs',
  'Scheduled work: a request to a function, or an SQL statement.');
comment on column private.jobs.path is
  'Below the `functions_url` of the vault, for example /drops/cron/award-monthly-all.';
comment on column private.jobs.secret_names is
  'The names of secrets in the vault, which are also the names of the functions'' variables. The first secret that exists is sent in x-cron-secret.';
comment on column private.jobs.statement is
  'Returns one jsonb, the result. With a number `remaining` above 0, or an object `failed` that is not empty, the run is incomplete. A statement that may leave work runs every minute.';

-- The work of a job that waits in tables.
create table private.job_queues (
  job text not null references private.jobs (name) on delete cascade on update cascade,
  what text not null,
  due_times text not null,
  primary key (job, what)
);

select private.hide_table('private.job_queues', 'Where the work of a job waits.');
comment on column private.job_queues.due_times is
  'A query that reads the times since which work is due, the earliest first, by an index.';

create table private.job_runs (
  id bigint generated always as identity,
  job text not null references private.jobs (name) on delete cascade on update cascade,
  started_at timestamptz not null default clock_timestamp(),
  ended_at timestamptz,
  complete boolean,
  result jsonb,
  primary key (id),
  constraint job_runs_complete_check check ((ended_at is null) = (complete is null))
);

select private.hide_table('private.job_runs', 'Every run of a job, kept for 30 days.');
comment on column private.job_runs.complete is
  'True when the run left no work. Null while it runs, and for ever when it was cut off.';
comment on column private.job_runs.result is
  'Counts and errors; `failure` when the run ended with an error.';

-- The runs of each job since the beginning, which the page for Prometheus shows. Nothing removes
-- rows, so the numbers only grow.
create table private.job_totals (
  job text not null references private.jobs (name) on delete cascade on update cascade,
  outcome text not null check (outcome in ('success', 'failed', 'skipped')),
  runs bigint not null check (runs > 0),
  primary key (job, outcome)
);

select private.hide_table('private.job_totals', 'How many runs of a job have ended, by outcome.');

create index job_runs_job_idx on private.job_runs (job, started_at desc);
create index job_runs_started_at_idx on private.job_runs (started_at);

-- The time between two runs of a schedule: n minutes, an hour, a day, a week or a month.
create function private.schedule_period(p_schedule text) returns interval
language plpgsql immutable set search_path = ''
as $$
declare
  v_every constant integer := substring(p_schedule from '^\*/([1-9][0-9]?) \* \* \* \*$');
begin
  if 60 % v_every = 0 then
    return make_interval(mins => v_every);
  end if;
  return '1 ' || case
    when p_schedule ~ '^[0-9]+ \* \* \* \*$' then 'hour'
    when p_schedule ~ '^[0-9]+ [0-9]+ \* \* \*$' then 'day'
    when p_schedule ~ '^[0-9]+ [0-9]+ \* \* [0-7]$' then 'week'
    when p_schedule ~ '^[0-9]+ [0-9]+ ([1-9]|1[0-9]|2[0-8]) \* \*$' then 'month'
  end;
end
$$;

-- The last time at or before `p_at` at which a schedule was due. Supports every n minutes, and one
-- minute of every hour, day, week (0 to 7) or month (1 to 28), in UTC like pg_cron.
create function private.last_due(p_schedule text, p_at timestamptz) returns timestamptz
language plpgsql immutable set search_path = ''
as $$
declare
  v_at constant timestamp := p_at at time zone 'utc';
  v_field constant text[] := string_to_array(p_schedule, ' ');
  v_period constant interval := private.schedule_period(p_schedule);
  v_unit text;
  v_due timestamp;
begin
  if v_period is null then
    raise exception 'A schedule whose times cannot be told: %', p_schedule using errcode = '22023';
  elsif v_period < '1 hour' then
    return date_bin(v_period, v_at, '2000-01-01') at time zone 'utc';
  end if;
  v_unit := case v_period when '1 hour' then 'hour' when '1 day' then 'day'
    when '1 week' then 'week' else 'month' end;
  v_due := date_trunc(v_unit, v_at) + make_interval(
    mins => v_field[1]::integer,
    hours => case when v_unit = 'hour' then 0 else v_field[2]::integer end,
    days => case v_unit
      when 'week' then (v_field[5]::integer + 6) % 7
      when 'month' then v_field[3]::integer - 1
      else 0
    end);
  if v_due > v_at then
    v_due := v_due - v_period;
  end if;
  return v_due at time zone 'utc';
end
$$;

-- Runs --------------------------------------------------------------------------------------------

create function private.start_job_run(p_job text) returns bigint
language sql volatile security definer set search_path = ''
as $$
  insert into private.job_runs (job) values (p_job) returning id
$$;

-- The outcome of a run by its result. A run with an error for one row has failed; a number `failed`
-- without errors counts what others refuse, such as the receivers of webhooks.
create function private.job_outcome(p_result jsonb) returns text
language plpgsql immutable set search_path = ''
as $$
begin
  return case
    when p_result ? 'failure' or coalesce(p_result -> 'errors', '[]') <> '[]'
      or jsonb_typeof(p_result -> 'failed') = 'object' and p_result -> 'failed' <> '{}' then 'failed'
    when p_result -> 'skipped' = '"not_configured"' then 'skipped'
    else 'success' end;
end
$$;

create function private.end_job_run(p_run bigint, p_complete boolean, p_result jsonb) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_job text;
begin
  update private.job_runs
  set ended_at = clock_timestamp(), complete = p_complete, result = p_result
  where id = p_run and ended_at is null
  returning job into v_job;
  if found then
    insert into private.job_totals as t (job, outcome, runs)
    values (v_job, private.job_outcome(p_result), 1)
    on conflict (job, outcome) do update set runs = t.runs + 1;
  end if;
end
$$;

-- Runs the statement of a job, or posts its request. When the vault lacks a secret, nothing is sent
-- and the run details of pg_cron name the secret. A statement that raises is undone, and its run
-- has failed.
create function private.run_job(p_name text) returns void
language plpgsql volatile set search_path = ''
as $$
declare
  v_job private.jobs;
  v_run bigint;
  v_result jsonb;
  v_url text;
  v_secret text;
begin
  select * into strict v_job from private.jobs where name = p_name;

  if v_job.statement is not null then
    v_run := private.start_job_run(p_name);
    -- More than any transaction tells: no client is told of what a job changes (docs/live.md).
    perform set_config('live.told', '1000000', true);
    begin
      execute v_job.statement into v_result;
    exception when others or query_canceled then
      v_result := jsonb_build_object('failure', sqlerrm);
    end;
    perform private.end_job_run(v_run, not coalesce(v_result ? 'failure', false)
      and coalesce(v_result -> 'failed', '{}') = '{}'
      and coalesce(v_result -> 'remaining', '0') = '0', v_result);
    return;
  end if;

  select s.decrypted_secret into v_url
  from vault.decrypted_secrets as s where s.name = 'functions_url';
  if v_url is null then
    raise exception 'Nothing was sent: the vault has no secret functions_url, the address of the functions';
  end if;
  select s.decrypted_secret into v_secret
  from unnest(v_job.secret_names) with ordinality as n (name, place)
  join vault.decrypted_secrets as s on s.name = n.name
  order by n.place limit 1;
  if v_secret is null and not v_job.secret_optional then
    raise exception 'Nothing was sent: the vault has no secret %',
      array_to_string(v_job.secret_names, ' or ');
  end if;

  -- A function may take 150 s; the default of pg_net is 5 s.
  perform net.http_post(
    url := rtrim(v_url, '/') || v_job.path,
    headers := jsonb_strip_nulls(jsonb_build_object(
      'Content-Type', 'application/json', 'x-cron-secret', v_secret)),
    timeout_milliseconds := 150000);
end
$$;

-- Schedules ---------------------------------------------------------------------------------------

-- Schedules a request to the function at `p_path`, with the first of the secrets that the vault
-- has, or a statement. The same name again changes the job.
create function private.schedule_job(
  p_name text, p_schedule text, p_path text, p_secret_names text[] default '{}',
  p_secret_optional boolean default false, p_statement text default null
) returns void
language plpgsql volatile set search_path = ''
as $$
begin
  perform private.last_due(p_schedule, now());
  insert into private.jobs (name, schedule, path, secret_names, secret_optional, statement)
  values (p_name, p_schedule, p_path, p_secret_names, p_secret_optional, p_statement)
  on conflict (name) do update
    set schedule = excluded.schedule, path = excluded.path, statement = excluded.statement,
        secret_names = excluded.secret_names, secret_optional = excluded.secret_optional,
        scheduled_at = now();
  perform cron.schedule(p_name, p_schedule, format('select private.run_job(%L)', p_name));
end
$$;

create function private.schedule_statement(p_name text, p_schedule text, p_statement text)
returns void
language sql volatile set search_path = ''
as $$ select private.schedule_job(p_name, p_schedule, null, p_statement => p_statement) $$;

-- Does the work of a batch, and keeps a row that raises from stopping all behind it: the statement
-- takes ids as $1 and returns its counts as a JSON object. When it raises, each id is worked on
-- apart, and the ids that raise again are `failed`; the caller puts them off. Locks and conflicts
-- that pass are raised: the next call does the whole batch again.
create function private.work_apart(
  p_statement text, p_ids uuid[], out counts jsonb, out failed uuid[], out errors text[]
)
language plpgsql volatile set search_path = ''
as $$
declare
  v_id uuid;
  v_counts jsonb;
begin
  failed := '{}';
  errors := '{}';
  begin
    execute p_statement into counts using p_ids;
    return;
  exception when others then
    if private.passes(sqlstate) then
      raise;
    end if;
  end;
  counts := '{}';
  foreach v_id in array p_ids loop
    begin
      execute p_statement into v_counts using array[v_id];
      counts := counts || (
        select coalesce(jsonb_object_agg(c.key, coalesce((counts ->> c.key)::bigint, 0)
          + c.value::text::bigint), '{}')
        from jsonb_each(v_counts) as c);
    exception when others then
      if private.passes(sqlstate) then
        raise;
      end if;
      failed := failed || v_id;
      errors := errors || format('%s: %s', v_id, sqlerrm);
    end;
  end loop;
end
$$;

-- Whether an error is gone when the same work is done again: a deadlock, a conflict, a lock.
create function private.passes(p_sqlstate text) returns boolean
language plpgsql immutable set search_path = ''
as $$
begin
  return p_sqlstate ~ '^(40|55P03)';
end
$$;

-- Names where work of a job waits: a query of the times since when it is due, the first ones first.
create function private.watch_job(p_job text, p_what text, p_due_times text) returns void
language sql volatile set search_path = ''
as $$
  insert into private.job_queues (job, what, due_times) values (p_job, p_what, p_due_times)
  on conflict (job, what) do update set due_times = excluded.due_times
$$;

-- The edge functions record the begin and the end of their runs.
select private.expose('service_role', 'start_job_run', 'end_job_run');
