-- Note analyses: what the assistant found in the entries of the last seven days, one for each user
-- and day (UTC), for users who let it read them. A job writes them.

create table public.note_analyses (
  id uuid primary key default private.uuid_v7(),
  user_id uuid not null references public.profiles (id) on delete cascade,
  analysis_date date not null,
  summary text not null check (char_length(summary) <= 4000 and summary ~ '\S'),
  mood_trends jsonb not null check (jsonb_typeof(mood_trends) = 'object'),
  topics jsonb not null check (jsonb_typeof(topics) = 'array'),
  patterns jsonb not null check (jsonb_typeof(patterns) = 'array'),
  recommendations text not null check (char_length(recommendations) <= 4000),
  insights jsonb not null
    check (
      jsonb_typeof(insights) = 'object'
      and insights ?& '{gratitude,challenges,goals,achievements}'),
  entry_count integer not null check (entry_count between 1 and 50),
  created_at timestamptz not null default now(),
  constraint note_analyses_day_key unique (user_id, analysis_date)
);

select private.guard_table('public.note_analyses',
  'The findings of the assistant in a user''s entries of a week, one analysis for each day.',
  p_holder_only => true);

select private.let_read('owner', 'public.note_analyses');

select private.let_owner_change('public.note_analyses', p_delete => true);

grant all on public.note_analyses to service_role;

create index profiles_read_notes_idx on public.profiles (id) where read_notes_enabled;

-- The entries that a user has written since a time, without imported ones, newest first, with their
-- dates in the user's zone: up to `p_limit` entries, 2,000 characters of each, and as many as fit
-- into `p_max_chars`.
create function private.recent_entries(
  p_user_id uuid, p_since timestamptz, p_limit integer, p_max_chars integer
) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', e.id, 'date', to_char(e.written_at at time zone p.timezone, 'YYYY-MM-DD'),
    'title', e.title, 'mood', e.mood, 'tags', e.tags, 'content', e.content
  ) order by e.written_at desc, e.id desc), '[]')
  from public.profiles as p
  cross join (
    select n.*, left(c.content, 2000) as content,
      sum(char_length(n.title) + least(char_length(c.content), 2000))
        over (order by n.written_at desc, n.id desc) as chars
    from (
      select id, title, mood, tags, written_at from public.journal_entries
      where user_id = p_user_id and written_at > p_since and import_id is null and not is_sealed
      order by written_at desc, id desc limit p_limit
    ) as n
    join private.journal_entry_contents as c on c.entry_id = n.id
  ) as e
  where p.id = p_user_id and e.chars <= p_max_chars
$$;

-- The entries from which an analysis is made: the 50 most recent entries of seven days.
create function private.entries_of_a_week(p_user_id uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(e.entry - 'id' order by e.n), '[]')
  from jsonb_array_elements(
    private.recent_entries(p_user_id, now() - interval '7 days', 50, 120000)
  ) with ordinality as e (entry, n)
$$;

-- The entries for an analysis that the caller asks for. Two requests at once both get them, and the
-- first analysis stays; the limit of AI calls bounds what that costs.
create function private.entries_to_analyze() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_caller constant uuid := private.require_caller();
  v_entries jsonb;
begin
  perform private.require_account_holder();
  perform private.refuse_if(
    not (select read_notes_enabled from public.profiles where id = v_caller),
    403, 'Let the assistant read your entries first: set read_notes_enabled');
  perform private.refuse_if(exists (
    select from public.note_analyses
    where user_id = v_caller and analysis_date = private.utc_today()
  ), 409, 'Today has a summary already; the next one can be made tomorrow', 'already_exists');
  v_entries := private.entries_of_a_week(v_caller);
  perform private.refuse_if(v_entries = '[]',
    409, 'You have written no entry in the last seven days');
  return jsonb_build_object('analysis_date', private.utc_today(), 'entries', v_entries,
    'language', (select language from public.profiles where id = v_caller));
end
$$;
comment on function private.entries_to_analyze is
  'The caller''s entries of seven days, and the day and the language of their analysis.';

-- The caller's settings of the assistant. Not those of a user as whom a super admin acts.
create function private.assistant_settings() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_caller constant uuid := private.require_caller();
begin
  perform private.require_account_holder();
  return (
    select jsonb_build_object('read_notes_enabled', read_notes_enabled,
      'check_in_enabled', check_in_enabled)
    from public.profiles where id = v_caller);
end
$$;

-- Deletes all analyses of the caller's entries.
create function private.delete_note_analyses() returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_caller constant uuid := private.require_caller();
begin
  perform private.require_account_holder();
  delete from public.note_analyses where user_id = v_caller;
end
$$;

select private.expose('authenticated', 'entries_to_analyze', 'delete_note_analyses',
  'assistant_settings');

-- Job ---------------------------------------------------------------------------------------------

-- The users whom a job of the assistant has taken on, so that two runs at once share the work and
-- an interrupted one is repeated.
create table private.assistant_attempts (
  job text not null check (job in ('note_analysis', 'daily_drop')),
  user_id uuid not null references public.profiles (id) on delete cascade,
  day date not null,
  attempts integer not null default 1,
  lease_until timestamptz not null,
  done boolean not null default false,
  primary key (user_id, job)
);

select private.hide_table('private.assistant_attempts',
  'The latest day on which a job took on a user: how often, and until when it may be at work.');
comment on column private.assistant_attempts.done is
  'Whether the day''s result was stored: when the user deletes it, the job does not make it again.';

create index assistant_attempts_waiting_idx on private.assistant_attempts (job, day, lease_until)
  where not done and attempts < 3;

comment on column private.assistant_attempts.attempts is
  '0 for a user who has opted in or written on that day, whom the job may have passed.';

-- How often a job tries one user a day.
create function private.max_assistant_attempts() returns integer
language sql immutable set search_path = ''
as $$ select 3 $$;

-- Takes on those of the users whom no concurrent run has taken on meanwhile; returns them. The
-- third attempt waits for an hour, so that a provider that is down for a while does not use up the
-- day.
create function private.attempt_users(p_job text, p_user_ids uuid[]) returns setof uuid
language sql volatile security definer set search_path = ''
as $$
  insert into private.assistant_attempts as a (job, user_id, day, lease_until)
  select p_job, id, private.utc_today(), clock_timestamp() + interval '2 minutes'
  from unnest(p_user_ids) as id order by id
  on conflict (user_id, job) do update
    set day = excluded.day,
        done = a.day = excluded.day and a.done,
        lease_until = case when a.day = excluded.day and a.attempts > 0
          then clock_timestamp() + interval '1 hour' else excluded.lease_until end,
        attempts = case when a.day = excluded.day then a.attempts + 1 else 1 end
    where a.day < excluded.day
      or a.attempts < private.max_assistant_attempts() and a.lease_until <= now()
  returning user_id
$$;

-- Takes on the next `p_limit` users, with their entries. A call goes on where the last call of the
-- day stopped, whatever `p_after`. Returns {users: [{user_id, analysis_date, entries, language}],
-- last_id}, with a null `last_id` at the end.
create function private.take_note_analyses(p_after uuid, p_limit integer) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_taken record;
begin
  select * into v_taken from private.take_assistant_turns('note_analysis', p_limit);
  return jsonb_build_object(
    'users', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'user_id', taken, 'analysis_date', private.utc_today(),
        'entries', private.entries_of_a_week(taken),
        'language', (select language from public.profiles where id = taken))), '[]')
      from unnest(v_taken.user_ids) as taken
    ),
    'last_id', v_taken.last_id);
end
$$;

-- Stores an analysis, unless the user has been blocked or has withdrawn the permission meanwhile.
create function private.record_note_analysis(
  p_user_id uuid, p_analysis_date date, p_entry_count integer, p_analysis jsonb
) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
begin
  -- Waits for an entry that is being sealed.
  perform private.lock_sealed_account(p_user_id, p_shared => true);
  insert into public.note_analyses (
    user_id, analysis_date, summary, mood_trends, topics, patterns, recommendations, insights,
    entry_count
  )
  select
    id, p_analysis_date, p_analysis ->> 'summary', p_analysis -> 'mood_trends',
    p_analysis -> 'topics', p_analysis -> 'patterns', p_analysis ->> 'recommendations',
    p_analysis -> 'insights', p_entry_count
  from public.profiles where id = p_user_id and read_notes_enabled and is_active
    -- An entry that was sealed while the model worked may be in the analysis.
    and not exists (
      select from public.journal_entries as e
      where e.user_id = p_user_id and e.is_sealed and e.import_id is null
        -- Its date may have been changed with the sealing.
        and (e.written_at > now() - interval '8 days' or e.created_at > now() - interval '8 days')
        and e.updated_at > now() - interval '10 minutes')
  on conflict on constraint note_analyses_day_key do nothing;
  if not found then
    return false;
  end if;
  insert into private.assistant_attempts as a (job, user_id, day, attempts, lease_until, done)
  values ('note_analysis', p_user_id, p_analysis_date, 0, now(), true)
  on conflict (user_id, job) do update set day = excluded.day, done = true
    where a.day <= excluded.day;
  return true;
end
$$;

select private.schedule_job('chat-analyze-notes', '0 2 * * *', '/chat/cron/analyze-notes',
  array['CHAT_CRON_SECRET', 'WORKOUT_WINDOW_CRON_SECRET']);

select private.expose('service_role', 'take_note_analyses', 'record_note_analysis');

select private.register_personal_data('public.note_analyses', 'delete', 40,
  p_condition => 's.user_id = $1 and (select private.caller_is_account_holder())');
