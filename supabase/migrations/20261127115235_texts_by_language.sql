SET local check_function_bodies = off;

DROP FUNCTION "private"."begin_email"(uuid, uuid, text, text, text, text, text);

DROP FUNCTION "private"."counted"(bigint, text, text);

DROP FUNCTION "private"."day_in_words"(date);

DROP FUNCTION "private"."notify"(uuid, text, text, text, jsonb, text);

DROP FUNCTION "private"."notify_all"(uuid[], text, text, text, jsonb, text);

DROP FUNCTION "private"."notify_author"(public.journal_entries, text, text, text);

DROP FUNCTION "private"."record_daily_drop"(uuid, uuid, text, jsonb);

DROP FUNCTION "public"."begin_email"(uuid, uuid, text, text, text, text, text);

DROP FUNCTION "public"."record_daily_drop"(uuid, uuid, text, jsonb);

-- Only functions of this migration read it.
-- squawk-ignore ban-drop-column
ALTER TABLE "private"."workout_battle_notices" DROP COLUMN "body";

CREATE TABLE "private"."texts" (
  "name"     text NOT NULL,
  "part"     text NOT NULL,
  "language" text NOT NULL,
  "text"     text NOT NULL,
  CONSTRAINT "texts_language_check" CHECK ((language = ANY (ARRAY['en'::text, 'de'::text, 'es'::text, 'fr'::text, 'pt'::text, 'it'::text, 'nl'::text]))),
  CONSTRAINT "texts_name_check" CHECK ((name ~ '^[a-z_]+(\.[a-z]+)?$'::text)),
  CONSTRAINT "texts_part_check" CHECK ((part ~ '^[a-z0-9_]+$'::text)),
  CONSTRAINT "texts_pkey" PRIMARY KEY (name, part, LANGUAGE)
);

ALTER TABLE "private"."texts"
  ENABLE ROW LEVEL SECURITY;

ALTER TABLE "private"."workout_battle_notices"
  ADD COLUMN "standing" jsonb NOT NULL DEFAULT '{}'::jsonb;

CREATE OR REPLACE FUNCTION private.accept_invitation (
  p_invitation_id uuid DEFAULT NULL::uuid,
  p_code          text DEFAULT NULL::text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_caller uuid := private.require_caller();
  v_code_hash bytea := sha256(convert_to(p_code, 'UTF8'));
  v_invitation private.organization_invitations;
  v_ending text;
begin
  perform private.refuse_if(num_nonnulls(p_invitation_id, p_code) <> 1,
    400, 'Expected exactly one of invitation_id and code');
  select * into v_invitation from private.organization_invitations
  where id = p_invitation_id or code_hash = v_code_hash;
  -- Organization and team first: their deletion locks them before their invitations, and people
  -- join them one after another, because joining ends their other invitations.
  perform from public.organizations where id = v_invitation.org_id for no key update;
  perform from public.teams where id = v_invitation.team_id for no key update;
  select * into v_invitation from private.organization_invitations
  where id = v_invitation.id for update;
  perform private.refuse_if(
    not found or p_code is null and not private.is_invited(v_caller, v_invitation),
    404, 'Invitation not found');
  perform private.refuse_if(private.has_joined(v_caller, v_invitation), 409,
    'You are already a member of the '
      || case when v_invitation.team_id is null then 'organization' else 'team' end,
    'already_member');
  perform private.require_open(private.received_status(v_invitation));
  -- A member whom somebody removed does not return by an older invitation.
  perform private.refuse_if(exists (
    select from private.organization_departures
    where org_id = v_invitation.org_id and user_id = v_caller
      and removed_at >= v_invitation.created_at
  ) or exists (
    select from private.team_removals
    where team_id = v_invitation.team_id and user_id = v_caller
      and removed_at >= v_invitation.created_at
  ), 410, 'The invitation was made before you were removed', 'invitation_ended');

  if private.my_org_role(v_invitation.org_id) is null then
    perform private.join_organization(v_invitation.org_id, v_caller, v_invitation.role);
  end if;
  insert into public.team_members (team_id, org_id, user_id)
  select v_invitation.team_id, v_invitation.org_id, v_caller
  where v_invitation.team_id is not null;
  v_ending := case when v_invitation.code_hash is null then 'accepted'
    when v_invitation.uses + 1 = v_invitation.max_uses then 'used_up' end;
  update private.organization_invitations set
    uses = uses + (code_hash is not null)::integer,
    ending = v_ending,
    ended_at = case when v_ending is not null then now() end
  where id = v_invitation.id;
  perform private.notify(
    v_invitation.invited_by, 'organization_joined.accepted',
    jsonb_build_object('handle', c.handle),
    jsonb_build_object('org_id', v_invitation.org_id, 'user_id', v_caller),
    -- Once for each invitation: nobody notifies without end by leaving and using a link again.
    v_invitation.id || ':' || v_caller)
  from public.profile_cards as c where c.id = v_caller;
  return (
    select jsonb_build_object(
      'organization', to_jsonb(private.organization_card(v_invitation.org_id)), 'team', team)
    from private.invitations where id = v_invitation.id
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.add_entry_comment (
  p_entry_id uuid,
  p_content  text,
  p_id       uuid DEFAULT NULL::uuid
)
  RETURNS public.journal_comments
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_entry constant public.journal_entries := private.require_shared_entry(p_entry_id);
  v_comment public.journal_comments;
begin
  -- A request that comes twice at once is answered one after the other.
  perform pg_advisory_xact_lock(hashtextextended('comment ' || p_id, 0));
  -- Added before, by a request whose answer was lost.
  select * into v_comment from public.journal_comments
  where id = p_id and entry_id = p_entry_id and user_id = auth.uid();
  if found then
    return v_comment;
  end if;
  perform private.require_rate_limit('comment', auth.uid(),
    'At most 60 comments an hour; try again in %s seconds');
  insert into public.journal_comments (id, entry_id, user_id, content)
  values (coalesce(p_id, private.uuid_v7()), p_entry_id, auth.uid(), p_content)
  on conflict (id) do nothing returning * into v_comment;
  perform private.refuse_if(not found, 409, 'id: already taken, make another one', 'id_taken');
  perform private.refuse_deleted_id(user_id, auth.uid()) from private.deleted_comments
  where id = v_comment.id;
  perform private.notify_author(v_entry, 'comment');
  return v_comment;
end
$function$;

CREATE OR REPLACE FUNCTION private.add_organization_member (
  p_org_id  uuid,
  p_user_id uuid,
  p_role    text DEFAULT 'member'::text
)
  RETURNS public.organization_members
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_caller uuid := private.require_caller();
  v_member public.organization_members;
begin
  perform private.require_org_owner(p_org_id);
  perform private.require_can_join(p_user_id);
  perform private.refuse_if(not exists (
    select from public.organization_members where org_id = p_org_id and user_id = p_user_id
  ) and (
    exists (
      select from private.organization_departures
      where org_id = p_org_id and user_id = p_user_id and left_at is not null
    )
    or exists (
      select from public.profiles where id = p_user_id and v_caller = any (blocked_user_ids)
    )
  ), 409, 'The user joins only by accepting an invitation', 'invitation_needed');
  v_member := private.join_organization(p_org_id, p_user_id, p_role);
  if (private.take_user_rate_limit('member_added', v_caller, 1, p_user_id::text)
    ->> 'allowed')::boolean then
    perform private.notify(
      p_user_id, 'organization_joined.added', jsonb_build_object('handle', c.handle),
      jsonb_build_object('org_id', p_org_id, 'user_id', v_caller),
      -- Of each membership, also of a user who is added again.
      p_org_id || ':' || v_member.joined_at)
    from public.profile_cards as c where c.id = v_caller and c.id <> p_user_id;
  end if;
  return v_member;
end
$function$;

CREATE OR REPLACE FUNCTION private.announce_workout_standing()
  RETURNS void
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  insert into private.workout_battle_notices (battle_id, type, standing)
  select b.id, 'battle_update', private.workout_lead(
    (standing.json ->> 'red_team_chips')::bigint, (standing.json ->> 'blue_team_chips')::bigint)
  from public.workout_window_battles as b
  cross join lateral (select private.workout_battle_standing(b) as json) as standing
  where b.week_start_date = private.week_of(private.utc_today()) and b.battle_status = 'in_progress'
    and private.utc_today() >= b.week_start_date + 4 and standing.json is not null
    and not exists (
      select from private.workout_battle_notices as n
      where n.battle_id = b.id and n.type = 'battle_update')
  on conflict do nothing
$function$;

CREATE OR REPLACE FUNCTION private.begin_email (
  p_user_id    uuid,
  p_session_id uuid,
  p_to         text,
  p_subject    text,
  p_text       text,
  p_html       text DEFAULT NULL::text,
  p_key        text DEFAULT NULL::text
)
  RETURNS TABLE (
    id           uuid,
    handle       text,
    hits         bigint[],
    said_subject text,
    sender       text
  )
  LANGUAGE plpgsql
  SECURITY DEFINER
  ROWS 1
  SET search_path TO ''
  AS $function$
declare
  v_key text := 'user ' || p_user_id || ' ' || p_key;
  v_id uuid;
  v_taken jsonb;
  v_language text;
begin
  perform private.require_session(p_user_id, p_session_id);
  perform private.refuse_if(private.confirmed_email(p_user_id) is null,
    403, 'Confirm your own e-mail address first', 'email_not_confirmed');
  hits := array[private.require_rate_limit('email', p_user_id, 'Too many mails in a day')];
  if exists (select from private.suppressed_addresses where address = lower(p_to)) then
    -- An error would roll the attempt back, and leave asking about addresses without a limit.
    perform private.give_back_hits(hits[1], 1);
    return;
  end if;
  v_taken := private.take_hits('email_recipient', private.mailbox_subject(p_to), 1);
  perform private.refuse_if(not (v_taken ->> 'allowed')::boolean, 429,
    'This address has got too many mails today', 'rate_limited',
    (v_taken ->> 'retry_after_s')::integer);
  hits := hits || (v_taken ->> 'hit')::bigint;
  -- A key is valid for a day, here as everywhere and at the provider.
  update private.emails set dedupe_key = null
  where dedupe_key = v_key and created_at <= now() - interval '24 hours';
  insert into private.emails as e (
    user_id, recipient, subject, text_body, html_body, status, dedupe_key
  )
  values (p_user_id, p_to, p_subject, p_text, p_html, 'sending', v_key)
  on conflict on constraint emails_dedupe_key_key do update
    set recipient = excluded.recipient, subject = excluded.subject, text_body = excluded.text_body,
        html_body = excluded.html_body, status = 'sending', last_error = null,
        not_before = excluded.not_before
    where e.status in ('failed', 'sending')
  returning e.id into v_id;
  -- The request was lost, and an event has told what became of the mail.
  if v_id is null then
    select e.id into v_id from private.emails as e where e.dedupe_key = v_key;
  end if;

  v_language := private.language_at(p_to);
  return query
    select v_id, p.handle, hits,
      private.text('user_mail', 'subject', v_language,
        jsonb_build_object('handle', p.handle, 'subject', p_subject)),
      private.text('user_mail', 'sender', v_language, jsonb_build_object('handle', p.handle))
    from public.profiles as p where p.id = p_user_id;
end
$function$;

CREATE OR REPLACE FUNCTION private.break_workout_chain (
  p_user_id uuid,
  p_date    date
)
  RETURNS boolean
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_after uuid;
  v_data constant jsonb := jsonb_build_object('date', p_date);
  v_rejected constant boolean := exists (
    select from public.workout_window_checkins where user_id = p_user_id and date = p_date);
begin
  update public.workout_window_chains set chain_status = 'broken'
  where date = p_date and user_id = (
    select after_user_id from public.workout_window_chains
    where user_id = p_user_id and date = p_date)
  returning user_id into v_after;
  if v_after is null then
    return false;
  end if;
  perform private.notify(v_after, 'chain_broken.before', v_data, v_data, p_date || ':before');
  perform private.notify(
    p_user_id, 'chain_broken.' || case when v_rejected then 'rejected' else 'missed' end,
    v_data, v_data, p_date || ':own');
  return true;
end
$function$;

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
  perform private.notify(v_caller, 'token_created', jsonb_build_object('name', p_name),
    jsonb_build_object('token_id', v_token.id));
  return to_jsonb(v_token) - 'user_id' - 'secret_hash' || jsonb_build_object('secret', v_secret);
end
$function$;

CREATE OR REPLACE FUNCTION private.decline_invitation (
  p_invitation_id uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_caller uuid := private.require_caller();
  v_invitation private.organization_invitations;
begin
  perform from private.organization_invitations as i
  join public.organizations as o on o.id = i.org_id
  where i.id = p_invitation_id for key share of o;
  select * into v_invitation from private.organization_invitations
  where id = p_invitation_id for update;
  perform private.refuse_if(not found or not private.is_invited(v_caller, v_invitation),
    404, 'Invitation not found');
  perform private.require_open(private.received_status(v_invitation));
  if v_invitation.email is not null then
    update private.organization_invitations set declined_at = now() where id = p_invitation_id;
    return;
  end if;
  update private.organization_invitations set ending = 'declined', ended_at = now()
  where id = p_invitation_id;
  if private.my_org_role(v_invitation.org_id) is null then
    insert into private.organization_departures (org_id, user_id, left_at)
    values (v_invitation.org_id, v_caller, now())
    on conflict (org_id, user_id) do update set left_at = excluded.left_at;
  end if;
  perform private.notify(
    v_invitation.invited_by, 'organization_invitation.declined',
    p_data => jsonb_build_object('invitation_id', p_invitation_id,
      'org_id', v_invitation.org_id, 'user_id', v_caller),
    p_dedupe_key => p_invitation_id::text);
end
$function$;

CREATE OR REPLACE FUNCTION private.deliver_outreach_batch (
  p_limit integer
)
  RETURNS TABLE (
    total     integer,
    delivered integer,
    skipped   integer,
    done      boolean
  )
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_week constant date := date_trunc('week', now() at time zone 'utc')::date;
  v_digest public.sponsor_outreach_digests;
  v_recipient_ids uuid[];
  v_ids uuid[];
  v_recipient record;
begin
  insert into public.sponsor_outreach_digests (week_start_at) values (v_week)
  on conflict on constraint sponsor_outreach_digests_pkey do nothing;
  select * into v_digest from public.sponsor_outreach_digests as d
  where d.week_start_at = v_week for no key update;
  if v_digest.delivered then
    return query select 0, 0, 0, true;
    return;
  end if;

  v_recipient_ids := array(
    select distinct o.to_participant_id from public.sponsor_outreach as o
    where o.delivery_status = 'pending' and o.to_participant_id > v_digest.after_id
      and o.created_at <= v_digest.created_at
    order by o.to_participant_id limit p_limit
  );
  delivered := 0;
  v_ids := array(
    select o.id from public.sponsor_outreach as o
    where o.delivery_status = 'pending' and o.to_participant_id = any (v_recipient_ids)
      and o.created_at <= v_digest.created_at
  );
  for v_recipient in
    select o.to_participant_id as id, array_agg(o.id) as message_ids,
      array_agg(o.from_user_id order by o.created_at, o.id) as senders,
      count(distinct o.from_user_id) as sender_count,
      string_agg(
        format(E'%s\n%s\n>\n%s',
          private.text('relay_mail', 'message', r.language, jsonb_build_object('handle', c.handle)),
          private.quoted(o.subject), private.quoted(o.message)),
        E'\n\n' order by o.created_at, o.id) as text,
      min(r.language) as language
    from public.sponsor_outreach as o
    join public.profiles as r on r.id = o.to_participant_id
    join public.profiles as s on s.id = o.from_user_id
    join public.profile_cards as c on c.id = o.from_user_id
    where o.id = any (v_ids)
      and r.is_active and s.is_active and not o.from_user_id = any (r.blocked_user_ids)
    group by o.to_participant_id
  loop
    -- Names the first sender alone, whose deletion removes the notification.
    perform private.notify(
      v_recipient.id, 'relay_message.' || case v_recipient.sender_count when 1 then 'one' else 'more' end,
      jsonb_build_object('handle', c.handle, 'others', v_recipient.sender_count - 1),
      jsonb_build_object('week_start_at', v_week, 'user_id', c.id))
    from public.profile_cards as c where c.id = v_recipient.senders[1];
    perform private.queue_mail(address,
      private.text('relay_mail', 'subject', v_recipient.language),
      private.text('relay_mail', 'body', v_recipient.language) || E'\n\n' || v_recipient.text)
    from private.confirmed_email(v_recipient.id) as address where address is not null;
    update public.sponsor_outreach as o set delivery_status = 'delivered'
    where o.id = any (v_recipient.message_ids);
    delivered := delivered + cardinality(v_recipient.message_ids);
  end loop;
  update public.sponsor_outreach as o set delivery_status = 'skipped'
  where o.id = any (v_ids) and o.delivery_status = 'pending';
  get diagnostics skipped = row_count;
  total := delivered + skipped;

  done := cardinality(v_recipient_ids) < p_limit;
  update public.sponsor_outreach_digests as d
  set delivered = done,
    after_id = coalesce(v_recipient_ids[cardinality(v_recipient_ids)], v_digest.after_id)
  where d.week_start_at = v_week;
  return next;
end
$function$;

CREATE OR REPLACE FUNCTION private.disable_webhook (
  p_webhook private.webhooks,
  p_reason  text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform private.end_deliveries(p_webhook.id);
  update private.webhooks
  set is_active = false, disabled_at = now(), disabled_reason = p_reason
  where id = p_webhook.id;
  perform private.notify(p_webhook.user_id, 'webhook_disabled',
    jsonb_build_object('host', split_part(p_webhook.url, '/', 3)),
    jsonb_build_object('webhook_id', p_webhook.id, 'reason', p_reason));
end
$function$;

CREATE OR REPLACE FUNCTION private.finish_workout_battle (
  p_week date
)
  RETURNS public.workout_window_battles
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_battle public.workout_window_battles;
  v_standing jsonb;
begin
  perform private.refuse_if(p_week <> private.week_of(p_week),
    400, 'weekStartDate: expected a Monday');
  perform private.refuse_if(p_week > private.utc_today(), 409, 'The week has not begun');
  if exists (
    select from public.workout_window_chains where date between p_week and p_week + 6
  ) then
    perform private.open_workout_battle(p_week);
  end if;
  select * into v_battle from public.workout_window_battles
  where week_start_date = p_week for no key update;
  if not found then
    perform private.refuse(404, 'Battle not found');
  elsif v_battle.battle_status = 'completed' then
    return v_battle;
  end if;

  v_standing := private.workout_battle_standing(v_battle);
  perform private.refuse_if(v_standing is null,
    409, 'The battle is being counted: try again in a few minutes');
  perform private.keep_workout_standing(v_battle.id, v_standing);
  update public.workout_window_battles as b set battle_status = 'completed',
    red_team_chips = s.red_team_chips, blue_team_chips = s.blue_team_chips,
    red_team_robot_power = s.red_team_robot_power, blue_team_robot_power = s.blue_team_robot_power,
    winner = o.winner, battle_result = o.battle_result
  from jsonb_populate_record(null::public.workout_window_battles, v_standing) as s
  cross join lateral private.fight_workout_battle(p_week, s.red_team_chips + s.blue_team_chips,
    s.red_team_robot_power, s.blue_team_robot_power) as o
  where b.id = v_battle.id returning b.* into v_battle;
  -- An update of the week that is still being sent would follow the result.
  update private.workout_battle_notices set finished_at = now()
  where battle_id = v_battle.id and finished_at is null;
  insert into private.workout_battle_notices (battle_id, type, standing)
  select v_battle.id, 'battle_result', private.workout_lead(
    sum((r ->> 'redDamage')::integer), sum((r ->> 'blueDamage')::integer))
  from jsonb_array_elements(v_battle.battle_result -> 'rounds') as r;
  return v_battle;
end
$function$;

CREATE OR REPLACE FUNCTION private.form_of (
  p_value    jsonb,
  p_form     text,
  p_language text
)
  RETURNS text
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_value constant text := p_value #>> '{}';
  v_is_number constant boolean := coalesce(jsonb_typeof(p_value) = 'number', false);
  v_date date;
  v_keys text[];
begin
  if p_form in ('weekday', 'day') then
    v_date := v_value;
    return private.text('date', p_form, p_language, jsonb_build_object(
      'weekday', split_part(
        private.text('date', 'weekdays', p_language), ' ', extract(isodow from v_date)::integer),
      'day', extract(day from v_date),
      'month', split_part(
        private.text('date', 'months', p_language), ' ', extract(month from v_date)::integer)));
  end if;
  v_keys := array[v_value,
    case when v_is_number and (v_value = '1' or v_value = '0' and p_language in ('fr', 'pt'))
      then 'one' end,
    'other'];
  return (
    select replace(substr(choice, strpos(choice, '=') + 1), '#', case when v_is_number
      then replace(to_char(v_value::bigint, 'FM999,999,999,999,990'), ',',
        private.text('number', 'thousands', p_language))
      else v_value end)
    from string_to_table(p_form, '|') as choice
    where split_part(choice, '=', 1) = any (v_keys)
    order by array_position(v_keys, split_part(choice, '=', 1)) limit 1);
end
$function$;

CREATE OR REPLACE FUNCTION private.language_at (
  p_address text
)
  RETURNS text
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  return (
    select p.language from private.user_directory as d
    join public.profiles as p on p.id = d.user_id
    where lower(d.email) = lower(p_address)
      and private.confirmed_email(d.user_id) = lower(p_address)
    limit 1);
end
$function$;

CREATE OR REPLACE FUNCTION private.mail_invitation()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_user_id constant uuid := private.invited_user(new);
  v_address constant text := coalesce(new.email, private.confirmed_email(v_user_id));
  v_language constant text := (select language from public.profiles where id = v_user_id);
begin
  if v_address is null or (v_user_id is not null and (
    not private.is_invited(v_user_id, new) or private.has_joined(v_user_id, new)))
  then
    return null;
  end if;
  perform private.queue_mail(
    v_address, private.text('invitation_mail', 'subject', v_language),
    private.text('invitation_mail', 'body', v_language, jsonb_build_object('handle', c.handle)),
    p_dedupe_key => 'invitation ' || new.id)
  from public.profile_cards as c where c.id = new.invited_by;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.notify (
  p_user_id    uuid,
  p_text       text,
  p_values     jsonb DEFAULT '{}'::jsonb,
  p_data       jsonb DEFAULT '{}'::jsonb,
  p_dedupe_key text  DEFAULT NULL::text
)
  RETURNS boolean
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  return private.notify_all(array[p_user_id], p_text, p_values, p_data, p_dedupe_key) > 0;
end
$function$;

CREATE OR REPLACE FUNCTION private.notify_all (
  p_user_ids   uuid[],
  p_text       text,
  p_values     jsonb,
  p_data       jsonb,
  p_dedupe_key text
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  SET enable_seqscan TO 'off'
  SET enable_hashjoin TO 'off'
  SET enable_mergejoin TO 'off'
  SET enable_nestloop TO 'on'
  AS $function$
declare
  v_type constant text := split_part(p_text, '.', 1);
  v_cause constant uuid := p_data ->> 'user_id';
  v_last_turn constant timestamptz := greatest(now() - interval '1 second', (
    select max(not_before) from private.pushes where caused_by = v_cause and status = 'new'));
  v_count integer;
begin
  with said as materialized (
    select language, private.text(p_text, 'title', language, p_values) as title,
      private.text(p_text, 'body', language, p_values) as body
    from (select distinct language from public.profiles where id = any (p_user_ids)) as of_all
  ), made as (
    insert into public.notifications (user_id, type, title, body, data, dedupe_key)
    select p.id, v_type, s.title, s.body, p_data, p_dedupe_key
    from public.profiles as p join said as s on s.language = p.language
    where p.id = any (p_user_ids) and p.is_active and not p.is_ai
    order by p.id
    on conflict on constraint notifications_dedupe_key do nothing
    returning id, user_id
  ), found as (
    select made.id, d.id as device_id, case when d.token is null then 'web' else 'expo' end as service
    from made
    join public.push_devices as d on d.user_id = made.user_id
    join public.profiles as p on p.id = d.user_id
    where private.wants_push(p.preferences, v_type)
    -- A device that another transaction is deleting needs no push, and must not make this one fail.
    for key share of d skip locked
  ), pushed as (
    insert into private.pushes (notification_id, device_id, service, caused_by, not_before)
    select id, device_id, service, v_cause,
      v_last_turn + row_number() over () * interval '1 second'
    from found
  )
  select count(*) into v_count from made;
  return v_count;
end
$function$;

CREATE OR REPLACE FUNCTION private.notify_author (
  p_entry public.journal_entries,
  p_type  text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_caller constant uuid := auth.uid();
  v_key constant text := p_entry.id || ' ' || private.utc_today();
begin
  if p_entry.user_id <> v_caller and not exists (
    select from public.notifications
    where user_id = p_entry.user_id and type = p_type and dedupe_key = v_key
  ) and (private.take_user_rate_limit('response_notice', v_caller, 1, p_entry.user_id::text)
    ->> 'allowed')::boolean
  then
    perform private.notify(p_entry.user_id, p_type, jsonb_build_object('handle', handle),
      jsonb_build_object('entry_id', p_entry.id, 'user_id', v_caller), v_key)
    from public.profile_cards where id = v_caller;
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.notify_invited (
  p_user_id    uuid,
  p_invitation private.organization_invitations
)
  RETURNS void
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select private.notify(
    p_user_id, 'organization_invitation.received', jsonb_build_object('handle', c.handle),
    jsonb_build_object('invitation_id', (p_invitation).id, 'org_id', (p_invitation).org_id,
      'user_id', c.id),
    (p_invitation).id::text)
  from public.profile_cards as c
  where c.id = (p_invitation).invited_by and private.is_invited(p_user_id, p_invitation)
    and not private.has_joined(p_user_id, p_invitation)
$function$;

CREATE OR REPLACE FUNCTION private.notify_mentioned (
  p_entry    public.journal_entries,
  p_mentions jsonb
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_recipients uuid[] := array(
    select distinct p.id
    from jsonb_array_elements(p_mentions) as m
    cross join lateral (
      select u.id, u.blocked_user_ids from public.profiles as u
      where u.id = (m ->> 'user_id')::uuid limit 1
    ) as p
    where p.id <> p_entry.user_id and private.may_read_entry(p_entry, p.id)
      and not p_entry.user_id = any (p.blocked_user_ids)
      and not exists (
        select from public.notifications as n
        where n.user_id = p.id and n.type = 'mention' and n.dedupe_key = p_entry.id::text
      )
  );
  v_left integer;
  v_sent integer;
begin
  if v_recipients = '{}' then
    return;
  end if;
  -- Entries of one author that mention the same people in a different order would deadlock.
  perform pg_advisory_xact_lock(hashtextextended('mention ' || p_entry.user_id, 0));
  v_left := private.remaining_hits('mention_author', 'user:' || p_entry.user_id);
  -- Contains nothing of the entry, because the notification remains when sharing ends, and the
  -- handle alone, because a name can be anybody's.
  select count(*) filter (where private.notify(
    r.id, 'mention', jsonb_build_object('handle', a.handle),
    jsonb_build_object('entry_id', p_entry.id, 'user_id', p_entry.user_id), p_entry.id::text))
  into v_sent
  from (
    select u.id from unnest(v_recipients) as u (id)
    where (private.take_user_rate_limit('mention', p_entry.user_id, 1, u.id::text)
      ->> 'allowed')::boolean
    limit v_left
  ) as r
  join public.profile_cards as a on a.id = p_entry.user_id;
  if v_sent > 0 then
    perform private.take_user_rate_limit('mention_author', p_entry.user_id, v_sent);
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.notify_milestone()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform private.notify(
    new.user_id, 'badge_reached', jsonb_build_object('emoji', d.emoji, 'badge', d.display_name),
    jsonb_build_object('level', d.level, 'name', d.name), 'level:' || d.level)
  from public.badge_definitions as d where d.level = new.level;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.notify_new_owner()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if new.owner_id is distinct from (select auth.uid()) then
    perform private.notify(
      new.owner_id, 'organization_handed_over', p_data => jsonb_build_object('org_id', new.id));
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.notify_team_members (
  p_team_id    uuid,
  p_message_id uuid,
  p_author_id  uuid,
  p_after_id   uuid,
  p_limit      integer
)
  RETURNS uuid
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_members constant uuid[] := array(
    select user_id from public.team_members
    where team_id = p_team_id and user_id > p_after_id
      and team_id not in (select private.groups_in_deletion())
    order by user_id limit p_limit);
begin
  -- The deletion of the author's account waits for the notifications, which it erases.
  perform from public.profile_cards where id = p_author_id for key share;
  if (select is_active from public.profiles where id = p_author_id) is not true then
    return null;
  end if;
  perform private.notify_all(
    array(
      select id from public.profiles
      where id = any (v_members) and id <> p_author_id
        and not p_author_id = any (blocked_user_ids)),
    'team_message', jsonb_build_object('handle', handle),
    jsonb_build_object('team_id', p_team_id, 'message_id', p_message_id, 'user_id', p_author_id),
    p_team_id::text)
  from public.profile_cards where id = p_author_id;
  return v_members[p_limit];
end
$function$;

CREATE OR REPLACE FUNCTION private.pass_workout_baton (
  p_user_id uuid,
  p_date    date
)
  RETURNS boolean
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_next uuid;
begin
  select n.user_id into v_next
  from public.workout_window_chains as c
  join public.workout_window_chains as n on n.user_id = c.after_user_id and n.date = c.date
  where c.user_id = p_user_id and c.date = p_date
    and n.ends_at + private.workout_grace() > now()
    and not private.has_checked_in(n.user_id, p_date)
    and not private.is_blocked_between(c.user_id, n.user_id);
  return v_next is not null and private.notify(
    v_next, 'baton_pass', (
      select jsonb_build_object('handle', handle) from public.profile_cards where id = p_user_id),
    jsonb_build_object('user_id', p_user_id, 'date', p_date), p_date || ':' || p_user_id);
end
$function$;

CREATE OR REPLACE FUNCTION private.prompt_steps_batch (
  p_after uuid,
  p_limit integer
)
  RETURNS TABLE (
    total    integer,
    prompted integer,
    skipped  integer,
    last_id  uuid
  )
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_ids constant uuid[] := array(
    select distinct d.user_id from public.dreams as d
    where d.completed_at is null and not d.is_template
      and d.user_id > coalesce(p_after, private.first_id())
    order by d.user_id limit p_limit
  );
begin
  with candidate as (
    select distinct on (d.user_id) d.user_id, d.id, d.title,
      (
        select s ->> 'title' from jsonb_array_elements(d.steps) with ordinality as e (s, n)
        where not (s ->> 'done')::boolean order by n limit 1
      ) as step
    from public.dreams as d
    where d.user_id = any (v_ids) and d.completed_at is null and not d.is_template
      and d.created_at <= now() - interval '3 days'
    order by d.user_id, d.updated_at desc
  ), due as (
    -- A concurrent run finds the prompt of this one here, and changes nothing. Three days less ten
    -- minutes: a daily run may reach a user a little earlier in the day than the run of three days
    -- before.
    insert into private.step_prompts as p (user_id)
    select c.user_id from candidate as c order by c.user_id
    on conflict on constraint step_prompts_pkey do update set prompted_at = now()
      where p.prompted_at <= now() - interval '3 days' + interval '10 minutes'
    returning p.user_id
  ), told as (
    select private.notify(
      c.user_id, case when c.step is null then 'step_prompt.last' else 'step_prompt.next' end,
      jsonb_build_object('dream', c.title, 'step', c.step),
      jsonb_build_object('dream_id', c.id)) as sent
    from candidate as c join due on due.user_id = c.user_id
  )
  select (select count(*) from candidate), count(*) filter (where sent)
  into total, prompted from told;

  skipped := total - prompted;
  last_id := case when cardinality(v_ids) = p_limit then v_ids[p_limit] end;
  return next;
end
$function$;

CREATE OR REPLACE FUNCTION private.reach_milestones (
  p_streak private.streaks
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_days integer;
begin
  foreach v_days in array '{7,30,100,365}'::integer[] loop
    exit when p_streak.days < v_days;
    if not exists (
      select from private.streak_milestones as m
      where m.streak_id = p_streak.id and m.days = v_days
        and m.reached_on between p_streak.first_day and p_streak.last_day
    ) then
      insert into private.streak_milestones (streak_id, days, reached_on)
      values (p_streak.id, v_days, p_streak.last_day);
      perform private.notify(
        p_streak.user_id,
        'streak_milestone.' || case when p_streak.goal_id is null then 'journal' else 'goal' end,
        jsonb_build_object('days', v_days),
        jsonb_build_object('goal_id', p_streak.goal_id, 'days', v_days));
    end if;
  end loop;
end
$function$;

CREATE OR REPLACE FUNCTION private.react_to_entry (
  p_entry_id uuid,
  p_reaction text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_entry constant public.journal_entries := private.require_shared_entry(p_entry_id);
begin
  insert into public.journal_reactions as r (entry_id, user_id, reaction)
  values (p_entry_id, auth.uid(), p_reaction)
  on conflict (entry_id, user_id) do update set reaction = excluded.reaction
    where r.reaction <> excluded.reaction;
  if found then
    perform private.notify_author(v_entry, 'reaction');
  end if;
  return (
    select jsonb_build_object('reaction', p_reaction, 'reactions', private.heard_counts(
      s.entry_id, v_entry.user_id, s.counts, array(select private.my_blocks())) - 'comment')
    from private.entry_summaries as s where s.entry_id = p_entry_id);
end
$function$;

CREATE OR REPLACE FUNCTION private.record_assistant_drop (
  p_recipient uuid,
  p_message   text,
  p_data      jsonb DEFAULT '{}'::jsonb,
  p_id        uuid  DEFAULT private.uuid_v7()
)
  RETURNS uuid
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_sender constant uuid := private.system_sender_id();
  v_id uuid;
begin
  insert into public.drops_sent (
    id, sender_id, recipient_id, drop_type, content, data, bonus_drops, engagement_window_ends_at,
    settled_at
  )
  select p_id, v_sender, p.id, 'encouragement', p_message, p_data, 0, now(), now()
  from public.profiles as p
  where p.id = p_recipient and p.is_active and not p.is_ai
    and not v_sender = any (p.blocked_user_ids)
  on conflict (recipient_id, ((date_sent at time zone 'utc')::date))
    where sender_id = '00000000-0000-4000-a000-000000000001' do nothing
  returning id into v_id;
  if v_id is not null then
    perform private.notify(
      p_recipient, 'assistant_note', jsonb_build_object('message', left(p_message, 200)),
      jsonb_build_object('drop_id', v_id), v_id::text);
  end if;
  return v_id;
end
$function$;

CREATE OR REPLACE FUNCTION private.record_daily_drop (
  p_user_id uuid,
  p_id      uuid,
  p_message text  DEFAULT NULL::text,
  p_data    jsonb DEFAULT '{}'::jsonb
)
  RETURNS boolean
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_sent constant boolean := exists (
    select from public.profiles as p where p.id = p_user_id and private.gets_daily_drops(p)
  ) and private.record_assistant_drop(p_user_id, coalesce(p_message, private.text('daily_drop',
    ((private.utc_today() - '1970-01-01'::date) % 7 + 1)::text,
    (select language from public.profiles where id = p_user_id))), p_data, p_id) is not null;
begin
  update private.assistant_attempts set done = true
  where v_sent and user_id = p_user_id and job = 'daily_drop' and day = private.utc_today();
  return v_sent;
end
$function$;

CREATE OR REPLACE FUNCTION private.send_drop (
  p_recipient_id uuid,
  p_drop_type    text,
  p_template_id  uuid,
  p_content      text,
  p_media_url    text,
  p_entry_id     uuid,
  p_id           uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_caller constant uuid := private.require_caller();
  v_template public.drop_templates;
  v_config public.drop_config;
  v_day public.user_drops;
  v_drop public.drops_sent;
begin
  -- A request that comes twice at once is answered one after the other.
  perform pg_advisory_xact_lock(hashtextextended('drop ' || p_id, 0));
  -- Sent before, by a request whose answer was lost.
  select * into v_drop from public.drops_sent where id = p_id and sender_id = v_caller;
  if found then
    return private.sent_drop_json(v_drop,
      (select entry_id from public.drop_entries where drop_id = p_id), private.drop_day(v_caller))
      || '{"is_new": false}';
  end if;
  perform private.refuse_if(p_recipient_id = v_caller,
    400, 'recipient_id: you cannot send a drop to yourself');
  if p_template_id is null then
    perform private.refuse_if(p_drop_type is null,
      400, 'drop_type: required without a template', 'required');
  else
    perform private.refuse_if(p_content is not null, 400, 'content: a template has its own');
    perform private.refuse_if(p_media_url is not null, 400, 'media_url: a template has its own');
    select * into v_template from public.drop_templates
    where id = p_template_id and is_approved;
    perform private.refuse_if(not found, 404, 'Template not found');
    perform private.refuse_if(p_drop_type <> v_template.drop_type,
      400, 'drop_type: the template is of the type ' || v_template.drop_type);
  end if;
  -- The same answer whether the recipient is unknown, blocked, or one of the two blocks the other.
  perform private.refuse_if(private.is_blocked_between(v_caller, p_recipient_id) or not exists (
    select from public.profiles where id = p_recipient_id and is_active
  ), 404, 'Recipient not found');

  v_day := private.take_drop(v_caller, p_template_id is null);
  select * into v_config from public.drop_config;
  insert into public.drops_sent (
    id, sender_id, recipient_id, drop_type, template_id, title, content, media_url, media_type,
    thumbnail_url, bonus_drops, engagement_window_ends_at
  )
  values (
    coalesce(p_id, private.uuid_v7()), v_caller, p_recipient_id,
    coalesce(v_template.drop_type, p_drop_type), v_template.id, v_template.title,
    coalesce(v_template.content, p_content, ''),
    coalesce(v_template.media_url, p_media_url), v_template.media_type, v_template.thumbnail_url,
    v_config.bonus_drops_per_engagement,
    now() + make_interval(hours => v_config.engagement_window_hours)
  )
  on conflict (id) do nothing returning * into v_drop;
  perform private.refuse_if(not found, 409, 'id: already taken, make another one', 'id_taken');
  insert into public.drop_entries (drop_id, entry_id)
  select v_drop.id, p_entry_id where p_entry_id is not null;
  -- After a journey eastwards the day of the allowance may be yesterday's; the streak goes on by
  -- the local date.
  perform private.change_badges(array[row(v_caller, 1, 0, 0, 0,
    greatest(v_day.date, (now() at time zone p.timezone)::date))::private.badge_change])
  from public.profiles as p where p.id = v_caller;
  perform private.notify(
    p_recipient_id, 'drop_received', jsonb_build_object('handle', c.handle),
    jsonb_build_object('drop_id', v_drop.id, 'user_id', v_caller), v_drop.id::text)
  from public.profile_cards as c where c.id = v_caller;
  -- Last, because senders of one template wait for each other here.
  if v_template.id is not null then
    update public.drop_templates set usage_count = usage_count + 1
    where id = v_template.id and is_approved;
    perform private.refuse_if(not found, 404, 'Template not found');
  end if;
  return private.sent_drop_json(v_drop, p_entry_id, v_day) || '{"is_new": true}';
end
$function$;

CREATE OR REPLACE FUNCTION private.send_reminders (
  p_limit integer
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
    select t.reminder_id from private.reminder_times as t
    where t.next_at <= now()
    order by t.next_at limit p_limit for no key update skip locked);
begin
  with due as (
    select r.*, t.next_on, t.next_at, p.timezone, g.title as goal, g.status as goal_status,
      p.is_active and not p.is_ai as reachable
    from private.reminder_times as t
    join public.reminders as r on r.id = t.reminder_id
    join public.profiles as p on p.id = r.user_id
    left join public.goals as g on g.id = r.goal_id
    where t.reminder_id = any (v_ids)
  ),
  moved as (
    update private.reminder_times as t set last_on = d.next_on, (next_on, next_at) = (
      select n.* from private.next_reminder(d.local_time, d.days, d.timezone, d.next_on) as n)
    from due as d where t.reminder_id = d.id
  ),
  wanted as (
    select d.* from due as d
    cross join lateral (
      select private.local_instant(d.next_on::timestamp, d.timezone) as begins,
        private.local_instant(d.next_on + interval '1 day', d.timezone) as ends
    ) as day
    where d.next_at > now() - interval '1 hour' and d.reachable and case
      when d.goal_id is null then not exists (
        select from public.journal_entries as e
        where e.user_id = d.user_id and e.import_id is null
          and e.written_at >= day.begins and e.written_at < day.ends)
      else d.goal_status = 'active' and not exists (
        select from public.goal_check_ins as c
        where c.goal_id = d.goal_id and c.user_id = d.user_id
          and c.written_at >= day.begins and c.written_at < day.ends)
      end
  )
  select (select count(*) from due), count(*) filter (where private.notify(
      w.user_id, 'reminder.' || w.kind, jsonb_build_object('goal', w.goal),
      jsonb_build_object('reminder_id', w.id, 'goal_id', w.goal_id), w.id || ' ' || w.next_on)),
    (select count(*) from due) - count(*)
  into total, sent, skipped
  from wanted as w;

  remaining := (select b.remaining from private.job_backlog('reminders') as b);
  return next;
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
  v_language constant text := p_profile.language;
  v_week record;
  v_values jsonb;
  v_is_notified boolean := false;
  v_is_mailed boolean := false;
begin
  v_week := private.written_week(p_profile.id, p_profile.timezone, v_from);
  if v_week.entries = 0 then
    return false;
  end if;
  v_values := jsonb_build_object('from', v_from, 'to', v_to, 'entries', v_week.entries,
    'words', v_week.words, 'days', v_week.days);
  if p_profile.preferences -> 'weekly_review' = 'true' then
    v_is_notified := private.notify(
      p_profile.id, 'weekly_review', v_values, v_values, v_from::text);
  end if;
  if p_profile.preferences -> 'weekly_review_mail' = 'true' and v_address is not null then
    v_is_mailed := private.queue_mail(v_address,
      private.text('weekly_mail', 'subject', v_language, v_values),
      concat_ws(E'\n\n',
        private.text('weekly_mail', 'counts', v_language, v_values),
        case when v_week.moods is not null then private.text(
          'weekly_mail', 'moods', v_language, jsonb_build_object('moods', v_week.moods)) end,
        private.text('weekly_mail', 'insights', v_language) || E'\n' || p_site
          || '/#/journal/insights?from=' || v_from || '&to=' || v_to,
        coalesce(
          private.text('weekly_mail', 'end_at', v_language) || E'\n' || p_site || '/#/me/profile',
          private.text('weekly_mail', 'end', v_language))),
      p_dedupe_key => format('weekly review %s %s', p_profile.id, v_from),
      p_unsubscribe_code => (
        select unsubscribe_code from private.weekly_reviews where user_id = p_profile.id));
  end if;
  return v_is_notified or v_is_mailed;
end
$function$;

CREATE OR REPLACE FUNCTION private.send_window_reminders (
  p_limit integer
)
  RETURNS TABLE (
    total     integer,
    sent      integer,
    remaining integer
  )
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  with due as (
    select c.id from public.workout_window_chains as c
    where c.reminded_at is null and c.starts_at > now()
      and c.starts_at <= now() + interval '30 minutes'
      and private.workout_date_is_generated(c.date)
    order by c.starts_at limit p_limit for no key update skip locked
  ),
  reminded as (
    update public.workout_window_chains as c set reminded_at = now()
    from due where c.id = due.id returning c.user_id, c.date, c.starts_at
  )
  select count(*), count(*) filter (where private.notify(
    r.user_id, 'window_reminder',
    jsonb_build_object('time', to_char(r.starts_at at time zone o.timezone, 'HH24:MI')),
    jsonb_build_object('date', r.date), r.date || ':' || extract(epoch from r.starts_at)::bigint))
  into total, sent
  from reminded as r
  cross join lateral private.workout_window_on(r.user_id, r.date) as o
  join public.profiles as p on p.id = r.user_id and not p.is_ai
  where not exists (
    select from public.workout_window_checkins as k
    where k.user_id = r.user_id and k.date = r.date);

  select count(*) into remaining from (
    select from public.workout_window_chains as c
    join private.workout_dates as d on d.date = c.date and d.generated_at is not null
    where c.reminded_at is null and c.starts_at > now()
      and c.starts_at <= now() + interval '30 minutes'
    limit 10000) as c;
  return next;
end
$function$;

CREATE OR REPLACE FUNCTION private.send_workout_notices (
  p_limit integer
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_notice record;
  v_users uuid[];
  v_sent integer;
begin
  select n.*, b.week_start_date, n.standing ->> 'leader' as leader into v_notice
  from private.workout_battle_notices as n
  join public.workout_window_battles as b on b.id = n.battle_id
  where n.finished_at is null
  order by b.week_start_date limit 1 for no key update of n skip locked;
  if not found then
    return null;
  end if;
  v_users := array(
    select user_id from public.workout_windows where user_id > v_notice.after_id
    order by user_id limit p_limit);
  select count(*) filter (where private.notify(
    u.id, v_notice.type || '.' || case
      when v_notice.leader = 'tie' then 'tie'
      when v_notice.type = 'battle_update' then 'lead'
      when v_notice.leader = c.color then 'won' else 'lost' end,
    v_notice.standing || jsonb_build_object('color', c.color),
    jsonb_build_object('week_start_date', v_notice.week_start_date, 'team_color', c.color),
    v_notice.week_start_date::text))
  into v_sent
  from unnest(v_users) as u (id)
  cross join lateral (
    select private.workout_week_color(u.id, v_notice.week_start_date) as color) as c
  where c.color is not null;
  update private.workout_battle_notices
  set after_id = coalesce(v_users[cardinality(v_users)], after_id),
    finished_at = case when cardinality(v_users) < p_limit then now() end
  where battle_id = v_notice.battle_id and type = v_notice.type;
  return v_sent;
end
$function$;

CREATE OR REPLACE FUNCTION private.text (
  p_name     text,
  p_part     text,
  p_language text,
  p_values   jsonb DEFAULT '{}'::jsonb
)
  RETURNS text
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_pieces constant text[] := (
    select string_to_array(replace(t.text, '}', '{'), '{') from private.texts as t
    where t.name = p_name and t.part = p_part and t.language in (p_language, 'en')
    order by t.language = 'en' limit 1);
  v_name text;
  v_text text := case when v_pieces = '{}' then '' else v_pieces[1] end;
begin
  for v_place in 2 .. cardinality(v_pieces) by 2 loop
    v_name := split_part(v_pieces[v_place], ':', 1);
    v_text := concat(v_text, case
      when v_name = v_pieces[v_place] then p_values ->> v_name
      else private.form_of(p_values -> v_name, substr(v_pieces[v_place], length(v_name) + 2),
        p_language) end, v_pieces[v_place + 1]);
  end loop;
  return v_text;
end
$function$;

CREATE OR REPLACE FUNCTION private.workout_lead (
  p_red  bigint,
  p_blue bigint
)
  RETURNS jsonb
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select jsonb_build_object(
    'leader', case when p_red > p_blue then 'red' when p_blue > p_red then 'blue' else 'tie' end,
    'most', greatest(p_red, p_blue), 'least', least(p_red, p_blue))
$function$;

CREATE OR REPLACE FUNCTION private.write_workout_chains (
  p_date   date,
  p_groups text[]
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  SET enable_nestloop TO 'off'
  SET enable_mergejoin TO 'off'
  AS $function$
declare
  v_places constant private.workout_place[] :=
    array(select p from private.workout_places(p_date, p_groups) as p);
  v_squads uuid[];
  v_unplaced uuid[];
begin
  v_squads := array(
    select squad_id from public.workout_window_chains
    where date = p_date and location_group = any (p_groups) and squad_id is not null
    union
    select squad_id from public.workout_window_chains
    where date = (select p_date)
      and user_id = any (array(select p.user_id from unnest(v_places) as p))
      and squad_id is not null
  );

  insert into public.workout_window_squads (id, date, user_1_id, user_2_id, user_3_id, team_color)
  select s.squad_id, p_date, s.members[1], s.members[2], s.members[3], s.team_color
  from (
    select p.squad_id, p.team_color, array_agg(p.user_id order by p.number) as members
    from unnest(v_places) as p
    where p.number is not null and p.squad_id is not null
    group by p.squad_id, p.team_color
  ) as s
  on conflict (id) do nothing;

  insert into public.workout_window_chains as c (
    date, user_id, before_user_id, after_user_id, team_color, squad_id, location_group, starts_at,
    ends_at, closes_at
  )
  select p_date, p.user_id, p.before_user_id, p.after_user_id, p.team_color, p.squad_id,
    p.location_group, p.starts_at, p.ends_at, p.closes_at
  from unnest(v_places) as p
  on conflict on constraint workout_window_chains_user_date_key do update set
    before_user_id = excluded.before_user_id, after_user_id = excluded.after_user_id,
    team_color = excluded.team_color, squad_id = excluded.squad_id,
    location_group = excluded.location_group, starts_at = excluded.starts_at,
    ends_at = excluded.ends_at, closes_at = excluded.closes_at,
    chain_status = case when c.before_user_id is not distinct from excluded.before_user_id
      then c.chain_status else 'continued' end,
    reminded_at = case when c.starts_at = excluded.starts_at then c.reminded_at end
  where (
    c.before_user_id, c.after_user_id, c.team_color, c.squad_id, c.location_group, c.starts_at,
    c.ends_at, c.closes_at
  ) is distinct from (
    excluded.before_user_id, excluded.after_user_id, excluded.team_color, excluded.squad_id,
    excluded.location_group, excluded.starts_at, excluded.ends_at, excluded.closes_at
  );

  -- Check-ins from before the chains.
  v_unplaced := array(
    select k.user_id from public.workout_window_checkins as k
    join unnest(v_places) as p on p.user_id = k.user_id
    where k.date = p_date and k.chain_id is null);
  if v_unplaced <> '{}' then
    perform private.follow_users_before(p_date, v_unplaced);
  end if;

  delete from public.workout_window_chains as c
  where c.date = p_date and c.location_group = any (p_groups)
    and not exists (select from unnest(v_places) as p where p.user_id = c.user_id);

  -- A single user who is left has no squad.
  delete from public.workout_window_squads
  where id = any (v_squads) and id not in (
    select squad_id from public.workout_window_chains
    where squad_id = any (v_squads) group by squad_id having count(*) > 1);
  -- Members who left a squad that is kept.
  update public.workout_window_squads as s
  set user_1_id = (select s.user_1_id where s.user_1_id = any (m.members)),
    user_2_id = (select s.user_2_id where s.user_2_id = any (m.members)),
    user_3_id = (select s.user_3_id where s.user_3_id = any (m.members))
  from (
    select squad_id, array_agg(user_id) as members
    from public.workout_window_chains where squad_id = any (v_squads) group by squad_id
  ) as m
  where s.id = any (v_squads) and s.id = m.squad_id
    and cardinality(m.members) < num_nonnulls(s.user_1_id, s.user_2_id, s.user_3_id);

  if private.workout_date_is_generated(p_date) then
    perform private.notify(
      p.user_id, 'chain_updated', jsonb_build_object('date', p_date),
      jsonb_build_object('date', p_date), p_date::text)
    from unnest(v_places) as p where p.has_new_neighbours and p.ends_at > now();
  end if;
  return cardinality(v_places);
end
$function$;

CREATE OR REPLACE FUNCTION public.begin_email (
  p_user_id    uuid,
  p_session_id uuid,
  p_to         text,
  p_subject    text,
  p_text       text,
  p_html       text DEFAULT NULL::text,
  p_key        text DEFAULT NULL::text
)
  RETURNS TABLE (
    id           uuid,
    handle       text,
    hits         bigint[],
    said_subject text,
    sender       text
  )
  LANGUAGE sql
  ROWS 1
  SET search_path TO ''
  AS $function$select * from private.begin_email($1, $2, $3, $4, $5, $6, $7)$function$;

REVOKE ALL ON FUNCTION "public"."begin_email"(uuid, uuid, text, text, text, text, text) FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.record_daily_drop (
  p_user_id uuid,
  p_id      uuid,
  p_message text  DEFAULT NULL::text,
  p_data    jsonb DEFAULT '{}'::jsonb
)
  RETURNS boolean
  LANGUAGE sql
  SET search_path TO ''
  AS $function$select private.record_daily_drop($1, $2, $3, $4)$function$;

REVOKE ALL ON FUNCTION "public"."record_daily_drop"(uuid, uuid, text, jsonb) FROM PUBLIC, "anon", "authenticated";

CREATE POLICY "texts_all_nobody" ON "private"."texts"
  FOR ALL
  TO PUBLIC
  USING (false);

COMMENT ON TABLE "private"."texts" IS 'What the service writes to people, by language.';

REVOKE ALL ON FUNCTION "private"."begin_email"(uuid, uuid, text, text, text, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."begin_email"(uuid, uuid, text, text, text, text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."begin_email"(uuid, uuid, text, text, text, text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."begin_email"(uuid, uuid, text, text, text, text, text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."form_of"(jsonb, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."form_of"(jsonb, text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."form_of"(jsonb, text, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."language_at"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."language_at"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."language_at"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."notify"(uuid, text, jsonb, jsonb, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."notify"(uuid, text, jsonb, jsonb, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."notify"(uuid, text, jsonb, jsonb, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."notify_all"(uuid[], text, jsonb, jsonb, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."notify_all"(uuid[], text, jsonb, jsonb, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."notify_all"(uuid[], text, jsonb, jsonb, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."notify_author"(public.journal_entries, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."notify_author"(public.journal_entries, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."notify_author"(public.journal_entries, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."record_daily_drop"(uuid, uuid, text, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."record_daily_drop"(uuid, uuid, text, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."record_daily_drop"(uuid, uuid, text, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."record_daily_drop"(uuid, uuid, text, jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "private"."text"(text, text, text, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."text"(text, text, text, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."text"(text, text, text, jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."workout_lead"(bigint, bigint) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."workout_lead"(bigint, bigint) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."workout_lead"(bigint, bigint) TO "postgres";

REVOKE ALL ON FUNCTION "public"."begin_email"(uuid, uuid, text, text, text, text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."begin_email"(uuid, uuid, text, text, text, text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."begin_email"(uuid, uuid, text, text, text, text, text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."record_daily_drop"(uuid, uuid, text, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."record_daily_drop"(uuid, uuid, text, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."record_daily_drop"(uuid, uuid, text, jsonb) TO "service_role";

-- German: "du", informal and short. A drop is a "Drop", a check-in a "Check-in".
insert into private.texts (language, name, part, text)
select 'de', name, part, text from (values
  -- The journal and goals.
  ('mention', 'title', 'Du wurdest erwähnt'),
  ('mention', 'body', '@{handle} hat dich in einem Eintrag erwähnt'),
  ('comment', 'title', 'Neuer Kommentar'),
  ('comment', 'body', '@{handle} hat deinen Eintrag kommentiert'),
  ('reaction', 'title', 'Neue Reaktion'),
  ('reaction', 'body', '@{handle} hat auf deinen Eintrag reagiert'),
  ('reminder.goal', 'title', 'Zeit für dein Ziel'),
  ('reminder.goal', 'body', '{goal}'),
  ('reminder.journal', 'title', 'Zeit zum Schreiben'),
  ('reminder.journal', 'body', 'Dein Tagebuch wartet auf den Eintrag von heute.'),
  ('streak_milestone.journal', 'title', '{days} Tage in Folge'),
  ('streak_milestone.journal', 'body', 'Seit {days} Tagen führst du dein Tagebuch'),
  ('streak_milestone.goal', 'title', '{days} Tage in Folge'),
  ('streak_milestone.goal', 'body', 'Seit {days} Tagen bleibst du an einem deiner Ziele dran'),
  ('weekly_review', 'title', 'Deine Woche'),
  ('weekly_review', 'body',
    '{entries:one=# Eintrag|other=# Einträge} mit {words:one=# Wort|other=# Wörtern}'
    ' an {days:one=# Tag|other=# Tagen}'),

  -- People.
  ('team_message', 'title', 'Neue Nachricht'),
  ('team_message', 'body', '@{handle} hat deinem Team geschrieben'),
  ('organization_joined.added', 'title', 'Du bist jetzt in einer Organisation'),
  ('organization_joined.added', 'body', '@{handle} hat dich hinzugefügt'),
  ('organization_joined.accepted', 'title', 'Deine Einladung wurde angenommen'),
  ('organization_joined.accepted', 'body', '@{handle} ist dabei'),
  ('organization_invitation.received', 'title', 'Du bist in eine Organisation eingeladen'),
  ('organization_invitation.received', 'body', '@{handle} lädt dich ein mitzumachen'),
  ('organization_invitation.declined', 'title', 'Deine Einladung wurde abgelehnt'),
  ('organization_invitation.declined', 'body', ''),
  ('organization_handed_over', 'title', 'Dir gehört jetzt eine Organisation'),
  ('organization_handed_over', 'body', 'Sie wurde dir übergeben'),

  -- Encouragement.
  ('drop_received', 'title', 'Du hast einen Drop bekommen'),
  ('drop_received', 'body', '@{handle} hat dir einen Drop geschickt'),
  ('badge_reached', 'title', 'Du hast ein neues Abzeichen'),
  ('badge_reached', 'body',
    '{emoji} {badge:Seedling=Keimling|Sprout=Spross|Bloom=Blüte|Pollinator=Bestäuber'
    '|Keeper=Imker|Queen Bee=Bienenkönigin|Legend=Legende|other=#}'),
  ('assistant_note', 'title', 'Ein Gruß von deinem Assistenten'),
  ('assistant_note', 'body', '{message}'),
  ('daily_drop', '1', 'Ein neuer Tag, ein leeres Blatt. Für den Anfang genügt ein Satz.'),
  ('daily_drop', '2', 'Wie gestern auch war: Heute darfst du klein anfangen.'),
  ('daily_drop', '3', 'Atme einmal durch und such dir etwas, das gerade gut ist.'),
  ('daily_drop', '4', 'Du musst heute nicht alles schaffen. Ein Schritt zählt.'),
  ('daily_drop', '5', 'Sei heute so nett zu dir, wie du es zu einem Freund wärst.'),
  ('daily_drop', '6', 'Was soll von heute in Erinnerung bleiben? Schreib es auf.'),
  ('daily_drop', '7', 'Fortschritt ist leise. Du bist weiter, als es sich anfühlt.'),

  -- The workout window.
  ('baton_pass', 'title', 'Du bist dran'),
  ('baton_pass', 'body', '@{handle} hat eingecheckt und gibt den Stab an dich weiter.'),
  ('window_reminder', 'title', 'Dein Zeitfenster öffnet sich bald'),
  ('window_reminder', 'body', 'Es beginnt um {time} Uhr.'),
  ('chain_broken.before', 'title', 'Deine Kette ist gerissen'),
  ('chain_broken.before', 'body', 'Die Person vor dir hat am {date:weekday} nicht eingecheckt.'),
  ('chain_broken.missed', 'title', 'Du hast dein Zeitfenster verpasst'),
  ('chain_broken.missed', 'body',
    'Du hast am {date:weekday} nicht eingecheckt, deshalb ist die Kette gerissen.'),
  ('chain_broken.rejected', 'title', 'Dein Check-in wurde abgelehnt'),
  ('chain_broken.rejected', 'body',
    'Dein Check-in vom {date:weekday} wurde abgelehnt, deshalb ist die Kette gerissen.'),
  ('chain_updated', 'title', 'Deine Kette hat sich geändert'),
  ('chain_updated', 'body', 'Am {date:weekday} steht jemand anderes vor oder nach dir.'),
  ('battle_update.lead', 'title', 'Das Teamduell geht weiter'),
  ('battle_update.lead', 'body',
    '{leader:red=Rot|blue=Blau} führt mit {most} zu {least} Chips.'
    ' Dein Team ist {color:red=Rot|blue=Blau}.'),
  ('battle_update.tie', 'title', 'Das Teamduell geht weiter'),
  ('battle_update.tie', 'body',
    'Beide Teams haben {most} Chips. Dein Team ist {color:red=Rot|blue=Blau}.'),
  ('battle_result.won', 'title', 'Dein Team hat das Duell gewonnen'),
  ('battle_result.won', 'body',
    '{leader:red=Rot|blue=Blau} gewinnt mit {most} zu {least} Schaden.'
    ' Dein Team ist {color:red=Rot|blue=Blau}.'),
  ('battle_result.lost', 'title', 'Dein Team hat das Duell verloren'),
  ('battle_result.lost', 'body',
    '{leader:red=Rot|blue=Blau} gewinnt mit {most} zu {least} Schaden.'
    ' Dein Team ist {color:red=Rot|blue=Blau}.'),
  ('battle_result.tie', 'title', 'Das Teamduell endet unentschieden'),
  ('battle_result.tie', 'body',
    'Beide Teams richten {most} Schaden an. Dein Team ist {color:red=Rot|blue=Blau}.'),

  -- The lab.
  ('step_prompt.next', 'title', 'Mach den nächsten Schritt'),
  ('step_prompt.next', 'body', '{dream}: {step}'),
  ('step_prompt.last', 'title', 'Mach den nächsten Schritt'),
  ('step_prompt.last', 'body', 'Mach weiter mit „{dream}“'),
  ('relay_message.one', 'title', 'Nachrichten zu deinem Beitrag im Labor'),
  ('relay_message.one', 'body', '@{handle} hat dir geschrieben'),
  ('relay_message.more', 'title', 'Nachrichten zu deinem Beitrag im Labor'),
  ('relay_message.more', 'body',
    '@{handle} und {others:one=noch jemand|other=# weitere} haben dir geschrieben'),

  -- Programs.
  ('token_created', 'title', 'Ein Programm darf dein Konto nutzen'),
  ('token_created', 'body', '{name}'),
  ('webhook_disabled', 'title', 'Ein Webhook wurde abgeschaltet'),
  ('webhook_disabled', 'body', '{host}'),

  -- Mails.
  ('user_mail', 'subject', '@{handle} schreibt: {subject}'),
  ('user_mail', 'sender',
    '@{handle} schickt dir diese Mail; der Text darunter stammt von dieser Person.'),
  ('invitation_mail', 'subject', 'Du bist in eine Organisation eingeladen'),
  ('invitation_mail', 'body', '@{handle} lädt dich in eine Organisation ein.

Melde dich mit dieser Adresse an oder registriere dich, und beantworte deine Einladungen.
Wenn du den Absender nicht kennst, ignoriere diese Mail.'),
  ('weekly_mail', 'subject', 'Deine Woche: {entries:one=# Eintrag|other=# Einträge}'),
  ('weekly_mail', 'counts',
    'Von Montag, {from:day}, bis Sonntag, {to:day}, hast du'
    ' {entries:one=# Eintrag|other=# Einträge} mit {words:one=# Wort|other=# Wörtern}'
    ' an {days:one=# Tag|other=# Tagen} geschrieben.'),
  ('weekly_mail', 'moods', 'Deine häufigsten Stimmungen: {moods}'),
  ('weekly_mail', 'insights', 'Blick zurück auf die Woche:'),
  ('weekly_mail', 'end',
    'Du bekommst diese Mail, weil du sie in deinem Profil bestellt hast.'
    ' Dort kannst du sie abbestellen.'),
  ('weekly_mail', 'end_at',
    'Du bekommst diese Mail, weil du sie in deinem Profil bestellt hast.'
    ' Dort kannst du sie abbestellen:'),
  ('relay_mail', 'subject', 'Nachrichten zu deinem Beitrag im Labor'),
  ('relay_mail', 'body', 'Diese Nachrichten sind von anderen Mitgliedern, nicht von uns.'),
  ('relay_mail', 'message', '@{handle} schreibt:'),

  -- Dates and numbers.
  ('date', 'weekdays', 'Montag Dienstag Mittwoch Donnerstag Freitag Samstag Sonntag'),
  ('date', 'months',
    'Januar Februar März April Mai Juni Juli August September Oktober November Dezember'),
  ('date', 'weekday', '{weekday}, {day}. {month}'),
  ('date', 'day', '{day}. {month}'),
  ('number', 'thousands', '.')
) as t (name, part, text);

-- English.
insert into private.texts (language, name, part, text)
select 'en', name, part, text from (values
  -- The journal and goals.
  ('mention', 'title', 'You were mentioned'),
  ('mention', 'body', '@{handle} mentioned you in an entry'),
  ('comment', 'title', 'New comment'),
  ('comment', 'body', '@{handle} commented on your entry'),
  ('reaction', 'title', 'New reaction'),
  ('reaction', 'body', '@{handle} reacted to your entry'),
  ('reminder.goal', 'title', 'Time to check in'),
  ('reminder.goal', 'body', '{goal}'),
  ('reminder.journal', 'title', 'Time to write'),
  ('reminder.journal', 'body', 'Your journal is waiting for today''s entry.'),
  ('streak_milestone.journal', 'title', 'A streak of {days} days'),
  ('streak_milestone.journal', 'body', 'You kept up your journal for {days} days'),
  ('streak_milestone.goal', 'title', 'A streak of {days} days'),
  ('streak_milestone.goal', 'body', 'You kept up one of your goals for {days} days'),
  ('weekly_review', 'title', 'Your week'),
  ('weekly_review', 'body',
    '{entries:one=# entry|other=# entries} with {words:one=# word|other=# words}'
    ' on {days:one=# day|other=# days}'),

  -- People.
  ('team_message', 'title', 'New message'),
  ('team_message', 'body', '@{handle} wrote to your team'),
  ('organization_joined.added', 'title', 'You were added to an organization'),
  ('organization_joined.added', 'body', '@{handle} added you'),
  ('organization_joined.accepted', 'title', 'Your invitation was accepted'),
  ('organization_joined.accepted', 'body', '@{handle} joined'),
  ('organization_invitation.received', 'title', 'You are invited to an organization'),
  ('organization_invitation.received', 'body', '@{handle} invites you to join'),
  ('organization_invitation.declined', 'title', 'Your invitation was declined'),
  ('organization_invitation.declined', 'body', ''),
  ('organization_handed_over', 'title', 'You are the owner of an organization'),
  ('organization_handed_over', 'body', 'It was handed over to you'),

  -- Encouragement. In other languages `badge` has a choice for each English name.
  ('drop_received', 'title', 'You received a drop'),
  ('drop_received', 'body', '@{handle} sent you a drop'),
  ('badge_reached', 'title', 'You reached a new badge'),
  ('badge_reached', 'body', '{emoji} {badge}'),
  ('assistant_note', 'title', 'A note from your assistant'),
  ('assistant_note', 'body', '{message}'),
  -- The assistant's drop of the day, one each day in turn.
  ('daily_drop', '1', 'A new day, a blank page. One sentence is enough to begin.'),
  ('daily_drop', '2', 'Whatever yesterday was like, you can start small today.'),
  ('daily_drop', '3', 'Take a breath and notice one thing that is good right now.'),
  ('daily_drop', '4', 'You do not have to do everything today. One step counts.'),
  ('daily_drop', '5', 'Be as kind to yourself today as you would be to a friend.'),
  ('daily_drop', '6', 'What would you like to remember of today? Write it down.'),
  ('daily_drop', '7', 'Progress is quiet. You have come further than it feels.'),

  -- The workout window.
  ('baton_pass', 'title', 'It is your turn'),
  ('baton_pass', 'body', '@{handle} has checked in and passes the baton to you.'),
  ('window_reminder', 'title', 'Your window opens soon'),
  ('window_reminder', 'body', 'It begins at {time}.'),
  ('chain_broken.before', 'title', 'Your chain is broken'),
  ('chain_broken.before', 'body', 'The person before you did not check in on {date:weekday}.'),
  ('chain_broken.missed', 'title', 'You missed your window'),
  ('chain_broken.missed', 'body',
    'You did not check in on {date:weekday}, so the chain is broken.'),
  ('chain_broken.rejected', 'title', 'Your check-in was rejected'),
  ('chain_broken.rejected', 'body',
    'Your check-in of {date:weekday} was rejected, so the chain is broken.'),
  ('chain_updated', 'title', 'Your chain has changed'),
  ('chain_updated', 'body', 'There is somebody else before or after you on {date:weekday}.'),
  ('battle_update.lead', 'title', 'The team battle goes on'),
  ('battle_update.lead', 'body',
    '{leader:red=Red|blue=Blue} leads with {most} chips to {least}.'
    ' Your team is {color:red=red|blue=blue}.'),
  ('battle_update.tie', 'title', 'The team battle goes on'),
  ('battle_update.tie', 'body',
    'Both teams have {most} chips. Your team is {color:red=red|blue=blue}.'),
  ('battle_result.won', 'title', 'Your team has won the battle'),
  ('battle_result.won', 'body',
    '{leader:red=Red|blue=Blue} wins with {most} damage to {least}.'
    ' Your team is {color:red=red|blue=blue}.'),
  ('battle_result.lost', 'title', 'Your team has lost the battle'),
  ('battle_result.lost', 'body',
    '{leader:red=Red|blue=Blue} wins with {most} damage to {least}.'
    ' Your team is {color:red=red|blue=blue}.'),
  ('battle_result.tie', 'title', 'The team battle ends in a tie'),
  ('battle_result.tie', 'body',
    'Both teams deal {most} damage. Your team is {color:red=red|blue=blue}.'),

  -- The lab.
  ('step_prompt.next', 'title', 'Take the next step'),
  ('step_prompt.next', 'body', '{dream}: {step}'),
  ('step_prompt.last', 'title', 'Take the next step'),
  ('step_prompt.last', 'body', 'Go on with "{dream}"'),
  ('relay_message.one', 'title', 'Messages about your entry in the lab'),
  ('relay_message.one', 'body', '@{handle} wrote to you'),
  ('relay_message.more', 'title', 'Messages about your entry in the lab'),
  ('relay_message.more', 'body',
    '@{handle} and {others:one=another user|other=# other users} wrote to you'),

  -- Programs.
  ('token_created', 'title', 'A program may use your account'),
  ('token_created', 'body', '{name}'),
  ('webhook_disabled', 'title', 'A webhook was turned off'),
  ('webhook_disabled', 'body', '{host}'),

  -- Mails. A person may write `subject` of a mail that is sent for them.
  ('user_mail', 'subject', '@{handle} writes: {subject}'),
  ('user_mail', 'sender', '@{handle} sends you this mail; the text below is theirs.'),
  ('invitation_mail', 'subject', 'You are invited to an organization'),
  ('invitation_mail', 'body', '@{handle} invites you to join an organization.

Sign in with this address, or sign up, and open your invitations to accept or decline.
If you do not know the sender, ignore this mail.'),
  ('weekly_mail', 'subject', 'Your week: {entries:one=# entry|other=# entries}'),
  ('weekly_mail', 'counts',
    'From Monday {from:day} to Sunday {to:day} you wrote {entries:one=# entry|other=# entries}'
    ' with {words:one=# word|other=# words} on {days:one=# day|other=# days}.'),
  ('weekly_mail', 'moods', 'Your most frequent moods: {moods}'),
  ('weekly_mail', 'insights', 'Look back at the week:'),
  ('weekly_mail', 'end',
    'You get this mail because your profile asks for it. You can turn it off there.'),
  ('weekly_mail', 'end_at',
    'You get this mail because your profile asks for it. You can turn it off there:'),
  ('relay_mail', 'subject', 'Messages about your entry in the lab'),
  ('relay_mail', 'body', 'These messages are from other users, not from the service.'),
  ('relay_mail', 'message', '@{handle} wrote:'),

  -- Dates and numbers.
  ('date', 'weekdays', 'Monday Tuesday Wednesday Thursday Friday Saturday Sunday'),
  ('date', 'months',
    'January February March April May June July August September October November December'),
  ('date', 'weekday', '{weekday} {day} {month}'),
  ('date', 'day', '{day} {month}'),
  ('number', 'thousands', ',')
) as t (name, part, text);

-- Spanish: "tú", understood in Spain and in America. A drop is a "gota", a check-in a "registro".
insert into private.texts (language, name, part, text)
select 'es', name, part, text from (values
  -- The journal and goals.
  ('mention', 'title', 'Te han mencionado'),
  ('mention', 'body', '@{handle} te ha mencionado en una entrada'),
  ('comment', 'title', 'Nuevo comentario'),
  ('comment', 'body', '@{handle} ha comentado tu entrada'),
  ('reaction', 'title', 'Nueva reacción'),
  ('reaction', 'body', '@{handle} ha reaccionado a tu entrada'),
  ('reminder.goal', 'title', 'Hora de registrar tu avance'),
  ('reminder.goal', 'body', '{goal}'),
  ('reminder.journal', 'title', 'Hora de escribir'),
  ('reminder.journal', 'body', 'Tu diario espera la entrada de hoy.'),
  ('streak_milestone.journal', 'title', 'Una racha de {days} días'),
  ('streak_milestone.journal', 'body', 'Llevas {days} días escribiendo en tu diario'),
  ('streak_milestone.goal', 'title', 'Una racha de {days} días'),
  ('streak_milestone.goal', 'body', 'Llevas {days} días cumpliendo una de tus metas'),
  ('weekly_review', 'title', 'Tu semana'),
  ('weekly_review', 'body',
    '{entries:one=# entrada|other=# entradas} con {words:one=# palabra|other=# palabras}'
    ' en {days:one=# día|other=# días}'),

  -- People.
  ('team_message', 'title', 'Nuevo mensaje'),
  ('team_message', 'body', '@{handle} ha escrito a tu equipo'),
  ('organization_joined.added', 'title', 'Ahora formas parte de una organización'),
  ('organization_joined.added', 'body', 'Te ha añadido @{handle}'),
  ('organization_joined.accepted', 'title', 'Han aceptado tu invitación'),
  ('organization_joined.accepted', 'body', '@{handle} se ha unido'),
  ('organization_invitation.received', 'title', 'Te invitan a una organización'),
  ('organization_invitation.received', 'body', '@{handle} te invita a unirte'),
  ('organization_invitation.declined', 'title', 'Han rechazado tu invitación'),
  ('organization_invitation.declined', 'body', ''),
  ('organization_handed_over', 'title', 'Ahora una organización es tuya'),
  ('organization_handed_over', 'body', 'Te han pasado el relevo'),

  -- Encouragement.
  ('drop_received', 'title', 'Has recibido una gota'),
  ('drop_received', 'body', '@{handle} te ha enviado una gota'),
  ('badge_reached', 'title', 'Tienes una insignia nueva'),
  ('badge_reached', 'body',
    '{emoji} {badge:Seedling=Semilla|Sprout=Brote|Bloom=Flor|Pollinator=Polinización'
    '|Keeper=Colmenar|Queen Bee=Abeja reina|Legend=Leyenda|other=#}'),
  ('assistant_note', 'title', 'Una nota de tu asistente'),
  ('assistant_note', 'body', '{message}'),
  ('daily_drop', '1', 'Un día nuevo, una página en blanco. Para empezar basta una frase.'),
  ('daily_drop', '2', 'Fuera como fuera el día de ayer, hoy puedes empezar por algo pequeño.'),
  ('daily_drop', '3', 'Respira hondo y fíjate en algo que esté bien ahora mismo.'),
  ('daily_drop', '4', 'No tienes que hacerlo todo hoy. Un paso ya cuenta.'),
  ('daily_drop', '5', 'Trátate hoy con el mismo cariño que le darías a un amigo.'),
  ('daily_drop', '6', '¿Qué te gustaría recordar de hoy? Escríbelo.'),
  ('daily_drop', '7', 'El progreso no hace ruido. Has llegado más lejos de lo que sientes.'),

  -- The workout window.
  ('baton_pass', 'title', 'Te toca'),
  ('baton_pass', 'body', '@{handle} ha hecho su registro y te pasa el testigo.'),
  ('window_reminder', 'title', 'Tu ventana se abre pronto'),
  ('window_reminder', 'body', 'Empieza a las {time}.'),
  ('chain_broken.before', 'title', 'Tu cadena se ha roto'),
  ('chain_broken.before', 'body',
    'La persona que va antes de ti no hizo su registro el {date:weekday}.'),
  ('chain_broken.missed', 'title', 'Se te ha pasado la ventana'),
  ('chain_broken.missed', 'body',
    'No hiciste tu registro el {date:weekday}, así que la cadena se ha roto.'),
  ('chain_broken.rejected', 'title', 'Tu registro ha sido rechazado'),
  ('chain_broken.rejected', 'body',
    'Tu registro del {date:weekday} ha sido rechazado, así que la cadena se ha roto.'),
  ('chain_updated', 'title', 'Tu cadena ha cambiado'),
  ('chain_updated', 'body', 'El {date:weekday} va otra persona antes o después de ti.'),
  ('battle_update.lead', 'title', 'La batalla de equipos continúa'),
  ('battle_update.lead', 'body',
    'El equipo {leader:red=rojo|blue=azul} gana por {most} fichas a {least}.'
    ' El tuyo es el {color:red=rojo|blue=azul}.'),
  ('battle_update.tie', 'title', 'La batalla de equipos continúa'),
  ('battle_update.tie', 'body',
    'Los dos equipos tienen {most} fichas. El tuyo es el {color:red=rojo|blue=azul}.'),
  ('battle_result.won', 'title', 'Tu equipo ha ganado la batalla'),
  ('battle_result.won', 'body',
    'El equipo {leader:red=rojo|blue=azul} gana con {most} de daño a {least}.'
    ' El tuyo es el {color:red=rojo|blue=azul}.'),
  ('battle_result.lost', 'title', 'Tu equipo ha perdido la batalla'),
  ('battle_result.lost', 'body',
    'El equipo {leader:red=rojo|blue=azul} gana con {most} de daño a {least}.'
    ' El tuyo es el {color:red=rojo|blue=azul}.'),
  ('battle_result.tie', 'title', 'La batalla de equipos acaba en empate'),
  ('battle_result.tie', 'body',
    'Los dos equipos causan {most} de daño. El tuyo es el {color:red=rojo|blue=azul}.'),

  -- The lab.
  ('step_prompt.next', 'title', 'Da el siguiente paso'),
  ('step_prompt.next', 'body', '{dream}: {step}'),
  ('step_prompt.last', 'title', 'Da el siguiente paso'),
  ('step_prompt.last', 'body', 'Sigue con «{dream}»'),
  ('relay_message.one', 'title', 'Mensajes sobre tu participación en el laboratorio'),
  ('relay_message.one', 'body', '@{handle} te ha escrito'),
  ('relay_message.more', 'title', 'Mensajes sobre tu participación en el laboratorio'),
  ('relay_message.more', 'body',
    '@{handle} y {others:one=otra persona|other=otras # personas} te han escrito'),

  -- Programs.
  ('token_created', 'title', 'Un programa puede usar tu cuenta'),
  ('token_created', 'body', '{name}'),
  ('webhook_disabled', 'title', 'Se ha desactivado un webhook'),
  ('webhook_disabled', 'body', '{host}'),

  -- Mails.
  ('user_mail', 'subject', '@{handle} escribe: {subject}'),
  ('user_mail', 'sender', '@{handle} te envía este correo; el texto de abajo es suyo.'),
  ('invitation_mail', 'subject', 'Te invitan a una organización'),
  ('invitation_mail', 'body', '@{handle} te invita a unirte a una organización.

Entra con esta dirección, o regístrate, y abre tus invitaciones para aceptar o rechazar.
Si no conoces a quien te invita, ignora este correo.'),
  ('weekly_mail', 'subject', 'Tu semana: {entries:one=# entrada|other=# entradas}'),
  ('weekly_mail', 'counts',
    'Del lunes {from:day} al domingo {to:day} escribiste'
    ' {entries:one=# entrada|other=# entradas} con {words:one=# palabra|other=# palabras}'
    ' en {days:one=# día|other=# días}.'),
  ('weekly_mail', 'moods', 'Tus estados de ánimo más frecuentes: {moods}'),
  ('weekly_mail', 'insights', 'Repasa la semana:'),
  ('weekly_mail', 'end',
    'Recibes este correo porque así lo pide tu perfil. Allí puedes desactivarlo.'),
  ('weekly_mail', 'end_at',
    'Recibes este correo porque así lo pide tu perfil. Allí puedes desactivarlo:'),
  ('relay_mail', 'subject', 'Mensajes sobre tu participación en el laboratorio'),
  ('relay_mail', 'body', 'Estos mensajes son de otras personas, no del servicio.'),
  ('relay_mail', 'message', '@{handle} escribió:'),

  -- Dates and numbers.
  ('date', 'weekdays', 'lunes martes miércoles jueves viernes sábado domingo'),
  ('date', 'months',
    'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre'),
  ('date', 'weekday', '{weekday} {day} de {month}'),
  ('date', 'day', '{day} de {month}'),
  ('number', 'thousands', '.')
) as t (name, part, text);

-- French: "tu". A drop is a "goutte", a check-in a "pointage". No-break spaces stand before : ; ? !
insert into private.texts (language, name, part, text)
select 'fr', name, part, text from (values
  -- The journal and goals.
  ('mention', 'title', 'On parle de toi'),
  ('mention', 'body', '@{handle} te mentionne dans une entrée'),
  ('comment', 'title', 'Nouveau commentaire'),
  ('comment', 'body', '@{handle} a commenté ton entrée'),
  ('reaction', 'title', 'Nouvelle réaction'),
  ('reaction', 'body', '@{handle} a réagi à ton entrée'),
  ('reminder.goal', 'title', 'C’est l’heure de ton objectif'),
  ('reminder.goal', 'body', '{goal}'),
  ('reminder.journal', 'title', 'C’est l’heure d’écrire'),
  ('reminder.journal', 'body', 'Ton journal attend l’entrée du jour.'),
  ('streak_milestone.journal', 'title', '{days} jours d’affilée'),
  ('streak_milestone.journal', 'body', 'Tu tiens ton journal depuis {days} jours'),
  ('streak_milestone.goal', 'title', '{days} jours d’affilée'),
  ('streak_milestone.goal', 'body', 'Tu tiens un de tes objectifs depuis {days} jours'),
  ('weekly_review', 'title', 'Ta semaine'),
  ('weekly_review', 'body',
    '{entries:one=# entrée|other=# entrées} avec {words:one=# mot|other=# mots}'
    ' en {days:one=# jour|other=# jours}'),

  -- People.
  ('team_message', 'title', 'Nouveau message'),
  ('team_message', 'body', '@{handle} a écrit à ton équipe'),
  ('organization_joined.added', 'title', 'Tu fais partie d’une organisation'),
  ('organization_joined.added', 'body', '@{handle} t’a fait entrer'),
  ('organization_joined.accepted', 'title', 'Ton invitation est acceptée'),
  ('organization_joined.accepted', 'body', '@{handle} t’a rejoint'),
  ('organization_invitation.received', 'title', 'Une organisation t’invite'),
  ('organization_invitation.received', 'body', '@{handle} t’invite à participer'),
  ('organization_invitation.declined', 'title', 'Ton invitation est refusée'),
  ('organization_invitation.declined', 'body', ''),
  ('organization_handed_over', 'title', 'Une organisation est maintenant à toi'),
  ('organization_handed_over', 'body', 'On t’a passé le relais'),

  -- Encouragement.
  ('drop_received', 'title', 'Tu as reçu une goutte'),
  ('drop_received', 'body', '@{handle} t’a envoyé une goutte'),
  ('badge_reached', 'title', 'Tu as un nouveau badge'),
  ('badge_reached', 'body',
    '{emoji} {badge:Seedling=Graine|Sprout=Pousse|Bloom=Fleur|Pollinator=Butineuse'
    '|Keeper=Rucher|Queen Bee=Reine des abeilles|Legend=Légende|other=#}'),
  ('assistant_note', 'title', 'Un mot de ton assistant'),
  ('assistant_note', 'body', '{message}'),
  ('daily_drop', '1', 'Un nouveau jour, une page blanche. Une phrase suffit pour commencer.'),
  ('daily_drop', '2', 'Peu importe hier : aujourd’hui, tu peux commencer petit.'),
  ('daily_drop', '3', 'Respire, et remarque une chose qui va bien en ce moment.'),
  ('daily_drop', '4', 'Tu n’as pas tout à faire aujourd’hui. Un seul pas compte.'),
  ('daily_drop', '5', 'Sois aujourd’hui avec toi comme tu le serais avec un ami.'),
  ('daily_drop', '6', 'Que veux-tu garder de cette journée ? Écris-le.'),
  ('daily_drop', '7', 'Le progrès est discret. Tu es plus loin que tu ne le crois.'),

  -- The workout window.
  ('baton_pass', 'title', 'C’est ton tour'),
  ('baton_pass', 'body', '@{handle} a pointé et te passe le relais.'),
  ('window_reminder', 'title', 'Ton créneau s’ouvre bientôt'),
  ('window_reminder', 'body', 'Il commence à {time}.'),
  ('chain_broken.before', 'title', 'Ta chaîne est rompue'),
  ('chain_broken.before', 'body', 'La personne avant toi n’a pas pointé le {date:weekday}.'),
  ('chain_broken.missed', 'title', 'Tu as manqué ton créneau'),
  ('chain_broken.missed', 'body',
    'Tu n’as pas pointé le {date:weekday}, la chaîne est donc rompue.'),
  ('chain_broken.rejected', 'title', 'Ton pointage est refusé'),
  ('chain_broken.rejected', 'body',
    'Ton pointage du {date:weekday} est refusé, la chaîne est donc rompue.'),
  ('chain_updated', 'title', 'Ta chaîne a changé'),
  ('chain_updated', 'body', 'Le {date:weekday}, une autre personne est avant ou après toi.'),
  ('battle_update.lead', 'title', 'Le duel des équipes continue'),
  ('battle_update.lead', 'body',
    'Les {leader:red=rouges|blue=bleus} mènent avec {most} jetons contre {least}.'
    ' Ton équipe est la {color:red=rouge|blue=bleue}.'),
  ('battle_update.tie', 'title', 'Le duel des équipes continue'),
  ('battle_update.tie', 'body',
    'Les deux équipes ont {most} jetons. Ton équipe est la {color:red=rouge|blue=bleue}.'),
  ('battle_result.won', 'title', 'Ton équipe a gagné le duel'),
  ('battle_result.won', 'body',
    'Les {leader:red=rouges|blue=bleus} gagnent avec {most} dégâts contre {least}.'
    ' Ton équipe est la {color:red=rouge|blue=bleue}.'),
  ('battle_result.lost', 'title', 'Ton équipe a perdu le duel'),
  ('battle_result.lost', 'body',
    'Les {leader:red=rouges|blue=bleus} gagnent avec {most} dégâts contre {least}.'
    ' Ton équipe est la {color:red=rouge|blue=bleue}.'),
  ('battle_result.tie', 'title', 'Le duel se termine à égalité'),
  ('battle_result.tie', 'body',
    'Les deux équipes infligent {most} dégâts.'
    ' Ton équipe est la {color:red=rouge|blue=bleue}.'),

  -- The lab.
  ('step_prompt.next', 'title', 'Passe à l’étape suivante'),
  ('step_prompt.next', 'body', '{dream} : {step}'),
  ('step_prompt.last', 'title', 'Passe à l’étape suivante'),
  ('step_prompt.last', 'body', 'Continue « {dream} »'),
  ('relay_message.one', 'title', 'Messages sur ta participation au labo'),
  ('relay_message.one', 'body', '@{handle} t’a écrit'),
  ('relay_message.more', 'title', 'Messages sur ta participation au labo'),
  ('relay_message.more', 'body',
    '@{handle} et {others:one=une autre personne|other=# autres personnes} t’ont écrit'),

  -- Programs.
  ('token_created', 'title', 'Un programme peut utiliser ton compte'),
  ('token_created', 'body', '{name}'),
  ('webhook_disabled', 'title', 'Un webhook a été désactivé'),
  ('webhook_disabled', 'body', '{host}'),

  -- Mails.
  ('user_mail', 'subject', '@{handle} écrit : {subject}'),
  ('user_mail', 'sender',
    '@{handle} t’envoie cet e-mail ; le texte ci-dessous est de cette personne.'),
  ('invitation_mail', 'subject', 'Une organisation t’invite'),
  ('invitation_mail', 'body', '@{handle} t’invite à rejoindre une organisation.

Connecte-toi avec cette adresse, ou inscris-toi. Ouvre ensuite tes invitations pour répondre.
Si ce nom ne te dit rien, ignore cet e-mail.'),
  ('weekly_mail', 'subject', 'Ta semaine : {entries:one=# entrée|other=# entrées}'),
  ('weekly_mail', 'counts',
    'Du lundi {from:day} au dimanche {to:day}, tu as écrit'
    ' {entries:one=# entrée|other=# entrées} avec {words:one=# mot|other=# mots}'
    ' en {days:one=# jour|other=# jours}.'),
  ('weekly_mail', 'moods', 'Tes humeurs les plus fréquentes : {moods}'),
  ('weekly_mail', 'insights', 'Revois ta semaine :'),
  ('weekly_mail', 'end',
    'Tu reçois cet e-mail parce que ton profil le demande.'
    ' C’est là que tu peux l’arrêter.'),
  ('weekly_mail', 'end_at',
    'Tu reçois cet e-mail parce que ton profil le demande.'
    ' C’est là que tu peux l’arrêter :'),
  ('relay_mail', 'subject', 'Messages sur ta participation au labo'),
  ('relay_mail', 'body', 'Ces messages viennent d’autres personnes, pas du service.'),
  ('relay_mail', 'message', '@{handle} a écrit :'),

  -- Dates and numbers.
  ('date', 'weekdays', 'lundi mardi mercredi jeudi vendredi samedi dimanche'),
  ('date', 'months',
    'janvier février mars avril mai juin juillet août septembre octobre novembre décembre'),
  ('date', 'weekday', '{weekday} {day:1=1er|other=#} {month}'),
  ('date', 'day', '{day:1=1er|other=#} {month}'),
  ('number', 'thousands', E'\u202f')
) as t (name, part, text);

-- Italian: "tu". A drop is a "goccia", a check-in a "check-in".
insert into private.texts (language, name, part, text)
select 'it', name, part, text from (values
  -- The journal and goals.
  ('mention', 'title', 'Qualcuno parla di te'),
  ('mention', 'body', '@{handle} ti ha menzionato in una pagina del diario'),
  ('comment', 'title', 'Nuovo commento'),
  ('comment', 'body', '@{handle} ha commentato la tua pagina'),
  ('reaction', 'title', 'Nuova reazione'),
  ('reaction', 'body', '@{handle} ha reagito alla tua pagina'),
  ('reminder.goal', 'title', 'È l’ora del check-in'),
  ('reminder.goal', 'body', '{goal}'),
  ('reminder.journal', 'title', 'È l’ora di scrivere'),
  ('reminder.journal', 'body', 'Il tuo diario aspetta la pagina di oggi.'),
  ('streak_milestone.journal', 'title', '{days} giorni di fila'),
  ('streak_milestone.journal', 'body', 'Tieni il tuo diario da {days} giorni'),
  ('streak_milestone.goal', 'title', '{days} giorni di fila'),
  ('streak_milestone.goal', 'body', 'Porti avanti un tuo obiettivo da {days} giorni'),
  ('weekly_review', 'title', 'La tua settimana'),
  ('weekly_review', 'body',
    '{entries:one=# pagina|other=# pagine} con {words:one=# parola|other=# parole}'
    ' in {days:one=# giorno|other=# giorni}'),

  -- People.
  ('team_message', 'title', 'Nuovo messaggio'),
  ('team_message', 'body', '@{handle} ha scritto alla tua squadra'),
  ('organization_joined.added', 'title', 'Ora fai parte di un’organizzazione'),
  ('organization_joined.added', 'body', '@{handle} ti ha fatto entrare'),
  ('organization_joined.accepted', 'title', 'Il tuo invito è stato accettato'),
  ('organization_joined.accepted', 'body', '@{handle} è dei vostri'),
  ('organization_invitation.received', 'title', 'Hai un invito in un’organizzazione'),
  ('organization_invitation.received', 'body', '@{handle} ti invita a partecipare'),
  ('organization_invitation.declined', 'title', 'Il tuo invito è stato rifiutato'),
  ('organization_invitation.declined', 'body', ''),
  ('organization_handed_over', 'title', 'Ora un’organizzazione è tua'),
  ('organization_handed_over', 'body', 'È stata affidata a te'),

  -- Encouragement.
  ('drop_received', 'title', 'Hai ricevuto una goccia'),
  ('drop_received', 'body', '@{handle} ti ha mandato una goccia'),
  ('badge_reached', 'title', 'Hai un nuovo distintivo'),
  ('badge_reached', 'body',
    '{emoji} {badge:Seedling=Seme|Sprout=Germoglio|Bloom=Fiore|Pollinator=Impollinazione'
    '|Keeper=Alveare|Queen Bee=Ape regina|Legend=Leggenda|other=#}'),
  ('assistant_note', 'title', 'Un pensiero dal tuo assistente'),
  ('assistant_note', 'body', '{message}'),
  ('daily_drop', '1', 'Un nuovo giorno, una pagina bianca. Per cominciare basta una frase.'),
  ('daily_drop', '2', 'Comunque sia andata ieri, oggi puoi cominciare in piccolo.'),
  ('daily_drop', '3', 'Fai un bel respiro e nota una cosa che adesso va bene.'),
  ('daily_drop', '4', 'Non devi fare tutto oggi. Un passo conta già.'),
  ('daily_drop', '5', 'Oggi trattati con la gentilezza che avresti per un amico.'),
  ('daily_drop', '6', 'Che cosa vuoi ricordare di oggi? Scrivilo.'),
  ('daily_drop', '7', 'I progressi non fanno rumore. Hai fatto più strada di quanto senti.'),

  -- The workout window.
  ('baton_pass', 'title', 'Tocca a te'),
  ('baton_pass', 'body', '@{handle} ha fatto il check-in e ti passa il testimone.'),
  ('window_reminder', 'title', 'La tua finestra si apre tra poco'),
  ('window_reminder', 'body', 'Comincia alle {time}.'),
  ('chain_broken.before', 'title', 'La tua catena si è spezzata'),
  ('chain_broken.before', 'body',
    'La persona prima di te non ha fatto il check-in di {date:weekday}.'),
  ('chain_broken.missed', 'title', 'Hai perso la tua finestra'),
  ('chain_broken.missed', 'body',
    'Non hai fatto il check-in di {date:weekday}, perciò la catena si è spezzata.'),
  ('chain_broken.rejected', 'title', 'Il tuo check-in è stato rifiutato'),
  ('chain_broken.rejected', 'body',
    'Il tuo check-in di {date:weekday} è stato rifiutato, perciò la catena si è spezzata.'),
  ('chain_updated', 'title', 'La tua catena è cambiata'),
  ('chain_updated', 'body', 'C’è un’altra persona prima o dopo di te: {date:weekday}.'),
  ('battle_update.lead', 'title', 'La sfida tra squadre continua'),
  ('battle_update.lead', 'body',
    'I {leader:red=rossi|blue=blu} sono in testa con {most} gettoni a {least}.'
    ' Tu sei con i {color:red=rossi|blue=blu}.'),
  ('battle_update.tie', 'title', 'La sfida tra squadre continua'),
  ('battle_update.tie', 'body',
    'Le due squadre hanno {most} gettoni. Tu sei con i {color:red=rossi|blue=blu}.'),
  ('battle_result.won', 'title', 'La tua squadra ha vinto la sfida'),
  ('battle_result.won', 'body',
    'I {leader:red=rossi|blue=blu} vincono con {most} danni a {least}.'
    ' Tu sei con i {color:red=rossi|blue=blu}.'),
  ('battle_result.lost', 'title', 'La tua squadra ha perso la sfida'),
  ('battle_result.lost', 'body',
    'I {leader:red=rossi|blue=blu} vincono con {most} danni a {least}.'
    ' Tu sei con i {color:red=rossi|blue=blu}.'),
  ('battle_result.tie', 'title', 'La sfida tra squadre finisce in parità'),
  ('battle_result.tie', 'body',
    'Le due squadre infliggono {most} danni. Tu sei con i {color:red=rossi|blue=blu}.'),

  -- The lab.
  ('step_prompt.next', 'title', 'Fai il prossimo passo'),
  ('step_prompt.next', 'body', '{dream}: {step}'),
  ('step_prompt.last', 'title', 'Fai il prossimo passo'),
  ('step_prompt.last', 'body', 'Vai avanti con «{dream}»'),
  ('relay_message.one', 'title', 'Messaggi sul tuo lavoro in laboratorio'),
  ('relay_message.one', 'body', '@{handle} ti ha scritto'),
  ('relay_message.more', 'title', 'Messaggi sul tuo lavoro in laboratorio'),
  ('relay_message.more', 'body',
    '@{handle} e {others:one=un’altra persona|other=altre # persone} ti hanno scritto'),

  -- Programs.
  ('token_created', 'title', 'Un programma può usare il tuo account'),
  ('token_created', 'body', '{name}'),
  ('webhook_disabled', 'title', 'Un webhook è stato disattivato'),
  ('webhook_disabled', 'body', '{host}'),

  -- Mails.
  ('user_mail', 'subject', '@{handle} scrive: {subject}'),
  ('user_mail', 'sender', '@{handle} ti manda questa mail; il testo qui sotto è suo.'),
  ('invitation_mail', 'subject', 'Hai un invito in un’organizzazione'),
  ('invitation_mail', 'body', '@{handle} ti invita a entrare in un’organizzazione.

Accedi con questo indirizzo, o registrati, e apri i tuoi inviti per accettare o rifiutare.
Se non conosci chi ti invita, ignora questa mail.'),
  ('weekly_mail', 'subject', 'La tua settimana: {entries:one=# pagina|other=# pagine}'),
  ('weekly_mail', 'counts',
    'Da lunedì {from:day} a domenica {to:day} hai scritto'
    ' {entries:one=# pagina|other=# pagine} con {words:one=# parola|other=# parole}'
    ' in {days:one=# giorno|other=# giorni}.'),
  ('weekly_mail', 'moods', 'I tuoi umori più frequenti: {moods}'),
  ('weekly_mail', 'insights', 'Riguarda la settimana:'),
  ('weekly_mail', 'end',
    'Ricevi questa mail perché la chiede il tuo profilo. Lì puoi disattivarla.'),
  ('weekly_mail', 'end_at',
    'Ricevi questa mail perché la chiede il tuo profilo. Lì puoi disattivarla:'),
  ('relay_mail', 'subject', 'Messaggi sul tuo lavoro in laboratorio'),
  ('relay_mail', 'body', 'Questi messaggi vengono da altre persone, non dal servizio.'),
  ('relay_mail', 'message', '@{handle} ha scritto:'),

  -- Dates and numbers.
  ('date', 'weekdays', 'lunedì martedì mercoledì giovedì venerdì sabato domenica'),
  ('date', 'months',
    'gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre'
    ' dicembre'),
  ('date', 'weekday', '{weekday} {day:1=1º|other=#} {month}'),
  ('date', 'day', '{day:1=1º|other=#} {month}'),
  ('number', 'thousands', '.')
) as t (name, part, text);

-- Dutch: "je". A drop is a "druppel", a check-in a "check-in".
insert into private.texts (language, name, part, text)
select 'nl', name, part, text from (values
  -- The journal and goals.
  ('mention', 'title', 'Je bent genoemd'),
  ('mention', 'body', '@{handle} heeft je in een notitie genoemd'),
  ('comment', 'title', 'Nieuwe opmerking'),
  ('comment', 'body', '@{handle} heeft een opmerking bij je notitie geschreven'),
  ('reaction', 'title', 'Nieuwe reactie'),
  ('reaction', 'body', '@{handle} heeft op je notitie gereageerd'),
  ('reminder.goal', 'title', 'Tijd om in te checken'),
  ('reminder.goal', 'body', '{goal}'),
  ('reminder.journal', 'title', 'Tijd om te schrijven'),
  ('reminder.journal', 'body', 'Je dagboek wacht op de notitie van vandaag.'),
  ('streak_milestone.journal', 'title', '{days} dagen op rij'),
  ('streak_milestone.journal', 'body', 'Je houdt je dagboek al {days} dagen bij'),
  ('streak_milestone.goal', 'title', '{days} dagen op rij'),
  ('streak_milestone.goal', 'body', 'Je houdt een van je doelen al {days} dagen vol'),
  ('weekly_review', 'title', 'Jouw week'),
  ('weekly_review', 'body',
    '{entries:one=# notitie|other=# notities} met {words:one=# woord|other=# woorden}'
    ' op {days:one=# dag|other=# dagen}'),

  -- People.
  ('team_message', 'title', 'Nieuw bericht'),
  ('team_message', 'body', '@{handle} heeft je team geschreven'),
  ('organization_joined.added', 'title', 'Je hoort nu bij een organisatie'),
  ('organization_joined.added', 'body', '@{handle} heeft je toegevoegd'),
  ('organization_joined.accepted', 'title', 'Je uitnodiging is aangenomen'),
  ('organization_joined.accepted', 'body', '@{handle} doet mee'),
  ('organization_invitation.received', 'title', 'Je bent uitgenodigd voor een organisatie'),
  ('organization_invitation.received', 'body', '@{handle} nodigt je uit om mee te doen'),
  ('organization_invitation.declined', 'title', 'Je uitnodiging is afgeslagen'),
  ('organization_invitation.declined', 'body', ''),
  ('organization_handed_over', 'title', 'Er is nu een organisatie van jou'),
  ('organization_handed_over', 'body', 'Ze is aan je overgedragen'),

  -- Encouragement.
  ('drop_received', 'title', 'Je hebt een druppel gekregen'),
  ('drop_received', 'body', '@{handle} heeft je een druppel gestuurd'),
  ('badge_reached', 'title', 'Je hebt een nieuwe badge'),
  ('badge_reached', 'body',
    '{emoji} {badge:Seedling=Kiem|Sprout=Scheut|Bloom=Bloesem|Pollinator=Bestuiver'
    '|Keeper=Imker|Queen Bee=Bijenkoningin|Legend=Legende|other=#}'),
  ('assistant_note', 'title', 'Een berichtje van je assistent'),
  ('assistant_note', 'body', '{message}'),
  ('daily_drop', '1', 'Een nieuwe dag, een leeg blad. Eén zin is genoeg om te beginnen.'),
  ('daily_drop', '2', 'Hoe gisteren ook was, vandaag mag je klein beginnen.'),
  ('daily_drop', '3', 'Haal even adem en zoek iets dat nu goed is.'),
  ('daily_drop', '4', 'Je hoeft vandaag niet alles te doen. Eén stap telt.'),
  ('daily_drop', '5', 'Wees vandaag zo lief voor jezelf als je voor een vriend zou zijn.'),
  ('daily_drop', '6', 'Wat wil je van vandaag onthouden? Schrijf het op.'),
  ('daily_drop', '7', 'Vooruitgang is stil. Je bent verder dan het voelt.'),

  -- The workout window.
  ('baton_pass', 'title', 'Jij bent aan de beurt'),
  ('baton_pass', 'body', '@{handle} heeft ingecheckt en geeft het stokje aan jou door.'),
  ('window_reminder', 'title', 'Je tijdvak begint zo'),
  ('window_reminder', 'body', 'Het begint om {time}.'),
  ('chain_broken.before', 'title', 'Je ketting is gebroken'),
  ('chain_broken.before', 'body',
    'De persoon vóór jou heeft op {date:weekday} niet ingecheckt.'),
  ('chain_broken.missed', 'title', 'Je hebt je tijdvak gemist'),
  ('chain_broken.missed', 'body',
    'Je hebt op {date:weekday} niet ingecheckt, dus de ketting is gebroken.'),
  ('chain_broken.rejected', 'title', 'Je check-in is afgewezen'),
  ('chain_broken.rejected', 'body',
    'Je check-in van {date:weekday} is afgewezen, dus de ketting is gebroken.'),
  ('chain_updated', 'title', 'Je ketting is veranderd'),
  ('chain_updated', 'body', 'Op {date:weekday} staat er iemand anders voor of na je.'),
  ('battle_update.lead', 'title', 'De teamstrijd gaat door'),
  ('battle_update.lead', 'body',
    '{leader:red=Rood|blue=Blauw} staat voor met {most} tegen {least} fiches.'
    ' Jouw team is {color:red=rood|blue=blauw}.'),
  ('battle_update.tie', 'title', 'De teamstrijd gaat door'),
  ('battle_update.tie', 'body',
    'Beide teams hebben {most} fiches. Jouw team is {color:red=rood|blue=blauw}.'),
  ('battle_result.won', 'title', 'Je team heeft de strijd gewonnen'),
  ('battle_result.won', 'body',
    '{leader:red=Rood|blue=Blauw} wint met {most} tegen {least} schade.'
    ' Jouw team is {color:red=rood|blue=blauw}.'),
  ('battle_result.lost', 'title', 'Je team heeft de strijd verloren'),
  ('battle_result.lost', 'body',
    '{leader:red=Rood|blue=Blauw} wint met {most} tegen {least} schade.'
    ' Jouw team is {color:red=rood|blue=blauw}.'),
  ('battle_result.tie', 'title', 'De teamstrijd eindigt gelijk'),
  ('battle_result.tie', 'body',
    'Beide teams doen {most} schade. Jouw team is {color:red=rood|blue=blauw}.'),

  -- The lab.
  ('step_prompt.next', 'title', 'Zet de volgende stap'),
  ('step_prompt.next', 'body', '{dream}: {step}'),
  ('step_prompt.last', 'title', 'Zet de volgende stap'),
  ('step_prompt.last', 'body', 'Ga verder met ‘{dream}’'),
  ('relay_message.one', 'title', 'Berichten over je inzending in het lab'),
  ('relay_message.one', 'body', '@{handle} heeft je geschreven'),
  ('relay_message.more', 'title', 'Berichten over je inzending in het lab'),
  ('relay_message.more', 'body',
    '@{handle} en {others:one=nog iemand|other=# anderen} hebben je geschreven'),

  -- Programs.
  ('token_created', 'title', 'Een programma mag je account gebruiken'),
  ('token_created', 'body', '{name}'),
  ('webhook_disabled', 'title', 'Een webhook is uitgezet'),
  ('webhook_disabled', 'body', '{host}'),

  -- Mails.
  ('user_mail', 'subject', '@{handle} schrijft: {subject}'),
  ('user_mail', 'sender',
    '@{handle} stuurt je deze mail; de tekst hieronder komt van die persoon.'),
  ('invitation_mail', 'subject', 'Je bent uitgenodigd voor een organisatie'),
  ('invitation_mail', 'body', '@{handle} nodigt je uit voor een organisatie.

Log in met dit adres, of meld je aan, en open je uitnodigingen om mee te doen of af te slaan.
Ken je de afzender niet, negeer deze mail dan.'),
  ('weekly_mail', 'subject', 'Jouw week: {entries:one=# notitie|other=# notities}'),
  ('weekly_mail', 'counts',
    'Van maandag {from:day} tot en met zondag {to:day} schreef je'
    ' {entries:one=# notitie|other=# notities} met'
    ' {words:one=# woord|other=# woorden} op {days:one=# dag|other=# dagen}.'),
  ('weekly_mail', 'moods', 'Je meest voorkomende stemmingen: {moods}'),
  ('weekly_mail', 'insights', 'Kijk terug op de week:'),
  ('weekly_mail', 'end',
    'Je krijgt deze mail omdat je profiel erom vraagt. Daar kun je hem uitzetten.'),
  ('weekly_mail', 'end_at',
    'Je krijgt deze mail omdat je profiel erom vraagt. Daar kun je hem uitzetten:'),
  ('relay_mail', 'subject', 'Berichten over je inzending in het lab'),
  ('relay_mail', 'body', 'Deze berichten komen van andere mensen, niet van de dienst.'),
  ('relay_mail', 'message', '@{handle} schreef:'),

  -- Dates and numbers.
  ('date', 'weekdays', 'maandag dinsdag woensdag donderdag vrijdag zaterdag zondag'),
  ('date', 'months',
    'januari februari maart april mei juni juli augustus september oktober november december'),
  ('date', 'weekday', '{weekday} {day} {month}'),
  ('date', 'day', '{day} {month}'),
  ('number', 'thousands', '.')
) as t (name, part, text);

-- Portuguese of Brazil: "você". A drop is a "gota", a check-in a "check-in".
insert into private.texts (language, name, part, text)
select 'pt', name, part, text from (values
  -- The journal and goals.
  ('mention', 'title', 'Mencionaram você'),
  ('mention', 'body', '@{handle} mencionou você em um registro'),
  ('comment', 'title', 'Novo comentário'),
  ('comment', 'body', '@{handle} comentou o seu registro'),
  ('reaction', 'title', 'Nova reação'),
  ('reaction', 'body', '@{handle} reagiu ao seu registro'),
  ('reminder.goal', 'title', 'Hora do check-in'),
  ('reminder.goal', 'body', '{goal}'),
  ('reminder.journal', 'title', 'Hora de escrever'),
  ('reminder.journal', 'body', 'Seu diário está esperando o registro de hoje.'),
  ('streak_milestone.journal', 'title', '{days} dias seguidos'),
  ('streak_milestone.journal', 'body', 'Você mantém o seu diário há {days} dias'),
  ('streak_milestone.goal', 'title', '{days} dias seguidos'),
  ('streak_milestone.goal', 'body', 'Você mantém uma das suas metas há {days} dias'),
  ('weekly_review', 'title', 'A sua semana'),
  ('weekly_review', 'body',
    '{entries:one=# registro|other=# registros} com {words:one=# palavra|other=# palavras}'
    ' em {days:one=# dia|other=# dias}'),

  -- People.
  ('team_message', 'title', 'Nova mensagem'),
  ('team_message', 'body', '@{handle} escreveu para o seu time'),
  ('organization_joined.added', 'title', 'Você agora faz parte de uma organização'),
  ('organization_joined.added', 'body', '@{handle} adicionou você'),
  ('organization_joined.accepted', 'title', 'Aceitaram o seu convite'),
  ('organization_joined.accepted', 'body', '@{handle} entrou'),
  ('organization_invitation.received', 'title', 'Convidaram você para uma organização'),
  ('organization_invitation.received', 'body', '@{handle} convida você para participar'),
  ('organization_invitation.declined', 'title', 'Recusaram o seu convite'),
  ('organization_invitation.declined', 'body', ''),
  ('organization_handed_over', 'title', 'Uma organização agora é sua'),
  ('organization_handed_over', 'body', 'Passaram a organização para você'),

  -- Encouragement.
  ('drop_received', 'title', 'Você recebeu uma gota'),
  ('drop_received', 'body', '@{handle} mandou uma gota para você'),
  ('badge_reached', 'title', 'Você ganhou um novo selo'),
  ('badge_reached', 'body',
    '{emoji} {badge:Seedling=Semente|Sprout=Broto|Bloom=Flor|Pollinator=Polinização'
    '|Keeper=Colmeia|Queen Bee=Abelha-rainha|Legend=Lenda|other=#}'),
  ('assistant_note', 'title', 'Um recado do seu assistente'),
  ('assistant_note', 'body', '{message}'),
  ('daily_drop', '1', 'Um novo dia, uma página em branco. Uma frase já basta para começar.'),
  ('daily_drop', '2', 'Não importa como foi ontem: hoje você pode começar pequeno.'),
  ('daily_drop', '3', 'Respire fundo e repare em uma coisa que está boa agora.'),
  ('daily_drop', '4', 'Você não precisa fazer tudo hoje. Um passo já conta.'),
  ('daily_drop', '5', 'Seja hoje tão gentil com você quanto seria com um amigo.'),
  ('daily_drop', '6', 'O que você quer lembrar de hoje? Escreva.'),
  ('daily_drop', '7', 'O progresso é silencioso. Você foi mais longe do que parece.'),

  -- The workout window.
  ('baton_pass', 'title', 'É a sua vez'),
  ('baton_pass', 'body', '@{handle} fez o check-in e passa o bastão para você.'),
  ('window_reminder', 'title', 'A sua janela abre em breve'),
  ('window_reminder', 'body', 'Ela começa às {time}.'),
  ('chain_broken.before', 'title', 'A sua corrente se quebrou'),
  ('chain_broken.before', 'body', 'A pessoa antes de você não fez o check-in de {date:weekday}.'),
  ('chain_broken.missed', 'title', 'Você perdeu a sua janela'),
  ('chain_broken.missed', 'body',
    'Você não fez o check-in de {date:weekday}, por isso a corrente se quebrou.'),
  ('chain_broken.rejected', 'title', 'O seu check-in foi recusado'),
  ('chain_broken.rejected', 'body',
    'O seu check-in de {date:weekday} foi recusado, por isso a corrente se quebrou.'),
  ('chain_updated', 'title', 'A sua corrente mudou'),
  ('chain_updated', 'body', 'Há outra pessoa antes ou depois de você: {date:weekday}.'),
  ('battle_update.lead', 'title', 'A batalha dos times continua'),
  ('battle_update.lead', 'body',
    'O time {leader:red=vermelho|blue=azul} lidera com {most} fichas a {least}.'
    ' O seu é o {color:red=vermelho|blue=azul}.'),
  ('battle_update.tie', 'title', 'A batalha dos times continua'),
  ('battle_update.tie', 'body',
    'Os dois times têm {most} fichas. O seu é o {color:red=vermelho|blue=azul}.'),
  ('battle_result.won', 'title', 'O seu time venceu a batalha'),
  ('battle_result.won', 'body',
    'O time {leader:red=vermelho|blue=azul} vence com {most} de dano a {least}.'
    ' O seu é o {color:red=vermelho|blue=azul}.'),
  ('battle_result.lost', 'title', 'O seu time perdeu a batalha'),
  ('battle_result.lost', 'body',
    'O time {leader:red=vermelho|blue=azul} vence com {most} de dano a {least}.'
    ' O seu é o {color:red=vermelho|blue=azul}.'),
  ('battle_result.tie', 'title', 'A batalha dos times termina empatada'),
  ('battle_result.tie', 'body',
    'Os dois times causam {most} de dano. O seu é o {color:red=vermelho|blue=azul}.'),

  -- The lab.
  ('step_prompt.next', 'title', 'Dê o próximo passo'),
  ('step_prompt.next', 'body', '{dream}: {step}'),
  ('step_prompt.last', 'title', 'Dê o próximo passo'),
  ('step_prompt.last', 'body', 'Continue com “{dream}”'),
  ('relay_message.one', 'title', 'Mensagens sobre a sua participação no laboratório'),
  ('relay_message.one', 'body', '@{handle} escreveu para você'),
  ('relay_message.more', 'title', 'Mensagens sobre a sua participação no laboratório'),
  ('relay_message.more', 'body',
    '@{handle} e {others:one=mais uma pessoa|other=mais # pessoas} escreveram para você'),

  -- Programs.
  ('token_created', 'title', 'Um programa pode usar a sua conta'),
  ('token_created', 'body', '{name}'),
  ('webhook_disabled', 'title', 'Um webhook foi desativado'),
  ('webhook_disabled', 'body', '{host}'),

  -- Mails.
  ('user_mail', 'subject', '@{handle} escreve: {subject}'),
  ('user_mail', 'sender',
    '@{handle} enviou este e-mail para você; o texto abaixo é dessa pessoa.'),
  ('invitation_mail', 'subject', 'Convidaram você para uma organização'),
  ('invitation_mail', 'body', '@{handle} convida você para entrar em uma organização.

Entre com este endereço, ou cadastre-se, e abra os seus convites para aceitar ou recusar.
Se você não conhece quem convidou, ignore este e-mail.'),
  ('weekly_mail', 'subject', 'A sua semana: {entries:one=# registro|other=# registros}'),
  ('weekly_mail', 'counts',
    'De segunda-feira, {from:day}, a domingo, {to:day}, você escreveu'
    ' {entries:one=# registro|other=# registros} com {words:one=# palavra|other=# palavras}'
    ' em {days:one=# dia|other=# dias}.'),
  ('weekly_mail', 'moods', 'Os seus humores mais frequentes: {moods}'),
  ('weekly_mail', 'insights', 'Reveja a semana:'),
  ('weekly_mail', 'end',
    'Você recebe este e-mail porque o seu perfil pede. É lá que você pode desativá-lo.'),
  ('weekly_mail', 'end_at',
    'Você recebe este e-mail porque o seu perfil pede. É lá que você pode desativá-lo:'),
  ('relay_mail', 'subject', 'Mensagens sobre a sua participação no laboratório'),
  ('relay_mail', 'body', 'Estas mensagens são de outras pessoas, não do serviço.'),
  ('relay_mail', 'message', '@{handle} escreveu:'),

  -- Dates and numbers.
  ('date', 'weekdays',
    'segunda-feira terça-feira quarta-feira quinta-feira sexta-feira sábado domingo'),
  ('date', 'months',
    'janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro'),
  ('date', 'weekday', '{weekday}, {day:1=1º|other=#} de {month}'),
  ('date', 'day', '{day:1=1º|other=#} de {month}'),
  ('number', 'thousands', '.')
) as t (name, part, text);

-- Notices that are not sent yet. The job announces a standing again, and tells nobody twice.
delete from private.workout_battle_notices where type = 'battle_update' and finished_at is null;
update private.workout_battle_notices as n set standing = (
  select private.workout_lead(
    sum((r ->> 'redDamage')::integer), sum((r ->> 'blueDamage')::integer))
  from jsonb_array_elements(b.battle_result -> 'rounds') as r)
from public.workout_window_battles as b
where n.type = 'battle_result' and n.finished_at is null and b.id = n.battle_id;
