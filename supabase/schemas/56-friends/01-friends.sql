-- Friends: two people who share the team of either's circle. Two guests of one circle are not
-- friends.

-- The friends of a user, with the time since which they are friends and the team that they share:
-- that of the user's own circle before that of the friend's. A block of either hides the friend.
create function private.friends_of(p_user_id uuid)
returns table (user_id uuid, since timestamptz, team_id uuid)
language plpgsql stable security definer rows 10 set search_path = ''
as $$
begin
  return query
    select distinct on (f.user_id)
      f.user_id, min(f.since) over (partition by f.user_id), f.team_id
    from (
      select t.user_id, greatest(t.joined_at, mine.joined_at) as since, c.team_id,
        c.user_id = p_user_id as is_own
      from private.current_team_members as mine
      join private.circles as c on c.team_id = mine.team_id
      join private.current_team_members as t on t.team_id = c.team_id and t.user_id <> p_user_id
      where mine.user_id = p_user_id and c.user_id in (p_user_id, t.user_id)
    ) as f
    where not private.is_blocked_between(p_user_id, f.user_id)
    order by f.user_id, f.is_own desc;
end
$$;

create function private.are_friends(p_user_id uuid, p_other_id uuid) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (select from private.friends_of(p_user_id) as f where f.user_id = p_other_id);
end
$$;

-- The cost of a list of friends, and of an entry that friends are told of, grows with the circle.
create function private.max_circle() returns integer
language sql immutable set search_path = ''
as $$ select 500 $$;

create function private.keep_circle_small() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.refuse_if(private.is_circle(new.team_id) and (
    select count(*) from public.team_members where team_id = new.team_id
  ) > private.max_circle(), 409, 'The circle is full', 'quota_reached');
  return null;
end
$$;

-- People join a team one after another: the function that accepts an invitation locks it.
create trigger team_members_820_keep_circle_small after insert on public.team_members
  for each row execute function private.keep_circle_small();

-- Entries -----------------------------------------------------------------------------------------

-- The newest entries of another author that the caller sees as a member of the groups, older than
-- (p_before_at, p_before_id).
create function private.entries_of_friend(
  p_author_id uuid, p_groups uuid[], p_from timestamptz, p_before_at timestamptz,
  p_before_id uuid, p_limit integer
) returns table (id uuid, written_at timestamptz)
language plpgsql stable security definer rows 1 set search_path = ''
as $$
begin
  return query
    select e.id, e.written_at from public.journal_entries as e
    where e.user_id = p_author_id and e.effective_metadata_visibility <> 'user'
      and (e.effective_metadata_visibility = 'public'
        or e.effective_metadata_team_id = any (p_groups)
        or e.effective_metadata_org_id = any (p_groups))
      and e.written_at >= p_from and (e.written_at, e.id) < (p_before_at, p_before_id)
      and not private.entry_in_change(e.id)
    order by e.written_at desc, e.id desc limit p_limit;
end
$$;

-- Entries as `private.entries_in_full` has them, where a super admin sees no more than others.
create function private.entries_as_member(p_ids uuid[]) returns setof json
language plpgsql volatile rows 20 set search_path = ''
as $$
begin
  perform set_config('journal.as_member', 'on', true);
  return query select * from private.entries_in_full(p_ids);
  perform set_config('journal.as_member', '', true);
end
$$;

grant execute on function private.entries_as_member to authenticated;

-- Lists -------------------------------------------------------------------------------------------

-- Whether a date has an entry, or a check-in that is not missed, by the days of streaks.
create function private.is_done(p_user_id uuid, p_day date) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (
    select from private.streaks as s
    join private.streak_acts as a on a.streak_id = s.id and a.day = p_day
    where s.user_id = p_user_id);
end
$$;

-- Whether a user is done on the present date of their own calendar.
create function private.is_done_today(p_user_id uuid) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return private.is_done(p_user_id, (now() at time zone timezone)::date)
  from public.profiles where id = p_user_id;
end
$$;

-- Whether a user lets friends know of the days that are done.
create function private.shows_done(p_preferences jsonb) returns boolean
language sql immutable set search_path = ''
as $$ select p_preferences -> 'friend_done' is distinct from 'false' $$;

-- The caller's friends, the one with the latest entry first: up to p_limit after the position
-- (p_before_at, p_before_id). A friend without an entry that the caller sees has the time 1.
create function private.list_friends(
  p_before_at timestamptz default null, p_before_id uuid default null, p_limit integer default 50
) returns setof jsonb
language plpgsql stable security definer rows 50 set search_path = ''
as $$
declare
  v_caller constant uuid := private.require_caller();
  v_groups constant uuid[] := private.my_group_ids();
begin
  return query
    select jsonb_build_object(
      'id', f.user_id, 'sorted_at', f.sorted_at, 'user', to_jsonb(c), 'since', f.since,
      'team_id', f.team_id,
      'last_entry', case when e.id is not null then jsonb_build_object(
        'id', e.id, 'title', e.title, 'written_at', e.written_at, 'picture', s.picture) end,
      'done_today', case when private.shows_done(p.preferences)
        then private.is_done_today(p.id) end,
      'pair_streak', private.pair_streak_json(pair, v_caller))
    from (
      select f.*, last.id as entry_id, at.sorted_at
      from private.friends_of(v_caller) as f
      left join lateral private.entries_of_friend(
        f.user_id, v_groups, '-infinity', 'infinity', private.last_id(), 1) as last on true
      cross join lateral (
        select coalesce(last.written_at, timestamptz '0001-01-01 00:00Z') as sorted_at) as at
      where (at.sorted_at, f.user_id)
        < (coalesce(p_before_at, 'infinity'), coalesce(p_before_id, private.last_id()))
      order by at.sorted_at desc, f.user_id desc
      limit private.page_limit(p_limit)
    ) as f
    join public.profiles as p on p.id = f.user_id
    join public.profile_cards as c on c.id = f.user_id
    left join private.pair_streaks as pair on pair.user_a = least(v_caller, f.user_id)
      and pair.user_b = greatest(v_caller, f.user_id)
    left join public.journal_entries as e on e.id = f.entry_id
    left join private.entry_summaries as s
      on s.entry_id = e.id and private.may_read_entry(e, v_caller)
    order by f.sorted_at desc, f.user_id desc;
end
$$;

-- The open invitations to the caller's circle, newest first.
create function private.list_friend_invitations() returns setof private.invitations
language plpgsql stable security definer rows 20 set search_path = ''
as $$
declare
  v_caller constant uuid := private.require_caller();
begin
  return query
    select i.* from private.circles as c
    join private.invitations as i on i.org_id = c.org_id
    where c.user_id = v_caller and i.status = 'open'
    order by i.created_at desc, i.id desc limit 100;
end
$$;

select private.expose('authenticated', 'list_friends', 'list_friend_invitations');
