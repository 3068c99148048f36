-- The administration pages of super admins: users, organizations and health.

-- Users -------------------------------------------------------------------------------------------

create type private.admin_user as (
  id uuid, email text, handle text, full_name text, avatar_url text, role text, is_active boolean,
  is_ai boolean, is_classroom boolean, drops_balance integer, token_usage jsonb,
  created_at timestamptz
);

-- These users in this order, with the totals of their AI calls of this month (UTC).
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

-- The ids of one page of users, newest first: up to p_limit older than (p_before_at, p_before_id).
-- `p_query` matches anywhere in name, handle and address; with fewer than three characters only at
-- the beginning of words.
create function private.admin_user_page(
  p_query text, p_role text, p_is_active boolean, p_before_at timestamptz, p_before_id uuid,
  p_limit integer
) returns uuid[]
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_query constant text := regexp_replace(
    lower(btrim(p_query) collate pg_catalog.pg_c_utf8), '([\\%_])', '\\\1', 'g');
  v_pattern constant text := '%' || case when char_length(btrim(p_query)) < 3 then ' ' else '' end
    || v_query || '%';
begin
  return array(
    select d.user_id from private.user_directory as d
    join public.profiles as p on p.id = d.user_id
    where (coalesce(v_query, '') = '' or d.words like v_pattern)
      and (p_role is null or p.role = p_role)
      and (p_is_active is null or p.is_active = p_is_active)
      and (p_before_at is null or (d.created_at, d.user_id) < (p_before_at, p_before_id))
    order by d.created_at desc, d.user_id desc
    limit p_limit
  );
end
$$;

create function private.admin_list_users(
  p_query text default null, p_role text default null, p_is_active boolean default null,
  p_before_at timestamptz default null, p_before_id uuid default null, p_limit integer default 50
) returns setof private.admin_user
language plpgsql stable security definer rows 50 set search_path = ''
as $$
begin
  perform private.require_super_admin();
  return query select * from private.admin_users(private.admin_user_page(
    p_query, p_role, p_is_active, p_before_at, p_before_id, private.page_limit(p_limit)));
end
$$;

create function private.admin_get_user(p_user_id uuid) returns setof private.admin_user
language sql stable security definer rows 1 set search_path = ''
as $$
  select private.require_super_admin();
  select * from private.admin_users(array[p_user_id])
$$;

-- Changes one of role, is_active and is_classroom, and records it in the audit log.
create function private.administer_user(p_user_id uuid, p_change jsonb)
returns setof private.admin_user
language plpgsql volatile security definer rows 1 set search_path = ''
as $$
declare
  v_field text;
  v_before jsonb;
begin
  perform private.require_super_admin();
  perform private.lock_super_admins();
  -- The caller may have been demoted while waiting for the lock.
  perform private.require_super_admin();

  select min(key) into v_field from jsonb_object_keys(p_change) as key having count(*) = 1;
  perform private.refuse_if(v_field is null or v_field not in ('role', 'is_active', 'is_classroom'),
    400, 'change: expected one of role, is_active, is_classroom', 'unknown_value');
  select to_jsonb(p) -> v_field into v_before
  from public.profiles as p where id = p_user_id for no key update;
  perform private.refuse_if(v_before is null, 404, 'User not found');
  update public.profiles set
    role = case when v_field = 'role' then p_change ->> v_field else role end,
    is_active = case when v_field = 'is_active'
      then private.short(p_change, v_field)::boolean else is_active end,
    is_classroom = case when v_field = 'is_classroom'
      then private.short(p_change, v_field)::boolean else is_classroom end
  where id = p_user_id;
  perform private.audit(
    case v_field when 'role' then 'user.role' when 'is_classroom' then 'user.classroom'
      else case when private.short(p_change, v_field)::boolean
        then 'user.unblock' else 'user.block' end end,
    'user', p_user_id::text, jsonb_build_object(v_field, v_before), p_change);
  return query select * from private.admin_users(array[p_user_id]);
end
$$;

create function private.adjust_drops(
  p_user_id uuid, p_delta integer, p_reason text, p_idempotency_key text default null
) returns setof public.drop_transactions
language plpgsql volatile security definer rows 1 set search_path = ''
as $$
declare
  v_caller uuid := private.require_super_admin();
  v_key text := 'admin:' || v_caller || ':' || p_idempotency_key;
  v_entry public.drops_ledger;
begin
  perform private.refuse_if(not exists (select from public.profiles where id = p_user_id),
    404, 'User not found');
  v_entry := private.post_drop(
    p_user_id, p_delta, 'admin_adjustment', p_reason, 'admin', null, v_key, v_caller);
  if v_entry.id is not null then
    perform private.audit('user.drops', 'user', p_user_id::text,
      jsonb_build_object('drops_balance', v_entry.balance_after - v_entry.delta),
      jsonb_build_object('drops_balance', v_entry.balance_after), p_reason);
  else
    select * into v_entry from public.drops_ledger
    where user_id = p_user_id and idempotency_key = v_key;
    perform private.refuse_if((v_entry.delta, v_entry.reason) is distinct from (p_delta, p_reason),
      409, 'Idempotency-Key: used for another request before', 'idempotency_key_reused');
  end if;
  return query
    select * from public.drop_transactions as t where t.user_id = p_user_id and t.id = v_entry.id;
end
$$;
comment on function private.adjust_drops is
  'Posts an adjustment to the ledger, once for each caller and key.';

-- Organizations -----------------------------------------------------------------------------------

-- One page of organizations, newest first, each with its owner, its numbers of members and teams,
-- and its 100 newest teams.
create function private.admin_list_organizations(
  p_before_at timestamptz default null, p_before_id uuid default null, p_limit integer default 50
) returns table (
  id uuid, name text, description text, owner jsonb, member_count bigint, team_count bigint,
  teams jsonb, created_at timestamptz, updated_at timestamptz
)
language plpgsql stable security definer rows 50 set search_path = ''
as $$
begin
  perform private.require_super_admin();
  return query
    with page as (
      select * from public.organizations as o
      where (o.created_at, o.id)
        < (coalesce(p_before_at, 'infinity'), coalesce(p_before_id, private.last_id()))
        and o.id not in (select private.groups_in_deletion())
      order by o.created_at desc, o.id desc
      limit private.page_limit(p_limit)
    )
    select o.id, o.name, o.description,
      (select to_jsonb(c) from public.profile_cards as c where c.id = o.owner_id),
      (select count(*) from public.organization_members as m where m.org_id = o.id),
      (select count(*) from public.teams as t
       where t.org_id = o.id and t.id not in (select private.groups_in_deletion())),
      coalesce((
        select jsonb_agg(jsonb_build_object(
          'id', t.id, 'name', t.name, 'admin', to_jsonb(a),
          'member_count',
            (select count(*) from public.team_members as m where m.team_id = t.id),
          'created_at', t.created_at) order by t.created_at desc, t.id desc)
        from (
          select * from public.teams as n
          where n.org_id = o.id and n.id not in (select private.groups_in_deletion())
          order by n.created_at desc, n.id desc limit 100
        ) as t
        join public.profile_cards as a on a.id = t.admin_id
      ), '[]'),
      o.created_at, o.updated_at
    from page as o
    order by o.created_at desc, o.id desc;
end
$$;

-- Health ------------------------------------------------------------------------------------------

-- The value of a query as JSON, or null where it is missing: a lock is in its way, it fails, or the
-- statement has taken two seconds. So one lock hides one figure and none of the others.
create function private.figure(p_query text) returns jsonb
language plpgsql stable security definer set search_path = '' set lock_timeout = '50ms'
as $$
declare
  v_value jsonb;
begin
  if clock_timestamp() < statement_timestamp() + interval '2 seconds' then
    execute format('select coalesce(to_jsonb((%s)), ''null'')', p_query) into v_value;
  end if;
  return v_value;
exception when others or query_canceled then
  return null;
end
$$;

-- Every job with its state and its work, or null. `known` is false where the work is missing. Work
-- that a step has claimed is due in the future: its age is 0, not negative.
create function private.job_figures() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select jsonb_agg(jsonb_build_object(
      'job', s.job, 'last_run', s.last_run, 'overdue', s.overdue, 'known', b is not null,
      'remaining', b -> 'remaining', 'oldest_s', case when b ->> 'oldest_at' is not null
        then greatest(0, extract(epoch from now() - (b ->> 'oldest_at')::timestamptz)) end)
      order by s.job)
    from jsonb_to_recordset(private.figure(
        $q$select coalesce(jsonb_agg(s), '[]') from private.job_states() as s$q$))
      as s (job text, last_run timestamptz, overdue boolean)
    cross join lateral private.figure(
      format('select to_jsonb(b) from private.job_backlog(%L) as b', s.job)) as b
  );
end
$$;

-- The names of missing figures: the names of the figures that are null, and `jobs/<name>` for each
-- job whose work is unknown.
create function private.missing_figures(p_figures jsonb, p_jobs jsonb) returns text[]
language plpgsql stable security definer set search_path = ''
as $$
begin
  return array(
    select f.key from jsonb_each(p_figures || jsonb_build_object('jobs', p_jobs)) as f
    where f.value = 'null' order by 1
  ) || array(
    select 'jobs/' || j.job from jsonb_to_recordset(p_jobs) as j (job text, known boolean)
    where not j.known order by 1
  );
end
$$;

-- Volatile, so that it is asked at the primary. `pre_request` ends it after 2.5 seconds.
create function private.admin_health() returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_jobs jsonb;
  v_figures jsonb;
begin
  perform private.require_super_admin();
  v_figures := jsonb_build_object(
    'ai', private.figure($q$
      select jsonb_build_object(
        'cost_usd', trim_scale(coalesce(sum(c.cost_usd), 0)),
        'limit_usd', private.site_setting('ai_daily_cost_limit'),
        'free_cost_usd', trim_scale(coalesce(sum(c.free_usd), 0)),
        'free_limit_usd', trim_scale(private.free_ai_limit()))
      from private.ai_costs as c where c.day = private.utc_today()
    $q$),
    'migrations', private.figure($q$
      select coalesce(jsonb_agg(concat_ws('_', m.version, m.name) order by m.version), '[]')
      from supabase_migrations.schema_migrations as m
    $q$),
    'ledger', private.figure($q$
      select coalesce((
        select jsonb_build_object('checked_at', c.checked_at, 'mismatches', c.mismatches)
        from private.ledger_checks as c order by c.checked_at desc limit 1
      ), '{"checked_at": null, "mismatches": null}')
    $q$)
  );
  v_jobs := private.job_figures();
  return v_figures || jsonb_build_object('jobs', coalesce(v_jobs, '[]'),
    'missing', private.missing_figures(v_figures, v_jobs));
end
$$;

select private.expose('authenticated', 'admin_list_users', 'admin_get_user', 'administer_user',
  'adjust_drops', 'admin_list_organizations', 'admin_health');
