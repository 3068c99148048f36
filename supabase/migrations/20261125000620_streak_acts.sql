-- The acts of deleted entries and check-ins are looked up by the primary key (streak, day, id),
-- instead of among all acts of the streak.

drop function private.uncount_acts(uuid, uuid, uuid[]);

-- Takes back the days of which these entries or check-ins, which arrived at these times, were the
-- last ones.
create function private.uncount_acts(
  p_user_id uuid, p_goal_id uuid, p_ids uuid[], p_created_at timestamptz[]
) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_streak_id uuid;
  -- `count_act` takes a time within 48 hours of the arrival, whose date in a zone is one day off.
  v_days date[] := array(
    select distinct (at at time zone 'utc')::date + n
    from unnest(p_created_at) as at, generate_series(-3, 3) as n);
begin
  perform private.lock_streaks(p_user_id);
  v_streak_id := (
    select id from private.streaks
    where user_id = p_user_id and goal_id is not distinct from p_goal_id);
  with gone as (
    delete from private.streak_acts
    where streak_id = v_streak_id and day = any (v_days) and id = any (p_ids)
    returning day
  )
  select array_agg(distinct day) into v_days from gone;
  -- The limit has each day looked up: the planner would hash all acts of the streak.
  if exists (
    select from unnest(v_days) as d (day)
    left join lateral (
      select true as is_kept from private.streak_acts as a
      where a.streak_id = v_streak_id and a.day = d.day limit 1) as a on true
    where a.is_kept is null
  ) then
    perform private.retrace_streak(v_streak_id);
  end if;
end
$$;

create or replace function private.keep_journal_streak() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    perform private.count_act(new.user_id, null, new.id, new.written_at, new.created_at);
  else
    perform private.uncount_acts(g.user_id, null, g.ids, g.times) from (
      select user_id, array_agg(id) as ids, array_agg(created_at) as times from gone
      group by user_id order by user_id
    ) as g;
  end if;
  return null;
end
$$;

create or replace function private.keep_goal_streak() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'DELETE' then
    perform private.uncount_acts(g.user_id, g.goal_id, g.ids, g.times) from (
      select user_id, goal_id, array_agg(id) as ids, array_agg(created_at) as times from gone
      group by user_id, goal_id order by user_id, goal_id
    ) as g;
  elsif new.status = 'missed' then
    perform private.uncount_acts(new.user_id, new.goal_id, array[new.id], array[new.created_at]);
  else
    perform private.count_act(
      new.user_id, new.goal_id, new.id, new.written_at, new.created_at);
  end if;
  return null;
end
$$;
