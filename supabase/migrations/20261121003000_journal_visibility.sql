-- The effective visibility of entries, kept on their rows, and the end of sharing.

-- Sets the effective visibility of an entry: its own, or that of its notebook where it says `user`.
-- A content visibility wider than that of the metadata becomes that of the metadata.
create function private.set_effective_visibility() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_notebook public.notebooks;
begin
  -- An entry that moves into a notebook locks it, so that a concurrent change of the notebook sees
  -- the entry. An entry that is already there is locked by that change.
  if tg_op = 'INSERT' or new.notebook_id is distinct from old.notebook_id then
    perform from public.notebooks where id = new.notebook_id and user_id = new.user_id for share;
  end if;
  select * into v_notebook from public.notebooks
  where id = new.notebook_id and user_id = new.user_id;
  -- A notebook that is deleted later clears the column.
  if not found and new.notebook_id is not null then
    perform private.refuse(400, 'notebook_id: not found', 'unknown_value');
  end if;

  new.effective_metadata_visibility := new.metadata_visibility;
  new.effective_metadata_team_id := new.team_id;
  new.effective_metadata_org_id := new.org_id;
  if new.metadata_visibility = 'user' then
    new.effective_metadata_visibility := coalesce(v_notebook.metadata_visibility, 'user');
    new.effective_metadata_team_id := v_notebook.team_id;
    new.effective_metadata_org_id := v_notebook.org_id;
  end if;

  new.effective_content_visibility := new.content_visibility;
  new.effective_content_team_id := new.team_id;
  new.effective_content_org_id := new.org_id;
  if new.content_visibility = 'user' then
    new.effective_content_visibility := coalesce(v_notebook.content_visibility, 'user');
    new.effective_content_team_id := v_notebook.team_id;
    new.effective_content_org_id := v_notebook.org_id;
  end if;

  -- Wider: everyone who may see the metadata may see the content.
  if new.effective_metadata_visibility = 'user'
    or new.effective_content_visibility = 'public'
    or new.effective_metadata_visibility = 'team' and new.effective_content_visibility = 'org'
      and exists (
        select from public.teams
        where id = new.effective_metadata_team_id and org_id = new.effective_content_org_id
      ) then
    new.effective_content_visibility := new.effective_metadata_visibility;
    new.effective_content_team_id := new.effective_metadata_team_id;
    new.effective_content_org_id := new.effective_metadata_org_id;
  end if;

  -- Indexes and policies use the one id in effect.
  if new.effective_metadata_visibility <> 'team' then new.effective_metadata_team_id := null; end if;
  if new.effective_metadata_visibility <> 'org' then new.effective_metadata_org_id := null; end if;
  if new.effective_content_visibility <> 'team' then new.effective_content_team_id := null; end if;
  if new.effective_content_visibility <> 'org' then new.effective_content_org_id := null; end if;
  return new;
end
$$;

create trigger journal_entries_050_require_sharing_target
  before insert or update of metadata_visibility, content_visibility, team_id, org_id
  on public.journal_entries for each row execute function private.require_sharing_target();

create trigger journal_entries_100_set_effective_visibility
  before insert or update of notebook_id, metadata_visibility, content_visibility, team_id, org_id
  on public.journal_entries for each row execute function private.set_effective_visibility();

-- After the visibility in effect is set: an entry that its notebook does not change keeps its version.
-- So does one whose mood or track is found automatically, since nobody has written it.
-- `update_journal_entry` raises the version for a mood or content of the author.
create trigger journal_entries_200_set_version before update on public.journal_entries
  for each row when (
    to_jsonb(old) - '{mood,mood_due_at,spotify_track_id,updated_at}'::text[]
      is distinct from to_jsonb(new) - '{mood,mood_due_at,spotify_track_id,updated_at}'::text[]
  )
  execute function private.set_version();

-- Contents repeat these columns, because their policy compares them. The settings make the kept
-- plan use the primary key, whether one entry changes or thousands.
create function private.copy_visibility_to_contents() returns trigger
language plpgsql security definer
set search_path = '' set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off
as $$
begin
  update public.journal_entry_contents as c set
    effective_metadata_visibility = n.effective_metadata_visibility,
    effective_metadata_team_id = n.effective_metadata_team_id,
    effective_metadata_org_id = n.effective_metadata_org_id,
    effective_content_visibility = n.effective_content_visibility,
    effective_content_team_id = n.effective_content_team_id,
    effective_content_org_id = n.effective_content_org_id
  from changed as n
  where c.entry_id = n.id
    and (c.effective_metadata_visibility, c.effective_metadata_team_id,
         c.effective_metadata_org_id, c.effective_content_visibility,
         c.effective_content_team_id, c.effective_content_org_id)
      is distinct from
        (n.effective_metadata_visibility, n.effective_metadata_team_id,
         n.effective_metadata_org_id, n.effective_content_visibility,
         n.effective_content_team_id, n.effective_content_org_id);
  return null;
end
$$;

create trigger journal_entries_500_copy_visibility after update on public.journal_entries
  referencing new table as changed
  for each statement execute function private.copy_visibility_to_contents();

-- A change of a notebook updates all its entries in one statement.
create function private.apply_notebook_visibility() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- The assignment runs the trigger above for every entry, also for those with a visibility of
  -- their own, which a concurrent transaction may remove.
  update public.journal_entries set notebook_id = notebook_id where notebook_id = new.id;
  return null;
end
$$;

create trigger notebooks_500_apply_visibility
  after update of metadata_visibility, content_visibility, team_id, org_id on public.notebooks
  for each row when (
    (old.metadata_visibility, old.content_visibility, old.team_id, old.org_id)
      is distinct from
        (new.metadata_visibility, new.content_visibility, new.team_id, new.org_id)
  )
  execute function private.apply_notebook_visibility();

-- End of sharing ----------------------------------------------------------------------------------

-- The visibility that remains when sharing with some teams, or with an organization, ends.
create function private.without_targets(
  p_visibility text, p_team_id uuid, p_org_id uuid, p_ended_teams uuid[], p_ended_org uuid
) returns text
language sql immutable set search_path = ''
as $$
  select case
    when p_visibility = 'team' and p_team_id = any (p_ended_teams) then 'user'
    when p_visibility = 'org' and p_org_id = p_ended_org then 'user'
    else p_visibility
  end
$$;

-- Sets visibilities that refer to the teams or the organization to `user`. An entry that would
-- inherit a wider visibility from its notebook leaves the notebook. For one user, or for all
-- (null).
create function private.end_sharing(p_teams uuid[], p_org_id uuid, p_user_id uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  update public.notebooks set
    metadata_visibility =
      private.without_targets(metadata_visibility, team_id, org_id, p_teams, p_org_id),
    content_visibility =
      private.without_targets(content_visibility, team_id, org_id, p_teams, p_org_id),
    team_id = case when team_id = any (p_teams) then null else team_id end,
    org_id = case when org_id = p_org_id then null else org_id end
  where (team_id = any (p_teams) or org_id = p_org_id)
    and (p_user_id is null or user_id = p_user_id);

  update public.journal_entries as e set
    notebook_id = case when not exists (
      select from public.notebooks as n
      where n.id = e.notebook_id and (
        n.metadata_visibility <> 'user' and e.metadata_visibility <>
          private.without_targets(e.metadata_visibility, e.team_id, e.org_id, p_teams, p_org_id)
        or n.content_visibility <> 'user' and e.content_visibility <>
          private.without_targets(e.content_visibility, e.team_id, e.org_id, p_teams, p_org_id)
      )
    ) then notebook_id end,
    metadata_visibility =
      private.without_targets(metadata_visibility, team_id, org_id, p_teams, p_org_id),
    content_visibility =
      private.without_targets(content_visibility, team_id, org_id, p_teams, p_org_id),
    team_id = case when team_id = any (p_teams) then null else team_id end,
    org_id = case when org_id = p_org_id then null else org_id end
  where (team_id = any (p_teams) or org_id = p_org_id)
    and (p_user_id is null or user_id = p_user_id);
end
$$;

create function private.end_sharing_with_team() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- Locks memberships before notebooks; the memberships are about to be deleted.
  perform from public.team_members where team_id = old.id order by user_id for update;
  perform private.end_sharing(array[old.id], null, null);
  return old;
end
$$;

create function private.end_sharing_with_organization() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform from public.organization_members where org_id = old.id order by user_id for update;
  perform from public.team_members where org_id = old.id order by user_id, team_id for update;
  perform private.end_sharing(
    array(select id from public.teams where org_id = old.id), old.id, null);
  return old;
end
$$;

create function private.end_sharing_of_team_member() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.end_sharing(array[old.team_id], null, old.user_id);
  return old;
end
$$;

-- A user who leaves the organization leaves its teams. Ending both at once prevents that an entry
-- leaves a notebook because of a visibility that the notebook is about to lose.
create function private.end_sharing_of_organization_member() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform from public.team_members
  where org_id = old.org_id and user_id = old.user_id order by team_id for update;
  perform private.end_sharing(
    array(select team_id from public.team_members
          where org_id = old.org_id and user_id = old.user_id),
    old.org_id, old.user_id);
  return old;
end
$$;

create trigger teams_100_end_sharing before delete on public.teams
  for each row execute function private.end_sharing_with_team();
create trigger organizations_100_end_sharing before delete on public.organizations
  for each row execute function private.end_sharing_with_organization();
create trigger team_members_100_end_sharing before delete on public.team_members
  for each row execute function private.end_sharing_of_team_member();
create trigger organization_members_100_end_sharing before delete on public.organization_members
  for each row execute function private.end_sharing_of_organization_member();
