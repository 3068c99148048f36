-- Feature flags: on for everyone, for a percentage of the users, or for users by name.

create table public.feature_flags (
  key text primary key check (key ~ '^[a-z0-9][a-z0-9_.-]{0,63}$'),
  description text not null default '' check (char_length(description) <= 2000),
  enabled boolean not null default false,
  percentage smallint not null default 0 check (percentage between 0 and 100),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

select private.guard_table('public.feature_flags', 'Features on trial, and for whom they are on.');
comment on column public.feature_flags.enabled is 'On for everyone.';
comment on column public.feature_flags.percentage is
  'On for this share of the users. A larger share includes a smaller one.';

create table public.feature_flag_users (
  flag_key text not null references public.feature_flags (key) on delete cascade on update cascade,
  user_id uuid not null references public.profiles (id) on delete cascade,
  primary key (flag_key, user_id)
);

select private.guard_table('public.feature_flag_users',
  'Users for whom a flag is on individually.');

create index feature_flag_users_user_id_idx on public.feature_flag_users (user_id, flag_key);

select private.let_read('super_admin', 'public.feature_flags', 'public.feature_flag_users');

-- Flags of the caller -----------------------------------------------------------------------------

-- The place of a user in the order of a flag, 0 to 99, evenly distributed and constant. Each flag
-- has its own order, so that trials reach different users.
create function private.flag_bucket(p_key text, p_user_id uuid) returns integer
language sql immutable set search_path = ''
as $$
  select (('x' || left(md5(p_key || ':' || p_user_id), 8))::bit(32)::bigint % 100)::integer
$$;

create function private.my_feature_flags() returns text[]
language sql stable security definer set search_path = ''
as $$
  select private.require_caller();
  select array(
    select f.key from public.feature_flags as f
    where f.enabled
      or private.flag_bucket(f.key, (select auth.uid())) < f.percentage
      or exists (
        select from public.feature_flag_users as u
        where u.flag_key = f.key and u.user_id = (select auth.uid())
      )
    order by f.key
  )
$$;
comment on function private.my_feature_flags is 'Keys of the flags that are on for the caller.';

-- Administration ----------------------------------------------------------------------------------

-- A flag as super admins see it.
create function private.flag_json(p_key text) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select to_jsonb(f) || jsonb_build_object('user_ids', coalesce((
    select jsonb_agg(u.user_id order by u.user_id)
    from public.feature_flag_users as u where u.flag_key = f.key
  ), '[]'))
  from public.feature_flags as f where f.key = p_key
$$;

-- One page of flags in the order of their keys, after p_after.
create function private.admin_list_feature_flags(
  p_after text default null, p_limit integer default 50
) returns setof jsonb
language sql stable security definer rows 50 set search_path = ''
as $$
  select private.require_super_admin();
  select private.flag_json(f.key) from (
    select key from public.feature_flags where p_after is null or key > p_after
    order by key limit private.page_limit(p_limit)
  ) as f order by f.key
$$;

-- Creates or changes a flag: the given ones of description, enabled, percentage and user_ids.
-- user_ids replaces the whole list.
create function private.set_feature_flag(p_key text, p_changes jsonb) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_before jsonb;
  v_after jsonb;
  v_user_ids uuid[];
begin
  perform private.require_super_admin();
  insert into public.feature_flags (key) values (p_key) on conflict (key) do nothing;
  -- A flag that this call has created has no state before.
  if not found then
    perform 1 from public.feature_flags where key = p_key for no key update;
    v_before := private.flag_json(p_key);
  end if;
  update public.feature_flags as f set (description, enabled, percentage) = (
    select description, enabled, percentage from private.changed(f, p_changes))
  where key = p_key;
  if p_changes ? 'user_ids' then
    v_user_ids := array(
      select distinct private.short(jsonb_build_object('user_ids', value), 'user_ids')::uuid
      from jsonb_array_elements_text(p_changes -> 'user_ids') as value);
    perform private.refuse_if(cardinality(v_user_ids) > 1000,
      400, 'user_ids: expected at most 1000 items', 'too_many');
    delete from public.feature_flag_users
    where flag_key = p_key and user_id <> all (v_user_ids);
    insert into public.feature_flag_users (flag_key, user_id)
    select p_key, id from unnest(v_user_ids) as id
    on conflict (flag_key, user_id) do nothing;
  end if;
  v_after := private.flag_json(p_key);
  perform private.audit('feature_flag.set', 'feature_flag', p_key, v_before, v_after);
  return v_after;
end
$$;

create function private.delete_feature_flag(p_key text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_before jsonb;
begin
  perform private.require_super_admin();
  perform from public.feature_flags where key = p_key for update;
  perform private.refuse_if(not found, 404, 'Feature flag not found');
  v_before := private.flag_json(p_key);
  delete from public.feature_flags where key = p_key;
  perform private.audit('feature_flag.delete', 'feature_flag', p_key, v_before, null);
end
$$;

select private.expose('authenticated', 'my_feature_flags', 'admin_list_feature_flags',
  'set_feature_flag', 'delete_feature_flag');

select private.register_personal_data('public.feature_flag_users', 'delete', 80,
  p_section => 'feature_flags', p_page_key => '{flag_key}');
