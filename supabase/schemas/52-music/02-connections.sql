-- Connections to the music provider: begun, called back, redeemed, refreshed and synchronized. The
-- edge functions talk to the provider and encrypt; these functions keep what came of it.

-- The provider counts the requests of all users together.
insert into private.rate_limit_rules (bucket, max_hits, per) values ('music_sync', 60, '1 hour');

-- Begins a connection; a connection that the user has begun before ends.
create function private.begin_music_connection(
  p_user_id uuid, p_session_id uuid, p_state_hash text, p_verifier text
) returns void
language sql volatile security definer set search_path = ''
as $$
  select private.require_session(p_user_id, p_session_id);
  select private.require_account_holder(p_session_id);
  select private.require_signed_in(p_session_id);
  insert into private.spotify_grants (user_id, state_hash, verifier)
  values (p_user_id, p_state_hash, p_verifier)
  on conflict (user_id) do update
    set state_hash = excluded.state_hash, verifier = excluded.verifier, grant_hash = null,
        code = null, redeemed_at = null, expires_at = excluded.expires_at;
$$;

-- Keeps the code with which the provider has called back; without a code the user has declined.
-- Returns whether the state was valid; it is valid once.
create function private.keep_music_code(
  p_state_hash text, p_grant_hash text default null, p_code text default null
) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
begin
  update private.spotify_grants
  set state_hash = null, grant_hash = p_grant_hash, code = p_code
  where state_hash = p_state_hash and expires_at > now();
  return found;
end
$$;

-- Redeems a grant for its user: returns what the exchange for tokens needs.
create function private.take_music_grant(p_user_id uuid, p_session_id uuid, p_grant_hash text)
returns table (verifier text, code text)
language plpgsql volatile security definer rows 1 set search_path = ''
as $$
declare
  v_grant private.spotify_grants;
begin
  perform private.require_session(p_user_id, p_session_id);
  perform private.require_account_holder(p_session_id);
  perform private.require_signed_in(p_session_id);
  select * into v_grant from private.spotify_grants where grant_hash = p_grant_hash for update;
  perform private.refuse_if(v_grant.user_id is null, 404, 'Grant not found');
  perform private.refuse_if(v_grant.user_id <> p_user_id,
    403, 'Only the user who began the connection may finish it');
  perform private.refuse_if(v_grant.redeemed_at is not null or v_grant.expires_at <= now(),
    410, 'grant: used or expired, connect again');
  update private.spotify_grants set redeemed_at = now() where user_id = p_user_id;
  return query select v_grant.verifier, v_grant.code;
end
$$;

-- Gives a grant back: the provider did not answer, and the user may try again.
create function private.release_music_grant(p_user_id uuid, p_grant_hash text) returns void
language sql volatile security definer set search_path = ''
as $$
  update private.spotify_grants set redeemed_at = null
  where user_id = p_user_id and grant_hash = p_grant_hash
$$;

-- Stores the account that a redeemed grant has connected, in place of one before.
create function private.connect_music_account(
  p_user_id uuid, p_grant_hash text, p_provider_user_id text, p_scope text, p_access_token text,
  p_refresh_token text, p_expires_at timestamptz
) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  update private.spotify_grants set verifier = null, code = null
  where user_id = p_user_id and grant_hash = p_grant_hash and redeemed_at is not null;
  perform private.refuse_if(not found, 410, 'grant: used or expired, connect again');
  insert into public.spotify_accounts as a (user_id, provider_user_id, scope)
  values (p_user_id, p_provider_user_id, p_scope)
  on conflict (user_id) do update
    set provider_user_id = excluded.provider_user_id, status = 'connected', scope = excluded.scope,
        connected_at = now(),
        last_synced_at = case
          when a.provider_user_id = excluded.provider_user_id then a.last_synced_at
        end;
  delete from private.spotify_connections where user_id = p_user_id;
  insert into private.spotify_connections (user_id, access_token, refresh_token, expires_at)
  values (p_user_id, p_access_token, p_refresh_token, p_expires_at);
end
$$;

-- Tokens ------------------------------------------------------------------------------------------

-- Returns the tokens of a connected user, for a request of the user or for the job, which has no
-- session, with a state:
--   ready: the access token is valid;
--   refresh: the token ends within a minute, or the provider has rejected it (`p_rejected`),
--     and the caller refreshes it within 30 seconds;
--   wait: another request refreshes it;
--   paused: the provider asked to wait for `retry_after_s`.
create function private.take_music_tokens(
  p_user_id uuid, p_session_id uuid default null, p_rejected text default null
)
returns table (
  state text, retry_after_s integer, connection_id uuid, access_token text, refresh_token text,
  seen_at timestamptz
)
language plpgsql volatile security definer rows 1 set search_path = ''
as $$
declare
  v_now timestamptz;
  v_state text;
  v_row private.spotify_connections;
begin
  perform private.require_session(p_user_id, p_session_id);
  select * into v_row from private.spotify_connections as c
  where c.user_id = p_user_id for update;
  if v_row.id is null then
    perform private.refuse_if(
      exists (select from public.spotify_accounts as a where a.user_id = p_user_id),
      409, 'The music provider has ended the connection, connect again', 'music_disconnected');
    perform private.refuse(404, 'Music account not found');
  end if;
  v_now := clock_timestamp();
  v_state := case
    when v_row.retry_at > v_now then 'paused'
    when v_row.expires_at > v_now + interval '1 minute'
      and v_row.access_token is distinct from p_rejected then 'ready'
    when v_row.refreshing_until > v_now then 'wait'
    else 'refresh'
  end;
  if v_state = 'refresh' then
    update private.spotify_connections set refreshing_until = v_now + interval '30 seconds'
    where id = v_row.id;
  end if;
  return query select v_state, ceil(extract(epoch from v_row.retry_at - v_now))::integer, v_row.id,
    v_row.access_token, v_row.refresh_token, v_row.seen_at;
end
$$;

create function private.store_music_tokens(
  p_connection uuid, p_access_token text, p_refresh_token text, p_expires_at timestamptz
) returns void
language sql volatile security definer set search_path = ''
as $$
  update private.spotify_connections
  set access_token = p_access_token, refresh_token = p_refresh_token, expires_at = p_expires_at,
      refreshing_until = null
  where id = p_connection
$$;

-- Ends a connection whose grant the provider refuses, unless it has other tokens by now.
create function private.revoke_music_connection(p_connection uuid, p_refresh_token text)
returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_user_id uuid;
begin
  -- Locks the account before its connection, as everywhere.
  select a.user_id into v_user_id
  from private.spotify_connections as c
  join public.spotify_accounts as a on a.user_id = c.user_id
  where c.id = p_connection for update of a;
  delete from private.spotify_connections
  where id = p_connection and refresh_token = p_refresh_token;
  if found then
    update public.spotify_accounts set status = 'disconnected' where user_id = v_user_id;
  end if;
end
$$;

-- Synchronization ---------------------------------------------------------------------------------

-- Claims connected accounts that are due, for three minutes: when the job is cut off, another one
-- synchronizes them then.
create function private.take_music_accounts(p_limit integer) returns setof uuid
language sql volatile security definer rows 10 set search_path = ''
as $$
  update private.spotify_connections as c
  set due_at = clock_timestamp() + interval '3 minutes'
  where c.id = any (array(
    select due.id from private.spotify_connections as due
    where due.due_at <= now()
      and exists (select from public.profiles as p where p.id = due.user_id and p.is_active)
    order by due.due_at, due.id limit p_limit
    for update of due skip locked
  ))
  returning c.user_id
$$;

-- Ends a synchronization: a complete one with the time of the latest play it has seen, a failed one
-- with the error, how long the provider asks to wait, and whether the request was refreshing the
-- tokens. The job skips the account for five minutes.
create function private.end_music_sync(
  p_connection uuid, p_seen_at timestamptz default null, p_error text default null,
  p_retry_after_s integer default null, p_refreshing boolean default false
) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_now constant timestamptz := clock_timestamp();
  v_retry_at constant timestamptz := v_now + make_interval(secs => p_retry_after_s);
begin
  if p_error is null then
    update public.spotify_accounts set last_synced_at = v_now
    where user_id = (select user_id from private.spotify_connections where id = p_connection);
  end if;
  update private.spotify_connections
  set seen_at = greatest(seen_at, p_seen_at), last_error = left(p_error, 500),
      retry_at = v_retry_at,
      refreshing_until = case when not p_refreshing then refreshing_until end,
      due_at = greatest(v_now + interval '5 minutes', v_retry_at)
  where id = p_connection;
end
$$;

select private.schedule_job('music-sync', '*/15 * * * *', '/music/sync-all',
  '{MUSIC_SYNC_CRON_SECRET}');
select private.watch_job('music-sync', 'accounts', $$
  select due_at from private.spotify_connections as c
  where due_at <= now() and (select is_active from public.profiles where id = c.user_id)
  order by due_at$$);

select private.expose('service_role', 'begin_music_connection', 'keep_music_code',
  'take_music_grant', 'release_music_grant', 'connect_music_account', 'take_music_tokens',
  'store_music_tokens', 'revoke_music_connection', 'take_music_accounts',
  'end_music_sync');
