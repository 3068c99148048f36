-- Creating entries: content, search words, mentions and notifications change together.

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

select private.expose('authenticated', 'create_journal_entry');
