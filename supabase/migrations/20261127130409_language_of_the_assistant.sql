SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.begin_chat_answer (
  p_user_id    uuid,
  p_session_id uuid,
  p_content    text,
  p_key        text DEFAULT NULL::text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_question public.chat_messages;
  v_answer public.chat_messages;
  v_claim private.chat_claims;
  v_hits jsonb;
begin
  perform private.require_session(p_user_id, p_session_id);
  perform private.require_account_holder(p_session_id);
  perform private.refuse_if(private.site_setting('chat_enabled') = 'false',
    503, 'The chat is switched off', 'chat_disabled');
  perform pg_advisory_xact_lock(hashtextextended('chat ' || p_user_id, 0));
  select * into v_claim from private.chat_claims where user_id = p_user_id;

  if p_key is not null then
    update public.chat_messages set idempotency_key = null
    where user_id = p_user_id and idempotency_key = p_key
      and created_at <= now() - interval '24 hours';
    select * into v_question from public.chat_messages
    where user_id = p_user_id and idempotency_key = p_key;
    if v_question.id is not null then
      perform private.require_signed_in(p_session_id);
      perform private.refuse_if(v_question.content <> p_content,
        409, 'Idempotency-Key: used for another request before', 'idempotency_key_reused');
      select * into v_answer from public.chat_messages where question_id = v_question.id;
      if v_answer.id is not null then
        return jsonb_build_object('state', 'done', 'message', private.chat_message(v_answer));
      elsif v_claim.question_id = v_question.id and v_claim.lease_until > clock_timestamp() then
        return jsonb_build_object('state', 'running');
      end if;
    end if;
  end if;

  perform private.refuse_if(v_claim.lease_until > clock_timestamp(),
    409, 'The assistant is still answering', 'chat_busy');
  -- Of a request that was cut off.
  perform private.give_back_hits(v_claim.hit, 1);
  v_hits := private.take_user_rate_limit('chat', p_user_id);
  if not (v_hits ->> 'allowed')::boolean then
    return jsonb_build_object('state', 'limited', 'retry_after_s', v_hits -> 'retry_after_s');
  end if;

  -- Questions whose answer never began, because the request was cut off.
  delete from public.chat_messages as q
  where q.id in (v_question.id, v_claim.question_id)
    and not exists (select from public.chat_messages as a where a.question_id = q.id);
  insert into public.chat_messages (user_id, role, content, idempotency_key)
  values (p_user_id, 'user', p_content, p_key) returning * into v_question;
  insert into private.chat_claims (user_id, question_id, hit, lease_until)
  values (p_user_id, v_question.id, (v_hits ->> 'hit')::bigint, private.chat_lease())
  on conflict (user_id) do update set question_id = excluded.question_id, hit = excluded.hit,
    lease_until = excluded.lease_until;
  return jsonb_build_object(
    'state', 'new', 'question_id', v_question.id,
    'model', private.site_setting('chat_model'),
    'prompt', private.site_setting('chat_system_prompt'),
    'notes', private.chat_notes(p_user_id),
    'messages', private.chat_history(p_user_id),
    'language', (select language from public.profiles where id = p_user_id));
end
$function$;

CREATE OR REPLACE FUNCTION private.entries_to_analyze()
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
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
  ), 409, 'Today has an analysis already; the next one can be made tomorrow', 'already_exists');
  v_entries := private.entries_of_a_week(v_caller);
  perform private.refuse_if(v_entries = '[]',
    409, 'You have written no entry in the last seven days');
  return jsonb_build_object('analysis_date', private.utc_today(), 'entries', v_entries,
    'language', (select language from public.profiles where id = v_caller));
end
$function$;

CREATE OR REPLACE FUNCTION private.take_daily_drops (
  p_after uuid,
  p_limit integer
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.take_note_analyses (
  p_after uuid,
  p_limit integer
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
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
$function$;

COMMENT ON FUNCTION "private"."entries_to_analyze"() IS 'The caller''s entries of seven days, and the day and the language of their analysis.';

COMMENT ON FUNCTION "public"."entries_to_analyze"() IS 'The caller''s entries of seven days, and the day and the language of their analysis.';
