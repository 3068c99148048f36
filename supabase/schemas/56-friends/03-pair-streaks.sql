-- Streaks for two: dates on which two friends are both done. They are computed from the days of the
-- streaks, which hold what each has done. A date stays as it is 48 hours after it has passed for
-- both: a write, and the job of reminders, settle it then.

create table private.pair_streaks (
  id uuid primary key default private.uuid_v7(),
  -- The two, the smaller id first.
  user_a uuid not null references public.profiles (id) on delete cascade,
  user_b uuid not null references public.profiles (id) on delete cascade,
  asked_by_a boolean,
  asked_at timestamptz,
  accepted_at timestamptz,
  settled_on date,
  days integer not null default 0,
  last_day date,
  longest integer not null default 0,
  milestone integer not null default 0,
  ended_at timestamptz,
  waited_a date,
  waited_b date,
  settle_at timestamptz not null default 'infinity',
  due_at timestamptz not null default 'infinity',
  constraint pair_streaks_pair_key unique (user_a, user_b),
  constraint pair_streaks_order_check check (user_a < user_b),
  constraint pair_streaks_asked_check check ((asked_by_a is null) = (asked_at is null)),
  constraint pair_streaks_state_check check (asked_at is not null or accepted_at is not null),
  constraint pair_streaks_settled_check check ((accepted_at is null) = (settled_on is null)),
  constraint pair_streaks_ended_check check (ended_at is null or accepted_at is not null)
);

select private.hide_table('private.pair_streaks',
  'The last streak of each two friends, and the open invitation to one.');
comment on column private.pair_streaks.asked_at is
  'When one of the two has asked for a streak, for the last time; for seven days.';
comment on column private.pair_streaks.settled_on is
  'The last date that stays as it is. `days` and `last_day` count up to it.';
comment on column private.pair_streaks.milestone is 'The largest number of days that was notified.';
comment on column private.pair_streaks.ended_at is
  'When it ended for good. A missed date that may still be filled ends it for its readers alone.';
comment on column private.pair_streaks.waited_a is
  'The date on which the job has looked at 18:00 whether `user_b` waits for `user_a`.';
comment on column private.pair_streaks.settle_at is 'When the next date stays as it is.';
comment on column private.pair_streaks.due_at is 'When the job of reminders looks at it next.';

create index pair_streaks_user_b_idx on private.pair_streaks (user_b);
create index pair_streaks_due_at_idx on private.pair_streaks (due_at)
  where accepted_at is not null and ended_at is null;

-- Calendars ---------------------------------------------------------------------------------------

create table private.former_zones (
  user_id uuid not null references public.profiles (id) on delete cascade,
  until timestamptz not null,
  timezone text not null,
  primary key (user_id, until)
);

select private.hide_table('private.former_zones',
  'The time zones that users in a streak for two had until they changed them.');

create index former_zones_until_idx on private.former_zones (until);
-- A date is settled long before.
select private.purge_when('private.former_zones', 'until', '30 days');

-- When the calendar of a user has first shown a later date than this one.
create function private.passed_at(p_user_id uuid, p_day date) returns timestamptz
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_from timestamptz := '-infinity';
  v_zone record;
  v_at timestamptz;
begin
  for v_zone in
    select z.until, z.timezone from private.former_zones as z where z.user_id = p_user_id
    union all
    select 'infinity', p.timezone from public.profiles as p where p.id = p_user_id
    order by until
  loop
    v_at := greatest(v_from, (p_day + 1)::timestamp at time zone v_zone.timezone);
    exit when v_at < v_zone.until;
    v_from := v_zone.until;
  end loop;
  return v_at;
end
$$;

-- Whether a freeze, a pause or a change of the zone covers a date of a user that is not done. By
-- the 20-hour rule a change of the zone covers a date that ends less than 44 hours after the last
-- day that is done has begun.
create function private.is_covered(p_user_id uuid, p_now private.streak_present, p_day date)
returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return p_day = any (p_now.covered) or p_day <@ p_now.paused
    or coalesce(private.passed_at(p_user_id, p_day) < interval '44 hours' + (
      select min(a.began_at) from private.streaks as s
      join private.streak_acts as a on a.streak_id = s.id and a.day < p_day
      where s.user_id = p_user_id
      group by a.day order by a.day desc limit 1), false);
end
$$;

-- Tracing -----------------------------------------------------------------------------------------

-- A streak for two as it stands at a time.
create type private.pair_trace as (
  days integer,
  last_day date,
  -- When it missed a date, null for never, and whether that stays.
  missed_at timestamptz,
  missed_stays boolean,
  -- Up to the last date that stays.
  settled_on date,
  settled_days integer,
  settled_last date,
  settle_at timestamptz,
  today_a date,
  today_b date
);

create function private.trace_pair(p_pair private.pair_streaks, p_at timestamptz)
returns private.pair_trace
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_a constant private.streak_present := private.streak_present(p_pair.user_a, p_at);
  v_b constant private.streak_present := private.streak_present(p_pair.user_b, p_at);
  v_state private.pair_trace;
  v_day date;
  v_passed_at timestamptz;
begin
  v_state.days := p_pair.days;
  v_state.last_day := p_pair.last_day;
  v_state.missed_stays := false;
  v_state.today_a := v_a.today;
  v_state.today_b := v_b.today;
  v_state.settled_on := p_pair.settled_on;
  v_state.settled_days := v_state.days;
  v_state.settled_last := v_state.last_day;
  for v_day in
    select p_pair.settled_on + n
    from generate_series(1, greatest(v_a.today, v_b.today) - p_pair.settled_on) as n
  loop
    v_passed_at := greatest(
      private.passed_at(p_pair.user_a, v_day), private.passed_at(p_pair.user_b, v_day));
    if private.is_done(p_pair.user_a, v_day) and private.is_done(p_pair.user_b, v_day) then
      v_state.days := v_state.days + 1;
      v_state.last_day := v_day;
    elsif v_passed_at <= p_at and not private.is_covered(p_pair.user_a, v_a, v_day)
      and not private.is_covered(p_pair.user_b, v_b, v_day) then
      v_state.missed_at := v_passed_at;
      v_state.missed_stays := v_passed_at + interval '48 hours' <= p_at;
    end if;
    if v_passed_at + interval '48 hours' <= p_at then
      v_state.settled_on := v_day;
      v_state.settled_days := v_state.days;
      v_state.settled_last := v_state.last_day;
    else
      v_state.settle_at := coalesce(v_state.settle_at, v_passed_at + interval '48 hours');
    end if;
    exit when v_state.missed_at is not null;
  end loop;
  return v_state;
end
$$;

-- Records the dates that stay as they are at a time, and the end by one of them.
create function private.settle_pair(p_id uuid, p_at timestamptz) returns private.pair_streaks
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_pair private.pair_streaks;
  v_state private.pair_trace;
begin
  select * into v_pair from private.pair_streaks where id = p_id for no key update;
  if v_pair.accepted_at is null or v_pair.ended_at is not null then
    return v_pair;
  end if;
  v_state := private.trace_pair(v_pair, p_at);
  update private.pair_streaks set
    settled_on = v_state.settled_on,
    days = v_state.settled_days,
    last_day = v_state.settled_last,
    longest = greatest(longest, v_state.settled_days),
    ended_at = case when v_state.missed_stays then v_state.missed_at end,
    settle_at = coalesce(v_state.settle_at, greatest(
      private.passed_at(user_a, v_state.settled_on + 1),
      private.passed_at(user_b, v_state.settled_on + 1)) + interval '48 hours')
  where id = p_id returning * into v_pair;
  return v_pair;
end
$$;

-- Settles the streaks of a user for two before something changes that they are computed from, and
-- lets the job look at them. In the order of their ids, as the friends' own writes do.
create function private.settle_pairs(p_user_id uuid, p_at timestamptz) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_pair private.pair_streaks;
begin
  for v_pair in
    select * from private.pair_streaks
    where (user_a = p_user_id or user_b = p_user_id)
      and accepted_at is not null and ended_at is null
    order by id
  loop
    if v_pair.settle_at <= p_at then
      perform private.settle_pair(v_pair.id, p_at);
    end if;
    if v_pair.due_at > p_at then
      update private.pair_streaks set due_at = p_at where id = v_pair.id;
    end if;
  end loop;
end
$$;

-- Remembers the zone that a user had until now, by which dates have passed. In the new zone the
-- next date may pass earlier.
create function private.keep_former_zone(p_user_id uuid, p_timezone text, p_at timestamptz)
returns void
language plpgsql volatile set search_path = ''
as $$
begin
  update private.pair_streaks set settle_at = p_at
  where p_user_id in (user_a, user_b) and accepted_at is not null and ended_at is null;
  if found then
    insert into private.former_zones (user_id, until, timezone)
    values (p_user_id, p_at, p_timezone) on conflict do nothing;
  end if;
end
$$;

-- Before a day, a freeze, a pause, a goal or the zone changes.
create function private.settle_pairs_before() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_row constant jsonb := to_jsonb(coalesce(new, old));
  v_user_id constant uuid := case tg_table_name
    when 'profiles' then v_row ->> 'id'
    when 'streak_acts' then (
      select user_id::text from private.streaks where id = (v_row ->> 'streak_id')::uuid)
    else v_row ->> 'user_id' end;
begin
  perform private.settle_pairs(v_user_id, now());
  if tg_table_name = 'profiles' then
    perform private.keep_former_zone(v_user_id, old.timezone, now());
  end if;
  return coalesce(new, old);
end
$$;

create trigger streak_acts_200_settle_pairs before insert or delete on private.streak_acts
  for each row execute function private.settle_pairs_before();
create trigger streak_freezes_200_settle_pairs
  before insert or update or delete on private.streak_freezes
  for each row execute function private.settle_pairs_before();
create trigger streak_pauses_200_settle_pairs
  before insert or update or delete on private.streak_pauses
  for each row execute function private.settle_pairs_before();
-- The days of a deleted goal go with it, and the status decides which missed days take freezes.
create trigger goals_200_settle_pairs before update of status or delete on public.goals
  for each row execute function private.settle_pairs_before();
create trigger profiles_200_settle_pairs before update of timezone on public.profiles
  for each row when (old.timezone <> new.timezone)
  execute function private.settle_pairs_before();

-- Personal data -----------------------------------------------------------------------------------

create view private.exported_pair_streaks as
  select p.id, side.user_id, side.friend_id, side.asked_by_me, p.asked_at,
    p.accepted_at as started_at, p.ended_at, p.days, p.longest, p.last_day
  from private.pair_streaks as p
  cross join lateral (values
    (p.user_a, p.user_b, p.asked_by_a), (p.user_b, p.user_a, not p.asked_by_a)
  ) as side (user_id, friend_id, asked_by_me);

comment on view private.exported_pair_streaks is 'The section `pair_streaks` of an export.';

select private.register_personal_data('private.pair_streaks', p_person => 'user_a',
  p_source => 'private.exported_pair_streaks', p_condition => 's.user_id = $1',
  p_page_key => '{id}');
select private.register_person_column('private.pair_streaks', 'user_b',
  p_section => 'pair_streaks');
select private.register_person_column('private.former_zones', 'user_id',
  'The profile has the present zone; former zones of people in a streak for two go after 30 days.');
