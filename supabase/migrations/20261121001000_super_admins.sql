-- Super admins: at least one active super admin always remains, also when several are demoted,
-- blocked or deleted at once.

-- Serializes changes of the set of super admins.
create function private.lock_super_admins() returns void
language plpgsql volatile set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('super_admins', 0));
end
$$;

create function private.keep_a_super_admin() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.lock_super_admins();
  if not exists (select from public.profiles where role = 'super_admin' and is_active) then
    perform private.refuse(409, 'This is the last active super admin', 'last_super_admin');
  end if;
  return null;
end
$$;

create trigger profiles_700_keep_a_super_admin after update of role, is_active on public.profiles
  for each row
  when (old.role = 'super_admin' and old.is_active
    and (new.role <> 'super_admin' or not new.is_active))
  execute function private.keep_a_super_admin();
create trigger profiles_710_keep_a_super_admin after delete on public.profiles
  for each row when (old.role = 'super_admin' and old.is_active)
  execute function private.keep_a_super_admin();

-- Demotion takes effect at once (private.is_super_admin); ending the sessions prevents new tokens
-- with the former claim.
create function private.end_sessions_of_demoted() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from auth.sessions where user_id = new.id;
  return null;
end
$$;

create trigger profiles_720_end_sessions after update of role on public.profiles
  for each row when (old.role = 'super_admin' and new.role <> 'super_admin')
  execute function private.end_sessions_of_demoted();

-- Makes the first super admin of a project; super admins make the later ones. Only the owner of the
-- database may call it: `select private.make_super_admin('ana@example.com');`
create function private.make_super_admin(p_email text) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_id uuid;
  v_before text;
begin
  select p.id, p.role into v_id, v_before
  from auth.users as u join public.profiles as p on p.id = u.id
  where lower(u.email) = lower(btrim(p_email))
  for no key update of p;
  if v_id is null then
    raise exception 'Nobody has signed up as %', p_email;
  end if;
  update public.profiles set role = 'super_admin' where id = v_id;
  perform private.audit('user.role', 'user', v_id::text, jsonb_build_object('role', v_before),
    '{"role": "super_admin"}', 'By the owner of the database');
  return format('%s is a super admin from the next sign-in on', p_email);
end
$$;
