-- Programs that may ask users to sign in: registered programs (RFC 7591), which anybody may make,
-- and programs whose id is the address of a document that names them.

create table private.oauth_clients (
  id text primary key check (char_length(id) between 1 and 2048),
  name text not null check (char_length(name) <= 255),
  redirect_uris text[] not null
    check (cardinality(redirect_uris) <= 10 and char_length(redirect_uris::text) <= 25000),
  is_document boolean not null,
  made_at timestamptz not null default now()
);

select private.hide_table('private.oauth_clients', 'Programs that ask users to sign in.');
comment on column private.oauth_clients.name is
  'The name that the program gives itself, which nobody has checked, or its host.';
comment on column private.oauth_clients.redirect_uris is
  'The addresses to which users are sent back. Empty for a document that could not be used.';
comment on column private.oauth_clients.made_at is
  'When the program was registered, or its document read.';

create index oauth_clients_made_at_idx on private.oauth_clients (made_at);

insert into private.rate_limit_rules (bucket, max_hits, per) values
  ('client_registration', 10, '1 hour'),
  -- For each host.
  ('client_document', 10, '1 minute'),
  ('client_document_user', 10, '10 minutes'),
  ('oauth_request', 60, '1 minute'),
  ('oauth', 60, '1 minute');

-- Whether a program has this address to which users are sent back. Addresses are compared as text;
-- only the port of the user's own computer may be another one (RFC 8252 section 7.3).
create function private.redirect_fits(p_known text[], p_given text) returns boolean
language sql immutable set search_path = ''
as $$
  select coalesce(bool_or(known = p_given or regexp_replace(known, v.port, '\1')
    = regexp_replace(p_given, v.port, '\1') and p_given ~ v.port), false)
  from unnest(p_known) as known
  cross join (values (
    '^(http://(?:127\.0\.0\.1|\[::1\]|localhost))(?::[0-9]{1,5})?(?=[/?]|$)')) as v (port)
$$;

-- The program with this id; null for a document that has not been read lately. A document holds for
-- a day, and for a minute where it could not be used.
create function private.known_client(p_id text) returns private.oauth_clients
language sql stable security definer set search_path = ''
as $$
  select c from private.oauth_clients as c
  where id = p_id and (not is_document or made_at > now() - case
    when redirect_uris = '{}' then interval '1 minute' else interval '1 day' end)
$$;

-- Whether a grant of a program is kept.
create function private.has_grants(p_client_id text) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (select from private.grants where client_id = p_client_id);
end
$$;

-- Registers a program; returns its id.
create function private.register_oauth_client(p_name text, p_redirect_uris text[]) returns text
language sql volatile security definer set search_path = ''
as $$
  insert into private.oauth_clients (id, name, redirect_uris, is_document)
  values ('jc_' || encode(extensions.gen_random_bytes(16), 'hex'), p_name, p_redirect_uris, false)
  returning id
$$;

-- Keeps what the document at an address says; without addresses that it could not be used.
create function private.keep_client_document(
  p_id text, p_name text default '', p_redirect_uris text[] default '{}'
) returns void
language sql volatile security definer set search_path = ''
as $$
  insert into private.oauth_clients (id, name, redirect_uris, is_document)
  values (p_id, p_name, p_redirect_uris, true)
  on conflict (id) do update set name = excluded.name, redirect_uris = excluded.redirect_uris,
    made_at = now()
$$;

select private.expose('service_role', 'register_oauth_client', 'keep_client_document');

select private.purge_when('private.oauth_clients', 'made_at', '1 day', 'is_document');
-- An ended grant stays for 30 days too.
select private.purge_when('private.oauth_clients', 'made_at', '30 days',
  'not is_document and not private.has_grants(id)');
