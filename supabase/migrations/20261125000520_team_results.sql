-- The results of the teams of a large date, counted in steps by one worker, and never by a reader.

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
drop function private.count_workout_teams(date);
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
create or replace function private.workout_teams(p_date date)
returns setof private.workout_team_results
language sql stable security definer rows 2 set search_path = ''
as $$
  select r.* from private.workout_team_results as r where r.date = p_date
  union all
  select c.* from private.count_workout_teams(
    p_date, case when private.has_few_workout_places(p_date) then '' end) as c
  where not exists (select from private.workout_team_results as r where r.date = p_date)
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

-- Counts the dates of more than p_places places step by step, the oldest count first, until two
-- seconds have passed: again and again those on which somebody can check in, once the others that
-- were generated in the last month, and those that are to be counted again. Dates that were counted
-- in the last ten minutes do not remain: a very large one is counted in several runs.
create or replace function private.keep_workout_team_results(p_places integer default 1000)
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

-- Verifies a check-in that waits, or rejects one that is not rejected yet: it loses its chips.
-- Later days of the user's series are counted again, and so is the user after in the chain.
create function private.review_workout_checkin(
  p_checkin_id uuid, p_status text, p_reason text default null
) returns public.workout_window_checkins
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_before public.workout_window_checkins;
  v_after public.workout_window_checkins;
  v_next uuid;
begin
  perform private.require_super_admin();
  select * into v_before from public.workout_window_checkins where id = p_checkin_id;
  perform private.refuse_if(not found, 404, 'Check-in not found');
  -- Neither a close nor a check-in of the user after comes between.
  perform from private.workout_dates where date = v_before.date for no key update;
  perform private.lock_workout_places(v_before.date, array(
    select unnest(array[user_id, after_user_id]) from public.workout_window_chains
    where user_id = v_before.user_id and date = v_before.date));
  select * into v_before from public.workout_window_checkins where id = p_checkin_id
  for no key update;
  perform private.refuse_if(not found, 404, 'Check-in not found');
  perform private.refuse_if(v_before.status = 'rejected' or v_before.status = p_status,
    409, 'This check-in is already ' || v_before.status);
  -- A count of the battle that has begun counts these check-ins again.
  update private.workout_battle_counts as c
  set after_id = '00000000-0000-0000-0000-000000000000', standing = '{}'
  from public.workout_window_battles as b
  where b.id = c.battle_id and b.week_start_date
    in (private.week_of(v_before.date), private.week_of(v_before.date + 6));
  update public.workout_window_checkins set status = p_status,
    battle_chips_earned = case when p_status = 'rejected' then 0 else battle_chips_earned end
  where id = p_checkin_id returning * into v_after;
  update public.workout_window_checkins as c
  set battle_chips_earned = private.workout_chips(c.user_id, c.date, p.base_chips)
  from private.workout_checkin_photos as p
  where p.checkin_id = c.id and c.user_id = v_after.user_id and c.status <> 'rejected'
    and c.date between v_after.date and v_after.date + 6;
  select * into v_after from public.workout_window_checkins where id = p_checkin_id;
  perform private.audit('workout_checkin.' || p_status, 'workout_checkin', p_checkin_id::text,
    jsonb_build_object('status', v_before.status), jsonb_build_object('status', v_after.status),
    p_reason);
  -- A job counts these dates no more, or only until midnight. It counts later ones anyway.
  perform private.recount_workout_teams(
    v_after.date, least(v_after.date + 6, private.utc_today() - 3));
  select after_user_id into v_next from public.workout_window_chains
  where user_id = v_after.user_id and date = v_after.date;
  if p_status = 'verified' then
    update public.workout_window_chains set chain_status = 'continued'
    where user_id = v_next and date = v_after.date and chain_status = 'broken';
    perform private.pass_workout_baton(v_after.user_id, v_after.date);
  else
    -- A place that is still open is left to the close of the day.
    perform private.break_workout_chain(c.user_id, c.date) from public.workout_window_chains as c
    where c.user_id = v_after.user_id and c.date = v_after.date and c.closed_at is not null;
  end if;
  perform private.follow_users_before(v_after.date, array[v_next]);
  return v_after;
end
$$;

select private.expose('authenticated', 'review_workout_checkin');

-- Large dates of long ago whose results a review has deleted.
insert into private.workout_team_counts (date)
select d.date from private.workout_dates as d
where d.generated_at <= now() - interval '31 days'
  and not exists (select from private.workout_team_results as r where r.date = d.date)
  and not private.has_few_workout_places(d.date);
