-- Requests of programs, and the user's decision about each. A request lasts ten minutes; when it is
-- approved, a code of a minute takes its place.

create table private.oauth_requests (
  id uuid primary key default gen_random_uuid(),
  client_id text not null check (char_length(client_id) between 1 and 2048),
  redirect_uri text not null check (char_length(redirect_uri) between 1 and 2048),
  scopes text[] not null,
  state text check (char_length(state) <= 2048),
  resource text check (char_length(resource) <= 2048),
  code_challenge text check (char_length(code_challenge) <= 128),
  fault text check (fault in ('invalid_request', 'unsupported_response_type', 'invalid_scope',
    'invalid_target')),
  user_id uuid references public.profiles (id) on delete cascade,
  client_name text check (char_length(client_name) <= 255),
  decided_at timestamptz,
  code_hash bytea unique check (octet_length(code_hash) = 32),
  used_at timestamptz,
  grant_id uuid references private.grants (id) on delete set null,
  expires_at timestamptz not null default now() + interval '10 minutes',
  created_at timestamptz not null default now(),
  constraint oauth_requests_whole_check check (fault is not null
    or (resource is not null and code_challenge is not null and cardinality(scopes) > 0)),
  constraint oauth_requests_approved_check
    check (code_hash is null or (fault is null and client_name is not null and user_id is not null))
);

select private.hide_table('private.oauth_requests',
  'Requests of programs that users let them in, and the codes of approved ones.');
comment on column private.oauth_requests.scopes is
  'The scopes that the program asks for; once approved, the scopes that the user allows.';
comment on column private.oauth_requests.fault is
  'Why the request cannot be approved, as the program is told when the user goes back.';
comment on column private.oauth_requests.user_id is 'The user who opened the request first.';
comment on column private.oauth_requests.client_name is
  'Set when the program is known, and has the address to which the user is sent back.';
comment on column private.oauth_requests.grant_id is 'The grant that the code has begun.';

create index oauth_requests_user_id_idx on private.oauth_requests (user_id);
create index oauth_requests_grant_id_idx on private.oauth_requests (grant_id);
create index oauth_requests_expires_at_idx on private.oauth_requests (expires_at);

-- Keeps a request and returns its id. Refuses a registered program that is unknown, or has another
-- address to be sent back to. A document is read when a user opens the request.
create function private.create_oauth_request(
  p_client_id text, p_redirect_uri text, p_scopes text[], p_is_document boolean,
  p_state text default null, p_resource text default null, p_code_challenge text default null,
  p_fault text default null
) returns uuid
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_client constant private.oauth_clients := private.known_client(p_client_id);
  v_id uuid;
begin
  perform private.refuse_if(not p_is_document and v_client.id is null,
    400, 'The program is unknown', 'invalid_client');
  perform private.refuse_if(
    not p_is_document and not private.redirect_fits(v_client.redirect_uris, p_redirect_uri),
    400, 'The program does not have this address', 'invalid_redirect_uri');
  insert into private.oauth_requests (
    client_id, redirect_uri, scopes, state, resource, code_challenge, fault)
  values (p_client_id, p_redirect_uri, p_scopes, p_state, p_resource, p_code_challenge, p_fault)
  returning id into v_id;
  return v_id;
end
$$;

-- The open request with this id, locked. Refuses all but the user in person who opened it first.
create function private.own_oauth_request(p_id uuid) returns private.oauth_requests
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_caller constant uuid := private.require_caller();
  v_request private.oauth_requests;
begin
  perform private.require_account_holder();
  perform private.require_signed_in(private.caller_session_id());
  perform private.refuse_if((select is_classroom from public.profiles where id = v_caller),
    403, 'Classroom accounts may not connect programs');
  select * into v_request from private.oauth_requests where id = p_id for update;
  perform private.refuse_if(coalesce(v_request.user_id <> v_caller, v_request.id is null),
    404, 'Request not found');
  perform private.refuse_if(v_request.decided_at is not null,
    409, 'This request is already decided', 'already_decided');
  perform private.refuse_if(v_request.expires_at <= now(),
    410, 'This request has ended, connect again from the program');
  return v_request;
end
$$;

-- Opens a request for the caller, whose alone it is from then on. Returns its fields, with
-- `needs_document` where the program's document has to be read first.
create function private.open_oauth_request(p_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_request private.oauth_requests := private.own_oauth_request(p_id);
  v_client constant private.oauth_clients := private.known_client(v_request.client_id);
begin
  if v_client.id is null then
    perform private.refuse_if(v_request.client_id !~ '^https?://',
      400, 'The program is unknown', 'invalid_client');
  else
    perform private.refuse_if(v_client.redirect_uris = '{}',
      400, 'The address of the program names no program', 'invalid_client');
    perform private.refuse_if(
      not private.redirect_fits(v_client.redirect_uris, v_request.redirect_uri),
      400, 'The program does not have this address', 'invalid_redirect_uri');
  end if;
  update private.oauth_requests set user_id = auth.uid(), client_name = v_client.name
  where id = p_id returning * into v_request;
  return to_jsonb(v_request) || jsonb_build_object('needs_document', v_client.id is null);
end
$$;

-- Refuses to let in a program too many. A program that signs in again for a resource replaces its
-- own grant. A code that its program has not sent yet counts too, so that each code gives a grant.
create function private.refuse_more_programs(p_request private.oauth_requests) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_max constant integer := (select max_total from private.quotas where kind = 'programs');
begin
  -- Lets one approval of the user in at a time, and waits for codes that become grants meanwhile.
  perform from public.profiles where id = p_request.user_id for no key update;
  perform private.refuse_if(v_max <= (
    select count(distinct (client_id, private.one_resource(resource)))
    from (
      select client_id, resource from private.grants
      where user_id = p_request.user_id and ended_at is null and expires_at > now()
      union all
      select client_id, resource from private.oauth_requests
      where user_id = p_request.user_id and code_hash is not null and used_at is null
        and expires_at > now()
    ) as programs
    where (client_id, private.one_resource(resource))
      <> (p_request.client_id, private.one_resource(p_request.resource))
  ), 409, format('At most %s programs, disconnect some first', v_max), 'quota_reached');
end
$$;

-- Approves a request of the caller with some of its scopes: {redirect_uri, state, code}.
create function private.approve_oauth_request(p_id uuid, p_scopes text[]) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_request constant private.oauth_requests := private.own_oauth_request(p_id);
  v_code constant text := encode(extensions.gen_random_bytes(32), 'hex');
begin
  perform private.refuse_if(v_request.client_name is null, 409, 'Open the request first');
  perform private.refuse_if(v_request.fault is not null,
    400, 'This request cannot be approved', v_request.fault);
  perform private.refuse_if(
    coalesce(cardinality(p_scopes) = 0 or not p_scopes <@ v_request.scopes, true),
    400, 'scopes: expected scopes that the program asks for', 'invalid_scope');
  perform private.refuse_more_programs(v_request);
  update private.oauth_requests
  set scopes = array(select distinct unnest(p_scopes) order by 1), decided_at = now(),
    code_hash = sha256(convert_to(v_code, 'UTF8')), expires_at = now() + interval '1 minute'
  where id = p_id;
  return jsonb_build_object(
    'redirect_uri', v_request.redirect_uri, 'state', v_request.state, 'code', v_code);
end
$$;

-- Denies a request of the caller: {redirect_uri, state, error}. Its fault, if any, is the error.
create function private.deny_oauth_request(p_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_request constant private.oauth_requests := private.own_oauth_request(p_id);
begin
  perform private.refuse_if(v_request.client_name is null, 409, 'Open the request first');
  update private.oauth_requests set decided_at = now() where id = p_id;
  return jsonb_build_object('redirect_uri', v_request.redirect_uri, 'state', v_request.state,
    'error', coalesce(v_request.fault, 'access_denied'));
end
$$;

select private.expose('service_role', 'create_oauth_request');
select private.expose('authenticated', 'open_oauth_request', 'approve_oauth_request',
  'deny_oauth_request');

select private.register_person_column('private.oauth_requests', 'user_id',
  'Requests of programs, kept for a day if approved; the export contains what the user allows.');
select private.purge_when('private.oauth_requests', 'expires_at', '10 minutes', 'code_hash is null');
select private.purge_when('private.oauth_requests', 'expires_at', '1 day');
