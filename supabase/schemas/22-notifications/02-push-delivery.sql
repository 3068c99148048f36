-- Delivery of pushes: a job claims rows of the outbox, sends them to the provider, which answers
-- with a ticket each, and reads the receipts later. A claim moves a row ahead by two minutes: when
-- the job is cut off, another one delivers the row then.

-- Claims pushes of a service, with the token or the subscription of the device: new pushes in the
-- order of their turns, and pushes that are due for another attempt, which take up half of a batch.
-- Removes pushes that are not wanted any more: the notification has been read, the user is blocked
-- or has changed the preferences, or the user and the person who caused the push are blocked from
-- each other.
create function private.take_pushes(p_limit integer, p_service text default 'expo')
returns table (
  id bigint, token text, subscription jsonb, notification_id uuid, type text, title text, body text,
  data jsonb
)
language plpgsql volatile security definer rows 100 set search_path = ''
as $$
declare
  v_ids bigint[];
begin
  loop
    v_ids := array(
      select c.id from private.pushes as c
      where c.service = p_service and c.status = 'waiting' and c.not_before <= now()
      order by c.not_before, c.id limit (p_limit + 1) / 2
      for update skip locked
    );
    v_ids := v_ids || array(
      select c.id from private.pushes as c
      where c.service = p_service and c.status = 'new'
      order by c.not_before, c.id limit p_limit - cardinality(v_ids)
      for update skip locked
    );
    exit when v_ids = '{}';
    delete from private.pushes as c
    using public.notifications as n, public.profiles as p
    where c.id = any (v_ids) and n.id = c.notification_id and p.id = n.user_id
      and (n.read_at is not null or not p.is_active
        or not private.wants_push(p.preferences, n.type)
        or private.is_blocked_between(p.id, (n.data ->> 'user_id')::uuid));
    return query
      update private.pushes as c
      set status = 'waiting', attempts = c.attempts + 1, not_before = clock_timestamp() + interval '2 minutes'
      from public.notifications as n, public.push_devices as d
      left join private.push_subscriptions as s on s.device_id = d.id
      where c.id = any (v_ids) and n.id = c.notification_id and d.id = c.device_id
      returning c.id, d.token, jsonb_build_object('endpoint', s.endpoint,
        'keys', jsonb_build_object('p256dh', s.p256dh, 'auth', s.auth)),
        n.id, n.type, n.title, n.body, n.data;
    exit when found;
  end loop;
end
$$;

-- Claims pushes whose receipts are due.
create function private.take_push_receipts(p_limit integer)
returns table (id bigint, ticket_id text)
language sql volatile security definer rows 100 set search_path = ''
as $$
  update private.pushes as c
  set not_before = clock_timestamp() + interval '2 minutes'
  where c.id = any (array(
    select due.id from private.pushes as due
    where due.service = 'expo' and due.status = 'sent' and due.not_before <= now()
    order by due.not_before, due.id limit p_limit
    for update skip locked
  ))
  returning c.id, c.ticket_id
$$;

-- The time until the next attempt: 15 seconds after the first, then twice as long each time, up to
-- an hour.
create function private.retry_pause(p_attempts integer) returns interval
language sql immutable set search_path = ''
as $$
  select least(interval '1 hour', interval '15 seconds' * 2 ^ least(greatest(p_attempts, 1) - 1, 10))
$$;

-- Stores the outcomes of claimed pushes, {id, outcome, ticket_id?, error?}. The outcome is
--   sent: accepted, the receipt is due in 15 minutes;
--   pending: the provider has no receipt yet; after a day it has forgotten the push;
--   delivered;
--   unregistered: the device receives no pushes any more, and is removed;
--   failed: to be tried again until the push is 24 hours old;
--   refused: no attempt can succeed.
-- Returns the number of pushes given up and of devices removed.
create function private.settle_pushes(p_outcomes jsonb)
returns table (dead integer, devices_removed integer)
language plpgsql volatile security definer rows 1 set search_path = ''
as $$
begin
  -- First, and in the order of their ids, so that settlements do not wait for each other in a
  -- circle. A device that was registered again since the push is kept.
  with gone as (
    delete from public.push_devices where push_devices.id in (
      select d.id
      from jsonb_to_recordset(p_outcomes) as o (id bigint, outcome text)
      join private.pushes as p on p.id = o.id
      join public.push_devices as d on d.id = p.device_id
      where o.outcome = 'unregistered' and d.registered_at <= p.created_at
      order by d.id for update of d
    )
    returning 1
  )
  select count(*) into devices_removed from gone;

  delete from private.pushes as p
  using jsonb_to_recordset(p_outcomes) as o (id bigint, outcome text)
  where p.id = o.id and (
    o.outcome in ('delivered', 'unregistered')
    or (o.outcome = 'pending' and p.created_at <= now() - interval '24 hours')
  );

  with settled as (
    update private.pushes as p
    set status = case
          when o.outcome in ('sent', 'pending') then 'sent'
          when o.outcome = 'refused' then 'dead'
          when p.created_at <= now() - interval '24 hours' then 'dead'
          else 'waiting'
        end,
        ticket_id = coalesce(o.ticket_id, p.ticket_id),
        last_error = left(o.error, 500),
        not_before = clock_timestamp() + case
          when o.outcome in ('sent', 'pending') then interval '15 minutes'
          else private.retry_pause(p.attempts)
        end
    from jsonb_to_recordset(p_outcomes)
      as o (id bigint, outcome text, ticket_id text, error text)
    where p.id = o.id
    returning p.status
  )
  select count(*) filter (where status = 'dead') into dead from settled;
  return next;
end
$$;

-- Schedules ---------------------------------------------------------------------------------------

select private.schedule_job('outbox-delivery', '*/1 * * * *', '/notifications/cron/deliver',
  '{CHAT_CRON_SECRET,WORKOUT_WINDOW_CRON_SECRET}');
select private.watch_job('outbox-delivery', concat_ws(' ', 'pushes', service, status), format(
  'select not_before from private.pushes
    where service = %L and status = %L and not_before <= now() order by not_before', service, status))
from (values ('expo', 'waiting'), ('expo', 'sent'), ('web', 'waiting')) as q (service, status);
select private.watch_job('outbox-delivery', concat_ws(' ', 'pushes', service, 'new'), format(
  'select created_at from private.pushes
    where service = %L and status = ''new'' order by not_before', service))
from unnest(array['expo', 'web']) as service;

-- Pushes that were given up, and notifications, read or not.
select private.purge_when('private.pushes', 'not_before', '30 days',
  format('service = %L and status = ''dead''', service))
from unnest(array['expo', 'web']) as service;
select private.purge_when('public.notifications', 'read_at', '90 days');
select private.purge_when('public.notifications', 'created_at', '1 year', 'read_at is null');

select private.expose('service_role', 'take_pushes', 'take_push_receipts', 'settle_pushes');
