-- Mosaics of workout windows: one public picture of each date, with a tile for each participant.
-- Tiles show initials; those of users with the preference `mosaic_photo` show the photo.

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('workout-mosaics', 'workout-mosaics', true, 20971520, array['image/png']);

create table public.workout_window_mosaics (
  id uuid primary key default private.uuid_v7(),
  date date not null unique,
  mosaic_image_url text
    constraint workout_window_mosaics_image_check check (char_length(mosaic_image_url) <= 200),
  mosaic_data jsonb not null default '[]'
    constraint workout_window_mosaics_data_check check (jsonb_typeof(mosaic_data) = 'array'),
  total_participants integer not null,
  completed_count integer not null,
  failed_count integer not null,
  pending_count integer not null,
  created_at timestamptz not null default now(),
  synthetic_count integer not null default 0,
  constraint workout_window_mosaics_counts_check check (
    completed_count >= 0 and failed_count >= 0 and pending_count >= 0
    and total_participants = completed_count + failed_count + pending_count
    and synthetic_count between 0 and total_participants
  )
);

select private.guard_table('public.workout_window_mosaics', 'The picture of each date.');
comment on column public.workout_window_mosaics.mosaic_image_url is
  'The file in the public bucket workout-mosaics; null when a photo in it was withdrawn.';
comment on column public.workout_window_mosaics.synthetic_count is
  'The synthetic users among the participants.';
comment on column public.workout_window_mosaics.mosaic_data is
  'The tiles: user_id, status, team_color, whether there is a photo, coordinates in pixels.';

create index workout_window_mosaics_data_idx
  on public.workout_window_mosaics using gin (mosaic_data jsonb_path_ops);

create view public.workout_window_mosaic_status with (security_invoker = true) as
  select id, date, mosaic_image_url, mosaic_image_url is not null as has_image, total_participants,
    completed_count, failed_count, pending_count, created_at, synthetic_count
  from public.workout_window_mosaics;

comment on view public.workout_window_mosaic_status is 'The state of each date without its tiles.';

select private.let_read('everyone', 'public.workout_window_mosaics');
-- The tiles of a date may fill a megabyte: a function hands them out, of one date.
revoke select on public.workout_window_mosaics from authenticated;
grant select (
  id, date, mosaic_image_url, total_participants, completed_count, failed_count, pending_count,
  created_at, synthetic_count
) on public.workout_window_mosaics to authenticated;

grant all on public.workout_window_mosaics to service_role;
grant select on public.workout_window_mosaic_status to authenticated, service_role;

-- A new picture replaces the file.
create trigger workout_window_mosaics_500_discard_replaced
  after update of mosaic_image_url on public.workout_window_mosaics
  for each row when (old.mosaic_image_url is distinct from new.mosaic_image_url
    and old.mosaic_image_url is not null)
  execute function private.discard_old_file('workout-mosaics', 'mosaic_image_url');
create trigger workout_window_mosaics_510_discard_deleted
  after delete on public.workout_window_mosaics
  for each row when (old.mosaic_image_url is not null)
  execute function private.discard_old_file('workout-mosaics', 'mosaic_image_url');

-- Thumbnails --------------------------------------------------------------------------------------

create table private.workout_thumbnails (
  checkin_id uuid primary key references public.workout_window_checkins (id) on delete cascade,
  image bytea check (octet_length(image) <= 65536),
  attempts smallint not null,
  created_at timestamptz not null default now()
);

select private.hide_table('private.workout_thumbnails',
  'Small photos for mosaics, of users who want them.');
comment on column private.workout_thumbnails.image is
  'JPEG; null while there is none, and when the photo cannot be decoded or is too large.';

create index workout_thumbnails_created_at_idx on private.workout_thumbnails (created_at);

-- The hourly pictures of a date need its thumbnails for four days. But when somebody leaves, the
-- pictures of all their dates are drawn again: without thumbnails each would decode up to 1,156
-- photos. Pictures of the last year find their thumbnails here; older pictures make theirs again.
select private.purge_when('private.workout_thumbnails', 'created_at', '400 days');

-- Withdrawal --------------------------------------------------------------------------------------

-- Removes the pictures that show photos of a user, of all dates or of one. The next generation
-- draws them without. Withdrawals share a lock, which the recording of a picture takes alone.
create function private.withdraw_mosaic_photos(p_user_id uuid, p_date date default null)
returns void
language sql volatile security definer set search_path = ''
as $$
  select pg_advisory_xact_lock_shared(hashtextextended('workout mosaic', 0));
  update public.workout_window_mosaics set mosaic_image_url = null
  where mosaic_data @> jsonb_build_array(jsonb_build_object('user_id', p_user_id, 'photo', true))
    and date = coalesce(p_date, date) and mosaic_image_url is not null
$$;

create function private.follow_mosaic_preference() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.workout_thumbnails as t using public.workout_window_checkins as c
  where c.id = t.checkin_id and c.user_id = new.id;
  perform private.withdraw_mosaic_photos(new.id);
  return null;
end
$$;

-- Withdraws also the photos of blocked users, and of users whose account is being deleted.
create trigger profiles_600_follow_mosaic_preference
  after update of preferences, is_active on public.profiles
  for each row when (old.preferences @> '{"mosaic_photo": true}' and old.is_active
    and not (new.preferences @> '{"mosaic_photo": true}' and new.is_active))
  execute function private.follow_mosaic_preference();

create function private.follow_withdrawn_checkin() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.withdraw_mosaic_photos(old.user_id, old.date);
  return null;
end
$$;

create trigger workout_window_checkins_510_withdraw
  after update of status or delete on public.workout_window_checkins
  for each row when (old.status = 'verified')
  execute function private.follow_withdrawn_checkin();

-- Erasure -----------------------------------------------------------------------------------------

-- Removes a user's tile from mosaics, which are drawn again. A mosaic has up to 10,000 tiles and
-- counts as 100 of the rows that one step may change.
create function private.erase_mosaic_tiles(p_user_id uuid, p_limit integer) returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
  -- Locked by a statement of its own, as in private.erase_person.
  v_ids uuid[] := array(
    select id from public.workout_window_mosaics
    where mosaic_data @> jsonb_build_array(jsonb_build_object('user_id', p_user_id))
    limit ceil(p_limit / 100.0) for no key update);
begin
  update public.workout_window_mosaics
  set mosaic_image_url = null,
    mosaic_data = (
      select coalesce(jsonb_agg(tile order by place), '[]')
      from jsonb_array_elements(mosaic_data) with ordinality as t (tile, place)
      where tile ->> 'user_id' <> p_user_id::text
    )
  where id = any (v_ids);
  return cardinality(v_ids) * 100;
end
$$;

-- The pictures with the user's tile are drawn again.
select private.register_person_column('public.workout_window_mosaics', 'mosaic_data',
  'Status and team of the date, which the sections of chains and check-ins contain.',
  'erase_mosaic_tiles', 54,
  p_condition => 'mosaic_data @> jsonb_build_array(jsonb_build_object(''user_id'', $1))');
select private.register_person_column('private.workout_thumbnails', 'checkin_id',
  'A small copy of the photo, which the export contains.');
