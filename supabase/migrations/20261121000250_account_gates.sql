-- Who is shut out besides blocked users: sessions that were ended before their tokens expire, and
-- accounts that are being deleted.

-- An access token outlives its session, by an hour at most unless the project says otherwise. What
-- stands here is refused at once.
create table private.ended_sessions (
  session_id uuid primary key,
  ended_at timestamptz not null default now()
);

comment on table private.ended_sessions is
  'Sessions whose access tokens are refused though they have not expired. Kept for eight days: no token lives longer than seven.';

-- Accounts on their way out. The profile is inactive from the first moment; the row stays, without
-- anything but the bare id, so that a backup that is restored can be cleared of them again.
create table private.account_deletions (
  user_id uuid primary key,
  requested_at timestamptz not null default now(),
  attempted_at timestamptz not null default now(),
  files_after uuid,
  files_listed_at timestamptz,
  completed_at timestamptz
);

comment on table private.account_deletions is 'Deletions of accounts, under way and done.';
comment on column private.account_deletions.attempted_at is
  'When somebody began to work on it last: the user, or the job that takes up what was left.';
comment on column private.account_deletions.files_after is
  'How far the files of storage have been looked through for what the user owns.';

create index account_deletions_pending_idx
  on private.account_deletions (attempted_at) where completed_at is null;

alter table private.ended_sessions enable row level security;
alter table private.account_deletions enable row level security;
create policy ended_sessions_all_nobody on private.ended_sessions using (false);
create policy account_deletions_all_nobody on private.account_deletions using (false);
revoke all on private.ended_sessions, private.account_deletions
  from public, anon, authenticated, service_role;

-- Ends a session and refuses its access token from now on.
create function private.end_session(p_session_id uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  delete from auth.sessions where id = p_session_id;
  insert into private.ended_sessions (session_id) values (p_session_id) on conflict do nothing;
  delete from private.ended_sessions where ended_at < now() - interval '8 days';
end
$$;

create function private.session_has_ended() returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (
    select from private.ended_sessions
    where session_id = (nullif((select auth.jwt()) ->> 'session_id', ''))::uuid
  );
end
$$;

-- Whether the account of an inactive profile is being deleted.
create function private.is_leaving(p_user_id uuid) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (
    select from private.account_deletions where user_id = p_user_id and completed_at is null
  );
end
$$;

revoke all on function private.end_session(uuid), private.session_has_ended(),
  private.is_leaving(uuid) from public;
-- For the access token hook.
grant usage on schema private to supabase_auth_admin;
grant execute on function private.is_leaving(uuid) to supabase_auth_admin;
