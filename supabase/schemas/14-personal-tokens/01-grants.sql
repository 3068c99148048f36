-- Grants: a user lets in a program that signs in (`17-oauth`). A grant's access tokens are
-- personal tokens of an hour; wherever a personal token is named by its id, theirs is the grant's.

-- The resource that an address names: MCP has two addresses.
create function private.one_resource(p_resource text) returns text
language sql immutable set search_path = ''
as $$ select regexp_replace(p_resource, '/api/mcp$', '/mcp') $$;

create table private.grants (
  id uuid primary key default private.uuid_v7(),
  user_id uuid not null references public.profiles (id) on delete cascade,
  client_id text not null check (char_length(client_id) between 1 and 2048),
  client_name text not null check (char_length(client_name) <= 255 and client_name ~ '\S'),
  client_host text not null check (char_length(client_host) between 1 and 255),
  scopes text[] not null check (cardinality(scopes) > 0),
  resource text not null check (char_length(resource) between 1 and 2048),
  last_used_at timestamptz,
  expires_at timestamptz not null default now() + interval '366 days',
  ended_at timestamptz,
  created_at timestamptz not null default now()
);

select private.hide_table('private.grants',
  'The programs that users have let in. Only functions read and write them.');
comment on column private.grants.client_host is
  'The host that the program proves, or to which the user is sent back.';
comment on column private.grants.resource is
  'The address at which its tokens are taken, and no other one.';
comment on column private.grants.last_used_at is 'Right to five minutes. Null before the first use.';

create index grants_page_idx on private.grants (user_id, created_at desc, id desc);
create index grants_client_idx on private.grants (client_id);
create unique index grants_client_key
  on private.grants (user_id, client_id, (private.one_resource(resource)))
  where ended_at is null;
create index grants_ended_idx on private.grants (least(ended_at, expires_at));

insert into private.quotas (kind, max_daily, max_total) values ('programs', 200, 20);

-- The caller's grants that have not ended, newest first.
create function private.list_grants() returns table (
  id uuid, client jsonb, scopes text[], resource text, created_at timestamptz,
  last_used_at timestamptz
)
language plpgsql stable security definer rows 20 set search_path = ''
as $$
declare
  v_caller constant uuid := private.require_caller();
begin
  perform private.require_account_holder();
  return query
    select g.id, jsonb_build_object('id', g.client_id, 'name', g.client_name, 'host', g.client_host),
      g.scopes, g.resource, g.created_at, g.last_used_at
    from private.grants as g
    where g.user_id = v_caller and g.ended_at is null and g.expires_at > now()
    order by g.created_at desc, g.id desc;
end
$$;

-- Ends a grant of the caller. Its tokens are taken no longer: each use asks for the grant.
create function private.end_grant(p_id uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_caller constant uuid := private.require_caller();
begin
  perform private.require_account_holder();
  perform private.refuse_if(not exists (
    select from private.grants where id = p_id and user_id = v_caller
  ), 404, 'Grant not found');
  update private.grants set ended_at = now() where id = p_id and ended_at is null;
end
$$;

select private.expose('authenticated', 'list_grants', 'end_grant');

select private.register_personal_data('private.grants');
select private.purge_when('private.grants', 'least(ended_at, expires_at)', '30 days');
