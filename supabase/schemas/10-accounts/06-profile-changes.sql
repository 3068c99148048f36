-- Profiles in use: public cards, blocked users, changes by the owner, and pictures.

create function private.keep_assistant_settings() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- An operator, who is not a user, has no session either.
  if auth.uid() is not null then
    perform private.require_account_holder();
  end if;
  return new;
end
$$;

-- The user decides which data the assistant and the analysis read, not a super admin acting as the
-- user.
create trigger profiles_060_keep_assistant_settings
  before update of read_notes_enabled, check_in_enabled, mood_analysis_enabled on public.profiles
  for each row when (
    (old.read_notes_enabled, old.check_in_enabled, old.mood_analysis_enabled) is distinct from
      (new.read_notes_enabled, new.check_in_enabled, new.mood_analysis_enabled)
  )
  execute function private.keep_assistant_settings();

-- The version counts changes of the columns that the owner writes. A change of the balance, for
-- example, does not count.
create trigger profiles_110_set_version
  before update of handle, full_name, avatar_url, preferences, timezone, language,
    mood_analysis_enabled, blocked_user_ids
  on public.profiles for each row when (
    (old.handle, old.full_name, old.avatar_url, old.preferences, old.timezone, old.language,
     old.mood_analysis_enabled, old.blocked_user_ids)
      is distinct from
        (new.handle, new.full_name, new.avatar_url, new.preferences, new.timezone, new.language,
         new.mood_analysis_enabled, new.blocked_user_ids)
  )
  execute function private.set_version();

create function private.sync_profile_card() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.profile_cards (id, handle, full_name, avatar_url, is_synthetic)
  values (new.id, new.handle, new.full_name, new.avatar_url, new.is_ai)
  on conflict (id) do update
    set handle = excluded.handle, full_name = excluded.full_name, avatar_url = excluded.avatar_url,
      is_synthetic = excluded.is_synthetic;
  return null;
end
$$;

create trigger profiles_500_sync_card after insert on public.profiles
  for each row execute function private.sync_profile_card();
create trigger profiles_501_sync_card
  after update of handle, full_name, avatar_url, is_ai on public.profiles
  for each row when (
    (old.handle, old.full_name, old.avatar_url, old.is_ai)
      is distinct from (new.handle, new.full_name, new.avatar_url, new.is_ai))
  execute function private.sync_profile_card();

-- Blocked users -----------------------------------------------------------------------------------

-- A user whose deletion is in progress cannot be unblocked.
create function private.keep_leaving_inactive() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.refuse_if(private.is_leaving(new.id), 409, 'This account is being deleted');
  return new;
end
$$;

create trigger profiles_050_keep_leaving_inactive before update of is_active on public.profiles
  for each row when (new.is_active and not old.is_active)
  execute function private.keep_leaving_inactive();

-- A block ends the user's sessions, so that none of them works after the unblocking. The unblocking
-- ends them again, because a sign-in at the moment of the block may have begun another.
create function private.end_sessions_of_blocked() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- A user whose deletion is in progress may request it again from the same session.
  if not private.is_leaving(new.id) then
    perform private.end_session(id) from auth.sessions where user_id = new.id;
  end if;
  return null;
end
$$;

create trigger profiles_725_end_sessions after update of is_active on public.profiles
  for each row when (old.is_active <> new.is_active)
  execute function private.end_sessions_of_blocked();

-- Whether one of two people blocks the other.
create function private.is_blocked_between(p_user_id uuid, p_other_id uuid) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (
    select from public.profiles
    where id = p_user_id and p_other_id = any (blocked_user_ids)
      or id = p_other_id and p_user_id = any (blocked_user_ids)
  );
end
$$;

-- The users whom the caller blocks, and the users who block the caller.
create function private.my_blocks() returns setof uuid
language plpgsql stable security definer rows 1 set search_path = ''
as $$
begin
  return query
    select unnest(p.blocked_user_ids) from public.profiles as p where p.id = (select auth.uid())
    union all
    select p.id from public.profiles as p
    where p.blocked_user_ids <> '{}' and p.blocked_user_ids @> array[(select auth.uid())];
end
$$;

-- The people who block the caller.
create function private.my_blockers() returns setof uuid
language plpgsql stable security definer rows 1 set search_path = ''
as $$
begin
  return query
    select p.id from public.profiles as p
    where p.blocked_user_ids <> '{}' and p.blocked_user_ids @> array[(select auth.uid())];
end
$$;

-- The text of a statement without the columns that it selects: its tables, conditions and orders.
-- Removes texts and the names that a client chooses first, because they may contain any word.
create function private.conditions_of(p_statement text) returns text
language sql immutable set search_path = ''
as $$
  select regexp_replace(
    regexp_replace(p_statement,
      '("[a-z0-9_]*")|"[^"]*[^"a-z0-9_][^"]*"|''(?:[^'']|'''')*''', '\1', 'g'),
    '\mselect\M.*?\mfrom\M', '', 'gi')
$$;

-- Whether a request may read cards; refuses a request that searches people by their cards. A
-- request for cards alone names ids. Embedded cards show the people of rows, and neither condition
-- nor order names their columns. The function reads the text of the statement, as PostgREST and the
-- library of the local platform write it: a request with another text, path or language gets no
-- card.
create function private.shows_cards() returns boolean
language plpgsql stable set search_path = ''
as $$
declare
  v_path constant text := coalesce(current_setting('request.path', true), '');
  v_rest text;
begin
  if v_path !~ '^(/(rpc/)?[a-z_]+)?$' or v_path = '/rpc/graphql' then
    return false;
  elsif position('"profile_cards"' in current_query()) = 0 then
    return true;
  end if;
  v_rest := private.conditions_of(current_query());
  perform private.refuse_if(v_rest ~ '"(handle|full_name|avatar_url|is_synthetic)"', 400,
    'profile_cards: neither filter nor order by a person; GET /api/users finds people');
  perform private.refuse_if(
    (v_path = '/profile_cards' or current_query() ~ 'FROM "public"\."profile_cards"\s+(?!AS )') and (
      v_rest ~* '\m(or|not)\M'
      or v_rest !~* '\m(where|and)\s+"public"\."profile_cards"\."id" = (\$\d+|any \(\$\d+\))'
        and v_rest !~ '"profile_cards" where "id" (= \$\d+|in \(\$\d+(, \$\d+)*\))'),
    400, 'profile_cards: name the people (id=eq.<id> or id=in.(<id>,<id>))');
  return true;
end
$$;

grant execute on function private.my_blocks, private.my_blockers, private.conditions_of,
  private.shows_cards to authenticated;

-- Users do not see the cards of users who block them; super admins do.
create policy profile_cards_select_unblocked on public.profile_cards for select to authenticated
  using (
    (select private.shows_cards())
    and (id not in (select private.my_blockers()) or (select private.is_super_admin()))
  );

-- Changes by the owner ----------------------------------------------------------------------------

-- Changes the given fields of the caller's profile, if it has one of the versions. Merges
-- preferences key by key, those of `notification_types` too, where null removes a key.
create function public.update_profile(p_changes jsonb, p_versions integer[] default null)
returns setof public.profiles
language sql volatile set search_path = ''
as $$
  update public.profiles as p set
    (handle, full_name, avatar_url, timezone, language, mood_analysis_enabled) = (
      select handle, full_name, avatar_url, timezone, language, mood_analysis_enabled
      from private.changed(p, p_changes - 'blocked_user_ids')),
    preferences = preferences || coalesce(p_changes -> 'preferences', '{}')
      || case jsonb_typeof(p_changes #> '{preferences,notification_types}')
        when 'object' then jsonb_build_object('notification_types', jsonb_strip_nulls(
          coalesce(preferences -> 'notification_types', '{}')
            || (p_changes #> '{preferences,notification_types}')))
        when 'null' then '{"notification_types": {}}'
        else '{}' end,
    blocked_user_ids = case
      when p_changes ? 'blocked_user_ids'
        then array(select distinct value::uuid
                   from jsonb_array_elements_text(p_changes -> 'blocked_user_ids'))
      else blocked_user_ids end
  where id = (select auth.uid()) and (p_versions is null or version = any (p_versions))
  returning *
$$;

grant execute on function public.update_profile to authenticated;

-- Pictures ----------------------------------------------------------------------------------------

-- Uploaded profile pictures: files of a public bucket with unguessable names, which the service
-- writes after it has checked their bytes.

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('avatars', 'avatars', true, 2097152, array['image/jpeg', 'image/png', 'image/webp']);

create policy avatars_select_owner on storage.objects for select to authenticated
  using (bucket_id = 'avatars' and starts_with(name, (select auth.uid()) || '/'));

-- A profile that shows another picture drops the path of its file.
create function private.release_avatar() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.avatar_path := null;
  return new;
end
$$;

create trigger profiles_200_release_avatar before update of avatar_url on public.profiles
  for each row when (
    new.avatar_url is distinct from old.avatar_url
    and new.avatar_path is not distinct from old.avatar_path
  )
  execute function private.release_avatar();

-- The trigger before it changes avatar_path for statements that name avatar_url.
create trigger profiles_600_discard_old_avatar
  after update of avatar_url, avatar_path on public.profiles
  for each row when (old.avatar_path <> coalesce(new.avatar_path, ''))
  execute function private.discard_old_file('avatars', 'avatar_path');

-- The former files wait for the job that deletes them.
insert into private.quotas (kind, max_daily) values ('profile pictures', 100);

-- Records the picture of a user whose reserved file is stored; the former file is discarded.
create function private.set_avatar(p_user_id uuid, p_path text, p_url text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.count_made('profile pictures', p_user_id, 1);
  update public.profiles set avatar_path = p_path, avatar_url = p_url
  where id = p_user_id and is_active;
  perform private.refuse_if(not found, 403, 'This account is blocked', 'account_blocked');
  perform private.keep_reserved_file('avatars', p_path);
end
$$;

select private.expose('service_role', 'set_avatar');

select private.register_personal_data('public.profiles', p_section => 'profile', p_person => 'id',
  p_page_key => '{id}');
select private.register_person_column('public.profiles', 'blocked_user_ids',
  'Block lists of others are their data; the user''s own list is in the profile.',
  'change', 90, p_condition => 'blocked_user_ids <> ''{}'' and blocked_user_ids @> array[$1] and id <> $1',
  p_change => 'blocked_user_ids = array_remove(blocked_user_ids, $1)');
select private.register_person_column('public.profile_cards', 'id',
  'A copy of parts of the profile.');
select private.register_person_column('private.account_deletions', 'user_id',
  'Record of the deletion, needed to remove the account from a restored backup.', 'keep');
