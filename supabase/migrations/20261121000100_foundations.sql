-- Schemas, default privileges and the few functions that every later migration uses.

-- Definer functions, rate limits, job state. Never exposed by the Data API; clients reach it only
-- through policies and the thin functions of `public`.
create schema private;
revoke all on schema private from public;
grant usage on schema private to anon, authenticated, service_role;

-- Nothing is granted by default: each table and function says who may use it.
alter default privileges for role postgres revoke execute on functions from public;
alter default privileges for role postgres in schema public
  revoke all on tables from anon, authenticated, service_role;
alter default privileges for role postgres in schema public
  revoke all on sequences from anon, authenticated, service_role;
alter default privileges for role postgres in schema public
  revoke all on functions from anon, authenticated, service_role;

-- Refuses the request with an HTTP status: the Data API turns SQLSTATE `PTnnn` into status nnn.
create function private.refuse(p_status integer, p_message text) returns void
language plpgsql immutable set search_path = ''
as $$
begin
  raise exception using errcode = 'PT' || p_status, message = p_message;
end
$$;

create function private.set_updated_at() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.updated_at := now();
  return new;
end
$$;

-- Stands before update, delete and truncate of the tables that keep history.
create function private.refuse_change() returns trigger
language plpgsql set search_path = ''
as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = '42501';
end
$$;

-- Whether a JSON document is an object of at most 16 kB: what free-form settings may be.
create function private.is_settings(p_value jsonb) returns boolean
language sql immutable set search_path = ''
as $$
  select jsonb_typeof(p_value) = 'object' and octet_length(p_value::text) <= 16384
$$;

-- Whether the text names a time zone of the IANA database: UTC, GMT or Area/Location. Postgres also
-- takes abbreviations, which know no daylight saving (no slash), and POSIX rules (which have digits).
create function private.is_timezone(p_name text) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  if p_name in ('UTC', 'GMT') then
    return true;
  elsif p_name !~ '^[A-Z][A-Za-z]*(/[A-Za-z_-]+){1,2}$'
    and p_name !~ '^Etc/GMT(0|[+-][0-9]|[+]1[0-2]|-1[0-4])$' then
    return false;
  end if;
  perform now() at time zone p_name;
  return true;
exception when invalid_parameter_value then
  return false;
end
$$;

grant execute on function private.is_settings(jsonb), private.is_timezone(text)
  to authenticated, service_role;

-- Grants both halves of a client function: `public.x`, which runs as the caller, and the definer
-- function `private.x` that it calls. Used by migrations only.
create function private.open_to_callers(p_signatures text[]) returns void
language plpgsql volatile set search_path = ''
as $$
declare
  v_signature text;
begin
  foreach v_signature in array p_signatures loop
    execute format('revoke all on function public.%1$s, private.%1$s from public', v_signature);
    execute format('grant execute on function public.%1$s, private.%1$s to authenticated', v_signature);
  end loop;
end
$$;
