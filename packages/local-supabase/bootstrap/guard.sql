-- On hosted projects `postgres` may write policies for storage and realtime and triggers for auth,
-- and nothing else there. Plain Postgres knows no such half-ownership: here the role is a member of
-- the owners, and this guard refuses every command that hosted would refuse. Runs last, as
-- supabase_admin.
grant supabase_storage_admin, supabase_realtime_admin to postgres with inherit true, set false;

create schema platform_guard;

create function platform_guard.refuse_platform_ddl() returns event_trigger
language plpgsql set search_path = '' as $$
declare
  command record;
begin
  if current_user <> 'postgres' then
    return;
  end if;
  for command in select * from pg_event_trigger_ddl_commands() loop
    if command.schema_name in ('auth', 'storage', 'realtime', 'cron', 'net', 'vault')
      and command.command_tag not in
        ('CREATE POLICY', 'ALTER POLICY', 'CREATE TRIGGER', 'GRANT', 'REVOKE', 'COMMENT')
      -- A trigger is in no schema of its own.
      or exists (
        select from pg_trigger as t join pg_class as c on c.oid = t.tgrelid
        where command.classid = 'pg_trigger'::regclass and t.oid = command.objid
          and c.relnamespace = 'realtime'::regnamespace
      ) then
      raise exception 'permission denied: "%" on % is reserved to the platform',
        command.command_tag, command.object_identity using errcode = '42501';
    end if;
  end loop;
end
$$;

create function platform_guard.refuse_platform_drop() returns event_trigger
language plpgsql set search_path = '' as $$
declare
  dropped record;
begin
  if current_user <> 'postgres' then
    return;
  end if;
  for dropped in select * from pg_event_trigger_dropped_objects() where original loop
    if dropped.schema_name in ('auth', 'storage', 'realtime', 'cron', 'net', 'vault')
      and dropped.object_type not in ('policy', 'trigger') then
      raise exception 'permission denied: % % belongs to the platform',
        dropped.object_type, dropped.object_identity using errcode = '42501';
    end if;
  end loop;
end
$$;

create event trigger refuse_platform_ddl on ddl_command_end
  execute function platform_guard.refuse_platform_ddl();
create event trigger refuse_platform_drop on sql_drop
  execute function platform_guard.refuse_platform_drop();
-- The guard also stops sessions that have turned triggers off.
alter event trigger refuse_platform_ddl enable always;
alter event trigger refuse_platform_drop enable always;
grant usage on schema platform_guard to public;
