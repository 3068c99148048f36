-- The deletion of a large team, as that of a large organization: the request hides it, the same job
-- removes what belongs to it.

-- Large teams that were deleted, until the job has removed what belongs to them. Nobody sees them,
-- joins them or shares with them.
create table private.team_deletions (
  team_id uuid primary key references public.teams (id) on delete cascade,
  requested_at timestamptz not null default clock_timestamp()
);

select private.hide_table('private.team_deletions', 'Teams that a job is deleting.');
select private.register_person_column('private.team_deletions', 'team_id',
  'Work in progress on a team, which the export contains.');

-- Who does not see it -----------------------------------------------------------------------------

create or replace function private.my_team_ids() returns setof uuid
language plpgsql stable security definer rows 10 set search_path = ''
as $$
begin
  return query
    select m.team_id from public.team_members as m
    where m.user_id = (select auth.uid())
      and m.team_id not in (select d.team_id from private.team_deletions as d)
      and m.org_id not in (select d.org_id from private.organization_deletions as d);
end
$$;

create or replace function private.team_role(p_team_id uuid, p_user_id uuid) returns text
language sql stable security definer set search_path = ''
as $$
  select role from public.team_members
  where team_id = p_team_id and user_id = p_user_id
    and team_id not in (select team_id from private.team_deletions)
    and org_id not in (select org_id from private.organization_deletions)
$$;

-- The teams that are being deleted, by themselves or with their organizations.
create or replace function private.teams_in_deletion() returns setof uuid
language plpgsql stable security definer rows 1 set search_path = ''
as $$
begin
  return query
    select d.team_id from private.team_deletions as d
    union all
    select t.id from private.organization_deletions as d join public.teams as t on t.org_id = d.org_id;
end
$$;

create or replace function private.require_team(p_team_id uuid) returns public.teams
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_team public.teams;
begin
  perform private.require_caller();
  select * into v_team from public.teams where id = p_team_id for no key update;
  -- After the lock, which waits for a deletion that is about to begin.
  perform private.refuse_if(v_team.id is null
    or v_team.id in (select private.teams_in_deletion())
    or (private.my_org_role(v_team.org_id) is null and not private.is_super_admin()),
    404, 'Team not found');
  return v_team;
end
$$;

create or replace function private.require_team_member(p_team_id uuid) returns uuid
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_caller uuid := private.require_caller();
  v_org_id uuid;
begin
  select org_id into v_org_id from public.teams
  where id = p_team_id and id not in (select private.teams_in_deletion());
  if v_org_id is not null
    and (private.my_team_role(p_team_id) is not null or private.is_super_admin()) then
    return v_caller;
  end if;
  perform private.refuse_if(v_org_id is null or private.my_org_role(v_org_id) is null,
    404, 'Team not found');
  perform private.refuse(403, 'Only members of the team take part in its chat');
end
$$;

alter policy teams_select_org_member on public.teams using (
  (org_id in (select private.my_org_ids()) or (select private.is_super_admin()))
  and id not in (select private.teams_in_deletion())
);
alter policy team_members_select_org_member on public.team_members using (
  (org_id in (select private.my_org_ids()) or (select private.is_super_admin()))
  and team_id not in (select private.teams_in_deletion())
);

create or replace function private.admin_list_organizations(
  p_before_at timestamptz default null, p_before_id uuid default null, p_limit integer default 50
) returns table (
  id uuid, name text, description text, owner jsonb, member_count bigint, team_count bigint,
  teams jsonb, created_at timestamptz, updated_at timestamptz
)
language plpgsql stable security definer rows 50
set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
begin
  perform private.require_super_admin();
  return query
    with page as (
      select * from public.organizations as o
      where (p_before_at is null or (o.created_at, o.id) < (p_before_at, p_before_id))
        and o.id not in (select private.organizations_in_deletion())
      order by o.created_at desc, o.id desc
      limit least(greatest(p_limit, 1), 101)
    )
    select o.id, o.name, o.description,
      (select to_jsonb(c) from public.profile_cards as c where c.id = o.owner_id),
      (select count(*) from public.organization_members as m where m.org_id = o.id),
      (select count(*) from public.teams as t
       where t.org_id = o.id and t.id not in (select private.teams_in_deletion())),
      coalesce((
        select jsonb_agg(jsonb_build_object(
          'id', t.id, 'name', t.name, 'admin', to_jsonb(a),
          'member_count',
            (select count(*) from public.team_members as m where m.team_id = t.id),
          'created_at', t.created_at) order by t.created_at desc, t.id desc)
        from (
          select * from public.teams as n
          where n.org_id = o.id and n.id not in (select private.teams_in_deletion())
          order by n.created_at desc, n.id desc limit 100
        ) as t
        join public.profile_cards as a on a.id = t.admin_id
      ), '[]'),
      o.created_at, o.updated_at
    from page as o
    order by o.created_at desc, o.id desc;
end
$$;

create function private.refuse_team_in_deletion() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.refuse_if(
    new.team_id in (select private.teams_in_deletion()), 404, 'Team not found');
  return null;
end
$$;

-- After the check of the foreign key, which waits for a deletion that is about to begin.
create trigger organization_invitations_600_refuse_team
  after insert on private.organization_invitations
  for each row when (new.team_id is not null) execute function private.refuse_team_in_deletion();

-- Removal -----------------------------------------------------------------------------------------

-- Large is a team with more members, messages and shared entries than change at once.
create function private.delete_team_later() returns trigger
language plpgsql security definer
-- Follows indexes, so that it never costs more than the rows it counts.
set search_path = '' set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  v_max constant integer := private.max_entries_at_once();
begin
  -- Waits for those who are inviting to it; the next ones see the deletion.
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

-- Goes on with deletions for a few seconds: of organizations, then of teams of others.
create or replace function private.continue_organization_deletions() returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  c_limit constant integer := 500;
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
      then private.end_sharing(array[v_team_id], null, null, c_limit)
      else private.end_sharing_with_organization(v_org_id, c_limit) end;
    -- Whoever shares something locks a membership before a notebook: only the next call removes
    -- memberships.
    exit when v_ended = 0 and v_has_ended;
    v_has_ended := v_ended > 0;
    if v_ended = 0 and v_org_id is null then
      perform private.remove_from_team(v_team_id, c_limit);
    elsif v_ended = 0 then
      perform private.remove_from_organization(v_org_id, c_limit);
    end if;
    exit when clock_timestamp() > now() + interval '2 seconds';
  end loop;
  return jsonb_build_object('remaining', (select count(*) from private.organization_deletions)
    + (select count(*) from private.team_deletions));
end
$$;

select private.watch_job('organization-deletions', 'teams', $$
  select requested_at from private.team_deletions order by requested_at$$);
