-- Notices of messages: a small team is notified at once, a large one by a job.

-- Messages of large teams, until a job has notified the members.
create table private.team_message_notices (
  -- Without a foreign key: the notices of a deleted message stand for later ones of its author.
  message_id uuid primary key,
  team_id uuid not null references public.teams (id) on delete cascade,
  user_id uuid not null references public.profile_cards (id) on delete cascade,
  -- The last member who was notified.
  after_id uuid not null default private.first_id(),
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

select private.register_person_column('private.team_message_notices', 'after_id',
  'A position in the list of members.', 'keep');

-- Notifies up to p_limit members of a team of a message, from the one after p_after_id on, except
-- its author and the users who block the author. Does nothing when the author's account is blocked
-- or being deleted. A member has at most one unread notification of a team. Takes the members in
-- the order of their ids, so that concurrent messages do not wait for each other in a circle.
-- Returns the id of the last member, null when no more are left.
create function private.notify_team_members(
  p_team_id uuid, p_message_id uuid, p_author_id uuid, p_after_id uuid, p_limit integer
) returns uuid
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_members constant uuid[] := array(
    select user_id from public.team_members
    where team_id = p_team_id and user_id > p_after_id
      and team_id not in (select private.groups_in_deletion())
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
      where id = any (v_members) and id <> p_author_id
        and not p_author_id = any (blocked_user_ids)),
    'team_message', jsonb_build_object('handle', handle),
    jsonb_build_object('team_id', p_team_id, 'message_id', p_message_id, 'user_id', p_author_id),
    p_team_id::text)
  from public.profile_cards where id = p_author_id;
  return v_members[p_limit];
end
$$;

-- Notifies the members of large teams for a few seconds. One call at a time: two calls with the
-- same members in different teams would wait for each other.
create function private.continue_team_message_notices() returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_limit constant integer := 500;
  v_notice private.team_message_notices;
  v_after_id uuid;
  v_failed uuid[] := '{}';
  v_errors text[] := '{}';
begin
  while pg_try_advisory_xact_lock(hashtextextended('team_message_notices', 0)) loop
    select * into v_notice from private.team_message_notices
    where message_id <> all (v_failed)
    order by taken_at limit 1 for no key update skip locked;
    exit when not found;
    begin
      v_after_id := private.notify_team_members(
        v_notice.team_id, v_notice.message_id, v_notice.user_id, v_notice.after_id, v_limit);
      if v_after_id is null then
        delete from private.team_message_notices where message_id = v_notice.message_id;
      else
        update private.team_message_notices
        set after_id = v_after_id, taken_at = clock_timestamp()
        where message_id = v_notice.message_id;
      end if;
    exception when others then
      if private.passes(sqlstate) then
        raise;
      end if;
      v_failed := v_failed || v_notice.message_id;
      v_errors := v_errors || format('%s: %s', v_notice.message_id, sqlerrm);
      update private.team_message_notices set taken_at = clock_timestamp()
      where message_id = v_notice.message_id;
    end;
    exit when clock_timestamp() > now() + interval '2 seconds';
  end loop;
  return jsonb_build_object('failed', cardinality(v_failed), 'errors', v_errors,
    'remaining', (select count(*) from private.team_message_notices));
end
$$;

select private.schedule_statement('team-message-notices', '*/1 * * * *',
  'select private.continue_team_message_notices()');
select private.watch_job('team-message-notices', 'messages', $$
  select created_at from private.team_message_notices order by created_at$$);
