SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.invite_to_organization (
  p_org_id     uuid,
  p_user_id    uuid                     DEFAULT NULL::uuid,
  p_handle     text                     DEFAULT NULL::text,
  p_email      text                     DEFAULT NULL::text,
  p_link       boolean                  DEFAULT false,
  p_role       text                     DEFAULT 'member'::text,
  p_expires_at timestamp with time zone DEFAULT NULL::timestamp WITH time zone,
  p_max_uses   integer                  DEFAULT NULL::integer,
  p_team_id    uuid                     DEFAULT NULL::uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_caller uuid := private.require_caller();
  v_user_id uuid := p_user_id;
  v_email text;
  v_link constant boolean := coalesce(p_link, false);
  v_token_id constant uuid := auth.jwt() ->> 'token_id';
  v_token private.personal_tokens;
  v_code text;
  v_invitation private.organization_invitations;
begin
  perform private.require_org_owner(p_org_id);
  perform private.require_signed_in();
  perform private.refuse_if(num_nonnulls(p_user_id, p_handle, p_email, nullif(v_link, false)) <> 1,
    400, 'Expected exactly one of user_id, handle, email and link');
  perform private.check_invitation(p_email, v_link, p_role, p_expires_at, p_max_uses);
  v_email := lower(trim(p_email));
  perform private.refuse_if(p_team_id is not null and not exists (
    select from public.teams where id = p_team_id and org_id = p_org_id
  ), 404, 'Team not found');
  if p_handle is not null then
    select id into v_user_id from public.profiles where lower(handle) = lower(p_handle);
  end if;
  if p_handle is not null or p_user_id is not null then
    perform private.require_can_join(v_user_id);
  end if;
  v_invitation.org_id := p_org_id;
  v_invitation.team_id := p_team_id;
  perform private.refuse_if(private.has_joined(v_user_id, v_invitation), 409,
    'The user is already a member of the '
      || case when p_team_id is null then 'organization' else 'team' end, 'already_member');

  perform private.require_rate_limit(
    'invitation', v_caller, 'You have sent too many invitations today');
  if not v_link then
    perform private.require_rate_limit('invitation_recipient', v_caller,
      'You have invited this person too often',
      coalesce(v_user_id::text, encode(sha256(convert_to(v_email, 'UTF8')), 'hex')));
  else
    v_code := encode(extensions.gen_random_bytes(24), 'hex');
  end if;
  if v_token_id is not null then
    -- A revocation is over, or waits for this invitation and ends it.
    perform from private.personal_tokens where id = v_token_id for share;
    v_token := private.require_personal_token(v_token_id);
  end if;
  perform private.lock_address(v_email);
  update private.organization_invitations set ending = 'expired', ended_at = expires_at
  where org_id = p_org_id and ending is null and expires_at <= now()
    and (user_id = v_user_id or email = v_email);
  insert into private.organization_invitations (
    org_id, team_id, role, user_id, email, code_hash, max_uses, invited_by, token_id, expires_at
  )
  values (
    p_org_id, p_team_id, p_role, v_user_id, v_email, sha256(convert_to(v_code, 'UTF8')), p_max_uses,
    v_caller, v_token_id,
    least(coalesce(p_expires_at, now() + interval '14 days'), v_token.expires_at)
  )
  on conflict do nothing
  returning * into v_invitation;
  perform private.refuse_if(not found,
    409, 'This person has an open invitation', 'already_invited');
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
$function$;
