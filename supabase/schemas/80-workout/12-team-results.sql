-- The results of the teams of a date. A job counts those of a large date, a reader never.

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

-- Both teams of a date: members and results. The statuses are those of workout_day_status, which
-- would be called for each member. Looks the check-in of each place up by its key: the planner
-- would read those of the date again and again where it knows nothing about the date.
create function private.count_workout_teams(p_date date)
returns setof private.workout_team_results
language plpgsql stable security definer rows 2 set search_path = ''
as $$
begin
  return query
    select p_date, t.color, coalesce(m.members, 0), coalesce(m.synthetic, 0),
      coalesce(m.completed, 0), coalesce(m.failed, 0),
      coalesce(m.members - m.completed - m.failed, 0),
      coalesce(round(m.completed::numeric / m.members, 4), 0), coalesce(m.chips, 0),
      clock_timestamp()
    from unnest(array['red', 'blue']) as t (color)
    left join (
      select c.team_color, count(*)::integer as members, count(a.id)::integer as synthetic,
        (count(*) filter (where k.status = 'verified'))::integer as completed,
        (count(*) filter (
          where k.status = 'rejected' or k.status is null and c.closes_at <= now()))::integer
          as failed,
        (sum(k.battle_chips_earned) filter (where k.status = 'verified'))::integer as chips
      from public.workout_window_chains as c
      left join lateral (
        select i.status, i.battle_chips_earned from public.workout_window_checkins as i
        where i.user_id = c.user_id and i.date = p_date offset 0
      ) as k on true
      left join public.workout_window_ai_users as a on a.user_id = c.user_id
      where c.date = p_date and (select private.workout_date_is_generated(p_date))
      group by c.team_color
    ) as m on m.team_color = t.color;
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
  select c.*
  from private.count_workout_teams(case when private.has_few_workout_places(p_date) then p_date end)
    as c
  where not exists (select from private.workout_team_results as r where r.date = p_date)
$$;

create function private.get_workout_team_stats(p_date date)
returns table (
  team_color text, total_members integer, completed integer, failed integer, pending integer,
  completion_rate numeric, total_chips integer, synthetic integer
)
language sql stable security definer rows 2 set search_path = ''
as $$
  select private.require_caller();
  select t.team_color, t.total_members, t.completed, t.failed, t.pending, t.completion_rate,
    t.total_chips, t.synthetic
  from private.workout_teams(p_date) as t
$$;

-- Counts a date and stores the results. Returns false when another call counts it, or has done so
-- in the last half a minute.
create function private.store_workout_teams(p_date date) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
begin
  if not pg_try_advisory_xact_lock(hashtextextended('workout teams ' || p_date, 0)) or exists (
    select from private.workout_team_results
    where date = p_date and counted_at >= now() - interval '30 seconds'
  ) then
    return false;
  end if;
  delete from private.workout_team_results where date = p_date;
  insert into private.workout_team_results select * from private.count_workout_teams(p_date);
  return true;
end
$$;

-- Lets the job count the stored results of some dates again, which readers get until then. Waits
-- for a count of these dates, and lets none begin before this transaction ends: it would not see
-- what the caller changes.
create function private.recount_workout_teams(p_from date, p_until date) returns void
language sql volatile security definer set search_path = ''
as $$
  select pg_advisory_xact_lock_shared(hashtextextended('workout teams ' || p_from + n, 0))
  from generate_series(0, p_until - p_from) as n;
  update private.workout_team_results set counted_at = '-infinity'
  where date between p_from and p_until
$$;

-- Counts dates of more than p_places places for two seconds, the oldest count first. A date on
-- which somebody can check in is counted again and again, another one of the last month once, and
-- one that is to be recounted. A date that was counted in the last hour does not remain.
create function private.keep_workout_team_results(p_places integer default 1000)
returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_until constant timestamptz := clock_timestamp() + interval '2 seconds';
  v_due record;
  v_total integer := 0;
  v_remaining integer := 0;
  v_errors text[] := '{}';
begin
  for v_due in
    select d.date, coalesce(r.counted_at > now() - interval '1 hour', false) as is_fresh
    from private.workout_dates as d
    left join private.workout_team_results as r on r.date = d.date and r.team_color = 'red'
    where d.generated_at is not null and case
      when r.date is null then (d.generated_at > now() - interval '31 days'
          or d.date between private.utc_today() - 31 and private.utc_today() + 2)
        and not private.has_few_workout_places(d.date, p_places)
      else r.counted_at < now() - interval '30 seconds' and (r.counted_at = '-infinity'
        or d.date between private.utc_today() - 3 and private.utc_today() + 2) end
    order by r.counted_at nulls first, d.date desc
  loop
    if clock_timestamp() < v_until then
      begin
        v_total := v_total + private.store_workout_teams(v_due.date)::integer;
      exception when others then
        if private.passes(sqlstate) then
          raise;
        end if;
        v_errors := v_errors || format('%s: %s', v_due.date, sqlerrm);
      end;
    elsif not v_due.is_fresh then
      v_remaining := v_remaining + 1;
    end if;
  end loop;
  return jsonb_build_object('total', v_total, 'failed', cardinality(v_errors), 'errors', v_errors,
    'remaining', v_remaining);
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
            'full_name', p.full_name, 'is_synthetic', p.is_ai, 'is_ai', p.is_ai) order by m.place)
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
