SET local check_function_bodies = off;

DROP FUNCTION "private"."events_since"(private.webhooks, pg_snapshot, integer);

CREATE OR REPLACE FUNCTION private.events_since (
  p_webhook private.webhooks,
  p_until   pg_snapshot,
  p_limit   integer,
  OUT       p_events private.webhook_event[],
  OUT       p_read integer
)
  RETURNS record
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
  select coalesce(array_agg(row(e.type, c.id, n.type)::private.webhook_event
      order by c.position, c.type, c.id) filter (where e.type = any (p_webhook.events)), '{}'),
    count(*)
  into p_events, p_read
  from (
    select u.* from private.user_changes as u
    where u.user_id = p_webhook.user_id
      and u.position >= v_start + pg_snapshot_xmin(p_webhook.since)::text::bigint
      and pg_visible_in_snapshot((u.position - v_start)::text::xid8, p_until)
      and not pg_visible_in_snapshot((u.position - v_start)::text::xid8, p_webhook.since)
    order by u.position, u.type, u.id
    limit p_limit
  ) as c
  left join public.notifications as n on c.type = 'notification' and n.id = c.id
  cross join lateral (select c.type || case
    when c.deleted_at is not null then '.deleted'
    when c.type <> 'notification' then '.changed'
    when n.read_at is null or n.created_at >= p_webhook.since_at then '.created'
    end) as e (type);
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
begin
  -- The database has moved: the positions of the new cluster begin within a minute.
  if v_era.cluster <> private.this_cluster() then
    return null;
  end if;
  for v_webhook in
    select * from private.webhooks
    where id > coalesce(p_after, private.first_id()) order by id limit p_limit
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
      and coalesce(w.leased_until <= now(), true)
      and w.id <> all (p_skip) and w.user_id <> all (p_skip)
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

CREATE OR REPLACE FUNCTION public.make_webhook_events (
  p_after uuid    DEFAULT NULL::uuid,
  p_limit integer DEFAULT 100
)
  RETURNS uuid
  LANGUAGE sql
  SET search_path TO ''
  AS $function$select private.make_webhook_events($1, $2)$function$;

REVOKE ALL ON FUNCTION "private"."events_since"(private.webhooks, pg_snapshot, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."events_since"(private.webhooks, pg_snapshot, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."events_since"(private.webhooks, pg_snapshot, integer) TO "postgres";
