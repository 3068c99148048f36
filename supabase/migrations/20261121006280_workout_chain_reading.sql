-- Reading of chains, squads and teams.

-- A user in the chains of a date, as a neighbour or a member of the squad sees it; null when there
-- is none. If one of the two blocks the other, the card is all that is left. In plpgsql, which
-- keeps the plan: a chain asks for six people.
create function private.workout_person(p_user_id uuid, p_date date, p_viewer_id uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select to_jsonb(u) || jsonb_build_object(
      'city', s.city,
      'windowStartTime', to_char(s.starts_at at time zone s.timezone, 'HH24:MI'),
      'windowEndTime', to_char(s.ends_at at time zone s.timezone, 'HH24:MI'),
      'timezone', s.timezone, 'opensAt', s.starts_at, 'closesAt', s.ends_at,
      'checkedIn', s.checked_in, 'status', s.status)
    from public.workout_window_chains as c
    join public.profile_cards as u on u.id = c.user_id
    left join lateral (
      select l.city, c.starts_at, c.ends_at, o.timezone,
        coalesce(k.status <> 'rejected', false) as checked_in,
        private.workout_day_status(k.status, c.closes_at) as status
      from private.workout_window_on(c.user_id, c.date) as o
      left join public.workout_window_locations as l on l.user_id = c.user_id
      left join public.workout_window_checkins as k on k.user_id = c.user_id and k.date = c.date
      where not private.is_blocked_between(p_viewer_id, c.user_id)
    ) as s on true
    where c.user_id = p_user_id and c.date = p_date
  );
end
$$;

create function private.workout_squad(p_squad_id uuid, p_viewer_id uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select jsonb_build_object(
      'id', s.id, 'teamColor', s.team_color,
      'user1', private.workout_person(s.user_1_id, s.date, p_viewer_id),
      'user2', private.workout_person(s.user_2_id, s.date, p_viewer_id),
      'user3', private.workout_person(s.user_3_id, s.date, p_viewer_id))
    from public.workout_window_squads as s where s.id = p_squad_id
  );
end
$$;

-- The caller's place in the chains of a date; null when there is none.
create function private.get_workout_chain(p_date date) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'beforeUser', private.workout_person(c.before_user_id, p_date, c.user_id),
    'currentUser', private.workout_person(c.user_id, p_date, c.user_id),
    'afterUser', private.workout_person(c.after_user_id, p_date, c.user_id),
    'teamColor', c.team_color,
    'squad', private.workout_squad(c.squad_id, c.user_id))
  from private.require_caller() as me (id)
  join public.workout_window_chains as c on c.user_id = me.id and c.date = p_date
  where private.workout_date_is_generated(p_date)
$$;

-- The caller's squad of a date; null when there is none.
create function private.get_workout_squad(p_date date) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select private.workout_squad(c.squad_id, c.user_id)
  from private.require_caller() as me (id)
  join public.workout_window_chains as c on c.user_id = me.id and c.date = p_date
  where private.workout_date_is_generated(p_date)
$$;

-- Results of teams --------------------------------------------------------------------------------

-- Both teams of a date: members and results. The statuses are those of workout_day_status, which
-- would be called for each member.
create function private.count_workout_teams(p_date date)
returns setof private.workout_team_results
language sql stable security definer rows 2 set search_path = ''
as $$
  select p_date, t.color, coalesce(m.members, 0), coalesce(m.synthetic, 0),
    coalesce(m.completed, 0), coalesce(m.failed, 0),
    coalesce(m.members - m.completed - m.failed, 0),
    coalesce(round(m.completed::numeric / m.members, 4), 0), coalesce(m.chips, 0),
    clock_timestamp()
  from unnest(array['red', 'blue']) as t (color)
  left join (
    select c.team_color, count(*)::integer as members, count(a.id)::integer as synthetic,
      (count(*) filter (where k.status = 'verified'))::integer as completed,
      (count(*) filter (where k.status = 'rejected' or k.status is null and c.closes_at <= now()))
        ::integer as failed,
      (sum(k.battle_chips_earned) filter (where k.status = 'verified'))::integer as chips
    from public.workout_window_chains as c
    left join public.workout_window_checkins as k on k.user_id = c.user_id and k.date = c.date
    left join public.workout_window_ai_users as a on a.user_id = c.user_id
    where c.date = p_date and (select private.workout_date_is_generated(p_date))
    group by c.team_color
  ) as m on m.team_color = t.color
$$;

-- Both teams of a date, as a job has counted them last; a date of few places is counted now.
create function private.workout_teams(p_date date) returns setof private.workout_team_results
language sql stable security definer rows 2 set search_path = ''
as $$
  select r.* from private.workout_team_results as r where r.date = p_date
  union all
  select c.* from private.count_workout_teams(p_date) as c
  where not exists (select from private.workout_team_results as r where r.date = p_date)
$$;

create function private.get_workout_team_stats(p_date date)
returns table (
  team_color text, total_members integer, completed integer, failed integer, pending integer,
  completion_rate numeric, total_chips integer
)
language sql stable security definer rows 2 set search_path = ''
as $$
  select private.require_caller();
  select t.team_color, t.total_members, t.completed, t.failed, t.pending, t.completion_rate,
    t.total_chips
  from private.workout_teams(p_date) as t
$$;

-- Counts the dates of more than p_places places, the oldest count first, until a second has passed:
-- each minute those on which somebody can check in, and once the others of the last month.
create function private.keep_workout_team_results(p_places integer default 1000) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_dates constant date[] := array(
    select d.date from private.workout_dates as d
    left join private.workout_team_results as r on r.date = d.date and r.team_color = 'red'
    where d.generated_at is not null
      and d.date between private.utc_today() - 31 and private.utc_today() + 2
      and case when r.date is not null
        then d.date >= private.utc_today() - 3 and r.counted_at < now() - interval '30 seconds'
        else (
          select count(*) from (
            select from public.workout_window_chains as c where c.date = d.date
            limit p_places + 1) as few
        ) > p_places end
    order by r.counted_at nulls first, d.date desc);
  v_date date;
  v_total integer := 0;
begin
  foreach v_date in array v_dates loop
    exit when clock_timestamp() > now() + interval '1 second';
    insert into private.workout_team_results as r
    select * from private.count_workout_teams(v_date)
    on conflict on constraint workout_team_results_pkey do update set
      total_members = excluded.total_members, synthetic = excluded.synthetic,
      completed = excluded.completed, failed = excluded.failed, pending = excluded.pending,
      completion_rate = excluded.completion_rate, total_chips = excluded.total_chips,
      counted_at = excluded.counted_at;
    v_total := v_total + 1;
  end loop;
  return jsonb_build_object('total', v_total, 'remaining', cardinality(v_dates) - v_total);
end
$$;

select private.schedule_statement('workout-window-team-results', '*/1 * * * *',
  'select private.keep_workout_team_results()');

-- Both teams of a date, with real and synthetic users told apart, and a page of its squads.
create function private.admin_workout_teams(
  p_date date, p_after_id uuid default null, p_limit integer default 50
) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select private.require_super_admin();
  select jsonb_build_object(
    'teams', (
      select jsonb_object_agg(t.team_color, jsonb_build_object('members', t.total_members,
        'ai', t.synthetic, 'real', t.total_members - t.synthetic))
      from private.workout_teams(p_date) as t),
    'squads', (
      select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'team_color', s.team_color,
        'members', (
          select jsonb_agg(jsonb_build_object('id', p.id, 'handle', p.handle,
            'full_name', p.full_name, 'is_ai', p.is_ai) order by m.place)
          from unnest(array[s.user_1_id, s.user_2_id, s.user_3_id])
            with ordinality as m (user_id, place)
          join public.profiles as p on p.id = m.user_id
        )) order by s.id), '[]')
      from (
        select * from public.workout_window_squads as q
        where q.date = p_date
          and q.id > coalesce(p_after_id, '00000000-0000-0000-0000-000000000000')
        order by q.id limit least(greatest(p_limit, 1), 101)
      ) as s))
$$;

select private.expose('authenticated', 'get_workout_chain', 'get_workout_squad',
  'get_workout_team_stats', 'admin_workout_teams');
