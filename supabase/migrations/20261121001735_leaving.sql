-- What others cannot do with an account that is being deleted.

-- Nobody takes a leaving person into an organization or makes them its owner, and nobody joins one
-- that goes with its owner.
create function private.refuse_leaving() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_user_id uuid;
  v_org_id uuid;
begin
  if tg_table_name = 'organizations' then
    v_user_id := new.owner_id;
    v_org_id := new.id;
  else
    v_user_id := new.user_id;
    v_org_id := new.org_id;
  end if;
  if private.is_leaving(v_user_id) then
    perform private.refuse(404, 'User not found');
  end if;
  if exists (
    select from public.organizations as o
    where o.id = v_org_id and private.is_leaving(o.owner_id)
  ) then
    perform private.refuse(409, 'The organization is being deleted');
  end if;
  return null;
end
$$;

-- After the foreign keys were checked, which wait for a deletion that is about to begin.
create trigger organizations_600_refuse_leaving after update of owner_id on public.organizations
  for each row when (old.owner_id <> new.owner_id) execute function private.refuse_leaving();
create trigger organization_members_600_refuse_leaving after insert on public.organization_members
  for each row execute function private.refuse_leaving();

-- Who is leaving is not let in again by being unblocked.
create function private.keep_leaving_inactive() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if private.is_leaving(new.id) then
    perform private.refuse(409, 'This account is being deleted');
  end if;
  return new;
end
$$;

create trigger profiles_050_keep_leaving_inactive before update of is_active on public.profiles
  for each row when (new.is_active and not old.is_active)
  execute function private.keep_leaving_inactive();
