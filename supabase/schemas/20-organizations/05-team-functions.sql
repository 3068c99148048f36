-- The functions with which organization members and team admins manage teams.

-- The team after a change by the caller.
create function private.team_card(p_team_id uuid) returns public.team_cards
language sql volatile security definer set search_path = ''
as $$ select * from public.team_cards where id = p_team_id $$;

-- Creates a team. Its admin is the caller unless p_admin_id names another member. When a super
-- admin from outside the organization calls without p_admin_id, the organization's owner is the
-- admin.
create function private.create_team(
  p_org_id uuid, p_name text, p_description text default '', p_admin_id uuid default null,
  p_settings jsonb default '{}'
) returns public.team_cards
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_caller uuid := private.require_caller();
  v_is_member boolean := private.my_org_role(p_org_id) is not null;
  v_owner_id uuid;
  v_admin uuid;
  v_team_id uuid;
begin
  -- Locks the organization before its member, as all functions do.
  select owner_id into v_owner_id from public.organizations
  where id = p_org_id and id not in (select private.groups_in_deletion()) for key share;
  perform private.refuse_if(not found or not (v_is_member or private.is_super_admin()),
    404, 'Organization not found');
  v_admin := coalesce(p_admin_id, case when v_is_member then v_caller else v_owner_id end);
  perform private.require_org_member(
    p_org_id, v_admin, 'admin_id: must be a member of the organization');
  insert into public.teams (org_id, name, description, admin_id, settings)
  values (p_org_id, p_name, coalesce(p_description, ''), v_admin, coalesce(p_settings, '{}'))
  returning id into v_team_id;
  insert into public.team_members (team_id, org_id, user_id, role)
  values (v_team_id, p_org_id, v_admin, 'admin');
  return private.team_card(v_team_id);
end
$$;

-- Refuses a member whom somebody adds to the team of a circle, which is joined by its links alone.
create function private.require_no_circle(p_team_id uuid) returns void
language sql stable security definer set search_path = ''
as $$
  select private.refuse_if(private.is_circle(p_team_id),
    409, 'A circle is joined by its links alone', 'invitation_needed')
$$;

-- Changes the given fields; a field with the value that it has already requires no right. A null
-- description becomes empty. Team admins change name, description and settings; organization
-- owners change the admin.
create function private.update_team(p_team_id uuid, p_changes jsonb) returns public.team_cards
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_team public.teams;
  v_changed public.teams;
  v_admin uuid := private.short(p_changes, 'admin_id')::uuid;
begin
  if v_admin is not null then
    -- Locks the organization first, as all functions do that change its members or team admins.
    perform from public.organizations
    where id = (select org_id from public.teams where id = p_team_id) for no key update;
  end if;
  v_team := private.require_team(p_team_id);
  v_changed := v_team;
  v_changed.name := coalesce(p_changes ->> 'name', v_team.name);
  v_changed.settings := coalesce(p_changes -> 'settings', v_team.settings);
  if p_changes ? 'description' then
    v_changed.description := coalesce(p_changes ->> 'description', '');
  end if;
  if v_changed is distinct from v_team then
    perform private.require_team_admin(p_team_id);
    update public.teams set
      name = v_changed.name, description = v_changed.description, settings = v_changed.settings
    where id = p_team_id;
  end if;
  if v_admin <> v_team.admin_id then
    perform private.refuse_if(
      private.my_org_role(v_team.org_id) is distinct from 'owner' and not private.is_super_admin(),
      403, 'Only an owner of the organization may change the team''s admin');
    perform private.require_org_member(
      v_team.org_id, v_admin, 'admin_id: must be a member of the organization');
    if private.team_role(p_team_id, v_admin) is null then
      perform private.require_no_circle(p_team_id);
    end if;
    perform private.set_team_admin(v_team, v_admin);
  end if;
  return private.team_card(p_team_id);
end
$$;

create function private.delete_team(p_team_id uuid) returns void
language sql volatile security definer set search_path = ''
as $$
  select private.require_team_admin(p_team_id);
  delete from public.teams where id = p_team_id;
$$;

create function private.add_team_member(
  p_team_id uuid, p_user_id uuid, p_role text default 'member'
) returns public.team_members
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_team public.teams := private.require_team_admin(p_team_id);
  v_member public.team_members;
begin
  -- Checked before the lock of the membership: its removal may wait for this team.
  perform private.refuse_if(
    exists (select from public.team_members where team_id = p_team_id and user_id = p_user_id),
    409, 'The user is already a member of the team', 'already_member');
  perform private.require_no_circle(p_team_id);
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
  perform private.refuse_if(p_user_id = v_team.admin_id and p_role <> 'admin', 409,
    'The admin''s role changes only when an organization owner names another admin',
    'admin_must_be_replaced');
  update public.team_members set role = p_role where team_id = p_team_id and user_id = p_user_id
  returning * into v_member;
  perform private.refuse_if(not found, 404, 'Member not found');
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
  perform private.refuse_if(p_user_id = v_team.admin_id, 409,
    'The team''s admin cannot leave: an organization owner must name another admin first',
    'admin_must_be_replaced');
  delete from public.team_members where team_id = p_team_id and user_id = p_user_id;
  perform private.refuse_if(not found, 404, 'Member not found');
  if p_user_id <> (select auth.uid()) then
    insert into private.team_removals (team_id, user_id) values (p_team_id, p_user_id)
    on conflict on constraint team_removals_pkey do update set removed_at = now();
  end if;
end
$$;

-- Lists -------------------------------------------------------------------------------------------

-- Teams of one or all of the caller's organizations, for a super admin of all organizations, newest
-- first: up to p_limit older than (p_before_at, p_before_id). Row security decides; the ids let the
-- query use their index.
create function public.list_teams(
  p_org_id uuid default null, p_before_at timestamptz default null, p_before_id uuid default null,
  p_limit integer default 50
) returns setof public.team_cards
language plpgsql stable rows 50 set search_path = ''
as $$
declare
  v_org_ids uuid[];
begin
  if p_org_id is not null then
    perform private.refuse_if(not exists (select from public.organizations where id = p_org_id),
      404, 'Organization not found');
    v_org_ids := array[p_org_id];
  elsif not private.is_super_admin() then
    v_org_ids := array(select private.my_org_ids());
  end if;
  return query
    select * from public.team_cards
    where (v_org_ids is null or org_id = any (v_org_ids))
      and (created_at, id)
        < (coalesce(p_before_at, 'infinity'), coalesce(p_before_id, private.last_id()))
    order by created_at desc, id desc
    limit private.page_limit(p_limit);
end
$$;

grant execute on function public.list_teams to authenticated;
select private.expose('authenticated', 'create_team', 'update_team', 'delete_team',
  'add_team_member', 'update_team_member', 'remove_team_member');
