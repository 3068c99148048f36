-- Teams and their members. A team's admin is one of its members, and every member belongs to the
-- team's organization, by constraint.

create table public.teams (
  id uuid primary key default gen_random_uuid(),
  org_id uuid not null
    constraint teams_org_id_fkey references public.organizations (id) on delete cascade,
  name text not null
    constraint teams_name_check check (char_length(name) between 1 and 100),
  description text not null default ''
    constraint teams_description_check check (char_length(description) <= 2000),
  admin_id uuid not null
    constraint teams_admin_id_fkey references public.profile_cards (id)
      deferrable initially deferred,
  -- Part of the foreign key below: the admin is a member, and its role there is `admin`.
  admin_role text not null generated always as ('admin') stored,
  settings jsonb not null default '{}'
    constraint teams_settings_check check (private.is_settings(settings)),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint teams_org_key unique (id, org_id)
);

comment on table public.teams is 'Teams of an organization.';
comment on column public.teams.admin_id is
  'Changed by organization owners alone; other members with role admin share its other rights.';

create index teams_org_page_idx on public.teams (org_id, created_at desc, id desc);
create index teams_page_idx on public.teams (created_at desc, id desc);
create index teams_admin_id_idx on public.teams (admin_id);

create table public.team_members (
  team_id uuid not null,
  org_id uuid not null,
  user_id uuid not null
    constraint team_members_user_id_fkey references public.profile_cards (id) on delete cascade,
  role text not null default 'member'
    constraint team_members_role_check check (role in ('admin', 'member')),
  joined_at timestamptz not null default now(),
  constraint team_members_pkey primary key (team_id, user_id),
  constraint team_members_role_key unique (team_id, user_id, role),
  constraint team_members_team_id_fkey
    foreign key (team_id, org_id) references public.teams (id, org_id) on delete cascade,
  -- Who leaves the organization leaves its teams.
  constraint team_members_org_member_fkey
    foreign key (org_id, user_id) references public.organization_members (org_id, user_id)
    on delete cascade
);

comment on table public.team_members is 'Who belongs to a team, its admin included.';

create index team_members_user_id_idx on public.team_members (user_id);
create index team_members_org_member_idx on public.team_members (org_id, user_id);
create index team_members_team_org_idx on public.team_members (team_id, org_id);
create index team_members_page_idx on public.team_members (team_id, joined_at, user_id);

alter table public.teams
  add constraint teams_admin_is_member_fkey
    foreign key (id, admin_id, admin_role)
    references public.team_members (team_id, user_id, role)
    deferrable initially deferred;
create index teams_admin_is_member_idx on public.teams (id, admin_id, admin_role);

create trigger teams_100_set_updated_at before update on public.teams
  for each row execute function private.set_updated_at();

-- Makes a member the team's admin; the former one stays as a plain member.
create function private.set_team_admin(p_team public.teams, p_admin_id uuid) returns public.teams
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_team public.teams;
begin
  insert into public.team_members (team_id, org_id, user_id, role)
  values (p_team.id, p_team.org_id, p_admin_id, 'admin')
  on conflict (team_id, user_id) do update set role = 'admin';
  update public.team_members set role = 'member'
  where team_id = p_team.id and user_id = p_team.admin_id and user_id <> p_admin_id;
  update public.teams set admin_id = p_admin_id where id = p_team.id returning * into v_team;
  return v_team;
end
$$;

-- When a team's admin leaves the organization, the organization's owner takes the team.
create function private.hand_teams_to_owner() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.set_team_admin(t, o.owner_id)
  from public.teams as t
  join public.organizations as o on o.id = t.org_id
  where t.org_id = old.org_id and t.admin_id = old.user_id and o.owner_id <> old.user_id;
  return old;
end
$$;

create trigger organization_members_200_hand_teams_to_owner
  before delete on public.organization_members
  for each row execute function private.hand_teams_to_owner();

-- Who is who -------------------------------------------------------------------------------------

create function private.my_team_ids() returns setof uuid
language plpgsql stable security definer rows 10 set search_path = ''
as $$
begin
  return query
    select m.team_id from public.team_members as m where m.user_id = (select auth.uid());
end
$$;

-- The caller's role in a team, null for somebody else.
create function private.my_team_role(p_team_id uuid) returns text
language sql stable security definer set search_path = ''
as $$
  select role from public.team_members where team_id = p_team_id and user_id = (select auth.uid())
$$;

-- The team, locked, when the caller may see it: members of its organization and super admins.
create function private.require_team(p_team_id uuid) returns public.teams
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_team public.teams;
begin
  perform private.require_caller();
  select * into v_team from public.teams where id = p_team_id for no key update;
  if v_team.id is null
    or (private.my_org_role(v_team.org_id) is null and not private.is_super_admin()) then
    perform private.refuse(404, 'Team not found');
  end if;
  return v_team;
end
$$;

create function private.require_team_admin(p_team_id uuid) returns public.teams
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_team public.teams := private.require_team(p_team_id);
begin
  if private.my_team_role(p_team_id) is distinct from 'admin' and not private.is_super_admin() then
    perform private.refuse(403, 'Only an admin of the team may do this');
  end if;
  return v_team;
end
$$;

-- Refuses a user who does not belong to the organization. One who does is held there until the end,
-- so that whoever removes them meanwhile finds what this transaction makes of them.
create function private.require_org_member(p_org_id uuid, p_user_id uuid, p_refusal text)
returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform 1 from public.organization_members
  where org_id = p_org_id and user_id = p_user_id for key share;
  if not found then
    perform private.refuse(400, p_refusal);
  end if;
end
$$;

grant execute on function private.my_team_ids(), private.my_team_role(uuid) to authenticated;

-- Row security -----------------------------------------------------------------------------------

alter table public.teams enable row level security;
alter table public.team_members enable row level security;

create policy teams_all_active on public.teams as restrictive to authenticated
  using ((select private.caller_is_active()));
create policy teams_select_org_member on public.teams for select to authenticated
  using (org_id in (select private.my_org_ids()) or (select private.is_super_admin()));

create policy team_members_all_active on public.team_members as restrictive to authenticated
  using ((select private.caller_is_active()));
create policy team_members_select_org_member on public.team_members for select to authenticated
  using (org_id in (select private.my_org_ids()) or (select private.is_super_admin()));

grant select on public.teams, public.team_members to authenticated;
grant all on public.teams, public.team_members to service_role;

-- What team admins do ----------------------------------------------------------------------------

create function private.create_team(
  p_org_id uuid, p_name text, p_description text, p_admin_id uuid, p_settings jsonb
) returns public.teams
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_caller uuid := private.require_caller();
  v_admin uuid := coalesce(p_admin_id, v_caller);
  v_team public.teams;
begin
  -- First the organization, then its member: the order in which others lock them.
  perform 1 from public.organizations where id = p_org_id for key share;
  if not found or (private.my_org_role(p_org_id) is null and not private.is_super_admin()) then
    perform private.refuse(404, 'Organization not found');
  end if;
  perform private.require_org_member(
    p_org_id, v_admin, 'admin_id: must be a member of the organization');
  insert into public.teams (org_id, name, description, admin_id, settings)
  values (p_org_id, p_name, coalesce(p_description, ''), v_admin, coalesce(p_settings, '{}'))
  returning * into v_team;
  insert into public.team_members (team_id, org_id, user_id, role)
  values (v_team.id, p_org_id, v_admin, 'admin');
  return v_team;
end
$$;

-- Changes the given fields; a description of null is the empty one. Team admins say what the team
-- is called; organization owners say who its admin is.
create function private.update_team(p_team_id uuid, p_changes jsonb) returns public.teams
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_team public.teams := private.require_team(p_team_id);
  v_admin uuid := (p_changes ->> 'admin_id')::uuid;
  v_describes boolean := p_changes ?| array['name', 'description', 'settings'];
begin
  if v_describes or v_admin is null then
    perform private.require_team_admin(p_team_id);
  end if;
  -- An admin that is sent along as it stands is no change.
  if v_admin is not null and (v_admin <> v_team.admin_id or not v_describes) then
    if private.my_org_role(v_team.org_id) is distinct from 'owner'
      and not private.is_super_admin() then
      perform private.refuse(403, 'Only an owner of the organization may change the team''s admin');
    end if;
    if v_admin <> v_team.admin_id then
      perform private.require_org_member(
        v_team.org_id, v_admin, 'admin_id: must be a member of the organization');
      v_team := private.set_team_admin(v_team, v_admin);
    end if;
  end if;
  if v_describes then
    update public.teams set
      name = coalesce(p_changes ->> 'name', name),
      description = case when p_changes ? 'description'
        then coalesce(p_changes ->> 'description', '') else description end,
      settings = coalesce(p_changes -> 'settings', settings)
    where id = p_team_id
    returning * into v_team;
  end if;
  return v_team;
end
$$;

create function private.delete_team(p_team_id uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.require_team_admin(p_team_id);
  delete from public.teams where id = p_team_id;
end
$$;

create function private.add_team_member(p_team_id uuid, p_user_id uuid, p_role text)
returns public.team_members
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_team public.teams := private.require_team_admin(p_team_id);
  v_member public.team_members;
begin
  -- Asked before the user is held, because a member's removal may be waiting for this team.
  if exists (select from public.team_members where team_id = p_team_id and user_id = p_user_id) then
    perform private.refuse(409, 'The user is already a member of the team');
  end if;
  perform private.require_org_member(
    v_team.org_id, p_user_id, 'user_id: must be a member of the organization first');
  insert into public.team_members (team_id, org_id, user_id, role)
  values (p_team_id, v_team.org_id, p_user_id, p_role)
  returning * into v_member;
  return v_member;
end
$$;

create function private.update_team_member(p_team_id uuid, p_user_id uuid, p_role text)
returns public.team_members
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_team public.teams := private.require_team_admin(p_team_id);
  v_member public.team_members;
begin
  if p_user_id = v_team.admin_id then
    perform private.refuse(409, 'The admin''s role changes only when an organization owner names another admin');
  end if;
  update public.team_members set role = p_role where team_id = p_team_id and user_id = p_user_id
  returning * into v_member;
  if not found then
    perform private.refuse(404, 'Member not found');
  end if;
  return v_member;
end
$$;

create function private.remove_team_member(p_team_id uuid, p_user_id uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_team public.teams := private.require_team(p_team_id);
begin
  if p_user_id <> (select auth.uid()) then
    perform private.require_team_admin(p_team_id);
  end if;
  if p_user_id = v_team.admin_id then
    perform private.refuse(409, 'The team''s admin cannot leave: an organization owner must name another admin first');
  end if;
  delete from public.team_members where team_id = p_team_id and user_id = p_user_id;
  if not found then
    perform private.refuse(404, 'Member not found');
  end if;
end
$$;

-- What clients call ------------------------------------------------------------------------------

-- Teams of the caller's organizations or of one of them, newest first: up to p_limit older than
-- (p_before_at, p_before_id); for a super admin of all organizations. Row security decides; naming
-- the organizations lets their index serve it.
create function public.list_teams(
  p_org_id uuid default null, p_before_at timestamptz default null, p_before_id uuid default null,
  p_limit integer default 50
) returns setof public.teams
language plpgsql stable set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
declare
  v_org_ids uuid[];
begin
  if p_org_id is not null then
    if not exists (select from public.organizations where id = p_org_id) then
      raise exception using errcode = 'PT404', message = 'Organization not found';
    end if;
    v_org_ids := array[p_org_id];
  elsif not private.is_super_admin() then
    v_org_ids := array(select private.my_org_ids());
  end if;
  return query
    select * from public.teams
    where (v_org_ids is null or org_id = any (v_org_ids))
      and (p_before_at is null or (created_at, id) < (p_before_at, p_before_id))
    order by created_at desc, id desc
    limit least(greatest(p_limit, 1), 101);
end
$$;

create function public.create_team(
  p_org_id uuid, p_name text, p_description text default '', p_admin_id uuid default null,
  p_settings jsonb default '{}'
) returns public.teams
language sql volatile set search_path = ''
as $$ select private.create_team(p_org_id, p_name, p_description, p_admin_id, p_settings) $$;

create function public.update_team(p_team_id uuid, p_changes jsonb) returns public.teams
language sql volatile set search_path = ''
as $$ select private.update_team(p_team_id, p_changes) $$;

create function public.delete_team(p_team_id uuid) returns void
language sql volatile set search_path = ''
as $$ select private.delete_team(p_team_id) $$;

create function public.add_team_member(
  p_team_id uuid, p_user_id uuid, p_role text default 'member'
) returns public.team_members
language sql volatile set search_path = ''
as $$ select private.add_team_member(p_team_id, p_user_id, p_role) $$;

create function public.update_team_member(p_team_id uuid, p_user_id uuid, p_role text)
returns public.team_members
language sql volatile set search_path = ''
as $$ select private.update_team_member(p_team_id, p_user_id, p_role) $$;

create function public.remove_team_member(p_team_id uuid, p_user_id uuid) returns void
language sql volatile set search_path = ''
as $$ select private.remove_team_member(p_team_id, p_user_id) $$;

select private.open_to_callers(array[
  'create_team(uuid, text, text, uuid, jsonb)', 'update_team(uuid, jsonb)', 'delete_team(uuid)',
  'add_team_member(uuid, uuid, text)', 'update_team_member(uuid, uuid, text)',
  'remove_team_member(uuid, uuid)'
]);
revoke all on function public.list_teams(uuid, timestamptz, uuid, integer) from public;
grant execute on function public.list_teams(uuid, timestamptz, uuid, integer) to authenticated;
