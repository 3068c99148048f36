-- Live updates: broadcasts that tell a user (`user:<id>`) and the members of a team (`team:<id>`)
-- that something has changed, never what. Who hears them then reads it under their own rights.

-- Listening ---------------------------------------------------------------------------------------

-- Realtime asks when a private channel is joined, and when its token changes. Users only hear their
-- own topic; members of a team also speak and are present in the team's.
create policy messages_all_active on realtime.messages as restrictive to authenticated
  using ((select private.caller_is_active()));

create policy messages_select_listener on realtime.messages for select to authenticated
  using (
    extension = 'broadcast' and topic = 'user:' || (select auth.uid())
    or topic in (select 'team:' || t.id from private.my_team_ids() as t (id))
  );

create policy messages_insert_member on realtime.messages for insert to authenticated
  with check (topic in (select 'team:' || t.id from private.my_team_ids() as t (id)));

-- Telling -----------------------------------------------------------------------------------------

-- The functions of triggers tell each topic once for a statement, by one insert, with the id where it
-- has one alone. What cannot be told, because the partition of the day is missing for instance, never
-- fails the write.

-- Tells the owners of the changed rows. Its argument is the type, as in the deletions of sync.
create function private.tell_owners() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if current_setting('live.tells', true) is distinct from 'off' then
    insert into realtime.messages (topic, extension, event, private, payload)
    select 'user:' || user_id, 'broadcast', 'changed', true, jsonb_build_object(
      'type', tg_argv[0], 'id', case when count(*) = 1 then (array_agg(id))[1] end)
    from changed group by user_id;
  end if;
  return null;
exception when others then
  raise warning 'The owners were not told: %', sqlerrm;
  return null;
end
$$;

create function private.tell_profiles() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if current_setting('live.tells', true) is distinct from 'off' then
    insert into realtime.messages (topic, extension, event, private, payload)
    select 'user:' || id, 'broadcast', 'changed', true,
      jsonb_build_object('type', 'profile', 'id', id)
    from changed;
  end if;
  return null;
exception when others then
  raise warning 'The users were not told: %', sqlerrm;
  return null;
end
$$;

-- Its argument is the event.
create function private.tell_teams() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into realtime.messages (topic, extension, event, private, payload)
  select 'team:' || team_id, 'broadcast', tg_argv[0], true, jsonb_build_object(
    'id', case when count(*) = 1 then (array_agg(id))[1] end)
  from changed group by team_id;
  return null;
exception when others then
  raise warning 'The teams were not told: %', sqlerrm;
  return null;
end
$$;

-- Tells the owners of a table's rows (`id`, `user_id`) of every statement that changes them.
create function private.tell_owners_of(p_table text, p_type text) returns void
language plpgsql volatile set search_path = ''
as $$
declare
  v_verb text;
begin
  foreach v_verb in array '{insert,update,delete}'::text[] loop
    execute format(
      'create trigger %I after %s on public.%I referencing %s table as changed
        for each statement execute function private.tell_owners(%L)',
      p_table || '_950_tell_' || v_verb, v_verb, p_table,
      case v_verb when 'delete' then 'old' else 'new' end, p_type);
  end loop;
end
$$;

select private.tell_owners_of('notifications', 'notification');
-- A change of the content alone also updates its entry.
select private.tell_owners_of('journal_entries', 'journal_entry');

create trigger profiles_950_tell after update on public.profiles
  referencing new table as changed for each statement execute function private.tell_profiles();

create trigger team_messages_950_tell_insert after insert on public.team_messages
  referencing new table as changed for each statement
  execute function private.tell_teams('message_created');
-- Not when the whole team is deleted.
create trigger team_messages_960_tell_delete after delete on public.team_messages
  referencing old table as changed for each statement when (pg_trigger_depth() = 0)
  execute function private.tell_teams('message_deleted');
