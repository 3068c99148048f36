-- The end of sharing, with a membership, a team or an organization.

-- The visibility that remains when sharing with some teams and organizations ends. One array serves
-- for both, as in `private.my_group_ids`.
create function private.without_targets(
  p_visibility text, p_team_id uuid, p_org_id uuid, p_ended uuid[]
) returns text
language sql immutable set search_path = ''
as $$
  select case
    when p_visibility = 'team' and p_team_id = any (p_ended) then 'user'
    when p_visibility = 'org' and p_org_id = any (p_ended) then 'user'
    else p_visibility
  end
$$;

-- Sets visibilities that refer to the teams or organizations to `user`. An entry that would
-- inherit a wider visibility from its notebook leaves the notebook. For one user, or for all
-- (null). With a limit, for that many entries, or first for one notebook, which counts as many.
-- Returns the number of entries.
create function private.end_sharing(
  p_groups uuid[], p_user_id uuid, p_limit integer default null
) returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_count integer;
begin
  update public.notebooks set
    metadata_visibility =
      private.without_targets(metadata_visibility, team_id, org_id, p_groups),
    content_visibility =
      private.without_targets(content_visibility, team_id, org_id, p_groups),
    team_id = case when team_id = any (p_groups) then null else team_id end,
    org_id = case when org_id = any (p_groups) then null else org_id end
  where id = any (array(
    -- In the order in which a move between two sealed notebooks locks them.
    select id from public.notebooks
    where (team_id = any (p_groups) or org_id = any (p_groups))
      and (p_user_id is null or user_id = p_user_id)
    order by id
    limit case when p_limit is not null then 1 end
    for no key update));
  get diagnostics v_count = row_count;
  if v_count > 0 and p_limit is not null then
    return p_limit;
  end if;

  update public.journal_entries as e set
    notebook_id = case when not exists (
      select from public.notebooks as n
      where n.id = e.notebook_id and (
        n.metadata_visibility <> 'user' and e.metadata_visibility <>
          private.without_targets(e.metadata_visibility, e.team_id, e.org_id, p_groups)
        or n.content_visibility <> 'user' and e.content_visibility <>
          private.without_targets(e.content_visibility, e.team_id, e.org_id, p_groups)
      )
    ) then notebook_id end,
    metadata_visibility =
      private.without_targets(metadata_visibility, team_id, org_id, p_groups),
    content_visibility =
      private.without_targets(content_visibility, team_id, org_id, p_groups),
    team_id = case when team_id = any (p_groups) then null else team_id end,
    org_id = case when org_id = any (p_groups) then null else org_id end
  where id = any (array(
    select id from public.journal_entries
    where (team_id = any (p_groups) or org_id = any (p_groups))
      and (p_user_id is null or user_id = p_user_id)
    limit p_limit));
  get diagnostics v_count = row_count;
  return v_count;
end
$$;

-- Whether a user shares more with these teams and organizations than changes at once.
create function private.shares_much(p_groups uuid[], p_user_id uuid) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_max constant integer := private.max_entries_at_once();
begin
  return v_max < (
    select count(*) from (
      select from public.journal_entries where team_id = any (p_groups) and user_id = p_user_id
      union all
      select from public.journal_entries where org_id = any (p_groups) and user_id = p_user_id
      union all
      select from public.notebooks as n join public.journal_entries as e on e.notebook_id = n.id
      where n.team_id = any (p_groups) and n.user_id = p_user_id
      union all
      select from public.notebooks as n join public.journal_entries as e on e.notebook_id = n.id
      where n.org_id = any (p_groups) and n.user_id = p_user_id
      limit v_max + 1
    ) as counted
  );
end
$$;

-- When a team or an organization is deleted, for all; when a member leaves, for the member: a job
-- does it where the member shares much. A member who leaves the organization leaves its teams:
-- ending both at once prevents that an entry leaves a notebook because of a visibility that the
-- notebook is about to lose. Locks memberships before notebooks; the memberships are about to be
-- deleted.
create function private.end_sharing_of_deleted() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_old constant jsonb := to_jsonb(old);
  -- Null for a team or an organization.
  v_user_id constant uuid := v_old ->> 'user_id';
  v_team_id constant uuid := case tg_table_name
    when 'teams' then v_old ->> 'id' when 'team_members' then v_old ->> 'team_id' end;
  v_org_id constant uuid := case tg_table_name
    when 'organizations' then v_old ->> 'id'
    when 'organization_members' then v_old ->> 'org_id' end;
  v_groups uuid[];
begin
  -- With the group, whose deletion has ended the sharing of all its members.
  if v_user_id is not null and (
    not exists (select from public.organizations where id = (v_old ->> 'org_id')::uuid)
    or v_team_id is not null and not exists (select from public.teams where id = v_team_id)
  ) then
    return old;
  end if;
  if v_org_id is null then
    perform from public.team_members
    where team_id = v_team_id and v_user_id is null order by user_id for update;
    v_groups := array[v_team_id];
  else
    perform from public.organization_members
    where org_id = v_org_id and v_user_id is null order by user_id for update;
    perform from public.team_members
    where org_id = v_org_id and user_id = coalesce(v_user_id, user_id)
    order by user_id, team_id for update;
    v_groups := v_org_id || array(select t.id from public.teams as t where t.org_id = v_org_id and (
      v_user_id is null or exists (
        select from public.team_members where team_id = t.id and user_id = v_user_id)));
  end if;
  if v_user_id is null then
    perform private.end_sharing(v_groups, null);
    return old;
  end if;
  -- The membership of a team goes with that of its organization.
  v_groups := array(
    select unnest(v_groups) except
    select group_id from private.sharing_ends where user_id = v_user_id);
  if not private.shares_much(v_groups, v_user_id) then
    perform private.end_sharing(v_groups, v_user_id);
  else
    insert into private.sharing_ends (user_id, group_id)
    select v_user_id, id from unnest(v_groups) as id on conflict do nothing;
  end if;
  return old;
end
$$;

create trigger teams_100_end_sharing before delete on public.teams
  for each row execute function private.end_sharing_of_deleted();
create trigger organizations_100_end_sharing before delete on public.organizations
  for each row execute function private.end_sharing_of_deleted();
create trigger team_members_100_end_sharing before delete on public.team_members
  for each row execute function private.end_sharing_of_deleted();
create trigger organization_members_100_end_sharing before delete on public.organization_members
  for each row execute function private.end_sharing_of_deleted();

-- Ends, for a few seconds, the sharing of members who have left. A lock of the user keeps two jobs
-- from the same user: a job that has locked a row of a user may meet a job that holds another row.
create function private.continue_sharing_ends() returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_user_id uuid;
  v_groups uuid[];
  v_busy uuid[] := '{}';
  v_failed uuid[] := '{}';
  v_errors text[] := '{}';
begin
  loop
    select s.user_id into v_user_id from private.sharing_ends as s
    where s.user_id <> all (v_busy || v_failed)
    order by s.turn_at limit 1;
    exit when not found;
    if not pg_try_advisory_xact_lock(hashtextextended('sharing ends ' || v_user_id, 0)) then
      v_busy := v_busy || v_user_id;
      continue;
    end if;
    begin
      v_groups := array(
        select s.group_id from private.sharing_ends as s
        where s.user_id = v_user_id order by s.group_id for no key update);
      if private.end_sharing(v_groups, v_user_id, 500) = 0 then
        delete from private.sharing_ends where user_id = v_user_id and group_id = any (v_groups);
      else
        update private.sharing_ends set turn_at = default
        where user_id = v_user_id and group_id = any (v_groups);
      end if;
    exception when others then
      if private.passes(sqlstate) then
        raise;
      end if;
      v_failed := v_failed || v_user_id;
      v_errors := v_errors || format('%s: %s', v_user_id, sqlerrm);
    end;
    exit when clock_timestamp() > now() + interval '2 seconds';
  end loop;
  return jsonb_build_object('failed', cardinality(v_failed), 'errors', v_errors,
    'remaining', (select count(*) from private.sharing_ends));
end
$$;

select private.schedule_statement('sharing-ends', '*/1 * * * *',
  'select private.continue_sharing_ends()');
select private.watch_job('sharing-ends', 'memberships', $$
  select turn_at from private.sharing_ends order by turn_at$$);
