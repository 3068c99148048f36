-- Mosaics of dates with many participants, and many mosaics: no thumbnails that no picture shows, a
-- time after which thumbnails are removed, and the deletion of accounts in small steps.

-- Whether the sections of a date have room for photos: up to 34 rows of 34, which
-- functions/workout-mosaic/layout.ts makes 56 pixels wide. Reads one place more. The setting makes
-- the query read along an index: where most dates are small, the planner would rather sort all
-- places of a large one.
create function private.mosaic_has_photos(p_date date) returns boolean
language sql stable security definer set search_path = '' set enable_sort = off
as $$
  select not exists (
    select from public.workout_window_chains where date = p_date
    order by location_group offset 1156
  )
$$;

-- The photos without a thumbnail: of verified check-ins of the date, of users who want them shown.
-- None where the sections have no room for photos. The places are read along an index, each with
-- its check-in, until there are enough photos: `offset 0` keeps the planner from reading all
-- check-ins of the date first.
create or replace function private.missing_workout_thumbnails(p_date date, p_limit integer)
returns table (checkin_id uuid, path text, orientation smallint, pixels integer)
language sql stable security definer rows 20 set search_path = '' set enable_sort = off
as $$
  select m.*
  from (
    select user_id from public.workout_window_chains
    where date = p_date and (select private.mosaic_has_photos(p_date))
    order by location_group
  ) as c
  cross join lateral (
    select k.id, k.photo_url, f.orientation, f.pixels
    from public.workout_window_checkins as k
    join private.workout_checkin_photos as f on f.checkin_id = k.id
    join public.profiles as u on u.id = k.user_id
    where k.user_id = c.user_id and k.date = p_date and k.status = 'verified'
      and u.is_active and u.preferences @> '{"mosaic_photo": true}'
      and not exists (
        select from private.workout_thumbnails as t where t.checkin_id = k.id
          and (t.image is not null or t.attempts >= private.max_thumbnail_attempts()))
    offset 0
  ) as m
  limit p_limit
$$;

-- What a mosaic is drawn from: up to 10,000 tiles, and the counts of all. Photos are those of
-- verified check-ins of users who want them shown, where the sections have room for them.
create or replace function private.workout_mosaic_material(p_date date) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'counts', (select to_jsonb(n) from private.workout_mosaic_counts(p_date) as n),
    'tiles', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'user_id', p.user_id, 'full_name', u.full_name, 'handle', u.handle, 'status', p.status,
        'team_color', p.team_color, 'photo', case
          when p.status = 'completed' and u.is_active and u.preferences @> '{"mosaic_photo": true}'
            then translate(encode(t.image, 'base64'), E'\n', '')
        end) order by p.location_group, p.starts_at, p.user_id), '[]')
      from private.workout_mosaic_participants(p_date) as p
      join public.profiles as u on u.id = p.user_id
      left join private.workout_thumbnails as t
        on t.checkin_id = p.checkin_id and (select private.mosaic_has_photos(p_date))
    ))
$$;

-- Retention of thumbnails -------------------------------------------------------------------------

alter table private.workout_thumbnails add column created_at timestamptz not null default now();

-- squawk-ignore require-concurrent-index-creation
create index if not exists workout_thumbnails_created_at_idx
  on private.workout_thumbnails (created_at);

-- The hourly pictures of a date need its thumbnails for four days. But when somebody leaves, the
-- pictures of all their dates are drawn again: without thumbnails each would decode up to 1,156
-- photos. Those of the last year need not; older ones make theirs again.
select private.purge_when('private.workout_thumbnails', 'created_at', '400 days');

-- Deletion of accounts ----------------------------------------------------------------------------

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

update private.person_columns
set deletion = 'function', erase_function = 'erase_mosaic_tiles', change = null
where relation = 'public.workout_window_mosaics' and name = 'mosaic_data';
