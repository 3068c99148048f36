-- Profiles: one for each user, made by sign-up; roles; what others may see of a person.

create table public.profiles (
  id uuid primary key
    constraint profiles_id_fkey references auth.users (id) on delete cascade,
  handle text not null
    constraint profiles_handle_check check (handle ~ '^[A-Za-z0-9_]{3,30}$'),
  full_name text
    constraint profiles_full_name_check check (char_length(full_name) <= 100 and full_name ~ '\S'),
  avatar_url text
    constraint profiles_avatar_url_check
      check (avatar_url ~ '^https://[^\s]+$' and char_length(avatar_url) <= 2048),
  preferences jsonb not null default '{}',
  role text not null default 'user'
    constraint profiles_role_check check (role in ('user', 'super_admin')),
  drops_balance integer not null default 0
    constraint profiles_drops_balance_check check (drops_balance >= 0),
  is_ai boolean not null default false,
  is_active boolean not null default true,
  is_classroom boolean not null default false,
  read_notes_enabled boolean not null default false,
  check_in_enabled boolean not null default false,
  timezone text not null default 'UTC'
    constraint profiles_timezone_check check (private.is_timezone(timezone)),
  blocked_user_ids uuid[] not null default '{}'
    constraint profiles_blocked_user_ids_check
      check (cardinality(blocked_user_ids) <= 1000 and array_position(blocked_user_ids, null) is null),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint profiles_preferences_check check (
    private.is_settings(preferences)
    and coalesce(jsonb_typeof(preferences -> 'theme') = 'string', true)
    and coalesce(jsonb_typeof(preferences -> 'notifications') = 'boolean', true)
    and (
      coalesce(jsonb_typeof(preferences -> 'active_tone_pack_id') = 'null', true)
      or coalesce(
        preferences ->> 'active_tone_pack_id'
          ~ '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$', false)
    )
  )
);

comment on table public.profiles is
  'What the service knows of a user. Read by its owner and super admins; others see profile_cards.';
comment on column public.profiles.handle is
  'Name for mentions: unique without regard to case, never made from the e-mail address.';
comment on column public.profiles.drops_balance is 'Current drops; moved by the ledger alone.';
comment on column public.profiles.is_ai is 'Marks a synthetic user.';
comment on column public.profiles.is_active is 'False shuts the user out of everything at once.';
comment on column public.profiles.read_notes_enabled is 'The assistant may read the entries.';
comment on column public.profiles.blocked_user_ids is
  'People whose drops this user does not want to receive.';

create unique index profiles_handle_key on public.profiles (lower(handle));
create index profiles_super_admins_idx on public.profiles (id) where role = 'super_admin';

-- What everyone signed in may see of a person. Columns that name another person reference this
-- table, so that clients can embed it.
create table public.profile_cards (
  id uuid primary key
    constraint profile_cards_id_fkey references public.profiles (id) on delete cascade,
  handle text not null,
  full_name text,
  avatar_url text
);

comment on table public.profile_cards is 'The public part of each profile, kept by a trigger.';

create unique index profile_cards_handle_key on public.profile_cards (lower(handle));

-- Who is calling ---------------------------------------------------------------------------------
--
-- What policies call is plpgsql throughout: its plans are kept for the connection, while a definer
-- function in language sql is parsed and planned again at every query.

-- False for a blocked or deleted user, and for a session that was ended. Stands in the restrictive
-- policy of every table.
create function private.caller_is_active() returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (select from public.profiles where id = (select auth.uid()) and is_active)
    and not private.session_has_ended();
end
$$;

-- A super admin is one whose token and whose profile both say so: promotion needs a fresh token,
-- demotion works at once.
create function private.is_super_admin() returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  -- Most callers end here, without a look at the table.
  if (select auth.jwt()) ->> 'user_role' is distinct from 'super_admin' then
    return false;
  end if;
  return exists (
    select from public.profiles
    where id = (select auth.uid()) and role = 'super_admin' and is_active
  );
end
$$;

-- Runs before every request of the Data API: refuses whoever is shut out with a reason. A
-- function that serves super admins alone says so in a header: the claim of a token may be an hour
-- old, the profile is not.
create function private.pre_request() returns void
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_headers jsonb := nullif(current_setting('request.headers', true), '');
  v_active boolean;
begin
  -- The planner estimates from statistics over every row, and so from what the caller may not see.
  if v_headers ->> 'prefer' ~* 'count\s*=\s*(planned|estimated)'
    and (select auth.role()) is distinct from 'service_role' then
    perform private.refuse(400, 'Prefer: count=exact is the only count');
  end if;
  if (select auth.uid()) is null or (select auth.role()) is distinct from 'authenticated' then
    return;
  end if;
  select is_active into v_active from public.profiles where id = (select auth.uid());
  if v_active is null then
    perform private.refuse(401, 'This account no longer exists');
  elsif private.session_has_ended() then
    perform private.refuse(401, 'This session has ended');
  elsif not v_active and private.is_leaving((select auth.uid())) then
    perform private.refuse(403, 'This account is being deleted');
  elsif not v_active then
    perform private.refuse(403, 'This account is blocked');
  elsif v_headers ->> 'x-required-role' = 'super_admin' and not private.is_super_admin() then
    perform private.refuse(403, 'Only super admins may do this');
  end if;
end
$$;

-- The caller's id, or a refusal: for definer functions, which row security does not guard.
create function private.require_caller() returns uuid
language plpgsql stable security definer set search_path = ''
as $$
begin
  if (select auth.uid()) is null then
    perform private.refuse(401, 'Sign in first');
  end if;
  if not private.caller_is_active() then
    perform private.refuse(403, 'This account is blocked');
  end if;
  return (select auth.uid());
end
$$;

-- Refuses blocked and deleted callers, and does nothing else.
create function public.check_caller() returns void
language sql stable set search_path = ''
as $$ select private.require_caller() $$;

create function private.require_super_admin() returns uuid
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_caller();
  if not private.is_super_admin() then
    perform private.refuse(403, 'Only super admins may do this');
  end if;
  return (select auth.uid());
end
$$;

grant execute on function private.caller_is_active(), private.is_super_admin() to authenticated;
revoke all on function public.check_caller(), private.require_caller() from public;
grant execute on function public.check_caller(), private.require_caller() to authenticated;
grant execute on function private.pre_request() to anon, authenticated, service_role;

alter role authenticator set pgrst.db_pre_request = 'private.pre_request';
notify pgrst, 'reload config';

-- Row security -----------------------------------------------------------------------------------

alter table public.profiles enable row level security;
alter table public.profile_cards enable row level security;

create policy profiles_all_active on public.profiles as restrictive to authenticated
  using ((select private.caller_is_active()));
create policy profiles_select_owner on public.profiles for select to authenticated
  using (id = (select auth.uid()) or (select private.is_super_admin()));
create policy profiles_update_owner on public.profiles for update to authenticated
  using (id = (select auth.uid())) with check (id = (select auth.uid()));
create policy profiles_select_auth on public.profiles for select to supabase_auth_admin
  using (true);

create policy profile_cards_all_active on public.profile_cards as restrictive to authenticated
  using ((select private.caller_is_active()));
create policy profile_cards_select_everyone on public.profile_cards for select to authenticated
  using (true);

grant select on public.profiles, public.profile_cards to authenticated;
grant update (
  handle, full_name, avatar_url, preferences, timezone, read_notes_enabled, check_in_enabled,
  blocked_user_ids
) on public.profiles to authenticated;
grant all on public.profiles, public.profile_cards to service_role;

-- Triggers ---------------------------------------------------------------------------------------

create trigger profiles_100_set_updated_at before update on public.profiles
  for each row execute function private.set_updated_at();

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

create trigger profiles_500_sync_card
  after insert or update of handle, full_name, avatar_url on public.profiles
  for each row execute function private.sync_profile_card();

-- A free handle near the name; random letters when the name gives too little or is taken.
create function private.make_handle(p_name text) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_base text := left(trim('_' from lower(regexp_replace(
    regexp_replace(normalize(coalesce(p_name, ''), nfkd), '[\u0300-\u036f]', '', 'g'),
    '[^A-Za-z0-9]+', '_', 'g'))), 20);
  v_handle text := v_base;
begin
  if char_length(v_base) < 3 then
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

-- The first of the keys that holds a text, without the white space around it.
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

-- Every new user gets a profile. What the client sent as metadata is its own words: what does not
-- fit is left out, so that sign-up never fails for it.
create function private.create_profile() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_name text := left(
    private.metadata_text(new.raw_user_meta_data, array['full_name', 'name']), 100);
  v_avatar text :=
    private.metadata_text(new.raw_user_meta_data, array['avatar_url', 'picture']);
begin
  -- Some providers send the address for want of a name; name and handle are public.
  if position(lower(new.email) in lower(v_name)) > 0 then
    v_name := null;
  end if;
  if v_avatar !~ '^https://[^\s]+$' or char_length(v_avatar) > 2048 then
    v_avatar := null;
  end if;
  loop
    begin
      insert into public.profiles (id, handle, full_name, avatar_url)
      values (new.id, private.make_handle(v_name), v_name, v_avatar);
      return null;
    exception when unique_violation then
      -- Somebody took the handle in between; the next one is random.
      if exists (select from public.profiles where id = new.id) then
        return null;
      end if;
    end;
  end loop;
end
$$;

create trigger create_profile after insert on auth.users
  for each row execute function private.create_profile();

-- Roles in the token -----------------------------------------------------------------------------

-- Custom access token hook of Supabase Auth: adds the claim `user_role`, refuses blocked users. Who
-- is leaving may still sign in, because an interrupted deletion has to be asked for again.
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

grant usage on schema public to supabase_auth_admin;
grant select (id, role, is_active) on public.profiles to supabase_auth_admin;
revoke all on function public.custom_access_token_hook(jsonb)
  from public, anon, authenticated, service_role;
grant execute on function public.custom_access_token_hook(jsonb) to supabase_auth_admin;

-- The caller's own profile -----------------------------------------------------------------------

-- Changes the given fields of the caller's profile; preferences are merged key by key.
create function public.update_profile(p_changes jsonb) returns setof public.profiles
language sql volatile set search_path = ''
as $$
  update public.profiles set
    handle = coalesce(p_changes ->> 'handle', handle),
    full_name = case when p_changes ? 'full_name' then p_changes ->> 'full_name' else full_name end,
    avatar_url = case when p_changes ? 'avatar_url' then p_changes ->> 'avatar_url' else avatar_url end,
    timezone = coalesce(p_changes ->> 'timezone', timezone),
    preferences = preferences || coalesce(p_changes -> 'preferences', '{}'),
    blocked_user_ids = case
      when p_changes ? 'blocked_user_ids'
        then array(select distinct value::uuid
                   from jsonb_array_elements_text(p_changes -> 'blocked_user_ids'))
      else blocked_user_ids end
  where id = (select auth.uid())
  returning *
$$;

revoke all on function public.update_profile(jsonb) from public, anon, service_role;
grant execute on function public.update_profile(jsonb) to authenticated;
