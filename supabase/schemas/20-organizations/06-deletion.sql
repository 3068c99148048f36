-- The deletion of large organizations and teams. The request hides them, a job removes what belongs
-- to them.

-- Large teams that were deleted, until the job has removed what belongs to them. Nobody sees them,
-- joins them or shares with them.
create table private.team_deletions (
  team_id uuid primary key references public.teams (id) on delete cascade,
  requested_at timestamptz not null default clock_timestamp()
);

select private.hide_table('private.team_deletions', 'Teams that a job is deleting.');

select private.register_person_column('private.team_deletions', 'team_id',
  'Work in progress on a team, which the export contains.');

-- Organizations -----------------------------------------------------------------------------------

-- Whether an organization has more members, places in teams, former members, invitations, messages
-- and entries shared with it than change at once.
create function private.is_large_organization(p_org_id uuid) returns boolean
language plpgsql stable security definer
-- Follows indexes, so that it never costs more than the rows it counts.
set search_path = '' set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  v_max constant integer := private.max_entries_at_once();
begin
  return v_max < (
    select count(*) from (
      select from public.organization_members where org_id = p_org_id
      union all
      select from public.team_members where org_id = p_org_id
      union all
      select from private.organization_departures where org_id = p_org_id
      union all
      select from private.organization_invitations where org_id = p_org_id
      union all
      select from public.journal_entries where org_id = p_org_id
      union all
      select from public.teams as t
      join public.journal_entries as e on e.team_id = t.id where t.org_id = p_org_id
      union all
      select from public.notebooks as n
      join public.journal_entries as e on e.notebook_id = n.id where n.org_id = p_org_id
      union all
      select from public.teams as t join public.notebooks as n on n.team_id = t.id
      join public.journal_entries as e on e.notebook_id = n.id where t.org_id = p_org_id
      union all
      select from public.teams as t
      join public.team_messages as m on m.team_id = t.id where t.org_id = p_org_id
      limit v_max + 1
    ) as counted
  );
end
$$;

create function private.delete_organization_later() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- Waits for users who are joining or making teams; later ones see the deletion.
  perform from public.organizations where id = old.id for update;
  if not private.is_large_organization(old.id) then
    return old;
  end if;
  insert into private.organization_deletions (org_id) values (old.id) on conflict do nothing;
  if found and private.is_super_admin() then
    perform private.audit(
      'organization.delete', 'organization', old.id::text, to_jsonb(old), null);
  end if;
  -- No deletion yet.
  return null;
end
$$;

create trigger organizations_050_delete_later before delete on public.organizations
  for each row execute function private.delete_organization_later();

-- Ends the sharing of one notebook or of up to p_limit entries. Returns 0 when nothing is left.
create function private.end_sharing_with_organization(p_org_id uuid, p_limit integer)
returns integer
language sql volatile security definer set search_path = ''
as $$
  select private.end_sharing(
    array(select id from public.teams where org_id = p_org_id), p_org_id, null, p_limit)
$$;

-- Removes up to p_limit rows of what is left of an organization, the organization last. Returns the
-- number.
create function private.remove_from_organization(p_org_id uuid, p_limit integer) returns integer
language plpgsql volatile security definer set search_path = '' set enable_seqscan = off
as $$
declare
  v_statement text;
  v_count integer;
begin
  foreach v_statement in array array[
    'delete from public.team_messages where id = any (array(
      select m.id from public.teams as t join public.team_messages as m on m.team_id = t.id
      where t.org_id = $1 limit $2))',
    -- A team has an admin as long as it exists, and an organization an owner.
    'delete from public.team_members where (team_id, user_id) in (
      select m.team_id, m.user_id
      from public.teams as t join public.team_members as m on m.team_id = t.id
      where t.org_id = $1 and m.user_id <> t.admin_id limit $2)',
    'delete from public.teams where id = any (array(
      select id from public.teams where org_id = $1 limit $2))',
    'delete from public.organization_members where org_id = $1 and user_id = any (array(
      select m.user_id
      from public.organization_members as m join public.organizations as o on o.id = m.org_id
      where m.org_id = $1 and m.user_id <> o.owner_id limit $2))',
    'delete from private.organization_departures where org_id = $1 and user_id = any (array(
      select user_id from private.organization_departures where org_id = $1 limit $2))',
    'delete from private.organization_invitations where id = any (array(
      select id from private.organization_invitations where org_id = $1 limit $2))',
    'delete from public.organizations where id = $1 and $2 > 0'
  ] loop
    execute v_statement using p_org_id, p_limit;
    get diagnostics v_count = row_count;
    exit when v_count > 0;
  end loop;
  return v_count;
end
$$;

-- Deletes the organizations of a user without other members, and what is left of those that are
-- being deleted. When the user asked for the deletion of the account, the others are handed over:
-- without consent to that, the request was refused.
create function private.erase_organizations(p_user_id uuid, p_limit integer) returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_handed_over integer := case when private.is_leaving(p_user_id)
    then private.hand_over_organizations(p_user_id, p_limit) else 0 end;
  v_done integer := v_handed_over;
  v_count integer;
  v_org_id uuid;
begin
  delete from public.organizations where id in (
    select o.id from public.organizations as o
    where o.owner_id = p_user_id and not private.has_other_members(o.id, p_user_id)
      and o.id not in (select private.organizations_in_deletion())
    limit p_limit - v_handed_over
  );
  get diagnostics v_count = row_count;
  v_done := v_done + v_count;
  while v_done < p_limit loop
    -- Locked before what belongs to it, as the job does.
    select d.org_id into v_org_id from private.organization_deletions as d
    join public.organizations as o on o.id = d.org_id
    where o.owner_id = p_user_id limit 1 for no key update of d;
    exit when not found;
    v_count := private.end_sharing_with_organization(v_org_id, p_limit - v_done);
    if v_count = 0 then
      v_count := private.remove_from_organization(v_org_id, p_limit - v_done);
    end if;
    v_done := v_done + v_count;
    exit when v_count = 0;
  end loop;
  return v_done;
end
$$;

-- Teams -------------------------------------------------------------------------------------------

create function private.refuse_team_in_deletion() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.refuse_if(
    new.team_id in (select private.teams_in_deletion()), 404, 'Team not found');
  return null;
end
$$;

-- Large is a team with more members, messages and shared entries than change at once.
create function private.delete_team_later() returns trigger
language plpgsql security definer
-- Follows indexes, so that it never costs more than the rows it counts.
set search_path = '' set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  v_max constant integer := private.max_entries_at_once();
begin
  -- Waits for users who are inviting to it; later ones see the deletion.
  perform from public.teams where id = old.id for update;
  if v_max >= (
    select count(*) from (
      select from public.team_members where team_id = old.id
      union all
      select from public.team_messages where team_id = old.id
      union all
      select from public.journal_entries where team_id = old.id
      union all
      select from public.notebooks as n
      join public.journal_entries as e on e.notebook_id = n.id where n.team_id = old.id
      limit v_max + 1
    ) as counted
  ) then
    return old;
  end if;
  insert into private.team_deletions (team_id) values (old.id) on conflict do nothing;
  if found then
    -- As its foreign key does: they lead to the organization alone.
    update private.organization_invitations set team_id = null where team_id = old.id;
    if private.is_super_admin() then
      perform private.audit('team.delete', 'team', old.id::text, to_jsonb(old), null);
    end if;
  end if;
  -- No deletion yet.
  return null;
end
$$;

-- Not with its organization, and not when its last member leaves that, which needs the team gone.
create trigger teams_050_delete_later before delete on public.teams
  for each row when (pg_trigger_depth() = 0) execute function private.delete_team_later();

-- Removes up to p_limit rows of what is left of a team, the team last.
create function private.remove_from_team(p_team_id uuid, p_limit integer) returns void
language plpgsql volatile security definer set search_path = '' set enable_seqscan = off
as $$
begin
  delete from public.team_messages where id = any (array(
    select id from public.team_messages where team_id = p_team_id limit p_limit));
  if found then
    return;
  end if;
  -- A team has an admin as long as it exists.
  delete from public.team_members where team_id = p_team_id and user_id = any (array(
    select m.user_id from public.team_members as m join public.teams as t on t.id = m.team_id
    where m.team_id = p_team_id and m.user_id <> t.admin_id limit p_limit));
  if not found then
    delete from public.teams where id = p_team_id;
  end if;
end
$$;

-- Job ---------------------------------------------------------------------------------------------

-- Goes on with deletions for a few seconds: of organizations, then of teams of others.
create function private.continue_organization_deletions() returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_limit constant integer := 500;
  v_org_id uuid;
  v_team_id uuid;
  v_ended integer;
  v_has_ended boolean := false;
begin
  loop
    select org_id into v_org_id from private.organization_deletions
    order by requested_at limit 1 for no key update skip locked;
    if not found then
      -- The deletion of its organization waits for this one.
      select d.team_id into v_team_id
      from private.team_deletions as d
      join public.teams as t on t.id = d.team_id
      join public.organizations as o on o.id = t.org_id
      where o.id not in (select org_id from private.organization_deletions)
      order by d.requested_at limit 1
      for no key update of d skip locked for key share of o skip locked;
      exit when not found;
    end if;
    v_ended := case when v_org_id is null
      then private.end_sharing(array[v_team_id], null, null, v_limit)
      else private.end_sharing_with_organization(v_org_id, v_limit) end;
    -- An author who shares locks a membership before a notebook. Therefore only the next call, in
    -- another transaction, removes memberships.
    exit when v_ended = 0 and v_has_ended;
    v_has_ended := v_ended > 0;
    if v_ended = 0 and v_org_id is null then
      perform private.remove_from_team(v_team_id, v_limit);
    elsif v_ended = 0 then
      perform private.remove_from_organization(v_org_id, v_limit);
    end if;
    exit when clock_timestamp() > now() + interval '2 seconds';
  end loop;
  return jsonb_build_object('remaining', (select count(*) from private.organization_deletions)
    + (select count(*) from private.team_deletions));
end
$$;

select private.schedule_statement('organization-deletions', '*/1 * * * *',
  'select private.continue_organization_deletions()');
select private.watch_job('organization-deletions', 'organizations', $$
  select requested_at from private.organization_deletions order by requested_at$$);
select private.watch_job('organization-deletions', 'teams', $$
  select requested_at from private.team_deletions order by requested_at$$);
