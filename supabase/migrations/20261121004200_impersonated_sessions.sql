-- Limits of an impersonated session. The auth service treats it like any other session of the user;
-- these triggers end it after an hour, refuse changes of credentials and record its end.

create function private.limit_impersonated_session() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update auth.sessions set not_after = now() + interval '1 hour' where id = new.session_id;
  return null;
end
$$;

create trigger admin_impersonations_500_limit_session
  after update of session_id on public.admin_impersonations
  for each row when (old.session_id is null and new.session_id is not null)
  execute function private.limit_impersonated_session();

-- The auth service does not tell which session requests the change, so the user cannot change
-- credentials during the impersonation either.
create function private.keep_credentials() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if exists (
    select from public.admin_impersonations as i join auth.sessions as s on s.id = i.session_id
    where i.target_id = new.id and i.ended_at is null
      and coalesce(s.not_after > now(), true)
  ) then
    raise exception 'Credentials cannot change while a super admin acts as this user'
      using errcode = '42501';
  end if;
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

-- The end of a session by any kind of sign-out ends the impersonation and refuses the access token.
create function private.close_impersonation() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.admin_impersonations set ended_at = clock_timestamp()
  where session_id = old.id and ended_at is null;
  if private.is_impersonated(old.id) then
    insert into private.ended_sessions (session_id) values (old.id) on conflict do nothing;
  end if;
  return null;
end
$$;

create trigger close_impersonation after delete on auth.sessions
  for each row execute function private.close_impersonation();
