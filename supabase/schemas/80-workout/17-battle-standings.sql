-- Standings of battles: the chips, members and days of a week. They follow from counts that are
-- kept with each place and check-in.

-- Of each user and week the colour of most days, of two equal ones the later, and the chips for it.
create table private.workout_members (
  user_id uuid not null references public.profile_cards (id) on delete cascade,
  week date not null,
  team_color text check (team_color in ('red', 'blue')),
  chips integer not null default 0,
  primary key (user_id, week)
);

select private.hide_table('private.workout_members', 'The members of the teams of each week.');

create index workout_members_team_idx
  on private.workout_members (week, team_color, chips desc, user_id);

select private.register_person_column('private.workout_members', 'user_id',
  'Team and chips of a week, which the sections of chains and check-ins contain.');

-- Counts the members among the rows that a statement has written (`1`) or replaced (`-1`).
create function private.count_workout_members() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.workout_counts (date, team_color, kind, places)
  select week, team_color, 'member', tg_argv[0]::integer * count(*) from rows
  where team_color is not null group by 1, 2;
  return null;
end
$$;

create trigger workout_members_300_count_added
  after insert on private.workout_members referencing new table as rows
  for each statement execute function private.count_workout_members('1');
create trigger workout_members_310_count_changed
  after update on private.workout_members referencing new table as rows
  for each statement execute function private.count_workout_members('1');
create trigger workout_members_320_count_former
  after update on private.workout_members referencing old table as rows
  for each statement execute function private.count_workout_members('-1');
create trigger workout_members_330_count_deleted
  after delete on private.workout_members referencing old table as rows
  for each statement execute function private.count_workout_members('-1');

-- Colour and chips of users in a week, of those with a place.
create function private.workout_weeks(p_week date, p_user_ids uuid[])
returns table (user_id uuid, team_color text, chips integer)
language plpgsql stable security definer set search_path = ''
as $$
begin
  return query
    select distinct on (c.user_id) c.user_id, c.team_color,
      coalesce(sum(k.battle_chips_earned), 0)::integer
    from public.workout_window_chains as c
    left join public.workout_window_checkins as k
      on k.user_id = c.user_id and k.date = c.date and k.status = 'verified'
    where c.user_id = any (p_user_ids) and c.date between p_week and p_week + 6
    group by c.user_id, c.team_color order by c.user_id, count(*) desc, max(c.date) desc;
end
$$;

-- Counts the week of a date of users anew, whose places or check-ins have changed. It locks them in
-- order and is the last step of a transaction, so that no two wait for each other.
create function private.count_workout_week(p_date date, p_user_ids uuid[]) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_week constant date := private.week_of(p_date);
  v_former uuid[];
begin
  with added as (
    insert into private.workout_members (user_id, week, team_color, chips)
    select n.user_id, v_week, n.team_color, n.chips
    from private.workout_weeks(v_week, array(
      select id from unnest(p_user_ids) as id
      except select user_id from private.workout_members
      where user_id = any (p_user_ids) and week = v_week)) as n
    on conflict do nothing
    returning user_id
  )
  select array(select id from unnest(p_user_ids) as id except select user_id from added)
  into v_former;
  perform from private.workout_members
  where user_id = any (v_former) and week = v_week order by user_id for no key update;
  update private.workout_members as m set team_color = n.team_color, chips = coalesce(n.chips, 0)
  from unnest(v_former) as u (id)
  left join private.workout_weeks(v_week, v_former) as n on n.user_id = u.id
  where m.user_id = u.id and m.week = v_week
    and (m.team_color, m.chips) is distinct from (n.team_color, coalesce(n.chips, 0));
end
$$;

-- The standing of a week, with the 200 members of each team who have the most chips for its colour.
-- The numbers are named like the columns of battles.
create function private.count_workout_battle(p_week date) returns jsonb
language sql stable security definer set search_path = ''
as $$
  with days as (
    select p_week + n as date,
      coalesce(sum(c.chips) filter (where c.team_color = 'red'), 0)::integer as red,
      coalesce(sum(c.chips) filter (where c.team_color = 'blue'), 0)::integer as blue
    from generate_series(0, 6) as n
    left join private.workout_dates as d on d.date = p_week + n and d.generated_at is not null
    left join private.workout_counts as c on c.date = d.date and c.kind = 'verified'
    group by n
  ),
  members as (
    select coalesce(sum(places) filter (where team_color = 'red'), 0)::integer as red,
      coalesce(sum(places) filter (where team_color = 'blue'), 0)::integer as blue
    from private.workout_counts where date = p_week and kind = 'member'
  ),
  listed as (
    select m.*, t.color = 'red' as is_red
    from unnest(array['red', 'blue']) as t (color)
    cross join lateral (
      select user_id, chips from private.workout_members
      where week = p_week and team_color = t.color order by chips desc, user_id limit 200
    ) as m
  )
  select jsonb_build_object(
    'red_team_chips', n.red, 'blue_team_chips', n.blue,
    'red_members', m.red, 'blue_members', m.blue,
    'red_team_robot_power', private.workout_robot_power(n.red, m.red),
    'blue_team_robot_power', private.workout_robot_power(n.blue, m.blue),
    'days', (
      select jsonb_agg(jsonb_build_object(
        'date', date, 'redTeamChips', red, 'blueTeamChips', blue) order by date)
      from days
    ),
    'members', (
      select coalesce(jsonb_agg(to_jsonb(l) order by l.chips desc, l.user_id), '[]')
      from listed as l
    ))
  from (select sum(red)::integer as red, sum(blue)::integer as blue from days) as n
  cross join members as m
$$;

create table private.workout_battle_standings (
  battle_id uuid primary key references public.workout_window_battles (id) on delete cascade,
  standing jsonb not null
);

select private.hide_table('private.workout_battle_standings',
  'Days and members of completed battles.');

create index workout_battle_standings_members_idx
  on private.workout_battle_standings using gin ((standing -> 'members') jsonb_path_ops);

-- The standing of a battle: the stored one of a completed battle, otherwise the present one.
create function private.workout_battle_standing(p_battle public.workout_window_battles)
returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(
    (select standing from private.workout_battle_standings where battle_id = p_battle.id),
    private.count_workout_battle(p_battle.week_start_date))
$$;

-- Reading -----------------------------------------------------------------------------------------

-- The battle of the week of a date with its standing, days and members; null when there is none.
create function private.get_workout_battle(p_week date) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_battle public.workout_window_battles;
  v_standing jsonb;
begin
  perform private.require_caller();
  select * into v_battle from public.workout_window_battles
  where week_start_date = private.week_of(p_week);
  if not found then
    return null;
  end if;
  v_standing := private.workout_battle_standing(v_battle);
  v_battle := jsonb_populate_record(v_battle, v_standing);
  return (
    select jsonb_build_object(
      'battle', to_jsonb(v_battle), 'daily_stats', v_standing -> 'days',
      'red_members', coalesce(jsonb_agg(m.member order by m.chips desc, m.user_id)
        filter (where m.is_red), '[]'),
      'blue_members', coalesce(jsonb_agg(m.member order by m.chips desc, m.user_id)
        filter (where not m.is_red), '[]'))
    from (
      select t.*, jsonb_build_object(
        'user_id', u.id, 'full_name', u.full_name, 'is_synthetic', u.is_synthetic,
        'chips', t.chips) as member
      from jsonb_to_recordset(v_standing -> 'members')
        as t (user_id uuid, is_red boolean, chips integer)
      join public.profile_cards as u on u.id = t.user_id
    ) as m
  );
end
$$;

-- The caller's part in the results of the teams: chips, won battles and the longest chain of days,
-- which is a run of dates with verified check-ins.
create function private.get_workout_battle_stats()
returns table (total_chips integer, battles_won integer, longest_chain integer)
language sql stable security definer rows 1 set search_path = ''
as $$
  select
    (select coalesce(sum(k.battle_chips_earned), 0)::integer
     from public.workout_window_checkins as k
     join public.workout_window_chains as c on c.user_id = k.user_id and c.date = k.date
     where k.user_id = me.id and k.status = 'verified'),
    (select count(*)::integer
     from private.workout_members as m
     join public.workout_window_battles as b
       on b.week_start_date = m.week and b.winner = m.team_color
     where m.user_id = me.id),
    (select coalesce(max(r.days), 0)::integer
     from (
       select count(*) as days
       from (
         select date - row_number() over (order by date)::integer as run
         from public.workout_window_checkins where user_id = me.id and status = 'verified'
       ) as d group by d.run
     ) as r)
  from private.require_caller() as me (id)
$$;

select private.expose('authenticated', 'get_workout_battle', 'get_workout_battle_stats');

select private.register_person_column('private.workout_battle_standings', 'standing',
  'Chips of a week, which the section of check-ins contains.', 'change', 54,
  p_condition =>
    'standing -> ''members'' @> jsonb_build_array(jsonb_build_object(''user_id'', $1))',
  p_change => $$
    standing = jsonb_set(standing, '{members}', (
      select coalesce(jsonb_agg(member order by place), '[]')
      from jsonb_array_elements(standing -> 'members') with ordinality as m (member, place)
      where member ->> 'user_id' <> $1::text
    ))$$);
