-- Standings of battles: the chips, members and days of a week. A small one is counted when it is
-- read, a large one by a job, step by step.

create table private.workout_battle_standings (
  battle_id uuid primary key references public.workout_window_battles (id) on delete cascade,
  standing jsonb not null,
  counted_at timestamptz not null default clock_timestamp()
);

select private.hide_table('private.workout_battle_standings',
  'Days and members: of a completed battle for good, of a large one as a job counted them last.');

create index workout_battle_standings_members_idx
  on private.workout_battle_standings using gin ((standing -> 'members') jsonb_path_ops);

create table private.workout_battle_counts (
  battle_id uuid primary key references public.workout_window_battles (id) on delete cascade,
  after_id uuid not null default private.first_id(),
  standing jsonb not null default '{}',
  is_final boolean not null
);

select private.hide_table('private.workout_battle_counts',
  'The next standing of a large battle, which a job counts step by step.');
comment on column private.workout_battle_counts.after_id is
  'The last user who is counted, in the order of ids.';
comment on column private.workout_battle_counts.is_final is
  'Whether the battle was due to be executed when the count began.';

-- Adds the places of users in a week to a standing of others: chips of verified check-ins go to the
-- colour of their date, a member belongs to the colour of most days. Of each team the 200 members
-- with the most chips for its colour are listed. The numbers are named like the columns of battles.
-- `offset 0` has the places of each user looked up, and the check-in of each place: the planner
-- would read those of everybody, even once for each user.
create function private.count_workout_battle(
  p_week date, p_users uuid[], p_before jsonb default '{}'
) returns jsonb
language sql stable security definer set search_path = ''
as $$
  with places as materialized (
    select u.id as user_id, c.date, c.is_red, coalesce(k.chips, 0) as chips
    from unnest(p_users) as u (id)
    cross join lateral (
      select p.date, p.team_color = 'red' as is_red from public.workout_window_chains as p
      where p.user_id = u.id and p.date between p_week and p_week + 6 offset 0
    ) as c
    left join lateral (
      select i.battle_chips_earned as chips from public.workout_window_checkins as i
      where i.user_id = u.id and i.date = c.date and i.status = 'verified' offset 0
    ) as k on true
    where c.date = any (array(
      select date from private.workout_dates
      where date between p_week and p_week + 6 and generated_at is not null))
  ),
  members as materialized (
    select u.user_id, u.is_red, case when u.is_red then u.red else u.blue end as chips
    from (
      select p.user_id,
        (count(*) filter (where p.is_red), max(p.date) filter (where p.is_red))
          > (count(*) filter (where not p.is_red), max(p.date) filter (where not p.is_red))
          as is_red,
        coalesce(sum(p.chips) filter (where p.is_red), 0) as red,
        coalesce(sum(p.chips) filter (where not p.is_red), 0) as blue
      from places as p group by p.user_id
    ) as u
  ),
  days as (
    select d.date, sum(d.red) as red, sum(d.blue) as blue
    from (
      select p_week + n, 0, 0 from generate_series(0, 6) as n
      union all
      select p.date, case when p.is_red then p.chips else 0 end,
        case when p.is_red then 0 else p.chips end
      from places as p
      union all
      select b.date, b."redTeamChips", b."blueTeamChips"
      from jsonb_to_recordset(p_before -> 'days')
        as b (date date, "redTeamChips" integer, "blueTeamChips" integer)
    ) as d (date, red, blue)
    group by d.date
  ),
  numbers as (
    select sum(d.red)::integer as red, sum(d.blue)::integer as blue,
      m.red_members + coalesce((p_before ->> 'red_members')::integer, 0) as red_members,
      m.blue_members + coalesce((p_before ->> 'blue_members')::integer, 0) as blue_members
    from days as d
    cross join (
      select count(*) filter (where is_red)::integer as red_members,
        count(*) filter (where not is_red)::integer as blue_members
      from members
    ) as m
    group by m.red_members, m.blue_members
  ),
  listed as (
    select l.* from (
      select m.*, row_number() over (
        partition by m.is_red order by m.chips desc, m.user_id) as place
      from (
        select * from members
        union all
        select b.user_id, b.is_red, b.chips from jsonb_to_recordset(p_before -> 'members')
          as b (user_id uuid, is_red boolean, chips bigint)
      ) as m
    ) as l
    where l.place <= 200
  )
  select jsonb_build_object(
    'red_team_chips', n.red, 'blue_team_chips', n.blue,
    'red_members', n.red_members, 'blue_members', n.blue_members,
    'red_team_robot_power', private.workout_robot_power(n.red, n.red_members),
    'blue_team_robot_power', private.workout_robot_power(n.blue, n.blue_members),
    'days', (
      select jsonb_agg(jsonb_build_object(
        'date', d.date, 'redTeamChips', d.red, 'blueTeamChips', d.blue) order by d.date)
      from days as d
    ),
    'members', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'user_id', l.user_id, 'is_red', l.is_red, 'chips', l.chips)
        order by l.chips desc, l.user_id), '[]')
      from listed as l
    ))
  from numbers as n
$$;

-- The users with places in a week; null when the places are too many to count them in a request.
create function private.few_workout_users(p_week date) returns uuid[]
language sql stable security definer set search_path = ''
as $$
  select case when count(*) <= 1000 then coalesce(array_agg(distinct p.user_id), '{}') end
  from (
    select user_id from public.workout_window_chains
    where date between p_week and p_week + 6 limit 1001
  ) as p
$$;

-- The standing of a battle: the stored one of a completed or large battle, else counted now. Null
-- for a large one that no job has counted yet.
create function private.workout_battle_standing(p_battle public.workout_window_battles)
returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_standing jsonb;
  v_users uuid[];
begin
  select standing into v_standing from private.workout_battle_standings
  where battle_id = p_battle.id;
  if not found then
    v_users := private.few_workout_users(p_battle.week_start_date);
    if v_users is not null then
      v_standing := private.count_workout_battle(p_battle.week_start_date, v_users);
    end if;
  end if;
  return v_standing;
end
$$;

-- Stores a standing; that of a completed battle stays.
create function private.keep_workout_standing(p_battle_id uuid, p_standing jsonb) returns void
language sql volatile security definer set search_path = ''
as $$
  insert into private.workout_battle_standings as s (battle_id, standing)
  select b.id, p_standing from public.workout_window_battles as b
  where b.id = p_battle_id and b.battle_status <> 'completed' for share
  on conflict (battle_id) do update
    set standing = excluded.standing, counted_at = excluded.counted_at
$$;

-- Counts the next users of a battle. Returns whether they were the last ones, whose standing is
-- stored now; null when another call counts. The count goes by windows, which all who have places
-- have.
create function private.step_workout_count(
  p_battle public.workout_window_battles, p_is_final boolean, p_limit integer default 5000
) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_count private.workout_battle_counts;
  v_users uuid[];
begin
  if not pg_try_advisory_xact_lock(hashtextextended('workout battle ' || p_battle.id, 0)) then
    return null;
  end if;
  if p_is_final then
    -- What was counted while users could check in is counted again.
    delete from private.workout_battle_counts where battle_id = p_battle.id and not is_final;
  end if;
  insert into private.workout_battle_counts (battle_id, is_final) values (p_battle.id, p_is_final)
  on conflict do nothing;
  select * into v_count from private.workout_battle_counts where battle_id = p_battle.id for update;
  v_users := array(
    select user_id from public.workout_windows where user_id > v_count.after_id
    order by user_id limit p_limit);
  v_count.standing := private.count_workout_battle(
    p_battle.week_start_date, v_users, v_count.standing);
  if cardinality(v_users) = p_limit then
    update private.workout_battle_counts
    set after_id = v_users[p_limit], standing = v_count.standing
    where battle_id = p_battle.id;
    return false;
  end if;
  perform private.keep_workout_standing(p_battle.id, v_count.standing);
  delete from private.workout_battle_counts where battle_id = p_battle.id;
  return true;
end
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
  v_standing := coalesce(private.workout_battle_standing(v_battle),
    private.count_workout_battle(v_battle.week_start_date, '{}'));
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

-- What the caller has done for the teams: chips, won battles and the longest chain of days, which
-- is a run of dates with verified check-ins.
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
     from (
       select distinct private.week_of(date) as week
       from public.workout_window_chains where user_id = me.id
     ) as w
     join public.workout_window_battles as b
       on b.week_start_date = w.week and b.winner in ('red', 'blue')
     where private.workout_week_color(me.id, w.week) = b.winner),
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

select private.register_person_column(t.name, 'standing',
  'Chips of a week, which the section of check-ins contains.', 'change', 54,
  p_condition =>
    'standing -> ''members'' @> jsonb_build_array(jsonb_build_object(''user_id'', $1))',
  p_change => $$
    standing = jsonb_set(standing, '{members}', (
      select coalesce(jsonb_agg(member order by place), '[]')
      from jsonb_array_elements(standing -> 'members') with ordinality as m (member, place)
      where member ->> 'user_id' <> $1::text
    ))$$)
from unnest(
  array['private.workout_battle_standings', 'private.workout_battle_counts']) as t (name);
select private.register_person_column('private.workout_battle_counts', 'after_id',
  'A position in the list of all users.', 'keep');
