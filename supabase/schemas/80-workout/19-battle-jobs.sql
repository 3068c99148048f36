-- What jobs do for battles: they tell the participants, execute what is due, and count large ones.

-- Notifications -----------------------------------------------------------------------------------

-- From Friday on the participants of a battle in progress are told once how it stands.
create function private.announce_workout_standing() returns void
language sql volatile security definer set search_path = ''
as $$
  insert into private.workout_battle_notices (battle_id, type, standing)
  select b.id, 'battle_update', private.workout_lead(
    (standing.json ->> 'red_team_chips')::bigint, (standing.json ->> 'blue_team_chips')::bigint)
  from public.workout_window_battles as b
  cross join lateral (select private.workout_battle_standing(b) as json) as standing
  where b.week_start_date = private.week_of(private.utc_today()) and b.battle_status = 'in_progress'
    and private.utc_today() >= b.week_start_date + 4 and standing.json is not null
    and not exists (
      select from private.workout_battle_notices as n
      where n.battle_id = b.id and n.type = 'battle_update')
  on conflict do nothing
$$;

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
    u.id, p_type || '.' || case
      when v_leader = 'tie' then 'tie'
      when p_type = 'battle_update' then 'lead'
      when v_leader = c.color then 'won' else 'lost' end,
    p_standing || jsonb_build_object('color', c.color),
    jsonb_build_object('week_start_date', p_week, 'team_color', c.color), p_week::text))
  into v_sent
  from unnest(p_user_ids) as u (id)
  cross join lateral (select private.workout_week_color(u.id, p_week) as color) as c
  where c.color is not null;
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
-- any more. A battle whose count has begun comes first. A window of the last date may close a day
-- later in the west, and synthetic users check in when the job closes their day.
create function private.due_workout_battle() returns date
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_week date;
begin
  select b.week_start_date into v_week
  from private.workout_battle_counts as c
  join public.workout_window_battles as b
    on b.id = c.battle_id and b.battle_status <> 'completed'
  where c.is_final order by 1 limit 1;
  if found then
    return v_week;
  end if;
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

-- One step of the jobs: counts and executes a due battle, or notifies users about one.
create function private.advance_workout_battles(p_limit integer)
returns table (executed integer, notified integer, done boolean)
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_week constant date := private.due_workout_battle();
  v_is_counted boolean;
begin
  executed := 0;
  if v_week is not null then
    v_is_counted := private.few_workout_users(v_week) is not null
      or private.step_workout_count(private.open_workout_battle(v_week), true);
    if v_is_counted then
      perform private.finish_workout_battle(v_week);
      executed := 1;
    end if;
    done := v_is_counted is null;
  else
    perform private.announce_workout_standing();
    notified := private.send_workout_notices(p_limit);
    done := notified is null;
  end if;
  notified := coalesce(notified, 0);
  return next;
end
$$;

-- Counts the next users of the large open battle whose standing is the oldest. Returns false while
-- a battle has no standing of the last half a minute.
create function private.keep_workout_standings() returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_battle public.workout_window_battles;
begin
  select b.* into v_battle
  from public.workout_window_battles as b
  left join private.workout_battle_standings as s on s.battle_id = b.id
  left join private.workout_battle_counts as c on c.battle_id = b.id
  where b.battle_status <> 'completed' and b.week_start_date <= private.utc_today()
    and case when c.battle_id is not null then not c.is_final
      when s.battle_id is not null then s.counted_at < now() - interval '30 seconds'
      else private.few_workout_users(b.week_start_date) is null end
  order by c.battle_id is null, s.counted_at nulls first limit 1;
  return v_battle.id is null or private.step_workout_count(v_battle, false) is null;
end
$$;

-- Carries on what is due for a second, and the standings of large battles for another.
create function private.continue_workout_battles() returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_until constant timestamptz := clock_timestamp() + interval '1 second';
  v_step record;
  v_executed integer := 0;
  v_notified integer := 0;
  v_is_kept boolean := false;
begin
  -- Left by a count of a battle that a super admin has executed meanwhile.
  delete from private.workout_battle_counts as c using public.workout_window_battles as b
  where b.id = c.battle_id and b.battle_status = 'completed';
  loop
    select * into v_step from private.advance_workout_battles(500);
    v_executed := v_executed + v_step.executed;
    v_notified := v_notified + v_step.notified;
    exit when v_step.done or clock_timestamp() > v_until;
  end loop;
  while not v_is_kept and clock_timestamp() < v_until + interval '1 second' loop
    v_is_kept := private.keep_workout_standings();
  end loop;
  return jsonb_build_object('executed', v_executed, 'notified', v_notified,
    'remaining', (not (v_step.done and v_is_kept))::integer);
end
$$;

select private.schedule_job('workout-window-generate-weekly', '0 0 * * 1',
  '/workout-window/battle/cron/generate-weekly', array['WORKOUT_WINDOW_CRON_SECRET']);
select private.schedule_statement('workout-window-continue-battles', '*/1 * * * *',
  'select private.continue_workout_battles()');

select private.expose('service_role', 'advance_workout_battles');
