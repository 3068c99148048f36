-- The functions with which owners add users, invite people, and hand an organization over.

-- Adding ------------------------------------------------------------------------------------------

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
  perform private.refuse_if(not found,
    409, 'The user is already a member of the organization', 'already_member');
  delete from private.organization_departures where org_id = p_org_id and user_id = p_user_id;
  return v_member;
end
$$;

-- For each owner and added user: past it the user is added and not notified.
insert into private.rate_limit_rules (bucket, max_hits, per) values ('member_added', 20, '1 day');

-- Adds a user without asking, and notifies the user. Refuses users who left by themselves, declined
-- an invitation, or block the caller, and everybody in a circle: they join by accepting an
-- invitation.
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
  perform private.refuse_if(not exists (
    select from public.organization_members where org_id = p_org_id and user_id = p_user_id
  ) and (
    exists (
      select from private.organization_departures
      where org_id = p_org_id and user_id = p_user_id and left_at is not null
    )
    or exists (
      select from public.profiles where id = p_user_id and v_caller = any (blocked_user_ids)
    )
    or private.is_circle(p_org_id)
  ), 409, 'The user joins only by accepting an invitation', 'invitation_needed');
  v_member := private.join_organization(p_org_id, p_user_id, p_role);
  if (private.take_user_rate_limit('member_added', v_caller, 1, p_user_id::text)
    ->> 'allowed')::boolean then
    perform private.notify(
      p_user_id, 'organization_joined.added', jsonb_build_object('handle', c.handle),
      jsonb_build_object('org_id', p_org_id, 'user_id', v_caller),
      -- Of each membership, also of a user who is added again.
      p_org_id || ':' || v_member.joined_at)
    from public.profile_cards as c where c.id = v_caller and c.id <> p_user_id;
  end if;
  return v_member;
end
$$;

-- New owners --------------------------------------------------------------------------------------

-- Does not name the former owner: the deletion of that account would remove the notification.
create function private.notify_new_owner() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.owner_id is distinct from (select auth.uid()) then
    perform private.notify(
      new.owner_id, 'organization_handed_over', p_data => jsonb_build_object('org_id', new.id));
  end if;
  return null;
end
$$;

create trigger organizations_700_notify_new_owner after update of owner_id on public.organizations
  for each row when (old.owner_id <> new.owner_id) execute function private.notify_new_owner();

-- Inviting ----------------------------------------------------------------------------------------

-- Refuses an invitation that has ended.
create function private.require_open(p_status text) returns void
language sql stable set search_path = ''
as $$
  select private.refuse_if(p_status <> 'open',
    410, 'The invitation has ended: ' || replace(p_status, '_', ' '), 'invitation_ended')
$$;

-- Refuses what an invitation cannot have.
create function private.check_invitation(
  p_email text, p_is_link boolean, p_role text, p_expires_at timestamptz, p_max_uses integer
) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  -- The routes take the same addresses. Other signs would spell one mailbox in many ways.
  perform private.refuse_if(char_length(p_email) > 320 or trim(p_email) !~
      '^(?!\.)(?!.*\.\.)[A-Za-z0-9_''+.-]*[A-Za-z0-9_+-]@([A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$',
    400, 'email: expected an e-mail address');
  perform private.refuse_if(p_max_uses is not null and not p_is_link,
    400, 'max_uses: only a link has it');
  perform private.refuse_if(p_max_uses not between 1 and 10000,
    400, 'max_uses: expected 1 to 10000');
  perform private.refuse_if(p_role is null or p_role not in ('owner', 'admin', 'member'),
    400, 'role: expected owner, admin or member', 'unknown_value');
  perform private.refuse_if(p_role <> 'member' and auth.jwt() ? 'token_id',
    403, 'role: no personal token gives somebody a role', 'token_refused');
  perform private.refuse_if(p_is_link and p_role = 'owner',
    400, 'role: a link makes no owners', 'unknown_value');
  perform private.refuse_if(p_expires_at not between now() and now() + interval '90 days',
    400, 'expires_at: expected a time within the next 90 days');
end
$$;

-- Counts an invitation: of the inviter, and of the invited person.
create function private.count_invitation(p_invitation private.organization_invitations)
returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.require_rate_limit(
    'invitation', p_invitation.invited_by, 'You have sent too many invitations today');
  if p_invitation.code_hash is null then
    perform private.require_rate_limit('invitation_recipient', p_invitation.invited_by,
      'You have invited this person too often', coalesce(p_invitation.user_id::text,
        split_part(private.mailbox_subject(p_invitation.email), ':', 2)));
  end if;
end
$$;

-- Writes an invitation, in place of one of the same person that has expired. An invitation by a
-- personal token ends with the token.
create function private.insert_invitation(p_invitation private.organization_invitations)
returns private.organization_invitations
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_token private.credentials;
  v_row private.organization_invitations;
begin
  if p_invitation.token_id is not null then
    -- A revocation is over, or waits for this invitation and ends it.
    perform from private.personal_tokens where id = p_invitation.token_id for share;
    perform from private.grants where id = p_invitation.token_id for share;
    v_token := private.require_personal_token(p_invitation.token_id);
  end if;
  perform private.lock_address(p_invitation.email);
  update private.organization_invitations set ending = 'expired', ended_at = expires_at
  where org_id = p_invitation.org_id and ending is null and expires_at <= now()
    and (user_id = p_invitation.user_id or email = p_invitation.email);
  insert into private.organization_invitations (
    org_id, team_id, role, user_id, email, code_hash, max_uses, invited_by, token_id, expires_at
  )
  values (
    p_invitation.org_id, p_invitation.team_id, p_invitation.role, p_invitation.user_id,
    p_invitation.email, p_invitation.code_hash, p_invitation.max_uses, p_invitation.invited_by,
    p_invitation.token_id, least(p_invitation.expires_at, v_token.expires_at)
  )
  on conflict do nothing
  returning * into v_row;
  perform private.refuse_if(v_row.id is null,
    409, 'This person has an open invitation', 'already_invited');
  return v_row;
end
$$;

-- Invites to an organization, and to a team of it when one is named: exactly one of a user's id, a
-- handle, an e-mail address, or a link. Returns {invitation, code}; the code of a link is returned
-- here only. An address that no user has, and a user who blocks the caller, are answered as others
-- are.
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
  v_link constant boolean := coalesce(p_link, false);
  v_code constant text := case when v_link then encode(extensions.gen_random_bytes(24), 'hex') end;
  v_invitation private.organization_invitations;
begin
  if not v_link then
    -- An invitation of a person is mailed in the caller's name.
    perform private.refuse_impersonated();
  end if;
  perform private.require_org_owner(p_org_id);
  perform private.require_signed_in();
  if not v_link then
    perform private.require_no_circle(p_org_id);
  end if;
  perform private.refuse_if(num_nonnulls(p_user_id, p_handle, p_email, nullif(v_link, false)) <> 1,
    400, 'Expected exactly one of user_id, handle, email and link');
  perform private.check_invitation(p_email, v_link, p_role, p_expires_at, p_max_uses);
  perform private.refuse_if(p_team_id is not null and not exists (
    select from public.teams where id = p_team_id and org_id = p_org_id
  ), 404, 'Team not found');
  v_invitation.user_id := coalesce(p_user_id, (
    select id from public.profiles where lower(handle) = lower(p_handle)));
  if coalesce(p_handle, p_user_id::text) is not null then
    perform private.require_can_join(v_invitation.user_id);
  end if;
  v_invitation.org_id := p_org_id;
  v_invitation.team_id := p_team_id;
  v_invitation.role := p_role;
  v_invitation.email := lower(trim(p_email));
  v_invitation.code_hash := sha256(convert_to(v_code, 'UTF8'));
  v_invitation.max_uses := p_max_uses;
  v_invitation.invited_by := v_caller;
  v_invitation.token_id := auth.jwt() ->> 'token_id';
  v_invitation.expires_at := coalesce(p_expires_at, now() + interval '14 days');
  perform private.refuse_if(private.has_joined(v_invitation.user_id, v_invitation), 409,
    'The user is already a member of the '
      || case when p_team_id is null then 'organization' else 'team' end, 'already_member');
  perform private.count_invitation(v_invitation);
  v_invitation := private.insert_invitation(v_invitation);
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
language plpgsql stable security definer rows 50 set search_path = ''
as $$
begin
  perform private.check_org_owner(p_org_id);
  return query
    select * from private.invitations as i
    where i.org_id = p_org_id
      and (i.created_at, i.id) < (coalesce(p_before_at, 'infinity'),
        coalesce(p_before_id, private.last_id()))
    order by i.created_at desc, i.id desc
    limit private.page_limit(p_limit);
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
  perform private.refuse_if(not found, 404, 'Invitation not found');
  perform private.require_open(private.invitation_status(p_invitation_id));
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

select private.expose('authenticated', 'add_organization_member', 'invite_to_organization',
  'list_organization_invitations', 'revoke_organization_invitation');
