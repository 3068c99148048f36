-- The functions with which invited people list, accept and decline their invitations.

-- The caller's invitations: open ones first, then newest first. Up to p_limit after the position
-- (p_before_open, p_before_at, p_before_id), where p_before_open is 1 for an open invitation and
-- otherwise 0.
create function private.list_my_invitations(
  p_before_open integer default null, p_before_at timestamptz default null,
  p_before_id uuid default null, p_limit integer default 50
) returns setof private.invitations
language plpgsql stable security definer rows 50 set search_path = ''
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
      and (o.is_open, i.created_at, i.id) < (coalesce(p_before_open, 2),
        coalesce(p_before_at, 'infinity'),
        coalesce(p_before_id, private.last_id()))
    order by o.is_open desc, i.created_at desc, i.id desc
    limit private.page_limit(p_limit);
end
$$;

-- The status for the invited person, who alone knows that an invitation to an address is declined.
create function private.received_status(p_invitation private.organization_invitations)
returns text
language sql stable set search_path = ''
as $$
  select case when (p_invitation).declined_at is not null then 'declined'
    else private.invitation_status((p_invitation).id) end
$$;

-- An invitation as the holder of its link sees it before signing in: {organization, team, inviter,
-- role, expires_at}. The service calls this after it has counted the address.
create function private.linked_invitation(p_code text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_invitation private.organization_invitations;
begin
  select * into v_invitation from private.organization_invitations
  where code_hash = sha256(convert_to(p_code, 'UTF8'));
  perform private.refuse_if(not found, 404, 'Invitation not found');
  perform private.require_open(private.invitation_status(v_invitation.id));
  return (
    select jsonb_build_object(
      'organization', organization - 'id'
        || jsonb_build_object('is_circle', private.is_circle(org_id)),
      'team', team - 'id' || jsonb_build_object('is_circle', private.is_circle(team_id)),
      'inviter', invited_by, 'role', role, 'expires_at', expires_at)
    from private.invitations where id = v_invitation.id
  );
end
$$;

-- Refuses an invitation that a user cannot accept: by its id, or with the code of a link if
-- `p_has_code`.
create function private.require_acceptable(
  p_invitation private.organization_invitations, p_user_id uuid, p_has_code boolean
) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.refuse_if(
    p_invitation.id is null or not p_has_code and not private.is_invited(p_user_id, p_invitation),
    404, 'Invitation not found');
  perform private.refuse_if(private.has_joined(p_user_id, p_invitation), 409,
    'You are already a member of the '
      || case when p_invitation.team_id is null then 'organization' else 'team' end,
    'already_member');
  perform private.require_open(private.received_status(p_invitation));
  -- A member whom somebody removed does not return by an older invitation.
  perform private.refuse_if(exists (
    select from private.organization_departures
    where org_id = p_invitation.org_id and user_id = p_user_id
      and removed_at >= p_invitation.created_at
  ) or exists (
    select from private.team_removals
    where team_id = p_invitation.team_id and user_id = p_user_id
      and removed_at >= p_invitation.created_at
  ), 410, 'The invitation was made before you were removed', 'invitation_ended');
end
$$;

-- Refuses to let a user into a circle: a classroom account, and everybody without a link.
create function private.require_circle_link(
  p_invitation private.organization_invitations, p_user_id uuid
) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if private.is_circle(p_invitation.org_id) then
    perform private.refuse_if((select is_classroom from public.profiles where id = p_user_id),
      403, 'Classroom accounts may not join a circle of friends');
    perform private.refuse_if(p_invitation.code_hash is null,
      409, 'A circle is joined by its links alone', 'invitation_needed');
  end if;
end
$$;

-- Tells the sender of an invitation that a user has joined. In a circle each of the two learns of
-- the new friend.
create function private.notify_joined(
  p_invitation private.organization_invitations, p_user_id uuid
) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  -- Once for each invitation: nobody notifies without end by leaving and using a link again.
  v_key constant text := p_invitation.id || ':' || p_user_id;
begin
  if exists (
    select from private.circles as c
    where c.team_id = p_invitation.team_id and c.user_id = p_invitation.invited_by
  ) then
    perform private.notify(t.recipient, 'friend_joined',
      jsonb_build_object('name', coalesce(f.full_name, f.handle)),
      jsonb_build_object('user_id', f.id), v_key)
    from (values (p_invitation.invited_by, p_user_id), (p_user_id, p_invitation.invited_by))
      as t (recipient, friend_id)
    join public.profile_cards as f on f.id = t.friend_id
    where not private.is_blocked_between(t.recipient, t.friend_id)
    order by t.recipient;
  else
    perform private.notify(
      p_invitation.invited_by, 'organization_joined.accepted',
      jsonb_build_object('handle', c.handle),
      jsonb_build_object('org_id', p_invitation.org_id, 'user_id', p_user_id), v_key)
    from public.profile_cards as c where c.id = p_user_id;
  end if;
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
  perform private.refuse_if(num_nonnulls(p_invitation_id, p_code) <> 1,
    400, 'Expected exactly one of invitation_id and code');
  select * into v_invitation from private.organization_invitations
  where id = p_invitation_id or code_hash = v_code_hash;
  -- Organization and team first: their deletion locks them before their invitations, and people
  -- join them one after another, because joining ends their other invitations.
  perform from public.organizations where id = v_invitation.org_id for no key update;
  perform from public.teams where id = v_invitation.team_id for no key update;
  select * into v_invitation from private.organization_invitations
  where id = v_invitation.id for update;
  perform private.require_acceptable(v_invitation, v_caller, v_code_hash is not null);
  perform private.require_circle_link(v_invitation, v_caller);
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
  perform private.notify_joined(v_invitation, v_caller);
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
  perform private.refuse_if(not found or not private.is_invited(v_caller, v_invitation),
    404, 'Invitation not found');
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
    v_invitation.invited_by, 'organization_invitation.declined',
    p_data => jsonb_build_object('invitation_id', p_invitation_id,
      'org_id', v_invitation.org_id, 'user_id', v_caller),
    p_dedupe_key => p_invitation_id::text);
end
$$;

select private.expose('authenticated', 'list_my_invitations', 'accept_invitation',
  'decline_invitation');
select private.expose('service_role', 'linked_invitation');
