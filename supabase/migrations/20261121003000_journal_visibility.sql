-- The effective visibility of entries, kept on their rows, whom a mention notifies, and the end of
-- sharing.

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
  if new.notebook_id is not null then
    if tg_op = 'INSERT' or new.notebook_id is distinct from old.notebook_id then
      perform from public.notebooks where id = new.notebook_id and user_id = new.user_id for share;
    end if;
    select * into v_notebook from public.notebooks
    where id = new.notebook_id and user_id = new.user_id;
    -- A notebook that is deleted later clears the column.
    perform private.refuse_if(not found, 400, 'notebook_id: not found', 'unknown_value');
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

-- Whether an entry's content is shared with a user. The wider rights of super admins do not count.
create function private.may_read_entry(p_entry public.journal_entries, p_user_id uuid)
returns boolean
language sql stable security definer set search_path = ''
as $$
  select p_entry.user_id = p_user_id or (
    select bool_and(
      a.visibility = 'public'
      or private.team_role(a.team_id, p_user_id) is not null
      or private.org_role(a.org_id, p_user_id) is not null
    )
    from (values
      (p_entry.effective_metadata_visibility, p_entry.effective_metadata_team_id,
       p_entry.effective_metadata_org_id),
      (p_entry.effective_content_visibility, p_entry.effective_content_team_id,
       p_entry.effective_content_org_id)
    ) as a (visibility, team_id, org_id)
  )
$$;

-- For each author and recipient, and for each author: past them the entry is written and the recipient
-- is not notified.
insert into private.rate_limit_rules (bucket, max_hits, per) values
  ('mention', 20, '1 day'), ('mention_author', 200, '1 day');

-- Notifies each user whom an entry mentions once, if the user may read the entry.
create function private.notify_mentioned(p_entry public.journal_entries, p_mentions jsonb)
returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_recipients uuid[] := array(
    select distinct p.id
    from jsonb_array_elements(p_mentions) as m
    join public.profiles as p on p.id = (m ->> 'user_id')::uuid
    where p.id <> p_entry.user_id and private.may_read_entry(p_entry, p.id)
      and not p_entry.user_id = any (p.blocked_user_ids)
      and not exists (
        select from public.notifications as n
        where n.user_id = p.id and n.type = 'mention' and n.dedupe_key = p_entry.id::text
      )
  );
  v_left integer;
  v_sent integer;
begin
  if v_recipients = '{}' then
    return;
  end if;
  -- Entries of one author that mention the same people in a different order would deadlock.
  perform pg_advisory_xact_lock(hashtextextended('mention ' || p_entry.user_id, 0));
  v_left := private.remaining_hits('mention_author', 'user:' || p_entry.user_id);
  -- Contains nothing of the entry, because the notification remains when sharing ends, and the
  -- handle alone, because a name can be anybody's.
  select count(*) filter (where private.notify(
    r.id, 'mention', 'You were mentioned', '@' || a.handle || ' mentioned you in an entry',
    jsonb_build_object('entry_id', p_entry.id, 'user_id', p_entry.user_id), p_entry.id::text))
  into v_sent
  from (
    select u.id from unnest(v_recipients) as u (id)
    where (private.take_user_rate_limit('mention', p_entry.user_id, 1, u.id::text)
      ->> 'allowed')::boolean
    limit v_left
  ) as r
  join public.profile_cards as a on a.id = p_entry.user_id;
  if v_sent > 0 then
    perform private.take_user_rate_limit('mention_author', p_entry.user_id, v_sent);
  end if;
end
$$;

-- Gives entries the visibility of their notebooks, and notifies mentioned users who may now read them.
-- Takes them out of a notebook that is deleted.
create function private.apply_notebooks(p_entries uuid[], p_is_deletion boolean default false)
returns void
language plpgsql volatile security definer
-- Forces indexes: a plan made for a few entries must also serve thousands.
set search_path = '' set enable_seqscan = off
as $$
begin
  -- The assignment runs the trigger above for every entry, also for those with a visibility of
  -- their own, which a concurrent transaction may remove.
  update public.journal_entries set notebook_id = case when not p_is_deletion then notebook_id end
  where id = any (p_entries);
  perform private.notify_mentioned(e, c.mentions)
  from public.journal_entries as e
  join public.journal_entry_contents as c on c.entry_id = e.id
  where e.id = any (p_entries)
    and e.effective_content_visibility <> 'user'
    and c.mentions @> '[{"kind": "user"}]';
end
$$;

-- How many entries of a notebook change with it; a job changes those of a larger one.
create function private.max_entries_at_once() returns integer
language sql immutable set search_path = ''
as $$ select 2000 $$;

create function private.apply_notebook_visibility() returns trigger
language plpgsql security definer set search_path = '' set enable_seqscan = off
as $$
declare
  v_entries constant uuid[] := array(
    select id from public.journal_entries where notebook_id = old.id and user_id = old.user_id
    limit private.max_entries_at_once() + 1);
begin
  if cardinality(v_entries) > private.max_entries_at_once() then
    insert into private.notebook_changes as c (notebook_id, is_deletion)
    values (old.id, tg_op = 'DELETE')
    on conflict (notebook_id) do update
      set is_deletion = c.is_deletion or excluded.is_deletion, turn_at = default,
        before_at = default, before_id = default;
    -- No deletion yet.
    return null;
  elsif tg_op = 'UPDATE' then
    perform private.apply_notebooks(v_entries);
  end if;
  return old;
end
$$;

-- Not with the account, whose deletion takes the entries first.
create trigger notebooks_400_delete_later before delete on public.notebooks
  for each row when (pg_trigger_depth() = 0)
  execute function private.apply_notebook_visibility();

-- Changes the entries of large notebooks for a few seconds. Two jobs do different notebooks.
create function private.continue_notebook_changes() returns jsonb
language plpgsql volatile security definer set search_path = '' set enable_seqscan = off
as $$
declare
  v_change record;
  v_entries uuid[];
begin
  loop
    select c.*, n.user_id into v_change
    from private.notebook_changes as c join public.notebooks as n on n.id = c.notebook_id
    order by c.turn_at limit 1 for no key update of c skip locked;
    exit when not found;
    v_entries := array(
      select e.id from public.journal_entries as e
      where e.notebook_id = v_change.notebook_id and e.user_id = v_change.user_id
        and (e.written_at, e.id) < (v_change.before_at, v_change.before_id)
      order by e.written_at desc, e.id desc limit private.max_entries_at_once());
    perform private.apply_notebooks(v_entries, v_change.is_deletion);
    if cardinality(v_entries) < private.max_entries_at_once() then
      delete from private.notebook_changes where notebook_id = v_change.notebook_id;
      delete from public.notebooks where id = v_change.notebook_id and v_change.is_deletion;
    else
      update private.notebook_changes as c
      set turn_at = default, before_at = e.written_at, before_id = e.id
      from public.journal_entries as e
      where c.notebook_id = v_change.notebook_id and e.id = v_entries[cardinality(v_entries)];
    end if;
    exit when clock_timestamp() > now() + interval '2 seconds';
  end loop;
  return jsonb_build_object('remaining', (select count(*) from private.notebook_changes));
end
$$;

select private.schedule_statement('notebook-changes', '*/1 * * * *',
  'select private.continue_notebook_changes()');

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
-- (null). With a limit, for that many entries, or first for one notebook, which counts as many.
-- Returns the number of entries.
create function private.end_sharing(
  p_teams uuid[], p_org_id uuid, p_user_id uuid, p_limit integer default null
) returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_count integer;
begin
  update public.notebooks set
    metadata_visibility =
      private.without_targets(metadata_visibility, team_id, org_id, p_teams, p_org_id),
    content_visibility =
      private.without_targets(content_visibility, team_id, org_id, p_teams, p_org_id),
    team_id = case when team_id = any (p_teams) then null else team_id end,
    org_id = case when org_id = p_org_id then null else org_id end
  where id = any (array(
    select id from public.notebooks
    where (team_id = any (p_teams) or org_id = p_org_id)
      and (p_user_id is null or user_id = p_user_id)
    limit case when p_limit is not null then 1 end));
  get diagnostics v_count = row_count;
  if v_count > 0 and p_limit is not null then
    return p_limit;
  end if;

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
  where id = any (array(
    select id from public.journal_entries
    where (team_id = any (p_teams) or org_id = p_org_id)
      and (p_user_id is null or user_id = p_user_id)
    limit p_limit));
  get diagnostics v_count = row_count;
  return v_count;
end
$$;

-- When a team or an organization is deleted, for all; when a member leaves, for the member. Who
-- leaves the organization leaves its teams: ending both at once prevents that an entry leaves a
-- notebook because of a visibility that the notebook is about to lose. Locks memberships before
-- notebooks; the memberships are about to be deleted.
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
    perform private.end_sharing(array[v_team_id], null, v_user_id);
  else
    perform from public.organization_members
    where org_id = v_org_id and v_user_id is null order by user_id for update;
    perform from public.team_members
    where org_id = v_org_id and user_id = coalesce(v_user_id, user_id)
    order by user_id, team_id for update;
    perform private.end_sharing(
      array(select t.id from public.teams as t where t.org_id = v_org_id and (
        v_user_id is null or exists (
          select from public.team_members where team_id = t.id and user_id = v_user_id))),
      v_org_id, v_user_id);
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
