-- Weekly battles of the red and the blue team: the chips of a week, the power that they give, and
-- the outcome, which follows from stored numbers alone.

-- The Monday of the week of a date.
create function private.week_of(p_date date) returns date
language sql immutable set search_path = ''
as $$ select p_date - (extract(isodow from p_date)::integer - 1) $$;

create table public.workout_window_battles (
  id uuid primary key default private.uuid_v7(),
  week_start_date date not null unique
    constraint workout_window_battles_monday_check check (extract(isodow from week_start_date) = 1),
  week_end_date date not null generated always as (week_start_date + 6) stored,
  red_team_chips integer not null default 0,
  blue_team_chips integer not null default 0,
  red_team_robot_power integer not null default 0,
  blue_team_robot_power integer not null default 0,
  battle_status text not null default 'pending'
    constraint workout_window_battles_status_check
      check (battle_status in ('pending', 'in_progress', 'completed')),
  winner text check (winner in ('red', 'blue', 'tie')),
  battle_result jsonb,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint workout_window_battles_numbers_check check (
    least(red_team_chips, blue_team_chips, red_team_robot_power, blue_team_robot_power) >= 0),
  constraint workout_window_battles_result_check check (
    (battle_status = 'completed') = (winner is not null)
    and (winner is null) = (battle_result is null))
);

select private.guard_table('public.workout_window_battles',
  'The battle of each week. Chips and powers are zero until it is completed.');

create view public.workout_window_team_battles with (security_invoker = true) as
  select * from public.workout_window_battles;

comment on view public.workout_window_team_battles is 'Another name of workout_window_battles.';

select private.let_read('everyone', 'public.workout_window_battles');

grant all on public.workout_window_battles to service_role;
grant select on public.workout_window_team_battles to authenticated, service_role;

-- Rules -------------------------------------------------------------------------------------------

create function private.workout_robot_power(p_chips integer, p_members integer) returns integer
language sql immutable set search_path = ''
as $$
  select case when p_members = 0 then 0
    else floor(p_chips * 10 + p_members * 5 + p_chips::numeric / p_members * 20)::integer end
$$;

-- The outcome of a battle: each round deals every power's share of it, spread by a factor from 0.8
-- to below 1.2. It follows from week and round alone, so that nobody can influence it and equal
-- powers tie. The opponent of both teams has the mean of their powers.
create function private.fight_workout_battle(
  p_week date, p_chips integer, p_red_power integer, p_blue_power integer,
  out winner text, out battle_result jsonb
)
language plpgsql immutable set search_path = ''
as $$
declare
  v_count constant integer := 3 + p_chips % 3;
  v_bad_power constant numeric := trim_scale((p_red_power + p_blue_power) / 2.0);
  v_rounds jsonb;
  v_red integer;
  v_blue integer;
begin
  select jsonb_agg(jsonb_build_object(
      'round', r.round, 'redDamage', r.red, 'blueDamage', r.blue, 'badGuyDamage', r.bad)
      order by r.round), sum(r.red), sum(r.blue)
  into v_rounds, v_red, v_blue
  from (
    select n as round, floor(p_red_power * f.factor / v_count) as red,
      floor(p_blue_power * f.factor / v_count) as blue,
      floor(v_bad_power * f.factor / v_count) as bad
    from generate_series(1, v_count) as n
    cross join lateral (
      select 0.8 + 0.4 * ('x' || left(md5(to_char(p_week, 'YYYY-MM-DD') || ':' || n), 8))
        ::bit(32)::bigint / 4294967296 as factor
    ) as f
  ) as r;
  winner := case when v_red > v_blue then 'red' when v_blue > v_red then 'blue' else 'tie' end;
  battle_result := jsonb_build_object(
    'redRobotPower', p_red_power, 'blueRobotPower', p_blue_power, 'badGuyPower', v_bad_power,
    'rounds', v_rounds, 'finalOutcome', case
      when winner = 'tie' then 'Both teams deal ' || v_red || ' damage.'
      else initcap(winner) || ' wins with ' || greatest(v_red, v_blue) || ' damage to '
        || least(v_red, v_blue) || '.' end);
end
$$;
