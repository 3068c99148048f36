-- Changing and deleting entries, which only their authors do.

-- Refuses an entry that is not the caller's: with 403 when the caller may see it, otherwise 404.
create function private.require_author(
  p_entry public.journal_entries,
  p_message text default 'Only its author may change or share an entry'
) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if p_entry.user_id = private.require_caller() then
    return;
  end if;
  perform private.refuse_if(p_entry.id is not null and (
    p_entry.effective_metadata_visibility = 'public'
    or p_entry.effective_metadata_team_id in (select private.my_team_ids())
    or p_entry.effective_metadata_org_id in (select private.my_org_ids())
    or private.is_super_admin()
  ), 403, p_message);
  perform private.refuse(404, 'Entry not found');
end
$$;

-- Returns the caller's own entry, locked against other changes; comments and reactions do not wait.
-- Refuses an entry of somebody else, and with 412 an entry whose version is not in `p_versions`.
create function private.require_own_entry(p_entry_id uuid, p_versions integer[] default null)
returns public.journal_entries
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_entry public.journal_entries;
begin
  select * into v_entry from public.journal_entries where id = p_entry_id for no key update;
  perform private.require_author(v_entry);
  perform private.refuse_if(v_entry.version <> all (p_versions),
    412, 'The entry has changed meanwhile: read it again', 'changed_meanwhile');
  return v_entry;
end
$$;

-- Writes the changed fields of an entry. A field that is absent keeps its value; null clears an
-- optional field, and sets a visibility to `user`. A mood that the analysis has found in the former
-- content goes with that content.
create function private.change_entry_row(
  p_entry public.journal_entries, p_changes jsonb, p_rewritten boolean, p_keep_mood boolean
) returns public.journal_entries
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_mood text := p_entry.mood;
  v_source text := p_entry.mood_source;
  v_entry public.journal_entries;
begin
  if p_changes ? 'mood' then
    v_mood := p_changes ->> 'mood';
    v_source := case when v_mood is not null then 'author' end;
  elsif p_rewritten and v_source = 'analysis' then
    v_mood := null;
    v_source := null;
  end if;
  update public.journal_entries set
    title = coalesce(p_changes ->> 'title', title),
    written_at = coalesce(private.short(p_changes, 'written_at')::timestamptz, written_at),
    mood = v_mood,
    mood_source = v_source,
    mood_due_at = case
      when p_changes ? 'mood' then null
      when p_keep_mood and mood_source = 'author' then null
      when p_rewritten and import_id is null then now()
      else mood_due_at end,
    version = version
      + (p_rewritten or (mood, mood_source) is distinct from (v_mood, v_source))::integer,
    tags = case when p_changes ? 'tags' then private.json_to_tags(p_changes -> 'tags') else tags end,
    notebook_id = case when p_changes ? 'notebook_id'
      then private.short(p_changes, 'notebook_id')::uuid else notebook_id end,
    metadata_visibility = case when p_changes ? 'metadata_visibility'
      then coalesce(p_changes ->> 'metadata_visibility', 'user') else metadata_visibility end,
    content_visibility = case when p_changes ? 'content_visibility'
      then coalesce(p_changes ->> 'content_visibility', 'user') else content_visibility end,
    team_id = case when p_changes ? 'team_id'
      then private.short(p_changes, 'team_id')::uuid else team_id end,
    org_id = case when p_changes ? 'org_id'
      then private.short(p_changes, 'org_id')::uuid else org_id end,
    updated_at = now()
  where id = p_entry.id
  returning * into v_entry;
  return v_entry;
end
$$;

-- Changes the given fields. With `p_unshared`, only an entry that nobody else sees, before and
-- after. With `p_keep_mood`, no analysis replaces a mood of the author.
create function private.update_journal_entry(
  p_entry_id uuid, p_changes jsonb, p_versions integer[] default null,
  p_analyze boolean default false, p_unshared boolean default false,
  p_keep_mood boolean default false
) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_caller uuid := private.require_caller();
  v_is_text constant boolean := p_changes ?| array['title', 'content', 'tags'];
  v_before public.journal_entries;
  v_entry public.journal_entries;
  v_content private.journal_entry_contents;
begin
  if coalesce(p_changes ->> 'team_id', p_changes ->> 'org_id') is not null then
    perform private.lock_memberships(v_caller);
  end if;
  -- The account before the entry, as a synchronization does that is storing plays.
  if p_changes ? 'written_at' then
    perform from public.spotify_accounts where user_id = v_caller for key share;
  end if;
  -- Locks the new notebook before the entry.
  perform private.lock_sealed_writing(p_entry_id, private.short(p_changes, 'notebook_id')::uuid);
  perform from public.notebooks
  where id = private.short(p_changes, 'notebook_id')::uuid and user_id = v_caller and not is_sealed
  for share;
  v_entry := private.require_own_entry(p_entry_id, p_versions);
  if p_unshared then
    perform private.require_unshared(p_entry_id);
  end if;
  if v_entry.is_sealed or jsonb_typeof(p_changes -> 'sealed') = 'object' then
    v_entry := private.change_sealed_entry(v_entry, p_changes, p_versions, p_unshared);
    if v_entry.id is null then
      return private.written_entry(p_entry_id, false);
    end if;
  end if;
  select * into v_content from private.journal_entry_contents where entry_id = p_entry_id;
  if v_is_text then
    perform private.count_text(v_caller,
      coalesce(p_changes ->> 'title', v_entry.title),
      coalesce(p_changes ->> 'content', v_content.content),
      case when p_changes ? 'tags' then private.json_to_tags(p_changes -> 'tags')
        else v_entry.tags end,
      (select bytes from private.journal_entry_documents where entry_id = p_entry_id));
  end if;
  perform private.count_made('edits of entries', v_caller, 1);

  v_before := v_entry;
  v_entry := private.change_entry_row(v_entry, p_changes,
    coalesce(p_changes ->> 'content' <> v_content.content, false), p_keep_mood);
  if p_unshared then
    perform private.require_unshared(p_entry_id);
  end if;
  update private.journal_entry_contents set
    content = coalesce(p_changes ->> 'content', content),
    mentions = case when p_changes ->> 'content' is not null and v_entry.import_id is null
      then private.parse_mentions(p_changes ->> 'content') else mentions end
  where entry_id = p_entry_id
  returning * into v_content;
  if v_is_text then
    perform private.index_entry(v_entry, v_content.content);
  end if;
  -- Users who were mentioned before may be able to read the entry now.
  perform private.notify_mentioned(v_entry, coalesce(v_content.mentions, '[]'));
  perform private.notify_friends(v_entry, v_before);
  return private.written_entry(p_entry_id, p_analyze);
end
$$;

create function private.delete_journal_entry(p_entry_id uuid, p_versions integer[] default null)
returns void
language sql volatile security definer set search_path = ''
as $$
  -- Takes as strong a lock as the deletion: deletions that begin with a weaker lock may wait for
  -- each other in a circle.
  select from public.journal_entries
  where id = p_entry_id and user_id = (select auth.uid()) for update;
  select private.require_own_entry(p_entry_id, p_versions);
  delete from public.journal_entries where id = p_entry_id;
$$;

-- Parses the mentions in up to 500 of the caller's entries that have not been parsed yet.
create function private.backfill_mentions()
returns table (processed integer, updated integer, remaining integer)
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_caller uuid := private.require_caller();
begin
  with batch as (
    select c.entry_id from private.journal_entry_contents as c
    join public.journal_entries as e on e.id = c.entry_id
    where c.user_id = v_caller and c.mentions is null
    order by c.entry_id limit 500
    -- The entry too, as every other write of a content does.
    for no key update of e, c skip locked
  ),
  done as (
    update private.journal_entry_contents as c set mentions = private.parse_mentions(c.content)
    from batch where c.entry_id = batch.entry_id
    returning c.mentions
  )
  select count(*), count(*) filter (where jsonb_array_length(mentions) > 0)
  into processed, updated from done;
  select count(*) into remaining from private.journal_entry_contents
  where user_id = v_caller and mentions is null;
  return next;
end
$$;

select private.expose('authenticated', 'update_journal_entry', 'delete_journal_entry',
  'backfill_mentions');
