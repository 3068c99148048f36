-- Live updates: broadcasts that tell a user (`user:<id>`) and the members of a team (`team:<id>`)
-- that something has changed, never what. The listeners then read the change under their own
-- rights.

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

-- The position that a user's device has if it misses nothing but this transaction, and that of this
-- transaction: as texts of one length, so that they compare like the numbers.
create function private.told_positions(p_user_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_after constant bigint := private.sync_position();
begin
  return jsonb_build_object(
    'before', private.position_text(greatest(
      (select max(position) from private.changes where user_id = p_user_id and position < v_after),
      (select position from private.profile_changes
       where user_id = p_user_id and position < v_after), 0)),
    'after', private.position_text(v_after));
end
$$;

-- Tells the owners of the changed rows, users or teams: once for a statement, by one insert, with
-- the id where an owner has one row alone. Its arguments are the kind of the owners, the event, the
-- column that names the owner, and the type as in the deletions of sync, if the event needs one.
-- A user also hears the positions before and after the change.
--
-- One transaction tells at most fifty, so that no change makes everybody fetch at once. A message
-- that cannot be sent, for instance without the partition of the day, never fails the write.
-- Therefore each insert is a subtransaction; from the 65th of a transaction on, every snapshot of
-- every session becomes slower.
create function private.tell() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_most constant integer := 50;
  -- Of a larger statement, only owners of so many rows are told.
  v_rows constant integer := 1000;
  v_told constant integer := coalesce(nullif(current_setting('live.told', true), '')::integer, 0);
  v_count integer;
begin
  if v_told >= v_most then
    return null;
  end if;
  begin
    insert into realtime.messages (topic, extension, event, private, payload)
    select tg_argv[0] || ':' || r.owner, 'broadcast', tg_argv[1], true,
      jsonb_strip_nulls(jsonb_build_object('type', tg_argv[3])) || jsonb_build_object(
        'id', case when count(*) = 1 and sum(count(*)) over () < v_rows
          then (array_agg(r.id))[1] end)
        || case tg_argv[0] when 'user' then private.told_positions(r.owner::uuid) else '{}' end
    from (
      -- Of a profile, which every post of drops changes, without its other columns.
      select c.id, case tg_argv[2] when 'id' then c.id::text else to_jsonb(c) ->> tg_argv[2] end as owner
      from changed as c limit v_rows
    ) as r
    where r.owner is not null
    group by r.owner limit v_most - v_told;
    get diagnostics v_count = row_count;
    perform set_config('live.told', (v_told + v_count)::text, true);
  exception when others then
    raise warning 'Live update not sent: %', sqlerrm;
  end;
  return null;
end
$$;

-- Tells a user of a change that the rows of no told table show.
create function private.tell_user(p_user_id uuid, p_type text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  insert into realtime.messages (topic, extension, event, private, payload)
  values ('user:' || p_user_id, 'broadcast', 'changed', true,
    jsonb_build_object('type', p_type, 'id', null) || private.told_positions(p_user_id));
exception when others then
  raise warning 'Live update not sent: %', sqlerrm;
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
      'create or replace trigger %I after %s on public.%I referencing %s table as changed
        for each statement execute function private.tell(''user'', ''changed'', ''user_id'', %L)',
      p_table || '_950_tell_' || v_verb, v_verb, p_table,
      case v_verb when 'delete' then 'old' else 'new' end, p_type);
  end loop;
end
$$;

create trigger profiles_950_tell after update on public.profiles
  referencing new table as changed for each statement
  execute function private.tell('user', 'changed', 'id', 'profile');
