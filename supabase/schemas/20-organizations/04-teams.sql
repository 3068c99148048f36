-- Teams and their members. Constraints guarantee that a team's admin is one of its members and that
-- every member belongs to the team's organization.

create table public.teams (
  id uuid primary key default private.uuid_v7(),
  org_id uuid not null references public.organizations (id) on delete cascade,
  name text not null check (char_length(name) <= 100 and name ~ '\S'),
  description text not null default '' check (char_length(description) <= 2000),
  admin_id uuid not null references public.profile_cards (id) deferrable initially deferred,
  -- Part of the foreign key below: the admin is a member with the role `admin`.
  admin_role text not null generated always as ('admin') stored,
  settings jsonb not null default '{}' check (private.is_settings(settings)),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint teams_org_key unique (id, org_id)
);

select private.guard_table('public.teams', 'Teams of an organization.');
comment on column public.teams.admin_id is
  'Only organization owners change it. Other members with the role admin share its other rights.';

create index teams_org_page_idx on public.teams (org_id, created_at desc, id desc);
create index teams_page_idx on public.teams (created_at desc, id desc);
create index teams_admin_id_idx on public.teams (admin_id, created_at, id);

create table public.team_members (
  team_id uuid not null,
  org_id uuid not null,
  user_id uuid not null references public.profile_cards (id) on delete cascade,
  role text not null default 'member' check (role in ('admin', 'member')),
  joined_at timestamptz not null default now(),
  accepted boolean not null default false,
  primary key (team_id, user_id),
  constraint team_members_role_key unique (team_id, user_id, role),
  constraint team_members_team_id_fkey
    foreign key (team_id, org_id) references public.teams (id, org_id) on delete cascade,
  -- A user who leaves the organization leaves its teams.
  constraint team_members_org_member_fkey
    foreign key (org_id, user_id) references public.organization_members (org_id, user_id)
    on delete cascade
);

select private.guard_table('public.team_members', 'Members of teams, admins included.');
comment on column public.team_members.accepted is
  'Whether the user joined by an own act; false for a user whom somebody else added. A trigger sets it.';

create index team_members_user_id_idx on public.team_members (user_id);
create index team_members_org_member_idx on public.team_members (org_id, user_id);
create index team_members_page_idx on public.team_members (team_id, joined_at, user_id);

alter table public.teams
  add constraint teams_admin_is_member_fkey
    foreign key (id, admin_id, admin_role)
    references public.team_members (team_id, user_id, role)
    deferrable initially deferred;

create table private.team_removals (
  team_id uuid not null references public.teams (id) on delete cascade,
  user_id uuid not null references public.profile_cards (id) on delete cascade,
  removed_at timestamptz not null default now(),
  primary key (team_id, user_id)
);

select private.hide_table('private.team_removals',
  'Users whom an admin removed from a team: older invitations do not lead back.');

create index team_removals_user_id_idx on private.team_removals (user_id, team_id);
create index team_removals_removed_at_idx on private.team_removals (removed_at);

insert into private.quotas (kind, max_daily, max_total) values
  ('members added to teams', 2000, 200), ('teams joined', 1000, 500);

-- A personal token gives nobody else a role. A role that follows from another act is allowed, such
-- as the role of a team's new admin after the former admin has left.
create function private.refuse_role_by_token() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.refuse_if(new.user_id <> auth.uid() and auth.jwt() ? 'token_id',
    403, 'role: no personal token gives somebody a role', 'token_refused');
  return new;
end
$$;

create trigger organization_members_060_refuse_role_by_token
  before insert or update of role on public.organization_members
  for each row when (new.role <> 'member' and pg_trigger_depth() = 0)
  execute function private.refuse_role_by_token();
create trigger team_members_060_refuse_role_by_token
  before insert or update of role on public.team_members
  for each row when (new.role <> 'member' and pg_trigger_depth() = 0)
  execute function private.refuse_role_by_token();

create trigger team_members_100_stamp_acceptance before insert on public.team_members
  for each row execute function private.stamp_acceptance();
create trigger team_members_800_keep_quota after insert on public.team_members
  referencing new table as made
  for each statement execute function private.keep_membership_quota(
    'members added to teams', 'teams joined', 'The user is in too many teams that others chose',
    'quota_reached');

select private.set_quota('public.teams', 'teams', p_daily => 100);
select private.count_texts_of('public.teams', '{name,description,settings}', 'admin_id');

-- Makes a member the team's admin; the former admin becomes a plain member.
create function private.set_team_admin(p_team public.teams, p_admin_id uuid) returns void
language sql volatile security definer set search_path = ''
as $$
  insert into public.team_members (team_id, org_id, user_id, role)
  values (p_team.id, p_team.org_id, p_admin_id, 'admin')
  on conflict (team_id, user_id) do update set role = 'admin';
  update public.team_members set role = 'member'
  where team_id = p_team.id and user_id = p_team.admin_id and user_id <> p_admin_id;
  update public.teams set admin_id = p_admin_id where id = p_team.id;
$$;

-- When a team's admin leaves the organization, the owner of the organization becomes the admin. An
-- owner who is in as many teams without an own act as the quota allows does not join another: the
-- longest member becomes the admin, and a team without other members is deleted.
create function private.hand_teams_to_owner() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_kind constant text := 'members added to teams';
  v_max constant integer := (select max_total from private.quotas where kind = v_kind);
  v_owner_id constant uuid := (
    select owner_id from public.organizations where id = old.org_id and owner_id <> old.user_id
  );
  v_admin_id uuid;
  v_team public.teams;
begin
  if v_owner_id is null then
    return old;
  end if;
  for v_team in
    select * from public.teams where org_id = old.org_id and admin_id = old.user_id
  loop
    v_admin_id := v_owner_id;
    if v_owner_id is distinct from (select auth.uid()) and not exists (
      select from public.team_members where team_id = v_team.id and user_id = v_owner_id
    ) then
      -- The lock of `keep_membership_quota`.
      perform pg_advisory_xact_lock(hashtextextended(v_kind || ' ' || v_owner_id, 0));
      if v_max <= (
        select count(*) from (
          select from public.team_members where user_id = v_owner_id and not accepted limit v_max
        ) as held
      ) then
        v_admin_id := (
          select user_id from public.team_members
          where team_id = v_team.id and user_id <> old.user_id and private.can_join(user_id)
          order by joined_at, user_id limit 1
        );
      end if;
    end if;
    if v_admin_id is null then
      delete from public.teams where id = v_team.id;
    else
      perform private.set_team_admin(v_team, v_admin_id);
    end if;
  end loop;
  return old;
end
$$;

create trigger organization_members_200_hand_teams_to_owner
  before delete on public.organization_members
  for each row execute function private.hand_teams_to_owner();

-- Membership of the caller ------------------------------------------------------------------------

create function private.my_team_ids() returns setof uuid
language plpgsql stable security definer rows 10 set search_path = ''
as $$
begin
  return query
    select m.team_id from private.current_team_members as m where m.user_id = auth.uid();
end
$$;

-- A user's role in a team, null for others.
create function private.team_role(p_team_id uuid, p_user_id uuid) returns text
language sql stable security definer set search_path = ''
as $$
  select role from private.current_team_members where team_id = p_team_id and user_id = p_user_id
$$;

create function private.my_team_role(p_team_id uuid) returns text
language sql stable security definer set search_path = ''
as $$ select private.team_role(p_team_id, (select auth.uid())) $$;

-- Returns the team, locked, to members of its organization and super admins.
create function private.require_team(p_team_id uuid) returns public.teams
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_team public.teams;
begin
  perform private.require_caller();
  select * into v_team from public.teams where id = p_team_id for no key update;
  -- After the lock, which waits for a deletion that is about to begin.
  perform private.refuse_if(v_team.id is null
    or v_team.id in (select private.groups_in_deletion())
    or (private.my_org_role(v_team.org_id) is null and not private.is_super_admin()),
    404, 'Team not found');
  return v_team;
end
$$;

create function private.require_team_admin(p_team_id uuid) returns public.teams
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_team public.teams := private.require_team(p_team_id);
begin
  perform private.refuse_if(
    private.my_team_role(p_team_id) is distinct from 'admin' and not private.is_super_admin(),
    403, 'Only an admin of the team may do this');
  return v_team;
end
$$;

-- Refuses a user who is not a member of the organization. Locks the membership until the end of the
-- transaction, so that a concurrent removal sees its effects.
create function private.require_org_member(p_org_id uuid, p_user_id uuid, p_refusal text)
returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform 1 from public.organization_members
  where org_id = p_org_id and user_id = p_user_id for key share;
  perform private.refuse_if(not found, 400, p_refusal, 'not_a_member');
  perform private.require_can_join(p_user_id);
end
$$;

grant execute on function private.my_team_ids, private.my_team_role to authenticated;

create policy teams_select_org_member on public.teams for select to authenticated
  using (
  (org_id in (select private.my_org_ids()) or (select private.is_super_admin()))
  and id not in (select private.groups_in_deletion())
);

create policy team_members_select_org_member on public.team_members for select to authenticated
  using (
  (org_id in (select private.my_org_ids()) or (select private.is_super_admin()))
  and team_id not in (select private.groups_in_deletion())
);

grant select on public.teams, public.team_members to authenticated;
grant all on public.teams, public.team_members to service_role;

create function private.count_team_members(p_team_id uuid) returns bigint
language sql stable security definer set search_path = ''
as $$ select count(*) from public.team_members where team_id = p_team_id $$;

grant execute on function private.count_team_members to authenticated, service_role;

-- A team as a list shows it.
create view public.team_cards with (security_invoker = true) as
  select
    t.id,
    t.name,
    t.description,
    t.org_id,
    t.admin_id,
    t.settings,
    (select jsonb_build_object('id', o.id, 'name', o.name)
     from public.organizations as o where o.id = t.org_id) as organizations,
    private.count_team_members(t.id) as member_count,
    (select m.role from public.team_members as m
     where m.team_id = t.id and m.user_id = (select auth.uid())) as user_role,
    t.created_at,
    t.updated_at,
    private.is_circle(t.id) as is_circle
  from public.teams as t;

comment on view public.team_cards is
  'Teams with their organization, their number of members and the role of the reader, null for none.';

grant select on public.team_cards to authenticated, service_role;

create trigger teams_900_audit after insert or update or delete on public.teams
  for each row execute function private.audit_group_change('team', 'team', 'id');
create trigger team_members_900_audit after insert or update or delete on public.team_members
  for each row execute function private.audit_group_change('team_member', 'team', 'team_id');

select private.register_personal_data('public.teams', p_section => 'teams_administered',
  p_person => 'admin_id', p_omitted => '{admin_role}',
  p_reason => 'The owner of the organization takes over teams whose admin leaves.');
select private.register_personal_data('public.team_members', p_section => 'team_memberships',
  p_page_key => '{joined_at,team_id}');
select private.register_personal_data('private.team_removals', p_page_key => '{team_id}');
