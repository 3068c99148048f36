-- Visibility: what holds for an entry, kept on its rows; and how sharing ends.

-- What holds for one part of an entry: its own word, or the notebook's when it has none.
create function private.effective_audience(
  p_visibility text, p_team_id uuid, p_org_id uuid,
  p_notebook_visibility text, p_notebook_team_id uuid, p_notebook_org_id uuid,
  out visibility text, out team_id uuid, out org_id uuid
)
language sql immutable set search_path = ''
as $$
  select
    v.visibility,
    case when v.visibility = 'team' then v.team_id end,
    case when v.visibility = 'org' then v.org_id end
  from (
    select p_visibility as visibility, p_team_id as team_id, p_org_id as org_id
    where p_visibility <> 'user'
    union all
    select coalesce(p_notebook_visibility, 'user'), p_notebook_team_id, p_notebook_org_id
    where p_visibility = 'user'
  ) as v
$$;

create function private.set_effective_visibility() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_notebook public.notebooks;
  v_metadata record;
  v_content record;
begin
  if new.notebook_id is not null then
    -- Held until the end, so that a change of the notebook meanwhile finds this entry.
    select * into v_notebook from public.notebooks where id = new.notebook_id for share;
  end if;
  v_metadata := private.effective_audience(new.metadata_visibility, new.team_id, new.org_id,
    v_notebook.metadata_visibility, v_notebook.team_id, v_notebook.org_id);
  v_content := private.effective_audience(new.content_visibility, new.team_id, new.org_id,
    v_notebook.content_visibility, v_notebook.team_id, v_notebook.org_id);
  new.effective_metadata_visibility := v_metadata.visibility;
  new.effective_metadata_team_id := v_metadata.team_id;
  new.effective_metadata_org_id := v_metadata.org_id;
  new.effective_content_visibility := v_content.visibility;
  new.effective_content_team_id := v_content.team_id;
  new.effective_content_org_id := v_content.org_id;
  return new;
end
$$;

create trigger journal_entries_050_require_sharing_target
  before insert or update of metadata_visibility, content_visibility, team_id, org_id
  on public.journal_entries for each row execute function private.require_sharing_target();

create trigger journal_entries_100_set_effective_visibility
  before insert or update of notebook_id, metadata_visibility, content_visibility, team_id, org_id
  on public.journal_entries for each row execute function private.set_effective_visibility();

-- Contents carry the same columns, because their policy compares them.
create function private.copy_visibility_to_contents() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.journal_entry_contents as c set
    effective_metadata_visibility = n.effective_metadata_visibility,
    effective_metadata_team_id = n.effective_metadata_team_id,
    effective_metadata_org_id = n.effective_metadata_org_id,
    effective_content_visibility = n.effective_content_visibility,
    effective_content_team_id = n.effective_content_team_id,
    effective_content_org_id = n.effective_content_org_id
  from changed as n join previous as p on p.id = n.id
  where c.entry_id = n.id
    and (n.effective_metadata_visibility, n.effective_metadata_team_id,
         n.effective_metadata_org_id, n.effective_content_visibility,
         n.effective_content_team_id, n.effective_content_org_id)
      is distinct from
        (p.effective_metadata_visibility, p.effective_metadata_team_id,
         p.effective_metadata_org_id, p.effective_content_visibility,
         p.effective_content_team_id, p.effective_content_org_id);
  return null;
end
$$;

create trigger journal_entries_500_copy_visibility after update on public.journal_entries
  referencing new table as changed old table as previous
  for each statement execute function private.copy_visibility_to_contents();

-- A notebook that changes re-applies to all its entries in one statement.
create function private.apply_notebook_visibility() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- A part that says `user` follows the notebook; a part with its own word keeps what it has.
  update public.journal_entries as e set
    effective_metadata_visibility = case e.metadata_visibility
      when 'user' then n.metadata_visibility else e.effective_metadata_visibility end,
    effective_metadata_team_id = case e.metadata_visibility
      when 'user' then case n.metadata_visibility when 'team' then n.team_id end
      else e.effective_metadata_team_id end,
    effective_metadata_org_id = case e.metadata_visibility
      when 'user' then case n.metadata_visibility when 'org' then n.org_id end
      else e.effective_metadata_org_id end,
    effective_content_visibility = case e.content_visibility
      when 'user' then n.content_visibility else e.effective_content_visibility end,
    effective_content_team_id = case e.content_visibility
      when 'user' then case n.content_visibility when 'team' then n.team_id end
      else e.effective_content_team_id end,
    effective_content_org_id = case e.content_visibility
      when 'user' then case n.content_visibility when 'org' then n.org_id end
      else e.effective_content_org_id end
  from changed as n join previous as p on p.id = n.id
  where e.notebook_id = n.id
    and 'user' in (e.metadata_visibility, e.content_visibility)
    and (n.metadata_visibility, n.content_visibility, n.team_id, n.org_id)
      is distinct from (p.metadata_visibility, p.content_visibility, p.team_id, p.org_id);
  return null;
end
$$;

create trigger notebooks_500_apply_visibility after update on public.notebooks
  referencing new table as changed old table as previous
  for each statement execute function private.apply_notebook_visibility();

-- Sharing ends -----------------------------------------------------------------------------------

-- What pointed at the team or organization becomes `user`. An entry that would thereby inherit a
-- wider visibility from its notebook leaves the notebook. For one user, or for everyone (null).
create function private.end_sharing(p_kind text, p_target_id uuid, p_user_id uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  -- One of the two stays null and matches nothing, so that each has its index.
  v_team_id uuid := case p_kind when 'team' then p_target_id end;
  v_org_id uuid := case p_kind when 'org' then p_target_id end;
begin
  update public.notebooks set
    metadata_visibility = case metadata_visibility when p_kind then 'user' else metadata_visibility end,
    content_visibility = case content_visibility when p_kind then 'user' else content_visibility end,
    team_id = case when v_team_id is null then team_id end,
    org_id = case when v_org_id is null then org_id end
  where (team_id = v_team_id or org_id = v_org_id)
    and (p_user_id is null or user_id = p_user_id);

  update public.journal_entries as e set
    notebook_id = case when not exists (
      select from public.notebooks as n
      where n.id = e.notebook_id
        and (e.metadata_visibility = p_kind and n.metadata_visibility <> 'user'
          or e.content_visibility = p_kind and n.content_visibility <> 'user')
    ) then notebook_id end,
    metadata_visibility = case metadata_visibility when p_kind then 'user' else metadata_visibility end,
    content_visibility = case content_visibility when p_kind then 'user' else content_visibility end,
    team_id = case when v_team_id is null then team_id end,
    org_id = case when v_org_id is null then org_id end
  where (team_id = v_team_id or org_id = v_org_id)
    and (p_user_id is null or user_id = p_user_id);
end
$$;

create function private.end_sharing_with_target() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.end_sharing(tg_argv[0], old.id, null);
  return old;
end
$$;

create function private.end_sharing_of_member() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_argv[0] = 'team' then
    perform private.end_sharing('team', old.team_id, old.user_id);
  else
    perform private.end_sharing('org', old.org_id, old.user_id);
  end if;
  return old;
end
$$;

create trigger teams_100_end_sharing before delete on public.teams
  for each row execute function private.end_sharing_with_target('team');
create trigger organizations_100_end_sharing before delete on public.organizations
  for each row execute function private.end_sharing_with_target('org');
create trigger team_members_100_end_sharing before delete on public.team_members
  for each row execute function private.end_sharing_of_member('team');
create trigger organization_members_100_end_sharing before delete on public.organization_members
  for each row execute function private.end_sharing_of_member('org');
