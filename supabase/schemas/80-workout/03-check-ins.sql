-- Check-ins of workout windows: to which date and window one belongs, and what it earns. Photos lie
-- in a private bucket.

create table public.workout_window_checkins (
  id uuid primary key default private.uuid_v7(),
  user_id uuid not null references public.profile_cards (id) on delete cascade,
  chain_id uuid references public.workout_window_chains (id) on delete set null,
  date date not null,
  activity_type text not null
    check (activity_type in (
      'cardio', 'strength', 'walk', 'meditation', 'reading', 'homework', 'other')),
  -- Null for a synthetic user.
  photo_url text,
  photo_timestamp timestamptz,
  location_lat numeric(10, 8) check (location_lat between -90 and 90),
  location_lng numeric(11, 8) check (location_lng between -180 and 180),
  status text not null default 'pending' check (status in ('pending', 'verified', 'rejected')),
  review_reason text,
  battle_chips_earned integer not null default 1
    constraint workout_window_checkins_chips_check check (battle_chips_earned >= 0),
  chain_status text not null default 'continued' check (chain_status in ('continued', 'broken')),
  created_at timestamptz not null default now(),
  -- When the user made it, as the device says, where the request said so.
  taken_at timestamptz,
  constraint workout_window_checkins_user_date_key unique (user_id, date),
  constraint workout_window_checkins_location_check
    check ((location_lat is null) = (location_lng is null))
);

select private.guard_table('public.workout_window_checkins',
  'Check-ins: at most one for each user and date.');

create index workout_window_checkins_chain_id_idx on public.workout_window_checkins (chain_id);
create index workout_window_checkins_date_idx on public.workout_window_checkins (date, user_id);
create index workout_window_checkins_unplaced_idx on public.workout_window_checkins (date, user_id)
  where chain_id is null;

-- Squad, neighbours and others see check-ins through functions, without the location.
select private.let_read('owner_or_admin', 'public.workout_window_checkins');

grant all on public.workout_window_checkins to service_role;

-- Photos ------------------------------------------------------------------------------------------

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('workout-photos', 'workout-photos', false, 10485760,
  array['image/jpeg', 'image/png', 'image/gif', 'image/webp']);

-- Only the service writes files. Owners may read theirs and sign URLs for them; the edge functions
-- sign for other readers, because a client may sign a URL that outlives the right to read.
create policy workout_photos_select_owner on storage.objects for select to authenticated
  using (bucket_id = 'workout-photos' and starts_with(name, (select auth.uid()) || '/'));

create trigger workout_window_checkins_500_discard_photo
  after delete on public.workout_window_checkins
  for each row when (old.photo_url is not null)
  execute function private.discard_old_file('workout-photos', 'photo_url');

create table private.workout_checkin_photos (
  checkin_id uuid primary key references public.workout_window_checkins (id) on delete cascade,
  hash text not null check (hash ~ '^[0-9a-f]{64}$'),
  orientation smallint check (orientation between 2 and 8),
  pixels integer not null
);

select private.hide_table('private.workout_checkin_photos',
  'Facts about the photo of a check-in that no client sees.');
comment on column private.workout_checkin_photos.hash is
  'SHA-256 of the stored bytes: the same photo is flagged when it is sent again.';
comment on column private.workout_checkin_photos.orientation is
  'The EXIF orientation, where the picture is not upright.';

create index workout_checkin_photos_hash_idx on private.workout_checkin_photos (hash);

-- Windows -----------------------------------------------------------------------------------------

-- The windows of a user on the dates around a time, without the dates before the user had a window.
-- A window is open as long as a check-in counts at once, grace included.
create function private.workout_windows_around(p_user_id uuid, p_at timestamptz default now())
returns table (
  date date, starts_at timestamptz, ends_at timestamptz, timezone text, is_open boolean,
  is_done boolean
)
language plpgsql stable security definer rows 5 set search_path = ''
as $$
begin
  return query
    select d.day, o.starts_at, o.ends_at, o.timezone,
      p_at between o.starts_at and o.ends_at + private.workout_grace(), k.id is not null
    from public.workout_windows as w
    cross join generate_series(-2, 2) as n (days)
    cross join lateral (select (p_at at time zone 'utc')::date + n.days as day) as d
    cross join lateral private.workout_windows_on(array[w.user_id], d.day) as o
    left join public.workout_window_checkins as k on k.user_id = w.user_id and k.date = d.day
    where w.user_id = p_user_id and w.is_active
      and w.created_at < o.ends_at + private.workout_grace();
end
$$;

-- The window to which a check-in of a time belongs: the window with the latest start at most 12
-- hours ahead. An open window goes first: after a change the next window may start soon after it.
create function private.current_workout_window(p_user_id uuid, p_at timestamptz default now())
returns table (
  date date, starts_at timestamptz, ends_at timestamptz, timezone text, is_done boolean
)
language plpgsql stable security definer rows 1 set search_path = ''
as $$
begin
  return query
    select w.date, w.starts_at, w.ends_at, w.timezone, w.is_done
    from private.workout_windows_around(p_user_id, p_at) as w
    where w.starts_at <= p_at + interval '12 hours'
    order by w.is_open and not w.is_done desc, w.is_open desc, w.starts_at desc limit 1;
end
$$;

-- Refuses a caller without a window that opens within 12 hours, before a photo is read.
create function private.require_open_workout_checkin() returns void
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_caller constant uuid := private.require_caller();
begin
  perform private.refuse_if(not exists (select from private.current_workout_window(v_caller)),
    400, 'You have no window that opens within 12 hours', 'no_workout_window');
end
$$;

-- The window of a check-in that was made at this time, or is made now. Refuses a check-in that
-- arrives more than 24 hours after the end of its window, and a second check-in for a date.
create function private.open_workout_window(p_user_id uuid, p_taken_at timestamptz)
returns table (date date, starts_at timestamptz, ends_at timestamptz, timezone text)
language plpgsql stable security definer rows 1 set search_path = ''
as $$
declare
  v_late constant text := 'taken_at: the window ended more than 24 hours ago';
  v_window record;
begin
  -- Its window would have ended before; windows are looked up around times near now alone.
  perform private.refuse_if(p_taken_at < now() - interval '3 days', 400, v_late);
  select * into v_window from private.current_workout_window(p_user_id, least(p_taken_at, now()));
  perform private.refuse_if(not found,
    400, 'You have no window that opens within 12 hours', 'no_workout_window');
  perform private.refuse_if(
    p_taken_at is not null and v_window.ends_at < now() - interval '24 hours', 400, v_late);
  perform private.refuse_if(v_window.is_done,
    409, 'You have already checked in for this date', 'already_checked_in');
  return query select v_window.date, v_window.starts_at, v_window.ends_at, v_window.timezone;
end
$$;

-- The check-in of an id, as its first request was answered; null when there is none.
create function private.recorded_workout_checkin(p_user_id uuid, p_id uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_checkin public.workout_window_checkins;
begin
  select * into v_checkin from public.workout_window_checkins where id = p_id;
  if not found then
    return null;
  end if;
  perform private.refuse_if(v_checkin.user_id <> p_user_id,
    409, 'id: already taken, make another one', 'id_taken');
  return jsonb_build_object('checkin', to_jsonb(v_checkin), 'next_user_notified', exists (
    select from public.workout_window_chains as c
    join public.notifications as n on n.user_id = c.after_user_id and n.type = 'baton_pass'
      and n.dedupe_key = v_checkin.date || ':' || p_user_id
    where c.user_id = p_user_id and c.date = v_checkin.date
  ));
end
$$;

-- Before a photo is stored: the caller's check-in of this id, when a request is repeated; null when
-- a new one can be recorded. Refuses what `record_workout_checkin` would.
create function private.prepare_workout_checkin(
  p_id uuid default null, p_taken_at timestamptz default null
) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_caller constant uuid := private.require_caller();
  v_recorded constant jsonb := private.recorded_workout_checkin(v_caller, p_id);
begin
  if v_recorded is null then
    perform from private.open_workout_window(v_caller, p_taken_at);
  end if;
  return v_recorded;
end
$$;

-- Chips -------------------------------------------------------------------------------------------

-- Whether a user has checked in for a date; a rejected check-in does not count.
create function private.has_checked_in(p_user_id uuid, p_date date) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (
    select from public.workout_window_checkins
    where user_id = p_user_id and date = p_date and status <> 'rejected'
  );
end
$$;

-- Whether a chain continues after a user. It does when there is no such user, or when the user's
-- window did not exist yet on the date, so that nobody could have come.
create function private.workout_chain_status(p_before_user_id uuid, p_date date) returns text
language plpgsql stable security definer set search_path = ''
as $$
begin
  return case when private.has_checked_in(p_before_user_id, p_date) or not exists (
    select from public.workout_window_chains
    where user_id = p_before_user_id and date = p_date and closes_at is not null
  ) then 'continued' else 'broken' end;
end
$$;

-- The chips of a check-in of a user: 1, 1 more when the user before has checked in, and 2 more from
-- the seventh consecutive day on, for which verified check-ins count. The rules add half a chip in
-- the first 30 minutes of the window and round the sum down. The other parts are whole, so that
-- this half never makes a chip, and is not counted.
create function private.workout_chips(p_user_id uuid, p_date date) returns integer
language plpgsql stable security definer set search_path = ''
as $$
begin
  return 1 + 2 * (
      select count(*) = 6 from public.workout_window_checkins
      where user_id = p_user_id and date between p_date - 6 and p_date - 1 and status = 'verified'
    )::integer + private.has_checked_in((
      select before_user_id from public.workout_window_chains
      where user_id = p_user_id and date = p_date), p_date)::integer;
end
$$;

select private.expose('authenticated', 'require_open_workout_checkin', 'prepare_workout_checkin');

select private.register_personal_data('public.workout_window_checkins', 'delete', 55);
select private.register_person_column('private.workout_checkin_photos', 'checkin_id',
  'Facts about the photo, which the export contains.');
