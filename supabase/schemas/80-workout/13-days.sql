-- The course of a date: reminders before a window, and the close of each user's day.

-- Closes these places of one date, whose window and grace are over. Synthetic users check in. A
-- user without a check-in, or with a rejected one, has failed: the chain breaks for the user after,
-- and both are told.
create function private.close_workout_places(p_ids uuid[]) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_date constant date := (select date from public.workout_window_chains where id = p_ids[1]);
  v_users constant uuid[] := array(
    select user_id from public.workout_window_chains where id = any (p_ids));
  v_synthetic constant integer := private.check_in_synthetic(v_date, v_users);
  v_counts jsonb;
begin
  perform private.pass_workout_baton(a.user_id, k.date)
  from public.workout_window_checkins as k
  join public.workout_window_ai_users as a on a.user_id = k.user_id
  where k.chain_id = any (p_ids) and k.status = 'verified';
  select jsonb_build_object('synthetic', v_synthetic, 'failed', count(*),
    'broken', count(*) filter (where private.break_workout_chain(c.user_id, c.date)))
  into v_counts
  from public.workout_window_chains as c
  where c.id = any (p_ids) and not private.has_checked_in(c.user_id, c.date);
  if v_synthetic > 0 then
    perform private.count_workout_week(v_date, v_users || array(
      select after_user_id from public.workout_window_chains where id = any (p_ids)));
  end if;
  return v_counts;
end
$$;

-- One step of the job: closes places of one date whose window and grace are over. The lock on the
-- date orders closes and the generation of chains; the locks on the closed places order closes and
-- check-ins. A place whose close raises is closed without telling anybody.
create function private.close_workout_days(p_limit integer)
returns table (
  total integer, failed integer, synthetic integer, broken integer, remaining integer, errors text[]
)
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_date date;
  v_ids uuid[];
  v_work record;
begin
  select c.date into v_date from public.workout_window_chains as c
  where c.closed_at is null and c.closes_at <= now()
  order by c.closes_at limit 1;
  perform from private.workout_dates where date = v_date for no key update;

  with closed as (
    update public.workout_window_chains set closed_at = now()
    where id in (
      select c.id from public.workout_window_chains as c
      where c.date = v_date and c.closed_at is null and c.closes_at <= now()
      order by c.closes_at limit p_limit
    )
    returning id
  )
  select coalesce(array_agg(id), '{}') into v_ids from closed;
  v_work := private.work_apart('select private.close_workout_places($1)', v_ids);
  total := cardinality(v_ids);
  synthetic := coalesce((v_work.counts ->> 'synthetic')::integer, 0);
  failed := coalesce((v_work.counts ->> 'failed')::integer, 0);
  broken := coalesce((v_work.counts ->> 'broken')::integer, 0);
  errors := v_work.errors;
  remaining := (select b.remaining from private.job_backlog('workout-window-close-day') as b);
  return next;
end
$$;

-- Reminds the users of these places, unless they have checked in.
create function private.remind_of_windows(p_ids uuid[]) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_sent bigint;
begin
  select count(*) filter (where private.notify(
    r.user_id, 'window_reminder',
    jsonb_build_object('time', to_char(r.starts_at at time zone o.timezone, 'HH24:MI')),
    jsonb_build_object('date', r.date), r.date || ':' || extract(epoch from r.starts_at)::bigint))
  into v_sent
  from public.workout_window_chains as r
  cross join lateral private.workout_windows_on(array[r.user_id], r.date) as o
  join public.profiles as p on p.id = r.user_id and not p.is_ai
  where r.id = any (p_ids) and not exists (
    select from public.workout_window_checkins as k
    where k.user_id = r.user_id and k.date = r.date);
  return jsonb_build_object('sent', v_sent);
end
$$;

-- One step of the job: reminds users whose window opens within 30 minutes, unless they have checked
-- in. A concurrent run takes other places. A reminder that raises is not tried again.
create function private.send_window_reminders(p_limit integer)
returns table (total integer, sent integer, remaining integer, errors text[])
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_ids uuid[];
  v_work record;
begin
  with due as (
    select c.id from public.workout_window_chains as c
    where c.reminded_at is null and c.starts_at > now()
      and c.starts_at <= now() + interval '30 minutes'
      and private.workout_date_is_generated(c.date)
    order by c.starts_at limit p_limit for no key update skip locked
  ),
  reminded as (
    update public.workout_window_chains as c set reminded_at = now()
    from due where c.id = due.id returning c.id
  )
  select coalesce(array_agg(r.id), '{}') into v_ids from reminded as r;
  v_work := private.work_apart('select private.remind_of_windows($1)', v_ids);
  total := cardinality(v_ids);
  sent := coalesce((v_work.counts ->> 'sent')::integer, 0);
  errors := v_work.errors;
  remaining := (select b.remaining from private.job_backlog('workout-window-reminders') as b);
  return next;
end
$$;

select private.schedule_job('workout-window-close-day', '40 * * * *',
  '/workout-window/cron/close-day', array['WORKOUT_WINDOW_CRON_SECRET']);
select private.watch_job('workout-window-close-day', 'places', $$
  select closes_at from public.workout_window_chains
  where closed_at is null and closes_at <= now() order by closes_at$$);
select private.schedule_job('workout-window-reminders', '*/5 * * * *',
  '/workout-window/cron/window-reminders', array['WORKOUT_WINDOW_CRON_SECRET']);
select private.watch_job('workout-window-reminders', 'places', $$
  select starts_at - interval '30 minutes' from public.workout_window_chains
  where reminded_at is null and starts_at > now() and starts_at <= now() + interval '30 minutes'
    and private.workout_date_is_generated(date)
  order by starts_at$$);

select private.expose('service_role', 'close_workout_days', 'send_window_reminders');
