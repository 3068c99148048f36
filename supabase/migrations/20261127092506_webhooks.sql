SET local check_function_bodies = off;

ALTER TABLE "public"."notifications"
  DROP CONSTRAINT "notifications_type_check";

CREATE TABLE "private"."webhook_deliveries" (
  "id"              uuid                     NOT NULL DEFAULT private.uuid_v7(),
  "webhook_id"      uuid                     NOT NULL,
  "event_id"        uuid                     NOT NULL DEFAULT private.uuid_v7(),
  "type"            text                     NOT NULL,
  "object_id"       uuid                     NOT NULL,
  "object_type"     text,
  "status"          text                     NOT NULL DEFAULT 'pending'::text,
  "attempts"        integer                  NOT NULL DEFAULT 0,
  "response_status" integer,
  "next_attempt_at" timestamp with time zone DEFAULT now(),
  "created_at"      timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT "webhook_deliveries_next_check" CHECK (((status = 'pending'::text) = (next_attempt_at IS NOT NULL))),
  CONSTRAINT "webhook_deliveries_object_type_check" CHECK ((char_length(object_type) <= 100)),
  CONSTRAINT "webhook_deliveries_response_status_check" CHECK (((response_status >= 100) AND (response_status <= 999))),
  CONSTRAINT "webhook_deliveries_status_check" CHECK ((status = ANY (ARRAY['pending'::text, 'delivered'::text, 'failed'::text]))),
  CONSTRAINT "webhook_deliveries_type_check" CHECK ((char_length(type) <= 100)),
  CONSTRAINT "webhook_deliveries_pkey" PRIMARY KEY (id)
);

ALTER TABLE "private"."webhook_deliveries"
  ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."webhooks" (
  "id"              uuid                     NOT NULL DEFAULT private.uuid_v7(),
  "user_id"         uuid                     NOT NULL,
  "url"             text                     NOT NULL,
  "events"          text[]                   NOT NULL,
  "description"     text                     NOT NULL,
  "is_active"       boolean                  NOT NULL DEFAULT true,
  "secret"          text                     NOT NULL,
  "former_secret"   text,
  "former_until"    timestamp with time zone,
  "disabled_at"     timestamp with time zone,
  "disabled_reason" text,
  "created_at"      timestamp with time zone NOT NULL DEFAULT now(),
  "era"             integer                  NOT NULL,
  "since"           pg_snapshot              NOT NULL,
  "since_at"        timestamp with time zone NOT NULL DEFAULT now(),
  "day"             date                     NOT NULL DEFAULT private.utc_today(),
  "made"            integer                  NOT NULL DEFAULT 0,
  "due_at"          timestamp with time zone,
  "held_until"      timestamp with time zone,
  "leased_until"    timestamp with time zone,
  "failing_since"   timestamp with time zone,
  "failures"        integer                  NOT NULL DEFAULT 0,
  "waits_since"     timestamp with time zone,
  CONSTRAINT "webhooks_description_check" CHECK ((char_length(description) <= 2000)),
  CONSTRAINT "webhooks_disabled_check" CHECK (((disabled_at IS NULL) = (disabled_reason IS NULL))),
  CONSTRAINT "webhooks_disabled_reason_check" CHECK ((disabled_reason = ANY (ARRAY['gone'::text, 'failing'::text]))),
  CONSTRAINT "webhooks_events_check" CHECK ((cardinality(events) > 0)),
  CONSTRAINT "webhooks_former_secret_check" CHECK ((char_length(former_secret) <= 1000)),
  CONSTRAINT "webhooks_secret_check" CHECK ((char_length(secret) <= 1000)),
  CONSTRAINT "webhooks_url_check" CHECK (((url ~ '^https?://'::text) AND (char_length(url) <= 2048))),
  CONSTRAINT "webhooks_pkey" PRIMARY KEY (id)
);

ALTER TABLE "private"."webhooks"
  ENABLE ROW LEVEL SECURITY;

CREATE TYPE "private"."webhook_event" AS (
  "type"        text,
  "object_id"   uuid,
  "object_type" text
);

CREATE OR REPLACE FUNCTION private.chosen_events (
  p_events text[]
)
  RETURNS text[]
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform private.refuse_if(coalesce(cardinality(p_events) = 0, true)
    or not p_events <@ private.webhook_events(), 400, 'events: unknown', 'unknown_value');
  return array(select distinct unnest(p_events) order by 1);
end
$function$;

CREATE OR REPLACE FUNCTION private.delete_webhook (
  p_id uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_caller constant uuid := private.require_caller();
begin
  delete from private.webhooks where id = p_id and user_id = v_caller;
  perform private.refuse_if(not found, 404, 'Webhook not found');
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
  perform private.notify(p_webhook.user_id, 'webhook_disabled', 'A webhook was turned off',
    split_part(p_webhook.url, '/', 3),
    jsonb_build_object('webhook_id', p_webhook.id, 'reason', p_reason));
end
$function$;

CREATE OR REPLACE FUNCTION private.end_deliveries (
  p_webhook_id uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  update private.webhook_deliveries set status = 'failed', next_attempt_at = null
  where webhook_id = p_webhook_id and status = 'pending';
  update private.webhooks
  set due_at = null, held_until = null, failing_since = null, failures = 0
  where id = p_webhook_id;
end
$function$;

CREATE OR REPLACE FUNCTION private.events_since (
  p_webhook private.webhooks,
  p_until   pg_snapshot,
  p_limit   integer
)
  RETURNS private.webhook_event[]
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  SET enable_seqscan TO 'off'
  SET enable_bitmapscan TO 'off'
  AS $function$
declare
  v_start constant bigint := p_webhook.era::bigint << 44;
begin
  return array(
    select row(e.type, c.id, n.type)::private.webhook_event
    from private.user_changes as c
    left join public.notifications as n on c.type = 'notification' and n.id = c.id
    cross join lateral (select c.type || case
      when c.deleted_at is not null then '.deleted'
      when c.type <> 'notification' then '.changed'
      when n.read_at is null or n.created_at >= p_webhook.since_at then '.created'
      end) as e (type)
    where c.user_id = p_webhook.user_id
      and c.position >= v_start + pg_snapshot_xmin(p_webhook.since)::text::bigint
      and pg_visible_in_snapshot((c.position - v_start)::text::xid8, p_until)
      and not pg_visible_in_snapshot((c.position - v_start)::text::xid8, p_webhook.since)
      and e.type = any (p_webhook.events)
    order by c.position, c.type, c.id
    limit p_limit);
end
$function$;

CREATE OR REPLACE FUNCTION private.hold_webhooks()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  update private.webhooks set
    waits_since = case when not new.is_active then now() end,
    failing_since = failing_since + coalesce(now() - waits_since, '0')
  where user_id = new.id;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.make_due (
  p_id uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  update private.webhooks set due_at = least(due_at, greatest(held_until, clock_timestamp()))
  where id = p_id;
end
$function$;

CREATE OR REPLACE FUNCTION private.make_webhook_events (
  p_after uuid    DEFAULT NULL::uuid,
  p_limit integer DEFAULT 500
)
  RETURNS uuid
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_most constant integer := 1000;
  v_until constant pg_snapshot := private.sync_snapshot();
  v_era constant private.sync_eras := (select e from private.sync_eras as e);
  v_webhook private.webhooks;
  v_today integer;
  v_events private.webhook_event[];
  v_overflow private.webhook_event;
  v_last uuid;
  v_seen integer := 0;
  v_made integer := 0;
begin
  -- The database has moved: the positions of the new cluster begin within a minute.
  if v_era.cluster <> private.this_cluster() then
    return null;
  end if;
  for v_webhook in
    select * from private.webhooks
    where id > coalesce(p_after, private.first_id()) order by id limit p_limit
  loop
    v_last := v_webhook.id;
    v_seen := v_seen + 1;
    v_today := case v_webhook.day when private.utc_today() then v_webhook.made else 0 end;
    continue when not v_webhook.is_active or v_webhook.waits_since is not null or v_today > v_most;
    v_overflow := ('overflow', v_webhook.id, null);
    if v_webhook.era = v_era.era and v_webhook.since_at > now() - interval '90 days'
      and pg_snapshot_xmax(v_webhook.since) <= pg_snapshot_xmax(pg_current_snapshot()) then
      v_events := private.events_since(v_webhook, v_until, v_most - v_today + 1);
      -- A position that stays behind makes each run read more.
      continue when v_events = '{}' and v_webhook.since_at > now() - interval '1 hour';
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
    v_made := v_made + cardinality(v_events);
    -- So that a transaction stays short.
    exit when v_made >= 2000;
  end loop;
  return case when v_seen = p_limit or v_made >= 2000 then v_last end;
end
$function$;

CREATE OR REPLACE FUNCTION private.own_webhook (
  p_user_id uuid,
  p_id      uuid
)
  RETURNS private.webhooks
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_webhook private.webhooks;
begin
  select * into v_webhook from private.webhooks
  where id = p_id and user_id = p_user_id for no key update;
  perform private.refuse_if(not found, 404, 'Webhook not found');
  return v_webhook;
end
$function$;

CREATE OR REPLACE FUNCTION private.require_webhook_on (
  p_id uuid
)
  RETURNS private.webhooks
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_caller constant uuid := private.require_caller();
  v_webhook private.webhooks;
begin
  perform private.require_account_holder();
  v_webhook := private.own_webhook(v_caller, p_id);
  perform private.refuse_if(not v_webhook.is_active,
    409, 'This webhook is turned off, turn it on first', 'webhook_disabled');
  return v_webhook;
end
$function$;

CREATE OR REPLACE FUNCTION private.settle_webhook_delivery (
  p_id            uuid,
  p_status        integer DEFAULT NULL::integer,
  p_retry_after_s integer DEFAULT NULL::integer,
  p_timed_out     boolean DEFAULT false
)
  RETURNS boolean
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  -- Minutes from each try to the next.
  v_pauses constant integer[] := '{1,5,30,120,300,600,1440}';
  v_delivered constant boolean := coalesce(p_status between 200 and 299, false);
  v_webhook private.webhooks;
  v_next timestamptz;
begin
  select w.* into v_webhook from private.webhooks as w
  where w.id = (select webhook_id from private.webhook_deliveries where id = p_id)
  for no key update;
  update private.webhook_deliveries as d set
    attempts = d.attempts + 1,
    response_status = p_status,
    status = case when v_delivered then 'delivered'
      when d.attempts < cardinality(v_pauses) then 'pending' else 'failed' end,
    next_attempt_at = case when not v_delivered and d.attempts < cardinality(v_pauses) then
      clock_timestamp() + greatest(make_interval(mins => v_pauses[d.attempts + 1]),
        make_interval(secs => least(coalesce(p_retry_after_s, 0), 86400))) end
  where d.id = p_id and d.status = 'pending'
  returning next_attempt_at into v_next;
  -- It was ended meanwhile, with another address for instance.
  if not found then
    update private.webhooks set leased_until = null where id = v_webhook.id;
    return false;
  end if;
  update private.webhooks as w set
    leased_until = null,
    held_until = case when p_timed_out then v_next end,
    failing_since = case when not v_delivered then coalesce(failing_since, now()) end,
    failures = case when v_delivered then 0 else failures + 1 end,
    -- Behind the others that are due.
    due_at = (
      select greatest(case when p_timed_out then v_next end, d.next_attempt_at, clock_timestamp())
      from private.webhook_deliveries as d
      where d.webhook_id = w.id and d.status = 'pending' order by d.next_attempt_at, d.id limit 1)
  where w.id = v_webhook.id
  returning * into v_webhook;
  if p_status = 410
    or v_webhook.failures >= 10 and v_webhook.failing_since <= now() - interval '5 days' then
    perform private.disable_webhook(v_webhook, case p_status when 410 then 'gone' else 'failing' end);
    return true;
  end if;
  return false;
end
$function$;

CREATE OR REPLACE FUNCTION private.sync (
  p_cursor text    DEFAULT NULL::text,
  p_limit  integer DEFAULT 50
)
  RETURNS json
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_caller constant uuid := private.require_caller();
  v_limit integer := private.page_limit(p_limit, 100);
  v_now constant pg_snapshot := pg_current_snapshot();
  v_era constant private.sync_eras := (select e from private.sync_eras as e);
  v_start constant bigint := v_era.era::bigint << 44;
  v_cursor private.sync_cursor;
  v_page private.changes[];
  v_more boolean;
begin
  -- The snapshots of a replica do not name the transactions in progress.
  perform private.refuse_if(pg_is_in_recovery(), 503, 'Sync is read from the primary database');
  perform private.refuse_if(v_era.cluster <> private.this_cluster(),
    503, 'The database has moved, sync is ready again in a minute');
  if p_cursor is not null then
    v_cursor := private.parse_sync_cursor(p_cursor);
  end if;
  v_cursor.era := v_era.era;
  if v_cursor.until is null then
    v_cursor.until_at := now();
    v_cursor.until := private.sync_snapshot();
  end if;

  v_page := private.changes_from(v_caller, v_cursor, v_start, v_limit + 1);
  v_limit := private.size_of_page(v_page, v_limit);
  v_more := cardinality(v_page) > v_limit;
  v_page := v_page[:v_limit];
  if v_more then
    v_cursor.position := v_page[v_limit].position;
    v_cursor.type := v_page[v_limit].type;
    v_cursor.id := v_page[v_limit].id;
  else
    v_cursor := (v_cursor.era, v_cursor.until_at, v_cursor.until, null, v_now, null, null, null);
    -- What has changed since an earlier request began this run.
    v_more := v_cursor.since_at < now()
      and private.changes_from(v_caller, v_cursor, v_start, 1) <> '{}';
    v_cursor.until := null;
  end if;
  return json_build_object(
    'changes', private.changed_objects(v_caller, v_page),
    'deleted', coalesce((
      select json_agg(json_build_object('type', type, 'id', id, 'deleted_at', deleted_at))
      from unnest(v_page) where deleted_at is not null), '[]'),
    'next_cursor', translate(
      encode(convert_to(v_cursor::text, 'utf8'), 'base64'), E'+/=\n', '-_'),
    'has_more', v_more);
end
$function$;

CREATE OR REPLACE FUNCTION private.sync_snapshot()
  RETURNS pg_snapshot
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_now constant pg_snapshot := pg_current_snapshot();
begin
  return case when length(v_now::text) <= 400 then v_now
    else format('%1$s:%1$s:', pg_snapshot_xmin(v_now))::pg_snapshot end;
end
$function$;

CREATE OR REPLACE FUNCTION private.take_webhook_delivery (
  p_skip uuid[] DEFAULT '{}'::uuid[]
)
  RETURNS TABLE (
    id            uuid,
    webhook_id    uuid,
    user_id       uuid,
    url           text,
    secret        text,
    former_secret text,
    event_id      uuid,
    type          text,
    object_id     uuid,
    object_type   text,
    created_at    timestamp with time zone
  )
  LANGUAGE plpgsql
  SECURITY DEFINER
  ROWS 1
  SET search_path TO ''
  AS $function$
declare
  v_webhook private.webhooks;
  v_delivery private.webhook_deliveries;
begin
  loop
    select w.* into v_webhook from private.webhooks as w
    where w.due_at <= now() and w.waits_since is null
      and coalesce(w.leased_until <= now(), true) and w.id <> all (p_skip)
    order by w.due_at limit 1
    for no key update skip locked;
    exit when not found;
    select d.* into v_delivery from private.webhook_deliveries as d
    where d.webhook_id = v_webhook.id and d.status = 'pending'
    order by d.next_attempt_at, d.id limit 1;
    if not private.is_admitted(v_webhook.user_id) then
      update private.webhooks as w set due_at = now() + interval '1 hour' where w.id = v_webhook.id;
    elsif v_delivery.next_attempt_at <= now() then
      update private.webhooks as w set leased_until = now() + interval '1 minute'
      where w.id = v_webhook.id;
      return query select v_delivery.id, v_webhook.id, v_webhook.user_id, v_webhook.url,
        v_webhook.secret, case when v_webhook.former_until > now() then v_webhook.former_secret end,
        v_delivery.event_id, v_delivery.type, v_delivery.object_id, v_delivery.object_type,
        v_delivery.created_at;
      exit;
    else
      update private.webhooks as w set due_at = v_delivery.next_attempt_at
      where w.id = v_webhook.id;
    end if;
  end loop;
end
$function$;

CREATE OR REPLACE FUNCTION private.webhook_events()
  RETURNS text[]
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  return array['profile.changed', 'notification.created'] || array(
    select t.type || verb from private.synced_types as t, unnest(array['.changed', '.deleted']) as verb
    where t.type <> 'notification');
end
$function$;

CREATE OR REPLACE FUNCTION public.create_webhook (
  p_user_id     uuid,
  p_session_id  uuid,
  p_url         text,
  p_events      text[],
  p_description text,
  p_secret      text
)
  RETURNS TABLE (
    id              uuid,
    user_id         uuid,
    url             text,
    events          text[],
    description     text,
    is_active       boolean,
    created_at      timestamp with time zone,
    disabled_at     timestamp with time zone,
    disabled_reason text
  )
  LANGUAGE sql
  ROWS 1
  SET search_path TO ''
  AS $function$select * from private.create_webhook($1, $2, $3, $4, $5, $6)$function$;

REVOKE ALL ON FUNCTION "public"."create_webhook"(uuid, uuid, text, text[], text, text) FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.delete_webhook (
  p_id uuid
)
  RETURNS void
  LANGUAGE sql
  SET search_path TO ''
  AS $function$select private.delete_webhook($1)$function$;

REVOKE ALL ON FUNCTION "public"."delete_webhook"(uuid) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.list_webhook_deliveries (
  p_id        uuid,
  p_before_at timestamp with time zone DEFAULT NULL::timestamp WITH time zone,
  p_before_id uuid                     DEFAULT NULL::uuid,
  p_limit     integer                  DEFAULT 50
)
  RETURNS TABLE (
    id              uuid,
    webhook_id      uuid,
    event_id        uuid,
    type            text,
    status          text,
    attempts        integer,
    response_status integer,
    next_attempt_at timestamp with time zone,
    created_at      timestamp with time zone
  )
  LANGUAGE sql
  STABLE
  ROWS 50
  SET search_path TO ''
  AS $function$select * from private.list_webhook_deliveries($1, $2, $3, $4)$function$;

REVOKE ALL ON FUNCTION "public"."list_webhook_deliveries"(uuid, timestamp WITH time zone, uuid, integer) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.list_webhooks (
  p_before_at timestamp with time zone DEFAULT NULL::timestamp WITH time zone,
  p_before_id uuid                     DEFAULT NULL::uuid,
  p_limit     integer                  DEFAULT 50
)
  RETURNS TABLE (
    id              uuid,
    user_id         uuid,
    url             text,
    events          text[],
    description     text,
    is_active       boolean,
    created_at      timestamp with time zone,
    disabled_at     timestamp with time zone,
    disabled_reason text
  )
  LANGUAGE sql
  STABLE
  ROWS 10
  SET search_path TO ''
  AS $function$select * from private.list_webhooks($1, $2, $3)$function$;

REVOKE ALL ON FUNCTION "public"."list_webhooks"(timestamp WITH time zone, uuid, integer) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.make_webhook_events (
  p_after uuid    DEFAULT NULL::uuid,
  p_limit integer DEFAULT 500
)
  RETURNS uuid
  LANGUAGE sql
  SET search_path TO ''
  AS $function$select private.make_webhook_events($1, $2)$function$;

REVOKE ALL ON FUNCTION "public"."make_webhook_events"(uuid, integer) FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.ping_webhook (
  p_id uuid
)
  RETURNS TABLE (
    id              uuid,
    webhook_id      uuid,
    event_id        uuid,
    type            text,
    status          text,
    attempts        integer,
    response_status integer,
    next_attempt_at timestamp with time zone,
    created_at      timestamp with time zone
  )
  LANGUAGE sql
  ROWS 1
  SET search_path TO ''
  AS $function$select * from private.ping_webhook($1)$function$;

REVOKE ALL ON FUNCTION "public"."ping_webhook"(uuid) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.resend_webhook_delivery (
  p_id          uuid,
  p_delivery_id uuid
)
  RETURNS TABLE (
    id              uuid,
    webhook_id      uuid,
    event_id        uuid,
    type            text,
    status          text,
    attempts        integer,
    response_status integer,
    next_attempt_at timestamp with time zone,
    created_at      timestamp with time zone
  )
  LANGUAGE sql
  ROWS 1
  SET search_path TO ''
  AS $function$select * from private.resend_webhook_delivery($1, $2)$function$;

REVOKE ALL ON FUNCTION "public"."resend_webhook_delivery"(uuid, uuid) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.rotate_webhook_secret (
  p_user_id    uuid,
  p_session_id uuid,
  p_id         uuid,
  p_secret     text
)
  RETURNS TABLE (
    id              uuid,
    user_id         uuid,
    url             text,
    events          text[],
    description     text,
    is_active       boolean,
    created_at      timestamp with time zone,
    disabled_at     timestamp with time zone,
    disabled_reason text
  )
  LANGUAGE sql
  ROWS 1
  SET search_path TO ''
  AS $function$select * from private.rotate_webhook_secret($1, $2, $3, $4)$function$;

REVOKE ALL ON FUNCTION "public"."rotate_webhook_secret"(uuid, uuid, uuid, text) FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.settle_webhook_delivery (
  p_id            uuid,
  p_status        integer DEFAULT NULL::integer,
  p_retry_after_s integer DEFAULT NULL::integer,
  p_timed_out     boolean DEFAULT false
)
  RETURNS boolean
  LANGUAGE sql
  SET search_path TO ''
  AS $function$select private.settle_webhook_delivery($1, $2, $3, $4)$function$;

REVOKE ALL ON FUNCTION "public"."settle_webhook_delivery"(uuid, integer, integer, boolean) FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.take_webhook_delivery (
  p_skip uuid[] DEFAULT '{}'::uuid[]
)
  RETURNS TABLE (
    id            uuid,
    webhook_id    uuid,
    user_id       uuid,
    url           text,
    secret        text,
    former_secret text,
    event_id      uuid,
    type          text,
    object_id     uuid,
    object_type   text,
    created_at    timestamp with time zone
  )
  LANGUAGE sql
  ROWS 1
  SET search_path TO ''
  AS $function$select * from private.take_webhook_delivery($1)$function$;

REVOKE ALL ON FUNCTION "public"."take_webhook_delivery"(uuid[]) FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.update_webhook (
  p_user_id     uuid,
  p_session_id  uuid,
  p_id          uuid,
  p_url         text    DEFAULT NULL::text,
  p_events      text[]  DEFAULT NULL::text[],
  p_description text    DEFAULT NULL::text,
  p_is_active   boolean DEFAULT NULL::boolean
)
  RETURNS TABLE (
    id              uuid,
    user_id         uuid,
    url             text,
    events          text[],
    description     text,
    is_active       boolean,
    created_at      timestamp with time zone,
    disabled_at     timestamp with time zone,
    disabled_reason text
  )
  LANGUAGE sql
  ROWS 1
  SET search_path TO ''
  AS $function$select * from private.update_webhook($1, $2, $3, $4, $5, $6, $7)$function$;

REVOKE ALL ON FUNCTION "public"."update_webhook"(uuid, uuid, uuid, text, text[], text, boolean) FROM PUBLIC, "anon", "authenticated";

ALTER TABLE "private"."webhooks"
  ADD CONSTRAINT "webhooks_user_id_fkey" FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE CASCADE;

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
    'relay_message'::text,
    'organization_handed_over'::text,
    'comment'::text, 'reaction'::text, 'reminder'::text, 'streak_milestone'::text, 'token_created'::text, 'weekly_review'::text, 'webhook_disabled'::text])))
    NOT VALID;

CREATE INDEX webhook_deliveries_ended_idx ON private.webhook_deliveries USING btree (created_at)
  WHERE (status <> 'pending'::text);

CREATE INDEX webhooks_due_at_idx ON private.webhooks USING btree (due_at)
  WHERE (waits_since IS NULL);

CREATE TRIGGER profiles_726_hold_webhooks
  AFTER UPDATE OF is_active ON public.profiles
  FOR EACH ROW
  WHEN ((old.is_active <> new.is_active))
  EXECUTE FUNCTION private.hold_webhooks();

CREATE POLICY "webhook_deliveries_all_nobody" ON "private"."webhook_deliveries"
  FOR ALL
  TO PUBLIC
  USING (false);

CREATE POLICY "webhooks_all_nobody" ON "private"."webhooks"
  FOR ALL
  TO PUBLIC
  USING (false);

COMMENT ON COLUMN "private"."webhook_deliveries"."object_type" IS 'Of a notification: its type.';

COMMENT ON COLUMN "private"."webhook_deliveries"."response_status" IS 'Of the last try; null without an answer.';

COMMENT ON COLUMN "private"."webhooks"."disabled_at" IS 'When the service turned it off: gone (410) or failing for five days. Null when its owner did.';

COMMENT ON COLUMN "private"."webhooks"."due_at" IS 'The time of the next try, null without a pending delivery. Those that are due have their turns in this order.';

COMMENT ON COLUMN "private"."webhooks"."failing_since" IS 'The first failure since the last success.';

COMMENT ON COLUMN "private"."webhooks"."former_secret" IS 'Signs beside the secret until former_until, for a day after a rotation.';

COMMENT ON COLUMN "private"."webhooks"."held_until" IS 'After a time-out: all deliveries wait for the next try of the one that timed out.';

COMMENT ON COLUMN "private"."webhooks"."made" IS 'How many events the day has; 1,001 with the overflow.';

COMMENT ON COLUMN "private"."webhooks"."waits_since" IS 'Since when its owner is blocked, if so.';

COMMENT ON TABLE "private"."webhook_deliveries" IS 'Events for webhooks and what became of them: ids alone, kept for 7 days.';

COMMENT ON TABLE "private"."webhooks" IS 'Webhooks, with encrypted secrets. Only functions read and write them.';

REVOKE ALL ON FUNCTION "private"."chosen_events"(text[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."chosen_events"(text[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."chosen_events"(text[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."delete_webhook"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."delete_webhook"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."delete_webhook"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."delete_webhook"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."disable_webhook"(private.webhooks, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."disable_webhook"(private.webhooks, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."disable_webhook"(private.webhooks, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."end_deliveries"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."end_deliveries"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."end_deliveries"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."events_since"(private.webhooks, pg_snapshot, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."events_since"(private.webhooks, pg_snapshot, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."events_since"(private.webhooks, pg_snapshot, integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."hold_webhooks"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."hold_webhooks"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."hold_webhooks"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."make_due"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."make_due"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."make_due"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."make_webhook_events"(uuid, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."make_webhook_events"(uuid, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."make_webhook_events"(uuid, integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."make_webhook_events"(uuid, integer) TO "service_role";

REVOKE ALL ON FUNCTION "private"."own_webhook"(uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."own_webhook"(uuid, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."own_webhook"(uuid, uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."require_webhook_on"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."require_webhook_on"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."require_webhook_on"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."settle_webhook_delivery"(uuid, integer, integer, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."settle_webhook_delivery"(uuid, integer, integer, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."settle_webhook_delivery"(uuid, integer, integer, boolean) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."settle_webhook_delivery"(uuid, integer, integer, boolean) TO "service_role";

REVOKE ALL ON FUNCTION "private"."sync_snapshot"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."sync_snapshot"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."sync_snapshot"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."take_webhook_delivery"(uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."take_webhook_delivery"(uuid[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."take_webhook_delivery"(uuid[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."take_webhook_delivery"(uuid[]) TO "service_role";

REVOKE ALL ON FUNCTION "private"."webhook_events"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."webhook_events"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."webhook_events"() TO "postgres";

REVOKE ALL ON FUNCTION "public"."create_webhook"(uuid, uuid, text, text[], text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."create_webhook"(uuid, uuid, text, text[], text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."create_webhook"(uuid, uuid, text, text[], text, text) TO "service_role";

GRANT EXECUTE ON FUNCTION "public"."delete_webhook"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."delete_webhook"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."delete_webhook"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_webhook_deliveries"(uuid, timestamp WITH time zone, uuid, integer) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."list_webhook_deliveries"(uuid, timestamp WITH time zone, uuid, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_webhook_deliveries"(uuid, timestamp WITH time zone, uuid, integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_webhooks"(timestamp WITH time zone, uuid, integer) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."list_webhooks"(timestamp WITH time zone, uuid, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_webhooks"(timestamp WITH time zone, uuid, integer) TO "postgres";

REVOKE ALL ON FUNCTION "public"."make_webhook_events"(uuid, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."make_webhook_events"(uuid, integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."make_webhook_events"(uuid, integer) TO "service_role";

GRANT EXECUTE ON FUNCTION "public"."ping_webhook"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."ping_webhook"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."ping_webhook"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."resend_webhook_delivery"(uuid, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."resend_webhook_delivery"(uuid, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."resend_webhook_delivery"(uuid, uuid) TO "postgres";

REVOKE ALL ON FUNCTION "public"."rotate_webhook_secret"(uuid, uuid, uuid, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."rotate_webhook_secret"(uuid, uuid, uuid, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."rotate_webhook_secret"(uuid, uuid, uuid, text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."settle_webhook_delivery"(uuid, integer, integer, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."settle_webhook_delivery"(uuid, integer, integer, boolean) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."settle_webhook_delivery"(uuid, integer, integer, boolean) TO "service_role";

REVOKE ALL ON FUNCTION "public"."take_webhook_delivery"(uuid[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."take_webhook_delivery"(uuid[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."take_webhook_delivery"(uuid[]) TO "service_role";

REVOKE ALL ON FUNCTION "public"."update_webhook"(uuid, uuid, uuid, text, text[], text, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."update_webhook"(uuid, uuid, uuid, text, text[], text, boolean) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."update_webhook"(uuid, uuid, uuid, text, text[], text, boolean) TO "service_role";

CREATE INDEX webhook_deliveries_due_idx ON private.webhook_deliveries USING btree (webhook_id, next_attempt_at, id)
  WHERE (status = 'pending'::text);

CREATE INDEX webhook_deliveries_page_idx ON private.webhook_deliveries USING btree (webhook_id, created_at DESC, id DESC);

CREATE VIEW "private"."webhook_delivery_cards" AS  SELECT id,
    webhook_id,
    event_id,
    type,
    status,
    attempts,
    response_status,
    next_attempt_at,
    created_at
   FROM private.webhook_deliveries;

CREATE OR REPLACE FUNCTION private.list_webhook_deliveries (
  p_id        uuid,
  p_before_at timestamp with time zone DEFAULT NULL::timestamp WITH time zone,
  p_before_id uuid                     DEFAULT NULL::uuid,
  p_limit     integer                  DEFAULT 50
)
  RETURNS SETOF private.webhook_delivery_cards
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  ROWS 50
  SET search_path TO ''
  SET plan_cache_mode TO 'force_custom_plan'
  AS $function$
declare
  v_caller constant uuid := private.require_caller();
begin
  perform private.refuse_if(not exists (
    select from private.webhooks where id = p_id and user_id = v_caller
  ), 404, 'Webhook not found');
  return query
    select d.* from private.webhook_delivery_cards as d
    where d.webhook_id = p_id
      and (p_before_at is null or (d.created_at, d.id) < (p_before_at, p_before_id))
    order by d.created_at desc, d.id desc
    limit private.page_limit(p_limit);
end
$function$;

CREATE OR REPLACE FUNCTION private.ping_webhook (
  p_id uuid
)
  RETURNS SETOF private.webhook_delivery_cards
  LANGUAGE plpgsql
  SECURITY DEFINER
  ROWS 1
  SET search_path TO ''
  AS $function$
declare
  v_webhook constant private.webhooks := private.require_webhook_on(p_id);
  v_id uuid;
begin
  perform private.require_rate_limit('webhook_ping', v_webhook.user_id,
    'At most 10 pings an hour, try again in %s seconds');
  insert into private.webhook_deliveries (webhook_id, type, object_id) values (p_id, 'ping', p_id)
  returning id into v_id;
  perform private.make_due(p_id);
  return query select * from private.webhook_delivery_cards where id = v_id;
end
$function$;

CREATE OR REPLACE FUNCTION private.resend_webhook_delivery (
  p_id          uuid,
  p_delivery_id uuid
)
  RETURNS SETOF private.webhook_delivery_cards
  LANGUAGE plpgsql
  SECURITY DEFINER
  ROWS 1
  SET search_path TO ''
  AS $function$
declare
  v_webhook constant private.webhooks := private.require_webhook_on(p_id);
  v_status constant text := (
    select status from private.webhook_deliveries where id = p_delivery_id and webhook_id = p_id);
begin
  perform private.refuse_if(v_status is null, 404, 'Delivery not found');
  perform private.refuse_if(v_status = 'pending', 409, 'This delivery is pending already');
  perform private.require_rate_limit('webhook_resend', v_webhook.user_id,
    'At most 10 deliveries an hour are sent again, try again in %s seconds');
  update private.webhook_deliveries set status = 'pending', attempts = 0, next_attempt_at = now()
  where id = p_delivery_id;
  perform private.make_due(p_id);
  return query select * from private.webhook_delivery_cards where id = p_delivery_id;
end
$function$;

COMMENT ON COLUMN "private"."webhook_deliveries"."event_id" IS 'The id of the event, the same at every try.';

COMMENT ON VIEW "private"."webhook_delivery_cards" IS 'Deliveries of webhooks, as their owners see them.';

REVOKE ALL ON FUNCTION "private"."list_webhook_deliveries"(uuid, timestamp WITH time zone, uuid, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."list_webhook_deliveries"(uuid, timestamp WITH time zone, uuid, integer) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."list_webhook_deliveries"(uuid, timestamp WITH time zone, uuid, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."list_webhook_deliveries"(uuid, timestamp WITH time zone, uuid, integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."ping_webhook"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."ping_webhook"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."ping_webhook"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."ping_webhook"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."resend_webhook_delivery"(uuid, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."resend_webhook_delivery"(uuid, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."resend_webhook_delivery"(uuid, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."resend_webhook_delivery"(uuid, uuid) TO "postgres";

ALTER TABLE "private"."webhook_deliveries"
  ADD CONSTRAINT "webhook_deliveries_webhook_id_fkey" FOREIGN KEY (webhook_id) REFERENCES private.webhooks(id) ON DELETE CASCADE;

CREATE VIEW "private"."webhook_cards" AS  SELECT id,
    user_id,
    url,
    events,
    description,
    is_active,
    created_at,
    disabled_at,
    disabled_reason
   FROM private.webhooks;

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

CREATE OR REPLACE FUNCTION private.list_webhooks (
  p_before_at timestamp with time zone DEFAULT NULL::timestamp WITH time zone,
  p_before_id uuid                     DEFAULT NULL::uuid,
  p_limit     integer                  DEFAULT 50
)
  RETURNS SETOF private.webhook_cards
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  ROWS 10
  SET search_path TO ''
  SET plan_cache_mode TO 'force_custom_plan'
  AS $function$
declare
  v_caller constant uuid := private.require_caller();
begin
  return query
    select w.* from private.webhook_cards as w
    where w.user_id = v_caller
      and (p_before_at is null or (w.created_at, w.id) < (p_before_at, p_before_id))
    order by w.created_at desc, w.id desc
    limit private.page_limit(p_limit);
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

CREATE INDEX webhooks_page_idx ON private.webhooks USING btree (user_id, created_at DESC, id DESC);

COMMENT ON VIEW "private"."webhook_cards" IS 'Webhooks without their secrets.';

REVOKE ALL ON FUNCTION "private"."create_webhook"(uuid, uuid, text, text[], text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."create_webhook"(uuid, uuid, text, text[], text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."create_webhook"(uuid, uuid, text, text[], text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."create_webhook"(uuid, uuid, text, text[], text, text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."list_webhooks"(timestamp WITH time zone, uuid, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."list_webhooks"(timestamp WITH time zone, uuid, integer) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."list_webhooks"(timestamp WITH time zone, uuid, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."list_webhooks"(timestamp WITH time zone, uuid, integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."rotate_webhook_secret"(uuid, uuid, uuid, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."rotate_webhook_secret"(uuid, uuid, uuid, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."rotate_webhook_secret"(uuid, uuid, uuid, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."rotate_webhook_secret"(uuid, uuid, uuid, text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."update_webhook"(uuid, uuid, uuid, text, text[], text, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."update_webhook"(uuid, uuid, uuid, text, text[], text, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."update_webhook"(uuid, uuid, uuid, text, text[], text, boolean) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."update_webhook"(uuid, uuid, uuid, text, text[], text, boolean) TO "service_role";

select cron.schedule('webhook-delivery', '*/1 * * * *', 'select private.run_job(''webhook-delivery'')');

insert into private.jobs (name, schedule, path, secret_names, secret_optional, statement)
values ('webhook-delivery', '*/1 * * * *', '/user/cron/webhooks', '{CHAT_CRON_SECRET,WORKOUT_WINDOW_CRON_SECRET}', 'false', null)
on conflict (name) do update set schedule = excluded.schedule, path = excluded.path, secret_names = excluded.secret_names, secret_optional = excluded.secret_optional, statement = excluded.statement;
insert into private.job_queues (job, what, due_times)
values ('webhook-delivery', 'webhooks', 'select due_at from private.webhooks
    where due_at <= now() and waits_since is null order by due_at')
on conflict (job, what) do update set due_times = excluded.due_times;
insert into private.retention (relation, rule, since, keep, condition)
values ('private.rate_limit_hits', 'bucket = ''webhook_ping''', 'at', '01:00:00', 'bucket = ''webhook_ping''')
on conflict (relation, rule) do update set since = excluded.since, keep = excluded.keep, condition = excluded.condition;
insert into private.retention (relation, rule, since, keep, condition)
values ('private.rate_limit_hits', 'bucket = ''webhook_resend''', 'at', '01:00:00', 'bucket = ''webhook_resend''')
on conflict (relation, rule) do update set since = excluded.since, keep = excluded.keep, condition = excluded.condition;
insert into private.retention (relation, rule, since, keep, condition)
values ('private.webhook_deliveries', 'status <> ''pending''', 'created_at', '7 days', 'status <> ''pending''')
on conflict (relation, rule) do update set since = excluded.since, keep = excluded.keep, condition = excluded.condition;
insert into private.export_sections (name, source, condition, page_key, omitted)
values ('webhooks', 'private.webhook_cards', 's.user_id = $1', '{created_at,id}', '{}')
on conflict (name) do update set source = excluded.source, condition = excluded.condition, page_key = excluded.page_key, omitted = excluded.omitted;
insert into private.person_columns (relation, name, section, deletion, condition, change, erase_function, "position", reason)
values ('private.webhooks', 'user_id', 'webhooks', 'delete', 'user_id = $1', null, null, '41', null)
on conflict (relation, name) do update set section = excluded.section, deletion = excluded.deletion, condition = excluded.condition, change = excluded.change, erase_function = excluded.erase_function, "position" = excluded."position", reason = excluded.reason;
insert into private.person_columns (relation, name, section, deletion, condition, change, erase_function, "position", reason)
values ('private.webhook_deliveries', 'webhook_id', null, 'delete', 'webhook_id in (select id from private.webhooks where user_id = $1)', null, null, '40', 'Ids and times of changes; the export contains what they are about.')
on conflict (relation, name) do update set section = excluded.section, deletion = excluded.deletion, condition = excluded.condition, change = excluded.change, erase_function = excluded.erase_function, "position" = excluded."position", reason = excluded.reason;
insert into private.quotas (kind, max_daily, max_total)
values ('webhooks', '100', '10')
on conflict (kind) do update set max_daily = excluded.max_daily, max_total = excluded.max_total;
insert into private.rate_limit_rules (bucket, max_hits, per)
values ('webhook_ping', '10', '01:00:00')
on conflict (bucket) do update set max_hits = excluded.max_hits, per = excluded.per;
insert into private.rate_limit_rules (bucket, max_hits, per)
values ('webhook_resend', '10', '01:00:00')
on conflict (bucket) do update set max_hits = excluded.max_hits, per = excluded.per;
