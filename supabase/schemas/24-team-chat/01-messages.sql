-- Team chat, for the members of a team. A notification tells members of the first message that they
-- have not read.

create table public.team_messages (
  id uuid primary key default private.uuid_v7(),
  team_id uuid not null references public.teams (id) on delete cascade,
  -- Null after the deletion of the author's account; the message remains.
  user_id uuid references public.profile_cards (id) on delete set null,
  content text not null check (char_length(content) <= 2000 and content ~ '\S'),
  written_at timestamptz not null default now(),
  created_at timestamptz not null default now()
);

select private.guard_table('public.team_messages', 'Messages between members of a team.');

create index team_messages_page_idx on public.team_messages (team_id, written_at desc, id desc);
create index team_messages_arrival_idx on public.team_messages (team_id, created_at, id);
create index team_messages_user_id_idx on public.team_messages (user_id);

select private.set_quota('public.team_messages', 'team messages', p_daily => 2000);
select private.count_texts_of('public.team_messages', '{content}');

create policy team_messages_select_member on public.team_messages for select to authenticated
  using (
    team_id in (select private.my_team_ids())
    or (select private.is_super_admin()) and team_id not in (select private.groups_in_deletion())
  );

create policy team_messages_delete_author_or_admin on public.team_messages
  for delete to authenticated
  using (
    team_id in (select private.my_team_ids())
      and (user_id = (select auth.uid()) or private.my_team_role(team_id) = 'admin')
    or (select private.is_super_admin())
  );

grant select, delete on public.team_messages to authenticated;
select private.limit_answers('public.team_messages', 'delete');
grant all on public.team_messages to service_role;

-- A repeated request does not bring a deleted message back, and readers go on after it.
create table private.deleted_team_messages (
  id uuid not null,
  team_id uuid not null,
  user_id uuid references public.profile_cards (id) on delete set null,
  created_at timestamptz not null,
  deleted_at timestamptz not null default now(),
  primary key (id)
);

select private.hide_table('private.deleted_team_messages',
  'Ids and times of deleted messages, for 90 days. The messages of a deleted team leave no rows.');

create index deleted_team_messages_user_id_idx on private.deleted_team_messages (user_id);
create index deleted_team_messages_deleted_at_idx on private.deleted_team_messages (deleted_at);

select private.purge_when('private.deleted_team_messages', 'deleted_at', '91 days');

-- Returns the caller's id when the caller may use the team's chat. Other members of the
-- organization get 403, everyone else 404.
create function private.require_team_member(p_team_id uuid) returns uuid
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_caller uuid := private.require_caller();
  v_org_id uuid;
begin
  select org_id into v_org_id from public.teams
  where id = p_team_id and id not in (select private.groups_in_deletion());
  if v_org_id is not null
    and (private.my_team_role(p_team_id) is not null or private.is_super_admin()) then
    return v_caller;
  end if;
  perform private.refuse_if(v_org_id is null or private.my_org_role(v_org_id) is null,
    404, 'Team not found');
  perform private.refuse(403, 'Only members of the team take part in its chat');
end
$$;

-- Notifies the members of a team of a message, those of a large one by the job. Under the lock in
-- which the team's messages are stored.
create function private.notify_team(p_message public.team_messages) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_at_once constant integer := 200;
  v_nobody constant uuid := '00000000-0000-0000-0000-000000000000';
begin
  if v_at_once >= (
    select count(*) from (
      select from public.team_members where team_id = p_message.team_id limit v_at_once + 1
    ) as counted
  ) then
    perform private.notify_team_members(
      p_message.team_id, p_message.id, p_message.user_id, v_nobody, v_at_once);
    return;
  end if;
  -- An earlier notice of the author serves for this message too, as long as nobody has been
  -- notified of it. The job takes no notice that is locked here, and this skips a notice that the
  -- job has locked.
  perform from private.team_message_notices
  where team_id = p_message.team_id and user_id = p_message.user_id and after_id = v_nobody
  for share skip locked;
  if not found then
    insert into private.team_message_notices (message_id, team_id, user_id)
    values (p_message.id, p_message.team_id, p_message.user_id);
  end if;
end
$$;

-- The messages of a team are stored one after another, each with a later created_at than the last:
-- a reader who has one has all that precede it, and asks for those after it.
create function private.send_team_message(
  p_team_id uuid, p_content text, p_id uuid default null, p_written_at timestamptz default null
) returns public.team_messages
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_caller uuid := private.require_team_member(p_team_id);
  v_created_at timestamptz;
  v_message public.team_messages;
begin
  -- Until the end of the transaction.
  perform pg_advisory_xact_lock(hashtextextended('team_messages ' || p_team_id, 0));
  select greatest(clock_timestamp(), max(created_at) + interval '1 microsecond') into v_created_at
  from public.team_messages where team_id = p_team_id;
  insert into public.team_messages (id, team_id, user_id, content, written_at, created_at)
  values (coalesce(p_id, private.uuid_v7()), p_team_id, v_caller, p_content,
    coalesce(p_written_at, v_created_at), v_created_at)
  returning * into v_message;
  -- After the insert, which waits for a concurrent deletion.
  perform private.refuse_deleted_id(user_id, v_caller) from private.deleted_team_messages
  where id = v_message.id;
  perform private.notify_team(v_message);
  return v_message;
end
$$;

-- Deletes a message. The policy decides who may; this tells the others why not.
create function public.delete_team_message(p_team_id uuid, p_message_id uuid) returns void
language plpgsql volatile set search_path = ''
as $$
begin
  perform private.require_team_member(p_team_id);
  delete from public.team_messages where id = p_message_id and team_id = p_team_id;
  if found then
    return;
  end if;
  perform from public.team_messages where id = p_message_id and team_id = p_team_id;
  perform private.refuse_if(found,
    403, 'Only its author or an admin of the team may delete a message');
  perform private.refuse(404, 'Message not found');
end
$$;

-- Keeps the id and the times of a deleted message, and records that a super admin deletes
-- somebody's message, without its text. Not for the messages of a team that is deleted.
create function private.record_deleted_message() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if old.team_id in (select private.groups_in_deletion()) then
    return null;
  end if;
  insert into private.deleted_team_messages (id, team_id, user_id, created_at)
  values (old.id, old.team_id, old.user_id, old.created_at)
  on conflict (id) do nothing;
  if private.is_super_admin() and old.user_id is distinct from (select auth.uid()) then
    perform private.audit('team_message.delete', 'team', old.team_id::text,
      jsonb_build_object('id', old.id, 'user_id', old.user_id), null);
  end if;
  return null;
end
$$;

create trigger team_messages_900_record after delete on public.team_messages
  for each row when (pg_trigger_depth() = 0) execute function private.record_deleted_message();

-- When a message of a team arrived, which may be deleted; null for an unknown one.
create function private.message_arrival(p_team_id uuid, p_message_id uuid) returns timestamptz
language sql stable security definer set search_path = ''
as $$
  select created_at from public.team_messages where id = p_message_id and team_id = p_team_id
  union all
  select created_at from private.deleted_team_messages
  where id = p_message_id and team_id = p_team_id
  limit 1
$$;

-- The chat of a team, newest first: up to p_limit messages older than (p_before_at, p_before_id).
-- With p_after_id, the messages that arrived after that message, oldest first; with p_after_at too,
-- that message is not looked up.
create function public.list_team_messages(
  p_team_id uuid, p_before_at timestamptz default null, p_before_id uuid default null,
  p_limit integer default 50, p_after_at timestamptz default null, p_after_id uuid default null
) returns setof public.team_messages
language plpgsql stable rows 50 set search_path = ''
as $$
declare
  v_after_at timestamptz;
begin
  perform private.require_team_member(p_team_id);
  if p_after_id is not null then
    v_after_at := coalesce(p_after_at, private.message_arrival(p_team_id, p_after_id));
    perform private.refuse_if(v_after_at is null, 404, 'after: not found');
    return query
      select * from public.team_messages
      where team_id = p_team_id and (created_at, id) > (v_after_at, p_after_id)
      order by created_at, id
      limit private.page_limit(p_limit);
    return;
  end if;
  return query
    select * from public.team_messages
    where team_id = p_team_id
      and (p_before_at is null or (written_at, id) < (p_before_at, p_before_id))
    order by written_at desc, id desc
    limit private.page_limit(p_limit);
end
$$;

grant execute on function private.require_team_member, private.message_arrival,
  public.list_team_messages, public.delete_team_message to authenticated;
select private.expose('authenticated', 'send_team_message');

select private.register_personal_data('public.team_messages', 'clear', 50);
-- The messages remain for the other members.
select private.register_person_column('private.deleted_team_messages', 'user_id',
  'Ids and times of deleted messages, for 90 days, without their texts.', 'clear', 51);

create trigger team_messages_950_tell_insert after insert on public.team_messages
  referencing new table as changed for each statement
  execute function private.tell('team', 'message_created', 'team_id');
-- Not when the whole team is deleted.
create trigger team_messages_960_tell_delete after delete on public.team_messages
  referencing old table as changed for each statement when (pg_trigger_depth() = 0)
  execute function private.tell('team', 'message_deleted', 'team_id');
