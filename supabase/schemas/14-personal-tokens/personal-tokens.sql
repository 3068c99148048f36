-- Personal tokens: with one a program acts as its user, within the token's scopes, at the addresses
-- of the functions. The Data API takes none: the functions name the token in a signed header, which
-- `private.pre_request` reads.

create table private.personal_tokens (
  id uuid primary key default private.uuid_v7(),
  user_id uuid not null references public.profiles (id) on delete cascade,
  name text not null check (char_length(name) <= 100 and name ~ '\S'),
  scopes text[] not null check (cardinality(scopes) > 0 and scopes <@ array[
    'journal:read', 'journal:write', 'goals:read', 'goals:write', 'people:read', 'people:write',
    'window:read', 'window:write', 'account:read']),
  prefix text not null check (prefix ~ '^jt_[0-9a-f]{8}$'),
  secret_hash bytea not null unique check (octet_length(secret_hash) = 32),
  expires_at timestamptz not null,
  last_used_at timestamptz,
  revoked_at timestamptz,
  created_at timestamptz not null default now(),
  told_at timestamptz,
  grant_id uuid references private.grants (id) on delete cascade
);

select private.hide_table('private.personal_tokens',
  'Personal tokens and the SHA-256 of each. Only functions read and write them.');
comment on column private.personal_tokens.prefix is
  'How the token begins, by which its owner recognizes it; 128 random bits follow.';
comment on column private.personal_tokens.last_used_at is
  'Right to five minutes. Null before the first use.';

comment on column private.personal_tokens.told_at is
  'When its owner was told that it ends within seven days.';
comment on column private.personal_tokens.grant_id is
  'The grant whose access token it is; null for a token that its owner has made by hand.';

create index personal_tokens_page_idx
  on private.personal_tokens (user_id, created_at desc, id desc);
create index personal_tokens_ended_idx
  on private.personal_tokens (least(revoked_at, expires_at));
create index personal_tokens_untold_idx
  on private.personal_tokens (expires_at)
  where told_at is null and revoked_at is null and grant_id is null;
create index personal_tokens_grant_idx
  on private.personal_tokens (grant_id) where grant_id is not null;

-- The rights of a token, and their end. All access tokens of a grant share the grant's id, so that
-- limits, idempotency keys and invitations go by the grant.
create view private.credentials as
select id, user_id, scopes, expires_at, revoked_at as ended_at
from private.personal_tokens where grant_id is null
union all
select id, user_id, scopes, expires_at, ended_at from private.grants;

comment on view private.credentials is 'Personal tokens made by hand, and grants.';

-- Use ---------------------------------------------------------------------------------------------

-- The token or grant with this id. Refuses it where it is unknown or has ended, and where its user
-- is blocked, leaves, or is banned by the identity provider.
create function private.require_personal_token(p_id uuid) returns private.credentials
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_token private.credentials;
begin
  select * into v_token from private.credentials where id = p_id;
  perform private.refuse_if(
    coalesce(v_token.ended_at is not null or v_token.expires_at <= clock_timestamp(), true),
    401, 'This personal token is unknown, has expired or was revoked');
  perform private.require_session(v_token.user_id, null);
  perform private.refuse_if(not private.is_admitted(v_token.user_id),
    403, 'This account is blocked', 'account_blocked');
  return v_token;
end
$$;

-- The token that a request bears, by the SHA-256 of the whole token: {id, user_id, scopes,
-- resource}, where the id of a grant's token is that of the grant, and a token made by hand has no
-- resource. Refuses as above, and notes the use.
create function private.use_personal_token(p_hash text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_used private.personal_tokens;
  v_token private.credentials;
begin
  select * into v_used from private.personal_tokens
  where secret_hash = decode(p_hash, 'hex') and revoked_at is null and expires_at > now();
  v_token := private.require_personal_token(coalesce(v_used.grant_id, v_used.id));
  update private.personal_tokens set last_used_at = now()
  where id = v_used.id and coalesce(last_used_at < now() - interval '5 minutes', true);
  update private.grants set last_used_at = now()
  where id = v_used.grant_id and coalesce(last_used_at < now() - interval '5 minutes', true);
  return jsonb_build_object(
    'id', v_token.id, 'user_id', v_token.user_id, 'scopes', v_token.scopes,
    'resource', (select resource from private.grants where id = v_used.grant_id));
end
$$;

-- The id of the token that a header names: `<token id>.<expiry>.<HMAC-SHA-256>`, where the expiry
-- is Unix time. The functions and the vault share the keys, base64 of 32 bytes each, with a name or
-- without: `<id>:<base64>,<base64>`. Refuses a header that no key has signed, that has expired, or
-- that is valid for longer than the two minutes of the functions and a difference of the clocks.
create function private.signed_token_id(p_header text) returns uuid
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_part constant text[] := regexp_match(p_header,
    '^(([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([0-9]{1,11}))\.([0-9a-f]{64})$');
  v_keys constant text[] := (
    select string_to_array(decrypted_secret, ',') from vault.decrypted_secrets
    where name = 'PERSONAL_TOKEN_KEY');
  v_seconds constant numeric :=
    v_part[3]::bigint - extract(epoch from clock_timestamp());
begin
  -- A part that is not a key would be an empty key, with which everybody can sign.
  perform private.refuse_if(v_keys is null or exists (
      select from unnest(v_keys) as k (part)
      where trim(k.part) !~ '^([A-Za-z0-9_-]{1,50}:)?[A-Za-z0-9+/]{43}=$'
    ), 503, 'Personal tokens are not configured: set PERSONAL_TOKEN_KEY in the vault',
    'not_configured');
  perform private.refuse_if(coalesce(v_seconds not between 0 and 300, true)
    or not exists (
      select from unnest(v_keys) as k (part)
      cross join decode(split_part(trim(k.part), ':', -1), 'base64') as key
      -- Compares under a second HMAC: the duration tells nothing of the right signature.
      where extensions.hmac(extensions.hmac(convert_to(v_part[1], 'UTF8'), key, 'sha256'),
          key, 'sha256')
        = extensions.hmac(decode(v_part[4], 'hex'), key, 'sha256')
    ), 403, 'x-personal-token is not signed by the service, or has expired');
  return v_part[2]::uuid;
end
$$;

-- The claims of a request of the Data API that acts by the token of a signed header. They name no
-- session, and never a super admin.
create function private.personal_token_claims(p_header text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_token constant private.credentials :=
    private.require_personal_token(private.signed_token_id(p_header));
begin
  return jsonb_build_object('sub', v_token.user_id, 'role', 'authenticated', 'user_role', 'user',
    'token_id', v_token.id, 'scopes', v_token.scopes);
end
$$;

grant execute on function private.personal_token_claims to anon;

-- Making and ending -------------------------------------------------------------------------------

insert into private.quotas (kind, max_daily, max_total) values ('personal tokens', 200, 20);

-- Makes a token of the caller, and tells the caller so. The secret is returned here only.
create function private.create_personal_token(
  p_name text, p_scopes text[], p_expires_in_days integer default 90
) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_caller constant uuid := private.require_caller();
  v_max constant integer := (select max_total from private.quotas where kind = 'personal tokens');
  v_prefix constant text := 'jt_' || encode(extensions.gen_random_bytes(4), 'hex');
  v_secret constant text := v_prefix || encode(extensions.gen_random_bytes(16), 'hex');
  v_token private.personal_tokens;
begin
  perform private.require_account_holder();
  perform private.require_signed_in(private.caller_session_id());
  -- The account becomes no classroom account meanwhile, which would end its tokens but this one.
  perform from public.profiles where id = v_caller for share;
  perform private.refuse_if((select is_classroom from public.profiles where id = v_caller),
    403, 'Classroom accounts may not make personal tokens');
  perform private.refuse_if(coalesce(p_expires_in_days not between 1 and 366, true),
    400, 'expires_in_days: expected 1 to 366');
  -- Lets one transaction of the user in at a time.
  perform private.count_made('personal tokens', v_caller, 1);
  perform private.refuse_if(v_max <= (
    select count(*) from private.personal_tokens
    where user_id = v_caller and grant_id is null and revoked_at is null and expires_at > now()
  ), 409, format('At most %s active personal tokens, revoke some first', v_max), 'quota_reached');
  insert into private.personal_tokens (user_id, name, scopes, prefix, secret_hash, expires_at)
  values (v_caller, p_name, array(select distinct unnest(p_scopes) order by 1), v_prefix,
    sha256(convert_to(v_secret, 'UTF8')), now() + make_interval(days => p_expires_in_days))
  returning * into v_token;
  perform private.notify(v_caller, 'token_created', jsonb_build_object('name', p_name),
    jsonb_build_object('token_id', v_token.id));
  return to_jsonb(v_token) - '{user_id,secret_hash,told_at,grant_id}'::text[]
    || jsonb_build_object('secret', v_secret);
end
$$;

-- One page of the caller's tokens, newest first: up to p_limit older than
-- (p_before_at, p_before_id).
create function private.list_personal_tokens(
  p_before_at timestamptz default null, p_before_id uuid default null, p_limit integer default 50
) returns table (
  id uuid, name text, scopes text[], prefix text, expires_at timestamptz,
  last_used_at timestamptz, revoked_at timestamptz, created_at timestamptz
)
language plpgsql stable security definer rows 20 set search_path = ''
as $$
declare
  v_caller constant uuid := private.require_caller();
begin
  perform private.require_account_holder();
  return query
    select t.id, t.name, t.scopes, t.prefix, t.expires_at, t.last_used_at, t.revoked_at, t.created_at
    from private.personal_tokens as t
    where t.user_id = v_caller and t.grant_id is null
      and (t.created_at, t.id)
        < (coalesce(p_before_at, 'infinity'), coalesce(p_before_id, private.last_id()))
    order by t.created_at desc, t.id desc
    limit private.page_limit(p_limit);
end
$$;

-- Ends a token of the caller at once. A token that has ended stays as it is.
create function private.revoke_personal_token(p_id uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_caller constant uuid := private.require_caller();
begin
  perform private.require_account_holder();
  perform private.refuse_if(not exists (
    select from private.personal_tokens
    where id = p_id and user_id = v_caller and grant_id is null
  ), 404, 'Token not found');
  update private.personal_tokens set revoked_at = now()
  where id = p_id and revoked_at is null and expires_at > now();
end
$$;

select private.expose('authenticated', 'create_personal_token', 'list_personal_tokens',
  'revoke_personal_token');
select private.expose('service_role', 'use_personal_token');

-- End ---------------------------------------------------------------------------------------------

-- Tells the owners of tokens that these end soon; returns how many.
create function private.tell_ending_of(p_ids uuid[]) returns jsonb
language sql volatile security definer set search_path = ''
as $$
  select jsonb_build_object('told', count(private.notify(t.user_id, 'token_expires',
    jsonb_build_object('name', t.name), jsonb_build_object('token_id', t.id))))
  from private.personal_tokens as t where t.id = any (p_ids)
$$;

-- Tells the owners of up to p_limit tokens that end within seven days, each token once.
create function private.tell_ending_tokens(p_limit integer default 50) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_ids constant uuid[] := array(
    select e.id from private.personal_tokens as e
    where e.told_at is null and e.revoked_at is null and e.grant_id is null
      and e.expires_at > now() and e.expires_at <= now() + interval '7 days'
    order by e.expires_at limit p_limit
    for update skip locked);
  v_work record;
begin
  update private.personal_tokens set told_at = now() where id = any (v_ids);
  v_work := private.work_apart('select private.tell_ending_of($1)', v_ids);
  return v_work.counts || jsonb_build_object(
    'failed', cardinality(v_work.failed), 'errors', v_work.errors,
    'remaining', (cardinality(v_ids) = p_limit)::integer);
end
$$;

select private.schedule_statement('ending-tokens', '*/1 * * * *',
  'select private.tell_ending_tokens()');
select private.watch_job('ending-tokens', 'tokens', $$
  select expires_at - interval '7 days' from private.personal_tokens
  where told_at is null and revoked_at is null and grant_id is null
    and expires_at > now() and expires_at <= now() + interval '7 days' order by expires_at$$);

-- Export ------------------------------------------------------------------------------------------

select private.register_personal_data('private.personal_tokens',
  p_condition => 's.user_id = $1 and s.grant_id is null',
  p_omitted => '{secret_hash,told_at,grant_id}');
select private.purge_when('private.personal_tokens', 'least(revoked_at, expires_at)', '30 days');
select private.purge_when('private.personal_tokens', 'least(revoked_at, expires_at)', '1 day',
  'grant_id is not null');
