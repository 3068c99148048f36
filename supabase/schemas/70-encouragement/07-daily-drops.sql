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

-- Takes on the next `p_limit` users, with their latest analysis or null. Returns {users: [{user_id,
-- drop_id, analysis, language}], skipped, last_id}: `last_id` is null at the end. The first take of
-- a call, without `p_after`, counts as `skipped` who has today's drop already, up to 10,000.
create function private.take_daily_drops(p_after uuid, p_limit integer) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_skipped integer := 0;
  v_taken record;
begin
  if p_after is null then
    v_skipped := (
      select count(*) from (
        select from public.drops_sent as d
        where d.sender_id = private.system_sender_id()
          and d.date_sent >= date_trunc('day', now(), 'utc')
          and (
            select private.gets_daily_drops(p) from public.profiles as p where p.id = d.recipient_id)
        limit 10000
      ) as sent
    );
  end if;
  select * into v_taken from private.take_assistant_turns('daily_drop', p_limit);
  return jsonb_build_object(
    'users', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'user_id', taken,
        'drop_id', private.uuid_v7(),
        'analysis', (
          select to_jsonb(n) - '{id,user_id,entry_count,created_at}'::text[]
          from public.note_analyses as n
          where n.user_id = taken order by n.analysis_date desc limit 1
        ),
        'language', (select language from public.profiles where id = taken))), '[]')
      from unnest(v_taken.user_ids) as taken
    ),
    'skipped', v_skipped,
    'last_id', v_taken.last_id);
end
$$;

-- Records the drop of the day, without a message one of those for everybody: also in place of a
-- message from an analysis that was erased meanwhile. Records none when the user has withdrawn a
-- permission meanwhile or has one.
create function private.record_daily_drop(
  p_user_id uuid, p_id uuid, p_message text default null, p_data jsonb default '{}',
  p_analysis_date date default null
) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_message text;
  v_sent boolean;
begin
  -- Waits for a sealing, which erases analyses.
  perform private.lock_sealed_account(p_user_id, p_shared => true);
  if p_analysis_date is null or exists (
    select from public.note_analyses
    where user_id = p_user_id and analysis_date = p_analysis_date
  ) then
    v_message := p_message;
  end if;
  v_sent := exists (
    select from public.profiles as p where p.id = p_user_id and private.gets_daily_drops(p)
  ) and private.record_assistant_drop(p_user_id, coalesce(v_message, private.text('daily_drop',
    ((private.utc_today() - '1970-01-01'::date) % 7 + 1)::text,
    (select language from public.profiles where id = p_user_id))), p_data, p_id) is not null;
  update private.assistant_attempts set done = true
  where v_sent and user_id = p_user_id and job = 'daily_drop' and day = private.utc_today();
  return v_sent;
end
$$;

-- After the analysis of notes.
select private.schedule_job(
  'encouragement-daily-drops', '0 9 * * *', '/encouragement-drops/cron/generate-daily-drops',
  array['DROPS_CRON_SECRET', 'ENCOURAGEMENT_DROPS_CRON_SECRET', 'WORKOUT_WINDOW_CRON_SECRET',
    'CHAT_CRON_SECRET']);

select private.expose('service_role', 'take_daily_drops', 'record_daily_drop');
