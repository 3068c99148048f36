-- Answers streaks without a write. Below: buys freezes, begins and ends pauses.

-- The present facts that all streaks of a user share. The covered days include the missed days that
-- have taken a freeze, recorded or not.
create type private.streak_present as (
  at timestamptz, zone text, today date, began_at timestamptz, covered date[],
  paused datemultirange, held integer,
  -- Whether a freeze would cover today.
  covers_today boolean
);

create function private.streak_present(p_user_id uuid, p_at timestamptz default now())
returns private.streak_present
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_now private.streak_present;
  v_taken uuid[];
begin
  v_now.at := p_at;
  v_now.zone := (select timezone from public.profiles where id = p_user_id);
  v_now.today := (p_at at time zone v_now.zone)::date;
  v_now.began_at := v_now.today::timestamp at time zone v_now.zone;
  v_now.paused := private.paused_days(p_user_id);
  select array_agg(d.id), private.covered_days(p_user_id) || array_agg(d.day)
  into v_taken, v_now.covered
  from private.due_freezes(p_user_id, v_now.today, v_now.began_at) as d;
  select count(*), coalesce(bool_or(bought_on < v_now.today), false)
  into v_now.held, v_now.covers_today
  from private.streak_freezes
  where user_id = p_user_id and covered_day is null and id <> all (coalesce(v_taken, '{}'));
  return v_now;
end
$$;

create function private.streak_json(p_streak private.streaks, p_now private.streak_present)
returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_alive constant boolean := p_streak.days > 0 and case p_streak.unit
    when 'week' then not private.misses_week(
      p_streak.full_week + 7, private.monday_of(p_now.today), p_now.paused)
    else private.first_missed(
      p_streak, p_now.today, p_now.began_at, p_now.covered, p_now.paused) is null end;
begin
  return jsonb_build_object(
    'current', case when v_alive then p_streak.days else 0 end,
    'longest', coalesce(p_streak.longest, 0),
    'last_day', p_streak.last_day,
    'at_risk', coalesce(v_alive and case p_streak.unit
      when 'week' then private.week_at_risk(p_streak, p_now)
      else not private.is_of_day(p_streak.seen_day, p_streak.began_at, p_now.at, p_now.zone)
        and not p_now.today <@ p_now.paused
        and private.is_due(p_streak, p_now.today)
        and not (p_now.covers_today and private.takes_freezes(p_streak)) end, false));
end
$$;

create function private.streak_freezes_json(p_now private.streak_present) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return jsonb_build_object(
    'held', p_now.held, 'price', private.site_setting('streak_freeze_price'));
end
$$;

-- The caller's streaks, in the journal and in each goal.
create function private.my_streaks() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_caller constant uuid := private.require_caller();
  v_now constant private.streak_present := private.streak_present(v_caller);
begin
  return jsonb_build_object(
    'streaks', jsonb_build_object(
      'journal', private.streak_json((
        select s from private.streaks as s where user_id = v_caller and goal_id is null), v_now),
      'goals', coalesce((
        select jsonb_agg(
          jsonb_build_object('goal_id', g.id, 'unit', coalesce(s.unit, 'day'))
            || private.streak_json(s, v_now)
          order by g.written_at desc, g.id desc)
        from public.goals as g
        left join private.streaks as s on s.user_id = v_caller and s.goal_id = g.id
        where g.user_id = v_caller), '[]')),
    'freezes', private.streak_freezes_json(v_now),
    'pause', (
      select jsonb_build_object('since', since, 'until', until) from private.streak_pauses
      where user_id = v_caller and until >= v_now.today order by since limit 1),
    'calendar', jsonb_build_object(
      'frozen', (
        select coalesce(jsonb_agg(day order by day), '[]') from unnest(v_now.covered) as day
        where day > v_now.today - 366),
      'pauses', (
        select coalesce(
          jsonb_agg(jsonb_build_object('since', since, 'until', until) order by since), '[]')
        from private.streak_pauses where user_id = v_caller and until > v_now.today - 366)));
end
$$;

-- Freezes -----------------------------------------------------------------------------------------

-- Buys a freeze with drops. Before that, missed days take the freezes that the caller held on them.
-- A repeated id buys no second freeze.
create function private.buy_streak_freeze(p_id uuid default null) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_caller constant uuid := private.require_caller();
  v_id constant uuid := coalesce(p_id, private.uuid_v7());
  v_price constant integer := private.site_setting('streak_freeze_price');
  v_now private.streak_present;
  v_balance integer;
begin
  perform private.lock_streaks(v_caller);
  v_now := private.streak_present(v_caller);
  select p.drops_balance into v_balance from public.profiles as p
  where p.id = v_caller and exists (
    select from public.drops_ledger as l
    where l.user_id = v_caller and l.idempotency_key = 'streak_freeze:' || p_id);
  if found then
    return jsonb_build_object(
      'freezes', private.streak_freezes_json(v_now), 'balance', v_balance);
  end if;
  perform private.refuse_if(v_now.held >= 2, 409, 'You hold two freezes already', 'freezes_full');
  perform private.take_due_freezes(v_caller, v_now.today, v_now.began_at);
  v_balance := (private.post_drop(v_caller, -v_price, 'purchase', 'Streak freeze', 'streaks', null,
    'streak_freeze:' || v_id)).balance_after;
  insert into private.streak_freezes (id, user_id, price_drops, bought_on)
  values (v_id, v_caller, v_price, v_now.today);
  v_now.held := v_now.held + 1;
  return jsonb_build_object(
    'freezes', private.streak_freezes_json(v_now), 'balance', v_balance);
end
$$;

-- Pauses ------------------------------------------------------------------------------------------

-- Holds all streaks of the caller from today, or from when the present pause was set, until a date.
-- After a journey west two pauses may last beyond today: they become one, from the earlier date.
create function private.pause_streaks(p_until date) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_caller constant uuid := private.require_caller();
  v_today date;
  v_since date;
begin
  perform private.lock_streaks(v_caller);
  v_today := (now() at time zone timezone)::date from public.profiles where id = v_caller;
  perform private.refuse_if(p_until < v_today, 400, 'until: expected today or later');
  perform private.refuse_if(p_until > v_today + 90,
    400, 'until: expected at most 90 days ahead');
  v_since := least(v_today, (
    select min(since) from private.streak_pauses where user_id = v_caller and until >= v_today));
  delete from private.streak_pauses where user_id = v_caller and until >= v_today;
  insert into private.streak_pauses (user_id, since, until) values (v_caller, v_since, p_until);
  perform private.tell_user(v_caller, 'streak');
  return jsonb_build_object('since', v_since, 'until', p_until);
end
$$;

-- Ends the pause with yesterday; a pause that was set today leaves no trace.
create function private.resume_streaks() returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_caller constant uuid := private.require_caller();
  v_today date;
  v_since date;
begin
  perform private.lock_streaks(v_caller);
  v_today := (now() at time zone timezone)::date from public.profiles where id = v_caller;
  v_since := (
    select min(since) from private.streak_pauses where user_id = v_caller and until >= v_today);
  perform private.refuse_if(v_since is null, 404, 'Pause not found');
  delete from private.streak_pauses where user_id = v_caller and until >= v_today;
  insert into private.streak_pauses (user_id, since, until)
  select v_caller, v_since, v_today - 1 where v_since < v_today;
  perform private.tell_user(v_caller, 'streak');
end
$$;

-- Other devices learn of a changed pause or freeze by the copies of the streaks.
create function private.record_streak_holds() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if coalesce(new.user_id, old.user_id) = auth.uid() then
    perform private.answer_header('Sync-Change', 'several');
  end if;
  update private.changes set position = private.sync_position()
  where type = 'streak' and id in (
    select id from private.streaks where user_id = coalesce(new.user_id, old.user_id));
  return null;
end
$$;

create trigger streak_freezes_900_record after insert on private.streak_freezes
  for each row execute function private.record_streak_holds();
create trigger streak_pauses_900_record after insert or update or delete on private.streak_pauses
  for each row execute function private.record_streak_holds();

-- Copies ------------------------------------------------------------------------------------------

create view private.streak_copies as
  select s.id, s.user_id, s.goal_id, s.unit, state.*
  from private.streaks as s
  cross join lateral jsonb_to_record(private.streak_json(s, private.streak_present(s.user_id)))
    as state (current integer, longest integer, last_day date, at_risk boolean);

comment on view private.streak_copies is 'Streaks as clients keep them, as they stand now.';

select private.add_synced_type('streak', 'streaks', 'private.streak_copies');

create trigger streaks_900_record after insert or delete on private.streaks
  for each row execute function private.record_row_change('streak');
create trigger streaks_910_record after update on private.streaks
  for each row when (old is distinct from new) execute function private.record_row_change('streak');

select private.expose('authenticated', 'my_streaks', 'buy_streak_freeze', 'pause_streaks',
  'resume_streaks');
