-- Daily drops: the job by which the assistant sends a drop a day (UTC) to users who let it read
-- their entries and write to them.

-- Whether the user gets drops of the assistant.
create function private.gets_daily_drops(p_profile public.profiles) returns boolean
language plpgsql immutable set search_path = ''
as $$
begin
  return p_profile.read_notes_enabled and p_profile.check_in_enabled and p_profile.is_active
    and not p_profile.is_ai
    and not private.system_sender_id() = any (p_profile.blocked_user_ids);
end
$$;

create function private.has_daily_drop(p_user_id uuid) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (
    select from public.drops_sent
    where sender_id = '00000000-0000-4000-a000-000000000001' and recipient_id = p_user_id
      and (date_sent at time zone 'utc')::date = private.utc_today()
  );
end
$$;

-- Users without today's drop, after `p_after`, ordered by id: all whom the job may still try today,
-- or those whom it may try now.
create function private.users_without_drop(
  p_after uuid default null, p_now boolean default false, p_limit integer default null
) returns setof uuid
language sql stable security definer set search_path = ''
as $$
  select p.id from public.profiles as p
  where p.read_notes_enabled and private.gets_daily_drops(p)
    and p.id > coalesce(p_after, '00000000-0000-0000-0000-000000000000')
    and not private.has_daily_drop(p.id)
    and not exists (
      select from private.assistant_attempts as a
      where a.user_id = p.id and a.job = 'daily_drop' and a.day = (select private.utc_today())
        and (a.attempts >= (select private.max_assistant_attempts())
          or p_now and a.lease_until > now())
    )
  order by p.id
  limit p_limit
$$;

-- Takes on the next `p_limit` users after `p_after`, with their latest analysis or null. Returns
-- {users: [{user_id, analysis}], skipped, last_id}: `skipped` counts users on the way who have
-- today's drop already; `last_id` is null at the end.
create function private.take_daily_drops(p_after uuid, p_limit integer) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_ids uuid[] := array(select * from private.users_without_drop(p_after, true, p_limit));
  v_last uuid := case when cardinality(v_ids) = p_limit then v_ids[p_limit] end;
  v_skipped integer := (
    select count(*) from public.profiles as p
    where p.read_notes_enabled and private.gets_daily_drops(p)
      and p.id > coalesce(p_after, '00000000-0000-0000-0000-000000000000')
      and (v_last is null or p.id < v_last)
      and private.has_daily_drop(p.id)
  );
begin
  return jsonb_build_object(
    'users', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'user_id', taken,
        'drop_id', private.uuid_v7(),
        'analysis', (
          select to_jsonb(n) - '{id,user_id,entry_count,created_at}'::text[]
          from public.note_analyses as n
          where n.user_id = taken order by n.analysis_date desc limit 1
        ))), '[]')
      from private.attempt_users('daily_drop', v_ids) as taken
    ),
    'skipped', v_skipped,
    'last_id', v_last);
end
$$;

-- The number of users to whom the job has yet to send today's drop, up to 10,000.
create function private.daily_drops_remaining() returns integer
language sql stable security definer set search_path = ''
as $$ select count(*)::integer from private.users_without_drop(p_limit => 10000) $$;

-- Records the drop of the day, unless the user has withdrawn a permission meanwhile or has one.
create function private.record_daily_drop(
  p_user_id uuid, p_id uuid, p_message text, p_data jsonb default '{}'
) returns boolean
language sql volatile security definer set search_path = ''
as $$
  select exists (
    select from public.profiles as p where p.id = p_user_id and private.gets_daily_drops(p)
  ) and private.record_assistant_drop(p_user_id, p_message, p_data, p_id) is not null
$$;

-- After the analysis of notes.
select private.schedule_job(
  'encouragement-daily-drops', '0 9 * * *', '/encouragement-drops/cron/generate-daily-drops',
  array['DROPS_CRON_SECRET', 'ENCOURAGEMENT_DROPS_CRON_SECRET', 'WORKOUT_WINDOW_CRON_SECRET',
    'CHAT_CRON_SECRET']);

select private.expose('service_role', 'take_daily_drops', 'daily_drops_remaining',
  'record_daily_drop');
