-- A message to a large team is answered at once, and a job notifies the members.

-- Notifications of many ---------------------------------------------------------------------------

-- Notifies users in the order of their ids, as `private.notify` does one. The turns of the pushes
-- that one user (`user_id` of p_data) causes are a second apart, so that many of them delay nobody
-- else's. Returns the number of new notifications.
create function private.notify_all(
  p_user_ids uuid[], p_type text, p_title text, p_body text, p_data jsonb, p_dedupe_key text
) returns integer
language plpgsql volatile security definer
-- Follows indexes: a plan made for one user must also serve hundreds. A caller may forbid nested
-- loops: without any join that is allowed, the planner reads all devices.
set search_path = '' set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
set enable_nestloop = on
as $$
declare
  c_cause constant uuid := p_data ->> 'user_id';
  c_last_turn constant timestamptz := greatest(now() - interval '1 second', (
    select max(not_before) from private.pushes where caused_by = c_cause and status = 'new'));
  v_count integer;
begin
  with made as (
    insert into public.notifications (user_id, type, title, body, data, dedupe_key)
    select p.id, p_type, p_title, p_body, p_data, p_dedupe_key
    from public.profiles as p
    where p.id = any (p_user_ids) and p.is_active and not p.is_ai
    order by p.id
    on conflict on constraint notifications_dedupe_key do nothing
    returning id, user_id
  ), found as (
    select made.id, d.id as device_id, case when d.token is null then 'web' else 'expo' end as service
    from made
    join public.push_devices as d on d.user_id = made.user_id
    join public.profiles as p on p.id = d.user_id
    where private.wants_push(p.preferences, p_type)
    -- A device that another transaction is deleting needs no push, and must not make this one fail.
    for key share of d skip locked
  ), pushed as (
    insert into private.pushes (notification_id, device_id, service, caused_by, not_before)
    select id, device_id, service, c_cause,
      c_last_turn + row_number() over () * interval '1 second'
    from found
  )
  select count(*) into v_count from made;
  return v_count;
end
$$;

create or replace function private.notify(
  p_user_id uuid, p_type text, p_title text, p_body text default '', p_data jsonb default '{}',
  p_dedupe_key text default null
) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
begin
  return private.notify_all(
    array[p_user_id], p_type, p_title, p_body, p_data, p_dedupe_key) > 0;
end
$$;

-- Notices of messages -----------------------------------------------------------------------------

-- Messages of large teams, until a job has notified the members.
create table private.team_message_notices (
  -- Without a foreign key: the notices of a deleted message stand for later ones of its author.
  message_id uuid primary key,
  team_id uuid not null references public.teams (id) on delete cascade,
  user_id uuid not null references public.profile_cards (id) on delete cascade,
  -- The last member who was notified.
  after_id uuid not null default '00000000-0000-0000-0000-000000000000',
  created_at timestamptz not null default clock_timestamp(),
  -- When the job took it last: messages take turns.
  taken_at timestamptz not null default clock_timestamp()
);

select private.hide_table('private.team_message_notices',
  'Messages of large teams whose members a job is notifying.');

create index team_message_notices_team_id_idx on private.team_message_notices (team_id, user_id);
create index team_message_notices_user_id_idx on private.team_message_notices (user_id);
create index team_message_notices_created_at_idx on private.team_message_notices (created_at);
create index team_message_notices_taken_at_idx on private.team_message_notices (taken_at);

select private.register_person_column('private.team_message_notices', 'user_id',
  'Work in progress on a message, which the export contains.');
select private.register_person_column('private.team_message_notices', 'after_id',
  'A position in the list of members.', 'keep');

-- Notifies up to p_limit members of a team of a message, from the one after p_after_id on, except
-- its author and those who block the author. Notifies nobody of an author whose account is blocked
-- or being deleted. A member has at most one unread notification of a team. In the order of their
-- ids, so that concurrent messages do not wait for each other in a circle. Returns the id of the
-- last member, null when no more are left.
create function private.notify_team_members(
  p_team_id uuid, p_message_id uuid, p_author_id uuid, p_after_id uuid, p_limit integer
) returns uuid
language plpgsql volatile security definer set search_path = ''
as $$
declare
  c_members constant uuid[] := array(
    select user_id from public.team_members
    where team_id = p_team_id and user_id > p_after_id
      and team_id not in (select private.teams_in_deletion())
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
      where id = any (c_members) and id <> p_author_id
        and not p_author_id = any (blocked_user_ids)),
    'team_message', 'New message', '@' || handle || ' wrote to your team',
    jsonb_build_object('team_id', p_team_id, 'message_id', p_message_id, 'user_id', p_author_id),
    p_team_id::text)
  from public.profile_cards where id = p_author_id;
  return c_members[p_limit];
end
$$;

-- Notifies the members of a team of a message, those of a large one by the job. Under the lock in
-- which the team's messages are stored.
create or replace function private.notify_team(p_message public.team_messages) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  c_at_once constant integer := 200;
  c_nobody constant uuid := '00000000-0000-0000-0000-000000000000';
begin
  if c_at_once >= (
    select count(*) from (
      select from public.team_members where team_id = p_message.team_id limit c_at_once + 1
    ) as counted
  ) then
    perform private.notify_team_members(
      p_message.team_id, p_message.id, p_message.user_id, c_nobody, c_at_once);
    return;
  end if;
  -- A former message of the author serves as well, as long as nobody is notified of it. The job
  -- begins with none that is locked here, and has begun with one that it has locked.
  perform from private.team_message_notices
  where team_id = p_message.team_id and user_id = p_message.user_id and after_id = c_nobody
  for share skip locked;
  if not found then
    insert into private.team_message_notices (message_id, team_id, user_id)
    values (p_message.id, p_message.team_id, p_message.user_id);
  end if;
end
$$;

-- Notifies the members of large teams for a few seconds. One call at a time: two would wait for
-- each other, each with members of a team that the other one comes to.
create function private.continue_team_message_notices() returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  c_limit constant integer := 500;
  v_notice private.team_message_notices;
  v_after_id uuid;
begin
  while pg_try_advisory_xact_lock(hashtextextended('team_message_notices', 0)) loop
    select * into v_notice from private.team_message_notices
    order by taken_at limit 1 for no key update skip locked;
    exit when not found;
    v_after_id := private.notify_team_members(
      v_notice.team_id, v_notice.message_id, v_notice.user_id, v_notice.after_id, c_limit);
    if v_after_id is null then
      delete from private.team_message_notices where message_id = v_notice.message_id;
    else
      update private.team_message_notices
      set after_id = v_after_id, taken_at = clock_timestamp()
      where message_id = v_notice.message_id;
    end if;
    exit when clock_timestamp() > now() + interval '2 seconds';
  end loop;
  return jsonb_build_object('remaining', (select count(*) from private.team_message_notices));
end
$$;

select private.schedule_statement('team-message-notices', '*/1 * * * *',
  'select private.continue_team_message_notices()');
select private.watch_job('team-message-notices', 'messages', $$
  select created_at from private.team_message_notices order by created_at$$);
