-- The states of jobs: which are overdue, and what work waits. Jobs with work left go on.

-- The state of every job. A job is overdue when it was due at least `p_grace` ago and no run since
-- then is complete. `outcome` is that of the last run that has ended, `failed_runs` the number of
-- failed ones of the last hour.
create function private.job_states(p_grace interval default '10 minutes')
returns table (
  job text, schedule text, last_run timestamptz, last_end timestamptz, complete boolean,
  result jsonb, overdue boolean, outcome text, failed_runs bigint
)
language sql stable security definer set search_path = ''
as $$
  select j.name, j.schedule, r.started_at, r.ended_at, r.complete, r.result,
    due.at > j.scheduled_at and not exists (
      select from private.job_runs as c
      where c.job = j.name and c.started_at >= due.at and c.complete
    ),
    (
      select private.job_outcome(e.result) from private.job_runs as e
      where e.job = j.name and e.ended_at is not null order by e.started_at desc limit 1
    ),
    (
      select count(*) from private.job_runs as f
      where f.job = j.name and f.started_at > now() - interval '1 hour'
        and f.ended_at is not null and private.job_outcome(f.result) = 'failed'
    )
  from private.jobs as j
  cross join lateral (select private.last_due(j.schedule, now() - p_grace) as at) as due
  left join lateral (
    select * from private.job_runs as r where r.job = j.name order by r.started_at desc limit 1
  ) as r on true
  order by j.name
$$;

-- The work that a job has still to do, and since when it waits: the rows of the job's queues, or of
-- the queues whose names begin with p_what, counted up to 10,000 in each. The last run names the
-- work of a job without a queue, which waits since the first time that the job was due after a
-- complete run.
create function private.job_backlog(p_job text, p_what text default '')
returns table (remaining bigint, oldest_at timestamptz)
language plpgsql stable security definer rows 1
-- In the order of the queue's index the limit ends the reading (tests/database/due.test.ts).
set search_path = '' set enable_sort = off
as $$
declare
  v_job private.jobs;
  v_query text;
  v_count bigint;
  v_at timestamptz;
begin
  for v_query in
    select due_times from private.job_queues where job = p_job and starts_with(what, p_what)
  loop
    execute format('select count(*), min(w.at) from (
      select q.at from (%s) as q (at) limit 10000) as w', v_query) into v_count, v_at;
    remaining := coalesce(remaining, 0) + v_count;
    oldest_at := least(oldest_at, v_at);
  end loop;
  if remaining is null then
    select * into v_job from private.jobs where name = p_job;
    select private.last_due(v_job.schedule,
      greatest(max(r.started_at), v_job.scheduled_at) + private.schedule_period(v_job.schedule))
    into v_at from private.job_runs as r where r.job = p_job and r.complete;
    if v_at > now() then
      remaining := 0;
    else
      oldest_at := v_at;
      select (r.result ->> 'remaining')::bigint into remaining
      from private.job_runs as r where r.job = p_job and r.ended_at is not null
      order by r.started_at desc limit 1;
    end if;
  end if;
  return next;
end
$$;

-- Posts the requests of jobs again that have work left, were cut off or never arrived; after a run
-- that failed, or that left only what has failed, five minutes later. Skips a run that may still be
-- in progress, and a job that its own schedule starts this minute.
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
      and private.last_due(s.schedule, now()) < date_trunc('minute', now())
      and (s.last_run is null or s.last_run < now() - case
        when s.last_end is null then interval '150 seconds'
        when s.result ? 'failure' or s.result -> 'failed' > '0'
          and s.result -> 'failed' >= s.result -> 'remaining' then interval '5 minutes'
        else interval '0' end)
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

select private.schedule_statement('jobs-continue', '*/1 * * * *', 'select private.continue_jobs()');

-- The edge functions record what is left.
select private.expose('service_role', 'job_backlog');
