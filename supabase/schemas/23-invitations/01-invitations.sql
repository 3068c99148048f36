-- Invitations to organizations, and to one of their teams: to a user, to an e-mail address, or by a
-- link with a code. Clients reach them through functions only. The next
-- files have what can be done with them.

create table private.organization_invitations (
  id uuid primary key default private.uuid_v7(),
  org_id uuid not null references public.organizations (id) on delete cascade,
  team_id uuid,
  role text not null check (role in ('owner', 'admin', 'member')),
  user_id uuid references public.profile_cards (id) on delete cascade,
  email text
    check (email ~ '^[^\s@]+@[^\s@]+$' and char_length(email) <= 320 and email = lower(email)),
  code_hash bytea unique,
  max_uses integer check (max_uses between 1 and 10000),
  uses integer not null default 0,
  invited_by uuid not null references public.profile_cards (id) on delete cascade,
  expires_at timestamptz not null,
  ending text check (ending in ('accepted', 'declined', 'revoked', 'expired', 'used_up')),
  ended_at timestamptz,
  declined_at timestamptz,
  created_at timestamptz not null default now(),
  token_id uuid,
  -- Without its team it remains an invitation to the organization.
  constraint organization_invitations_team_id_fkey
    foreign key (team_id, org_id) references public.teams (id, org_id)
    on delete set null (team_id),
  constraint organization_invitations_target_check
    check (num_nonnulls(user_id, email, code_hash) = 1),
  -- A link works for everybody who finds it.
  constraint organization_invitations_link_role_check check (code_hash is null or role <> 'owner'),
  constraint organization_invitations_uses_check
    check (uses = 0 or (code_hash is not null and uses <= coalesce(max_uses, uses))),
  constraint organization_invitations_link_uses_check
    check (max_uses is null or code_hash is not null),
  constraint organization_invitations_ended_check check ((ending is null) = (ended_at is null)),
  constraint organization_invitations_declined_check
    check (declined_at is null or email is not null)
);

select private.hide_table('private.organization_invitations', 'Invitations to organizations.');
comment on column private.organization_invitations.team_id is
  'The team that the invited person joins as well, with the role member.';
comment on column private.organization_invitations.email is
  'In lower case. A user who confirms this address can accept the invitation.';
comment on column private.organization_invitations.max_uses is
  'How many people may join by the link; null for any number.';
comment on column private.organization_invitations.token_id is
  'The personal token or the grant that invites, which the invitation does not outlive.';
comment on column private.organization_invitations.ending is
  'How the invitation ended; null while it is open or has expired unnoticed.';
comment on column private.organization_invitations.declined_at is
  'When the owner of the address declined. Other users learn neither this nor who owns the address: an invitation to an address changes only when this invitation itself is accepted.';

create index organization_invitations_team_id_idx
  on private.organization_invitations (team_id, org_id);
create index organization_invitations_page_idx
  on private.organization_invitations (org_id, created_at desc, id desc);
create unique index organization_invitations_user_key
  on private.organization_invitations (user_id, org_id) where ending is null and user_id is not null;
create unique index organization_invitations_email_key
  on private.organization_invitations (email, org_id) where ending is null and email is not null;
create index organization_invitations_user_id_idx on private.organization_invitations (user_id);
create index organization_invitations_email_idx on private.organization_invitations (email);
create index organization_invitations_invited_by_idx
  on private.organization_invitations (invited_by, org_id);
create index organization_invitations_ended_idx
  on private.organization_invitations (coalesce(ended_at, expires_at));

insert into private.rate_limit_rules (bucket, max_hits, per) values
  ('invitation', 50, '1 day'),
  -- For each inviter and invited person.
  ('invitation_recipient', 5, '30 days'),
  -- For each address that opens links.
  ('linked_invitation', 30, '1 minute');

-- An invitation as the functions return it. Organization and team are named while the invitation is
-- open, and to members of the organization. A list asks once which organizations are being deleted,
-- and once for the caller's.
create view private.invitations as
select
  i.id, i.org_id, i.team_id, i.role, state.status,
  case when i.code_hash is not null then 'link' when i.email is not null then 'email'
    else 'user' end as kind,
  case when named.yes then jsonb_build_object('id', o.id, 'name', o.name) end as organization,
  case when named.yes and t.id is not null
    then jsonb_build_object('id', t.id, 'name', t.name) end as team,
  to_jsonb(u) as "user", i.email, i.uses, i.max_uses, to_jsonb(s) as invited_by,
  i.expires_at, i.created_at
from private.organization_invitations as i
join public.organizations as o on o.id = i.org_id
join public.profile_cards as s on s.id = i.invited_by
left join public.teams as t on t.id = i.team_id
left join public.profile_cards as u on u.id = i.user_id
cross join lateral (
  select coalesce(i.ending, case
    when i.org_id in (select private.groups_in_deletion()) then 'revoked'
    when i.expires_at <= now() then 'expired'
    else 'open' end) as status
) as state
cross join lateral (
  select state.status = 'open' or i.org_id in (select private.my_org_ids()) as yes
) as named;

comment on view private.invitations is
  'Invitations with the people and the organization they name.';

create function private.invitation_status(p_id uuid) returns text
language sql stable set search_path = ''
as $$ select status from private.invitations where id = p_id $$;

-- The invited user --------------------------------------------------------------------------------

-- The user's confirmed e-mail address in lower case, null for none.
create function private.confirmed_email(p_user_id uuid) returns text
language sql stable security definer set search_path = ''
as $$
  select lower(nullif(email, '')) from auth.users
  where id = p_user_id and email_confirmed_at is not null
$$;

-- The invited user, null for a link and for an address that nobody has confirmed.
create function private.invited_user(p_invitation private.organization_invitations) returns uuid
language sql stable security definer set search_path = ''
as $$
  select coalesce((p_invitation).user_id, (
    select d.user_id from private.user_directory as d
    where lower(d.email) = (p_invitation).email
      and private.confirmed_email(d.user_id) = (p_invitation).email
    limit 1
  ))
$$;

-- Whether an invitation is for the user or for the user's confirmed address, and comes from a
-- person whom the user does not block.
create function private.is_invited(
  p_user_id uuid, p_invitation private.organization_invitations
) returns boolean
language sql stable security definer set search_path = ''
as $$
  select coalesce(
      (p_invitation).user_id = p_user_id
        or (p_invitation).email = private.confirmed_email(p_user_id), false)
    and not exists (
      select from public.profiles
      where id = p_user_id and (p_invitation).invited_by = any (blocked_user_ids)
    )
$$;

-- Whether a user has joined the group that an invitation names: the team if it names a team,
-- otherwise the organization.
create function private.has_joined(
  p_user_id uuid, p_invitation private.organization_invitations
) returns boolean
language sql stable security definer set search_path = ''
as $$
  select case when (p_invitation).team_id is null then exists (
    select from public.organization_members
    where org_id = (p_invitation).org_id and user_id = p_user_id
  ) else exists (
    select from public.team_members
    where team_id = (p_invitation).team_id and user_id = p_user_id
  ) end
$$;

-- Notifies the invited user, if that user sees the invitation and has not joined. The notification
-- names neither the organization nor a name that anybody can choose.
create function private.notify_invited(
  p_user_id uuid, p_invitation private.organization_invitations
) returns void
language sql volatile security definer set search_path = ''
as $$
  select private.notify(
    p_user_id, 'organization_invitation.received', jsonb_build_object('handle', c.handle),
    jsonb_build_object('invitation_id', (p_invitation).id, 'org_id', (p_invitation).org_id,
      'user_id', c.id),
    (p_invitation).id::text)
  from public.profile_cards as c
  where c.id = (p_invitation).invited_by and private.is_invited(p_user_id, p_invitation)
    and not private.has_joined(p_user_id, p_invitation)
$$;

-- A user who confirms an address is notified of the invitations to it.
create function private.notify_confirmed_address() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.lock_address(new.email);
  perform private.notify_invited(new.id, i)
  from private.organization_invitations as i
  where i.email = lower(new.email) and i.declined_at is null
    and private.invitation_status(i.id) = 'open'
  order by i.created_at desc limit 100;
  return null;
end
$$;

-- After `create_profile`: triggers fire in the order of their names.
create trigger notify_invitations_of_new after insert on auth.users
  for each row when (new.email_confirmed_at is not null)
  execute function private.notify_confirmed_address();
create trigger notify_invitations_of_confirmed
  after update of email, email_confirmed_at on auth.users
  for each row when (
    new.email_confirmed_at is not null
    and (old.email_confirmed_at is null or old.email is distinct from new.email)
  )
  execute function private.notify_confirmed_address();

-- End ---------------------------------------------------------------------------------------------

-- Invitations end with the right to invite, since a removed owner could otherwise return by a link,
-- and with the inviter's account.
create function private.revoke_invitations() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  -- Null for a profile.
  v_org_id constant uuid := to_jsonb(old) ->> 'org_id';
  v_inviter_id constant uuid := coalesce(to_jsonb(old) ->> 'user_id', to_jsonb(old) ->> 'id');
begin
  update private.organization_invitations set ending = 'revoked', ended_at = now()
  where invited_by = v_inviter_id and org_id = coalesce(v_org_id, org_id)
    and ending is null and expires_at > now();
  return null;
end
$$;

-- Nor does an invitation by a personal token outlive it: its time ends with that of the token.
create function private.revoke_invitations_of_token() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  with ended as (
    update private.organization_invitations as i set ending = 'revoked', ended_at = now()
    where invited_by = new.user_id and token_id = new.id and ending is null and expires_at > now()
    returning i as invitation
  )
  delete from public.notifications as n using ended as e
  where n.user_id = private.invited_user(e.invitation) and n.type = 'organization_invitation'
    and n.dedupe_key = (e.invitation).id::text;
  return null;
end
$$;

create trigger personal_tokens_700_revoke_invitations
  after update of revoked_at on private.personal_tokens
  for each row when (old.revoked_at is null and new.revoked_at is not null)
  execute function private.revoke_invitations_of_token();
create trigger grants_700_revoke_invitations after update of ended_at on private.grants
  for each row when (old.ended_at is null and new.ended_at is not null)
  execute function private.revoke_invitations_of_token();

create trigger profiles_700_revoke_invitations after update of is_active on public.profiles
  for each row when (old.is_active and not new.is_active)
  execute function private.revoke_invitations();
create trigger organization_members_700_revoke_on_leaving after delete on public.organization_members
  for each row when (old.role = 'owner') execute function private.revoke_invitations();
create trigger organization_members_710_revoke_on_change
  after update of role on public.organization_members
  for each row when (old.role = 'owner' and new.role <> 'owner')
  execute function private.revoke_invitations();

-- Joining ends the open invitations of the user, to the team or to the organization alone: with one
-- the user could leave and come back. Invitations to an address stay open, because their end would
-- tell who has the address.
create function private.end_invitations_of_member() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update private.organization_invitations set ending = 'accepted', ended_at = now()
  where org_id = new.org_id and user_id = new.user_id and ending is null and expires_at > now()
    -- Members of organizations have no team_id.
    and team_id is not distinct from (to_jsonb(new) ->> 'team_id')::uuid;
  return null;
end
$$;

create trigger organization_members_720_end_invitations after insert on public.organization_members
  for each row execute function private.end_invitations_of_member();
create trigger team_members_720_end_invitations after insert on public.team_members
  for each row execute function private.end_invitations_of_member();

select private.purge_when('private.organization_invitations', 'coalesce(ended_at, expires_at)',
  '90 days');
select private.purge_when('private.team_removals', 'removed_at', '90 days');

select private.register_personal_data('private.organization_invitations',
  p_section => 'invitations_received',
  p_condition => 's.user_id = $1 or s.email = private.confirmed_email($1)',
  p_omitted => '{code_hash,max_uses,uses,token_id}');
select private.register_personal_data('private.organization_invitations',
  p_section => 'invitations_sent', p_person => 'invited_by',
  p_omitted => '{code_hash,declined_at,token_id}');
-- Invitations to the address remain as their inviters see them: a change would tell that a user had
-- the address.
select private.register_person_column('private.organization_invitations', 'email',
  'The address stays with the inviter until the invitation is deleted.',
  'change', 50, p_section => 'invitations_received', p_change => 'declined_at = null',
  p_condition => 'email = private.confirmed_email($1) and declined_at is not null');

-- After the check of the foreign key, which waits for a deletion that is about to begin.
create trigger organization_invitations_600_refuse_team
  after insert on private.organization_invitations
  for each row when (new.team_id is not null) execute function private.refuse_team_in_deletion();
