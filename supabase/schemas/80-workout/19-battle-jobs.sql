-- Jobs of battles: they tell the participants the standing, and execute the battles that are due.

-- Notifications -----------------------------------------------------------------------------------

-- Tells users how a battle stands or has ended.
create function private.tell_of_workout_battle(
  p_type text, p_standing jsonb, p_week date, p_user_ids uuid[]
) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_leader constant text := p_standing ->> 'leader';
  v_sent bigint;
begin
  select count(*) filter (where private.notify(
    m.user_id, p_type || '.' || case
      when v_leader = 'tie' then 'tie'
      when p_type = 'battle_update' then 'lead'
      when v_leader = m.team_color then 'won' else 'lost' end,
    p_standing || jsonb_build_object('color', m.team_color),
    jsonb_build_object('week_start_date', p_week, 'team_color', m.team_color), p_week::text))
  into v_sent
  from private.workout_members as m
  where m.user_id = any (p_user_ids) and m.week = p_week and m.team_color is not null;
  return jsonb_build_object('sent', v_sent);
end
$$;

-- Sends a notice to the next users who have a window. Returns the number of new notifications, null
-- when there is no notice, or another call sends it. The key prevents that a user is told twice.
create function private.send_workout_notices(p_limit integer) returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_notice record;
  v_users uuid[];
  v_work record;
begin
  select n.*, b.week_start_date into v_notice
  from private.workout_battle_notices as n
  join public.workout_window_battles as b on b.id = n.battle_id
  where n.finished_at is null
  order by b.week_start_date limit 1 for no key update of n skip locked;
  if not found then
    return null;
  end if;
  v_users := array(
    select user_id from public.workout_windows where user_id > v_notice.after_id
    order by user_id limit p_limit);
  v_work := private.work_apart(
    format('select private.tell_of_workout_battle(%L, %L, %L, $1)',
      v_notice.type, v_notice.standing, v_notice.week_start_date), v_users);
  update private.workout_battle_notices
  set after_id = coalesce(v_users[cardinality(v_users)], after_id),
    finished_at = case when cardinality(v_users) < p_limit then now() end
  where battle_id = v_notice.battle_id and type = v_notice.type;
  return coalesce((v_work.counts ->> 'sent')::integer, 0);
end
$$;

-- Jobs --------------------------------------------------------------------------------------------

-- The week of the next battle to execute: a past one without a result, in which nobody can check in
-- any more. A window of the last date may close a day later in the west, and synthetic users check
-- in when the job closes their day.
create function private.due_workout_battle() returns date
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select w.week
    from (
      select week_start_date as week from public.workout_window_battles
      where battle_status <> 'completed'
      union
      select l.week from (select private.week_of(private.utc_today()) - 7 as week) as l
      where not exists (
          select from public.workout_window_battles where week_start_date = l.week)
        and exists (
          select from public.workout_window_chains where date between l.week and l.week + 6)
    ) as w
    where w.week + 6 < private.utc_today() and (
      -- By the index of open places: `exists` would read the table until the first row fits.
      select true from public.workout_window_chains
      where closed_at is null and closes_at > now() - interval '2 hours'
        and date between w.week and w.week + 6
      order by closes_at limit 1) is null
    order by w.week limit 1
  );
end
$$;

-- One step of the jobs: executes a due battle, or notifies users about one.
create function private.advance_workout_battles(p_limit integer)
returns table (executed integer, notified integer, done boolean)
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_week constant date := private.due_workout_battle();
begin
  executed := (v_week is not null)::integer;
  if v_week is not null then
    perform private.finish_workout_battle(v_week);
  else
    -- From Friday on the participants are told once how it stands.
    insert into private.workout_battle_notices (battle_id, type, standing)
    select b.id, 'battle_update', private.workout_lead(
      (n.standing ->> 'red_team_chips')::bigint, (n.standing ->> 'blue_team_chips')::bigint)
    from public.workout_window_battles as b
    cross join lateral (select private.workout_battle_standing(b) as standing) as n
    where b.week_start_date = private.week_of(private.utc_today())
      and b.battle_status = 'in_progress' and private.utc_today() >= b.week_start_date + 4
      and not exists (
        select from private.workout_battle_notices as o
        where o.battle_id = b.id and o.type = 'battle_update')
    on conflict do nothing;
    notified := private.send_workout_notices(p_limit);
  end if;
  done := v_week is null and notified is null;
  notified := coalesce(notified, 0);
  return next;
end
$$;

-- Executes due battles, and notifies their participants, for a second.
create function private.continue_workout_battles() returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_step record;
  v_executed integer := 0;
  v_notified integer := 0;
begin
  loop
    select * into v_step from private.advance_workout_battles(500);
    v_executed := v_executed + v_step.executed;
    v_notified := v_notified + v_step.notified;
    exit when v_step.done or clock_timestamp() > now() + interval '1 second';
  end loop;
  return jsonb_build_object('executed', v_executed, 'notified', v_notified,
    'remaining', (not v_step.done)::integer);
end
$$;

select private.schedule_job('workout-window-generate-weekly', '0 0 * * 1',
  '/workout-window/battle/cron/generate-weekly', array['WORKOUT_WINDOW_CRON_SECRET']);
select private.schedule_statement('workout-window-continue-battles', '*/1 * * * *',
  'select private.continue_workout_battles()');

select private.expose('service_role', 'advance_workout_battles');
