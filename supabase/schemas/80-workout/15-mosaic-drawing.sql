-- The drawing of mosaics: first the thumbnails that are missing, then the picture. Each step may be
-- repeated, and is one call of a function that does little.

-- How often a photo may end the drawing function while it is decoded.
create function private.max_thumbnail_attempts() returns smallint
language sql immutable set search_path = ''
as $$ select 2::smallint $$;

-- Whether the sections of a date have room for photos: up to 34 rows of 34, which
-- functions/workout-mosaic/layout.ts makes 56 pixels wide.
create function private.mosaic_has_photos(p_date date) returns boolean
language sql stable security definer set search_path = ''
as $$
  select coalesce(sum(places), 0) <= 1156 from private.workout_counts
  where date = p_date and kind <> 'member'
$$;

-- The photos without a thumbnail: of verified check-ins of the date, of users who want them shown.
-- Returns no photo where the sections have no room for photos. The places are read along an index,
-- each with its check-in, until there are enough photos: `offset 0` keeps the planner from reading
-- all check-ins of the date first.
create function private.missing_workout_thumbnails(p_date date, p_limit integer)
returns table (checkin_id uuid, path text, orientation smallint, pixels integer)
language sql stable security definer rows 20
-- Without it all places of a date are read and sorted (tests/workout-window/mosaic.test.ts).
set search_path = '' set enable_sort = off
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

-- Stores a thumbnail (base64), or that there is none. `p_is_attempt` counts an attempt before the
-- photo is decoded: nothing else remains of an attempt that ends the function. Does nothing when
-- the user has withdrawn.
create function private.store_workout_thumbnail(
  p_checkin_id uuid, p_image text default null, p_is_attempt boolean default false
) returns void
language sql volatile security definer set search_path = ''
as $$
  insert into private.workout_thumbnails as t (checkin_id, image, attempts)
  select k.id, decode(p_image, 'base64'),
    case when p_is_attempt then 1 else private.max_thumbnail_attempts() end
  from public.workout_window_checkins as k join public.profiles as u on u.id = k.user_id
  where k.id = p_checkin_id and u.is_active and u.preferences @> '{"mosaic_photo": true}'
  for share
  on conflict (checkin_id) do update set image = coalesce(t.image, excluded.image),
    attempts = case when p_is_attempt then t.attempts + 1 else excluded.attempts end
$$;

-- Up to 10,000 participants of a date with the status of each; neighbours in the chains follow each
-- other. They are read in the order of an index of the chains.
create function private.workout_mosaic_participants(p_date date)
returns table (
  user_id uuid, status text, team_color text, checkin_id uuid, location_group text,
  starts_at timestamptz
)
language sql stable security definer set search_path = ''
as $$
  select c.user_id,
    case private.workout_day_status(k.status, c.closes_at)
      when 'completed' then 'completed' when 'failed' then 'failed' else 'pending' end,
    c.team_color, k.id, c.location_group, c.starts_at
  from (
    select * from public.workout_window_chains as w
    where w.date = p_date and (select private.workout_date_is_generated(p_date))
    order by w.location_group, w.starts_at, w.user_id limit 10000
  ) as c
  left join public.workout_window_checkins as k on k.user_id = c.user_id and k.date = c.date
$$;

create function private.workout_mosaic_counts(p_date date)
returns table (
  total integer, completed integer, failed integer, pending integer, synthetic integer
)
language sql stable security definer rows 1 set search_path = ''
as $$
  select sum(total_members)::integer, sum(completed)::integer, sum(failed)::integer,
    sum(pending)::integer, sum(synthetic)::integer
  from private.workout_teams(p_date)
$$;

-- The material of a mosaic: up to 10,000 tiles, and the counts of all participants. A tile has the
-- photo of a verified check-in of a user who wants it shown, where the sections have room for
-- photos.
create function private.workout_mosaic_material(p_date date) returns jsonb
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

-- Records the picture that is stored under the reserved path. Refuses when somebody in it has left,
-- or a photo in it has been withdrawn since it was drawn.
create function private.record_workout_mosaic(
  p_date date, p_path text, p_tiles jsonb, p_counts jsonb
) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_people uuid[] := array(select (t ->> 'user_id')::uuid from jsonb_array_elements(p_tiles) as t);
  v_shown uuid[] := array(
    select (t ->> 'user_id')::uuid from jsonb_array_elements(p_tiles) as t
    where (t ->> 'photo')::boolean
  );
begin
  -- A withdrawal that comes later waits, and finds the picture; this one waits for those in
  -- progress.
  perform pg_advisory_xact_lock(hashtextextended('workout mosaic', 0));
  perform private.refuse_if(exists (
    select id from unnest(v_people) as id
    except select id from public.profiles where id = any (v_people)
  ) or exists (
    select id from unnest(v_shown) as id
    except
    select u.id from public.profiles as u
    join public.workout_window_checkins as k on k.user_id = u.id
    where u.id = any (v_shown) and u.is_active and u.preferences @> '{"mosaic_photo": true}'
      and k.date = p_date and k.status = 'verified'
  ), 409, 'The participants have changed meanwhile', 'content_changed');
  perform private.keep_reserved_file('workout-mosaics', p_path);
  insert into public.workout_window_mosaics as m (
    date, mosaic_image_url, mosaic_data, total_participants, completed_count, failed_count,
    pending_count, synthetic_count
  )
  values (
    p_date, p_path, p_tiles, (p_counts ->> 'total')::integer, (p_counts ->> 'completed')::integer,
    (p_counts ->> 'failed')::integer, (p_counts ->> 'pending')::integer,
    (p_counts ->> 'synthetic')::integer
  )
  on conflict on constraint workout_window_mosaics_date_key do update set
    mosaic_image_url = excluded.mosaic_image_url, mosaic_data = excluded.mosaic_data,
    total_participants = excluded.total_participants, completed_count = excluded.completed_count,
    failed_count = excluded.failed_count, pending_count = excluded.pending_count,
    synthetic_count = excluded.synthetic_count,
    created_at = now();
end
$$;

-- The mosaic of a date, with names as they are now; null when there is none.
create function private.get_workout_mosaic(p_date date) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  if auth.role() is distinct from 'service_role' then
    perform private.require_caller();
  end if;
  return (
    select jsonb_build_object(
      'path', m.mosaic_image_url,
      'date', m.date,
      'sections', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'userId', t.tile -> 'user_id', 'userName', coalesce(u.full_name, u.handle),
          'isSynthetic', u.is_synthetic,
          'status', t.tile -> 'status', 'coordinates', t.tile -> 'coordinates',
          'teamColor', t.tile -> 'team_color') order by t.place), '[]')
        from jsonb_array_elements(m.mosaic_data) with ordinality as t (tile, place)
        join public.profile_cards as u on u.id = (t.tile ->> 'user_id')::uuid
      ),
      'stats', jsonb_build_object(
        'totalParticipants', m.total_participants, 'completed', m.completed_count,
        'failed', m.failed_count, 'pending', m.pending_count,
        'synthetic', m.synthetic_count))
    from public.workout_window_mosaics as m where m.date = p_date
  );
end
$$;

-- The dates around today whose picture is missing, withdrawn or shows other counts than there are.
create function private.outdated_workout_mosaics() returns setof date
language sql stable security definer rows 4 set search_path = ''
as $$
  select d.date
  from (
    select date from private.workout_dates
    where date between private.utc_today() - 2 and private.utc_today() + 1
    union
    select date from public.workout_window_mosaics where mosaic_image_url is null
  ) as d
  cross join lateral private.workout_mosaic_counts(d.date) as n
  left join public.workout_window_mosaics as m on m.date = d.date
  where n.total > 0 and (
    m.mosaic_image_url is null
    or (m.completed_count, m.failed_count, m.pending_count) <> (n.completed, n.failed, n.pending)
  )
  order by d.date desc
$$;

select private.schedule_job('workout-mosaics', '50 * * * *',
  '/workout-window/cron/draw-mosaics', array['WORKOUT_WINDOW_CRON_SECRET']);

select private.expose('authenticated, service_role', 'get_workout_mosaic');
select private.expose('service_role', 'missing_workout_thumbnails', 'store_workout_thumbnail',
  'workout_mosaic_material', 'record_workout_mosaic', 'outdated_workout_mosaics');
