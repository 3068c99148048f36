-- Badges of encouragement: definitions, the badge of each sender, milestones, leaderboard.

create table public.badge_definitions (
  level integer primary key check (level between 1 and 100),
  name text not null unique check (name ~ '^[a-z][a-z_]{0,49}$'),
  display_name text not null check (char_length(display_name) <= 100 and display_name ~ '\S'),
  description text not null check (char_length(description) <= 2000),
  emoji text not null check (char_length(emoji) between 1 and 20),
  color text not null check (color ~ '^#[0-9A-F]{6}$'),
  min_engagement_increases integer not null check (min_engagement_increases >= 0),
  min_success_rate numeric(5, 4) check (min_success_rate between 0 and 1),
  min_consecutive_days integer check (min_consecutive_days > 0),
  -- Everyone begins at the first level.
  constraint badge_definitions_first_check check (
    level > 1 or (min_engagement_increases = 0 and min_success_rate is null
      and min_consecutive_days is null))
);

select private.guard_table('public.badge_definitions',
  'The levels of badges. Super admins change them with SQL; the next recalculation applies them.');
comment on column public.badge_definitions.min_success_rate is 'Null for no such requirement.';
comment on column public.badge_definitions.min_consecutive_days is
  'The days that the longest streak must reach; null for no such requirement.';

insert into public.badge_definitions (
  level, name, display_name, description, emoji, color, min_engagement_increases
)
values
  (1, 'seedling', 'Seedling', 'Every garden begins with a seed.', '🌱', '#90EE90', 0),
  (2, 'sprout', 'Sprout', 'Your first drops have reached people.', '🌿', '#7CFC00', 6),
  (3, 'bloom', 'Bloom', 'People write more because of you.', '🌸', '#FF69B4', 21),
  (4, 'pollinator', 'Pollinator', 'You carry encouragement from one to the next.', '🐝',
    '#FFD700', 51),
  (5, 'keeper', 'Keeper', 'You keep a whole garden going.', '🍯', '#FF8C00', 151),
  (6, 'queen_bee', 'Queen Bee', 'A hive of writers has grown around you.', '👑', '#9370DB', 501),
  (7, 'legend', 'Legend', 'There is hardly anyone you have not encouraged.', '🏆', '#FFD700', 1501);

create table public.encouragement_badges (
  user_id uuid primary key references public.profile_cards (id) on delete cascade,
  level integer not null default 1,
  total_drops_sent integer not null default 0,
  total_engagement_increases integer not null default 0,
  settled_drops integer not null default 0,
  success_rate numeric(5, 4) generated always as (
    case when settled_drops > 0
      then round(total_engagement_increases::numeric / settled_drops, 4) end) stored,
  bonus_drops_earned integer not null default 0 check (bonus_drops_earned >= 0),
  consecutive_days integer not null default 0,
  longest_streak integer not null default 0,
  last_sent_on date,
  progress_to_next numeric(5, 4) not null default 0 check (progress_to_next between 0 and 1),
  updated_at timestamptz not null default now(),
  constraint encouragement_badges_counts_check check (
    0 <= total_engagement_increases and total_engagement_increases <= settled_drops
    and settled_drops <= total_drops_sent and consecutive_days <= longest_streak)
);

select private.guard_table('public.encouragement_badges',
  'The badge of each sender; one function keeps it.', p_stamp => false);
comment on column public.encouragement_badges.settled_drops is
  'Drops that were engaged or whose window has closed.';
comment on column public.encouragement_badges.consecutive_days is
  'The streak that ended or continued on `last_sent_on`, a day in the sender''s time zone.';

create index encouragement_badges_leaderboard_idx on public.encouragement_badges
  (total_engagement_increases desc, coalesce(success_rate, -1) desc, user_id desc)
  where total_drops_sent > 0;

create table public.badge_milestones (
  id uuid primary key default private.uuid_v7(),
  user_id uuid not null references public.profile_cards (id) on delete cascade,
  level integer not null,
  achieved_at timestamptz not null default now(),
  total_drops_sent integer not null,
  total_engagement_increases integer not null,
  success_rate numeric(5, 4),
  constraint badge_milestones_level_key unique (user_id, level)
);

select private.guard_table('public.badge_milestones',
  'When each user reached each level above the first, with the counts of that moment.');

select private.let_read('everyone', 'public.badge_definitions', 'public.encouragement_badges',
  'public.badge_milestones');

create function private.notify_milestone() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.notify(
    new.user_id, 'badge_reached', jsonb_build_object('emoji', d.emoji, 'badge', d.display_name),
    jsonb_build_object('level', d.level, 'name', d.name), 'level:' || d.level)
  from public.badge_definitions as d where d.level = new.level;
  return null;
end
$$;

create trigger badge_milestones_500_notify after insert on public.badge_milestones
  for each row execute function private.notify_milestone();

-- Calculation -------------------------------------------------------------------------------------

-- The numbers to add to a sender's counts; `sent_on` is the sender's day of a new drop.
create type private.badge_change as (
  user_id uuid, sent integer, settled integer, increases integer, bonus integer, sent_on date
);

-- The highest level of which these counts meet the requirements, and those of all lower levels.
create function private.badge_level(p_increases integer, p_rate numeric, p_days integer)
returns integer
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select max(d.level) from public.badge_definitions as d
    where d.level < coalesce((
      select min(u.level) from public.badge_definitions as u
      where p_increases < u.min_engagement_increases
        or u.min_success_rate is not null and coalesce(p_rate < u.min_success_rate, true)
        or coalesce(p_days < u.min_consecutive_days, false)
    ), d.level + 1));
end
$$;

-- The share of the way to the next level: of its requirement that is furthest away.
create function private.badge_progress(
  p_level integer, p_increases integer, p_rate numeric, p_days integer
) returns numeric
language plpgsql stable security definer set search_path = ''
as $$
begin
  return coalesce((
    select least(
      case when n.min_engagement_increases > t.min_engagement_increases
        then greatest(0, (p_increases - t.min_engagement_increases)::numeric /
          (n.min_engagement_increases - t.min_engagement_increases)) end,
      case when n.min_success_rate > 0 then coalesce(p_rate, 0) / n.min_success_rate end,
      p_days::numeric / n.min_consecutive_days,
      1)
    from public.badge_definitions as n
    left join public.badge_definitions as t on t.level = p_level
    where n.level > p_level order by n.level limit 1
  ), 1);
end
$$;

-- Adds to the counts of senders, at most one change for each, and calculates their badges: streaks,
-- levels, milestones. A level is reached when its requirements and those of all lower levels are
-- met, and is kept. Locks badges in one order.
create function private.change_badges(p_changes private.badge_change[]) returns void
language plpgsql volatile security definer
-- Row `POST /api/encouragement-drops/send`: planning at each call would take most of the time.
set search_path = '' set plan_cache_mode = 'force_generic_plan'
as $$
begin
  insert into public.encouragement_badges (user_id)
  select c.user_id from unnest(p_changes) as c order by c.user_id
  on conflict do nothing;
  perform from public.encouragement_badges
  where user_id in (select c.user_id from unnest(p_changes) as c)
  order by user_id for no key update;

  with counted as (
    select b.user_id, b.level as old_level, b.longest_streak,
      b.total_drops_sent + c.sent as sent,
      b.settled_drops + c.settled as settled,
      b.total_engagement_increases + c.increases as increases,
      b.bonus_drops_earned + c.bonus as bonus,
      greatest(b.last_sent_on, c.sent_on) as last_sent_on,
      case when c.sent_on is null or c.sent_on <= b.last_sent_on then b.consecutive_days
        when c.sent_on = b.last_sent_on + 1 then b.consecutive_days + 1
        else 1 end as days
    from unnest(p_changes) as c join public.encouragement_badges as b on b.user_id = c.user_id
  ),
  rated as (
    select c.*, greatest(longest_streak, days) as longest,
      case when settled > 0 then round(increases::numeric / settled, 4) end as rate
    from counted as c
  ),
  judged as (
    select r.*, greatest(r.old_level, private.badge_level(r.increases, r.rate, r.longest)) as level
    from rated as r
  ),
  kept as (
    update public.encouragement_badges as b set
      level = j.level, total_drops_sent = j.sent, total_engagement_increases = j.increases,
      settled_drops = j.settled, bonus_drops_earned = j.bonus, consecutive_days = j.days,
      longest_streak = j.longest, last_sent_on = j.last_sent_on, updated_at = now(),
      progress_to_next = private.badge_progress(j.level, j.increases, j.rate, j.longest)
    from judged as j
    where b.user_id = j.user_id
  )
  insert into public.badge_milestones (
    user_id, level, total_drops_sent, total_engagement_increases, success_rate
  )
  select j.user_id, d.level, j.sent, j.increases, j.rate
  from judged as j join public.badge_definitions as d
    on d.level > j.old_level and d.level <= j.level
  order by j.user_id, d.level
  on conflict on constraint badge_milestones_level_key do nothing;
end
$$;

-- Reading -----------------------------------------------------------------------------------------

-- The badges of those of these users who exist, also of users without a drop. A streak is over when
-- neither today nor yesterday has a drop, in the time zone of the sender.
create function private.badges_of(p_user_ids uuid[])
returns table (
  user_id uuid, level integer, name text, display_name text, emoji text, color text,
  total_drops_sent integer, total_engagement_increases integer, success_rate numeric,
  bonus_drops_earned integer, consecutive_days integer, longest_streak integer,
  progress_to_next numeric, updated_at timestamptz
)
language sql stable security definer rows 1 set search_path = ''
as $$
  select private.require_caller();
  select private.refuse_if(cardinality(p_user_ids) > 100,
    400, 'user_ids: expected at most 100 items', 'too_many');
  select p.id, coalesce(b.level, 1), d.name, d.display_name, d.emoji, d.color,
    coalesce(b.total_drops_sent, 0), coalesce(b.total_engagement_increases, 0), b.success_rate,
    coalesce(b.bonus_drops_earned, 0),
    case when b.last_sent_on >= (now() at time zone p.timezone)::date - 1
      then b.consecutive_days else 0 end,
    coalesce(b.longest_streak, 0), coalesce(b.progress_to_next, 0), b.updated_at
  from public.profiles as p
  left join public.encouragement_badges as b on b.user_id = p.id
  left join public.badge_definitions as d on d.level = coalesce(b.level, 1)
  where p.id = any (p_user_ids)
$$;

-- A page of the senders, those with the most engaged drops first, then by success rate. `place`
-- counts the rows; those with equal results share a rank. The page begins after the row with
-- `p_place`, `p_rank`, `p_total`, `p_rate` and `p_user_id`. Without synthetic and blocked users.
create function private.leaderboard(
  p_limit integer default 50, p_place integer default 0, p_rank integer default null,
  p_total integer default null, p_rate numeric default null, p_user_id uuid default null
)
returns table (
  rank integer, user_id uuid, handle text, full_name text, avatar_url text, is_synthetic boolean,
  level integer, total_engagement_increases integer, success_rate numeric, total_drops_sent integer,
  place integer, sort_rate numeric
)
language plpgsql stable security definer rows 50 set search_path = ''
as $$
begin
  perform private.require_caller();
  return query
    select
      case when t.total_engagement_increases = p_total and t.sort_rate = p_rate then p_rank
        else p_place + (rank() over (
          order by t.total_engagement_increases desc, t.sort_rate desc))::integer end,
      t.user_id, t.handle, t.full_name, t.avatar_url, t.is_ai, t.level,
      t.total_engagement_increases, t.success_rate, t.total_drops_sent, p_place + (row_number() over ranking)::integer,
      t.sort_rate
    from (
      select b.*, coalesce(b.success_rate, -1) as sort_rate, p.handle, p.full_name,
        p.avatar_url, p.is_ai
      from public.encouragement_badges as b join public.profiles as p on p.id = b.user_id
      where b.total_drops_sent > 0 and p.is_active and not p.is_ai
        -- Without a row to begin after, what is above every row.
        and (b.total_engagement_increases, coalesce(b.success_rate, -1), b.user_id) < (
          coalesce(p_total, 2147483647), coalesce(p_rate, 2),
          coalesce(p_user_id, private.last_id()))
      order by b.total_engagement_increases desc, coalesce(b.success_rate, -1) desc, b.user_id desc
      limit private.page_limit(p_limit)
    ) as t
    window ranking as (
      order by t.total_engagement_increases desc, t.sort_rate desc, t.user_id desc)
    order by 11;
end
$$;

select private.expose('authenticated', 'badges_of', 'leaderboard');

select private.register_personal_data('public.encouragement_badges',
  p_section => 'encouragement_badge', p_page_key => '{user_id}');
select private.register_personal_data('public.badge_milestones', p_page_key => '{level}');
