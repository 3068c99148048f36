-- Rooms whose members talk to each other, and news that everybody who is signed in may hear.
create table private.room_members (room text, user_id uuid, primary key (room, user_id));

create function private.my_topics() returns setof text
  language sql stable security definer set search_path = ''
  as $$ select 'room:' || room from private.room_members where user_id = auth.uid() $$;
grant usage on schema private to authenticated;
grant execute on function private.my_topics to authenticated;

create policy room_hear on realtime.messages for select to authenticated
  using (realtime.topic() in (select private.my_topics()) or realtime.topic() = 'news');
create policy room_say on realtime.messages for insert to authenticated
  with check (realtime.topic() in (select private.my_topics()));
create policy slow on realtime.messages for select to authenticated
  using (case when realtime.topic() = 'slow' then pg_sleep(1) is null end);
-- A policy that fails tells nothing of why.
create policy broken on realtime.messages for select to authenticated
  using (case when realtime.topic() = 'broken' then 1 / (length(realtime.topic()) - 6) = 1 end);

create table private.notes (id bigint generated always as identity primary key, room text);
create function private.tell() returns trigger language plpgsql security definer as $$
begin
  perform realtime.broadcast_changes('room:' || coalesce(new.room, old.room), tg_op, tg_op,
    tg_table_name, tg_table_schema, new, old);
  return null;
end
$$;
create trigger notes_tell after insert or update or delete on private.notes
  for each row execute function private.tell();
