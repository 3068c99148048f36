-- Deliveries as the owner of their webhook sees them, and sends them by hand.

-- A delivery as the owner of its webhook sees it.
create view private.webhook_delivery_cards as
  select id, webhook_id, event_id, type, status, attempts, response_status, next_attempt_at,
    created_at, last_attempt_at, duration_ms, error
  from private.webhook_deliveries;

comment on view private.webhook_delivery_cards is 'Deliveries of webhooks, as their owners see them.';

-- One page of the deliveries of the caller's webhook, newest first.
create function private.list_webhook_deliveries(
  p_id uuid, p_before_at timestamptz default null, p_before_id uuid default null,
  p_limit integer default 50
) returns setof private.webhook_delivery_cards
language plpgsql stable security definer rows 50 set search_path = ''
as $$
declare
  v_caller constant uuid := private.require_caller();
begin
  perform private.refuse_if(not exists (
    select from private.webhooks where id = p_id and user_id = v_caller
  ), 404, 'Webhook not found');
  return query
    select d.* from private.webhook_delivery_cards as d
    where d.webhook_id = p_id
      and (d.created_at, d.id)
        < (coalesce(p_before_at, 'infinity'), coalesce(p_before_id, private.last_id()))
    order by d.created_at desc, d.id desc
    limit private.page_limit(p_limit);
end
$$;

-- Sending by hand ---------------------------------------------------------------------------------

-- The caller's webhook for an event that the caller asks for.
create function private.require_webhook_on(p_id uuid) returns private.webhooks
language plpgsql volatile security definer set search_path = ''
as $$
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
$$;

-- Gives a webhook with a pending delivery its turn, after a pause at the end of the pause.
create function private.make_due(p_id uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  update private.webhooks set due_at = least(due_at, greatest(held_until, clock_timestamp()))
  where id = p_id;
end
$$;

-- Sends a `ping` to the caller's webhook, with the next run of the job.
create function private.ping_webhook(p_id uuid) returns setof private.webhook_delivery_cards
language plpgsql volatile security definer rows 1 set search_path = ''
as $$
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
$$;

-- Sends a delivery with the next run of the job. A delivery that waits for its next try keeps its
-- number of tries; a delivery that has ended gets all its tries again. Ends the pause after a
-- time-out.
create function private.resend_webhook_delivery(p_id uuid, p_delivery_id uuid)
returns setof private.webhook_delivery_cards
language plpgsql volatile security definer rows 1 set search_path = ''
as $$
declare
  v_webhook constant private.webhooks := private.require_webhook_on(p_id);
begin
  perform private.refuse_if(not exists (
    select from private.webhook_deliveries where id = p_delivery_id and webhook_id = p_id
  ), 404, 'Delivery not found');
  perform private.require_rate_limit('webhook_resend', v_webhook.user_id,
    'At most 10 deliveries an hour are sent again, try again in %s seconds');
  update private.webhook_deliveries
  set status = 'pending', attempts = case status when 'pending' then attempts else 0 end,
    next_attempt_at = now()
  where id = p_delivery_id;
  update private.webhooks set held_until = null where id = p_id;
  perform private.make_due(p_id);
  return query select * from private.webhook_delivery_cards where id = p_delivery_id;
end
$$;

select private.expose('authenticated', 'list_webhook_deliveries', 'ping_webhook',
  'resend_webhook_delivery');
