-- Notifications: one row each in the app, and a push to every device of the recipient. Every group
-- writes them with `private.notify`.

create table public.notifications (
  id uuid primary key default private.uuid_v7(),
  user_id uuid not null references public.profiles (id) on delete cascade,
  type text not null
    check (type in (
      'baton_pass', 'window_reminder', 'chain_broken', 'chain_updated', 'battle_update',
      'battle_result', 'team_message', 'drop_received', 'badge_reached', 'mention', 'step_prompt',
      'assistant_note', 'organization_joined', 'organization_invitation', 'relay_message',
      'organization_handed_over', 'comment', 'reaction', 'reminder', 'streak_milestone',
      'token_created', 'weekly_review', 'webhook_disabled', 'token_expires',
      'grant_created', 'friend_entry', 'friend_joined', 'drop_thanked', 'sealed_device',
      'pair_streak_invited', 'pair_streak_milestone', 'pair_streak_waiting'
    )),
  title text not null,
  body text not null default '',
  data jsonb not null default '{}',
  dedupe_key text,
  read_at timestamptz,
  created_at timestamptz not null default now(),
  constraint notifications_dedupe_key unique (user_id, type, dedupe_key)
);

select private.guard_table('public.notifications', 'Notifications for a user.');
comment on column public.notifications.dedupe_key is
  'The subject of the notification, where it must not be repeated. Reading a team_message clears it.';

create index notifications_page_idx on public.notifications (user_id, created_at desc, id desc);
create index notifications_unread_idx on public.notifications (user_id, created_at desc, id desc)
  where read_at is null;
create index notifications_unread_at_idx on public.notifications (created_at)
  where read_at is null;
create index notifications_read_at_idx on public.notifications (read_at) where read_at is not null;

-- Finds the notifications that a user caused; `data.user_id` names that user.
create index notifications_about_idx on public.notifications ((data ->> 'user_id'))
  where data ? 'user_id';

select private.let_read('owner', 'public.notifications');

-- A note has the assistant's words, which no personal token reads.
create policy notifications_select_person on public.notifications as restrictive
  for select to authenticated
  using (type <> 'assistant_note' or (select auth.jwt()) ->> 'token_id' is null);

grant all on public.notifications to service_role;

-- Devices -----------------------------------------------------------------------------------------

create table public.push_devices (
  id uuid primary key default private.uuid_v7(),
  user_id uuid not null references public.profiles (id) on delete cascade,
  -- The forms of the provider: https://github.com/expo/expo-server-sdk-node
  token text
    unique
    check (
      token ~ '^Expo(nent)?PushToken\[[A-Za-z0-9_:.-]{1,200}\]$'
      or token ~* '^[a-z0-9]{8}(-[a-z0-9]{4}){3}-[a-z0-9]{12}$'),
  platform text not null check (platform in ('ios', 'android', 'web')),
  registered_at timestamptz not null default clock_timestamp(),
  created_at timestamptz not null default now(),
  constraint push_devices_browser_check check (token is not null or platform = 'web')
);

select private.guard_table('public.push_devices', 'Devices that receive the pushes of a user.');
comment on column public.push_devices.token is
  'Of the provider; null for a browser, which has a subscription instead.';

create index push_devices_user_id_idx on public.push_devices (user_id, registered_at desc);

select private.let_read('owner', 'public.push_devices');
select private.let_owner_change('public.push_devices', p_delete => true);

grant all on public.push_devices to service_role;

-- No client reads these, not even their owner: with them anybody can write to the browser.
create table private.push_subscriptions (
  device_id uuid primary key references public.push_devices (id) on delete cascade,
  endpoint text not null unique
    check (endpoint ~ '^https?://[^\s]+$' and char_length(endpoint) <= 1000),
  -- Base64url, 65 and 16 bytes.
  p256dh text not null check (p256dh ~ '^[A-Za-z0-9_-]{87}$'),
  auth text not null check (auth ~ '^[A-Za-z0-9_-]{22}$')
);

select private.hide_table('private.push_subscriptions',
  'Where and for which keys browsers receive pushes (RFC 8030, RFC 8291).');

-- The outbox of pushes ----------------------------------------------------------------------------

-- One row for each notification and device, in the transaction of the event. It holds no content:
-- the delivery reads the notification.
create table private.pushes (
  id bigint generated always as identity primary key,
  notification_id uuid not null references public.notifications (id) on delete cascade,
  device_id uuid not null references public.push_devices (id) on delete cascade,
  service text not null default 'expo' check (service in ('expo', 'web')),
  -- The user who caused the notification. A deletion of the account removes the notification.
  caused_by uuid,
  status text not null default 'new' check (status in ('new', 'waiting', 'sent', 'dead')),
  attempts integer not null default 0,
  not_before timestamptz not null default now(),
  ticket_id text,
  last_error text,
  created_at timestamptz not null default now(),
  constraint pushes_ticket_id_check check (status <> 'sent' or ticket_id is not null)
);

select private.hide_table('private.pushes',
  'Pushes to deliver. A row is removed when the provider confirms the delivery.');
comment on column private.pushes.status is
  'new: no attempt yet; waiting: for another attempt; sent: the provider has accepted it and its receipt is awaited; dead: given up, kept for 30 days.';
comment on column private.pushes.not_before is
  'For a new push: its turn; the push is due before that. For other pushes: the time of the next attempt, or of reading the receipt. An attempt in progress moves the time ahead.';

create index pushes_due_idx on private.pushes (service, status, not_before, id);
create index pushes_caused_by_idx on private.pushes (caused_by, not_before) where status = 'new';
create index pushes_notification_id_idx on private.pushes (notification_id);
create index pushes_device_id_idx on private.pushes (device_id);

-- Whether a user's preferences let notifications of a type go to devices. The preferences do not
-- stop the notification that a program may use the account.
create function private.wants_push(p_preferences jsonb, p_type text) returns boolean
language sql immutable set search_path = ''
as $$
  select p_type in ('token_created', 'grant_created', 'sealed_device')
    or p_preferences -> 'notifications' is distinct from 'false'
      and p_preferences -> 'notification_types' -> p_type is distinct from 'false'
$$;

-- Notifies users in the order of their ids, as `private.notify` does one. The turns of the pushes
-- that one user (`user_id` of p_data) causes are a second apart, so that many of them delay nobody
-- else's. Returns the number of new notifications.
create function private.notify_all(
  p_user_ids uuid[], p_text text, p_values jsonb, p_data jsonb, p_dedupe_key text
) returns integer
language plpgsql volatile security definer
-- Row `POST /api/encouragement-drops/send`: a plan for each number of users takes longer than it.
set search_path = '' set plan_cache_mode = 'force_generic_plan'
as $$
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
$$;

-- Notifies a user, once for each `p_dedupe_key` of a type, and queues a push to each of the user's
-- devices unless the preferences forbid it. `p_text` names title and body in `private.texts`, and
-- `p_values` fill them in; it begins with the type. Returns whether there is a new notification:
-- none for a synthetic, blocked or unknown user. `p_data` names the subject by ids, and with
-- `user_id` the person who caused it, whose deletion removes the notification. Values and data
-- contain nothing that the recipient may lose the right to see.
create function private.notify(
  p_user_id uuid, p_text text, p_values jsonb default '{}', p_data jsonb default '{}',
  p_dedupe_key text default null
) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
begin
  return private.notify_all(array[p_user_id], p_text, p_values, p_data, p_dedupe_key) > 0;
end
$$;

create function public.count_unread_notifications() returns integer
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select count(*) from public.notifications
    where user_id = (select auth.uid()) and read_at is null
      and (type <> 'assistant_note' or (select auth.jwt() ->> 'token_id') is null)
  );
end
$$;

-- Marks notifications of the caller as read, without ids all of them, the newest 5,000 at a time.
-- Returns how many are unread. A team's next message notifies again. A personal token leaves what
-- it does not see, and that a program may use the account, which it may not name.
create function private.read_notifications(p_ids uuid[] default null) returns integer
language sql volatile security definer set search_path = ''
as $$
  select private.require_caller();
  select private.refuse_if(auth.jwt() ->> 'token_id' is not null and exists (
      select from public.notifications
      where user_id = (select auth.uid()) and id = any (p_ids)
        and type in ('token_created', 'grant_created', 'sealed_device')
    ), 403,
    'No personal token marks what tells of access to the account as read', 'token_refused');
  update public.notifications
  set read_at = clock_timestamp(),
      dedupe_key = case when type = 'team_message' then null else dedupe_key end
  where user_id = (select auth.uid()) and read_at is null
    and (type not in ('assistant_note', 'token_created', 'grant_created', 'sealed_device')
      or auth.jwt() ->> 'token_id' is null)
    and id = any (coalesce(p_ids, array(
      select n.id from public.notifications as n
      where n.user_id = (select auth.uid()) and n.read_at is null
      order by n.created_at desc, n.id desc limit 5000)));
  select public.count_unread_notifications()
$$;

grant execute on function public.count_unread_notifications to authenticated;
select private.expose('authenticated', 'read_notifications');

-- Erases the notifications to the user and about the user, locked in one order: two users who
-- notified each other may delete their accounts at once.
create function private.erase_notifications(p_user_id uuid, p_limit integer) returns integer
language sql volatile security definer set search_path = ''
as $$
  with gone as (
    delete from public.notifications where id in (
      select id from public.notifications
      where user_id = p_user_id or data ? 'user_id' and data ->> 'user_id' = p_user_id::text
      order by id limit p_limit for update
    )
    returning 1
  )
  select count(*) from gone
$$;

select private.register_personal_data('public.notifications', 'erase_notifications', 40,
  p_omitted => '{dedupe_key}');
select private.register_personal_data('public.push_devices', 'delete', 40);
select private.register_person_column('private.pushes', 'device_id',
  'Deliveries in progress, without content.');
select private.register_person_column('private.pushes', 'caused_by',
  'Deliveries in progress, without content.', 'keep');
select private.register_person_column('private.push_subscriptions', 'device_id',
  'Anybody with the address and the keys can write to the browser.');
select private.register_person_column('public.notifications', 'data',
  'Notifications of others are their data.', 'erase_notifications', 40);

create view private.notification_copies as
  select id, user_id, type, title, body, data, read_at, created_at from public.notifications
  where type <> 'assistant_note' or (select auth.jwt() ->> 'token_id') is null;

comment on view private.notification_copies is 'Notifications as clients keep them.';

select private.register_synced_table(
  'notification', 'notifications', p_source => 'private.notification_copies');
