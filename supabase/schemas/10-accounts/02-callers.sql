-- The checks of who calls, which policies and every request go through.

-- These functions are plpgsql: their plans are kept for the connection, whereas a function in
-- language sql with settings is parsed and planned at every call. An expression without a query in
-- it costs them a tenth of one with `(select auth.uid())`.

-- Refuses estimated counts: the planner estimates from statistics over all rows, and would reveal
-- hidden ones.
create function private.refuse_estimates() returns void
language plpgsql stable set search_path = ''
as $$
begin
  if current_setting('request.headers', true) ~* 'count\s*=\s*(planned|estimated)'
    and auth.role() is distinct from 'service_role' then
    raise exception using errcode = 'PT400', message = 'Prefer: count=exact is the only count';
  end if;
end
$$;

-- False for a blocked or deleted user and for an ended session. `require_caller` calls it in
-- functions, before they read and again after they have waited for a lock.
create function private.look_for_caller() returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.refuse_costly_select();
  perform private.refuse_estimates();
  return exists (select from public.profiles where id = auth.uid() and is_active)
    and not exists (
      select from private.ended_sessions where session_id = private.caller_session_id());
end
$$;

-- The settings that name the caller, null where there is none.
create function private.caller_claims() returns text
language plpgsql stable set search_path = ''
as $$
begin
  return nullif(concat(current_setting('request.jwt.claim.sub', true),
    current_setting('request.jwt.claims', true)), '');
end
$$;

-- The restrictive policy of every table calls it, before anything is read. A page reads several
-- tables: `private.pre_request` has looked for the caller, and keeps the claims while the
-- transaction lasts.
create function private.caller_is_active() returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  if private.caller_claims() = current_setting('journal.active_caller', true) then
    perform private.refuse_costly_select();
    return true;
  end if;
  return private.look_for_caller();
end
$$;

-- Whether a user is neither blocked nor leaving, nor banned by the identity provider. A function
-- that shows a user's data at a secret address, without a session, asks this.
create function private.is_admitted(p_user_id uuid) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (
    select from public.profiles as p join auth.users as u on u.id = p.id
    where p.id = p_user_id and p.is_active and u.deleted_at is null
      and coalesce(u.banned_until <= now(), true));
end
$$;

-- A super admin is a user whose token and whose profile both have the role: promotion needs a fresh
-- token, demotion takes effect at once.
create function private.is_super_admin() returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  -- Most callers return here, without a query, and before the claims are parsed.
  if position('super_admin' in current_setting('request.jwt.claims', true)) = 0
    or auth.jwt() ->> 'user_role' is distinct from 'super_admin' then
    return false;
  end if;
  -- `private.entries_as_member` shows a super admin what it shows others.
  if current_setting('journal.as_member', true) = 'on' then
    return false;
  end if;
  return exists (
    select from public.profiles
    where id = (select auth.uid()) and role = 'super_admin' and is_active
  );
end
$$;

-- Refuses a user without a profile, a blocked one, an ended session and an ended personal token,
-- each with its reason.
create function private.require_session(
  p_user_id uuid, p_session_id uuid, p_token_id uuid default null
) returns void
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_active boolean;
  v_ended boolean;
begin
  select is_active, exists (select from private.ended_sessions where session_id = p_session_id)
  into v_active, v_ended from public.profiles where id = p_user_id;
  if v_active is null then
    perform private.refuse(401, 'This account no longer exists', 'account_deleted');
  elsif not v_active and private.is_leaving(p_user_id) then
    perform private.refuse(403, 'This account is being deleted', 'account_leaving');
  elsif not v_active then
    perform private.refuse(403, 'This account is blocked', 'account_blocked');
  elsif v_ended then
    perform private.refuse(401, 'This session has ended', 'session_ended');
  elsif p_token_id is not null then
    perform private.require_personal_token(p_token_id);
  end if;
end
$$;

-- Refuses a user who is blocked or gone, for functions of the service.
create function private.require_active(p_user_id uuid) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.refuse_if(
    not exists (select from public.profiles where id = p_user_id and is_active),
    403, 'This account is blocked', 'account_blocked');
end
$$;

-- Refuses a caller whose session may not make the request, with a reason.
create function private.admit_caller(p_required_role text) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_session(auth.uid(), private.caller_session_id());
  if p_required_role = 'super_admin' and not private.is_super_admin() then
    perform private.refuse(403, 'Only super admins may do this');
  elsif p_required_role = 'account_holder' then
    perform private.require_account_holder();
  end if;
end
$$;

-- Runs before every request of the Data API, as its caller, and refuses blocked callers with a
-- reason. A route that serves only super admins, whose claim in the token may be an hour old, or
-- only account holders names them in a header. The functions name a personal token in a signed
-- header, with the publishable key: the rest of the request then acts as the token's user. It has
-- the rights of its caller, because Postgres changes no role within a function with definer rights.
--
-- It only adds rights where it is certain, and refuses: a request that it does not see has fewer
-- rights or the same ones. `docs/security.md` says what then decides instead.
create function private.pre_request() returns void
language plpgsql volatile set search_path = ''
as $$
declare
  v_headers jsonb := nullif(current_setting('request.headers', true), '');
  v_path constant text := current_setting('request.path', true);
  v_is_read boolean := coalesce(current_setting('request.method', true) in ('GET', 'HEAD'), false);
  v_caller uuid;
begin
  if v_headers ? 'x-personal-token' then
    if current_user <> 'anon' then
      raise exception using errcode = 'PT403',
        message = 'x-personal-token comes with the publishable key alone';
    end if;
    perform
      set_config('request.jwt.claims',
        private.personal_token_claims(v_headers ->> 'x-personal-token')::text, true),
      set_config('request.jwt.claim.sub', '', true),
      set_config('request.jwt.claim.role', '', true);
    perform set_config(name, split_part(setting, '=', 2), true)
    from pg_catalog.pg_roles cross join unnest(rolconfig) as setting
    cross join split_part(setting, '=', 1) as name
    where rolname = 'authenticated' and name in ('statement_timeout', 'work_mem');
    perform set_config('role', 'authenticated', true);
  end if;
  perform private.refuse_estimates();
  -- They answer with what they have then.
  if v_path in ('/rpc/read_metrics', '/rpc/admin_health') then
    perform set_config('statement_timeout', '2500ms', true);
  end if;
  -- Postgres has no refusal of its own for a view that takes no rows, only an error.
  if not v_is_read and exists (
    select from pg_catalog.pg_class
    where oid = to_regclass('public.' || quote_ident(substr(v_path, 2))) and relkind = 'v'
  ) then
    raise exception using errcode = 'PT405', message = 'A view is read only: write to its table';
  end if;
  v_caller := auth.uid();
  if v_caller is null or auth.role() is distinct from 'authenticated' then
    return;
  end if;
  perform private.admit_caller(v_headers ->> 'x-required-role');
  if not v_is_read and v_path like '/rpc/%' then
    v_is_read := exists (
      select from pg_catalog.pg_proc
      where proname = substr(v_path, 6) and pronamespace = 'public'::regnamespace
        and provolatile <> 'v');
  end if;
  -- `auth.uid()` reads this setting first, and parses the claims where it is empty.
  perform set_config('request.jwt.claim.sub', v_caller::text, true);
  perform
    set_config('journal.active_caller', private.caller_claims(), true),
    -- A read with nested embeds multiplies rows, and a write with filters looks at many. The role's
    -- own limit holds for everything else.
    case when v_is_read or current_setting('request.method', true) in ('PATCH', 'DELETE')
      then set_config('statement_timeout', '3s', true) end;
end
$$;

-- Returns the caller's id, or refuses. Definer functions call it, because row security does not
-- apply to them.
create function private.require_caller() returns uuid
language plpgsql stable security definer set search_path = ''
as $$
begin
  if auth.uid() is null then
    perform private.refuse(401, 'Sign in first');
  elsif not private.look_for_caller() then
    perform private.refuse(403, 'This account is blocked', 'account_blocked');
  end if;
  return auth.uid();
end
$$;

-- Refuses blocked and deleted callers.
create function public.check_caller() returns void
language sql stable set search_path = ''
as $$ select private.require_caller() $$;

create function private.require_super_admin() returns uuid
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_caller();
  perform private.refuse_if(not private.is_super_admin(), 403, 'Only super admins may do this');
  return (select auth.uid());
end
$$;

grant execute on function private.caller_is_active, private.caller_claims, private.is_super_admin,
  private.caller_is_account_holder, private.admit_caller, private.require_caller,
  public.check_caller to authenticated;
grant execute on function private.pre_request, private.refuse_estimates
  to anon, authenticated, service_role;

-- Memory of each sort and hash of a request, in kB, whatever the size of the server. Without a
-- unit: PostgREST 12.0 writes the settings of roles in lower case.
alter role authenticated set work_mem = 4096;
-- Row `POST /api/workout-window/checkin`: functions of the workout window forbid joins, which makes
-- plans look so costly that Postgres compiles them at each call.
alter role authenticator set jit = off;
alter role postgres set jit = off;
alter role authenticator set pgrst.db_pre_request = 'private.pre_request';
notify pgrst, 'reload config';
