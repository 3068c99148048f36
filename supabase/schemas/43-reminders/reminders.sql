-- Reminders of the journal or of a goal, at a local time of their owner's time zone.

-- Days of the week by their numbers of ISO 8601, Monday 1.
create function private.are_weekdays(p_days smallint[]) returns boolean
language plpgsql immutable set search_path = ''
as $$
begin
  return cardinality(p_days) between 1 and 7
    and p_days = array(select distinct d from unnest(p_days) as d where d between 1 and 7 order by d);
end
$$;

grant execute on function private.are_weekdays to authenticated, service_role;

create table public.reminders (
  id uuid primary key default private.uuid_v7(),
  user_id uuid not null default auth.uid() references public.profiles (id) on delete cascade,
  kind text not null check (kind in ('journal', 'goal')),
  goal_id uuid,
  local_time text not null check (local_time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  days smallint[] not null check (private.are_weekdays(days)),
  written_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint reminders_goal_id_check check ((kind = 'goal') = (goal_id is not null)),
  -- Users are reminded of their own goals.
  constraint reminders_goal_fkey
    foreign key (goal_id, user_id) references public.goals (id, user_id) on delete cascade
);

select private.guard_table('public.reminders', 'When users want to be reminded of what.');
comment on column public.reminders.local_time is 'HH:MM in the time zone of the profile.';
comment on column public.reminders.days is 'Days of the week, ascending; Monday is 1.';

create index reminders_page_idx on public.reminders (user_id, written_at desc, id desc);
create index reminders_goal_idx on public.reminders (goal_id, user_id) where goal_id is not null;

select private.set_quota('public.reminders', 'reminders', p_daily => 200, p_total => 20);
select private.let_read('owner', 'public.reminders');
select private.let_owner_change('public.reminders',
  p_insert => '{id,kind,goal_id,local_time,days,written_at}', p_update => '{local_time,days}',
  p_delete => true);
grant all on public.reminders to service_role;

-- Beside the reminders, because it changes with every sending, of which no client is told.
create table private.reminder_times (
  reminder_id uuid primary key references public.reminders (id) on delete cascade,
  next_on date not null,
  next_at timestamptz not null,
  last_on date
);

select private.hide_table('private.reminder_times', 'When each reminder is due next.');
comment on column private.reminder_times.next_on is 'The local date that is due at next_at.';
comment on column private.reminder_times.last_on is
  'The last date that was due. No date is due twice, whatever the owner changes.';

create index reminder_times_due_idx on private.reminder_times (next_at);

-- Instants ----------------------------------------------------------------------------------------

-- The instant of a local time: the first one, when the clock shows the time twice; when it skips
-- the time, the first instant after the gap.
create function private.local_instant(p_local timestamp, p_timezone text) returns timestamptz
language plpgsql stable set search_path = ''
as $$
declare
  -- Postgres takes the second of two instants, and the offset from before a gap.
  v_at constant timestamptz := p_local at time zone p_timezone;
  v_gap constant interval := (v_at at time zone p_timezone) - p_local;
  v_before timestamptz;
begin
  if v_gap > interval '0' then
    -- Clocks change at whole minutes.
    return (
      select min(m.at) from generate_series(v_at - v_gap, v_at, interval '1 minute') as m (at)
      where m.at at time zone p_timezone >= p_local);
  end if;
  -- By as much as the clock was put back within the last day.
  v_before := v_at - (((v_at - interval '24 hours') at time zone p_timezone) + interval '24 hours'
    - p_local);
  if v_before < v_at and v_before at time zone p_timezone = p_local then
    return v_before;
  end if;
  return v_at;
end
$$;

-- The first date of these days whose time comes after `p_after`; not `p_last_on`, which was due
-- before.
create function private.next_reminder(
  p_time text, p_days smallint[], p_timezone text, p_last_on date,
  p_after timestamptz default now(), out next_on date, out next_at timestamptz
)
language plpgsql stable set search_path = ''
as $$
begin
  next_on := greatest((p_after at time zone p_timezone)::date, p_last_on + 1);
  loop
    if extract(isodow from next_on)::smallint = any (p_days) then
      next_at := private.local_instant(next_on + p_time::time, p_timezone);
      exit when next_at > p_after;
    end if;
    next_on := next_on + 1;
  end loop;
end
$$;

create function private.plan_reminder() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_timezone constant text := (select timezone from public.profiles where id = new.user_id);
begin
  insert into private.reminder_times as t (reminder_id, next_on, next_at)
  select new.id, n.*
  from private.next_reminder(new.local_time, new.days, v_timezone, null) as n
  on conflict (reminder_id) do update set (next_on, next_at) = (
    select n.* from private.next_reminder(new.local_time, new.days, v_timezone, t.last_on) as n);
  return null;
end
$$;

create trigger reminders_500_plan after insert on public.reminders
  for each row execute function private.plan_reminder();
create trigger reminders_510_plan after update of local_time, days on public.reminders
  for each row when ((old.local_time, old.days) is distinct from (new.local_time, new.days))
  execute function private.plan_reminder();

-- Plans a user's reminders in a new time zone. Reminders that are due by now are left to the job.
create function private.plan_reminders_elsewhere() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- A job that has just read the former time zone moves them first.
  perform from private.reminder_times
  where reminder_id in (select id from public.reminders where user_id = new.id)
  order by reminder_id for update;
  update private.reminder_times as t set (next_on, next_at) = (
    select n.* from private.next_reminder(r.local_time, r.days, new.timezone, t.last_on) as n)
  from public.reminders as r
  where r.user_id = new.id and t.reminder_id = r.id and t.next_at > now();
  return null;
end
$$;

create trigger profiles_730_plan_reminders after update of timezone on public.profiles
  for each row when (old.timezone <> new.timezone)
  execute function private.plan_reminders_elsewhere();

-- Sending -----------------------------------------------------------------------------------------

-- Sends these due reminders, and moves each to its next day. Returns how many were sent, and how
-- many there was no reason for.
create function private.send_due_reminders(p_ids uuid[]) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_counts jsonb;
begin
  with due as (
    select r.*, t.next_on, t.next_at, p.timezone, g.title as goal, g.status as goal_status,
      p.is_active and not p.is_ai as reachable
    from private.reminder_times as t
    join public.reminders as r on r.id = t.reminder_id
    join public.profiles as p on p.id = r.user_id
    left join public.goals as g on g.id = r.goal_id
    where t.reminder_id = any (p_ids)
  ),
  moved as (
    update private.reminder_times as t set last_on = d.next_on, (next_on, next_at) = (
      select n.* from private.next_reminder(d.local_time, d.days, d.timezone, d.next_on) as n)
    from due as d where t.reminder_id = d.id
  ),
  wanted as (
    select d.* from due as d
    cross join lateral (
      select private.local_instant(d.next_on::timestamp, d.timezone) as begins,
        private.local_instant(d.next_on + interval '1 day', d.timezone) as ends
    ) as day
    where d.next_at > now() - interval '1 hour' and d.reachable and case
      when d.goal_id is null then not exists (
        select from public.journal_entries as e
        where e.user_id = d.user_id and e.import_id is null
          and e.written_at >= day.begins and e.written_at < day.ends)
      else d.goal_status = 'active' and not exists (
        select from public.goal_check_ins as c
        where c.goal_id = d.goal_id and c.user_id = d.user_id
          and c.written_at >= day.begins and c.written_at < day.ends)
        and private.is_reminded(d.goal_id, d.user_id, d.next_on)
      end
  )
  select jsonb_build_object('sent', count(*) filter (where private.notify(
      w.user_id, 'reminder.' || w.kind, jsonb_build_object('goal', w.goal),
      jsonb_build_object('reminder_id', w.id, 'goal_id', w.goal_id), w.id || ' ' || w.next_on)),
    'skipped', (select count(*) from due) - count(*))
  into v_counts
  from wanted as w;
  return v_counts;
end
$$;

-- The answer of a step of the job, after its work on these ids has been done apart.
create function private.step_of_reminders(
  p_ids uuid[], p_counts jsonb, p_failed uuid[], p_errors text[]
) returns table (
  total integer, sent integer, skipped integer, failed integer, remaining integer, errors text[]
)
language plpgsql stable set search_path = ''
as $$
begin
  return query
  select cardinality(p_ids), coalesce((p_counts ->> 'sent')::integer, 0),
    coalesce((p_counts ->> 'skipped')::integer, 0), cardinality(p_failed), b.remaining::integer,
    p_errors
  from private.job_backlog('reminders') as b;
end
$$;

-- One step of the job: moves reminders that are due to their next date, and notifies their owners
-- unless it is done already or an hour late. A concurrent run takes other reminders.
create function private.send_reminders(p_limit integer)
returns table (
  total integer, sent integer, skipped integer, failed integer, remaining integer, errors text[]
)
language plpgsql volatile security definer set search_path = ''
as $$
declare
  -- In a statement of its own: the next one reads the time zones as they are once these are locked.
  v_ids constant uuid[] := array(
    select t.reminder_id from private.reminder_times as t
    where t.next_at <= now()
    order by t.next_at limit p_limit for no key update skip locked);
  v_work record;
begin
  v_work := private.work_apart('select private.send_due_reminders($1)', v_ids);
  update private.reminder_times set next_at = now() + interval '1 hour'
  where reminder_id = any (v_work.failed);
  return query select * from private.step_of_reminders(
    v_ids, v_work.counts, v_work.failed, v_work.errors);
end
$$;

select private.schedule_job('reminders', '*/5 * * * *', '/reminders/cron/send',
  array['CHAT_CRON_SECRET', 'WORKOUT_WINDOW_CRON_SECRET']);
select private.watch_job('reminders', 'reminders', $$
  select next_at from private.reminder_times where next_at <= now() order by next_at$$);

select private.expose('service_role', 'send_reminders');

select private.register_synced_table('reminder', 'reminders');
select private.register_personal_data('public.reminders', 'delete', 30);
