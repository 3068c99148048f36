-- The results of the teams of a date, which triggers count with each place and check-in.

-- Changes of the counts, so that no check-in waits for another one: a result is their sum.
create table private.workout_counts (
  id bigint primary key generated always as identity,
  date date not null,
  team_color text not null check (team_color in ('red', 'blue')),
  -- Places by the status of their check-in, `open` without one; and the members of the week that
  -- begins on the date.
  kind text not null check (kind in ('open', 'pending', 'verified', 'rejected', 'member')),
  places bigint not null,
  chips bigint not null default 0,
  closes_at timestamptz,
  is_sum boolean not null default false
);

select private.hide_table('private.workout_counts',
  'Places and chips of each date and team: changes, and the sums that a job puts in their place.');
comment on column private.workout_counts.closes_at is
  'When open places fail; null when they never do.';

create index workout_counts_date_idx on private.workout_counts (date, kind);
create index workout_counts_changes_idx on private.workout_counts (date) where not is_sum;

create function private.count_workout_place() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.workout_counts (date, team_color, kind, places, chips, closes_at)
  select c.date, c.team_color, coalesce(k.status, 'open'), c.places,
    c.places * coalesce(k.battle_chips_earned, 0), case when k.id is null then c.closes_at end
  from (values (old.user_id, old.date, old.team_color, old.closes_at, -1),
    (new.user_id, new.date, new.team_color, new.closes_at, 1)
  ) as c (user_id, date, team_color, closes_at, places)
  left join public.workout_window_checkins as k on k.user_id = c.user_id and k.date = c.date
  where c.user_id is not null;
  return old;
end
$$;

-- A generation writes thousands of places in one statement.
create function private.count_new_workout_places() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.workout_counts (date, team_color, kind, places, chips, closes_at)
  select c.date, c.team_color, coalesce(k.status, 'open'), count(*),
    coalesce(sum(k.battle_chips_earned), 0), case when k.id is null then c.closes_at end
  from added as c
  left join public.workout_window_checkins as k on k.user_id = c.user_id and k.date = c.date
  group by 1, 2, 3, 6;
  return null;
end
$$;

create trigger workout_window_chains_600_count_added
  after insert on public.workout_window_chains referencing new table as added
  for each statement execute function private.count_new_workout_places();
create trigger workout_window_chains_600_count
  after update of team_color, closes_at on public.workout_window_chains
  for each row execute function private.count_workout_place();
-- Before: a deletion of an account deletes place and check-in before the triggers after them run.
create trigger workout_window_chains_600_count_deleted
  before delete on public.workout_window_chains
  for each row execute function private.count_workout_place();

-- A check-in without a place counts as soon as the user has one.
create function private.count_workout_checkin() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.workout_counts (date, team_color, kind, places, chips, closes_at)
  select c.date, c.team_color, coalesce(k.status, 'open'), k.places,
    k.places * coalesce(k.chips, 0), case when k.status is null then c.closes_at end
  from public.workout_window_chains as c
  cross join (values (old.status, old.battle_chips_earned, -1),
    (new.status, new.battle_chips_earned, 1)) as k (status, chips, places)
  where c.user_id = coalesce(new.user_id, old.user_id) and c.date = coalesce(new.date, old.date);
  return old;
end
$$;

create trigger workout_window_checkins_700_count
  after insert or update of status, battle_chips_earned on public.workout_window_checkins
  for each row execute function private.count_workout_checkin();
create trigger workout_window_checkins_700_count_deleted
  before delete on public.workout_window_checkins
  for each row execute function private.count_workout_checkin();

-- Puts sums in the place of the changes. Two runs at once take different rows.
create function private.sum_workout_counts() returns jsonb
language sql volatile security definer set search_path = ''
as $$
  with taken as (
    delete from private.workout_counts
    where date in (select date from private.workout_counts where not is_sum)
    returning *
  ),
  summed as (
    insert into private.workout_counts (
      date, team_color, kind, closes_at, places, chips, is_sum)
    select date, team_color, kind, closes_at, sum(places), sum(chips), true
    from taken group by date, team_color, kind, closes_at
    having sum(places) <> 0 or sum(chips) <> 0
  )
  select jsonb_build_object('total', count(*), 'remaining', 0) from taken where not is_sum
$$;

select private.schedule_statement('workout-window-team-results', '*/1 * * * *',
  'select private.sum_workout_counts()');

-- Reading -----------------------------------------------------------------------------------------

-- Both teams of a date; zeros until its chains are complete.
create function private.workout_teams(p_date date)
returns table (
  team_color text, total_members integer, completed integer, failed integer, pending integer,
  completion_rate numeric, total_chips integer, synthetic integer
)
language sql stable security definer rows 2 set search_path = ''
as $$
  select t.color, coalesce(n.members, 0), coalesce(n.completed, 0), coalesce(n.failed, 0),
    coalesce(n.members - n.completed - n.failed, 0),
    coalesce(round(n.completed::numeric / nullif(n.members, 0), 4), 0), coalesce(n.chips, 0),
    coalesce(s.members, 0)
  from unnest(array['red', 'blue']) as t (color)
  left join (
    select c.team_color, sum(c.places)::integer as members,
      coalesce(sum(c.places) filter (where c.kind = 'verified'), 0)::integer as completed,
      coalesce(sum(c.places) filter (
        where c.kind = 'rejected' or c.kind = 'open' and c.closes_at <= now()), 0)::integer
        as failed,
      coalesce(sum(c.chips) filter (where c.kind = 'verified'), 0)::integer as chips
    from private.workout_counts as c
    where c.date = p_date and c.kind <> 'member'
      and (select private.workout_date_is_generated(p_date))
    group by c.team_color
  ) as n on n.team_color = t.color
  left join (
    select c.team_color, count(*)::integer as members
    from public.workout_window_ai_users as a
    join public.workout_window_chains as c on c.user_id = a.user_id and c.date = p_date
    group by c.team_color
  ) as s on s.team_color = t.color and n.members > 0
$$;

create function private.get_workout_team_stats(p_date date)
returns table (
  team_color text, total_members integer, completed integer, failed integer, pending integer,
  completion_rate numeric, total_chips integer, synthetic integer
)
language sql stable security definer rows 2 set search_path = ''
as $$
  select private.require_caller();
  select * from private.workout_teams(p_date)
$$;

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
