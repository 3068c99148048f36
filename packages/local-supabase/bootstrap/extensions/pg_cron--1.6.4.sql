-- The tables and calls of pg_cron 1.6, for the ticker of the local platform to run.
create schema cron;

create sequence cron.jobid_seq;
create table cron.job (
  jobid bigint primary key default nextval('cron.jobid_seq'),
  schedule text not null,
  command text not null,
  nodename text not null default 'localhost',
  nodeport int not null default inet_server_port(),
  database text not null default current_database(),
  username text not null default current_user,
  active boolean not null default true,
  jobname text,
  constraint jobname_username_uniq unique (jobname, username)
);
alter table cron.job enable row level security;
create policy cron_job_policy on cron.job using (username = current_user);

create sequence cron.runid_seq;
create table cron.job_run_details (
  jobid bigint,
  runid bigint primary key default nextval('cron.runid_seq'),
  job_pid int,
  database text,
  username text,
  command text,
  status text,
  return_message text,
  start_time timestamptz,
  end_time timestamptz
);
alter table cron.job_run_details enable row level security;
create policy cron_job_run_details_policy on cron.job_run_details using (username = current_user);

-- Whether each part of one field of a cron line lies within its bounds.
create function cron._field_is_valid(field text, low int, high int, names text) returns boolean
language sql immutable as $$
  select bool_and(
    part ~* format('^(\*|(\d+|%1$s)(-(\d+|%1$s))?)(/[1-9]\d*)?$', names)
    and not exists (
      select from regexp_matches(split_part(part, '/', 1), '\d+', 'g') as number
      where number[1]::int not between low and high
    )
  )
  from regexp_split_to_table(field, ',') as part
$$;

create function cron._check_schedule(schedule text) returns void language plpgsql immutable as $$
declare
  seconds text := substring(schedule from '^\s*(\d+)\s+seconds?\s*$');
  fields text[] := regexp_split_to_array(trim(schedule), '\s+');
begin
  if seconds::int between 1 and 59
    or cardinality(fields) = 5
    and cron._field_is_valid(fields[1], 0, 59, '\d')
    and cron._field_is_valid(fields[2], 0, 23, '\d')
    and (cron._field_is_valid(fields[3], 1, 31, '\d') or fields[3] = '$')
    and cron._field_is_valid(fields[4], 1, 12, 'jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec')
    and cron._field_is_valid(fields[5], 0, 7, 'sun|mon|tue|wed|thu|fri|sat') then
    return;
  end if;
  raise exception 'invalid schedule: %', schedule using
    errcode = '22023',
    hint = 'Use cron format (e.g. 5 4 * * *), or interval format ''[1-59] seconds''';
end
$$;

-- Callers may only read cron.job. The calls they have run as they are and hand their name to these.
create function cron._put(caller text, job_name text, schedule text, command text) returns bigint
language plpgsql security definer set search_path = '' as $$
declare
  id bigint;
begin
  perform cron._check_schedule(schedule);
  insert into cron.job (jobname, schedule, command, username)
  values (job_name, _put.schedule, _put.command, caller)
  on conflict on constraint jobname_username_uniq
    do update set schedule = excluded.schedule, command = excluded.command
  returning jobid into id;
  return id;
end
$$;

create function cron._remove(caller text, id bigint, job_name text) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  delete from cron.job where username = caller and (jobid = id or jobname = job_name);
  if not found then
    raise exception 'could not find valid entry for job ''%''', coalesce(job_name, id::text)
      using errcode = 'XX000';
  end if;
  return true;
end
$$;

create function cron._alter(
  caller text, id bigint, new_schedule text, new_command text, new_active boolean
) returns void language plpgsql security definer set search_path = '' as $$
begin
  if new_schedule is not null then
    perform cron._check_schedule(new_schedule);
  end if;
  update cron.job set
    schedule = coalesce(new_schedule, schedule),
    command = coalesce(new_command, command),
    active = coalesce(new_active, active)
  where jobid = id and username = caller;
  if not found then
    raise exception 'Job % does not exist or you don''t own it', id using errcode = 'XX000';
  end if;
end
$$;

create function cron.schedule(schedule text, command text) returns bigint
language sql strict as 'select cron._put(current_user, null, schedule, command)';

create function cron.schedule(job_name text, schedule text, command text) returns bigint
language sql strict as 'select cron._put(current_user, job_name, schedule, command)';

create function cron.unschedule(job_id bigint) returns boolean
language sql strict as 'select cron._remove(current_user, job_id, null)';

create function cron.unschedule(job_name text) returns boolean
language sql strict as 'select cron._remove(current_user, null, job_name)';

create function cron.alter_job(
  job_id bigint,
  schedule text default null,
  command text default null,
  database text default null,
  username text default null,
  active boolean default null
) returns void language plpgsql as $$
begin
  if database <> current_database() or username <> current_user then
    raise exception 'must be superuser to alter the database or the user of a job'
      using errcode = '42501';
  end if;
  perform cron._alter(current_user, job_id, schedule, command, active);
end
$$;

-- Rights as on hosted: the owner of the project schedules, the roles of the API do not.
revoke all on all functions in schema cron from public;
grant usage on schema cron to postgres with grant option;
grant all on all functions in schema cron to postgres with grant option;
grant all on cron.job_run_details to postgres with grant option;
grant select on cron.job to postgres with grant option;
