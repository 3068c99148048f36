-- The functions with which owners and members manage organizations.

-- The organization after a change by the caller.
create function private.organization_card(p_org_id uuid) returns public.organization_cards
language sql volatile security definer set search_path = ''
as $$ select * from public.organization_cards where id = p_org_id $$;

create function private.create_organization(
  p_name text, p_description text default '', p_settings jsonb default '{}'
) returns public.organization_cards
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_caller uuid := private.require_caller();
  v_org_id uuid;
begin
  insert into public.organizations (name, description, owner_id, settings)
  values (p_name, coalesce(p_description, ''), v_caller, coalesce(p_settings, '{}'))
  returning id into v_org_id;
  insert into public.organization_members (org_id, user_id, role)
  values (v_org_id, v_caller, 'owner');
  return private.organization_card(v_org_id);
end
$$;

-- Changes the given fields. A null description becomes empty.
create function private.update_organization(p_org_id uuid, p_changes jsonb)
returns public.organization_cards
language sql volatile security definer set search_path = ''
as $$
  select private.require_org_owner(p_org_id);
  update public.organizations set
    name = coalesce(p_changes ->> 'name', name),
    description = case when p_changes ? 'description'
      then coalesce(p_changes ->> 'description', '') else description end,
    settings = coalesce(p_changes -> 'settings', settings)
  where id = p_org_id;
  select private.organization_card(p_org_id)
$$;

create function private.delete_organization(p_org_id uuid) returns void
language sql volatile security definer set search_path = ''
as $$
  select private.require_org_owner(p_org_id);
  delete from public.organizations where id = p_org_id;
$$;

create function private.update_organization_member(p_org_id uuid, p_user_id uuid, p_role text)
returns public.organization_members
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_org public.organizations := private.require_org_owner(p_org_id);
  v_member public.organization_members;
begin
  perform private.refuse_if(p_role = 'owner',
    400, 'role: owner is given by adding an owner or by a transfer');
  perform private.refuse_if(p_user_id = v_org.owner_id,
    409, 'The owner''s role changes only by transferring the organization', 'owner_must_transfer');
  update public.organization_members set role = p_role
  where org_id = p_org_id and user_id = p_user_id
  returning * into v_member;
  perform private.refuse_if(not found, 404, 'Member not found');
  return v_member;
end
$$;

create function private.remove_organization_member(p_org_id uuid, p_user_id uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_org public.organizations;
begin
  -- Members may leave; only owners remove others.
  if p_user_id = private.require_caller() and private.my_org_role(p_org_id) is not null then
    select * into v_org from public.organizations where id = p_org_id for no key update;
  else
    v_org := private.require_org_owner(p_org_id);
  end if;
  perform private.refuse_if(p_user_id = v_org.owner_id,
    409, 'The owner cannot leave: transfer the organization first', 'owner_must_transfer');
  perform private.refuse_if(auth.jwt() ? 'token_id' and exists (
    select from public.organization_members
    where org_id = p_org_id and user_id = p_user_id and role = 'owner'
  ), 403, 'No personal token removes an owner', 'token_refused');
  delete from public.organization_members where org_id = p_org_id and user_id = p_user_id;
  perform private.refuse_if(not found, 404, 'Member not found');
  insert into private.organization_departures (org_id, user_id, left_at, removed_at)
  values (
    p_org_id, p_user_id,
    case when p_user_id = (select auth.uid()) then now() end,
    case when p_user_id <> (select auth.uid()) then now() end)
  on conflict (org_id, user_id) do update
    set left_at = excluded.left_at, removed_at = excluded.removed_at;
end
$$;

-- Makes a member the owner; the former owner becomes an admin. The caller of this function has
-- verified the right and locked the organization. Returns false when nobody of that id is a member.
create function private.change_owner(p_org_id uuid, p_new_owner_id uuid) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
begin
  update public.organization_members set role = 'owner'
  where org_id = p_org_id and user_id = p_new_owner_id;
  if not found then
    return false;
  end if;
  update public.organization_members as m set role = 'admin'
  from public.organizations as o
  where o.id = p_org_id and m.org_id = o.id and m.user_id = o.owner_id;
  update public.organizations set owner_id = p_new_owner_id where id = p_org_id;
  return true;
end
$$;

create function private.transfer_organization(p_org_id uuid, p_new_owner_id uuid)
returns public.organization_cards
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_org public.organizations := private.require_org_owner(p_org_id);
begin
  perform private.refuse_if(v_org.owner_id <> (select auth.uid()) and not private.is_super_admin(),
    403, 'Only the current owner may transfer the organization');
  perform private.refuse_if(p_new_owner_id = v_org.owner_id,
    409, 'The user already owns the organization', 'already_owner');
  perform private.refuse_if(not private.change_owner(p_org_id, p_new_owner_id),
    400, 'new_owner_id: must be a member of the organization', 'not_a_member');
  perform private.require_can_join(p_new_owner_id);
  return private.organization_card(p_org_id);
end
$$;

-- Hands up to p_limit organizations of a user over to their other members: to a co-owner, otherwise
-- to an admin, otherwise to a member. Of several, the person who joined first gets the
-- organization. Returns the number of organizations.
create function private.hand_over_organizations(p_user_id uuid, p_limit integer) returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_org_id uuid;
  v_successor uuid;
  v_count integer := 0;
begin
  for v_org_id in
    select o.id from public.organizations as o
    where o.owner_id = p_user_id and private.has_other_members(o.id, p_user_id)
    order by o.id limit p_limit for no key update
  loop
    loop
      select m.user_id into v_successor
      from public.organization_members as m
      where m.org_id = v_org_id and m.user_id <> p_user_id and private.can_join(m.user_id)
      order by array_position(array['owner', 'admin', 'member'], m.role), m.joined_at, m.user_id
      limit 1;
      exit when v_successor is null;
      -- Waits for a deletion of the successor's account that is about to begin.
      perform from public.profile_cards where id = v_successor for key share;
      if found and private.can_join(v_successor)
        and private.change_owner(v_org_id, v_successor) then
        v_count := v_count + 1;
        exit;
      end if;
    end loop;
  end loop;
  return v_count;
end
$$;

-- Lists -------------------------------------------------------------------------------------------

-- The caller's organizations, for a super admin all, newest first: up to p_limit older than
-- (p_before_at, p_before_id). Row security decides; the ids let the query use their index.
create function public.list_organizations(
  p_before_at timestamptz default null, p_before_id uuid default null, p_limit integer default 50
) returns setof public.organization_cards
language plpgsql stable rows 50 set search_path = ''
as $$
declare
  v_org_ids uuid[];
begin
  if not private.is_super_admin() then
    v_org_ids := array(select private.my_org_ids());
  end if;
  return query
    select * from public.organization_cards
    where (v_org_ids is null or id = any (v_org_ids))
      and (created_at, id)
        < (coalesce(p_before_at, 'infinity'), coalesce(p_before_id, private.last_id()))
    order by created_at desc, id desc
    limit private.page_limit(p_limit);
end
$$;

grant execute on function public.list_organizations to authenticated;
select private.expose('authenticated', 'create_organization', 'update_organization',
  'delete_organization', 'update_organization_member', 'remove_organization_member',
  'transfer_organization');
