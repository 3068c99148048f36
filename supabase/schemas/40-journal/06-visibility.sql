-- The effective visibility of entries, kept on their rows, and whom a mention notifies.

-- Sets the effective visibility of an entry: its own, or that of its notebook where it says `user`.
-- A content visibility wider than that of the metadata becomes that of the metadata.
create function private.set_effective_visibility() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_notebook public.notebooks;
  v_is_wider boolean;
begin
  -- An entry that moves into a notebook locks it, so that a concurrent change of the notebook sees
  -- the entry. An entry that is already there is locked by that change. The notebook of
  -- somebody else is locked for a sealed entry alone, whose author is a member.
  if new.notebook_id is not null then
    if tg_op = 'INSERT' or new.notebook_id is distinct from old.notebook_id then
      perform from public.notebooks
      where id = new.notebook_id and (user_id = new.user_id or is_sealed and new.is_sealed)
      for share;
    end if;
    select * into v_notebook from public.notebooks
    where id = new.notebook_id and (user_id = new.user_id or is_sealed);
    -- A notebook that is deleted later clears the column.
    perform private.refuse_if(not found, 400, 'notebook_id: not found', 'unknown_value');
  end if;
  if new.is_sealed is distinct from coalesce(v_notebook.is_sealed, false) then
    perform private.refuse_unsealed(new, v_notebook);
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
  v_is_wider := new.effective_metadata_visibility = 'user'
    or new.effective_content_visibility = 'public';
  if not v_is_wider and new.effective_metadata_visibility = 'team'
    and new.effective_content_visibility = 'org' then
    v_is_wider := exists (
      select from public.teams
      where id = new.effective_metadata_team_id and org_id = new.effective_content_org_id);
  end if;
  if v_is_wider then
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

-- Runs after the visibility in effect is set: an entry that a change of its notebook leaves as it
-- was keeps its version. So does an entry whose mood or track is found automatically, since nobody
-- has written it. `update_journal_entry` raises the version for a mood or content of the author.
create trigger journal_entries_200_set_version before update on public.journal_entries
  for each row when (
    to_jsonb(old) - '{mood,mood_source,mood_due_at,spotify_track_id,updated_at}'::text[]
      is distinct from
        to_jsonb(new) - '{mood,mood_source,mood_due_at,spotify_track_id,updated_at}'::text[]
  )
  execute function private.set_version();

-- Contents repeat these columns, because their policy compares them.
create function private.copy_visibility_to_contents() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update private.journal_entry_contents as c set
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
      or p_entry.user_id not in (select private.authors_in_change()) and (
        private.team_role(a.team_id, p_user_id) is not null
        or private.org_role(a.org_id, p_user_id) is not null)
    )
    from (values
      (p_entry.effective_metadata_visibility, p_entry.effective_metadata_team_id,
       p_entry.effective_metadata_org_id),
      (p_entry.effective_content_visibility, p_entry.effective_content_team_id,
       p_entry.effective_content_org_id)
    ) as a (visibility, team_id, org_id)
  )
$$;

-- For each author and recipient, and for each author: past them the entry is written and the
-- recipient is not notified.
insert into private.rate_limit_rules (bucket, max_hits, per) values
  ('mention', 20, '1 day'), ('mention_author', 200, '1 day');

-- Notifies each user whom an entry mentions once, if the user may read the entry.
create function private.notify_mentioned(
  p_entry public.journal_entries, p_mentions jsonb
) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_recipients uuid[];
  v_left integer;
  v_sent integer;
begin
  -- Most entries mention nobody.
  if p_mentions = '[]' then
    return;
  end if;
  v_recipients := array(
    select distinct p.id
    from jsonb_array_elements(p_mentions) as m
    cross join lateral (
      select u.id, u.blocked_user_ids from public.profiles as u
      where u.id = (m ->> 'user_id')::uuid limit 1
    ) as p
    where p.id <> p_entry.user_id and private.may_read_entry(p_entry, p.id)
      and not p_entry.user_id = any (p.blocked_user_ids)
      and not exists (
        select from public.notifications as n
        where n.user_id = p.id and n.type = 'mention' and n.dedupe_key = p_entry.id::text
      )
  );
  if v_recipients = '{}' then
    return;
  end if;
  -- Entries of one author that mention the same people in a different order would deadlock.
  perform pg_advisory_xact_lock(hashtextextended('mention ' || p_entry.user_id, 0));
  v_left := private.remaining_hits('mention_author', 'user:' || p_entry.user_id);
  -- Contains nothing of the entry, because the notification remains when sharing ends, and the
  -- handle alone, because a name can be anybody's.
  select count(*) filter (where private.notify(
    r.id, 'mention', jsonb_build_object('handle', a.handle),
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

create function private.erase_mentions(p_user_id uuid, p_limit integer) returns integer
language sql volatile security definer set search_path = ''
as $$
  with erased as (
    update private.journal_entry_contents as c
    set mentions = (
      select jsonb_agg(
        case when m ->> 'user_id' = p_user_id::text then m || '{"user_id": null}' else m end
          order by n)
      from jsonb_array_elements(c.mentions) with ordinality as t (m, n)
    )
    where c.entry_id in (
      select m.entry_id from private.journal_entry_contents as m
      join public.journal_entries as e on e.id = m.entry_id
      where m.mentions @> '[{"kind": "user"}]'
        and m.mentions @> jsonb_build_array(jsonb_build_object('user_id', p_user_id))
      limit p_limit
      -- The entry before its content, as every other write does.
      for no key update of e
    )
    returning 1
  )
  select count(*) from erased
$$;

select private.register_person_column('private.journal_entry_contents', 'mentions',
  'Entries of others are their data; the export contains the user''s notifications.',
  'erase_mentions', 90);
