-- Accounts: profiles with their public cards, and who reads and writes them.

create table public.profiles (
  id uuid primary key references auth.users (id) on delete cascade,
  handle text not null,
  full_name text,
  avatar_url text,
  avatar_path text unique,
  preferences jsonb not null default '{}',
  role text not null default 'user' check (role in ('user', 'super_admin')),
  drops_balance integer not null default 0 check (drops_balance >= 0),
  is_ai boolean not null default false,
  is_active boolean not null default true,
  is_classroom boolean not null default false,
  read_notes_enabled boolean not null default false,
  check_in_enabled boolean not null default false,
  mood_analysis_enabled boolean not null default true,
  timezone text not null default 'UTC',
  language text not null default 'en',
  blocked_user_ids uuid[] not null default '{}',
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
) with (fillfactor = 85);

select private.check_language('public.profiles');

-- Requests and jobs change balances all the time, and seldom these columns.
select private.check_written('public.profiles', 'profiles_handle_check',
    $$new.handle ~ '^[A-Za-z0-9_]{3,30}$'$$, 'handle'),
  private.check_written('public.profiles', 'profiles_handle_reserved_check',
    'not private.is_reserved_handle(new.handle)', 'handle'),
  private.check_written('public.profiles', 'profiles_full_name_check',
    $$char_length(new.full_name) <= 100 and new.full_name ~ '\S'$$, 'full_name'),
  private.check_written('public.profiles', 'profiles_full_name_visible_check',
    'new.full_name = private.visible_text(new.full_name)', 'full_name'),
  private.check_written('public.profiles', 'profiles_avatar_url_length_check',
    'char_length(new.avatar_url) <= 2048', 'avatar_url'),
  -- The address of an uploaded picture is the project's own, which is http on the local platform.
  private.check_written('public.profiles', 'profiles_avatar_url_check', $$
    private.is_web_address(new.avatar_url)
    or new.avatar_path is not null and new.avatar_url ~ '^http://[^\s]+$'
      and right(new.avatar_url, length(new.avatar_path)) = new.avatar_path$$,
    'avatar_url', 'avatar_path'),
  private.check_written('public.profiles', 'profiles_avatar_path_check',
    $$starts_with(new.avatar_path, new.id || '/')$$, 'avatar_path'),
  private.check_written('public.profiles', 'profiles_blocked_user_ids_check',
    'cardinality(new.blocked_user_ids) <= 1000
      and array_position(new.blocked_user_ids, null) is null
      and array_position(new.blocked_user_ids, new.id) is null', 'blocked_user_ids'),
  private.check_written('public.profiles', 'profiles_timezone_check',
    'private.is_timezone(new.timezone)', 'timezone'),
  private.check_written('public.profiles', 'profiles_preferences_check', $$
    private.is_settings(new.preferences)
    and coalesce(jsonb_typeof(new.preferences -> 'theme') = 'string', true)
    and coalesce(jsonb_typeof(new.preferences -> 'notifications') = 'boolean', true)
    and coalesce(jsonb_typeof(new.preferences -> 'mosaic_photo') = 'boolean', true)
    and coalesce(jsonb_typeof(new.preferences -> 'weekly_review') = 'boolean', true)
    and coalesce(jsonb_typeof(new.preferences -> 'weekly_review_mail') = 'boolean', true)
    and coalesce(jsonb_typeof(new.preferences -> 'friend_done') = 'boolean', true)
    and coalesce(jsonb_typeof(new.preferences -> 'friend_entries') = 'boolean', true)
    and coalesce(jsonb_typeof(new.preferences -> 'care_card') = 'boolean', true)
    and coalesce(jsonb_typeof(new.preferences -> 'notification_types') = 'object', true)
    and coalesce(not jsonb_path_exists(
      new.preferences, 'strict $.notification_types.* ? (@.type() != "boolean")', '{}', true), true)
    and (
      coalesce(jsonb_typeof(new.preferences -> 'active_tone_pack_id') = 'null', true)
      or coalesce(
        new.preferences ->> 'active_tone_pack_id'
          ~ '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$', false)
    )$$, 'preferences');

comment on column public.profiles.handle is
  'The name for mentions: unique regardless of case, never derived from the e-mail address.';
comment on column public.profiles.avatar_path is
  'The uploaded picture in the bucket avatars; null when avatar_url is an address elsewhere.';
comment on column public.profiles.drops_balance is
  'The current balance of drops; only the ledger changes it.';
comment on column public.profiles.is_ai is 'Marks a synthetic user.';
comment on column public.profiles.is_active is 'False blocks the user from everything at once.';
comment on column public.profiles.read_notes_enabled is
  'Whether the assistant may read the user''s entries.';
comment on column public.profiles.mood_analysis_enabled is
  'Whether the service may send the user''s entries to the AI provider by itself, to find their moods.';
comment on column public.profiles.blocked_user_ids is
  'People whom this user blocks: they send no drops, and are not matched with the user.';

create unique index profiles_handle_key on public.profiles (lower(handle));
create index profiles_super_admins_idx on public.profiles (id) where role = 'super_admin';
create index profiles_blocked_idx on public.profiles (id) where not is_active;
create index profiles_blocked_user_ids_idx on public.profiles using gin (blocked_user_ids)
  where blocked_user_ids <> '{}';

-- The public part of a profile, for everyone who is signed in. Columns that name another person
-- reference this table, so that clients can embed it.
create table public.profile_cards (
  id uuid primary key references public.profiles (id) on delete cascade,
  handle text not null check (char_length(handle) <= 30),
  full_name text check (char_length(full_name) <= 100),
  avatar_url text check (char_length(avatar_url) <= 2048),
  is_synthetic boolean not null
);

create unique index profile_cards_handle_key on public.profile_cards (lower(handle));

-- Rights ------------------------------------------------------------------------------------------

select private.guard_table('public.profiles',
  'The service''s data about a user. The owner and super admins read it; everyone else reads profile_cards.',
  '{drops_balance}', p_stamp => false);
select private.guard_table('public.profile_cards',
  'The public part of each profile, kept by a trigger.');
comment on column public.profile_cards.is_synthetic is
  'Whether the service plays this user: a synthetic user, or the sender of the assistant.';

-- A statement that stamps the row itself, as each movement does, needs no trigger for it.
create trigger profiles_100_set_updated_at before update on public.profiles
  for each row when (new.updated_at = old.updated_at)
  execute function private.set_updated_at();

create policy profiles_select_owner on public.profiles for select to authenticated
  using (id = (select auth.uid()) or (select private.is_super_admin()));
create policy profiles_update_owner on public.profiles for update to authenticated
  using (id = (select auth.uid())) with check (id = (select auth.uid()));
create policy profiles_select_auth on public.profiles for select to supabase_auth_admin
  using (true);

grant select on public.profiles to authenticated;
grant select on public.profile_cards to authenticated, service_role;
grant update (
  handle, full_name, avatar_url, preferences, timezone, language, read_notes_enabled,
  check_in_enabled, mood_analysis_enabled, blocked_user_ids
) on public.profiles to authenticated;
grant all on public.profile_cards to service_role;
-- Without drops_balance: only the ledger's posting function changes a balance.
grant select, delete on public.profiles to service_role;

grant insert (
  id, handle, full_name, avatar_url, preferences, role, is_ai, is_active, is_classroom,
  read_notes_enabled, check_in_enabled, mood_analysis_enabled, timezone, language, blocked_user_ids
) on public.profiles to service_role;
grant update (
  handle, full_name, avatar_url, preferences, role, is_ai, is_active, is_classroom,
  read_notes_enabled, check_in_enabled, mood_analysis_enabled, timezone, language, blocked_user_ids
) on public.profiles to service_role;
grant select (id, role, is_active) on public.profiles to supabase_auth_admin;

-- Blocked users reach no file, whatever its bucket. Neither does a super admin who acts as a user:
-- an address that a client signs outlives the session. The functions sign for minutes.
create policy objects_all_active on storage.objects as restrictive to authenticated
  using ((select private.caller_is_active() and private.caller_is_account_holder()));
