-- Inviting to a streak for two, and its end.

insert into private.rate_limit_rules (bucket, max_hits, per) values
  -- For each user and invited friend: past it the friend is invited and not notified.
  ('pair_streak_invited', 1, '1 day');

-- A streak for two as one of the two sees it, null for none.
create function private.pair_streak_json(p_pair private.pair_streaks, p_user_id uuid)
returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_is_a constant boolean := p_pair.user_a = p_user_id;
  v_friend_id constant uuid := case when v_is_a then p_pair.user_b else p_pair.user_a end;
  v_asks constant boolean := p_pair.asked_at > now() - interval '7 days';
  v_trace private.pair_trace;
  v_ended_at timestamptz := p_pair.ended_at;
  v_state text;
begin
  if p_pair.accepted_at is not null and v_ended_at is null then
    v_trace := private.trace_pair(p_pair, now());
    v_ended_at := v_trace.missed_at;
    v_state := case when v_ended_at is null then 'active' end;
  end if;
  v_state := coalesce(v_state, case
    when v_asks and p_pair.asked_by_a = v_is_a then 'waiting' when v_asks then 'invited'
    when v_ended_at > now() - interval '7 days' then 'ended' end);
  if v_state is null then
    return null;
  end if;
  return (
    select jsonb_build_object(
      'user', to_jsonb(c), 'state', v_state,
      'current', case when v_state = 'active' then v_trace.days else 0 end,
      'longest', greatest(p_pair.longest, v_trace.days),
      'last_day', case when v_state in ('active', 'ended')
        then coalesce(v_trace.last_day, p_pair.last_day) end,
      'mine_today', private.is_done_today(p_user_id),
      'theirs_today', private.is_done_today(v_friend_id) and private.shows_done(
        (select preferences from public.profiles where id = v_friend_id)),
      'started_at', case when v_state in ('active', 'ended') then p_pair.accepted_at end,
      'ended_at', case when v_state = 'ended' then v_ended_at end)
    from public.profile_cards as c where c.id = v_friend_id);
end
$$;

-- Whether a user keeps as many streaks for two, or has asked for as many, as anybody may.
create function private.has_most_pairs(p_user_id uuid) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return 5 <= (
    select count(*) from private.pair_streaks as p
    where p_user_id in (p.user_a, p.user_b)
      and private.pair_streak_json(p, p_user_id) ->> 'state' in ('active', 'waiting'));
end
$$;

-- Ends --------------------------------------------------------------------------------------------

-- Ends the streak of two for good, and takes back an invitation to one.
create function private.end_pair(p_id uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_pair private.pair_streaks := private.settle_pair(p_id, now());
  v_trace private.pair_trace;
begin
  delete from public.notifications
  where type = 'pair_streak_invited' and (user_id, data ->> 'user_id') in (
    (v_pair.user_a, v_pair.user_b::text), (v_pair.user_b, v_pair.user_a::text));
  if v_pair.accepted_at is null then
    delete from private.pair_streaks where id = p_id;
    return;
  end if;
  if v_pair.ended_at is null then
    v_trace := private.trace_pair(v_pair, now());
  end if;
  update private.pair_streaks set asked_by_a = null, asked_at = null,
    days = coalesce(v_trace.days, days), last_day = coalesce(v_trace.last_day, last_day),
    longest = greatest(longest, v_trace.days),
    ended_at = coalesce(ended_at, v_trace.missed_at, now())
  where id = p_id;
end
$$;

-- Whether two people may keep a streak: friends who show each other that they are done, without
-- classroom accounts.
create function private.may_pair(p_user_id uuid, p_other_id uuid) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return private.are_friends(p_user_id, p_other_id) and not exists (
    select from public.profiles
    where id in (p_user_id, p_other_id)
      and (is_classroom or not private.shows_done(preferences)));
end
$$;

create function private.end_pairs_without_right(p_user_id uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_pair private.pair_streaks;
begin
  for v_pair in
    select * from private.pair_streaks
    where (user_a = p_user_id or user_b = p_user_id)
      and (asked_at is not null or ended_at is null)
    order by id
  loop
    if not private.may_pair(v_pair.user_a, v_pair.user_b) then
      perform private.end_pair(v_pair.id);
    end if;
  end loop;
end
$$;

create function private.end_pairs_after() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_row constant jsonb := to_jsonb(coalesce(old, new));
begin
  if tg_table_name = 'removals' then
    -- Its guests are friends of the owner alone.
    perform private.end_pairs_without_right(user_id) from private.friend_circles
    where org_id = new.org_id or team_id = new.team_id;
  else
    perform private.end_pairs_without_right((case tg_table_name
      when 'profiles' then v_row ->> 'id' when 'organizations' then v_row ->> 'owner_id'
      else v_row ->> 'user_id' end)::uuid);
  end if;
  return null;
end
$$;

create trigger profiles_750_end_pairs
  after update of blocked_user_ids, preferences, is_classroom on public.profiles
  for each row when (
    not new.blocked_user_ids <@ old.blocked_user_ids or new.is_classroom and not old.is_classroom
    or old.preferences -> 'friend_done' is distinct from new.preferences -> 'friend_done')
  execute function private.end_pairs_after();
create trigger team_members_730_end_pairs after delete on public.team_members
  for each row execute function private.end_pairs_after();
create trigger organizations_730_end_pairs after update of owner_id on public.organizations
  for each row when (old.owner_id <> new.owner_id) execute function private.end_pairs_after();
create trigger removals_730_end_pairs after insert on private.removals
  for each row execute function private.end_pairs_after();

-- Asking ------------------------------------------------------------------------------------------

-- The row of two people, locked, with the dates that stay recorded; null for none. Until the end of
-- the transaction no other request of either asks, accepts or ends.
create function private.lock_pair(p_user_id uuid, p_other_id uuid) returns private.pair_streaks
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_id uuid;
begin
  perform private.refuse_impersonated();
  perform pg_advisory_xact_lock(hashtextextended('pair streaks ' || id, 0))
  from (select unnest(array[p_user_id, p_other_id]) as id order by id) as people;
  v_id := (
    select id from private.pair_streaks
    where user_a = least(p_user_id, p_other_id) and user_b = greatest(p_user_id, p_other_id));
  return case when v_id is not null then private.settle_pair(v_id, now()) end;
end
$$;

create function private.refuse_pair(p_user_id uuid, p_other_id uuid) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.refuse_if(not private.are_friends(p_user_id, p_other_id),
    404, 'Friend not found');
  perform private.refuse_if(exists (
    select from public.profiles where id in (p_user_id, p_other_id) and is_classroom
  ), 403, 'Classroom accounts keep no streaks with friends');
  perform private.refuse_if(not private.may_pair(p_user_id, p_other_id),
    409, 'A streak needs two who show friends when they are done (preferences.friend_done)');
end
$$;

-- Begins the streak that the other one has asked for, on the later of the two local dates. The days
-- of an ended one are complete, a trace would count the last of them again.
create function private.begin_pair(p_pair private.pair_streaks) returns void
language sql volatile security definer set search_path = ''
as $$
  update private.pair_streaks set
    asked_by_a = null, asked_at = null, accepted_at = now(), ended_at = null, days = 0,
    longest = greatest(longest, case when p_pair.ended_at is null
      then (private.trace_pair(p_pair, now())).days end),
    last_day = null,
    milestone = 0, waited_a = null, waited_b = null, settle_at = now(), due_at = now(),
    settled_on = (
      select max((now() at time zone timezone)::date) - 1 from public.profiles
      where id in (p_pair.user_a, p_pair.user_b))
  where id = p_pair.id;
  delete from public.notifications
  where type = 'pair_streak_invited' and (user_id, data ->> 'user_id') in (
    (p_pair.user_a, p_pair.user_b::text), (p_pair.user_b, p_pair.user_a::text))
$$;

-- Asks a friend for a streak for two, or accepts the invitation of the friend. Returns
-- {is_new, pair_streak}.
create function private.ask_pair_streak(p_user_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_caller constant uuid := private.require_caller();
  v_pair private.pair_streaks := private.lock_pair(v_caller, p_user_id);
  v_state text;
begin
  perform private.refuse_pair(v_caller, p_user_id);
  v_state := private.pair_streak_json(v_pair, v_caller) ->> 'state';
  perform private.refuse_if(coalesce(v_state, 'ended') in ('invited', 'ended')
    and private.has_most_pairs(v_caller),
    409, 'At most five streaks with friends, end one first', 'quota_reached');
  if v_state = 'invited' then
    perform private.begin_pair(v_pair);
  elsif v_state is distinct from 'active' then
    insert into private.pair_streaks as p (user_a, user_b, asked_by_a, asked_at)
    values (least(v_caller, p_user_id), greatest(v_caller, p_user_id), v_caller < p_user_id, now())
    on conflict (user_a, user_b) do update
      set asked_by_a = excluded.asked_by_a, asked_at = excluded.asked_at;
    if (private.take_user_rate_limit('pair_streak_invited', v_caller, 1, p_user_id::text)
      ->> 'allowed')::boolean then
      perform private.notify(
        p_user_id, 'pair_streak_invited',
        jsonb_build_object('name', coalesce(c.full_name, c.handle)),
        jsonb_build_object('user_id', c.id))
      from public.profile_cards as c where c.id = v_caller;
    end if;
  end if;
  return (
    select jsonb_build_object('is_new', coalesce(v_state, 'ended') = 'ended',
      'pair_streak', private.pair_streak_json(p, v_caller))
    from private.pair_streaks as p
    where p.user_a = least(v_caller, p_user_id) and p.user_b = greatest(v_caller, p_user_id));
end
$$;

-- Ends a streak for two, declines or withdraws an invitation to one.
create function private.end_pair_streak(p_user_id uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_pair constant private.pair_streaks := private.lock_pair(private.require_caller(), p_user_id);
begin
  perform private.refuse_if(v_pair.id is null
    or v_pair.ended_at is not null and coalesce(v_pair.asked_at, '-infinity') < now() - interval '7 days'
    or v_pair.accepted_at is null and v_pair.asked_at < now() - interval '7 days',
    404, 'Streak not found');
  perform private.end_pair(v_pair.id);
end
$$;

select private.expose('authenticated', 'ask_pair_streak', 'end_pair_streak');
