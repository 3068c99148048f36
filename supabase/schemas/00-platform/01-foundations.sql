-- Schemas, default privileges and the functions that every other file uses.

-- Functions that run with definer rights, and tables that no client sees. The Data API does not
-- expose this schema; clients reach it through policies and through the functions of `public`.
create schema private;
grant usage on schema private to anon, authenticated, service_role, supabase_auth_admin;
grant usage on schema public to supabase_auth_admin;

-- Nothing is granted by default: every table and function states its own grants.
alter default privileges for role postgres revoke execute on functions from public;
alter default privileges for role postgres in schema public
  revoke all on tables from anon, authenticated, service_role;
alter default privileges for role postgres in schema public
  revoke all on sequences from anon, authenticated, service_role;
alter default privileges for role postgres in schema public
  revoke all on functions from anon, authenticated, service_role;

-- Refuses the request with an HTTP status: the Data API turns SQLSTATE `PTnnn` into status nnn, and
-- hands the code on in `details`. Codes are listed in docs/errors.md; a refusal without one has the
-- general code of its status. If the message begins with a field's name, the code is that of the
-- field. A 429 says in the hint how many seconds to wait.
create function private.refuse(
  p_status integer, p_message text, p_code text default null, p_retry_after_s integer default null
) returns void
language plpgsql immutable set search_path = ''
as $$
begin
  if p_retry_after_s is not null then
    raise exception using errcode = 'PT' || p_status, message = p_message,
      detail = coalesce(p_code, 'rate_limited'), hint = p_retry_after_s::text;
  elsif p_code is null then
    raise exception using errcode = 'PT' || p_status, message = p_message;
  end if;
  raise exception using errcode = 'PT' || p_status, message = p_message, detail = p_code;
end
$$;

-- Refuses as above when a condition is true.
create function private.refuse_if(
  p_condition boolean, p_status integer, p_message text, p_code text default null,
  p_retry_after_s integer default null
) returns void
language plpgsql immutable set search_path = ''
as $$
begin
  if p_condition then
    perform private.refuse(p_status, p_message, p_code, p_retry_after_s);
  end if;
end
$$;

-- The value of a field that is cast to an id, a number, a time or an address. Refuses a long one,
-- which the error of the cast would quote.
create function private.short(p_fields jsonb, p_name text) returns text
language plpgsql immutable set search_path = ''
as $$
begin
  if octet_length(p_fields ->> p_name) > 100 then
    perform private.refuse(400, p_name || ': expected at most 100 characters', 'too_long');
  end if;
  return p_fields ->> p_name;
end
$$;

-- A row with the given fields. Null keeps the value of a column that must have one. Refuses a long
-- value of a column that holds no text.
create function private.changed(p_row anyelement, p_changes jsonb) returns anyelement
language plpgsql stable set search_path = ''
as $$
declare
  v_column record;
begin
  for v_column in
    select a.attname::text as name, a.attnotnull as is_required,
      a.atttypid in ('text'::regtype, 'jsonb'::regtype) as may_be_long
    from pg_catalog.pg_attribute as a join pg_catalog.pg_type as t on t.typrelid = a.attrelid
    where t.oid = pg_typeof(p_row) and a.attnum > 0 and p_changes ? a.attname
  loop
    if v_column.is_required and p_changes -> v_column.name = 'null' then
      p_changes := p_changes - v_column.name;
    elsif not v_column.may_be_long then
      perform private.short(p_changes, v_column.name);
    end if;
  end loop;
  return jsonb_populate_record(p_row, p_changes);
end
$$;

-- Refuses to create something with the id of what a user has deleted before: the request is sent
-- again, or the id is another's.
create function private.refuse_deleted_id(p_deleted_of uuid, p_user_id uuid) returns void
language plpgsql immutable set search_path = ''
as $$
begin
  -- One after the other: the planner of a SQL function would evaluate the second call first.
  perform private.refuse_if(p_deleted_of = p_user_id,
    410, 'What had this id was deleted', 'deleted');
  perform private.refuse(409, 'id: already taken, make another one', 'id_taken');
end
$$;

create function private.utc_today() returns date
language plpgsql stable set search_path = ''
as $$
begin
  return (now() at time zone 'utc')::date;
end
$$;

-- An id for a new row: UUIDv7 (RFC 9562, section 5.7), whose first 48 bits are the time in
-- milliseconds, so that new rows and their index entries are next to each other. Not for secrets:
-- it tells when it was made. Postgres 18 has `uuidv7()`.
create function private.uuid_v7() returns uuid
language plpgsql volatile parallel safe set search_path = ''
as $$
begin
  return encode(
    -- The random UUID has version 4 (binary 0100): two bits make it 7.
    set_bit(set_bit(
      overlay(uuid_send(gen_random_uuid())
        placing substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3)
        from 1 for 6), 52, 1), 53, 1),
    'hex')::uuid;
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

-- Counts the changes of a row, so that a client can tell whether it changed meanwhile.
create function private.set_version() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.version := old.version + 1;
  return new;
end
$$;

-- Raises the error of a violated check constraint. The trigger's argument is the name of the check.
create function private.refuse_written() returns trigger
language plpgsql set search_path = ''
as $$
begin
  raise exception 'new row for relation "%" violates check constraint "%"', tg_table_name, tg_argv[0]
    using errcode = '23514', schema = tg_table_schema, table = tg_table_name,
      constraint = tg_argv[0];
end
$$;

-- Requires a condition on `new` whenever one of the columns is written. Postgres evaluates a check
-- constraint at every update, also of other columns; this is for conditions that cost more than the
-- update, in tables that are written often.
create function private.check_written(
  p_table regclass, p_name name, p_condition text, variadic p_columns name[]
) returns void
language plpgsql volatile set search_path = ''
as $$
begin
  execute format(
    'create trigger %I before insert or update of %s on %s for each row when (not (%s))
      execute function private.refuse_written(%L)',
    replace(p_name, split_part(p_table::text, '.', 2), split_part(p_table::text, '.', 2) || '_990'),
    (select string_agg(quote_ident(c), ', ') from unnest(p_columns) as c), p_table, p_condition,
    p_name);
end
$$;

-- Refuses update, delete and truncate. A trigger of every append-only table calls it.
create function private.refuse_change() returns trigger
language plpgsql set search_path = ''
as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = '42501';
end
$$;

-- How many rows a page has: the number that the caller asks for, within the bounds. Routes ask for
-- one row more than their pages of 100 have, to know whether another page follows.
create function private.page_limit(p_limit integer, p_most integer default 101) returns integer
language plpgsql immutable set search_path = ''
as $$
begin
  return least(greatest(p_limit, 1), p_most);
end
$$;

-- The bounds of ids, from which a list without a key begins. A plan contains the value alone.
create function private.first_id() returns uuid
language plpgsql immutable set search_path = ''
as $$
begin
  return '00000000-0000-0000-0000-000000000000';
end
$$;

create function private.last_id() returns uuid
language plpgsql immutable set search_path = ''
as $$
begin
  return 'ffffffff-ffff-ffff-ffff-ffffffffffff';
end
$$;

grant execute on function
  private.refuse, private.refuse_if, private.short, private.changed, private.page_limit,
  private.first_id, private.last_id
  to authenticated;
-- The role that inserts evaluates the default.
grant execute on function private.uuid_v7 to authenticated, service_role;

-- Language and body of a twin in `public` that hands a call to a function of `private`. Where a
-- write breaks a constraint, Postgres shows the whole row to a function with definer rights: a user
-- gets the name of the constraint alone. Each request has one such subtransaction.
create function private.twin_of(p_call text, p_result text, p_is_write boolean) returns text
language plpgsql stable set search_path = ''
as $$
declare
  v_is_set constant boolean := p_result ~* '^(table|setof)\M';
begin
  if not p_is_write then
    return format('language sql as %L', case when v_is_set then 'select * from ' else 'select ' end
      || p_call);
  end if;
  return format('language plpgsql as %L', format(
    'begin
  %s;
exception when integrity_constraint_violation then
  raise exception using errcode = sqlstate, message = sqlerrm;
end', case when v_is_set then 'return query select * from '
      when p_result = 'void' then 'perform ' else 'return ' end || p_call));
end
$$;

-- Exposes functions of `private` to the Data API. Creates for each a twin in `public`, which has
-- the same name, arguments, defaults, result, volatility and comment, runs with the caller's rights
-- and calls the private function. Grants both to the roles, which are separated by commas.
create function private.expose(p_roles text, variadic p_names text[]) returns void
language plpgsql volatile set search_path = ''
as $$
declare
  v_function pg_catalog.pg_proc;
  v_columns text;
  v_result text;
  v_comment text;
begin
  for v_function in
    select p.* from unnest(p_names) as name
    join pg_catalog.pg_proc as p on p.oid = ('private.' || name)::regproc
  loop
    -- Clients cannot resolve types of `private`: the result becomes a table of the type's columns.
    select 'table (' || string_agg(
      format('%I %s', a.attname, format_type(a.atttypid, a.atttypmod)), ', ' order by a.attnum) || ')'
    into v_columns
    from pg_catalog.pg_type as t
    join pg_catalog.pg_attribute as a on a.attrelid = t.typrelid
    where t.oid = v_function.prorettype and t.typnamespace = 'private'::regnamespace
      and a.attnum > 0 and not a.attisdropped;

    v_result := coalesce(v_columns, pg_get_function_result(v_function.oid));
    execute format(
      'create function public.%I(%s) returns %s %s %s %s set search_path = '''' %s',
      v_function.proname, pg_get_function_arguments(v_function.oid), v_result,
      case v_function.provolatile when 'i' then 'immutable' when 's' then 'stable' else 'volatile' end,
      case when v_function.proisstrict then 'strict' end,
      case when v_function.proretset then 'rows ' || v_function.prorows end,
      private.twin_of(format('private.%I(%s)', v_function.proname,
          (select string_agg('$' || n, ', ') from generate_series(1, v_function.pronargs) as n)),
        v_result, v_function.provolatile = 'v' and p_roles ~ 'authenticated'));
    v_comment := obj_description(v_function.oid, 'pg_proc');
    if v_comment is not null then
      execute format('comment on function public.%I is %L', v_function.proname, v_comment);
    end if;
    execute format('grant execute on function public.%1$I, private.%1$I to %2$s',
      v_function.proname, p_roles);
  end loop;
end
$$;

-- Exposes `private.save_<thing>(p_id uuid, p_fields jsonb)`, which creates a row without an id and
-- changes one with an id, as `create_<thing>(p_fields)` and `update_<thing>(p_id, p_fields)`.
create function private.expose_save(p_thing text, p_role text) returns void
language plpgsql volatile set search_path = ''
as $$
declare
  v_save constant regproc := 'private.save_' || p_thing;
  v_twin record;
begin
  for v_twin in
    select * from (values ('create_', 'p_fields jsonb', 'null, $1'),
      ('update_', 'p_id uuid, p_fields jsonb', '$1, $2')) as t (prefix, arguments, passed)
  loop
    execute format(
      'create function public.%1$I(%2$s) returns %3$s volatile set search_path = '''' %4$s',
      v_twin.prefix || p_thing, v_twin.arguments, pg_get_function_result(v_save),
      private.twin_of(format('%s(%s)', v_save, v_twin.passed), pg_get_function_result(v_save), true));
    execute format('grant execute on function public.%I, %s to %I',
      v_twin.prefix || p_thing, v_save, p_role);
  end loop;
end
$$;

-- Hides a table of `private` from every client, and comments it.
create function private.hide_table(p_table regclass, p_comment text) returns void
language plpgsql volatile set search_path = ''
as $$
begin
  execute format('alter table %s enable row level security', p_table);
  -- Without a policy the result is the same, but an advisor reports the table.
  execute format('create policy %I on %s using (false)',
    split_part(p_table::text, '.', 2) || '_all_nobody', p_table);
  execute format('comment on table %s is %L', p_table, p_comment);
end
$$;
