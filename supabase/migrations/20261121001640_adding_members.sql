-- How people become members of organizations, and what a new owner is told.

-- Makes a user a member. The caller of this function has verified the right and locked the
-- organization.
create function private.join_organization(p_org_id uuid, p_user_id uuid, p_role text)
returns public.organization_members
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_member public.organization_members;
begin
  insert into public.organization_members (org_id, user_id, role)
  values (p_org_id, p_user_id, p_role)
  on conflict (org_id, user_id) do nothing
  returning * into v_member;
  if not found then
    perform private.refuse(409, 'The user is already a member of the organization',
      'already_member');
  end if;
  delete from private.organization_departures where org_id = p_org_id and user_id = p_user_id;
  return v_member;
end
$$;

-- For each owner and added user: past it the user is added and not notified.
insert into private.rate_limit_rules (bucket, max_hits, per) values ('member_added', 20, '1 day');

-- Adds a user without asking, and notifies the user. Refuses users who left by themselves, declined
-- an invitation, or block the caller: they join by accepting an invitation.
create function private.add_organization_member(
  p_org_id uuid, p_user_id uuid, p_role text default 'member'
) returns public.organization_members
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_caller uuid := private.require_caller();
  v_member public.organization_members;
begin
  perform private.require_org_owner(p_org_id);
  perform private.require_can_join(p_user_id);
  if not exists (
    select from public.organization_members where org_id = p_org_id and user_id = p_user_id
  ) and (
    exists (
      select from private.organization_departures
      where org_id = p_org_id and user_id = p_user_id and left_at is not null
    )
    or exists (
      select from public.profiles where id = p_user_id and v_caller = any (blocked_user_ids)
    )
  ) then
    perform private.refuse(409, 'The user joins only by accepting an invitation',
      'invitation_needed');
  end if;
  v_member := private.join_organization(p_org_id, p_user_id, p_role);
  if (private.take_user_rate_limit('member_added', v_caller, 1, p_user_id::text)
    ->> 'allowed')::boolean then
    perform private.notify(
      p_user_id, 'organization_joined', 'You were added to an organization',
      '@' || c.handle || ' added you',
      jsonb_build_object('org_id', p_org_id, 'user_id', v_caller),
      -- Of each membership, also of a user who is added again.
      p_org_id || ':' || v_member.joined_at)
    from public.profile_cards as c where c.id = v_caller and c.id <> p_user_id;
  end if;
  return v_member;
end
$$;

select private.expose('add_organization_member', 'authenticated');

-- New owners --------------------------------------------------------------------------------------

-- Does not name the former owner: the deletion of that account would remove the notification.
create function private.notify_new_owner() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.owner_id is distinct from (select auth.uid()) then
    perform private.notify(
      new.owner_id, 'organization_handed_over', 'You are the owner of an organization',
      'It was handed over to you', jsonb_build_object('org_id', new.id));
  end if;
  return null;
end
$$;

create trigger organizations_700_notify_new_owner after update of owner_id on public.organizations
  for each row when (old.owner_id <> new.owner_id) execute function private.notify_new_owner();
