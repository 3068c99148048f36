SET local check_function_bodies = off;

DROP TRIGGER "profiles_990_preferences_check" ON "public"."profiles";

ALTER TABLE "public"."notifications"
  DROP CONSTRAINT "notifications_type_check";

DROP FUNCTION "private"."queue_mail"(text, text, text, text, text);

DROP FUNCTION "private"."take_mails"(integer);

DROP FUNCTION "public"."take_mails"(integer);

CREATE TABLE "private"."weekly_reviews" (
  "user_id"          uuid                     NOT NULL,
  "next_at"          timestamp with time zone,
  "unsubscribe_code" text                     NOT NULL DEFAULT encode(extensions.gen_random_bytes(16), 'hex'::text),
  CONSTRAINT "weekly_reviews_pkey" PRIMARY KEY (user_id),
  CONSTRAINT "weekly_reviews_unsubscribe_code_key" UNIQUE (unsubscribe_code)
);

ALTER TABLE "private"."weekly_reviews"
  ENABLE ROW LEVEL SECURITY;

ALTER TABLE "private"."emails"
  ADD COLUMN "unsubscribe_code" text;

CREATE OR REPLACE FUNCTION private.counted (
  p_count bigint,
  p_one   text,
  p_many  text
)
  RETURNS text
  LANGUAGE plpgsql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
begin
  return to_char(p_count, 'FM999,999,999,990') || ' '
    || case p_count when 1 then p_one else p_many end;
end
$function$;

CREATE OR REPLACE FUNCTION private.end_weekly_mail (
  p_code text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_user_id constant uuid := (
    select user_id from private.weekly_reviews where unsubscribe_code = p_code);
begin
  perform private.refuse_if(v_user_id is null, 404, 'Code not found');
  update public.profiles set preferences = preferences - 'weekly_review_mail'
  where id = v_user_id and preferences ? 'weekly_review_mail';
end
$function$;

CREATE OR REPLACE FUNCTION private.next_review (
  p_timezone text,
  p_after    timestamp with time zone DEFAULT now()
)
  RETURNS timestamp WITH time zone
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
  v_monday date := date_trunc('week', p_after at time zone p_timezone);
begin
  if private.local_instant(v_monday + time '12:00', p_timezone) <= p_after then
    v_monday := v_monday + 7;
  end if;
  return private.local_instant(v_monday + time '8:00', p_timezone);
end
$function$;

CREATE OR REPLACE FUNCTION private.plan_review()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  insert into private.weekly_reviews (user_id, next_at)
  values (new.id, case when private.wants_review(new.preferences)
    then private.next_review(new.timezone) end)
  on conflict (user_id) do update set next_at = excluded.next_at;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.queue_mail (
  p_to               text,
  p_subject          text,
  p_text             text,
  p_html             text DEFAULT NULL::text,
  p_dedupe_key       text DEFAULT NULL::text,
  p_unsubscribe_code text DEFAULT NULL::text
)
  RETURNS boolean
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if exists (select from private.suppressed_addresses where address = lower(p_to)) then
    return false;
  end if;
  insert into private.emails (
    recipient, subject, text_body, html_body, dedupe_key, unsubscribe_code
  )
  values (p_to, p_subject, p_text, p_html, 'system ' || p_dedupe_key, p_unsubscribe_code)
  on conflict on constraint emails_dedupe_key_key do nothing;
  return found;
end
$function$;

CREATE OR REPLACE FUNCTION private.send_review (
  p_profile public.profiles,
  p_monday  date,
  p_site    text
)
  RETURNS boolean
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_from constant date := p_monday - 7;
  v_to constant date := p_monday - 1;
  -- Null for one that no mail can be sent to.
  v_address constant text := substring(
    private.confirmed_email(p_profile.id) from '^[^\s@<>,;"()]+@[^\s@<>,;"()]+$');
  v_week record;
  v_counts text;
  v_is_notified boolean := false;
  v_is_mailed boolean := false;
begin
  v_week := private.written_week(p_profile.id, p_profile.timezone, v_from);
  if v_week.entries = 0 then
    return false;
  end if;
  v_counts := private.counted(v_week.entries, 'entry', 'entries')
    || ' with ' || private.counted(v_week.words, 'word', 'words')
    || ' on ' || private.counted(v_week.days, 'day', 'days');
  if p_profile.preferences -> 'weekly_review' = 'true' then
    v_is_notified := private.notify(p_profile.id, 'weekly_review', 'Your week', v_counts,
      jsonb_build_object('from', v_from, 'to', v_to, 'entries', v_week.entries,
        'words', v_week.words, 'days', v_week.days), v_from::text);
  end if;
  if p_profile.preferences -> 'weekly_review_mail' = 'true' and v_address is not null then
    v_is_mailed := private.queue_mail(v_address,
      'Your week: ' || private.counted(v_week.entries, 'entry', 'entries'),
      'From Monday ' || to_char(v_from, 'FMDD FMMonth')
        || ' to Sunday ' || to_char(v_to, 'FMDD FMMonth') || ' you wrote ' || v_counts || '.' || E'\n'
        || coalesce(E'\nYour most frequent moods: ' || v_week.moods || E'\n', '')
        || coalesce(E'\nLook back at the week:\n' || p_site || '/#/journal/insights?from=' || v_from
          || '&to=' || v_to || E'\n', '')
        || E'\nYou get this mail because your profile asks for it. You can turn it off there'
        || coalesce(E':\n' || p_site || '/#/me/profile', '.'),
      p_dedupe_key => format('weekly review %s %s', p_profile.id, v_from),
      p_unsubscribe_code => (
        select unsubscribe_code from private.weekly_reviews where user_id = p_profile.id));
  end if;
  return v_is_notified or v_is_mailed;
end
$function$;

CREATE OR REPLACE FUNCTION private.send_weekly_reviews (
  p_limit integer,
  p_site  text                     DEFAULT NULL::text,
  p_at    timestamp with time zone DEFAULT now()
)
  RETURNS TABLE (
    total     integer,
    sent      integer,
    skipped   integer,
    remaining integer
  )
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  SET enable_seqscan TO 'off'
  SET enable_hashjoin TO 'off'
  SET enable_mergejoin TO 'off'
  AS $function$
declare
  -- In a statement of its own: the next one reads the time zones as they are once these are locked.
  v_ids constant uuid[] := array(
    select user_id from private.weekly_reviews
    where next_at <= p_at
    order by next_at limit p_limit for no key update skip locked);
  v_profile public.profiles;
  v_local timestamp;
  v_is_time boolean;
begin
  total := cardinality(v_ids);
  sent := 0;
  for v_profile in select * from public.profiles where id = any (v_ids) order by id loop
    v_local := p_at at time zone v_profile.timezone;
    v_is_time := extract(isodow from v_local) = 1
      and v_local::time between time '8:00' and time '12:05';
    if v_is_time and v_profile.is_active and not v_profile.is_ai
      and private.send_review(v_profile, v_local::date, p_site)
    then
      sent := sent + 1;
    end if;
    update private.weekly_reviews
    set next_at = private.next_review(v_profile.timezone,
      p_at + case when v_is_time then interval '1 day' else interval '0' end)
    where user_id = v_profile.id;
  end loop;
  skipped := total - sent;
  remaining := (select b.remaining from private.job_backlog('weekly-review') as b);
  return next;
end
$function$;

CREATE OR REPLACE FUNCTION private.take_mails (
  p_limit integer
)
  RETURNS TABLE (
    id               uuid,
    recipient        text,
    subject          text,
    text_body        text,
    html_body        text,
    unsubscribe_code text
  )
  LANGUAGE plpgsql
  SECURITY DEFINER
  ROWS 10
  SET search_path TO ''
  AS $function$
declare
  v_ids uuid[];
  v_given_up integer;
begin
  for v_round in 1 .. 10 loop
    v_ids := array(
      select due.id from private.emails as due
      where due.status = 'waiting' and due.not_before <= now()
      order by due.not_before, due.id limit coalesce(nullif(p_limit, 0), 500)
      for update skip locked
    );
    update private.emails as e
    set status = 'dead', last_error = coalesce(e.last_error, 'Not delivered within 24 hours'),
        text_body = null, html_body = null
    where e.id = any (v_ids) and (e.created_at <= now() - interval '24 hours' or exists (
      select from private.suppressed_addresses as s where s.address = lower(e.recipient)));
    get diagnostics v_given_up = row_count;
    return query
      update private.emails as e
      set attempts = e.attempts + 1, not_before = clock_timestamp() + interval '2 minutes'
      where e.id = any (v_ids) and e.status = 'waiting' and p_limit > 0
      returning e.id, e.recipient, e.subject, e.text_body, e.html_body, e.unsubscribe_code;
    exit when found or v_given_up = 0;
  end loop;
end
$function$;

CREATE OR REPLACE FUNCTION private.wants_review (
  p_preferences jsonb
)
  RETURNS boolean
  LANGUAGE plpgsql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
begin
  return p_preferences -> 'weekly_review' = 'true' or p_preferences -> 'weekly_review_mail' = 'true';
end
$function$;

CREATE OR REPLACE FUNCTION private.written_week (
  p_user_id  uuid,
  p_timezone text,
  p_from     date,
  OUT        entries bigint,
  OUT        words bigint,
  OUT        days bigint,
  OUT        moods text
)
  RETURNS record
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  SET enable_seqscan TO 'off'
  AS $function$
begin
  with week as materialized (
    select l.day, e.written_at, lower(btrim(e.mood) collate pg_catalog.pg_c_utf8) as mood,
      (select word_count from private.journal_entry_documents where entry_id = e.id) as words
    from public.journal_entries as e
    cross join lateral (select (e.written_at at time zone p_timezone)::date as day) as l
    where e.user_id = p_user_id
      and e.written_at >= (p_from - 1)::timestamp at time zone p_timezone
      and e.written_at < (p_from + 8)::timestamp at time zone p_timezone
      and l.day between p_from and p_from + 6
  )
  select count(*), coalesce(sum(w.words), 0), count(distinct w.day), (
    select string_agg(m.mood || ' (' || m.n || ')', ', ' order by m.n desc, m.last_at desc)
    from (
      select mood, count(*) as n, max(written_at) as last_at from week where mood is not null
      group by mood order by n desc, last_at desc limit 3
    ) as m)
  into entries, words, days, moods
  from week as w;
end
$function$;

CREATE OR REPLACE FUNCTION public.end_weekly_mail (
  p_code text
)
  RETURNS void
  LANGUAGE sql
  SET search_path TO ''
  AS $function$select private.end_weekly_mail($1)$function$;

REVOKE ALL ON FUNCTION "public"."end_weekly_mail"(text) FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.send_weekly_reviews (
  p_limit integer,
  p_site  text                     DEFAULT NULL::text,
  p_at    timestamp with time zone DEFAULT now()
)
  RETURNS TABLE (
    total     integer,
    sent      integer,
    skipped   integer,
    remaining integer
  )
  LANGUAGE sql
  SET search_path TO ''
  AS $function$select * from private.send_weekly_reviews($1, $2, $3)$function$;

REVOKE ALL ON FUNCTION "public"."send_weekly_reviews"(integer, text, timestamp WITH time zone) FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.take_mails (
  p_limit integer
)
  RETURNS TABLE (
    id               uuid,
    recipient        text,
    subject          text,
    text_body        text,
    html_body        text,
    unsubscribe_code text
  )
  LANGUAGE sql
  ROWS 10
  SET search_path TO ''
  AS $function$select * from private.take_mails($1)$function$;

REVOKE ALL ON FUNCTION "public"."take_mails"(integer) FROM PUBLIC, "anon", "authenticated";

ALTER TABLE "private"."weekly_reviews"
  ADD CONSTRAINT "weekly_reviews_user_id_fkey" FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE CASCADE;

ALTER TABLE "public"."notifications"
  ADD CONSTRAINT "notifications_type_check"
    CHECK
    ((type = ANY (ARRAY['baton_pass'::text, 'window_reminder'::text, 'chain_broken'::text, 'chain_updated'::text, 'battle_update'::text, 'battle_result'::text,
    'team_message'::text,
    'drop_received'::text,
    'badge_reached'::text,
    'mention'::text,
    'step_prompt'::text,
    'assistant_note'::text,
    'organization_joined'::text,
    'organization_invitation'::text,
    'relay_message'::text, 'organization_handed_over'::text, 'comment'::text, 'reaction'::text, 'reminder'::text, 'streak_milestone'::text, 'token_created'::text, 'weekly_review'::text]))) NOT VALID;

CREATE INDEX weekly_reviews_due_idx ON private.weekly_reviews USING btree (next_at)
  WHERE (next_at IS NOT NULL);

CREATE TRIGGER profiles_740_plan_review
  AFTER INSERT ON public.profiles
  FOR EACH ROW
  WHEN ((new.preferences ?| '{weekly_review,weekly_review_mail}'::text[]))
  EXECUTE FUNCTION private.plan_review();

create trigger profiles_741_plan_review after update of preferences, timezone on public.profiles
  for each row when (
    (old.preferences || new.preferences) ?| '{weekly_review,weekly_review_mail}'
    and (old.timezone, old.preferences -> 'weekly_review', old.preferences -> 'weekly_review_mail')
      is distinct from
        (new.timezone, new.preferences -> 'weekly_review', new.preferences -> 'weekly_review_mail'))
  execute function private.plan_review();

CREATE TRIGGER profiles_990_preferences_check
  BEFORE INSERT OR UPDATE OF preferences ON public.profiles
  FOR EACH ROW
  WHEN
    ((NOT (private.is_settings(new.preferences) AND COALESCE((jsonb_typeof((new.preferences -> 'theme'::text)) = 'string'::text), true) AND COALESCE((jsonb_typeof((new.preferences
    -> 'notifications'::text)) = 'boolean'::text),
    true) AND COALESCE((jsonb_typeof((new.preferences -> 'mosaic_photo'::text)) = 'boolean'::text), true) AND
    COALESCE((jsonb_typeof((new.preferences -> 'weekly_review'::text)) = 'boolean'::text), true) AND
    COALESCE((jsonb_typeof((new.preferences -> 'weekly_review_mail'::text)) = 'boolean'::text), true) AND
    COALESCE((jsonb_typeof((new.preferences -> 'notification_types'::text)) = 'object'::text), true) AND
    COALESCE((NOT jsonb_path_exists(new.preferences, 'strict $."notification_types".*?(@.type() != "boolean")'::jsonpath, '{}'::jsonb, true)), true) AND
    (COALESCE((jsonb_typeof((new.preferences -> 'active_tone_pack_id'::text)) = 'null'::text), true) OR COALESCE(((new.preferences ->> 'active_tone_pack_id'::text) ~
    '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$'::text), false)))))
  EXECUTE FUNCTION private.refuse_written('profiles_preferences_check');

CREATE POLICY "weekly_reviews_all_nobody" ON "private"."weekly_reviews"
  FOR ALL
  TO PUBLIC
  USING (false);

COMMENT ON COLUMN "private"."emails"."unsubscribe_code" IS 'Of a mail that comes again and again: the code that ends it.';

COMMENT ON COLUMN "private"."weekly_reviews"."next_at" IS 'Null while the preferences want no review.';

COMMENT ON COLUMN "private"."weekly_reviews"."unsubscribe_code" IS 'In the mails: it ends them.';

COMMENT ON TABLE "private"."weekly_reviews" IS 'When the review of each user who has ever asked for it is due next.';

REVOKE ALL ON FUNCTION "private"."counted"(bigint, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."counted"(bigint, text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."counted"(bigint, text, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."end_weekly_mail"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."end_weekly_mail"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."end_weekly_mail"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."end_weekly_mail"(text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."next_review"(text, timestamp WITH time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."next_review"(text, timestamp WITH time zone) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."next_review"(text, timestamp WITH time zone) TO "postgres";

REVOKE ALL ON FUNCTION "private"."plan_review"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."plan_review"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."plan_review"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."queue_mail"(text, text, text, text, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."queue_mail"(text, text, text, text, text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."queue_mail"(text, text, text, text, text, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."send_review"(public.profiles, date, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."send_review"(public.profiles, date, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."send_review"(public.profiles, date, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."send_weekly_reviews"(integer, text, timestamp WITH time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."send_weekly_reviews"(integer, text, timestamp WITH time zone) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."send_weekly_reviews"(integer, text, timestamp WITH time zone) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."send_weekly_reviews"(integer, text, timestamp WITH time zone) TO "service_role";

REVOKE ALL ON FUNCTION "private"."take_mails"(integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."take_mails"(integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."take_mails"(integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."take_mails"(integer) TO "service_role";

REVOKE ALL ON FUNCTION "private"."wants_review"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."wants_review"(jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."wants_review"(jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."written_week"(uuid, text, date) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."written_week"(uuid, text, date) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."written_week"(uuid, text, date) TO "postgres";

REVOKE ALL ON FUNCTION "public"."end_weekly_mail"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."end_weekly_mail"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."end_weekly_mail"(text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."send_weekly_reviews"(integer, text, timestamp WITH time zone) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."send_weekly_reviews"(integer, text, timestamp WITH time zone) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."send_weekly_reviews"(integer, text, timestamp WITH time zone) TO "service_role";

REVOKE ALL ON FUNCTION "public"."take_mails"(integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."take_mails"(integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."take_mails"(integer) TO "service_role";

select cron.schedule('weekly-review', '*/15 * * * *', 'select private.run_job(''weekly-review'')');

insert into private.jobs (name, schedule, path, secret_names, secret_optional, statement)
values ('weekly-review', '*/15 * * * *', '/insights/cron/weekly-review', '{CHAT_CRON_SECRET,WORKOUT_WINDOW_CRON_SECRET}', 'false', null)
on conflict (name) do update set schedule = excluded.schedule, path = excluded.path, secret_names = excluded.secret_names, secret_optional = excluded.secret_optional, statement = excluded.statement;
insert into private.job_queues (job, what, due_times)
values ('weekly-review', 'reviews', '
  select next_at from private.weekly_reviews where next_at <= now() order by next_at')
on conflict (job, what) do update set due_times = excluded.due_times;
insert into private.retention (relation, rule, since, keep, condition)
values ('private.rate_limit_hits', 'bucket = ''unsubscribe''', 'at', '00:01:00', 'bucket = ''unsubscribe''')
on conflict (relation, rule) do update set since = excluded.since, keep = excluded.keep, condition = excluded.condition;
insert into private.export_sections (name, source, condition, page_key, omitted)
values ('emails', 'private.emails', 's.user_id = $1', '{created_at,id}', '{text_body,html_body,dedupe_key,unsubscribe_code}')
on conflict (name) do update set source = excluded.source, condition = excluded.condition, page_key = excluded.page_key, omitted = excluded.omitted;
insert into private.person_columns (relation, name, section, deletion, condition, change, erase_function, "position", reason)
values ('private.weekly_reviews', 'user_id', null, 'cascade', 'user_id = $1', null, null, '100', 'Computed from the preferences, which are exported.')
on conflict (relation, name) do update set section = excluded.section, deletion = excluded.deletion, condition = excluded.condition, change = excluded.change, erase_function = excluded.erase_function, "position" = excluded."position", reason = excluded.reason;
insert into private.rate_limit_rules (bucket, max_hits, per)
values ('unsubscribe', '120', '00:01:00')
on conflict (bucket) do update set max_hits = excluded.max_hits, per = excluded.per;
