-- Site settings and the configuration of AI: sixteen keys, each with a value of its own type.

-- A JSON null, or a text of 1 to p_max characters.
create function private.is_text_or_null(p_value jsonb, p_max integer) returns boolean
language sql immutable set search_path = ''
as $$
  select jsonb_typeof(p_value) = 'null'
    or jsonb_typeof(p_value) = 'string' and char_length(p_value #>> '{}') <= p_max
      and p_value #>> '{}' ~ '\S'
$$;

create table public.site_settings (
  key text primary key,
  value jsonb not null,
  updated_at timestamptz not null default now(),
  -- Only these keys exist.
  constraint site_settings_value_check check (coalesce(case key
    when 'signups_open' then jsonb_typeof(value) = 'boolean'
    when 'maintenance_message' then private.is_text_or_null(value, 500)
    when 'support_email' then private.is_text_or_null(value, 254)
      and coalesce(value #>> '{}' ~ '^[^\s@]+@[^\s@]+\.[^\s@]+$', true)
    when 'default_theme' then jsonb_typeof(value) = 'string'
      and private.is_text_or_null(value, 50)
    when 'chat_enabled' then jsonb_typeof(value) = 'boolean'
    when 'chat_model' then private.is_text_or_null(value, 100)
      and coalesce(value #>> '{}' ~ '^\S+$', true)
    when 'chat_system_prompt' then private.is_text_or_null(value, 8000)
    -- Whole numbers from 0 to 50.
    when 'chat_max_context_entries' then value #>> '{}' ~ '^([0-9]|[1-4][0-9]|50)$'
      and jsonb_typeof(value) = 'number'
    -- USD, up to a million.
    when 'ai_daily_cost_limit' then jsonb_typeof(value) = 'null'
      or jsonb_typeof(value) = 'number' and (value #>> '{}')::numeric between 0 and 1000000
    -- Of users without a subscription: USD for one of them, the part of the limit above for all of
    -- them, images for one of them, and whether these may be of the quality hd.
    when 'ai_free_cost_limit' then jsonb_typeof(value) = 'null'
      or jsonb_typeof(value) = 'number' and (value #>> '{}')::numeric between 0 and 1000000
    when 'ai_free_share_percent' then value #>> '{}' ~ '^([0-9]|[1-9][0-9]|100)$'
      and jsonb_typeof(value) = 'number'
    when 'ai_free_images' then value #>> '{}' ~ '^([0-9]|[1-9][0-9]{1,2}|1000)$'
      and jsonb_typeof(value) = 'number'
    when 'ai_free_hd_images' then jsonb_typeof(value) = 'boolean'
    -- For each user.
    when 'attachments_limit_mb' then jsonb_typeof(value) = 'number'
      and (value #>> '{}')::numeric between 0 and 1000000
    when 'texts_limit_mb' then jsonb_typeof(value) = 'number'
      and (value #>> '{}')::numeric between 0 and 1000000
    -- Drops, from 1 to 10,000.
    when 'streak_freeze_price' then value #>> '{}' ~ '^([1-9][0-9]{0,3}|10000)$'
      and jsonb_typeof(value) = 'number'
  end, false))
);

select private.guard_table('public.site_settings',
  'Settings of the site and its chat; super admins set them.');

insert into public.site_settings (key, value) values
  ('signups_open', 'true'),
  ('maintenance_message', 'null'),
  ('support_email', 'null'),
  ('default_theme', '"system"'),
  ('chat_enabled', 'true'),
  -- Null: the default of the deployment.
  ('chat_model', 'null'),
  ('chat_system_prompt', 'null'),
  ('chat_max_context_entries', '20'),
  -- Null: no limit.
  ('ai_daily_cost_limit', '20'),
  ('ai_free_cost_limit', '0.25'),
  ('ai_free_share_percent', '50'),
  ('ai_free_images', '5'),
  ('ai_free_hd_images', 'false'),
  ('attachments_limit_mb', '2048'),
  ('texts_limit_mb', '2048'),
  ('streak_freeze_price', '10');

-- Everyone reads the settings that a page needs before sign-in. Only super admins and the service
-- read the configuration of the chat.
create policy site_settings_select_anyone on public.site_settings for select to anon
  using (key in ('signups_open', 'maintenance_message', 'support_email', 'default_theme'));
create policy site_settings_select_everyone on public.site_settings for select to authenticated
  using (
    key in ('signups_open', 'maintenance_message', 'support_email', 'default_theme', 'chat_enabled')
    or (select private.is_super_admin())
  );
create policy site_settings_select_auth on public.site_settings for select to supabase_auth_admin
  using (key = 'signups_open');

grant select on public.site_settings to anon, authenticated, service_role, supabase_auth_admin;

-- The value of a setting, for other SQL functions.
create function private.site_setting(p_key text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select value from public.site_settings where key = p_key);
end
$$;

-- `p_change` is {value}.
create function private.set_site_setting(p_key text, p_change jsonb) returns public.site_settings
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_before public.site_settings;
  v_after public.site_settings;
begin
  perform private.require_super_admin();
  select * into v_before from public.site_settings where key = p_key for no key update;
  perform private.refuse_if(v_before.key is null, 404, 'Setting not found');
  update public.site_settings set value = p_change -> 'value' where key = p_key
  returning * into v_after;
  perform private.audit('setting.set', 'setting', p_key, v_before.value, v_after.value);
  return v_after;
end
$$;

-- Before-user-created hook of Supabase Auth: runs for every sign-up and invitation, but not for
-- accounts that the secret key creates.
create function public.before_user_created_hook(event jsonb) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  if exists (
    select from public.site_settings where key = 'signups_open' and value = 'false'
  ) then
    return jsonb_build_object(
      'error', jsonb_build_object('http_code', 403, 'message', 'Sign-up is closed'));
  end if;
  return '{}';
end
$$;

grant execute on function public.before_user_created_hook to supabase_auth_admin;

select private.expose('authenticated', 'set_site_setting');
