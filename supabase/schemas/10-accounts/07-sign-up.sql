-- Sign-up and sign-in: the profile of a new user, and the role in the token.

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
  v_timezone text :=
    coalesce(private.metadata_text(new.raw_user_meta_data, array['timezone']), 'UTC');
  v_language text :=
    coalesce(private.metadata_text(new.raw_user_meta_data, array['language']), 'en');
begin
  -- Some providers send the e-mail address as the name; name and handle are public.
  if position(lower(new.email) in lower(v_name)) > 0 or v_name !~ '\S' then
    v_name := null;
  end if;
  if not private.is_web_address(v_avatar) then
    v_avatar := null;
  end if;
  if not private.is_timezone(v_timezone) then
    v_timezone := 'UTC';
  end if;
  if v_language <> all (private.languages()) then
    v_language := 'en';
  end if;
  loop
    insert into public.profiles (id, handle, full_name, avatar_url, is_ai, timezone, language)
    values (new.id, private.make_handle(v_name), v_name, v_avatar,
      coalesce(new.raw_app_meta_data @> '{"is_ai": true}', false), v_timezone, v_language)
    on conflict do nothing;
    -- If another sign-up took the handle meanwhile, the next one is random.
    exit when found or exists (select from public.profiles where id = new.id);
  end loop;
  return null;
end
$$;

create trigger create_profile after insert on auth.users
  for each row execute function private.create_profile();

-- Metadata is free JSON of the client, and part of every access token. Supabase Auth answers 500
-- where a trigger refuses: of more than 16 kB, 32 levels or 200 keys, the beginnings of the known
-- texts stay.
create function private.limit_user_metadata() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if not private.is_settings(coalesce(new.raw_user_meta_data, '{}')) then
    new.raw_user_meta_data := (
      select coalesce(jsonb_object_agg(key, case
        when jsonb_typeof(value) = 'string' then to_jsonb(left(value #>> '{}', 1000))
        else value end), '{}')
      from jsonb_each(new.raw_user_meta_data)
      where key in ('sub', 'email', 'email_verified', 'phone_verified', 'full_name', 'name',
        'avatar_url', 'picture', 'timezone', 'language')
        and jsonb_typeof(value) in ('string', 'boolean'));
  end if;
  return new;
end
$$;

create trigger limit_user_metadata before insert or update of raw_user_meta_data on auth.users
  for each row execute function private.limit_user_metadata();

-- Roles in the token ------------------------------------------------------------------------------

-- Custom access token hook of Supabase Auth: adds the claim `user_role`, refuses blocked users, and
-- sessions that a super admin who acts as a user may have begun in another way.
-- A user whose deletion is in progress may sign in, in order to request it again after an
-- interruption.
create function public.custom_access_token_hook(event jsonb) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  v_role text;
  v_active boolean;
  v_ends timestamptz;
begin
  select role, is_active into v_role, v_active
  from public.profiles where id = (event ->> 'user_id')::uuid;
  if not v_active and not private.is_leaving((event ->> 'user_id')::uuid) then
    return jsonb_build_object(
      'error', jsonb_build_object('http_code', 403, 'message', 'This account is blocked'));
  end if;
  if not private.may_get_tokens(
    (event ->> 'user_id')::uuid, (event #>> '{claims,session_id}')::uuid) then
    return jsonb_build_object('error', jsonb_build_object('http_code', 403, 'message',
      'A passkey was added while a super admin acts as this user: sign in when that has ended'));
  end if;
  -- The auth service takes an access token after its session has ended, also for a new password.
  v_ends := private.impersonation_ends((event #>> '{claims,session_id}')::uuid);
  if v_ends is not null then
    event := jsonb_set(event, '{claims,exp}', to_jsonb(least(
      (event #>> '{claims,exp}')::bigint, floor(extract(epoch from v_ends))::bigint)));
  end if;
  return jsonb_set(event, '{claims,user_role}', to_jsonb(coalesce(v_role, 'user')));
end
$$;

grant execute on function public.custom_access_token_hook to supabase_auth_admin;
