-- Profiles in use: public cards, sign-up, the role in the token, changes by the owner, and pictures.

-- Triggers ----------------------------------------------------------------------------------------

create function private.keep_assistant_settings() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_account_holder();
  return new;
end
$$;

-- What the assistant reads is the user's decision, not that of a super admin acting as the user.
create trigger profiles_060_keep_assistant_settings
  before update of read_notes_enabled, check_in_enabled on public.profiles
  for each row when (
    (old.read_notes_enabled, old.check_in_enabled)
      is distinct from (new.read_notes_enabled, new.check_in_enabled)
  )
  execute function private.keep_assistant_settings();
-- Of what the owner writes: the balance, for example, does not count.
create trigger profiles_110_set_version
  before update of handle, full_name, avatar_url, preferences, timezone, blocked_user_ids
  on public.profiles for each row when (
    (old.handle, old.full_name, old.avatar_url, old.preferences, old.timezone, old.blocked_user_ids)
      is distinct from
        (new.handle, new.full_name, new.avatar_url, new.preferences, new.timezone,
         new.blocked_user_ids)
  )
  execute function private.set_version();

create function private.sync_profile_card() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.profile_cards (id, handle, full_name, avatar_url)
  values (new.id, new.handle, new.full_name, new.avatar_url)
  on conflict (id) do update
    set handle = excluded.handle, full_name = excluded.full_name, avatar_url = excluded.avatar_url;
  return null;
end
$$;

create trigger profiles_500_sync_card after insert on public.profiles
  for each row execute function private.sync_profile_card();
create trigger profiles_501_sync_card
  after update of handle, full_name, avatar_url on public.profiles
  for each row when (
    (old.handle, old.full_name, old.avatar_url)
      is distinct from (new.handle, new.full_name, new.avatar_url))
  execute function private.sync_profile_card();

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

-- Blocked users ------------------------------------------------------------------------------------

-- A block ends the user's sessions, so that nothing of them works after the unblocking. The
-- unblocking does it again, because a sign-in at the moment of the block may have begun another.
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

-- The people whom the caller blocks, and those who block the caller.
create function private.my_blocks() returns setof uuid
language plpgsql stable security definer rows 1 set search_path = ''
as $$
declare
  c_caller constant uuid := auth.uid();
begin
  return query
    select unnest(p.blocked_user_ids) from public.profiles as p where p.id = c_caller
    union all
    select p.id from public.profiles as p
    where p.blocked_user_ids <> '{}' and p.blocked_user_ids @> array[c_caller];
end
$$;

grant execute on function private.my_blocks to authenticated;

-- Sign-up -----------------------------------------------------------------------------------------

-- Returns a free handle similar to the name, with random letters when the name is too short,
-- reserved or taken.
create function private.make_handle(p_name text) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_base text := left(trim('_' from lower(regexp_replace(
    regexp_replace(normalize(coalesce(p_name, ''), nfkd), '[\u0300-\u036f]', '', 'g'),
    '[^A-Za-z0-9]+', '_', 'g'))), 20);
  v_handle text := v_base;
begin
  if char_length(v_base) < 3 or private.is_reserved_handle(v_base) then
    v_base := 'user';
    v_handle := null;
  end if;
  while v_handle is null
    or exists (select from public.profiles where lower(handle) = lower(v_handle)) loop
    v_handle := v_base || '_' || left(md5(gen_random_uuid()::text), 8);
  end loop;
  return v_handle;
end
$$;

-- The first key with a text value, trimmed.
create function private.metadata_text(p_metadata jsonb, p_keys text[]) returns text
language sql immutable set search_path = ''
as $$
  select words
  from unnest(p_keys) with ordinality as keys (key, place),
    lateral (
      select regexp_replace(p_metadata ->> key, '^\s+|\s+$', '', 'g') as words
      where jsonb_typeof(p_metadata -> key) = 'string'
    ) as texts
  where words <> ''
  order by place
  limit 1
$$;

-- Creates the profile of a new user. The metadata comes from the client: invalid values are
-- ignored, so that sign-up never fails because of them. That of the application is the service's.
create function private.create_profile() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_name text := private.visible_text(left(
    private.metadata_text(new.raw_user_meta_data, array['full_name', 'name']), 100));
  v_avatar text :=
    private.metadata_text(new.raw_user_meta_data, array['avatar_url', 'picture']);
begin
  -- Some providers send the e-mail address as the name; name and handle are public.
  if position(lower(new.email) in lower(v_name)) > 0 or v_name !~ '\S' then
    v_name := null;
  end if;
  if not private.is_web_address(v_avatar) then
    v_avatar := null;
  end if;
  loop
    begin
      insert into public.profiles (id, handle, full_name, avatar_url, is_ai)
      values (new.id, private.make_handle(v_name), v_name, v_avatar,
        coalesce(new.raw_app_meta_data @> '{"is_ai": true}', false));
      return null;
    exception when unique_violation then
      -- Another sign-up took the handle meanwhile; the next one is random.
      if exists (select from public.profiles where id = new.id) then
        return null;
      end if;
    end;
  end loop;
end
$$;

create trigger create_profile after insert on auth.users
  for each row execute function private.create_profile();

-- Metadata is free JSON of the client, and part of every access token.
create function private.limit_user_metadata() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if not private.is_settings(coalesce(new.raw_user_meta_data, '{}')) then
    raise exception 'User metadata: expected at most 16 kB, 32 levels and 200 keys'
      using errcode = '23514';
  end if;
  return new;
end
$$;

create trigger limit_user_metadata before insert or update of raw_user_meta_data on auth.users
  for each row execute function private.limit_user_metadata();

-- Roles in the token ------------------------------------------------------------------------------

-- Custom access token hook of Supabase Auth: adds the claim `user_role` and refuses blocked users.
-- A user whose deletion is in progress may sign in, in order to request it again after an
-- interruption.
create function public.custom_access_token_hook(event jsonb) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  v_role text;
  v_active boolean;
begin
  select role, is_active into v_role, v_active
  from public.profiles where id = (event ->> 'user_id')::uuid;
  if not v_active and not private.is_leaving((event ->> 'user_id')::uuid) then
    return jsonb_build_object(
      'error', jsonb_build_object('http_code', 403, 'message', 'This account is blocked'));
  end if;
  return jsonb_set(event, '{claims,user_role}', to_jsonb(coalesce(v_role, 'user')));
end
$$;

grant execute on function public.custom_access_token_hook to supabase_auth_admin;

-- Changes by the owner ----------------------------------------------------------------------------

-- Changes the given fields of the caller's profile, if it has one of the versions. Merges preferences
-- key by key, those of `notification_types` too, where null removes a key.
create function public.update_profile(p_changes jsonb, p_versions integer[] default null)
returns setof public.profiles
language sql volatile set search_path = ''
as $$
  update public.profiles set
    handle = coalesce(p_changes ->> 'handle', handle),
    full_name = case when p_changes ? 'full_name' then p_changes ->> 'full_name' else full_name end,
    avatar_url = case when p_changes ? 'avatar_url' then p_changes ->> 'avatar_url' else avatar_url end,
    timezone = coalesce(p_changes ->> 'timezone', timezone),
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

create policy avatars_all_active on storage.objects as restrictive to authenticated
  using (bucket_id <> 'avatars' or (select private.caller_is_active()));
create policy avatars_select_owner on storage.objects for select to authenticated
  using (bucket_id = 'avatars' and starts_with(name, (select auth.uid()) || '/'));

-- A profile that shows another picture no longer refers to its file.
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
  'change', 90, p_condition => 'blocked_user_ids <> ''{}'' and blocked_user_ids @> array[$1]',
  p_change => 'blocked_user_ids = array_remove(blocked_user_ids, $1)');
select private.register_person_column('public.profile_cards', 'id',
  'A copy of parts of the profile.');
select private.register_person_column('private.account_deletions', 'user_id',
  'Record of the deletion, needed to remove the account from a restored backup.', 'keep');
