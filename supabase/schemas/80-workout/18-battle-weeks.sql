-- The course of a battle: it opens with its week, begins with the first counted check-in, and is
-- executed once.

-- Notifications of a battle to everybody who took part: `battle_update` and `battle_result`.
create table private.workout_battle_notices (
  battle_id uuid not null references public.workout_window_battles (id) on delete cascade,
  type text not null check (type in ('battle_update', 'battle_result')),
  -- The last user who was told.
  after_id uuid not null default private.first_id(),
  finished_at timestamptz,
  -- Facts on the teams for the texts: `leader` (`red`, `blue`, `tie`), `most` and `least`.
  standing jsonb not null default '{}',
  primary key (battle_id, type)
);

select private.hide_table('private.workout_battle_notices',
  'Notifications of battles and how far they are sent.');

select private.register_person_column('private.workout_battle_notices', 'after_id',
  'A position in the list of all users.', 'keep');

create function private.workout_lead(p_red bigint, p_blue bigint) returns jsonb
language sql immutable set search_path = ''
as $$
  select jsonb_build_object(
    'leader', case when p_red > p_blue then 'red' when p_blue > p_red then 'blue' else 'tie' end,
    'most', greatest(p_red, p_blue), 'least', least(p_red, p_blue))
$$;

-- Opening and beginning ---------------------------------------------------------------------------

create function private.open_workout_battle(p_week date) returns public.workout_window_battles
language sql volatile security definer set search_path = ''
as $$
  insert into public.workout_window_battles (week_start_date, battle_status)
  select p_week, case when (
    -- By the index of dates: `exists` would read the table until the first row fits.
    select true from public.workout_window_checkins
    where date between p_week and p_week + 6 and status = 'verified' order by date limit 1
  ) then 'in_progress' else 'pending' end
  where not exists (
    select from public.workout_window_battles where week_start_date = p_week)
  on conflict on constraint workout_window_battles_week_start_date_key do nothing;
  select * from public.workout_window_battles where week_start_date = p_week
$$;

create function private.begin_workout_battle() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.workout_window_battles set battle_status = 'in_progress'
  where week_start_date = private.week_of(new.date) and battle_status = 'pending';
  return null;
end
$$;

create trigger workout_window_checkins_600_begin_battle
  after insert or update of status on public.workout_window_checkins
  for each row when (new.status = 'verified') execute function private.begin_workout_battle();

-- Opens the battle of this week.
create function private.generate_workout_battle() returns public.workout_window_battles
language sql volatile security definer set search_path = ''
as $$ select private.open_workout_battle(private.week_of(private.utc_today())) $$;

-- Execution ---------------------------------------------------------------------------------------

-- Completes the battle of a week, once: again returns the stored result.
create function private.finish_workout_battle(p_week date) returns public.workout_window_battles
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_battle public.workout_window_battles;
  v_standing jsonb;
begin
  perform private.refuse_if(p_week <> private.week_of(p_week),
    400, 'weekStartDate: expected a Monday');
  perform private.refuse_if(p_week > private.utc_today(), 409, 'The week has not begun');
  if exists (
    select from public.workout_window_chains where date between p_week and p_week + 6
  ) then
    perform private.open_workout_battle(p_week);
  end if;
  select * into v_battle from public.workout_window_battles
  where week_start_date = p_week for no key update;
  if not found then
    perform private.refuse(404, 'Battle not found');
  elsif v_battle.battle_status = 'completed' then
    return v_battle;
  end if;

  v_standing := private.count_workout_battle(p_week);
  insert into private.workout_battle_standings (battle_id, standing)
  values (v_battle.id, v_standing);
  update public.workout_window_battles as b set battle_status = 'completed',
    red_team_chips = s.red_team_chips, blue_team_chips = s.blue_team_chips,
    red_team_robot_power = s.red_team_robot_power, blue_team_robot_power = s.blue_team_robot_power,
    winner = o.winner, battle_result = o.battle_result
  from jsonb_populate_record(null::public.workout_window_battles, v_standing) as s
  cross join lateral private.fight_workout_battle(p_week, s.red_team_chips + s.blue_team_chips,
    s.red_team_robot_power, s.blue_team_robot_power) as o
  where b.id = v_battle.id returning b.* into v_battle;
  -- An update of the week that is still being sent would follow the result.
  update private.workout_battle_notices set finished_at = now()
  where battle_id = v_battle.id and finished_at is null;
  insert into private.workout_battle_notices (battle_id, type, standing)
  select v_battle.id, 'battle_result', private.workout_lead(
    sum((r ->> 'redDamage')::integer), sum((r ->> 'blueDamage')::integer))
  from jsonb_array_elements(v_battle.battle_result -> 'rounds') as r;
  return v_battle;
end
$$;

-- Executes a battle for a super admin or a job.
create function private.execute_workout_battle(p_week date) returns public.workout_window_battles
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_is_job constant boolean := coalesce(auth.role() = 'service_role', false);
  v_was_completed boolean;
  v_battle public.workout_window_battles;
begin
  if not v_is_job then
    perform private.require_super_admin();
  end if;
  v_was_completed := exists (
    select from public.workout_window_battles
    where week_start_date = p_week and battle_status = 'completed');
  v_battle := private.finish_workout_battle(p_week);
  if not v_is_job and not v_was_completed then
    perform private.audit('workout_battle.execute', 'workout_battle', v_battle.id::text, null,
      jsonb_build_object('week_start_date', p_week, 'winner', v_battle.winner));
  end if;
  return v_battle;
end
$$;

select private.expose('authenticated, service_role', 'execute_workout_battle');
select private.expose('service_role', 'generate_workout_battle');
