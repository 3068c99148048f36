-- What super admins do with users: find them, say who may what, adjust their drops.

create extension if not exists pg_trgm with schema extensions;

-- What the search for users looks through, here because nothing can be indexed in `auth`, where the
-- e-mail addresses are.
create table private.user_directory (
  user_id uuid primary key
    constraint user_directory_user_id_fkey references public.profiles (id) on delete cascade,
  email text,
  words text not null,
  created_at timestamptz not null
);

comment on table private.user_directory is
  'E-mail address and search words of each user, kept by triggers.';
comment on column private.user_directory.words is
  'Name, handle and address in lower case, a space before each.';

create index user_directory_page_idx on private.user_directory (created_at desc, user_id desc);
create index user_directory_email_idx on private.user_directory (lower(email));
create index user_directory_words_idx
  on private.user_directory using gin (words extensions.gin_trgm_ops);
-- The planner has to know which letters are rare: those are looked up, common ones met on the way.
alter table private.user_directory alter column words set statistics 1000;
create index profiles_blocked_idx on public.profiles (id) where not is_active;

alter table private.user_directory enable row level security;
create policy user_directory_all_nobody on private.user_directory using (false);

create function private.sync_user_directory(p_user_id uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  insert into private.user_directory (user_id, email, words, created_at)
  select p.id, nullif(u.email, ''),
    lower(concat(' ' || p.full_name, ' ', p.handle, ' ' || nullif(u.email, ''))
      collate pg_catalog.pg_c_utf8),
    p.created_at
  from public.profiles as p join auth.users as u on u.id = p.id
  where p.id = p_user_id
  on conflict (user_id) do update set email = excluded.email, words = excluded.words;
end
$$;

create function private.sync_user_directory_row() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.sync_user_directory(new.id);
  return null;
end
$$;

create trigger profiles_510_sync_directory after insert or update of full_name, handle
  on public.profiles for each row execute function private.sync_user_directory_row();
create trigger sync_user_directory after update of email on auth.users
  for each row when (old.email is distinct from new.email)
  execute function private.sync_user_directory_row();

select private.sync_user_directory(id) from public.profiles;

-- Users as super admins see them -----------------------------------------------------------------

create type private.admin_user as (
  id uuid, email text, handle text, full_name text, avatar_url text, role text, is_active boolean,
  is_ai boolean, is_classroom boolean, drops_balance integer, token_usage jsonb,
  created_at timestamptz
);

-- These users in this order, with what their AI calls of this month (UTC) came to.
create function private.admin_users(p_ids uuid[]) returns setof private.admin_user
language plpgsql stable security definer rows 50 set search_path = ''
as $$
declare
  v_month timestamptz := date_trunc('month', now() at time zone 'utc') at time zone 'utc';
  v_rate numeric := private.tokens_per_drop();
begin
  return query
    select p.id, d.email, p.handle, p.full_name, p.avatar_url, p.role, p.is_active, p.is_ai,
      p.is_classroom, p.drops_balance,
      jsonb_build_object(
        'total_tokens', u.total_tokens, 'total_cost_usd', u.total_cost_usd, 'tone', u.tone,
        'images', u.images, 'packs', u.packs, 'other', u.other,
        'drops_equivalent', trim_scale(round(u.total_tokens / v_rate, 2))),
      p.created_at
    from unnest(p_ids) with ordinality as page (id, place)
    join public.profiles as p on p.id = page.id
    left join private.user_directory as d on d.user_id = p.id
    join private.months_of_usage(p_ids, v_month) as u on u.user_id = p.id
    order by page.place;
end
$$;

-- One page of users, newest first: up to p_limit older than (p_before_at, p_before_id). `p_query`
-- is looked for anywhere in name, handle and address; fewer than three characters at their
-- beginnings.
create function private.admin_list_users(
  p_query text, p_role text, p_is_active boolean, p_before_at timestamptz, p_before_id uuid,
  p_limit integer
) returns setof private.admin_user
language plpgsql stable security definer rows 50
set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
declare
  v_query text := regexp_replace(
    lower(btrim(p_query) collate pg_catalog.pg_c_utf8), '([\\%_])', '\\\1', 'g');
  v_pattern text := '%' || case when char_length(btrim(p_query)) < 3 then ' ' else '' end
    || v_query || '%';
  v_ids uuid[];
begin
  perform private.require_super_admin();
  v_ids := array(
    select d.user_id from private.user_directory as d
    join public.profiles as p on p.id = d.user_id
    where (coalesce(v_query, '') = '' or d.words like v_pattern)
      and (p_role is null or p.role = p_role)
      and (p_is_active is null or p.is_active = p_is_active)
      and (p_before_at is null or (d.created_at, d.user_id) < (p_before_at, p_before_id))
    order by d.created_at desc, d.user_id desc
    limit least(greatest(p_limit, 1), 101)
  );
  return query select * from private.admin_users(v_ids);
end
$$;

create function public.admin_list_users(
  p_query text default null, p_role text default null, p_is_active boolean default null,
  p_before_at timestamptz default null, p_before_id uuid default null, p_limit integer default 50
) returns table (
  id uuid, email text, handle text, full_name text, avatar_url text, role text, is_active boolean,
  is_ai boolean, is_classroom boolean, drops_balance integer, token_usage jsonb,
  created_at timestamptz
)
language sql stable set search_path = ''
as $$
  select * from private.admin_list_users(
    p_query, p_role, p_is_active, p_before_at, p_before_id, p_limit)
$$;

-- What becomes of a user -------------------------------------------------------------------------

-- Changes one of role, is_active and is_classroom, and says so in the audit log.
create function private.administer_user(p_user_id uuid, p_change jsonb)
returns setof private.admin_user
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_field text;
  v_before jsonb;
begin
  perform private.require_super_admin();
  perform private.lock_super_admins();
  -- Who has waited here may have been demoted meanwhile.
  perform private.require_super_admin();

  select min(key) into v_field from jsonb_object_keys(p_change) as key having count(*) = 1;
  if v_field is null or v_field not in ('role', 'is_active', 'is_classroom') then
    perform private.refuse(400, 'change: expected one of role, is_active, is_classroom');
  end if;
  select to_jsonb(p) -> v_field into v_before
  from public.profiles as p where id = p_user_id for no key update;
  if v_before is null then
    perform private.refuse(404, 'User not found');
  end if;
  update public.profiles set
    role = case when v_field = 'role' then p_change ->> v_field else role end,
    is_active = case when v_field = 'is_active'
      then (p_change ->> v_field)::boolean else is_active end,
    is_classroom = case when v_field = 'is_classroom'
      then (p_change ->> v_field)::boolean else is_classroom end
  where id = p_user_id;
  perform private.audit(
    case v_field when 'role' then 'user.role' when 'is_classroom' then 'user.classroom'
      else case when (p_change ->> v_field)::boolean then 'user.unblock' else 'user.block' end end,
    'user', p_user_id::text, jsonb_build_object(v_field, v_before), p_change);
  return query select * from private.admin_users(array[p_user_id]);
end
$$;

-- Posts an adjustment to the ledger. The same caller and key post once.
create function private.adjust_drops(
  p_user_id uuid, p_delta integer, p_reason text, p_idempotency_key text
) returns setof public.drop_transactions
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_caller uuid := private.require_super_admin();
  v_key text := 'admin:' || v_caller || ':' || p_idempotency_key;
  v_entry public.drops_ledger;
begin
  if not exists (select from public.profiles where id = p_user_id) then
    perform private.refuse(404, 'User not found');
  end if;
  v_entry := private.post_drop(
    p_user_id, p_delta, 'admin_adjustment', p_reason, 'admin', null, v_key, v_caller);
  if v_entry.id is not null then
    perform private.audit('user.drops', 'user', p_user_id::text,
      jsonb_build_object('drops_balance', v_entry.balance_after - v_entry.delta),
      jsonb_build_object('drops_balance', v_entry.balance_after), p_reason);
  else
    select * into v_entry from public.drops_ledger
    where user_id = p_user_id and idempotency_key = v_key;
    if (v_entry.delta, v_entry.reason) is distinct from (p_delta, p_reason) then
      perform private.refuse(409, 'Idempotency-Key: used for another request before');
    end if;
  end if;
  return query select * from public.drop_transactions as t where t.id = v_entry.id;
end
$$;

create function public.administer_user(p_user_id uuid, p_change jsonb) returns table (
  id uuid, email text, handle text, full_name text, avatar_url text, role text, is_active boolean,
  is_ai boolean, is_classroom boolean, drops_balance integer, token_usage jsonb,
  created_at timestamptz
)
language sql volatile rows 1 set search_path = ''
as $$ select * from private.administer_user(p_user_id, p_change) $$;

create function public.adjust_drops(
  p_user_id uuid, p_delta integer, p_reason text, p_idempotency_key text default null
) returns setof public.drop_transactions
language sql volatile rows 1 set search_path = ''
as $$ select * from private.adjust_drops(p_user_id, p_delta, p_reason, p_idempotency_key) $$;

select private.open_to_callers(array[
  'admin_list_users(text, text, boolean, timestamptz, uuid, integer)',
  'administer_user(uuid, jsonb)', 'adjust_drops(uuid, integer, text, text)'
]);
