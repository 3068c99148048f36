-- Ended sessions, sessions of super admins acting as a user, and deletions of accounts in progress.

-- An access token outlives its session, by an hour unless the project is configured otherwise.
-- Tokens of the sessions in this table are refused at once.
create table private.ended_sessions (
  session_id uuid primary key,
  ended_at timestamptz not null default now()
);

select private.hide_table('private.ended_sessions',
  'Sessions whose access tokens are refused before they expire.');

create index ended_sessions_ended_at_idx on private.ended_sessions (ended_at);

-- No token lives longer than seven days.
select private.purge_when('private.ended_sessions', 'ended_at', '8 days');

-- Sessions in which a super admin acts as the user.
create table private.impersonated_sessions (
  session_id uuid primary key,
  began_at timestamptz not null default now()
);

select private.hide_table('private.impersonated_sessions',
  'Sessions of users that super admins have, ended ones too. Some requests are refused to them.');

create index impersonated_sessions_began_at_idx on private.impersonated_sessions (began_at);
-- Such a session lasts an hour, and no token longer than seven days.
select private.purge_when('private.impersonated_sessions', 'began_at', '9 days');

-- Accounts whose deletion has begun, no matter who began it. The profile is inactive from that
-- moment on. The row remains with the bare id, so that the account can be removed again from a
-- restored backup.
create table private.account_deletions (
  user_id uuid primary key,
  requested_at timestamptz not null default now(),
  attempted_at timestamptz not null default now(),
  completed_at timestamptz
);

select private.hide_table('private.account_deletions',
  'Deletions of accounts, in progress and completed.');
comment on column private.account_deletions.attempted_at is
  'When the user or the job last worked on the deletion.';

create index account_deletions_pending_idx
  on private.account_deletions (attempted_at) where completed_at is null;

-- Ends a session and refuses its access token from now on.
create function private.end_session(p_session_id uuid) returns void
language sql volatile security definer set search_path = ''
as $$
  delete from auth.sessions where id = p_session_id;
  insert into private.ended_sessions (session_id) values (p_session_id) on conflict do nothing
$$;

-- The session of the caller; null for callers without one.
create function private.caller_session_id() returns uuid
language plpgsql stable set search_path = ''
as $$
begin
  return nullif(auth.jwt() ->> 'session_id', '')::uuid;
end
$$;

create function private.is_impersonated(p_session_id uuid) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (select from private.impersonated_sessions where session_id = p_session_id);
end
$$;

-- False for a super admin who acts as the user, and for a personal token, which has no session.
-- Policies call it.
create function private.caller_is_account_holder() returns boolean
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_session_id constant uuid := private.caller_session_id();
begin
  return v_session_id is not null and not private.is_impersonated(v_session_id);
end
$$;

-- Refuses a super admin who acts as the user.
create function private.refuse_impersonated(p_session_id uuid default private.caller_session_id())
returns void
language sql stable security definer set search_path = ''
as $$
  select private.refuse_if(private.is_impersonated(p_session_id),
    403, 'Only the user may do this, not a super admin acting as the user', 'impersonated')
$$;

-- Refuses a super admin who acts as the user, and a personal token, which has no session.
create function private.require_account_holder(p_session_id uuid default private.caller_session_id())
returns void
language sql stable security definer set search_path = ''
as $$
  select private.refuse_if(p_session_id is null,
    403, 'Only the user may do this, not a personal token', 'token_refused');
  select private.refuse_impersonated(p_session_id)
$$;

-- Whether the deletion of the account is in progress.
create function private.is_leaving(p_user_id uuid) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (
    select from private.account_deletions where user_id = p_user_id and completed_at is null
  );
end
$$;

grant execute on function private.is_leaving to supabase_auth_admin;

-- When the session of a super admin who acts as a user ends; null for other sessions.
create function private.impersonation_ends(p_session_id uuid) returns timestamptz
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select s.not_after
    from private.impersonated_sessions as i join auth.sessions as s on s.id = i.session_id
    where i.session_id = p_session_id
  );
end
$$;

grant execute on function private.impersonation_ends to supabase_auth_admin;
