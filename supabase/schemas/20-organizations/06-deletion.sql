-- The deletion of large organizations and teams. The request hides them, a job removes what belongs
-- to them.

-- The organizations and teams that were deleted, until the job has removed what belongs to them.
-- Nobody sees them, joins them or shares with them.
create table private.removals (
  id uuid primary key generated always as (coalesce(org_id, team_id)) stored,
  org_id uuid references public.organizations (id) on delete cascade,
  team_id uuid references public.teams (id) on delete cascade,
  requested_at timestamptz not null default clock_timestamp(),
  constraint removals_org_id_key unique (org_id),
  constraint removals_team_id_key unique (team_id),
  constraint removals_group_check check (num_nonnulls(org_id, team_id) = 1)
);

select private.hide_table('private.removals', 'Organizations and teams that a job is deleting.');

create view private.current_org_members as
  select m.* from public.organization_members as m
  where m.org_id not in (select r.id from private.removals as r);

comment on view private.current_org_members is
  'Members of the organizations that are not being deleted.';

create view private.current_team_members as
  select m.* from public.team_members as m
  where not exists (select from private.removals as r where r.id in (m.team_id, m.org_id));

comment on view private.current_team_members is 'Members of the teams that are not being deleted.';

-- The teams that go with an organization or a team.
create function private.teams_of_group(p_id uuid) returns uuid[]
language plpgsql stable security definer set search_path = ''
as $$
begin
  return array(
    select id from public.teams where id = p_id
    union all
    select id from public.teams where org_id = p_id);
end
$$;

-- Whether more belongs to an organization or a team than changes at once: members, places in teams,
-- former members, invitations, messages and shared entries.
create function private.is_large_group(p_id uuid) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_max constant integer := private.max_entries_at_once();
  v_teams constant uuid[] := private.teams_of_group(p_id);
begin
  return v_max < (
    select count(*) from (
      select from public.organization_members where org_id = p_id
      union all
      select from public.team_members where team_id = any (v_teams)
      union all
      select from private.organization_departures where org_id = p_id
      union all
      select from private.organization_invitations where org_id = p_id
      union all
      select from public.journal_entries where org_id = p_id
      union all
      select from public.journal_entries where team_id = any (v_teams)
      union all
      select from public.notebooks as n
      join public.journal_entries as e on e.notebook_id = n.id where n.org_id = p_id
      union all
      select from public.notebooks as n
      join public.journal_entries as e on e.notebook_id = n.id where n.team_id = any (v_teams)
      union all
      select from public.team_messages where team_id = any (v_teams)
      limit v_max + 1
    ) as counted
  );
end
$$;

-- Lets a job delete a large organization or team. Its argument names the kind.
create function private.delete_group_later() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_kind constant text := tg_argv[0];
begin
  -- Waits for users who are joining it or inviting to it; later ones see the deletion.
  execute format('select from %s where id = $1 for update', tg_relid::regclass) using old.id;
  if not private.is_large_group(old.id) then
    return old;
  end if;
  insert into private.removals (org_id, team_id)
  values (case v_kind when 'organization' then old.id end, case v_kind when 'team' then old.id end)
  on conflict do nothing;
  if found then
    -- As the foreign key of a team does: they lead to the organization alone.
    update private.organization_invitations set team_id = null where team_id = old.id;
    if private.is_super_admin() then
      perform private.audit(v_kind || '.delete', v_kind, old.id::text, to_jsonb(old), null);
    end if;
  end if;
  -- No deletion yet.
  return null;
end
$$;

create trigger organizations_050_delete_later before delete on public.organizations
  for each row execute function private.delete_group_later('organization');
-- Not with its organization, and not when its last member leaves that, which needs the team gone.
create trigger teams_050_delete_later before delete on public.teams
  for each row when (pg_trigger_depth() = 0)
  execute function private.delete_group_later('team');

-- Ends the sharing of one notebook or of up to p_limit entries with a group. Returns 0 when nothing
-- is left.
create function private.end_sharing_with_group(p_id uuid, p_limit integer) returns integer
language sql volatile security definer set search_path = ''
as $$ select private.end_sharing(p_id || private.teams_of_group(p_id), null, p_limit) $$;

-- Removes up to p_limit remaining rows of an organization or a team, the row of the group last.
-- Returns the number of removed rows.
create function private.remove_from_group(p_id uuid, p_limit integer) returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_teams constant uuid[] := private.teams_of_group(p_id);
  v_part record;
  v_count integer;
begin
  for v_part in
    select * from (values
      ('public.team_messages', 'team_id = any ($2)'),
      -- A team has an admin as long as it exists, and an organization an owner.
      ('public.team_members', 'team_id = any ($2)
        and user_id <> (select t.admin_id from public.teams as t where t.id = team_id)'),
      ('public.teams', 'id = any ($2)'),
      ('public.organization_members', 'org_id = $1
        and user_id <> (select o.owner_id from public.organizations as o where o.id = $1)'),
      ('private.organization_departures', 'org_id = $1'),
      ('private.organization_invitations', 'org_id = $1'),
      ('public.organizations', 'id = $1')
    ) as p (relation, condition)
  loop
    execute format(
      'delete from %1$s where ctid = any (array(select ctid from %1$s where %2$s limit $3))',
      v_part.relation, v_part.condition) using p_id, v_teams, p_limit;
    get diagnostics v_count = row_count;
    exit when v_count > 0;
  end loop;
  return v_count;
end
$$;

-- Deletes the organizations of a user without other members, and the remaining rows of
-- organizations that are being deleted. Hands the other organizations over when the user has asked
-- for the deletion of the account: without consent to that, the request was refused.
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
      and o.id not in (select private.groups_in_deletion())
    limit p_limit - v_handed_over
  );
  get diagnostics v_count = row_count;
  v_done := v_done + v_count;
  while v_done < p_limit loop
    -- Locked before what belongs to it, as the job does.
    select r.org_id into v_org_id from private.removals as r
    join public.organizations as o on o.id = r.org_id
    where o.owner_id = p_user_id limit 1 for no key update of r;
    exit when not found;
    v_count := private.end_sharing_with_group(v_org_id, p_limit - v_done);
    if v_count = 0 then
      v_count := private.remove_from_group(v_org_id, p_limit - v_done);
    end if;
    v_done := v_done + v_count;
    exit when v_count = 0;
  end loop;
  return v_done;
end
$$;

create function private.refuse_team_in_deletion() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.refuse_if(
    new.team_id in (select private.groups_in_deletion()), 404, 'Team not found');
  return null;
end
$$;

-- Goes on with deletions for a few seconds: of organizations, then of teams of others.
create function private.continue_organization_deletions() returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_limit constant integer := 500;
  v_id uuid;
  v_ended integer;
  v_has_ended boolean := false;
  v_failed uuid[] := '{}';
  v_errors text[] := '{}';
begin
  loop
    -- The deletion of an organization waits for that of one of its teams.
    select r.id into v_id
    from private.removals as r
    left join public.teams as t on t.id = r.team_id
    join public.organizations as o on o.id in (r.org_id, t.org_id)
    where (r.org_id = o.id or not exists (select from private.removals as d where d.org_id = o.id))
      and r.id <> all (v_failed)
    order by r.org_id is null, r.requested_at limit 1
    for no key update of r skip locked for key share of o skip locked;
    exit when not found;
    begin
      v_ended := private.end_sharing_with_group(v_id, v_limit);
      -- An author who shares locks a membership before a notebook. Therefore only the next call, in
      -- another transaction, removes memberships.
      exit when v_ended = 0 and v_has_ended;
      v_has_ended := v_ended > 0;
      if v_ended = 0 then
        perform private.remove_from_group(v_id, v_limit);
      end if;
    exception when others then
      if private.passes(sqlstate) then
        raise;
      end if;
      v_failed := v_failed || v_id;
      v_errors := v_errors || format('%s: %s', v_id, sqlerrm);
    end;
    exit when clock_timestamp() > now() + interval '2 seconds';
  end loop;
  return jsonb_build_object('failed', cardinality(v_failed), 'errors', v_errors,
    'remaining', (select count(*) from private.removals));
end
$$;

select private.schedule_statement('organization-deletions', '*/1 * * * *',
  'select private.continue_organization_deletions()');
select private.watch_job('organization-deletions', 'groups', $$
  select requested_at from private.removals order by requested_at$$);
