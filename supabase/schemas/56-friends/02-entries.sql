-- Telling friends of an entry that their circle sees.

-- A friend is told once of an entry, also when the notification is gone.
create table private.friend_entries (
  entry_id uuid not null references public.journal_entries (id) on delete cascade,
  user_id uuid not null references public.profiles (id) on delete cascade,
  primary key (entry_id, user_id)
);

select private.hide_table('private.friend_entries',
  'The friends who were told of an entry, which they are once.');

create index friend_entries_user_id_idx on private.friend_entries (user_id, entry_id);

-- For each author and friend: past it the entry is written and the friend is not notified.
insert into private.rate_limit_rules (bucket, max_hits, per) values ('friend_entry', 3, '1 day');

-- Whether a user sees the title of an entry. The wider rights of super admins do not count.
create function private.sees_entry(p_entry public.journal_entries, p_user_id uuid)
returns boolean
language sql stable security definer set search_path = ''
as $$
  select coalesce(p_entry.user_id = p_user_id
    or p_entry.effective_metadata_visibility = 'public'
    or p_entry.user_id not in (select private.authors_in_change()) and (
      private.team_role(p_entry.effective_metadata_team_id, p_user_id) is not null
      or private.org_role(p_entry.effective_metadata_org_id, p_user_id) is not null), false)
$$;

-- Notifies the friends of the author who see an entry by a circle, and did not see it before.
create function private.notify_friends(
  p_entry public.journal_entries, p_before public.journal_entries default null
) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_author constant uuid := p_entry.user_id;
  v_name text;
  v_friend_id uuid;
begin
  -- Most entries are seen by their author alone.
  if p_entry.import_id is not null or not private.is_circle(coalesce(
      p_entry.effective_metadata_team_id, p_entry.effective_metadata_org_id)) then
    return;
  end if;
  v_name := (select coalesce(full_name, handle) from public.profile_cards where id = v_author);
  for v_friend_id in
    select f.user_id from private.friends_of(v_author) as f
    join public.profiles as p on p.id = f.user_id
    where p.is_active and p.preferences -> 'friend_entries' is distinct from 'false'
      and private.sees_entry(p_entry, f.user_id) and not private.sees_entry(p_before, f.user_id)
      and not exists (
        select from private.friend_entries as t
        where t.entry_id = p_entry.id and t.user_id = f.user_id)
    order by f.user_id
  loop
    if (private.take_user_rate_limit('friend_entry', v_author, 1, v_friend_id::text)
      ->> 'allowed')::boolean then
      insert into private.friend_entries (entry_id, user_id) values (p_entry.id, v_friend_id);
      perform private.notify(
        v_friend_id, 'friend_entry.' || case when p_entry.title ~ '\S' then 'titled'
          else 'untitled' end,
        jsonb_build_object('name', v_name, 'title', p_entry.title),
        jsonb_build_object('entry_id', p_entry.id, 'user_id', v_author), p_entry.id::text);
    end if;
  end loop;
end
$$;

-- Removal -----------------------------------------------------------------------------------------

-- The notification holds the title, so it goes when its recipient does not see the entry any more:
-- with the entry, with its visibility, with a membership of either, and with a block.

create function private.remove_friend_entry() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.notifications as n
  using gone as g
  where n.user_id = g.user_id and n.type = 'friend_entry' and n.dedupe_key = g.entry_id::text;
  return null;
end
$$;

create trigger friend_entries_500_remove_notification after delete on private.friend_entries
  referencing old table as gone
  for each statement execute function private.remove_friend_entry();

-- Removes the notifications of entries that are out of the sight of the friends who were told.
create function private.remove_unseen(p_entry_ids uuid[], p_user_id uuid default null)
returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  delete from public.notifications where id = any (array(
    select n.id
    from private.friend_entries as t
    join public.journal_entries as e on e.id = t.entry_id
    join public.notifications as n on n.user_id = t.user_id and n.type = 'friend_entry'
      and n.dedupe_key = t.entry_id::text
    where t.entry_id = any (p_entry_ids) and t.user_id = coalesce(p_user_id, t.user_id)
      and (not private.sees_entry(e, t.user_id)
        or private.is_blocked_between(e.user_id, t.user_id))
    order by n.id for update of n));
end
$$;

create function private.remove_unseen_of_entry() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.remove_unseen(array[new.id]);
  return null;
end
$$;

create trigger journal_entries_720_remove_unseen after update on public.journal_entries
  for each row when (
    (old.effective_metadata_visibility, old.effective_metadata_team_id,
     old.effective_metadata_org_id)
      is distinct from
        (new.effective_metadata_visibility, new.effective_metadata_team_id,
         new.effective_metadata_org_id))
  execute function private.remove_unseen_of_entry();

-- The entries of which a user was told, and of which others were told by the user.
create function private.remove_unseen_of(p_user_id uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.remove_unseen(
    array(select t.entry_id from private.friend_entries as t where t.user_id = p_user_id),
    p_user_id);
  perform private.remove_unseen(array(
    select (n.data ->> 'entry_id')::uuid from public.notifications as n
    where n.data ? 'user_id' and n.data ->> 'user_id' = p_user_id::text
      and n.type = 'friend_entry'));
end
$$;

create function private.remove_unseen_of_person() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_table_name = 'profiles' then
    perform private.remove_unseen_of(old.id);
  elsif private.is_circle(old.team_id) then
    perform private.remove_unseen_of(old.user_id);
  end if;
  return null;
end
$$;

-- A deleted circle ends the sharing of its entries, which change then.
create trigger team_members_720_remove_unseen after delete on public.team_members
  for each row execute function private.remove_unseen_of_person();
create trigger profiles_740_remove_unseen after update of blocked_user_ids on public.profiles
  for each row when (not new.blocked_user_ids <@ old.blocked_user_ids)
  execute function private.remove_unseen_of_person();
