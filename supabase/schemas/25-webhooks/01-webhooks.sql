-- Webhooks: addresses of programs, to which the service posts what changes in a user's own data.

create table private.webhooks (
  id uuid primary key default private.uuid_v7(),
  user_id uuid not null references public.profiles (id) on delete cascade,
  url text not null check (url ~ '^https?://' and char_length(url) <= 2048),
  events text[] not null check (cardinality(events) > 0),
  description text not null check (char_length(description) <= 2000),
  is_active boolean not null default true,
  secret text not null check (char_length(secret) <= 1000),
  former_secret text check (char_length(former_secret) <= 1000),
  former_until timestamptz,
  disabled_at timestamptz,
  disabled_reason text check (disabled_reason in ('gone', 'failing')),
  created_at timestamptz not null default now(),
  -- The position in the log of changes, as cursors of sync have it.
  era integer not null,
  since pg_snapshot not null,
  since_at timestamptz not null default now(),
  day date not null default private.utc_today(),
  made integer not null default 0,
  due_at timestamptz,
  held_until timestamptz,
  leased_until timestamptz,
  failing_since timestamptz,
  failures integer not null default 0,
  waits_since timestamptz,
  constraint webhooks_disabled_check check ((disabled_at is null) = (disabled_reason is null))
);

select private.hide_table('private.webhooks',
  'Webhooks, with encrypted secrets. Only functions read and write them.');
comment on column private.webhooks.former_secret is
  'Signs beside the secret until former_until, for a day after a rotation.';
comment on column private.webhooks.disabled_at is
  'When the service turned it off: gone (410), or ten failures in five days without a success. Null when its owner or a change to a classroom account turned it off.';
comment on column private.webhooks.made is 'How many events the day has; 1,001 with the overflow.';
comment on column private.webhooks.due_at is
  'The time of the next try, null without a pending delivery. Webhooks that are due have their turns in this order.';
comment on column private.webhooks.held_until is
  'After a time-out: all deliveries wait for the next try of the delivery that timed out.';
comment on column private.webhooks.failing_since is 'The first failure since the last success.';
comment on column private.webhooks.waits_since is
  'Since when the owner is blocked; null for an owner who is not blocked.';

create index webhooks_page_idx on private.webhooks (user_id, created_at desc, id desc);
create index webhooks_due_at_idx on private.webhooks (due_at) where waits_since is null;

-- A webhook as its owner sees it.
create view private.webhook_cards as
  select id, user_id, url, events, description, is_active, created_at, disabled_at, disabled_reason
  from private.webhooks;

comment on view private.webhook_cards is 'Webhooks without their secrets.';

-- Each event is a delivery of its own for each webhook.
create table private.webhook_deliveries (
  id uuid primary key default private.uuid_v7(),
  webhook_id uuid not null references private.webhooks (id) on delete cascade,
  event_id uuid not null default private.uuid_v7(),
  type text not null check (char_length(type) <= 100),
  object_id uuid not null,
  object_type text check (char_length(object_type) <= 100),
  status text not null default 'pending' check (status in ('pending', 'delivered', 'failed')),
  attempts integer not null default 0,
  response_status integer check (response_status between 100 and 999),
  next_attempt_at timestamptz default now(),
  created_at timestamptz not null default now(),
  last_attempt_at timestamptz,
  duration_ms integer check (duration_ms >= 0),
  error text check (error in ('dns', 'refused', 'tls', 'timeout', 'status')),
  constraint webhook_deliveries_next_check check ((status = 'pending') = (next_attempt_at is not null))
);

select private.hide_table('private.webhook_deliveries',
  'Events for webhooks and what became of them: ids alone, kept for 7 days.');
comment on column private.webhook_deliveries.event_id is
  'The id of the event, the same at every try.';
comment on column private.webhook_deliveries.object_type is
  'The type of the notification, for an event about a notification.';
comment on column private.webhook_deliveries.response_status is
  'The status of the answer to the last try; null without an answer.';
comment on column private.webhook_deliveries.error is
  'Why the last try failed: no public address, no connection, no certificate, no answer within ten seconds, or a status outside of 2xx.';

create index webhook_deliveries_page_idx
  on private.webhook_deliveries (webhook_id, created_at desc, id desc);
create index webhook_deliveries_due_idx
  on private.webhook_deliveries (webhook_id, next_attempt_at, id) where status = 'pending';
create index webhook_deliveries_ended_idx
  on private.webhook_deliveries (created_at) where status <> 'pending';
create index webhook_deliveries_given_up_idx
  on private.webhook_deliveries (last_attempt_at) where status = 'failed' and attempts >= 8;

insert into private.quotas (kind, max_daily, max_total) values ('webhooks', 100, 10);
insert into private.rate_limit_rules (bucket, max_hits, per)
values ('webhook_ping', 10, '1 hour'), ('webhook_resend', 10, '1 hour');

-- Making and changing -----------------------------------------------------------------------------

-- The service calls these: it has verified the address, and encrypts the secret.

-- The events that a webhook can ask for.
create function private.webhook_events() returns text[]
language plpgsql stable security definer set search_path = ''
as $$
begin
  return array['profile.changed', 'notification.created'] || array(
    select t.type || verb from private.synced_types as t, unnest(array['.changed', '.deleted']) as verb
    where t.type <> 'notification');
end
$$;

-- The events of a webhook, each once.
create function private.chosen_events(p_events text[]) returns text[]
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.refuse_if(coalesce(cardinality(p_events) = 0, true)
    or not p_events <@ private.webhook_events(), 400, 'events: unknown', 'unknown_value');
  return array(select distinct unnest(p_events) order by 1);
end
$$;

create function private.create_webhook(
  p_user_id uuid, p_session_id uuid, p_url text, p_events text[], p_description text, p_secret text
) returns setof private.webhook_cards
language plpgsql volatile security definer rows 1 set search_path = ''
as $$
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
$$;

-- The webhook with this id of a user in person, locked.
create function private.own_webhook(p_user_id uuid, p_id uuid) returns private.webhooks
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_webhook private.webhooks;
begin
  select * into v_webhook from private.webhooks
  where id = p_id and user_id = p_user_id for no key update;
  perform private.refuse_if(not found, 404, 'Webhook not found');
  return v_webhook;
end
$$;

-- Ends the pending deliveries of a webhook, and forgets its failures.
create function private.end_deliveries(p_webhook_id uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  update private.webhook_deliveries set status = 'failed', next_attempt_at = null
  where webhook_id = p_webhook_id and status = 'pending';
  update private.webhooks
  set due_at = null, held_until = null, failing_since = null, failures = 0
  where id = p_webhook_id;
end
$$;

-- Changes what is given. Another address ends the pending deliveries, as does turning off; turned
-- on again, a webhook is told of what changes from now on.
create function private.update_webhook(
  p_user_id uuid, p_session_id uuid, p_id uuid, p_url text default null,
  p_events text[] default null, p_description text default null, p_is_active boolean default null
) returns setof private.webhook_cards
language plpgsql volatile security definer rows 1 set search_path = ''
as $$
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
$$;

-- Gives a webhook another secret. The former secret signs beside it for 24 hours.
create function private.rotate_webhook_secret(
  p_user_id uuid, p_session_id uuid, p_id uuid, p_secret text
) returns setof private.webhook_cards
language plpgsql volatile security definer rows 1 set search_path = ''
as $$
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
$$;

select private.expose('service_role', 'create_webhook', 'update_webhook', 'rotate_webhook_secret');

-- Reading and deleting ----------------------------------------------------------------------------

-- One page of the caller's webhooks, newest first.
create function private.list_webhooks(
  p_before_at timestamptz default null, p_before_id uuid default null, p_limit integer default 50
) returns setof private.webhook_cards
language plpgsql stable security definer rows 10 set search_path = ''
as $$
declare
  v_caller constant uuid := private.require_caller();
begin
  return query
    select w.* from private.webhook_cards as w
    where w.user_id = v_caller
      and (w.created_at, w.id)
        < (coalesce(p_before_at, 'infinity'), coalesce(p_before_id, private.last_id()))
    order by w.created_at desc, w.id desc
    limit private.page_limit(p_limit);
end
$$;

-- Deletes a webhook of the caller, with its deliveries.
create function private.delete_webhook(p_id uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_caller constant uuid := private.require_caller();
begin
  delete from private.webhooks where id = p_id and user_id = v_caller;
  perform private.refuse_if(not found, 404, 'Webhook not found');
end
$$;

select private.expose('authenticated', 'list_webhooks', 'delete_webhook');

-- Blocked owners ----------------------------------------------------------------------------------

-- The webhooks of a blocked user wait. That time does not count as failing.
create function private.hold_webhooks() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update private.webhooks set
    waits_since = case when not new.is_active then now() end,
    failing_since = failing_since + coalesce(now() - waits_since, '0')
  where user_id = new.id;
  return null;
end
$$;

create trigger profiles_726_hold_webhooks after update of is_active on public.profiles
  for each row when (old.is_active <> new.is_active) execute function private.hold_webhooks();

-- Classroom accounts ------------------------------------------------------------------------------

-- Programs of an account that becomes one of a classroom end.
create function private.end_programs() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update private.personal_tokens set revoked_at = now()
  where user_id = new.id and revoked_at is null and grant_id is null;
  update private.grants set ended_at = now() where user_id = new.id and ended_at is null;
  perform private.end_deliveries(id) from private.webhooks where user_id = new.id;
  update private.webhooks set is_active = false where user_id = new.id and is_active;
  return null;
end
$$;

create trigger profiles_727_end_programs after update of is_classroom on public.profiles
  for each row when (new.is_classroom and not old.is_classroom)
  execute function private.end_programs();

-- Export and end ----------------------------------------------------------------------------------

select private.register_personal_data('private.webhooks', 'delete', 41,
  p_source => 'private.webhook_cards');
select private.register_person_column('private.webhook_deliveries', 'webhook_id',
  'Ids and times of changes; the export contains what they are about.', 'delete', 40,
  p_condition => 'webhook_id in (select id from private.webhooks where user_id = $1)');
select private.purge_when('private.webhook_deliveries', 'created_at', '7 days',
  'status <> ''pending''');
