-- Recording of check-ins: to which date and window one belongs, whether it is verified at once, and
-- what it earns. Photos lie in a private bucket.

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('workout-photos', 'workout-photos', false, 10485760,
  array['image/jpeg', 'image/png', 'image/gif', 'image/webp']);

-- Only the service writes files. Owners may read theirs and sign URLs for them; the edge functions
-- sign for other readers, because a client may sign a URL that outlives the right to read.
create policy workout_photos_all_active on storage.objects as restrictive to authenticated
  using (bucket_id <> 'workout-photos' or (select private.caller_is_active()));
create policy workout_photos_select_owner on storage.objects for select to authenticated
  using (bucket_id = 'workout-photos' and starts_with(name, (select auth.uid()) || '/'));

create trigger workout_window_checkins_500_discard_photo
  after delete on public.workout_window_checkins
  for each row when (old.photo_url is not null)
  execute function private.discard_old_file('workout-photos', 'photo_url');

create table private.workout_checkin_photos (
  checkin_id uuid primary key
    constraint workout_checkin_photos_checkin_id_fkey
      references public.workout_window_checkins (id) on delete cascade,
  hash text not null
    constraint workout_checkin_photos_hash_check check (hash ~ '^[0-9a-f]{64}$'),
  orientation smallint
    constraint workout_checkin_photos_orientation_check check (orientation between 2 and 8),
  pixels integer not null,
  -- What the check-in earns without the days before it.
  base_chips numeric(2, 1) not null
);

comment on table private.workout_checkin_photos is
  'Facts about the photo of a check-in that no client sees.';
comment on column private.workout_checkin_photos.hash is
  'SHA-256 of the stored bytes: the same photo is flagged when it is sent again.';
comment on column private.workout_checkin_photos.orientation is
  'The EXIF orientation, where the picture is not upright.';

create index workout_checkin_photos_hash_idx on private.workout_checkin_photos (hash);

alter table private.workout_checkin_photos enable row level security;
create policy workout_checkin_photos_all_nobody on private.workout_checkin_photos using (false);

-- Windows -----------------------------------------------------------------------------------------

-- The window to which a check-in of now belongs: the latest start that is at most 12 hours ahead.
-- Dates on which the window did not exist yet are left out. A date that is over keeps its window,
-- whatever the user has set since.
create function private.current_workout_window(p_user_id uuid)
returns table (date date, starts_at timestamptz, ends_at timestamptz, timezone text)
language sql stable security definer rows 1 set search_path = ''
as $$
  select d.day::date, e.starts_at, e.ends_at, w.timezone
  from public.workout_windows as w
  cross join generate_series(-2, 1) as n (days)
  cross join lateral (select (now() at time zone w.timezone)::date + n.days as day) as d
  cross join lateral private.workout_window_instants(
    d.day, w.window_start_time, w.window_end_time, w.timezone) as i
  left join public.workout_window_chains as c
    on c.user_id = w.user_id and c.date = d.day and c.closes_at <= now()
  cross join lateral (
    select coalesce(c.starts_at, i.starts_at) as starts_at, coalesce(c.ends_at, i.ends_at) as ends_at
  ) as e
  where w.user_id = p_user_id and w.is_active and e.starts_at <= now() + interval '12 hours'
    and w.created_at < e.ends_at + private.workout_grace()
  order by e.starts_at desc limit 1
$$;

-- Refuses a check-in that cannot be recorded, before its photo is stored.
create function private.require_open_workout_checkin() returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_caller uuid := private.require_caller();
begin
  if not exists (select from private.current_workout_window(v_caller)) then
    perform private.refuse(400, 'You have no window that opens within 12 hours', 'no_workout_window');
  elsif exists (
    select from public.workout_window_checkins as c
    join private.current_workout_window(v_caller) as w on w.date = c.date
    where c.user_id = v_caller
  ) then
    perform private.refuse(409, 'You have already checked in for this date', 'already_checked_in');
  end if;
end
$$;

-- Chips -------------------------------------------------------------------------------------------

-- The chips of a check-in: its base, and 2 from the seventh consecutive day on. Days before it count
-- when they are verified.
create function private.workout_chips(p_user_id uuid, p_date date, p_base numeric) returns integer
language plpgsql stable security definer set search_path = ''
as $$
begin
  return floor(p_base + case when (
    select count(*) from public.workout_window_checkins
    where user_id = p_user_id and date between p_date - 6 and p_date - 1 and status = 'verified'
  ) = 6 then 2 else 0 end);
end
$$;

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

-- Whether a chain continues after a user. It does when there is no such user, or when the user's window
-- did not exist yet on the date, so that nobody could have come.
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

-- Recording ---------------------------------------------------------------------------------------

-- Tells the next user of the chain that it is their turn, unless they have checked in or their time
-- is over. Returns whether there is a new notification.
create function private.pass_workout_baton(p_user_id uuid, p_date date) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_next uuid;
begin
  select n.user_id into v_next
  from public.workout_window_chains as c
  join public.workout_window_chains as n on n.user_id = c.after_user_id and n.date = c.date
  where c.user_id = p_user_id and c.date = p_date
    and n.ends_at + private.workout_grace() > now() and not private.has_checked_in(n.user_id, p_date);
  return v_next is not null and private.notify(
    v_next, 'baton_pass', 'It is your turn',
    (select coalesce(full_name, handle) from public.profile_cards where id = p_user_id)
      || ' has checked in and passes the baton to you.',
    jsonb_build_object('user_id', p_user_id, 'date', p_date), p_date || ':' || p_user_id);
end
$$;

-- Records the check-in whose photo is stored under the reserved path. Only the service calls it,
-- because only the edge functions know the bytes of a photo. A photo of which something is in doubt
-- waits for a super admin. `p_taken_at` is the camera's time, local unless it has an offset.
create function private.record_workout_checkin(
  p_user_id uuid, p_path text, p_hash text, p_pixels integer, p_activity_type text,
  p_orientation integer default null, p_taken_at text default null,
  p_latitude numeric default null, p_longitude numeric default null
) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_window record;
  v_chain public.workout_window_chains;
  v_taken_at timestamptz;
  v_reasons text[];
  v_before_came boolean;
  v_base numeric;
  v_checkin public.workout_window_checkins;
begin
  if not exists (select from public.profiles where id = p_user_id and is_active) then
    perform private.refuse(403, 'This account is blocked', 'account_blocked');
  end if;
  select * into v_window from private.current_workout_window(p_user_id);
  if not found then
    perform private.refuse(400, 'You have no window that opens within 12 hours', 'no_workout_window');
  end if;
  perform private.keep_reserved_file('workout-photos', p_path);
  -- Of two check-ins with one photo the second sees the first.
  perform pg_advisory_xact_lock(hashtextextended('workout photo ' || p_hash, 0));
  -- Chains are written under this lock: the place of the user stays as it is read here.
  perform from private.workout_dates where date = v_window.date for share;
  select * into v_chain from public.workout_window_chains
  where user_id = p_user_id and date = v_window.date;
  -- A synthetic user before counts from the drawn time on, not only from the close of their day.
  perform private.check_in_synthetic(array(
    select id from public.workout_window_chains
    where user_id = v_chain.before_user_id and date = v_window.date));

  v_taken_at := case
    when p_taken_at ~ '[+-][0-9]{2}:[0-9]{2}$' then p_taken_at::timestamptz
    else p_taken_at::timestamp at time zone v_window.timezone
  end;
  v_reasons := array_remove(array[
    case when not now() between v_window.starts_at and v_window.ends_at + private.workout_grace()
      then 'outside_window' end,
    case when not v_taken_at between now() - interval '1 day' and now() + interval '1 day'
      then 'photo_time' end,
    case when exists (select from private.workout_checkin_photos where hash = p_hash)
      then 'photo_seen_before' end
  ], null);
  v_before_came := private.has_checked_in(v_chain.before_user_id, v_window.date);
  v_base := 1 + case when v_before_came then 1 else 0 end
    + case when now() between v_window.starts_at and v_window.starts_at + interval '30 minutes'
      then 0.5 else 0 end;

  insert into public.workout_window_checkins (
    user_id, chain_id, date, activity_type, photo_url, photo_timestamp, location_lat, location_lng,
    status, review_reason, battle_chips_earned, chain_status
  )
  values (
    p_user_id, v_chain.id, v_window.date, p_activity_type, p_path, v_taken_at, p_latitude,
    p_longitude, case when v_reasons = '{}' then 'verified' else 'pending' end,
    nullif(array_to_string(v_reasons, ','), ''),
    private.workout_chips(p_user_id, v_window.date, v_base),
    private.workout_chain_status(v_chain.before_user_id, v_window.date)
  )
  on conflict on constraint workout_window_checkins_user_date_key do nothing
  returning * into v_checkin;
  if not found then
    perform private.refuse(409, 'You have already checked in for this date', 'already_checked_in');
  end if;
  insert into private.workout_checkin_photos (checkin_id, hash, orientation, pixels, base_chips)
  values (v_checkin.id, p_hash, p_orientation, p_pixels, v_base);
  return jsonb_build_object(
    'checkin', to_jsonb(v_checkin),
    'next_user_notified',
    v_checkin.status = 'verified' and private.pass_workout_baton(p_user_id, v_checkin.date));
end
$$;

-- Review ------------------------------------------------------------------------------------------

create index workout_window_checkins_flagged_idx
  on public.workout_window_checkins (created_at desc, id desc) where status = 'pending';

-- Breaks the chain after a user who has not checked in, or was rejected, and tells the user after and
-- this user, once. Returns whether there is a user after.
create function private.break_workout_chain(p_user_id uuid, p_date date) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_after uuid;
  v_rejected constant boolean := exists (
    select from public.workout_window_checkins where user_id = p_user_id and date = p_date);
begin
  update public.workout_window_chains set chain_status = 'broken'
  where date = p_date and user_id = (
    select after_user_id from public.workout_window_chains where user_id = p_user_id and date = p_date)
  returning user_id into v_after;
  if v_after is null then
    return false;
  end if;
  perform private.notify(
    v_after, 'chain_broken', 'Your chain is broken',
    'The person before you did not check in on ' || p_date || '.',
    jsonb_build_object('date', p_date), p_date || ':before');
  perform private.notify(
    p_user_id, 'chain_broken',
    case when v_rejected then 'Your check-in was rejected' else 'You missed your window' end,
    case when v_rejected then 'Your check-in of ' || p_date || ' was rejected'
      else 'You did not check in on ' || p_date end || ', so the chain is broken.',
    jsonb_build_object('date', p_date), p_date || ':own');
  return true;
end
$$;

-- The user after a rejected check-in loses the chip for it, and the chain is broken for that user, as
-- if the rejected user had not come. A place that has not closed yet is left to the close of the day.
create function private.follow_rejected_checkin(p_user_id uuid, p_date date) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_after uuid;
  v_checkin_id uuid;
begin
  select c.after_user_id into v_after
  from public.workout_window_chains as c where c.user_id = p_user_id and c.date = p_date;
  perform private.break_workout_chain(c.user_id, c.date) from public.workout_window_chains as c
  where c.user_id = p_user_id and c.date = p_date and c.closed_at is not null;
  -- A check-in from before the chains were written has earned nothing for the user before.
  update public.workout_window_checkins as k
  set chain_status = 'broken', battle_chips_earned = greatest(k.battle_chips_earned - 1, 0)
  where k.user_id = v_after and k.date = p_date and k.chain_status = 'continued'
    and not exists (
      select from private.workout_checkin_photos as p where p.checkin_id = k.id and p.base_chips < 2)
  returning k.id into v_checkin_id;
  update private.workout_checkin_photos set base_chips = base_chips - 1
  where checkin_id = v_checkin_id;
end
$$;

-- Verifies a check-in that waits, or rejects one that is not rejected yet: it loses its chips. Later
-- days of the user's series are counted again, and so is the user after in the chain.
create function private.review_workout_checkin(
  p_checkin_id uuid, p_status text, p_reason text default null
) returns public.workout_window_checkins
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_before public.workout_window_checkins;
  v_after public.workout_window_checkins;
begin
  perform private.require_super_admin();
  -- The lock of the date: neither a check-in nor a close of the user after comes between.
  perform from private.workout_dates where date = (
    select date from public.workout_window_checkins where id = p_checkin_id
  ) for no key update;
  select * into v_before from public.workout_window_checkins where id = p_checkin_id
  for no key update;
  if not found then
    perform private.refuse(404, 'Check-in not found');
  elsif v_before.status = 'rejected' or v_before.status = p_status then
    perform private.refuse(409, 'This check-in is already ' || v_before.status);
  end if;
  update public.workout_window_checkins set status = p_status,
    battle_chips_earned = case when p_status = 'rejected' then 0 else battle_chips_earned end
  where id = p_checkin_id returning * into v_after;
  update public.workout_window_checkins as c
  set battle_chips_earned = private.workout_chips(c.user_id, c.date, p.base_chips)
  from private.workout_checkin_photos as p
  where p.checkin_id = c.id and c.user_id = v_after.user_id and c.status <> 'rejected'
    and c.date between v_after.date and v_after.date + 6;
  select * into v_after from public.workout_window_checkins where id = p_checkin_id;
  perform private.audit('workout_checkin.' || p_status, 'workout_checkin', p_checkin_id::text,
    jsonb_build_object('status', v_before.status), jsonb_build_object('status', v_after.status),
    p_reason);
  if p_status = 'rejected' then
    perform private.follow_rejected_checkin(v_after.user_id, v_after.date);
  else
    perform private.pass_workout_baton(v_after.user_id, v_after.date);
  end if;
  return v_after;
end
$$;

-- Exposure ----------------------------------------------------------------------------------------

select private.expose('require_open_workout_checkin', 'authenticated');
select private.expose('review_workout_checkin', 'authenticated');
select private.expose('record_workout_checkin', 'service_role');

-- Export and deletion of an account ---------------------------------------------------------------

select private.register_person_column(
  'private.workout_checkin_photos', 'checkin_id', 'cascade',
  p_reason => 'Facts about the photo, which the export contains.');
