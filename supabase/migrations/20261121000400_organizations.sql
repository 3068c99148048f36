-- Organizations and their members. An owner always exists, by constraint.

create table public.organizations (
  id uuid primary key default gen_random_uuid(),
  name text not null
    constraint organizations_name_check check (char_length(name) <= 100 and name ~ '\S'),
  description text not null default ''
    constraint organizations_description_check check (char_length(description) <= 2000),
  owner_id uuid not null
    constraint organizations_owner_id_fkey references public.profile_cards (id),
  -- Part of the foreign key below: the owner is a member, and its role there is `owner`.
  owner_role text not null generated always as ('owner') stored,
  settings jsonb not null default '{}'
    constraint organizations_settings_check check (private.is_settings(settings)),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

comment on table public.organizations is 'Groups of people; teams belong to them.';
comment on column public.organizations.owner_id is
  'The one who may transfer the organization; other members with role owner are co-owners.';

create index organizations_owner_id_idx on public.organizations (owner_id);
create index organizations_page_idx on public.organizations (created_at desc, id desc);

create table public.organization_members (
  org_id uuid not null
    constraint organization_members_org_id_fkey
      references public.organizations (id) on delete cascade,
  user_id uuid not null
    constraint organization_members_user_id_fkey
      references public.profile_cards (id) on delete cascade,
  role text not null default 'member'
    constraint organization_members_role_check check (role in ('owner', 'admin', 'member')),
  joined_at timestamptz not null default now(),
  constraint organization_members_pkey primary key (org_id, user_id),
  constraint organization_members_role_key unique (org_id, user_id, role)
);

comment on table public.organization_members is 'Who belongs to an organization, the owner included.';

create index organization_members_user_id_idx on public.organization_members (user_id);
create index organization_members_page_idx
  on public.organization_members (org_id, joined_at, user_id);

alter table public.organizations
  add constraint organizations_owner_is_member_fkey
    foreign key (id, owner_id, owner_role)
    references public.organization_members (org_id, user_id, role)
    deferrable initially deferred;
create index organizations_owner_is_member_idx
  on public.organizations (id, owner_id, owner_role);

create trigger organizations_100_set_updated_at before update on public.organizations
  for each row execute function private.set_updated_at();

-- Who is who -------------------------------------------------------------------------------------

create function private.my_org_ids() returns setof uuid
language plpgsql stable security definer rows 10 set search_path = ''
as $$
begin
  return query
    select m.org_id from public.organization_members as m where m.user_id = (select auth.uid());
end
$$;

-- The caller's role in an organization, null for a stranger.
create function private.my_org_role(p_org_id uuid) returns text
language sql stable security definer set search_path = ''
as $$
  select role from public.organization_members
  where org_id = p_org_id and user_id = (select auth.uid())
$$;

-- The organization, locked, for a caller who owns it. Strangers learn nothing of its existence.
-- Owners act one after another; the lock leaves room for foreign keys that point here.
create function private.require_org_owner(p_org_id uuid) returns public.organizations
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_org public.organizations;
  v_role text;
begin
  perform private.require_caller();
  select * into v_org from public.organizations where id = p_org_id for no key update;
  v_role := private.my_org_role(p_org_id);
  if v_org.id is null or (v_role is null and not private.is_super_admin()) then
    perform private.refuse(404, 'Organization not found');
  end if;
  if v_role is distinct from 'owner' and not private.is_super_admin() then
    perform private.refuse(403, 'Only an owner of the organization may do this');
  end if;
  return v_org;
end
$$;

grant execute on function private.my_org_ids(), private.my_org_role(uuid) to authenticated;

-- Row security -----------------------------------------------------------------------------------

alter table public.organizations enable row level security;
alter table public.organization_members enable row level security;

create policy organizations_all_active on public.organizations as restrictive to authenticated
  using ((select private.caller_is_active()));
create policy organizations_select_member on public.organizations for select to authenticated
  using (id in (select private.my_org_ids()) or (select private.is_super_admin()));

create policy organization_members_all_active on public.organization_members
  as restrictive to authenticated using ((select private.caller_is_active()));
create policy organization_members_select_member on public.organization_members
  for select to authenticated
  using (org_id in (select private.my_org_ids()) or (select private.is_super_admin()));

grant select on public.organizations, public.organization_members to authenticated;
grant all on public.organizations, public.organization_members to service_role;

-- What owners do ---------------------------------------------------------------------------------

create function private.create_organization(p_name text, p_description text, p_settings jsonb)
returns public.organizations
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_caller uuid := private.require_caller();
  v_org public.organizations;
begin
  insert into public.organizations (name, description, owner_id, settings)
  values (p_name, coalesce(p_description, ''), v_caller, coalesce(p_settings, '{}'))
  returning * into v_org;
  insert into public.organization_members (org_id, user_id, role)
  values (v_org.id, v_caller, 'owner');
  return v_org;
end
$$;

-- Changes the given fields; a description of null is the empty one.
create function private.update_organization(p_org_id uuid, p_changes jsonb)
returns public.organizations
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_org public.organizations := private.require_org_owner(p_org_id);
begin
  update public.organizations set
    name = coalesce(p_changes ->> 'name', name),
    description = case when p_changes ? 'description'
      then coalesce(p_changes ->> 'description', '') else description end,
    settings = coalesce(p_changes -> 'settings', settings)
  where id = p_org_id
  returning * into v_org;
  return v_org;
end
$$;

create function private.delete_organization(p_org_id uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.require_org_owner(p_org_id);
  delete from public.organizations where id = p_org_id;
end
$$;

create function private.add_organization_member(p_org_id uuid, p_user_id uuid, p_role text)
returns public.organization_members
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_member public.organization_members;
begin
  perform private.require_org_owner(p_org_id);
  if not exists (select from public.profiles where id = p_user_id) then
    perform private.refuse(404, 'User not found');
  end if;
  insert into public.organization_members (org_id, user_id, role)
  values (p_org_id, p_user_id, p_role)
  on conflict (org_id, user_id) do nothing
  returning * into v_member;
  if not found then
    perform private.refuse(409, 'The user is already a member of the organization');
  end if;
  return v_member;
end
$$;

create function private.update_organization_member(p_org_id uuid, p_user_id uuid, p_role text)
returns public.organization_members
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_org public.organizations := private.require_org_owner(p_org_id);
  v_member public.organization_members;
begin
  if p_role = 'owner' then
    perform private.refuse(400, 'role: owner is given by adding an owner or by a transfer');
  end if;
  if p_user_id = v_org.owner_id then
    perform private.refuse(409, 'The owner''s role changes only by transferring the organization');
  end if;
  update public.organization_members set role = p_role
  where org_id = p_org_id and user_id = p_user_id
  returning * into v_member;
  if not found then
    perform private.refuse(404, 'Member not found');
  end if;
  return v_member;
end
$$;

create function private.remove_organization_member(p_org_id uuid, p_user_id uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_org public.organizations;
begin
  -- Anyone may leave; only owners send others away.
  if p_user_id = private.require_caller() and private.my_org_role(p_org_id) is not null then
    select * into v_org from public.organizations where id = p_org_id for no key update;
  else
    v_org := private.require_org_owner(p_org_id);
  end if;
  if p_user_id = v_org.owner_id then
    perform private.refuse(409, 'The owner cannot leave: transfer the organization first');
  end if;
  delete from public.organization_members where org_id = p_org_id and user_id = p_user_id;
  if not found then
    perform private.refuse(404, 'Member not found');
  end if;
end
$$;

-- The former owner stays as admin.
create function private.transfer_organization(p_org_id uuid, p_new_owner_id uuid)
returns public.organizations
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_org public.organizations := private.require_org_owner(p_org_id);
begin
  if v_org.owner_id <> (select auth.uid()) and not private.is_super_admin() then
    perform private.refuse(403, 'Only the current owner may transfer the organization');
  end if;
  if p_new_owner_id = v_org.owner_id then
    perform private.refuse(409, 'The user already owns the organization');
  end if;
  update public.organization_members set role = 'owner'
  where org_id = p_org_id and user_id = p_new_owner_id;
  if not found then
    perform private.refuse(400, 'new_owner_id: must be a member of the organization');
  end if;
  update public.organization_members set role = 'admin'
  where org_id = p_org_id and user_id = v_org.owner_id;
  update public.organizations set owner_id = p_new_owner_id where id = p_org_id
  returning * into v_org;
  return v_org;
end
$$;

-- What clients call ------------------------------------------------------------------------------

-- Organizations of the caller, all of them for a super admin, newest first: up to p_limit older
-- than (p_before_at, p_before_id). Row security decides; naming the ids lets their index serve it.
create function public.list_organizations(
  p_before_at timestamptz default null, p_before_id uuid default null, p_limit integer default 50
) returns setof public.organizations
language plpgsql stable set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
declare
  v_org_ids uuid[];
begin
  if not private.is_super_admin() then
    v_org_ids := array(select private.my_org_ids());
  end if;
  return query
    select * from public.organizations
    where (v_org_ids is null or id = any (v_org_ids))
      and (p_before_at is null or (created_at, id) < (p_before_at, p_before_id))
    order by created_at desc, id desc
    limit least(greatest(p_limit, 1), 101);
end
$$;

create function public.create_organization(
  p_name text, p_description text default '', p_settings jsonb default '{}'
) returns public.organizations
language sql volatile set search_path = ''
as $$ select private.create_organization(p_name, p_description, p_settings) $$;

create function public.update_organization(p_org_id uuid, p_changes jsonb)
returns public.organizations
language sql volatile set search_path = ''
as $$ select private.update_organization(p_org_id, p_changes) $$;

create function public.delete_organization(p_org_id uuid) returns void
language sql volatile set search_path = ''
as $$ select private.delete_organization(p_org_id) $$;

create function public.add_organization_member(
  p_org_id uuid, p_user_id uuid, p_role text default 'member'
) returns public.organization_members
language sql volatile set search_path = ''
as $$ select private.add_organization_member(p_org_id, p_user_id, p_role) $$;

create function public.update_organization_member(p_org_id uuid, p_user_id uuid, p_role text)
returns public.organization_members
language sql volatile set search_path = ''
as $$ select private.update_organization_member(p_org_id, p_user_id, p_role) $$;

create function public.remove_organization_member(p_org_id uuid, p_user_id uuid) returns void
language sql volatile set search_path = ''
as $$ select private.remove_organization_member(p_org_id, p_user_id) $$;

create function public.transfer_organization(p_org_id uuid, p_new_owner_id uuid)
returns public.organizations
language sql volatile set search_path = ''
as $$ select private.transfer_organization(p_org_id, p_new_owner_id) $$;

select private.open_to_callers(array[
  'create_organization(text, text, jsonb)', 'update_organization(uuid, jsonb)',
  'delete_organization(uuid)', 'add_organization_member(uuid, uuid, text)',
  'update_organization_member(uuid, uuid, text)', 'remove_organization_member(uuid, uuid)',
  'transfer_organization(uuid, uuid)'
]);
revoke all on function public.list_organizations(timestamptz, uuid, integer) from public;
grant execute on function public.list_organizations(timestamptz, uuid, integer) to authenticated;
