-- Scheduled jobs: their schedules, the outcome of each run, and which are overdue. pg_cron starts
-- them. For a job whose work is TypeScript it posts a request to an edge function through pg_net.

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
  'Names of secrets in the vault, as the functions'' variables are named. The first one that exists is sent in x-cron-secret.';
comment on column private.jobs.statement is
  'Returns one jsonb, the result. With an object `failed` that is not empty, the run is incomplete.';

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

create index job_runs_job_idx on private.job_runs (job, started_at desc);

-- The last time at or before `p_at` at which a schedule was due. Supports every n minutes, and one
-- minute of every hour, day, week (0 to 7) or month (1 to 28), in UTC like pg_cron.
create function private.last_due(p_schedule text, p_at timestamptz) returns timestamptz
language plpgsql immutable set search_path = ''
as $$
declare
  v_at constant timestamp := p_at at time zone 'utc';
  v_field constant text[] := string_to_array(p_schedule, ' ');
  v_every constant integer := substring(p_schedule from '^\*/([1-9][0-9]?) \* \* \* \*$');
  v_unit text;
  v_due timestamp;
begin
  if v_every is not null and 60 % v_every = 0 then
    return date_bin(make_interval(mins => v_every), v_at, '2000-01-01') at time zone 'utc';
  end if;
  v_unit := case
    when p_schedule ~ '^[0-9]+ \* \* \* \*$' then 'hour'
    when p_schedule ~ '^[0-9]+ [0-9]+ \* \* \*$' then 'day'
    when p_schedule ~ '^[0-9]+ [0-9]+ \* \* [0-7]$' then 'week'
    when p_schedule ~ '^[0-9]+ [0-9]+ ([1-9]|1[0-9]|2[0-8]) \* \*$' then 'month'
  end;
  if v_unit is null then
    raise exception 'A schedule whose times cannot be told: %', p_schedule using errcode = '22023';
  end if;
  v_due := date_trunc(v_unit, v_at) + make_interval(
    mins => v_field[1]::integer,
    hours => case when v_unit = 'hour' then 0 else v_field[2]::integer end,
    days => case v_unit
      when 'week' then (v_field[5]::integer + 6) % 7
      when 'month' then v_field[3]::integer - 1
      else 0
    end);
  if v_due > v_at then
    v_due := v_due - ('1 ' || v_unit)::interval;
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

create function private.end_job_run(p_run bigint, p_complete boolean, p_result jsonb) returns void
language sql volatile security definer set search_path = ''
as $$
  update private.job_runs
  set ended_at = clock_timestamp(), complete = p_complete, result = p_result
  where id = p_run and ended_at is null
$$;

-- Runs the statement of a job, or posts its request. When the vault lacks a secret, nothing is sent
-- and the run details of pg_cron name the secret.
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
    execute v_job.statement into v_result;
    perform private.end_job_run(v_run, coalesce(v_result -> 'failed', '{}') = '{}', v_result);
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

-- The state of every job. A job is overdue when it was due at least `p_grace` ago and no run since
-- then is complete.
create function private.job_states(p_grace interval default '10 minutes')
returns table (
  job text, schedule text, last_run timestamptz, last_end timestamptz, complete boolean,
  result jsonb, overdue boolean
)
language sql stable security definer set search_path = ''
as $$
  select j.name, j.schedule, r.started_at, r.ended_at, r.complete, r.result,
    due.at > j.scheduled_at and not exists (
      select from private.job_runs as c
      where c.job = j.name and c.started_at >= due.at and c.complete
    )
  from private.jobs as j
  cross join lateral (select private.last_due(j.schedule, now() - p_grace) as at) as due
  left join lateral (
    select * from private.job_runs as r where r.job = j.name order by r.started_at desc limit 1
  ) as r on true
  order by j.name
$$;

-- Posts the requests of overdue jobs again: their run was incomplete, cut off or never arrived.
-- Skips a run that may still be in progress.
create function private.continue_jobs() returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_job text;
  v_posted text[] := '{}';
begin
  for v_job in
    select s.job from private.job_states('1 minute') as s
    join private.jobs as j on j.name = s.job
    where s.overdue and j.path is not null
      and (s.last_run is null or s.last_end is not null
        or s.last_run < clock_timestamp() - interval '150 seconds')
  loop
    begin
      perform private.run_job(v_job);
      v_posted := v_posted || v_job;
    exception when raise_exception then
      -- The vault lacks a secret; the run details of the job name it.
    end;
  end loop;
  return jsonb_build_object('posted', v_posted);
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

select private.schedule_statement('jobs-continue', '*/5 * * * *', 'select private.continue_jobs()');

-- Retention ---------------------------------------------------------------------------------------

-- Rows that are kept for a time: one job removes them from all tables.
create table private.retention (
  relation text not null,
  condition text not null,
  primary key (relation)
);

select private.hide_table('private.retention',
  'Which rows the job `purge` removes: those t of the relation for which the condition holds.');

-- Registers what the job removes from a table.
create function private.purge_when(p_relation text, p_condition text) returns void
language sql volatile set search_path = ''
as $$ insert into private.retention (relation, condition) values (p_relation, p_condition) $$;

-- Removes up to a million rows of each relation, without those that somebody is changing. Returns
-- the number of each, and in `failed` why a rule could not be carried out; the others are.
create function private.purge() returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_rule private.retention;
  v_count integer;
  v_total integer;
  v_removed jsonb := '{}';
  v_failed jsonb := '{}';
begin
  for v_rule in select * from private.retention order by relation loop
    begin
      v_total := 0;
      for v_round in 1 .. 50 loop
        execute format(
          'delete from %1$s where ctid = any (array(
            select t.ctid from %1$s as t where %2$s limit 20000 for update skip locked))',
          v_rule.relation, v_rule.condition);
        get diagnostics v_count = row_count;
        v_total := v_total + v_count;
        exit when v_count < 20000;
      end loop;
      v_removed := v_removed || jsonb_build_object(v_rule.relation, v_total);
    exception when others then
      v_failed := v_failed || jsonb_build_object(v_rule.relation, sqlerrm);
    end;
  end loop;
  return v_removed || jsonb_build_object('failed', v_failed);
end
$$;

select private.schedule_statement('purge', '15 * * * *', 'select private.purge()');
select private.purge_when('private.job_runs', $$started_at < now() - interval '30 days'$$);
select private.purge_when('cron.job_run_details', $$end_time < now() - interval '30 days'$$);

-- The edge functions record the begin and the end of their runs.

select private.expose('service_role', 'start_job_run', 'end_job_run');
