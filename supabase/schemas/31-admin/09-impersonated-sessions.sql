-- The limits and the end of a session in which a super admin acts as a user.

-- The auth service accepts an access token until it expires, and does not tell which session
-- requests a change. Therefore nobody changes the credentials of a blocked user, or of a user as
-- whom a super admin acts. The auth service shows the status and the reason to clients that send no
-- `X-Supabase-Api-Version`; to supabase-js it answers 500.
create function private.require_free_credentials(p_user_id uuid) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.refuse_if(
    exists (select from public.profiles where id = p_user_id and not is_active),
    403, 'The credentials of a blocked account cannot change', 'account_blocked');
  perform private.refuse_if(exists (
    select from public.admin_impersonations as i join auth.sessions as s on s.id = i.session_id
    where i.target_id = p_user_id and i.ended_at is null
      and coalesce(s.not_after > now(), true)
  ), 403, 'Credentials cannot change while a super admin acts as this user', 'impersonated');
end
$$;

create function private.keep_credentials() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_free_credentials(new.id);
  return new;
end
$$;

create trigger keep_credentials before update on auth.users
  for each row when (
    (old.encrypted_password, old.email, old.email_change, old.phone, old.phone_change)
      is distinct from
        (new.encrypted_password, new.email, new.email_change, new.phone, new.phone_change)
  )
  execute function private.keep_credentials();

-- Passkeys are credentials: none is added or removed. A deleted account takes its own along.
create function private.keep_passkeys() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    perform private.require_free_credentials(new.user_id);
    return new;
  end if;
  if exists (select from auth.users where id = old.user_id) then
    perform private.require_free_credentials(old.user_id);
  end if;
  return old;
end
$$;

-- The owner of the table is the auth service. Where the platform lets nobody else put a trigger on
-- it, passkeys that are made meanwhile sign nobody in, and `close_impersonation` removes them.
do $$
begin
  create trigger keep_passkeys before insert or delete on auth.webauthn_credentials
    for each row execute function private.keep_passkeys();
exception when insufficient_privilege then
  raise warning 'Passkeys of an impersonation go only when it ends: no right to a trigger on them';
end
$$;

-- Whether a session may get access tokens: it has not begun while a super admin acts as the user
-- and after a passkey was made meanwhile, which then would belong to the super admin.
create function private.may_get_tokens(p_user_id uuid, p_session_id uuid) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return not exists (
    select from public.admin_impersonations as i
    join auth.sessions as s on s.id = i.session_id
    join auth.webauthn_credentials as w on w.user_id = i.target_id and w.created_at >= s.created_at
    where i.target_id = p_user_id and i.ended_at is null and s.id is distinct from p_session_id
      and not exists (
        select from auth.sessions where id = p_session_id and created_at < w.created_at)
  );
end
$$;

grant execute on function private.may_get_tokens to supabase_auth_admin;

-- The end of a session by any kind of sign-out ends the impersonation and refuses the access token.
create function private.close_impersonation() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.admin_impersonations set ended_at = clock_timestamp()
  where session_id = old.id and ended_at is null;
  if private.is_impersonated(old.id) then
    insert into private.ended_sessions (session_id) values (old.id) on conflict do nothing;
    if not exists (
      select from pg_catalog.pg_trigger
      where tgrelid = 'auth.webauthn_credentials'::regclass and tgname = 'keep_passkeys'
    ) then
      delete from auth.webauthn_credentials
      where user_id = old.user_id and created_at >= old.created_at;
    end if;
  end if;
  return null;
end
$$;

create trigger close_impersonation after delete on auth.sessions
  for each row execute function private.close_impersonation();

-- A session whose hour is over.
select private.purge_when('auth.sessions', 'not_after', '1 minute',
  'id in (select session_id from private.impersonated_sessions)');
