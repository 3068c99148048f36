-- A session that has ended makes no programs, those of classroom accounts end, a tool writes into no
-- entry with a link, and a question whose client leaves counts.

SET local check_function_bodies = off;

DROP FUNCTION "private"."end_chat_answer"(uuid, uuid, text, boolean, uuid[]);

DROP FUNCTION "public"."end_chat_answer"(uuid, uuid, text, boolean, uuid[]);

CREATE OR REPLACE FUNCTION private.create_personal_token (
  p_name            text,
  p_scopes          text[],
  p_expires_in_days integer DEFAULT 90
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_caller constant uuid := private.require_caller();
  v_max constant integer := (select max_total from private.quotas where kind = 'personal tokens');
  v_prefix constant text := 'jt_' || encode(extensions.gen_random_bytes(4), 'hex');
  v_secret constant text := v_prefix || encode(extensions.gen_random_bytes(16), 'hex');
  v_token private.personal_tokens;
begin
  perform private.require_account_holder();
  perform private.require_signed_in(private.caller_session_id());
  perform private.refuse_if((select is_classroom from public.profiles where id = v_caller),
    403, 'Classroom accounts may not make personal tokens');
  perform private.refuse_if(coalesce(p_expires_in_days not between 1 and 366, true),
    400, 'expires_in_days: expected 1 to 366');
  -- Lets one transaction of the user in at a time.
  perform private.count_made('personal tokens', v_caller, 1);
  perform private.refuse_if(v_max <= (
    select count(*) from private.personal_tokens
    where user_id = v_caller and revoked_at is null and expires_at > now()
  ), 409, format('At most %s active personal tokens, revoke some first', v_max), 'quota_reached');
  insert into private.personal_tokens (user_id, name, scopes, prefix, secret_hash, expires_at)
  values (v_caller, p_name, array(select distinct unnest(p_scopes) order by 1), v_prefix,
    sha256(convert_to(v_secret, 'UTF8')), now() + make_interval(days => p_expires_in_days))
  returning * into v_token;
  perform private.notify(v_caller, 'token_created', 'A program may use your account', p_name,
    jsonb_build_object('token_id', v_token.id));
  return to_jsonb(v_token) - 'user_id' - 'secret_hash' || jsonb_build_object('secret', v_secret);
end
$function$;

CREATE OR REPLACE FUNCTION private.create_webhook (
  p_user_id     uuid,
  p_session_id  uuid,
  p_url         text,
  p_events      text[],
  p_description text,
  p_secret      text
)
  RETURNS SETOF private.webhook_cards
  LANGUAGE plpgsql
  SECURITY DEFINER
  ROWS 1
  SET search_path TO ''
  AS $function$
declare
  v_max constant integer := (select max_total from private.quotas where kind = 'webhooks');
  v_id uuid;
begin
  perform private.require_session(p_user_id, p_session_id);
  perform private.require_account_holder(p_session_id);
  perform private.require_signed_in(p_session_id);
  perform private.refuse_if((select is_classroom from public.profiles where id = p_user_id),
    403, 'Classroom accounts may not make webhooks');
  -- Lets one transaction of the user in at a time.
  perform private.count_made('webhooks', p_user_id, 1);
  perform private.refuse_if(v_max <= (
    select count(*) from private.webhooks where user_id = p_user_id
  ), 409, format('At most %s webhooks, delete some first', v_max), 'quota_reached');
  insert into private.webhooks (user_id, url, events, description, secret, era, since)
  select p_user_id, p_url, private.chosen_events(p_events), p_description, p_secret, e.era,
    private.sync_snapshot()
  from private.sync_eras as e
  returning id into v_id;
  return query select * from private.webhook_cards where id = v_id;
end
$function$;

CREATE OR REPLACE FUNCTION private.end_chat_answer (
  p_user_id     uuid,
  p_question_id uuid,
  p_content     text,
  p_incomplete  boolean,
  p_source_ids  uuid[]  DEFAULT '{}'::uuid[],
  p_counts      boolean DEFAULT false
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_answer public.chat_messages;
  v_hit bigint;
begin
  perform pg_advisory_xact_lock(hashtextextended('chat ' || p_user_id, 0));
  delete from private.chat_claims where user_id = p_user_id and question_id = p_question_id
  returning hit into v_hit;
  if not found then
    return null;
  elsif p_content !~ '\S' then
    if not p_counts then
      perform private.give_back_hits(v_hit, 1);
    end if;
    delete from public.chat_messages where id = p_question_id;
    return null;
  end if;
  insert into public.chat_messages (user_id, role, content, incomplete, question_id, source_ids)
  select user_id, 'assistant', p_content, p_incomplete, id, p_source_ids
  from public.chat_messages where id = p_question_id
  returning * into v_answer;
  return case when v_answer.id is not null then private.chat_message(v_answer) end;
end
$function$;

CREATE OR REPLACE FUNCTION private.end_programs()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  update private.personal_tokens set revoked_at = now()
  where user_id = new.id and revoked_at is null;
  perform private.end_deliveries(id) from private.webhooks where user_id = new.id;
  update private.webhooks set is_active = false where user_id = new.id and is_active;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.require_unshared (
  p_entry_id uuid
)
  RETURNS void
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform private.refuse_if(effective_metadata_visibility <> 'user',
    409, 'Others see this entry, by its own visibility or that of its notebook', 'shared')
  from public.journal_entries where id = p_entry_id;
  perform private.refuse_if(exists (
    select from public.share_links
    where entry_id = p_entry_id and revoked_at is null and expires_at > now()
  ), 409, 'Others see this entry by a link', 'shared');
end
$function$;

CREATE OR REPLACE FUNCTION private.rotate_webhook_secret (
  p_user_id    uuid,
  p_session_id uuid,
  p_id         uuid,
  p_secret     text
)
  RETURNS SETOF private.webhook_cards
  LANGUAGE plpgsql
  SECURITY DEFINER
  ROWS 1
  SET search_path TO ''
  AS $function$
begin
  perform private.require_session(p_user_id, p_session_id);
  perform private.require_account_holder(p_session_id);
  perform private.require_signed_in(p_session_id);
  perform private.own_webhook(p_user_id, p_id);
  update private.webhooks
  set former_secret = secret, former_until = now() + interval '24 hours', secret = p_secret
  where id = p_id;
  return query select * from private.webhook_cards where id = p_id;
end
$function$;

CREATE OR REPLACE FUNCTION private.update_webhook (
  p_user_id     uuid,
  p_session_id  uuid,
  p_id          uuid,
  p_url         text    DEFAULT NULL::text,
  p_events      text[]  DEFAULT NULL::text[],
  p_description text    DEFAULT NULL::text,
  p_is_active   boolean DEFAULT NULL::boolean
)
  RETURNS SETOF private.webhook_cards
  LANGUAGE plpgsql
  SECURITY DEFINER
  ROWS 1
  SET search_path TO ''
  AS $function$
declare
  v_webhook private.webhooks;
begin
  perform private.require_session(p_user_id, p_session_id);
  perform private.require_account_holder(p_session_id);
  perform private.require_signed_in(p_session_id);
  v_webhook := private.own_webhook(p_user_id, p_id);
  if p_url <> v_webhook.url or not p_is_active then
    perform private.end_deliveries(p_id);
  end if;
  if p_is_active and not v_webhook.is_active then
    update private.webhooks as w
    set disabled_at = null, disabled_reason = null, era = e.era, since = private.sync_snapshot(),
        since_at = now()
    from private.sync_eras as e where w.id = p_id;
  end if;
  update private.webhooks set
    url = coalesce(p_url, url),
    events = case when p_events is null then events else private.chosen_events(p_events) end,
    description = coalesce(p_description, description),
    is_active = coalesce(p_is_active, is_active)
  where id = p_id;
  return query select * from private.webhook_cards where id = p_id;
end
$function$;

CREATE OR REPLACE FUNCTION public.end_chat_answer (
  p_user_id     uuid,
  p_question_id uuid,
  p_content     text,
  p_incomplete  boolean,
  p_source_ids  uuid[]  DEFAULT '{}'::uuid[],
  p_counts      boolean DEFAULT false
)
  RETURNS jsonb
  LANGUAGE sql
  SET search_path TO ''
  AS $function$select private.end_chat_answer($1, $2, $3, $4, $5, $6)$function$;

REVOKE ALL ON FUNCTION "public"."end_chat_answer"(uuid, uuid, text, boolean, uuid[], boolean) FROM PUBLIC, "anon", "authenticated";

CREATE TRIGGER profiles_727_end_programs
  AFTER UPDATE OF is_classroom ON public.profiles
  FOR EACH ROW
  WHEN ((new.is_classroom AND (NOT old.is_classroom)))
  EXECUTE FUNCTION private.end_programs();

REVOKE ALL ON FUNCTION "private"."end_chat_answer"(uuid, uuid, text, boolean, uuid[], boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."end_chat_answer"(uuid, uuid, text, boolean, uuid[], boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."end_chat_answer"(uuid, uuid, text, boolean, uuid[], boolean) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."end_chat_answer"(uuid, uuid, text, boolean, uuid[], boolean) TO "service_role";

REVOKE ALL ON FUNCTION "private"."end_programs"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."end_programs"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."end_programs"() TO "postgres";

REVOKE ALL ON FUNCTION "public"."end_chat_answer"(uuid, uuid, text, boolean, uuid[], boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."end_chat_answer"(uuid, uuid, text, boolean, uuid[], boolean) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."end_chat_answer"(uuid, uuid, text, boolean, uuid[], boolean) TO "service_role";
