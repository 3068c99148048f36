-- The work of webhooks. A job turns what has changed since a webhook's position into events, one
-- for each object, and delivers them. A webhook has one try at a time, and webhooks take turns.

create type private.webhook_event as (type text, object_id uuid, object_type text);

-- The events for a webhook among the first p_limit changes that the snapshot p_until sees and the
-- webhook's own does not, and how many changes it has read. Of a notification only its creation is
-- an event; to be read changes it, too.
create function private.events_since(
  p_webhook private.webhooks, p_until pg_snapshot, p_limit integer,
  out p_events private.webhook_event[], out p_read integer
)
language plpgsql stable security definer set search_path = ''
as $$
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
$$;

-- Where a run had no time for the webhooks after this one.
create table private.webhook_stops (
  reached_id uuid primary key
);

select private.hide_table('private.webhook_stops',
  'The webhook after which the next run makes events, where the last run had to stop.');

create function private.stop_webhook_events(p_reached_id uuid) returns void
language sql volatile security definer set search_path = ''
as $$
  insert into private.webhook_stops (reached_id) values (p_reached_id) on conflict do nothing
$$;

-- The events of a webhook until a position, and how many changes were read for them. More than
-- 5,000 changes are one `overflow`, as is a position that means nothing, after a restore for
-- instance. With the events that it has today, a webhook gets 1,000, then one `overflow`.
create function private.webhook_events_until(
  p_webhook private.webhooks, p_until pg_snapshot, p_era bigint, p_today integer,
  out events private.webhook_event[], out read integer
)
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_most constant integer := 5000;
  v_overflow constant private.webhook_event := ('overflow', p_webhook.id, null);
  v_left constant integer := 1000 - p_today;
begin
  if p_webhook.era = p_era and p_webhook.since_at > now() - interval '90 days'
    and pg_snapshot_xmax(p_webhook.since) <= pg_snapshot_xmax(pg_current_snapshot()) then
    select s.events, s.read into events, read
    from private.events_since(p_webhook, p_until, v_most + 1) as s (events, read);
  end if;
  if read is null or read > v_most then
    events := array[v_overflow];
  end if;
  if cardinality(events) > v_left then
    events := events[:v_left] || v_overflow;
  end if;
end
$$;

-- Makes the events of up to p_limit webhooks after this one, in the order of their ids; without
-- one, after that at which a run had to stop, or from the first one. A webhook has 1,000 a day,
-- then one `overflow` and no more until the next day. Returns the last webhook, null at the end.
create function private.make_webhook_events(p_after uuid default null, p_limit integer default 100)
returns uuid
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_most_work constant integer := 20000;
  v_until constant pg_snapshot := private.sync_snapshot();
  v_era constant private.sync_eras := (select e from private.sync_eras as e);
  v_webhook private.webhooks;
  v_today integer;
  v_events private.webhook_event[];
  v_read integer;
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
    continue when not v_webhook.is_active or v_webhook.waits_since is not null or v_today > 1000;
    select * into v_events, v_read
    from private.webhook_events_until(v_webhook, v_until, v_era.era, v_today);
    v_work := v_work + coalesce(v_read, 0);
    -- A position that stays behind makes each run read more.
    continue when v_events = '{}' and v_read < 500
      and v_webhook.since_at > now() - interval '1 hour';
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
$$;

-- Delivery ----------------------------------------------------------------------------------------

-- Takes a due delivery of the webhook whose turn it is, but of no webhook or user in p_skip. The
-- webhook is leased for a minute: when the job is cut off, another run tries again then.
create function private.take_webhook_delivery(p_skip uuid[] default '{}')
returns table (
  id uuid, webhook_id uuid, user_id uuid, url text, secret text, former_secret text,
  event_id uuid, type text, object_id uuid, object_type text, created_at timestamptz
)
language plpgsql volatile security definer rows 1 set search_path = ''
as $$
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
$$;

-- Stores the outcome of a try: the status of the answer, null without one, how long the receiver
-- asks to wait, how long the try took, and why it failed. Returns whether it disabled the webhook.
create function private.settle_webhook_delivery(
  p_id uuid, p_status integer default null, p_retry_after_s integer default null,
  p_duration_ms integer default null, p_error text default null
) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
declare
  -- Minutes from each try to the next.
  v_pauses constant integer[] := '{1,5,30,120,300,600,1440}';
  v_delivered constant boolean := coalesce(p_status between 200 and 299, false);
  v_timed_out constant boolean := coalesce(p_error = 'timeout', false);
  v_webhook private.webhooks;
  v_next timestamptz;
begin
  select w.* into v_webhook from private.webhooks as w
  where w.id = (select webhook_id from private.webhook_deliveries where id = p_id)
  for no key update;
  update private.webhook_deliveries as d set
    attempts = d.attempts + 1,
    response_status = p_status,
    last_attempt_at = clock_timestamp(),
    duration_ms = p_duration_ms,
    error = p_error,
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
    held_until = case when v_timed_out then v_next end,
    failing_since = case when not v_delivered then coalesce(failing_since, now()) end,
    failures = case when v_delivered then 0 else failures + 1 end,
    -- Behind the others that are due.
    due_at = (
      select greatest(case when v_timed_out then v_next end, d.next_attempt_at, clock_timestamp())
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
$$;

-- Turns a webhook off and tells its owner. The notification names only the host, because the rest
-- of the address may hold a secret.
create function private.disable_webhook(p_webhook private.webhooks, p_reason text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.end_deliveries(p_webhook.id);
  update private.webhooks
  set is_active = false, disabled_at = now(), disabled_reason = p_reason
  where id = p_webhook.id;
  perform private.notify(p_webhook.user_id, 'webhook_disabled',
    jsonb_build_object('host', split_part(p_webhook.url, '/', 3)),
    jsonb_build_object('webhook_id', p_webhook.id, 'reason', p_reason));
end
$$;

select private.schedule_job('webhook-delivery', '*/1 * * * *', '/user/cron/webhooks',
  '{CHAT_CRON_SECRET,WORKOUT_WINDOW_CRON_SECRET}');
select private.watch_job('webhook-delivery', 'webhooks',
  'select due_at from private.webhooks
    where due_at <= now() and waits_since is null order by due_at');

select private.expose('service_role', 'make_webhook_events', 'stop_webhook_events',
  'take_webhook_delivery', 'settle_webhook_delivery');
