-- The job of reminders looks at streaks for two: it settles dates, and tells of milestones and of
-- the friend who waits.

-- Tells both of the milestones that their streak has reached, each once.
create function private.tell_milestones(p_pair private.pair_streaks, p_days integer)
returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_sent integer := 0;
  v_days integer;
begin
  foreach v_days in array '{7,30,100,365}'::integer[] loop
    continue when v_days <= p_pair.milestone or v_days > p_days;
    v_sent := v_sent + (
      select count(*) filter (where private.notify(
        side.user_id, 'pair_streak_milestone',
        jsonb_build_object('name', coalesce(c.full_name, c.handle), 'days', v_days),
        jsonb_build_object('user_id', c.id, 'days', v_days)))
      from (values (p_pair.user_a, p_pair.user_b), (p_pair.user_b, p_pair.user_a))
        as side (user_id, friend_id)
      join public.profile_cards as c on c.id = side.friend_id);
    update private.pair_streaks set milestone = v_days where id = p_pair.id;
  end loop;
  return v_sent;
end
$$;

-- At 18:00 of a user who is not done: whether the friend is, and waits. Returns the number of
-- notifications; none when the job is an hour late.
create function private.tell_waiting(
  p_pair private.pair_streaks, p_user_id uuid, p_friend_id uuid, p_today date, p_at timestamptz
) returns integer
language plpgsql volatile security definer set search_path = ''
as $$
begin
  return (
    select count(*) filter (where private.notify(
      p_user_id, 'pair_streak_waiting',
      jsonb_build_object('name', coalesce(c.full_name, c.handle)),
      jsonb_build_object('user_id', c.id), c.id || ' ' || p_today))
    from public.profile_cards as c
    where c.id = p_friend_id and p_at > now() - interval '1 hour'
      and not p_today <@ private.paused_days(p_user_id)
      and private.is_done(p_friend_id, p_today) and not private.is_done(p_user_id, p_today));
end
$$;

-- Looks at these streaks: settles dates, and tells of milestones and of who waits. Returns how many
-- notifications were sent, and how many streaks had no reason for one.
create function private.tend_pairs(p_ids uuid[]) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_id uuid;
  v_pair private.pair_streaks;
  v_trace private.pair_trace;
  v_at_a timestamptz;
  v_at_b timestamptz;
  v_next timestamptz;
  v_sent integer := 0;
  v_skipped integer := 0;
  v_now integer;
begin
  foreach v_id in array p_ids loop
    v_pair := private.settle_pair(v_id, now());
    continue when v_pair.id is null or v_pair.ended_at is not null;
    v_trace := private.trace_pair(v_pair, now());
    select private.local_instant(v_trace.today_a + time '18:00', a.timezone),
      private.local_instant(v_trace.today_b + time '18:00', b.timezone),
      least(private.local_instant(v_trace.today_a + 1 + time '18:00', a.timezone),
        private.local_instant(v_trace.today_b + 1 + time '18:00', b.timezone))
    into v_at_a, v_at_b, v_next
    from public.profiles as a, public.profiles as b
    where a.id = v_pair.user_a and b.id = v_pair.user_b;
    v_now := 0;
    if v_trace.missed_at is null then
      v_now := private.tell_milestones(v_pair, v_trace.days);
      if v_at_a <= now() and v_pair.waited_a is distinct from v_trace.today_a then
        v_now := v_now + private.tell_waiting(
          v_pair, v_pair.user_a, v_pair.user_b, v_trace.today_a, v_at_a);
      end if;
      if v_at_b <= now() and v_pair.waited_b is distinct from v_trace.today_b then
        v_now := v_now + private.tell_waiting(
          v_pair, v_pair.user_b, v_pair.user_a, v_trace.today_b, v_at_b);
      end if;
    end if;
    update private.pair_streaks set
      waited_a = case when v_at_a <= now() then v_trace.today_a else waited_a end,
      waited_b = case when v_at_b <= now() then v_trace.today_b else waited_b end,
      due_at = least(settle_at, v_next, case when v_at_a > now() then v_at_a end,
        case when v_at_b > now() then v_at_b end)
    where id = v_id;
    v_sent := v_sent + v_now;
    v_skipped := v_skipped + (v_now = 0)::integer;
  end loop;
  return jsonb_build_object('sent', v_sent, 'skipped', v_skipped);
end
$$;

-- One step of the job of reminders. A concurrent run takes other streaks.
create function private.tend_pair_streaks(p_limit integer)
returns table (
  total integer, sent integer, skipped integer, failed integer, remaining integer, errors text[]
)
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_ids constant uuid[] := array(
    select id from private.pair_streaks
    where due_at <= now() and accepted_at is not null and ended_at is null
    order by due_at limit p_limit for no key update skip locked);
  v_work record;
begin
  v_work := private.work_apart('select private.tend_pairs($1)', v_ids);
  update private.pair_streaks set due_at = now() + interval '1 hour'
  where id = any (v_work.failed);
  return query select * from private.step_of_reminders(
    v_ids, v_work.counts, v_work.failed, v_work.errors);
end
$$;

-- Writes make streaks due all the time: a run leaves those of its last minute to the next one.
select private.watch_job('reminders', 'streaks for two', $$
  select due_at from private.pair_streaks
  where due_at <= now() - interval '1 minute' and accepted_at is not null and ended_at is null
  order by due_at$$);

select private.expose('service_role', 'tend_pair_streaks');
