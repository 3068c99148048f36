-- What serves nothing after a time, and was kept for good.

-- The rows of an import go with it. What it has imported is remembered with the entries, so that a
-- file that is sent again still makes no duplicates.
-- squawk-ignore require-concurrent-index-creation
create index imports_completed_at_idx on private.imports (completed_at);
select private.purge_when('private.imports', 'completed_at', '30 days');

-- A session of an impersonation lasts an hour, and no token longer than seven days.
alter table private.impersonated_sessions add column began_at timestamptz not null default now();
-- squawk-ignore require-concurrent-index-creation
create index impersonated_sessions_began_at_idx on private.impersonated_sessions (began_at);
select private.purge_when('private.impersonated_sessions', 'began_at', '9 days');

-- A connection that a user has begun is redeemed within ten minutes, or not at all.
-- squawk-ignore require-concurrent-index-creation
create index spotify_grants_expires_at_idx on private.spotify_grants (expires_at);
select private.purge_when('private.spotify_grants', 'expires_at', '1 day');
