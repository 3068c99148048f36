-- Reading of battles: by everybody signed in, with what the caller has done for the teams.

-- A battle with its standing and the names of the members; null when there is none.
create function private.get_workout_battle(p_week date) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_battle public.workout_window_battles;
  v_standing jsonb;
begin
  perform private.require_caller();
  if p_week <> private.week_of(p_week) then
    perform private.refuse(400, 'weekStartDate: expected a Monday');
  end if;
  select * into v_battle from public.workout_window_battles where week_start_date = p_week;
  if not found then
    return null;
  end if;
  v_standing := private.workout_battle_standing(v_battle);
  v_battle.red_team_chips := v_standing -> 'red_chips';
  v_battle.blue_team_chips := v_standing -> 'blue_chips';
  v_battle.red_team_robot_power := v_standing -> 'red_power';
  v_battle.blue_team_robot_power := v_standing -> 'blue_power';
  return (
    select jsonb_build_object(
      'battle', to_jsonb(v_battle), 'daily_stats', v_standing -> 'days',
      'red_members', coalesce(jsonb_agg(m.member order by m.place)
        filter (where m.is_red), '[]'),
      'blue_members', coalesce(jsonb_agg(m.member order by m.place)
        filter (where not m.is_red), '[]'))
    from (
      select t.place, (t.member -> 'is_red')::boolean as is_red, jsonb_build_object(
        'user_id', u.id, 'full_name', u.full_name, 'chips', t.member -> 'chips') as member
      from jsonb_array_elements(v_standing -> 'members') with ordinality as t (member, place)
      join public.profile_cards as u on u.id = (t.member ->> 'user_id')::uuid
    ) as m
  );
end
$$;
comment on function private.get_workout_battle is
  'The battle of a week with its days and members; null when there is none.';

-- What the caller has done for the teams. A chain of days is a run of dates with verified check-ins.
create function private.get_workout_battle_stats()
returns table (total_chips integer, battles_won integer, longest_chain integer)
language plpgsql stable security definer rows 1 set search_path = ''
as $$
declare
  v_caller constant uuid := private.require_caller();
begin
  select coalesce(sum(k.battle_chips_earned), 0) into total_chips
  from public.workout_window_checkins as k
  join public.workout_window_chains as c on c.user_id = k.user_id and c.date = k.date
  where k.user_id = v_caller and k.status = 'verified';
  select count(*) into battles_won
  from (
    select distinct private.week_of(date) as week
    from public.workout_window_chains where user_id = v_caller
  ) as w
  join public.workout_window_battles as b
    on b.week_start_date = w.week and b.winner in ('red', 'blue')
  where private.workout_week_color(v_caller, w.week) = b.winner;
  select coalesce(max(r.days), 0) into longest_chain
  from (
    select count(*) as days
    from (
      select date - row_number() over (order by date)::integer as run
      from public.workout_window_checkins where user_id = v_caller and status = 'verified'
    ) as d group by d.run
  ) as r;
  return next;
end
$$;
comment on function private.get_workout_battle_stats is 'Chips, won battles and longest chain.';

select private.expose('get_workout_battle', 'authenticated');
select private.expose('get_workout_battle_stats', 'authenticated');
