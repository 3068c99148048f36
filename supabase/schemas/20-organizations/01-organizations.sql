-- Organizations and their members. A constraint guarantees that each organization has an owner.

create table public.organizations (
  id uuid primary key default private.uuid_v7(),
  name text not null check (char_length(name) <= 100 and name ~ '\S'),
  description text not null default '' check (char_length(description) <= 2000),
  owner_id uuid not null references public.profile_cards (id),
  -- Part of the foreign key below: the owner is a member with the role `owner`.
  owner_role text not null generated always as ('owner') stored,
  settings jsonb not null default '{}' check (private.is_settings(settings)),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

select private.guard_table('public.organizations', 'Groups of people; teams belong to them.');
comment on column public.organizations.owner_id is
  'The user who may transfer the organization. Other members with the role owner are co-owners.';

create index organizations_owner_id_idx on public.organizations (owner_id, created_at, id);
create index organizations_page_idx on public.organizations (created_at desc, id desc);

create table public.organization_members (
  org_id uuid not null references public.organizations (id) on delete cascade,
  user_id uuid not null references public.profile_cards (id) on delete cascade,
  role text not null default 'member' check (role in ('owner', 'admin', 'member')),
  joined_at timestamptz not null default now(),
  accepted boolean not null default false,
  primary key (org_id, user_id),
  constraint organization_members_role_key unique (org_id, user_id, role)
);

select private.guard_table('public.organization_members',
  'Members of organizations, owners included.');
comment on column public.organization_members.accepted is
  'Whether the user joined by an own act; false for a user whom somebody else added. A trigger sets it.';

create index organization_members_user_id_idx on public.organization_members (user_id);
create index organization_members_page_idx
  on public.organization_members (org_id, joined_at, user_id);

alter table public.organizations
  add constraint organizations_owner_is_member_fkey
    foreign key (id, owner_id, owner_role)
    references public.organization_members (org_id, user_id, role)
    deferrable initially deferred;

-- Former members and people who declined an invitation, until they join again.
create table private.organization_departures (
  org_id uuid not null references public.organizations (id) on delete cascade,
  user_id uuid not null references public.profile_cards (id) on delete cascade,
  left_at timestamptz,
  removed_at timestamptz,
  primary key (org_id, user_id),
  constraint organization_departures_reason_check check (num_nonnulls(left_at, removed_at) > 0)
);

select private.hide_table('private.organization_departures',
  'Users who left an organization, were removed from it or declined an invitation to it.');
comment on column private.organization_departures.left_at is
  'When the user left or declined; only an invitation that the user accepts leads back.';
comment on column private.organization_departures.removed_at is
  'When an owner removed the user; older invitations do not lead back.';

create index organization_departures_user_id_idx
  on private.organization_departures (user_id, org_id);

-- The organizations and teams that are being deleted, and all teams of these organizations.
create function private.groups_in_deletion() returns setof uuid
language plpgsql stable security definer rows 1 set search_path = ''
as $$
begin
  return query
    select r.id from private.removals as r
    union all
    select t.id from private.removals as r join public.teams as t on t.org_id = r.org_id;
end
$$;

grant execute on function private.groups_in_deletion to authenticated;

-- Whether a user can be given a place or a role: synthetic, blocked and unknown users cannot.
create function private.can_join(p_user_id uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select from public.profiles where id = p_user_id and is_active and not is_ai)
$$;

create function private.require_can_join(p_user_id uuid) returns void
language sql stable security definer set search_path = ''
as $$ select private.refuse_if(not private.can_join(p_user_id), 404, 'User not found') $$;

-- Membership of the caller ------------------------------------------------------------------------

create function private.my_org_ids() returns setof uuid
language plpgsql stable security definer rows 10 set search_path = ''
as $$
begin
  return query
    select m.org_id from private.current_org_members as m where m.user_id = auth.uid();
end
$$;

-- A user's role in an organization, null for others.
create function private.org_role(p_org_id uuid, p_user_id uuid) returns text
language sql stable security definer set search_path = ''
as $$
  select role from private.current_org_members where org_id = p_org_id and user_id = p_user_id
$$;

create function private.my_org_role(p_org_id uuid) returns text
language sql stable security definer set search_path = ''
as $$ select private.org_role(p_org_id, (select auth.uid())) $$;

-- Refuses others than the owners of an organization and super admins: other members with 403,
-- everyone else with 404.
create function private.check_org_owner(p_org_id uuid) returns void
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_role text := private.my_org_role(p_org_id);
begin
  perform private.require_caller();
  perform private.refuse_if(v_role is null and not (
    private.is_super_admin() and exists (
      select from public.organizations
      where id = p_org_id and id not in (select private.groups_in_deletion()))
  ), 404, 'Organization not found');
  perform private.refuse_if(v_role is distinct from 'owner' and not private.is_super_admin(),
    403, 'Only an owner of the organization may do this');
end
$$;

-- Refuses the same callers as `check_org_owner`, and returns the organization, locked. Owners act
-- one after another; the lock does not block foreign keys.
create function private.require_org_owner(p_org_id uuid) returns public.organizations
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_org public.organizations;
begin
  perform private.require_caller();
  select * into v_org from public.organizations where id = p_org_id for no key update;
  perform private.check_org_owner(p_org_id);
  return v_org;
end
$$;

grant execute on function private.my_org_ids, private.my_org_role to authenticated;

create policy organizations_select_member on public.organizations for select to authenticated
  using (
    id in (select private.my_org_ids())
    or (select private.is_super_admin())
      and id not in (select private.groups_in_deletion())
  );

create policy organization_members_select_member on public.organization_members
  for select to authenticated
  using (
    org_id in (select private.my_org_ids())
    or (select private.is_super_admin())
      and org_id not in (select private.groups_in_deletion())
  );

grant select on public.organizations, public.organization_members to authenticated;
grant all on public.organizations, public.organization_members to service_role;

create function private.count_organization_members(p_org_id uuid) returns bigint
language sql stable security definer set search_path = ''
as $$ select count(*) from public.organization_members where org_id = p_org_id $$;

grant execute on function private.count_organization_members
  to authenticated, service_role;

-- Whether an organization or a team is somebody's circle of friends.
create function private.is_circle(p_id uuid) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (
    select from private.circles as c where c.org_id = p_id
    union all
    select from private.circles as c where c.team_id = p_id);
end
$$;

grant execute on function private.is_circle to authenticated, service_role;

-- An organization as a list shows it.
create view public.organization_cards with (security_invoker = true) as
  select
    o.id,
    o.name,
    o.description,
    o.owner_id,
    o.settings,
    private.count_organization_members(o.id) as member_count,
    (select m.role from public.organization_members as m
     where m.org_id = o.id and m.user_id = (select auth.uid())) as user_role,
    o.created_at,
    o.updated_at,
    private.is_circle(o.id) as is_circle
  from public.organizations as o;

comment on view public.organization_cards is
  'Organizations with their number of members and the role of the reader, null for none.';

grant select on public.organization_cards to authenticated, service_role;

-- Accounts in deletion ----------------------------------------------------------------------------

-- Refuses members and owners whose account is being deleted, and members of an organization that is
-- being deleted, or whose owner's account is.
create function private.refuse_leaving() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_new constant jsonb := to_jsonb(new);
  v_user_id constant uuid := coalesce(v_new ->> 'user_id', v_new ->> 'owner_id');
  v_org_id constant uuid := coalesce(v_new ->> 'org_id', v_new ->> 'id');
begin
  perform private.refuse_if(private.is_leaving(v_user_id), 404, 'User not found');
  perform private.refuse_if(exists (
    select from public.organizations as o
    where o.id = v_org_id
      and (private.is_leaving(o.owner_id) or o.id in (select private.groups_in_deletion()))
  ), 409, 'The organization is being deleted');
  return null;
end
$$;

-- After the check of the foreign keys, which waits for a deletion that is about to begin.
create trigger organizations_600_refuse_leaving after update of owner_id on public.organizations
  for each row when (old.owner_id <> new.owner_id) execute function private.refuse_leaving();
create trigger organization_members_600_refuse_leaving after insert on public.organization_members
  for each row execute function private.refuse_leaving();

create trigger organizations_900_audit after insert or update or delete on public.organizations
  for each row execute function private.audit_group_change('organization', 'organization', 'id');
create trigger organization_members_900_audit
  after insert or update or delete on public.organization_members
  for each row
  execute function private.audit_group_change('organization_member', 'organization', 'org_id');

-- Whether an organization can be handed over from this member to another one: not while it is being
-- deleted, and not to a blocked or synthetic user, or a user whose account is being deleted.
create function private.has_other_members(p_org_id uuid, p_user_id uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from private.current_org_members as m
    where m.org_id = p_org_id and m.user_id <> p_user_id and private.can_join(m.user_id)
  )
$$;

select private.register_personal_data('public.organizations', 'erase_organizations', 60,
  p_section => 'organizations_owned', p_person => 'owner_id', p_omitted => '{owner_role}');
select private.register_personal_data('public.organization_members', 'delete', 70,
  p_section => 'organization_memberships', p_page_key => '{joined_at,org_id}');
select private.register_personal_data('private.organization_departures', p_page_key => '{org_id}');
