-- Writing entries: content, search words, mentions and notifications change together.

-- Updates the search words of an entry, in the language of its author.
create function private.index_entry(p_entry public.journal_entries, p_content text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_language text;
begin
  -- The job that follows a change of the language ends while nobody has this lock.
  perform pg_advisory_xact_lock_shared(hashtextextended('search words ' || p_entry.user_id, 0));
  v_language := (select language from public.profiles where id = p_entry.user_id);
  insert into private.journal_entry_documents (
    entry_id, user_id, bytes, words, word_count, language
  )
  values (p_entry.id, p_entry.user_id,
    private.text_bytes(p_entry.title, p_content, p_entry.tags),
    private.search_words(p_entry.title || ' ' || p_content, v_language),
    regexp_count(p_entry.title || ' ' || p_content, '\S+'), v_language)
  on conflict (entry_id) do update set
    bytes = excluded.bytes, words = excluded.words, word_count = excluded.word_count,
    language = excluded.language;
end
$$;

create function private.json_to_tags(p_tags jsonb) returns text[]
language plpgsql immutable set search_path = ''
as $$
begin
  return array(select jsonb_array_elements_text(p_tags));
end
$$;

-- Inserts an entry of a user. The caller of this function has verified the user. An entry of an
-- import of the user's own mentions nobody and gets no mood by itself.
create function private.insert_journal_entry(
  p_user_id uuid, p_entry jsonb, p_created_at timestamptz, p_import_id uuid default null
) returns uuid
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_content text := p_entry ->> 'content';
  v_mentions jsonb := case when p_import_id is null then private.parse_mentions(v_content)
    else '[]' end;
  v_tags constant text[] := private.json_to_tags(coalesce(p_entry -> 'tags', '[]'));
  v_entry public.journal_entries;
begin
  if coalesce(p_entry ->> 'team_id', p_entry ->> 'org_id') is not null then
    perform private.lock_memberships(p_user_id);
  end if;
  -- Before the count of the text, in the order of an edit.
  if p_entry ->> 'notebook_id' is not null then
    perform from public.notebooks
    where id = private.short(p_entry, 'notebook_id')::uuid and user_id = p_user_id for share;
  end if;
  -- Before the count too: a synchronization locks the account before entries, an edit its entry
  -- before the count. A synchronization that is storing plays would not find this entry.
  perform from public.spotify_accounts where user_id = p_user_id for key share;
  perform private.count_text(p_user_id, p_entry ->> 'title', v_content, v_tags);
  insert into public.journal_entries (
    id, user_id, title, mood, mood_source, mood_due_at, tags, notebook_id, metadata_visibility,
    content_visibility, team_id, org_id, import_id, written_at, created_at, updated_at
  )
  values (
    coalesce(private.short(p_entry, 'id')::uuid, private.uuid_v7()), p_user_id,
    p_entry ->> 'title', p_entry ->> 'mood',
    case when p_entry ->> 'mood' is not null then 'author' end,
    case when p_entry ->> 'mood' is null and p_import_id is null then p_created_at end,
    v_tags,
    private.short(p_entry, 'notebook_id')::uuid,
    coalesce(p_entry ->> 'metadata_visibility', 'user'),
    coalesce(p_entry ->> 'content_visibility', 'user'),
    private.short(p_entry, 'team_id')::uuid, private.short(p_entry, 'org_id')::uuid, p_import_id,
    coalesce(private.short(p_entry, 'written_at')::timestamptz, p_created_at),
    p_created_at, p_created_at
  )
  returning * into v_entry;
  insert into private.journal_entry_contents (
    entry_id, user_id, content, mentions,
    effective_metadata_visibility, effective_metadata_team_id, effective_metadata_org_id,
    effective_content_visibility, effective_content_team_id, effective_content_org_id
  )
  values (
    v_entry.id, p_user_id, v_content, v_mentions,
    v_entry.effective_metadata_visibility, v_entry.effective_metadata_team_id,
    v_entry.effective_metadata_org_id, v_entry.effective_content_visibility,
    v_entry.effective_content_team_id, v_entry.effective_content_org_id
  );
  perform private.index_entry(v_entry, v_content);
  perform private.notify_mentioned(v_entry, v_mentions);
  perform private.notify_friends(v_entry);
  return v_entry.id;
end
$$;

-- Entries by mail have a limit of their own, imports have none; their text counts all the same.
insert into private.quotas (kind, max_daily)
values ('entries', 10000), ('edits of entries', 5000);

insert into private.rate_limit_rules (bucket, max_hits, per)
values ('automatic_mood', 60, '1 hour');

-- Begins an analysis of what this transaction has written into an entry: takes it from the author's
-- limit and returns the hit, which a failed analysis gives back. Returns null when that limit or
-- a budget of AI calls is used up, when the author allows no analysis, or when the write needs
-- no mood: it changed no content, or has set or cleared the mood.
create function private.begin_mood_analysis(p_entry_id uuid) returns bigint
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_author constant uuid := (
    select e.user_id from public.journal_entries as e
    join public.profiles as p on p.id = e.user_id
    where e.id = p_entry_id and e.mood_due_at = now() and p.mood_analysis_enabled);
begin
  if v_author is null or private.ai_limit_of(v_author) is not null then
    return null;
  end if;
  return (private.take_user_rate_limit('automatic_mood', v_author) ->> 'hit')::bigint;
end
$$;

-- The row of `journal_feed` of what its author has written; with `p_analyze`, begins the analysis
-- for a mood, and the row has its hit as `mood_hit`.
create function private.written_entry(p_entry_id uuid, p_analyze boolean) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_entry constant jsonb := (
    select to_jsonb(f) from private.journal_feed as f where f.id = p_entry_id);
begin
  if not p_analyze then
    return v_entry;
  end if;
  return v_entry || jsonb_build_object('mood_hit', private.begin_mood_analysis(p_entry_id));
end
$$;

-- Refuses an entry that others see, the holders of a link among them.
create function private.require_unshared(p_entry_id uuid) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.refuse_if(effective_metadata_visibility <> 'user',
    409, 'Others see this entry, by its own visibility or that of its notebook', 'shared')
  from public.journal_entries where id = p_entry_id;
  perform private.refuse_if(exists (
    select from public.share_links
    where entry_id = p_entry_id and revoked_at is null and expires_at > now()
  ), 409, 'Others see this entry by a link', 'shared');
end
$$;

-- Creates an entry of the caller; with `p_unshared`, refuses an entry that anybody else sees.
create function private.create_journal_entry(
  p_entry jsonb, p_analyze boolean default false, p_unshared boolean default false
) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_caller constant uuid := private.require_caller();
  v_id constant uuid := case when jsonb_typeof(p_entry -> 'sealed') = 'object'
    then private.insert_sealed_entry(p_entry)
    else private.insert_journal_entry(v_caller, p_entry, now()) end;
begin
  if p_unshared then
    perform private.require_unshared(v_id);
  end if;
  perform private.count_made('entries', v_caller, 1);
  return private.written_entry(v_id, p_analyze);
end
$$;

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
  perform from public.notebooks
  where id = private.short(p_changes, 'notebook_id')::uuid and (user_id = v_caller or is_sealed)
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

select private.expose('authenticated', 'create_journal_entry', 'update_journal_entry',
  'delete_journal_entry', 'backfill_mentions');
