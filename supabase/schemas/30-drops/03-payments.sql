-- Subscriptions and payments: the customers of the payment provider, its events, and the
-- subscriptions that they describe. An event and its effect are stored in one transaction, so that
-- it takes effect once or not at all.

create table public.subscriptions (
  id uuid primary key default private.uuid_v7(),
  user_id uuid not null references public.profiles (id) on delete cascade,
  payment_customer_id text not null,
  payment_subscription_id text not null unique,
  -- The provider's value; only `active` makes a premium user.
  status text not null check (char_length(status) between 1 and 50),
  price_id text,
  current_period_end timestamptz,
  cancel_at timestamptz,
  cancel_at_period_end boolean not null default false,
  provider_updated_at timestamptz not null,
  provider_read_at timestamptz,
  revision integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

select private.guard_table('public.subscriptions',
  'Paid subscriptions; the status active makes a premium user.');
comment on column public.subscriptions.cancel_at is
  'The end of a subscription that is being cancelled; null otherwise.';
comment on column public.subscriptions.provider_updated_at is
  'When the provider created the newest stored event, in seconds.';
comment on column public.subscriptions.provider_read_at is
  'When the subscription was read from the provider; null when the event contained it.';
comment on column public.subscriptions.revision is
  'The number of changes. A state that was read from the provider before another change is not stored.';

create index subscriptions_user_id_idx on public.subscriptions (user_id, created_at desc);

select private.let_read('owner_or_admin', 'public.subscriptions');

create table private.payment_customers (
  user_id uuid primary key references public.profiles (id) on delete cascade,
  customer_id text not null unique check (char_length(customer_id) between 1 and 255),
  created_at timestamptz not null default now()
);

select private.hide_table('private.payment_customers',
  'The customer of the payment provider for each user.');

create table private.payment_events (
  id text primary key check (char_length(id) between 1 and 255),
  type text not null check (char_length(type) between 1 and 255),
  customer_id text,
  subscription_id text,
  outcome text not null check (outcome in ('applied', 'outdated', 'no_user', 'ignored')),
  created_at timestamptz not null,
  received_at timestamptz not null default now()
);

select private.hide_table('private.payment_events',
  'Every verified event, once, with its outcome but without its content.');
comment on column private.payment_events.outcome is
  'applied; outdated: a newer event is stored; no_user: the customer is unknown; ignored: it has no effect here.';
comment on column private.payment_events.created_at is
  'When the provider created the event, in seconds.';

create index payment_events_no_user_idx on private.payment_events (received_at)
  where outcome = 'no_user';

-- Three questions about the status of a subscription. The provider may still charge for an
-- `incomplete` subscription, which was never paid. A subscription continues while its payment fails
-- (`past_due`, `unpaid`).

-- Whether its user gets what subscribers get.
create function private.subscription_is_paid(p_status text) returns boolean
language sql immutable set search_path = ''
as $$ select p_status = 'active' $$;

-- Whether its user cannot begin another one.
create function private.subscription_continues(p_status text) returns boolean
language sql immutable set search_path = ''
as $$ select p_status not in ('canceled', 'incomplete', 'incomplete_expired') $$;

-- Whether the provider may still charge for it: an account that is deleted ends it.
create function private.subscription_may_charge(p_status text) returns boolean
language sql immutable set search_path = ''
as $$ select p_status not in ('canceled', 'incomplete_expired') $$;

-- Whether the user has a subscription that is paid.
create function private.is_subscriber(p_user_id uuid) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (
    select from public.subscriptions
    where user_id = p_user_id and private.subscription_is_paid(status));
end
$$;

-- Customers ---------------------------------------------------------------------------------------

-- The caller's customer, null before the first checkout, and whether a subscription continues.
create function private.payment_account()
returns table (customer_id text, subscribed boolean)
language sql stable security definer rows 1 set search_path = ''
as $$
  select
    (select customer_id from private.payment_customers where user_id = me.id),
    exists (
      select from public.subscriptions
      where user_id = me.id and private.subscription_continues(status)
    )
  from private.require_caller() as me (id)
$$;

-- Stores the customer of a user and returns the valid one: the first that was stored, unless the
-- new one replaces it because the provider has deleted it.
create function private.link_payment_customer(
  p_user_id uuid, p_customer_id text, p_replaces text default null
) returns text
language sql volatile security definer set search_path = ''
as $$
  -- One after another: of two inserts of one customer, both unique, `on conflict (user_id)`
  -- resolves one key and the other one may refuse.
  select pg_advisory_xact_lock(hashtextextended('payment_customers ' || p_user_id, 0));
  insert into private.payment_customers as c (user_id, customer_id)
  values (p_user_id, p_customer_id)
  on conflict (user_id) do update set
    customer_id = case c.customer_id when p_replaces then p_customer_id else c.customer_id end,
    created_at = case c.customer_id when p_replaces then now() else c.created_at end
  returning customer_id
$$;

-- Events ------------------------------------------------------------------------------------------

-- The user of an event's subscription, or null. The customer decides, because the provider vouches
-- for it: the customer of the stored subscription, or of a user. The metadata decides only for an
-- unknown customer and a user without one: staff created that subscription at the provider.
create function private.payment_user(
  p_stored public.subscriptions, p_customer_id text, p_metadata_user_id text
) returns uuid
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_metadata_user_id uuid;
begin
  -- Not in a query: Postgres may cast a constant when it plans one, whatever a condition says.
  if pg_input_is_valid(p_metadata_user_id, 'uuid') then
    v_metadata_user_id := p_metadata_user_id;
  end if;
  -- Locked until the event is stored, so that the deletion of the account comes before or after.
  return (
    select p.id from public.profiles as p
    where p.id = case
      when p_stored.payment_customer_id = p_customer_id then p_stored.user_id
      when p_stored.id is null then coalesce(
        (select user_id from private.payment_customers where customer_id = p_customer_id),
        v_metadata_user_id)
      end
      and (p_stored.id is not null or not exists (
        select from private.payment_customers as c
        where c.user_id = p.id and c.customer_id is distinct from p_customer_id))
    for key share of p);
end
$$;

-- The outcome of an event about a subscription. It depends on the stored subscription, the event's
-- user and time, whether the state of the subscription is known, and the revision at which the
-- state was read from the provider. `read`: the state must be read from the provider first.
create function private.payment_outcome(
  p_stored public.subscriptions, p_user_id uuid, p_created_at timestamptz, p_is_known boolean,
  p_revision integer
) returns text
language sql immutable set search_path = ''
as $$
  select case
    when p_user_id is null then 'no_user'
    when p_created_at < p_stored.provider_updated_at then 'outdated'
    when p_revision <> coalesce(p_stored.revision, 0) then 'read'
    when p_revision is null and (
      not p_is_known
      or p_created_at = p_stored.provider_updated_at
      -- The state that was read may include events older than it. One minute exceeds the difference
      -- between the two clocks by far.
      or p_created_at < p_stored.provider_read_at + interval '1 minute'
    ) then 'read'
    when p_is_known then 'applied'
    else 'ignored'
  end
$$;

-- Stores a verified event and its effect, both or neither.
--
-- p_event: id, type, created (seconds since 1970), customer_id, subscription_id, user_id (of the
-- metadata). Without a subscription_id it has no effect.
--
-- p_subscription: status, price_id, current_period_end, cancel_at (seconds), cancel_at_period_end;
-- from the event, or read from the provider when revision `p_revision` was stored here (0: none).
-- Null when the event contains none, or the provider knows none.
--
-- Returns {outcome, revision}: the outcome, `duplicate` when the event was stored before, or `read`
-- when nothing was stored because the subscription must be read from the provider first.
create function private.record_payment_event(
  p_event jsonb, p_subscription jsonb default null, p_revision integer default null
) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_event private.payment_events := jsonb_populate_record(null::private.payment_events, p_event);
  v_stored public.subscriptions;
  v_user_id uuid;
begin
  -- Events about one subscription wait for each other.
  perform pg_advisory_xact_lock(
    hashtextextended('payment ' || coalesce(v_event.subscription_id, v_event.id), 0));
  if exists (select from private.payment_events where id = v_event.id) then
    return jsonb_build_object('outcome', 'duplicate');
  end if;
  v_event.created_at := to_timestamp((p_event ->> 'created')::bigint);
  v_event.received_at := now();
  v_event.outcome := 'ignored';

  if v_event.subscription_id is not null then
    select * into v_stored from public.subscriptions
    where payment_subscription_id = v_event.subscription_id;
    v_user_id := private.payment_user(v_stored, v_event.customer_id, p_event ->> 'user_id');
    v_event.outcome := private.payment_outcome(
      v_stored, v_user_id, v_event.created_at, p_subscription is not null, p_revision);
  end if;
  if v_event.outcome = 'read' then
    return jsonb_build_object('outcome', 'read', 'revision', coalesce(v_stored.revision, 0));
  elsif v_event.outcome = 'applied' then
    insert into private.payment_customers (user_id, customer_id)
    values (v_user_id, v_event.customer_id)
    on conflict do nothing;
    insert into public.subscriptions as s (
      user_id, payment_customer_id, payment_subscription_id, status, price_id, current_period_end,
      cancel_at, cancel_at_period_end, provider_updated_at, provider_read_at
    )
    values (
      v_user_id, v_event.customer_id, v_event.subscription_id, p_subscription ->> 'status',
      p_subscription ->> 'price_id',
      to_timestamp((p_subscription ->> 'current_period_end')::bigint),
      to_timestamp((p_subscription ->> 'cancel_at')::bigint),
      coalesce((p_subscription ->> 'cancel_at_period_end')::boolean, false),
      v_event.created_at, case when p_revision is not null then clock_timestamp() end
    )
    on conflict (payment_subscription_id) do update set
      status = excluded.status,
      price_id = excluded.price_id,
      current_period_end = excluded.current_period_end,
      cancel_at = excluded.cancel_at,
      cancel_at_period_end = excluded.cancel_at_period_end,
      provider_updated_at = excluded.provider_updated_at,
      provider_read_at = excluded.provider_read_at,
      revision = s.revision + 1;
  end if;
  insert into private.payment_events select v_event.*;
  return jsonb_build_object('outcome', v_event.outcome);
end
$$;

select private.expose('authenticated', 'payment_account');
select private.expose('service_role', 'link_payment_customer', 'record_payment_event');

select private.register_personal_data('public.subscriptions', 'delete', 80);
select private.register_personal_data('private.payment_customers', 'delete', 80,
  p_page_key => '{user_id}');
select private.register_person_column('public.subscriptions', 'payment_customer_id',
  p_section => 'subscriptions');
select private.register_person_column('private.payment_customers', 'customer_id',
  p_section => 'payment_customers');
select private.register_person_column('private.payment_events', 'customer_id',
  'Record of a processed event of the payment provider, without its content.', 'keep');
