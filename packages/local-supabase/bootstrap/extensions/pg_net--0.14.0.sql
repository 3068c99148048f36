-- The tables and calls of pg_net, for the local platform to send.
create schema net;

create domain net.http_method as text check (upper(value) in ('GET', 'POST', 'DELETE'));

create table net.http_request_queue (
  id bigserial,
  method net.http_method not null,
  url text not null,
  headers jsonb,
  body bytea,
  timeout_milliseconds int not null
);

create table net._http_response (
  id bigint,
  status_code int,
  content_type text,
  headers jsonb,
  content text,
  timed_out boolean,
  error_msg text,
  created timestamptz not null default now()
);
create index on net._http_response (created);

create function net._announce_requests() returns trigger language plpgsql as $$
begin
  notify net_http_requests;
  return null;
end
$$;
create trigger announce_requests after insert on net.http_request_queue
  for each statement execute function net._announce_requests();

create function net._urlencode_string(string varchar) returns text
language sql immutable strict as $$
  select coalesce(string_agg(
    case
      when letter ~ '[A-Za-z0-9_.~-]' then letter
      else regexp_replace(upper(encode(convert_to(letter, 'utf8'), 'hex')), '(..)', '%\1', 'g')
    end, '' order by place), '')
  from regexp_split_to_table(string, '') with ordinality as letters (letter, place)
$$;

create function net._queue(
  method text, url text, params jsonb, headers jsonb, body bytea, timeout_milliseconds int
) returns bigint language sql security definer set search_path = '' as $$
  insert into net.http_request_queue (method, url, headers, body, timeout_milliseconds)
  select method, concat(url, case when strpos(url, '?') > 0 then '&' else '?' end || query),
    headers, body, timeout_milliseconds
  from (
    select string_agg(net._urlencode_string(key) || '=' || net._urlencode_string(value), '&')
    from jsonb_each_text(params)
  ) as pairs (query)
  returning id
$$;

create function net.http_get(
  url text,
  params jsonb default '{}',
  headers jsonb default '{}',
  timeout_milliseconds int default 5000
) returns bigint language sql strict as
  $$ select net._queue('GET', url, params, headers, null, timeout_milliseconds) $$;

create function net.http_delete(
  url text,
  params jsonb default '{}',
  headers jsonb default '{}',
  timeout_milliseconds int default 5000
) returns bigint language sql strict as
  $$ select net._queue('DELETE', url, params, headers, null, timeout_milliseconds) $$;

create function net.http_post(
  url text,
  body jsonb default '{}',
  params jsonb default '{}',
  headers jsonb default '{"Content-Type": "application/json"}',
  timeout_milliseconds int default 5000
) returns bigint language plpgsql as $$
declare
  content_type text := (
    select value from jsonb_each_text(coalesce(headers, '{}')) where lower(key) = 'content-type'
  );
begin
  if content_type is null then
    headers := coalesce(headers, '{}') || '{"Content-Type": "application/json"}';
  elsif content_type <> 'application/json' then
    raise exception 'Content-Type header must be "application/json"';
  end if;
  if body is null then
    raise exception 'body must not be null';
  end if;
  return net._queue('POST', url, params, headers, convert_to(body::text, 'utf8'),
    timeout_milliseconds);
end
$$;

-- Hosted lets every role of the database use these; no API exposes them. Here only the roles that
-- need them may.
revoke all on all functions in schema net from public;
grant usage on schema net to postgres with grant option;
grant all on all tables in schema net to postgres with grant option;
grant all on all sequences in schema net to postgres with grant option;
grant all on all functions in schema net to postgres with grant option;
grant usage on schema net to service_role;
grant execute on all functions in schema net to service_role;
