-- Calendar feeds: a secret address at which calendar apps read a user's goals and workout windows.

create table private.calendar_feeds (
  user_id uuid primary key references public.profiles (id) on delete cascade,
  secret_hash bytea not null unique,
  created_at timestamptz not null default now()
);

select private.hide_table('private.calendar_feeds',
  'The SHA-256 of the secret in the address of each user''s calendar.');

-- For each address of the network: the calendar of many users may be read from one.
insert into private.rate_limit_rules (bucket, max_hits, per)
values ('calendar_feed', 120, '1 minute');

-- Makes the secret of the caller's calendar, in place of a former one. Returned here only.
create function private.make_calendar_feed() returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_secret constant text := encode(extensions.gen_random_bytes(32), 'hex');
begin
  perform private.require_account_holder();
  perform private.require_signed_in();
  insert into private.calendar_feeds as f (user_id, secret_hash)
  values (private.require_caller(), sha256(convert_to(v_secret, 'UTF8')))
  on conflict (user_id) do update set secret_hash = excluded.secret_hash, created_at = now();
  return v_secret;
end
$$;

-- When the address of the caller's calendar was made; null without one.
create function private.my_calendar_feed() returns timestamptz
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select created_at from private.calendar_feeds where user_id = private.require_caller());
end
$$;

create function private.end_calendar_feed() returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  delete from private.calendar_feeds where user_id = private.require_caller();
  perform private.refuse_if(not found, 404, 'Calendar not found');
end
$$;

-- The calendar that a secret opens: the open goals that have a date, and the windows of the next 14
-- days, as instants and as times of their own zone. The service passes the hash of the secret, so
-- that no log of slow statements holds the secret.
create function private.calendar_feed(p_secret_hash text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_user_id uuid;
begin
  select f.user_id into v_user_id
  from private.calendar_feeds as f
  where f.secret_hash = decode(p_secret_hash, 'hex') and private.is_admitted(f.user_id);
  perform private.refuse_if(v_user_id is null, 404, 'Calendar not found');
  return jsonb_build_object(
    'goals', (
      select coalesce(jsonb_agg(jsonb_build_object('id', id, 'title', title,
        'description', description, 'target_date', target_date, 'updated_at', updated_at)
        order by target_date, id), '[]')
      from public.goals
      where user_id = v_user_id and target_date is not null and status in ('active', 'paused')),
    'windows', (
      select coalesce(jsonb_agg(jsonb_build_object('id', w.id, 'date', d.date,
        'activity', coalesce(w.custom_activity, w.activity_type), 'timezone', o.timezone,
        'starts_at', o.starts_at, 'ends_at', o.ends_at, 'updated_at', w.updated_at,
        'starts', to_char(o.starts_at at time zone o.timezone, 'HH24:MI'),
        'ends', to_char(o.ends_at at time zone o.timezone, 'HH24:MI'))
        order by o.starts_at), '[]')
      from public.workout_windows as w
      cross join generate_series(-2, 15) as n (days)
      cross join lateral (select private.utc_today() + n.days as date) as d
      cross join lateral private.workout_windows_on(array[v_user_id], d.date) as o
      where w.user_id = v_user_id and w.is_active
        and o.ends_at > now() and o.starts_at < now() + interval '14 days'));
end
$$;

select private.expose('authenticated', 'make_calendar_feed', 'my_calendar_feed', 'end_calendar_feed');
select private.expose('service_role', 'calendar_feed');

select private.register_personal_data('private.calendar_feeds',
  p_page_key => '{user_id}', p_omitted => '{secret_hash}');
