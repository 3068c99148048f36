-- What owners and invited people do with invitations.

-- An invitation as the functions return it. Organization and team are named while the invitation is
-- open, and to members of the organization.
create view private.invitations as
select
  i.id, i.org_id, i.team_id, i.role, private.invitation_status(i) as status,
  case when i.code_hash is not null then 'link' when i.email is not null then 'email'
    else 'user' end as kind,
  case when named.yes then jsonb_build_object('id', o.id, 'name', o.name) end as organization,
  case when named.yes and t.id is not null
    then jsonb_build_object('id', t.id, 'name', t.name) end as team,
  case when u.id is not null then jsonb_build_object(
    'id', u.id, 'handle', u.handle, 'full_name', u.full_name, 'avatar_url', u.avatar_url)
  end as "user",
  i.email, i.uses, i.max_uses,
  jsonb_build_object(
    'id', s.id, 'handle', s.handle, 'full_name', s.full_name, 'avatar_url', s.avatar_url
  ) as invited_by,
  i.expires_at, i.created_at
from private.organization_invitations as i
join public.organizations as o on o.id = i.org_id
join public.profile_cards as s on s.id = i.invited_by
left join public.teams as t on t.id = i.team_id
left join public.profile_cards as u on u.id = i.user_id
cross join lateral (
  select private.invitation_status(i) = 'open' or private.my_org_role(i.org_id) is not null as yes
) as named;

comment on view private.invitations is 'Invitations with the people and the organization they name.';

-- Owners ------------------------------------------------------------------------------------------

-- Invites to an organization, and to a team of it when one is named: exactly one of a user's id, a
-- handle, an e-mail address, or a link. Returns {invitation, code}; the code of a link is returned
-- here only. An address that no user has, and a user who blocks the caller, are answered as others are.
create function private.invite_to_organization(
  p_org_id uuid, p_user_id uuid default null, p_handle text default null,
  p_email text default null, p_link boolean default false, p_role text default 'member',
  p_expires_at timestamptz default null, p_max_uses integer default null,
  p_team_id uuid default null
) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_caller uuid := private.require_caller();
  v_user_id uuid := p_user_id;
  v_email text := lower(trim(p_email));
  v_link boolean := coalesce(p_link, false);
  v_code text;
  v_invitation private.organization_invitations;
begin
  perform private.require_org_owner(p_org_id);
  if num_nonnulls(p_user_id, p_handle, p_email, nullif(v_link, false)) <> 1 then
    perform private.refuse(400, 'Expected exactly one of user_id, handle, email and link');
  elsif p_max_uses is not null and not v_link then
    perform private.refuse(400, 'max_uses: only a link has it');
  elsif p_max_uses not between 1 and 10000 then
    perform private.refuse(400, 'max_uses: expected 1 to 10000');
  elsif v_email !~ '^[^\s@]+@[^\s@]+$' or char_length(v_email) > 320 then
    perform private.refuse(400, 'email: expected an e-mail address');
  elsif p_role is null or p_role not in ('owner', 'admin', 'member') then
    perform private.refuse(400, 'role: expected owner, admin or member', 'unknown_value');
  elsif v_link and p_role = 'owner' then
    perform private.refuse(400, 'role: a link makes no owners', 'unknown_value');
  elsif p_expires_at is not null
    and p_expires_at not between now() and now() + interval '90 days' then
    perform private.refuse(400, 'expires_at: expected a time within the next 90 days');
  elsif p_team_id is not null and not exists (
    select from public.teams where id = p_team_id and org_id = p_org_id
  ) then
    perform private.refuse(404, 'Team not found');
  end if;
  if p_handle is not null then
    select id into v_user_id from public.profiles where lower(handle) = lower(p_handle);
  end if;
  if p_handle is not null or p_user_id is not null then
    perform private.require_can_join(v_user_id);
  end if;
  v_invitation.org_id := p_org_id;
  v_invitation.team_id := p_team_id;
  if private.has_joined(v_user_id, v_invitation) then
    perform private.refuse(409, 'The user is already a member of the '
      || case when p_team_id is null then 'organization' else 'team' end, 'already_member');
  end if;

  perform private.require_rate_limit(
    'invitation', v_caller, 'You have sent too many invitations today');
  if not v_link then
    perform private.require_rate_limit('invitation_recipient', v_caller,
      'You have invited this person too often',
      coalesce(v_user_id::text, encode(sha256(convert_to(v_email, 'UTF8')), 'hex')));
  else
    v_code := encode(extensions.gen_random_bytes(24), 'hex');
  end if;
  perform private.lock_address(v_email);
  update private.organization_invitations set ending = 'expired', ended_at = expires_at
  where org_id = p_org_id and ending is null and expires_at <= now()
    and (user_id = v_user_id or email = v_email);
  insert into private.organization_invitations (
    org_id, team_id, role, user_id, email, code_hash, max_uses, invited_by, expires_at
  )
  values (
    p_org_id, p_team_id, p_role, v_user_id, v_email, sha256(convert_to(v_code, 'UTF8')), p_max_uses,
    v_caller, coalesce(p_expires_at, now() + interval '14 days')
  )
  on conflict do nothing
  returning * into v_invitation;
  if not found then
    perform private.refuse(409, 'This person has an open invitation', 'already_invited');
  end if;
  perform private.notify_invited(private.invited_user(v_invitation), v_invitation);
  if private.is_super_admin() then
    perform private.audit('organization_invitation.create', 'organization', p_org_id::text, null,
      jsonb_build_object('invitation_id', v_invitation.id, 'role', p_role));
  end if;
  return (
    select jsonb_build_object('code', v_code, 'invitation', to_jsonb(i))
    from private.invitations as i where i.id = v_invitation.id
  );
end
$$;

-- The invitations of an organization, newest first: up to p_limit older than (p_before_at,
-- p_before_id).
create function private.list_organization_invitations(
  p_org_id uuid, p_before_at timestamptz default null, p_before_id uuid default null,
  p_limit integer default 50
) returns setof private.invitations
language plpgsql stable security definer
set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
begin
  perform private.check_org_owner(p_org_id);
  return query
    select * from private.invitations as i
    where i.org_id = p_org_id
      and (p_before_at is null or (i.created_at, i.id) < (p_before_at, p_before_id))
    order by i.created_at desc, i.id desc
    limit least(greatest(p_limit, 1), 101);
end
$$;

create function private.revoke_organization_invitation(p_org_id uuid, p_invitation_id uuid)
returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_invitation private.organization_invitations;
begin
  perform private.require_org_owner(p_org_id);
  select * into v_invitation from private.organization_invitations
  where id = p_invitation_id and org_id = p_org_id for update;
  if not found then
    perform private.refuse(404, 'Invitation not found');
  end if;
  perform private.require_open(private.invitation_status(v_invitation));
  update private.organization_invitations set ending = 'revoked', ended_at = now()
  where id = p_invitation_id;
  delete from public.notifications
  where user_id = private.invited_user(v_invitation) and type = 'organization_invitation'
    and dedupe_key = p_invitation_id::text;
  if private.is_super_admin() then
    perform private.audit('organization_invitation.revoke', 'organization', p_org_id::text, null,
      jsonb_build_object('invitation_id', p_invitation_id));
  end if;
end
$$;

-- Invited people ----------------------------------------------------------------------------------

-- The caller's invitations: open ones first, then newest first. Up to p_limit after the position
-- (p_before_open, p_before_at, p_before_id), where p_before_open is 1 for an open one and 0 else.
create function private.list_my_invitations(
  p_before_open integer default null, p_before_at timestamptz default null,
  p_before_id uuid default null, p_limit integer default 50
) returns setof private.invitations
language plpgsql stable security definer
set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
declare
  v_caller uuid := private.require_caller();
  v_email text := private.confirmed_email(v_caller);
begin
  return query
    select v.* from private.organization_invitations as i
    join private.invitations as v on v.id = i.id
    cross join lateral (select (v.status = 'open')::integer as is_open) as o
    where (i.user_id = v_caller or i.email = v_email and i.declined_at is null)
      and v.status <> 'revoked' and private.is_invited(v_caller, i)
      and (o.is_open = 0 or not private.has_joined(v_caller, i))
      and (p_before_open is null
        or (o.is_open, i.created_at, i.id) < (p_before_open, p_before_at, p_before_id))
    order by o.is_open desc, i.created_at desc, i.id desc
    limit least(greatest(p_limit, 1), 101);
end
$$;

-- Refuses an invitation that has ended.
create function private.require_open(p_status text) returns void
language plpgsql stable set search_path = ''
as $$
begin
  if p_status <> 'open' then
    perform private.refuse(410, 'The invitation has ended: ' || replace(p_status, '_', ' '),
      'invitation_ended');
  end if;
end
$$;

-- The status for the invited person, who alone knows that an invitation to an address is declined.
create function private.received_status(p_invitation private.organization_invitations)
returns text
language sql stable set search_path = ''
as $$
  select case when (p_invitation).declined_at is not null then 'declined'
    else private.invitation_status(p_invitation) end
$$;

-- What the holder of a link sees before signing in: {organization, team, inviter, role, expires_at}.
-- The service calls this after it has counted the address.
create function private.linked_invitation(p_code text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_invitation private.organization_invitations;
begin
  select * into v_invitation from private.organization_invitations
  where code_hash = sha256(convert_to(p_code, 'UTF8'));
  if not found then
    perform private.refuse(404, 'Invitation not found');
  end if;
  perform private.require_open(private.invitation_status(v_invitation));
  return (
    select jsonb_build_object('organization', organization - 'id', 'team', team - 'id',
      'inviter', invited_by, 'role', role, 'expires_at', expires_at)
    from private.invitations where id = v_invitation.id
  );
end
$$;

-- Accepts the invitation with this id, or the link with this code. Returns {organization, team}.
create function private.accept_invitation(
  p_invitation_id uuid default null, p_code text default null
) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_caller uuid := private.require_caller();
  v_code_hash bytea := sha256(convert_to(p_code, 'UTF8'));
  v_invitation private.organization_invitations;
  v_ending text;
begin
  if num_nonnulls(p_invitation_id, p_code) <> 1 then
    perform private.refuse(400, 'Expected exactly one of invitation_id and code');
  end if;
  select * into v_invitation from private.organization_invitations
  where id = p_invitation_id or code_hash = v_code_hash;
  -- Organization and team first: their deletion locks them before their invitations, and people join
  -- them one after another, because joining ends their other invitations.
  perform from public.organizations where id = v_invitation.org_id for no key update;
  perform from public.teams where id = v_invitation.team_id for no key update;
  select * into v_invitation from private.organization_invitations
  where id = v_invitation.id for update;
  if not found or p_code is null and not private.is_invited(v_caller, v_invitation) then
    perform private.refuse(404, 'Invitation not found');
  end if;
  if private.has_joined(v_caller, v_invitation) then
    perform private.refuse(409, 'You are already a member of the '
      || case when v_invitation.team_id is null then 'organization' else 'team' end,
      'already_member');
  end if;
  perform private.require_open(private.received_status(v_invitation));
  -- A member whom somebody removed does not return by an older invitation.
  if exists (
    select from private.organization_departures
    where org_id = v_invitation.org_id and user_id = v_caller
      and removed_at >= v_invitation.created_at
  ) or exists (
    select from private.team_removals
    where team_id = v_invitation.team_id and user_id = v_caller
      and removed_at >= v_invitation.created_at
  ) then
    perform private.refuse(410, 'The invitation was made before you were removed',
      'invitation_ended');
  end if;

  if private.my_org_role(v_invitation.org_id) is null then
    perform private.join_organization(v_invitation.org_id, v_caller, v_invitation.role);
  end if;
  insert into public.team_members (team_id, org_id, user_id)
  select v_invitation.team_id, v_invitation.org_id, v_caller
  where v_invitation.team_id is not null;
  v_ending := case when v_invitation.code_hash is null then 'accepted'
    when v_invitation.uses + 1 = v_invitation.max_uses then 'used_up' end;
  update private.organization_invitations set
    uses = uses + (code_hash is not null)::integer,
    ending = v_ending,
    ended_at = case when v_ending is not null then now() end
  where id = v_invitation.id;
  perform private.notify(
    v_invitation.invited_by, 'organization_joined', 'Your invitation was accepted',
    '@' || c.handle || ' joined',
    jsonb_build_object('org_id', v_invitation.org_id, 'user_id', v_caller),
    -- Once for each invitation: nobody notifies without end by leaving and using a link again.
    v_invitation.id || ':' || v_caller)
  from public.profile_cards as c where c.id = v_caller;
  return (
    select jsonb_build_object(
      'organization', to_jsonb(private.organization_card(v_invitation.org_id)), 'team', team)
    from private.invitations where id = v_invitation.id
  );
end
$$;

create function private.decline_invitation(p_invitation_id uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_caller uuid := private.require_caller();
  v_invitation private.organization_invitations;
begin
  perform from private.organization_invitations as i
  join public.organizations as o on o.id = i.org_id
  where i.id = p_invitation_id for key share of o;
  select * into v_invitation from private.organization_invitations
  where id = p_invitation_id for update;
  if not found or not private.is_invited(v_caller, v_invitation) then
    perform private.refuse(404, 'Invitation not found');
  end if;
  perform private.require_open(private.received_status(v_invitation));
  if v_invitation.email is not null then
    update private.organization_invitations set declined_at = now() where id = p_invitation_id;
    return;
  end if;
  update private.organization_invitations set ending = 'declined', ended_at = now()
  where id = p_invitation_id;
  if private.my_org_role(v_invitation.org_id) is null then
    insert into private.organization_departures (org_id, user_id, left_at)
    values (v_invitation.org_id, v_caller, now())
    on conflict (org_id, user_id) do update set left_at = excluded.left_at;
  end if;
  perform private.notify(
    v_invitation.invited_by, 'organization_invitation', 'Your invitation was declined',
    p_data => jsonb_build_object('invitation_id', p_invitation_id,
      'org_id', v_invitation.org_id, 'user_id', v_caller),
    p_dedupe_key => p_invitation_id::text);
end
$$;

-- Exposure ----------------------------------------------------------------------------------------

select private.expose('invite_to_organization', 'authenticated');
select private.expose('list_organization_invitations', 'authenticated');
select private.expose('revoke_organization_invitation', 'authenticated');
select private.expose('list_my_invitations', 'authenticated');
select private.expose('accept_invitation', 'authenticated');
select private.expose('decline_invitation', 'authenticated');
select private.expose('linked_invitation', 'service_role');
