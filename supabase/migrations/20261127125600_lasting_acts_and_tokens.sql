-- A session that has ended makes nothing that outlives its access token, a token sees and ends less,
-- and the making of events goes on where it stopped.

SET local check_function_bodies = off;

CREATE TABLE "private"."webhook_stops" (
  "reached_id" uuid NOT NULL,
  CONSTRAINT "webhook_stops_pkey" PRIMARY KEY (reached_id)
);

ALTER TABLE "private"."webhook_stops"
  ENABLE ROW LEVEL SECURITY;

CREATE OR REPLACE FUNCTION private.begin_music_connection (
  p_user_id    uuid,
  p_session_id uuid,
  p_state_hash text,
  p_verifier   text
)
  RETURNS void
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select private.require_session(p_user_id, p_session_id);
  select private.require_account_holder(p_session_id);
  select private.require_signed_in(p_session_id);
  insert into private.spotify_grants (user_id, state_hash, verifier)
  values (p_user_id, p_state_hash, p_verifier)
  on conflict (user_id) do update
    set state_hash = excluded.state_hash, verifier = excluded.verifier, grant_hash = null,
        code = null, redeemed_at = null, expires_at = excluded.expires_at;
$function$;

CREATE OR REPLACE FUNCTION private.count_share_link (
  p_entry_id uuid
)
  RETURNS uuid
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_max constant integer := (select max_total from private.quotas where kind = 'share links');
  v_caller constant uuid := (private.require_own_entry(p_entry_id)).user_id;
begin
  perform private.require_account_holder();
  perform private.require_signed_in();
  perform private.refuse_if((select is_classroom from public.profiles where id = v_caller),
    403, 'Classroom accounts may not make share links');
  -- Lets one transaction of the user in at a time.
  perform private.count_made('share links', v_caller, 1);
  perform private.refuse_if(v_max <= (
    select count(*) from public.share_links
    where user_id = v_caller and revoked_at is null and expires_at > now()
  ), 409, format('At most %s active share links, revoke some first', v_max), 'quota_reached');
  return v_caller;
end
$function$;

CREATE OR REPLACE FUNCTION private.invite_to_organization (
  p_org_id     uuid,
  p_user_id    uuid                     DEFAULT NULL::uuid,
  p_handle     text                     DEFAULT NULL::text,
  p_email      text                     DEFAULT NULL::text,
  p_link       boolean                  DEFAULT false,
  p_role       text                     DEFAULT 'member'::text,
  p_expires_at timestamp with time zone DEFAULT NULL::timestamp WITH time zone,
  p_max_uses   integer                  DEFAULT NULL::integer,
  p_team_id    uuid                     DEFAULT NULL::uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_caller uuid := private.require_caller();
  v_user_id uuid := p_user_id;
  v_email text;
  v_link constant boolean := coalesce(p_link, false);
  v_code text;
  v_invitation private.organization_invitations;
begin
  perform private.require_org_owner(p_org_id);
  perform private.require_signed_in();
  perform private.refuse_if(num_nonnulls(p_user_id, p_handle, p_email, nullif(v_link, false)) <> 1,
    400, 'Expected exactly one of user_id, handle, email and link');
  perform private.check_invitation(p_email, v_link, p_role, p_expires_at, p_max_uses);
  v_email := lower(trim(p_email));
  perform private.refuse_if(p_team_id is not null and not exists (
    select from public.teams where id = p_team_id and org_id = p_org_id
  ), 404, 'Team not found');
  if p_handle is not null then
    select id into v_user_id from public.profiles where lower(handle) = lower(p_handle);
  end if;
  if p_handle is not null or p_user_id is not null then
    perform private.require_can_join(v_user_id);
  end if;
  v_invitation.org_id := p_org_id;
  v_invitation.team_id := p_team_id;
  perform private.refuse_if(private.has_joined(v_user_id, v_invitation), 409,
    'The user is already a member of the '
      || case when p_team_id is null then 'organization' else 'team' end, 'already_member');

  perform private.require_rate_limit(
    'invitation', v_caller, 'You have sent too many invitations today');
  if not v_link then
    perform private.require_rate_limit('invitation_recipient', v_caller,
      'You have invited this person too often',
      coalesce(v_user_id::text, encode(sha256(convert_to(v_email, 'UTF8')), 'hex')));
  else
    v_code := encode(extensions.gen_random_bytes(24), 'hex');
  end if;
  perform private.lock_address(v_email);
  update private.organization_invitations set ending = 'expired', ended_at = expires_at
  where org_id = p_org_id and ending is null and expires_at <= now()
    and (user_id = v_user_id or email = v_email);
  insert into private.organization_invitations (
    org_id, team_id, role, user_id, email, code_hash, max_uses, invited_by, expires_at
  )
  values (
    p_org_id, p_team_id, p_role, v_user_id, v_email, sha256(convert_to(v_code, 'UTF8')), p_max_uses,
    v_caller, least(coalesce(p_expires_at, now() + interval '14 days'), (
      -- Not longer than the personal token that invites.
      select expires_at from private.personal_tokens where id = (auth.jwt() ->> 'token_id')::uuid))
  )
  on conflict do nothing
  returning * into v_invitation;
  perform private.refuse_if(not found,
    409, 'This person has an open invitation', 'already_invited');
  perform private.notify_invited(private.invited_user(v_invitation), v_invitation);
  if private.is_super_admin() then
    perform private.audit('organization_invitation.create', 'organization', p_org_id::text, null,
      jsonb_build_object('invitation_id', v_invitation.id, 'role', p_role));
  end if;
  return (
    select jsonb_build_object('code', v_code, 'invitation', to_jsonb(i))
    from private.invitations as i where i.id = v_invitation.id
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.make_calendar_feed()
  RETURNS text
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.make_webhook_events (
  p_after uuid    DEFAULT NULL::uuid,
  p_limit integer DEFAULT 100
)
  RETURNS uuid
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_most constant integer := 1000;
  v_most_read constant integer := 5000;
  v_most_work constant integer := 20000;
  v_until constant pg_snapshot := private.sync_snapshot();
  v_era constant private.sync_eras := (select e from private.sync_eras as e);
  v_webhook private.webhooks;
  v_today integer;
  v_events private.webhook_event[];
  v_read integer;
  v_overflow private.webhook_event;
  v_last uuid;
  v_seen integer := 0;
  v_work integer := 0;
  v_after uuid := p_after;
begin
  -- The database has moved: the positions of the new cluster begin within a minute.
  if v_era.cluster <> private.this_cluster() then
    return null;
  end if;
  if p_after is null then
    with gone as (delete from private.webhook_stops returning reached_id)
    select reached_id into v_after from gone order by reached_id limit 1;
  end if;
  for v_webhook in
    select * from private.webhooks
    where id > coalesce(v_after, private.first_id()) order by id limit p_limit
  loop
    -- So that a transaction stays short.
    exit when v_work >= v_most_work;
    v_last := v_webhook.id;
    v_seen := v_seen + 1;
    v_today := case v_webhook.day when private.utc_today() then v_webhook.made else 0 end;
    continue when not v_webhook.is_active or v_webhook.waits_since is not null or v_today > v_most;
    v_overflow := ('overflow', v_webhook.id, null);
    if v_webhook.era = v_era.era and v_webhook.since_at > now() - interval '90 days'
      and pg_snapshot_xmax(v_webhook.since) <= pg_snapshot_xmax(pg_current_snapshot()) then
      select * into v_events, v_read
      from private.events_since(v_webhook, v_until, v_most_read + 1);
      v_work := v_work + v_read;
      if v_read > v_most_read then
        v_events := array[v_overflow];
      end if;
      -- A position that stays behind makes each run read more.
      continue when v_events = '{}' and v_read < 500
        and v_webhook.since_at > now() - interval '1 hour';
    else
      v_events := array[v_overflow];
    end if;
    if v_today + cardinality(v_events) > v_most then
      v_events := v_events[:v_most - v_today] || v_overflow;
    end if;
    -- Another run may have been here.
    perform from private.webhooks
    where id = v_webhook.id and is_active and waits_since is null and since_at = v_webhook.since_at
    for no key update skip locked;
    continue when not found or not private.is_admitted(v_webhook.user_id);
    insert into private.webhook_deliveries (webhook_id, type, object_id, object_type)
    select v_webhook.id, e.type, e.object_id, e.object_type from unnest(v_events) as e;
    update private.webhooks set
      era = v_era.era, since = v_until, since_at = now(), day = private.utc_today(),
      made = v_today + cardinality(v_events)
    where id = v_webhook.id;
    if v_events <> '{}' then
      perform private.make_due(v_webhook.id);
    end if;
    -- An event that is made takes as long as ten changes that are read.
    v_work := v_work + 10 * cardinality(v_events);
  end loop;
  return case when v_seen = p_limit or v_work >= v_most_work then v_last end;
end
$function$;

CREATE OR REPLACE FUNCTION private.read_notifications (
  p_ids uuid[] DEFAULT NULL::uuid[]
)
  RETURNS integer
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select private.require_caller();
  update public.notifications
  set read_at = clock_timestamp(),
      dedupe_key = case when type = 'team_message' then null else dedupe_key end
  where user_id = (select auth.uid()) and read_at is null
    and (type not in ('assistant_note', 'token_created') or auth.jwt() ->> 'token_id' is null)
    and id = any (coalesce(p_ids, array(
      select n.id from public.notifications as n
      where n.user_id = (select auth.uid()) and n.read_at is null
      order by n.created_at desc, n.id desc limit 5000)));
  select public.count_unread_notifications()
$function$;

CREATE OR REPLACE FUNCTION private.register_push_device (
  p_platform     text,
  p_token        text  DEFAULT NULL::text,
  p_subscription jsonb DEFAULT NULL::jsonb
)
  RETURNS public.push_devices
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_caller uuid := private.require_caller();
  v_device public.push_devices;
begin
  perform private.refuse_if(num_nonnulls(p_token, p_subscription) <> 1,
    400, 'expected either token or subscription', 'bad_request');
  perform private.require_account_holder();
  perform private.require_signed_in();
  -- Concurrent registrations of one user wait for each other, so that all of them are counted.
  perform pg_advisory_xact_lock(hashtextextended('push_devices ' || v_caller, 0));
  if p_subscription is not null then
    v_device := private.register_browser(p_subscription);
  end if;
  -- Another user may register the token between the two statements.
  while v_device.id is null loop
    delete from public.push_devices where token = p_token and user_id <> v_caller;
    insert into public.push_devices as d (user_id, token, platform)
    values (v_caller, p_token, p_platform)
    on conflict on constraint push_devices_token_key do update
      set platform = excluded.platform, registered_at = excluded.registered_at
      where d.user_id = v_caller
    returning * into v_device;
  end loop;
  delete from public.push_devices where id in (
    select id from public.push_devices where user_id = v_caller
    order by registered_at desc, id desc offset 10
  );
  return v_device;
end
$function$;

CREATE OR REPLACE FUNCTION private.remove_organization_member (
  p_org_id  uuid,
  p_user_id uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_org public.organizations;
begin
  -- Members may leave; only owners remove others.
  if p_user_id = private.require_caller() and private.my_org_role(p_org_id) is not null then
    select * into v_org from public.organizations where id = p_org_id for no key update;
  else
    v_org := private.require_org_owner(p_org_id);
  end if;
  perform private.refuse_if(p_user_id = v_org.owner_id,
    409, 'The owner cannot leave: transfer the organization first', 'owner_must_transfer');
  perform private.refuse_if(auth.jwt() ? 'token_id' and exists (
    select from public.organization_members
    where org_id = p_org_id and user_id = p_user_id and role = 'owner'
  ), 403, 'No personal token removes an owner', 'token_refused');
  delete from public.organization_members where org_id = p_org_id and user_id = p_user_id;
  perform private.refuse_if(not found, 404, 'Member not found');
  insert into private.organization_departures (org_id, user_id, left_at, removed_at)
  values (
    p_org_id, p_user_id,
    case when p_user_id = (select auth.uid()) then now() end,
    case when p_user_id <> (select auth.uid()) then now() end)
  on conflict (org_id, user_id) do update
    set left_at = excluded.left_at, removed_at = excluded.removed_at;
end
$function$;

CREATE OR REPLACE FUNCTION private.require_signed_in (
  p_session_id uuid DEFAULT private.caller_session_id()
)
  RETURNS void
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select private.refuse_if(p_session_id is not null and not exists (
    select from auth.sessions where id = p_session_id
  ), 401, 'This session has ended', 'session_ended')
$function$;

CREATE OR REPLACE FUNCTION private.stop_webhook_events (
  p_reached_id uuid
)
  RETURNS void
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  insert into private.webhook_stops (reached_id) values (p_reached_id) on conflict do nothing
$function$;

CREATE OR REPLACE FUNCTION private.take_music_grant (
  p_user_id    uuid,
  p_session_id uuid,
  p_grant_hash text
)
  RETURNS TABLE (
    verifier text,
    code     text
  )
  LANGUAGE plpgsql
  SECURITY DEFINER
  ROWS 1
  SET search_path TO ''
  AS $function$
declare
  v_grant private.spotify_grants;
begin
  perform private.require_session(p_user_id, p_session_id);
  perform private.require_account_holder(p_session_id);
  perform private.require_signed_in(p_session_id);
  select * into v_grant from private.spotify_grants where grant_hash = p_grant_hash for update;
  perform private.refuse_if(v_grant.user_id is null, 404, 'Grant not found');
  perform private.refuse_if(v_grant.user_id <> p_user_id,
    403, 'Only the user who began the connection may finish it');
  perform private.refuse_if(v_grant.redeemed_at is not null or v_grant.expires_at <= now(),
    410, 'grant: used or expired, connect again');
  update private.spotify_grants set redeemed_at = now() where user_id = p_user_id;
  return query select v_grant.verifier, v_grant.code;
end
$function$;

CREATE OR REPLACE FUNCTION private.wants_push (
  p_preferences jsonb,
  p_type        text
)
  RETURNS boolean
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select p_type = 'token_created'
    or p_preferences -> 'notifications' is distinct from 'false'
      and p_preferences -> 'notification_types' -> p_type is distinct from 'false'
$function$;

CREATE OR REPLACE FUNCTION public.count_unread_notifications()
  RETURNS integer
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
  return (
    select count(*) from public.notifications
    where user_id = (select auth.uid()) and read_at is null
      and (type <> 'assistant_note' or (select auth.jwt() ->> 'token_id') is null)
  );
end
$function$;

CREATE OR REPLACE FUNCTION public.stop_webhook_events (
  p_reached_id uuid
)
  RETURNS void
  LANGUAGE sql
  SET search_path TO ''
  AS $function$select private.stop_webhook_events($1)$function$;

REVOKE ALL ON FUNCTION "public"."stop_webhook_events"(uuid) FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE VIEW "private"."notification_copies" AS  SELECT id,
    user_id,
    type,
    title,
    body,
    data,
    read_at,
    created_at
   FROM public.notifications
  WHERE ((type <> 'assistant_note'::text) OR (( SELECT (auth.jwt() ->> 'token_id'::text)) IS NULL));

CREATE POLICY "webhook_stops_all_nobody" ON "private"."webhook_stops"
  FOR ALL
  TO PUBLIC
  USING (false);

CREATE POLICY "notifications_select_person" ON "public"."notifications"
  AS RESTRICTIVE
  FOR SELECT
  TO "authenticated"
  USING (type <> 'assistant_note' or (select auth.jwt()) ->> 'token_id' is null);

COMMENT ON TABLE "private"."webhook_stops" IS 'The webhook after which the next run makes events, where the last run had to stop.';

REVOKE ALL ON FUNCTION "private"."stop_webhook_events"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."stop_webhook_events"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."stop_webhook_events"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."stop_webhook_events"(uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."stop_webhook_events"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."stop_webhook_events"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."stop_webhook_events"(uuid) TO "service_role";
