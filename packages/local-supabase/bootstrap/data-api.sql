-- Tells the Data API of every change of the schema. Runs once, as supabase_admin.
create function extensions.notify_data_api_of_ddl() returns event_trigger
language plpgsql set search_path = '' as $$
begin
  if exists (
    select from pg_event_trigger_ddl_commands()
    where schema_name is distinct from 'pg_temp'
      and command_tag ~ '^(CREATE|ALTER) (SCHEMA|TABLE|FOREIGN TABLE|VIEW|MATERIALIZED VIEW|FUNCTION|TRIGGER|TYPE|DOMAIN|RULE)|^SELECT INTO|^COMMENT'
  ) then
    notify pgrst, 'reload schema';
  end if;
end
$$;

create function extensions.notify_data_api_of_drop() returns event_trigger
language plpgsql set search_path = '' as $$
begin
  if exists (
    select from pg_event_trigger_dropped_objects()
    where not is_temporary
      and object_type in ('schema', 'table', 'foreign table', 'view', 'materialized view',
        'function', 'trigger', 'type', 'domain', 'rule')
  ) then
    notify pgrst, 'reload schema';
  end if;
end
$$;

create event trigger notify_data_api_of_ddl on ddl_command_end
  execute function extensions.notify_data_api_of_ddl();
create event trigger notify_data_api_of_drop on sql_drop
  execute function extensions.notify_data_api_of_drop();

-- Hosted lets the owner configure the Data API by settings of the role `authenticator`.
grant set on parameter pgrst.db_aggregates_enabled, pgrst.db_anon_role, pgrst.db_extra_search_path,
  pgrst.db_max_rows, pgrst.db_plan_enabled, pgrst.db_pre_request, pgrst.db_root_spec,
  pgrst.db_schemas, pgrst.db_tx_end, pgrst.jwt_aud, pgrst.jwt_role_claim_key, pgrst.openapi_mode,
  pgrst.openapi_security_active, pgrst.openapi_server_proxy_uri, pgrst.server_timing_enabled,
  pgrst.server_trace_header
  to postgres;
