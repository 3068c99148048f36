-- The results of the teams of a date. A job counts those of a large date in steps, a reader never.

create table private.workout_team_counts (
  date date primary key,
  after_group text not null default '',
  teams jsonb not null default '[]'
);

select private.hide_table('private.workout_team_counts',
  'The next results of the teams of a large date, which a job counts step by step.');
comment on column private.workout_team_counts.after_group is
  'The last location group that is counted.';

-- Whether the places of a date are few enough to count them in a request. A bitmap would be made of
-- all of them before the limit.
create function private.has_few_workout_places(p_date date, p_places integer default 1000)
returns boolean
language plpgsql stable security definer
set search_path = '' set enable_bitmapscan = off set enable_seqscan = off
as $$
begin
  return (
    select count(*) <= p_places from (
      select from public.workout_window_chains where date = p_date limit p_places + 1) as few
  );
end
$$;

-- Both teams of a date: members and results of the location groups after one, up to another one,
-- added to those of the groups before. Of no groups when `p_after` is null. The statuses are those
-- of workout_day_status, which would be called for each member. Reads the check-in of each place by
-- its key: the planner would read those of everybody, also again and again on a date that it knows
-- nothing about.
create function private.count_workout_teams(
  p_date date, p_after text default '', p_until text default null, p_before jsonb default '[]'
)
returns setof private.workout_team_results
language plpgsql stable security definer rows 2
set search_path = '' set plan_cache_mode = force_custom_plan
set enable_hashjoin = off set enable_mergejoin = off
as $$
begin
  return query
    select p_date, t.color, coalesce(sum(m.members), 0)::integer,
      coalesce(sum(m.synthetic), 0)::integer, coalesce(sum(m.completed), 0)::integer,
      coalesce(sum(m.failed), 0)::integer,
      coalesce(sum(m.members - m.completed - m.failed), 0)::integer,
      coalesce(round(sum(m.completed) / nullif(sum(m.members), 0), 4), 0),
      coalesce(sum(m.chips), 0)::integer, clock_timestamp()
    from unnest(array['red', 'blue']) as t (color)
    left join (
      select c.team_color, count(*) as members, count(a.id) as synthetic,
        count(*) filter (where k.status = 'verified') as completed,
        count(*) filter (where k.status = 'rejected' or k.status is null and c.closes_at <= now())
          as failed,
        sum(k.battle_chips_earned) filter (where k.status = 'verified') as chips
      from public.workout_window_chains as c
      left join lateral (
        select i.status, i.battle_chips_earned from public.workout_window_checkins as i
        where i.user_id = c.user_id and i.date = p_date offset 0
      ) as k on true
      left join public.workout_window_ai_users as a on a.user_id = c.user_id
      where c.date = p_date and c.location_group > p_after
        and (p_until is null or c.location_group <= p_until)
        and (select private.workout_date_is_generated(p_date))
      group by c.team_color
      union all
      select b.team_color, b.total_members, b.synthetic, b.completed, b.failed, b.total_chips
      from jsonb_populate_recordset(null::private.workout_team_results, p_before) as b
    ) as m on m.team_color = t.color
    group by t.color;
end
$$;

-- Both teams of a date, as a job has counted them last; a date of few places is counted now. Zeros
-- for another one that no job has counted yet.
create function private.workout_teams(p_date date)
returns setof private.workout_team_results
language sql stable security definer rows 2 set search_path = ''
as $$
  select r.* from private.workout_team_results as r where r.date = p_date
  union all
  select c.* from private.count_workout_teams(
    p_date, case when private.has_few_workout_places(p_date) then '' end) as c
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

-- Counts the next places of a date: about p_limit, in whole location groups. Returns whether they
-- were the last ones, whose results are stored now; null when another call counts, or has done so
-- in the last half a minute. Reads the groups in the order of the index, and sorts none.
create function private.step_workout_teams(p_date date, p_limit integer default 5000)
returns boolean
language plpgsql volatile security definer
set search_path = '' set enable_bitmapscan = off set enable_seqscan = off
as $$
declare
  v_count private.workout_team_counts;
  v_groups text[];
begin
  if not pg_try_advisory_xact_lock(hashtextextended('workout teams ' || p_date, 0)) then
    return null;
  end if;
  insert into private.workout_team_counts (date)
  select p_date where not exists (
    select from private.workout_team_results
    where date = p_date and counted_at >= now() - interval '30 seconds')
  on conflict do nothing;
  select * into v_count from private.workout_team_counts where date = p_date;
  if not found then
    return null;
  end if;
  v_groups := array(
    select location_group from public.workout_window_chains
    where date = p_date and location_group > v_count.after_group
    order by location_group limit p_limit);
  v_count.teams := (
    select jsonb_agg(t) from private.count_workout_teams(
      p_date, v_count.after_group, v_groups[p_limit], v_count.teams) as t);
  if cardinality(v_groups) = p_limit then
    update private.workout_team_counts set after_group = v_groups[p_limit], teams = v_count.teams
    where date = p_date;
    return false;
  end if;
  delete from private.workout_team_counts where date = p_date;
  delete from private.workout_team_results where date = p_date;
  insert into private.workout_team_results
  select * from jsonb_populate_recordset(null::private.workout_team_results, v_count.teams);
  return true;
end
$$;

-- Lets the job count the stored results of some dates again, which readers get until then. Waits
-- for a count of these dates, and lets none begin before this transaction ends: it would not see
-- what the caller changes.
create function private.recount_workout_teams(p_from date, p_until date) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock_shared(hashtextextended('workout teams ' || p_from + n, 0))
  from generate_series(0, p_until - p_from) as n;
  insert into private.workout_team_counts as c (date)
  select r.date from private.workout_team_results as r where r.date between p_from and p_until
  union
  select c.date from private.workout_team_counts as c where c.date between p_from and p_until
  order by date
  on conflict (date) do update set after_group = excluded.after_group, teams = excluded.teams;
end
$$;

-- Counts dates of more than p_places places step by step, the oldest count first, for two seconds.
-- A date on which somebody can check in is counted again and again, another one of the last month
-- once, and one that is to be recounted. A date that was counted in the last hour does not remain.
create function private.keep_workout_team_results(p_places integer default 1000)
returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_until constant timestamptz := clock_timestamp() + interval '2 seconds';
  v_dates constant date[] := array(
    select d.date from private.workout_dates as d
    left join private.workout_team_counts as c on c.date = d.date
    left join private.workout_team_results as r on r.date = d.date and r.team_color = 'red'
    where d.generated_at is not null and case
      when c.date is not null then true
      when r.date is not null then r.counted_at < now() - interval '30 seconds'
        and d.date between private.utc_today() - 3 and private.utc_today() + 2
      else (d.generated_at > now() - interval '31 days'
          or d.date between private.utc_today() - 31 and private.utc_today() + 2)
        and not private.has_few_workout_places(d.date, p_places) end
    order by r.counted_at nulls first, d.date desc);
  v_date date;
  v_is_counted boolean;
  v_total integer := 0;
  v_left date[] := '{}';
begin
  foreach v_date in array v_dates loop
    v_is_counted := false;
    while not v_is_counted and clock_timestamp() < v_until loop
      v_is_counted := private.step_workout_teams(v_date);
    end loop;
    v_total := v_total + (v_is_counted is true)::integer;
    if v_is_counted is false then
      v_left := v_left || v_date;
    end if;
  end loop;
  return jsonb_build_object('total', v_total, 'remaining', cardinality(v_left) - (
    select count(*) from private.workout_team_results as r
    where r.date = any (v_left) and r.team_color = 'red'
      and r.counted_at > now() - interval '1 hour'));
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
          and q.id > coalesce(p_after_id, private.first_id())
        order by q.id limit private.page_limit(p_limit)
      ) as s))
$$;

select private.expose('authenticated', 'get_workout_team_stats', 'admin_workout_teams');
