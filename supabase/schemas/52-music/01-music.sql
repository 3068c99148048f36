-- Music: the connected account of a user and the user's plays. Clients read; functions write.

create table public.spotify_accounts (
  user_id uuid primary key references public.profiles (id) on delete cascade,
  provider_user_id text not null,
  status text not null default 'connected' check (status in ('connected', 'disconnected')),
  scope text not null,
  connected_at timestamptz not null default now(),
  last_synced_at timestamptz
);

select private.guard_table('public.spotify_accounts',
  'Accounts of users at the music provider, without their tokens.');
comment on column public.spotify_accounts.status is
  'disconnected: the provider no longer accepts the grant; the user has to connect again.';

create table public.spotify_plays (
  id uuid primary key default private.uuid_v7(),
  user_id uuid not null references public.profiles (id) on delete cascade,
  spotify_track_id text not null references public.spotify_tracks (id) on delete cascade,
  played_at timestamptz not null,
  source text not null default 'recently_played' check (source in ('recently_played')),
  created_at timestamptz not null default now(),
  -- Its index also finds the last play before a time.
  unique (user_id, played_at)
);

select private.guard_table('public.spotify_plays', 'The plays of users, with their times.');

create index spotify_plays_track_idx on public.spotify_plays (spotify_track_id, user_id);
create index spotify_plays_played_at_idx on public.spotify_plays (played_at);
select private.purge_when('public.spotify_plays', 'played_at', '400 days');

-- The connection of an account: its tokens, encrypted by the edge functions, and the state of its
-- synchronization. It ends with the grant.
create table private.spotify_connections (
  id uuid primary key default private.uuid_v7(),
  user_id uuid not null unique references public.spotify_accounts (user_id) on delete cascade,
  access_token text not null,
  refresh_token text not null,
  expires_at timestamptz not null,
  refreshing_until timestamptz,
  seen_at timestamptz,
  due_at timestamptz not null default now(),
  retry_at timestamptz,
  last_error text
);

select private.hide_table('private.spotify_connections',
  'Encrypted tokens of connected music accounts, and the state of their synchronization.');
comment on column private.spotify_connections.refreshing_until is
  'A request refreshes the tokens; until then others wait for it.';
comment on column private.spotify_connections.seen_at is
  'The time of the latest play of a complete synchronization; the next one begins after it.';

create index spotify_connections_due_idx on private.spotify_connections (due_at, id);

-- A connection that a user has begun: the provider calls back with the state, and the user redeems
-- the grant. One for each user, so that a new one ends the one before.
create table private.spotify_grants (
  user_id uuid primary key references public.profiles (id) on delete cascade,
  state_hash text unique,
  verifier text,
  grant_hash text unique,
  code text,
  redeemed_at timestamptz,
  expires_at timestamptz not null default now() + interval '10 minutes'
);

select private.hide_table('private.spotify_grants',
  'Connections to the music provider that users have begun; codes are encrypted.');
comment on column private.spotify_grants.state_hash is 'Null once the provider has called back.';

-- A connection that a user has begun is redeemed within ten minutes, or not at all.
create index spotify_grants_expires_at_idx on private.spotify_grants (expires_at);
select private.purge_when('private.spotify_grants', 'expires_at', '1 day');

select private.let_read('owner', 'public.spotify_accounts', 'public.spotify_plays');
select private.let_owner_change('public.spotify_accounts', p_delete => true);

create policy spotify_tracks_select_listener on public.spotify_tracks for select to authenticated
  using (exists (
    select from public.spotify_plays as p
    where p.spotify_track_id = spotify_tracks.id and p.user_id = (select auth.uid())
  ));

create view public.music_tracks with (security_invoker = true) as
  select id, name, artist_names, album_name, album_image_url, external_url, duration_ms, explicit
  from public.spotify_tracks;

create view public.music_plays with (security_invoker = true) as
  select p.id, p.user_id, p.spotify_track_id, to_jsonb(t) as track, p.played_at, p.source,
    p.created_at
  from public.spotify_plays as p
  join private.track_cards as t on t.id = p.spotify_track_id;

comment on view public.music_tracks is 'Tracks that the reader listened to, by the provider''s id.';
comment on view public.music_plays is 'The plays of the reader, with the tracks.';

grant select on public.music_tracks, public.music_plays to authenticated, service_role;
grant select on public.spotify_tracks to authenticated;
grant all on public.spotify_accounts, public.spotify_plays to service_role;

-- The track of an entry ---------------------------------------------------------------------------

-- Attaches the last track that the user played at or before the entry's time. The writer has locked
-- the account: a synchronization that is storing plays would not find this entry.
create function private.attach_track() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.spotify_track_id := (
    select p.spotify_track_id from public.spotify_plays as p
    where p.user_id = new.user_id and p.played_at <= new.written_at
    order by p.played_at desc limit 1
  );
  return new;
end
$$;

create trigger journal_entries_200_attach_track before insert on public.journal_entries
  for each row when (new.spotify_track_id is null and not new.is_sealed)
  execute function private.attach_track();
create trigger journal_entries_210_attach_other_track
  before update of written_at on public.journal_entries
  for each row when (old.written_at <> new.written_at and not new.is_sealed)
  execute function private.attach_track();

-- Stores tracks. Everybody hears the same hits: the function locks only tracks whose facts have
-- changed. The raw answers are not compared, because the popularity in them changes every day. The
-- function takes tracks in the order of ids, so that synchronizations of several users wait for
-- each other in one direction.
create function private.store_tracks(p_tracks public.spotify_tracks[]) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_changed constant text[] := array(
    select t.id
    from unnest(p_tracks) as n join public.spotify_tracks as t on t.id = n.id
    where (t.name, t.artist_names, t.album_name, t.album_image_url, t.external_url, t.duration_ms,
        t.explicit)
      is distinct from (n.name, n.artist_names, n.album_name, n.album_image_url, n.external_url,
        n.duration_ms, n.explicit)
  );
begin
  perform from public.spotify_tracks where id = any (v_changed) order by id for no key update;
  update public.spotify_tracks as t set
    raw = n.raw, name = n.name, artist_names = n.artist_names, album_name = n.album_name,
    album_image_url = n.album_image_url, external_url = n.external_url,
    duration_ms = n.duration_ms, explicit = n.explicit, updated_at = now()
  from unnest(p_tracks) as n
  where t.id = n.id and t.id = any (v_changed);
  insert into public.spotify_tracks (
    id, raw, name, artist_names, album_name, album_image_url, external_url, duration_ms, explicit
  )
  select n.id, n.raw, n.name, n.artist_names, n.album_name, n.album_image_url, n.external_url,
    n.duration_ms, n.explicit
  from unnest(p_tracks) as n
  where not exists (select from public.spotify_tracks as t where t.id = n.id)
  order by n.id
  on conflict (id) do nothing;
end
$$;

-- Stores plays of a connected account, {played_at, track: {id, name, ...}}, each once. Attaches
-- them to the entries that were written after them and before the next play. Returns the number of
-- new plays and of entries whose track changed.
create function private.record_music_plays(p_connection uuid, p_plays jsonb)
returns table (plays integer, attached integer)
language plpgsql volatile security definer rows 1 set search_path = ''
as $$
declare
  v_user_id uuid;
  v_new timestamptz[];
begin
  -- The lock for which new entries wait.
  select a.user_id into v_user_id
  from private.spotify_connections as c
  join public.spotify_accounts as a on a.user_id = c.user_id
  where c.id = p_connection for update of a;
  perform private.refuse_if(v_user_id is null,
    409, 'The music account is not connected any more', 'music_disconnected');

  perform private.store_tracks(array(
    select distinct on (r.id) r
    from jsonb_array_elements(p_plays) as p
    cross join jsonb_populate_record(null::public.spotify_tracks, p -> 'track') as r
    order by r.id));

  with new_plays as (
    insert into public.spotify_plays (user_id, spotify_track_id, played_at)
    select v_user_id, p -> 'track' ->> 'id', (p ->> 'played_at')::timestamptz
    from jsonb_array_elements(p_plays) as p
    on conflict on constraint spotify_plays_user_id_played_at_key do nothing
    returning played_at
  )
  select coalesce(array_agg(played_at), '{}') into v_new from new_plays;
  plays := cardinality(v_new);

  update public.journal_entries as e
  set spotify_track_id = p.spotify_track_id
  from public.spotify_plays as p
  cross join lateral (
    select min(n.played_at) as played_at from public.spotify_plays as n
    where n.user_id = p.user_id and n.played_at > p.played_at
  ) as next
  where p.user_id = v_user_id and p.played_at = any (v_new)
    and e.user_id = v_user_id and not e.is_sealed and e.written_at >= p.played_at
    and e.written_at < coalesce(next.played_at, 'infinity')
    and e.spotify_track_id is distinct from p.spotify_track_id;
  get diagnostics attached = row_count;
  return next;
end
$$;

select private.expose('service_role', 'record_music_plays');

select private.register_personal_data('public.spotify_accounts', 'delete', 40,
  p_section => 'music_account', p_page_key => '{user_id}', p_omitted => '{user_id}');
select private.register_personal_data('public.spotify_plays', 'delete', 41,
  p_section => 'music_plays', p_source => 'public.music_plays', p_page_key => '{played_at}',
  p_omitted => '{user_id}');
select private.register_person_column('private.spotify_connections', 'user_id',
  'Tokens of the music provider.');
select private.register_person_column('private.spotify_grants', 'user_id',
  'Unfinished connections; valid for minutes.');
