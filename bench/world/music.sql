-- Accounts of the music provider, tracks and plays. Every second user listens.

-- fill public.spotify_tracks
insert into public.spotify_tracks (id, name, artist_names, album_name, duration_ms, explicit)
select 'track' || k, 'Song ' || k, array['Artist ' || k % 1000], 'Album ' || k / 10, 180000, false
from generate_series(0, :tracks - 1) as k;

-- fill public.spotify_accounts
insert into public.spotify_accounts (user_id, provider_user_id, scope, connected_at, last_synced_at)
select world.user_id(n), 'listener' || n, 'user-read-recently-played', world.at(0),
  world.now() - world.dice(n, 1) * interval '1 hour'
from generate_series(0, :users - 1, 2) as n;
insert into private.spotify_connections (id, user_id, access_token, refresh_token, expires_at,
  seen_at, due_at)
select world.id('connection', n), world.user_id(n), 'access', 'refresh',
  world.now() + interval '1 hour', at, at + interval '1 hour'
from generate_series(0, :users - 1, 2) as n,
  lateral (select world.now() - world.dice(n, 1) * interval '1 hour' as at) as t;

-- fill public.spotify_plays, 100 a user
insert into public.spotify_plays (id, user_id, spotify_track_id, played_at, created_at)
select world.id_at('play ' || n || ' ', j, at), world.user_id(n),
  'track' || floor(world.dice(i, 2) * world.dice(i, 3) * :tracks)::integer, at, at
from world.spread(200 * :share, :from, :to, 100), world.at(t) as at,
  lateral (select n::bigint * 31 + j::bigint * 7919 as i) as i
where n % 2 = 0;
