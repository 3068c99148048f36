-- Tokens of programs that sign in: access tokens of an hour, and refresh tokens, of which each is
-- used once. The functions send the SHA-256 of what a program holds.

create table private.refresh_tokens (
  id uuid primary key default private.uuid_v7(),
  grant_id uuid not null references private.grants (id) on delete cascade,
  secret_hash bytea not null unique check (octet_length(secret_hash) = 32),
  used_at timestamptz,
  sealed bytea,
  expires_at timestamptz not null,
  created_at timestamptz not null default now()
);

select private.hide_table('private.refresh_tokens',
  'Refresh tokens and the SHA-256 of each. Used ones stay, so that a stolen one is noticed.');
comment on column private.refresh_tokens.sealed is
  'The token that has replaced it, encrypted with a key that only the holder of this one has: for a minute, and until the new one is used, a lost answer is given again.';

create index refresh_tokens_grant_id_idx on private.refresh_tokens (grant_id);
create index refresh_tokens_expires_at_idx on private.refresh_tokens (expires_at);
create index refresh_tokens_sealed_idx on private.refresh_tokens (grant_id) where sealed is not null;

-- For each grant.
insert into private.rate_limit_rules (bucket, max_hits, per) values ('grant_tokens', 60, '1 hour');

-- A refusal in the words of RFC 6749 section 5.2.
create function private.oauth_error(p_error text, p_description text) returns jsonb
language sql immutable set search_path = ''
as $$ select jsonb_build_object('error', p_error, 'description', p_description) $$;

create function private.new_refresh_token(p_grant private.grants) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_secret constant text := 'jr_' || encode(extensions.gen_random_bytes(32), 'hex');
begin
  insert into private.refresh_tokens (grant_id, secret_hash, expires_at)
  values (p_grant.id, sha256(convert_to(v_secret, 'UTF8')),
    least(now() + interval '90 days', p_grant.expires_at));
  return v_secret;
end
$$;

-- A new access token of a grant, beside a refresh token, as the program gets them.
create function private.new_tokens(p_grant private.grants, p_refresh_token text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_prefix constant text := 'jt_' || encode(extensions.gen_random_bytes(4), 'hex');
  v_secret constant text := v_prefix || encode(extensions.gen_random_bytes(16), 'hex');
  v_expires_at constant timestamptz := least(now() + interval '1 hour', p_grant.expires_at);
begin
  perform private.require_rate_limit('grant_tokens', p_grant.user_id,
    'The program asks for tokens too often', p_grant.id::text);
  insert into private.personal_tokens (
    user_id, name, scopes, prefix, secret_hash, expires_at, grant_id)
  values (p_grant.user_id, left(p_grant.client_name, 100), p_grant.scopes, v_prefix,
    sha256(convert_to(v_secret, 'UTF8')), v_expires_at, p_grant.id);
  return jsonb_build_object('access_token', v_secret, 'token_type', 'Bearer',
    'expires_in', extract(epoch from v_expires_at - now())::integer,
    'refresh_token', p_refresh_token, 'scope', array_to_string(p_grant.scopes, ' '));
end
$$;

-- Whether programs may act for a user.
create function private.admits_programs(p_user_id uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select private.is_admitted(p_user_id)
    and not (select is_classroom from public.profiles where id = p_user_id)
$$;

-- Turns a code into tokens, once: a second use ends what the first has given. Returns the tokens or
-- an error; it raises none, so that the end stays.
create function private.exchange_oauth_code(
  p_hash text, p_client_id text, p_redirect_uri text, p_resource text, p_code_challenge text,
  p_host text
) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_request private.oauth_requests;
  v_grant private.grants;
begin
  select * into v_request from private.oauth_requests
  where code_hash = decode(p_hash, 'hex') for update;
  -- The account becomes no classroom account meanwhile, which would end its grants but this one.
  -- An approval waits too: `private.refuse_more_programs` counts the grant instead of the code, and
  -- what has ended by its clock is not used after it.
  perform from public.profiles where id = v_request.user_id for share;
  if v_request.used_at is not null then
    update private.grants set ended_at = now()
    where id = v_request.grant_id and ended_at is null;
    return private.oauth_error('invalid_grant', 'The code was used before');
  elsif v_request.id is null or v_request.expires_at <= clock_timestamp()
    or v_request.client_id is distinct from p_client_id
    or v_request.redirect_uri is distinct from p_redirect_uri
    or v_request.code_challenge is distinct from p_code_challenge
    or not private.admits_programs(v_request.user_id) then
    return private.oauth_error('invalid_grant',
      'The code is unknown, has ended, or belongs to another request');
  elsif v_request.resource is distinct from p_resource then
    return private.oauth_error('invalid_target', 'resource: expected that of the request');
  end if;
  perform private.count_made('programs', v_request.user_id, 1);
  update private.grants set ended_at = now()
  where user_id = v_request.user_id and client_id = v_request.client_id
    and private.one_resource(resource) = private.one_resource(v_request.resource)
    and ended_at is null;
  insert into private.grants (user_id, client_id, client_name, client_host, scopes, resource)
  values (v_request.user_id, v_request.client_id, v_request.client_name, p_host, v_request.scopes,
    v_request.resource)
  returning * into v_grant;
  update private.oauth_requests set used_at = now(), grant_id = v_grant.id where id = v_request.id;
  perform private.notify(v_grant.user_id, 'grant_created',
    jsonb_build_object('name', v_grant.client_name, 'host', v_grant.client_host),
    jsonb_build_object('grant_id', v_grant.id));
  return private.new_tokens(v_grant, private.new_refresh_token(v_grant));
end
$$;

-- Turns a refresh token into new tokens. A used one ends the grant, because somebody else has it;
-- only for a minute, and until the new one is used, the same program gets the new one again.
-- `p_key` is made of the token, and opens what was sealed under it.
create function private.refresh_oauth_tokens(
  p_hash text, p_key text, p_client_id text, p_resource text
) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_token private.refresh_tokens;
  v_grant private.grants;
  v_new text;
begin
  -- The grant first: two uses of its tokens wait for each other.
  select g.* into v_grant from private.grants as g
  where id = (select grant_id from private.refresh_tokens where secret_hash = decode(p_hash, 'hex'))
  for update;
  select * into v_token from private.refresh_tokens where secret_hash = decode(p_hash, 'hex');
  if v_token.id is null or v_grant.ended_at is not null or v_grant.expires_at <= now()
    or v_token.expires_at <= now() or not private.admits_programs(v_grant.user_id) then
    return private.oauth_error('invalid_grant', 'The refresh token is unknown or has ended');
  elsif v_token.used_at is not null and (v_token.sealed is null
    or v_grant.client_id is distinct from p_client_id
    or v_token.used_at <= now() - interval '1 minute') then
    update private.grants set ended_at = now() where id = v_grant.id;
    return private.oauth_error('invalid_grant',
      'The refresh token was used before: its grant has ended');
  elsif v_grant.client_id is distinct from p_client_id then
    return private.oauth_error('invalid_grant', 'The refresh token belongs to another program');
  elsif v_grant.resource is distinct from p_resource then
    return private.oauth_error('invalid_target', 'resource: expected that of the grant');
  end if;
  if v_token.used_at is not null then
    return private.new_tokens(v_grant, extensions.pgp_sym_decrypt(v_token.sealed, p_key));
  end if;
  v_new := private.new_refresh_token(v_grant);
  update private.refresh_tokens set sealed = null where grant_id = v_grant.id and sealed is not null;
  update private.refresh_tokens
  set used_at = now(), sealed = extensions.pgp_sym_encrypt(v_new, p_key) where id = v_token.id;
  return private.new_tokens(v_grant, v_new);
end
$$;

-- Ends an access token, or with a refresh token the whole grant (RFC 7009). An unknown token has
-- ended already. Returns whether the token belongs to the program.
create function private.revoke_oauth_token(p_hash text, p_client_id text) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_hash constant bytea := decode(p_hash, 'hex');
  v_refresh constant uuid := (
    select grant_id from private.refresh_tokens where secret_hash = v_hash);
  v_grant private.grants;
begin
  select * into v_grant from private.grants where id = coalesce(v_refresh, (
    select grant_id from private.personal_tokens where secret_hash = v_hash));
  if v_grant.id is not null and v_grant.client_id is distinct from p_client_id then
    return false;
  end if;
  update private.grants set ended_at = now() where id = v_refresh and ended_at is null;
  update private.personal_tokens set revoked_at = now()
  where secret_hash = v_hash and grant_id = v_grant.id and revoked_at is null;
  return true;
end
$$;

select private.expose('service_role', 'exchange_oauth_code', 'refresh_oauth_tokens',
  'revoke_oauth_token');

select private.register_person_column('private.refresh_tokens', 'grant_id',
  'Hashes of secrets; the export contains the grant.',
  p_condition => 'grant_id in (select id from private.grants where user_id = $1)');
select private.purge_when('private.refresh_tokens', 'expires_at', '1 day');
