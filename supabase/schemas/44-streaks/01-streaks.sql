-- Streaks: days in a row with an entry, and with a check-in of each goal. Days that a pause or a
-- freeze covers do not end a streak. No client reads these tables: whether a streak is over depends
-- on the time of reading.

create table private.streaks (
  id uuid primary key default private.uuid_v7(),
  user_id uuid not null references public.profiles (id) on delete cascade,
  goal_id uuid,
  days integer not null default 0,
  longest integer not null default 0,
  first_day date,
  last_day date,
  began_at timestamptz,
  seen_day date,
  unit text not null default 'day' check (unit in ('day', 'week')),
  since date not null default '-infinity',
  full_week date,
  is_scheduled boolean not null default false,
  constraint streaks_subject_key unique nulls not distinct (user_id, goal_id),
  constraint streaks_goal_fkey
    foreign key (user_id, goal_id) references public.goals (user_id, id) on delete cascade
);

select private.hide_table('private.streaks',
  'The last streak of each user in the journal (`goal_id` is null) and in each goal.');
comment on column private.streaks.days is
  'Counted days of the streak from `first_day` to `last_day`, without covered days; or full weeks.';
comment on column private.streaks.began_at is
  'When `seen_day` began in the time zone of its first writing.';
comment on column private.streaks.seen_day is
  'The last day with an act. The schedule of a goal may not count it, then `last_day` is earlier.';
comment on column private.streaks.since is
  'The Monday from which it counts: of the week in which its unit changed.';
comment on column private.streaks.full_week is 'Of a streak of weeks, the Monday of the last one.';
comment on column private.streaks.is_scheduled is
  'Whether `private.goal_schedules` says on which days the goal is due.';

-- A day counts for as long as one of its entries or check-ins is there.
create table private.streak_acts (
  streak_id uuid not null references private.streaks (id) on delete cascade,
  day date not null,
  id uuid not null,
  began_at timestamptz not null,
  primary key (streak_id, day, id)
);

select private.hide_table('private.streak_acts',
  'The entries or check-ins of a streak, by the day for which they count.');
comment on column private.streak_acts.id is 'The entry or the check-in.';

create table private.streak_freezes (
  id uuid primary key default private.uuid_v7(),
  user_id uuid not null references public.profiles (id) on delete cascade,
  price_drops integer not null,
  bought_on date not null,
  covered_day date check (covered_day > bought_on),
  created_at timestamptz not null default now(),
  constraint streak_freezes_covered_day_key unique (user_id, covered_day)
);

select private.hide_table('private.streak_freezes',
  'Freezes that users bought. A freeze that is held covers no day yet.');

create table private.streak_pauses (
  user_id uuid not null references public.profiles (id) on delete cascade,
  since date not null,
  until date not null,
  primary key (user_id, since),
  constraint streak_pauses_until_check check (until >= since)
);

select private.hide_table('private.streak_pauses', 'Days on which streaks neither grow nor end.');

create table private.streak_milestones (
  streak_id uuid not null references private.streaks (id) on delete cascade,
  days integer not null,
  reached_on date not null,
  primary key (streak_id, days, reached_on)
);

select private.hide_table('private.streak_milestones',
  'Milestones that were notified. A streak that contains the date has had it.');

-- Until the end of the transaction, the user's other transactions that change a streak wait.
create function private.lock_streaks(p_user_id uuid) returns void
language plpgsql volatile set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('streaks ' || p_user_id, 0));
end
$$;

-- Days --------------------------------------------------------------------------------------------

-- The 20-hour rule: a new day begins at least 20 hours after the one before, so that a user who
-- changes the time zone counts no day twice and misses none.

-- Whether what is written at a time belongs to a day that is counted already: by its date, or by
-- the 20-hour rule.
create function private.is_of_day(
  p_day date, p_began_at timestamptz, p_at timestamptz, p_zone text
) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return (p_at at time zone p_zone)::date <= p_day
    or p_at < p_began_at + interval '20 hours'
      and p_day::timestamp at time zone p_zone <> p_began_at;
end
$$;

-- The first date between the last day with an act and another day that was missed; null for none.
-- By the 20-hour rule a date that a change of the zone has skipped was not missed, nor is a date on
-- which the goal was not due.
create function private.first_missed(
  p_streak private.streaks, p_day date, p_began_at timestamptz, p_covered date[],
  p_paused datemultirange
) returns date
language plpgsql stable set search_path = ''
as $$
begin
  if p_streak.seen_day is null then
    return null;
  end if;
  for v_back in reverse least(p_day - p_streak.seen_day - 1, floor(extract(
      epoch from p_began_at - p_streak.began_at - interval '20 hours') / 86400)::integer) .. 1
  loop
    if not p_day - v_back <@ p_paused
      and not (p_streak.days > 1 and p_day - v_back = any (p_covered))
      and private.is_due(p_streak, p_day - v_back) then
      return p_day - v_back;
    end if;
  end loop;
  return null;
end
$$;

create function private.covered_days(p_user_id uuid) returns date[]
language plpgsql stable security definer set search_path = ''
as $$
begin
  return array(
    select covered_day from private.streak_freezes
    where user_id = p_user_id and covered_day is not null);
end
$$;

create function private.paused_days(p_user_id uuid) returns datemultirange
language plpgsql stable security definer set search_path = ''
as $$
begin
  return coalesce((
    select range_agg(daterange(since, until, '[]')) from private.streak_pauses
    where user_id = p_user_id), '{}');
end
$$;

-- Whether a missed day of the streak takes a freeze: not of a goal that is reached or given up, and
-- not of a streak of weeks.
create function private.takes_freezes(p_streak private.streaks) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return p_streak.days > 1 and p_streak.unit = 'day' and (p_streak.goal_id is null or exists (
    select from public.goals where id = p_streak.goal_id and status = 'active'));
end
$$;

-- The freezes that days missed before a day take, in the order of those days.
create function private.due_freezes(p_user_id uuid, p_day date, p_began_at timestamptz)
returns table (id uuid, day date)
language plpgsql stable security definer rows 2 set search_path = ''
as $$
declare
  v_freeze private.streak_freezes;
  v_streaks private.streaks[];
  v_covered date[];
  v_paused datemultirange;
  v_missed date;
begin
  for v_freeze in
    select * from private.streak_freezes as f
    where f.user_id = p_user_id and f.covered_day is null order by f.bought_on, f.id
  loop
    if v_streaks is null then
      v_streaks := array(
        select s from private.streaks as s
        where s.user_id = p_user_id and private.takes_freezes(s));
      v_covered := private.covered_days(p_user_id);
      v_paused := private.paused_days(p_user_id);
    end if;
    -- A streak that missed a day before the purchase is over.
    select min(m) into v_missed
    from unnest(v_streaks) as s,
      private.first_missed(s, p_day, p_began_at, v_covered, v_paused) as m
    where m > v_freeze.bought_on;
    exit when v_missed is null;
    v_covered := v_covered || v_missed;
    id := v_freeze.id;
    day := v_missed;
    return next;
  end loop;
end
$$;

-- Gives back the freeze of a day, unless another streak needs it. Beyond two, its price is
-- refunded.
create function private.return_freeze(
  p_streak_id uuid, p_user_id uuid, p_day date, p_began_at timestamptz
) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_covered constant date[] := private.covered_days(p_user_id);
  v_paused datemultirange;
  v_freeze private.streak_freezes;
begin
  if p_day <> all (v_covered) then
    return;
  end if;
  v_paused := private.paused_days(p_user_id);
  if exists (
    select from private.streaks as s
    where s.user_id = p_user_id and s.id <> p_streak_id and s.first_day < p_day
      and private.takes_freezes(s) and private.is_due(s, p_day)
      and not exists (
        select from private.streak_acts as a where a.streak_id = s.id and a.day = p_day)
      and (s.last_day > p_day
        or private.first_missed(s, p_day, p_began_at, v_covered, v_paused) is null)
  ) then
    return;
  end if;
  update private.streak_freezes set covered_day = null
  where user_id = p_user_id and covered_day = p_day returning * into v_freeze;
  if (select count(*) from private.streak_freezes
      where user_id = p_user_id and covered_day is null) > 2 then
    delete from private.streak_freezes where id = v_freeze.id;
    perform private.post_drop(
      p_user_id, v_freeze.price_drops, 'refund', 'Streak freeze', 'streaks');
  end if;
end
$$;

-- Records the freezes that days before a day have taken.
create function private.take_due_freezes(p_user_id uuid, p_day date, p_began_at timestamptz)
returns void
language sql volatile security definer set search_path = ''
as $$
  update private.streak_freezes as f set covered_day = d.day
  from private.due_freezes(p_user_id, p_day, p_began_at) as d where f.id = d.id
$$;

-- Personal data -----------------------------------------------------------------------------------

-- Before the entries and check-ins, whose deletion has nothing to take back then.
create view private.exported_streaks as
  select id, user_id, goal_id, days, longest, first_day, last_day, unit from private.streaks;

comment on view private.exported_streaks is 'The section `streaks` of an export.';

select private.register_person_column('private.streak_acts', 'streak_id',
  'The days of entries and check-ins, which are exported.', 'delete', 3,
  p_condition => 'streak_id in (select id from private.streaks where user_id = $1)');
select private.register_personal_data('private.streaks', 'delete', 4,
  p_source => 'private.exported_streaks', p_page_key => '{id}');
select private.register_personal_data('private.streak_freezes');
select private.register_personal_data('private.streak_pauses', p_page_key => '{since}');
