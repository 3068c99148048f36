-- Writing entries: content, search words, mentions and notifications change together.

-- Whether an entry's content is shared with a user. The wider rights of super admins do not count.
create function private.may_read_entry(p_entry public.journal_entries, p_user_id uuid)
returns boolean
language sql stable security definer set search_path = ''
as $$
  select p_entry.user_id = p_user_id or (
    select bool_and(
      a.visibility = 'public'
      or exists (select from public.team_members where team_id = a.team_id and user_id = p_user_id)
      or exists (select from public.organization_members where org_id = a.org_id and user_id = p_user_id)
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

-- A notebook that becomes shared notifies mentioned users who may now read its entries.
create function private.notify_mentioned_in_notebook() returns trigger
language plpgsql security definer
-- Forces indexes: a plan made for a few entries must also serve thousands.
set search_path = '' set enable_seqscan = off
as $$
begin
  perform private.notify_mentioned(e, c.mentions)
  from public.journal_entries as e
  join public.journal_entry_contents as c on c.entry_id = e.id
  where e.notebook_id = new.id
    and e.effective_content_visibility <> 'user'
    and c.mentions @> '[{"kind": "user"}]';
  return null;
end
$$;

create trigger notebooks_600_notify_mentioned
  after update of metadata_visibility, content_visibility, team_id, org_id on public.notebooks
  for each row when (
    (old.metadata_visibility, old.content_visibility, old.team_id, old.org_id)
      is distinct from
        (new.metadata_visibility, new.content_visibility, new.team_id, new.org_id)
  )
  execute function private.notify_mentioned_in_notebook();

-- Entries -----------------------------------------------------------------------------------------

-- Updates the search words of an entry.
create function private.index_entry(p_entry_id uuid, p_title text, p_content text) returns void
language sql volatile security definer set search_path = ''
as $$
  insert into private.journal_entry_documents (entry_id, words)
  values (p_entry_id, private.search_words(p_title || ' ' || p_content))
  on conflict (entry_id) do update set words = excluded.words
$$;

create function private.json_to_tags(p_tags jsonb) returns text[]
language sql immutable set search_path = ''
as $$
  select coalesce(array_agg(value order by n), '{}')
  from jsonb_array_elements_text(p_tags) with ordinality as t (value, n)
$$;

-- Inserts an entry of a user. The caller of this function has verified the user.
create function private.insert_journal_entry(
  p_user_id uuid, p_entry jsonb, p_created_at timestamptz
) returns uuid
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_content text := p_entry ->> 'content';
  v_mentions jsonb := private.parse_mentions(v_content);
  v_entry public.journal_entries;
begin
  if coalesce(p_entry ->> 'team_id', p_entry ->> 'org_id') is not null then
    perform private.lock_memberships(p_user_id);
  end if;
  insert into public.journal_entries (
    id, user_id, title, mood, mood_due_at, tags, notebook_id, metadata_visibility, content_visibility,
    team_id, org_id, written_at, created_at, updated_at
  )
  values (
    coalesce((p_entry ->> 'id')::uuid, gen_random_uuid()),
    p_user_id,
    p_entry ->> 'title',
    p_entry ->> 'mood',
    case when p_entry ->> 'mood' is null then p_created_at end,
    private.json_to_tags(coalesce(p_entry -> 'tags', '[]')),
    (p_entry ->> 'notebook_id')::uuid,
    coalesce(p_entry ->> 'metadata_visibility', 'user'),
    coalesce(p_entry ->> 'content_visibility', 'user'),
    (p_entry ->> 'team_id')::uuid,
    (p_entry ->> 'org_id')::uuid,
    coalesce((p_entry ->> 'written_at')::timestamptz, p_created_at),
    p_created_at,
    p_created_at
  )
  returning * into v_entry;
  insert into public.journal_entry_contents (
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
  perform private.index_entry(v_entry.id, v_entry.title, v_content);
  perform private.notify_mentioned(v_entry, v_mentions);
  return v_entry.id;
end
$$;

-- Entries by mail have a limit of their own, imports have none.
insert into private.quotas (kind, max_daily) values ('entries', 10000);

create function private.create_journal_entry(p_entry jsonb) returns uuid
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_caller constant uuid := private.require_caller();
  v_id constant uuid := private.insert_journal_entry(v_caller, p_entry, now());
begin
  perform private.count_made('entries', v_caller, 1);
  return v_id;
end
$$;

-- Returns the caller's own entry, locked. Refuses others with 403 when they may see the entry, else
-- with 404, and an entry whose version is none of `p_versions` with 412.
create function private.require_own_entry(p_entry_id uuid, p_versions integer[] default null)
returns public.journal_entries
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_caller uuid := private.require_caller();
  v_entry public.journal_entries;
begin
  select * into v_entry from public.journal_entries where id = p_entry_id for update;
  if v_entry.user_id = v_caller then
    if v_entry.version <> all (p_versions) then
      perform private.refuse(412, 'The entry has changed meanwhile: read it again',
        'changed_meanwhile');
    end if;
    return v_entry;
  end if;
  if v_entry.id is not null and (
    v_entry.effective_metadata_visibility = 'public'
    or v_entry.effective_metadata_team_id in (select private.my_team_ids())
    or v_entry.effective_metadata_org_id in (select private.my_org_ids())
    or private.is_super_admin()
  ) then
    perform private.refuse(403, 'Only its author may change an entry');
  end if;
  perform private.refuse(404, 'Entry not found');
end
$$;

-- Changes the given fields. A field that is absent keeps its value; null clears an optional field,
-- and sets a visibility to `user`.
create function private.update_journal_entry(
  p_entry_id uuid, p_changes jsonb, p_versions integer[] default null
) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_caller uuid := private.require_caller();
  v_entry public.journal_entries;
  v_content public.journal_entry_contents;
  v_rewritten boolean;
begin
  if coalesce(p_changes ->> 'team_id', p_changes ->> 'org_id') is not null then
    perform private.lock_memberships(v_caller);
  end if;
  -- Locks the new notebook before the entry.
  perform from public.notebooks
  where id = (p_changes ->> 'notebook_id')::uuid and user_id = v_caller for share;
  perform private.require_own_entry(p_entry_id, p_versions);
  v_rewritten := p_changes ->> 'content'
    <> (select content from public.journal_entry_contents where entry_id = p_entry_id);

  update public.journal_entries set
    title = coalesce(p_changes ->> 'title', title),
    mood = case when p_changes ? 'mood' then p_changes ->> 'mood' else mood end,
    mood_due_at = case
      when p_changes ? 'mood' then null
      when v_rewritten then now()
      else mood_due_at end,
    version = case
      when v_rewritten or p_changes ? 'mood' and mood is distinct from p_changes ->> 'mood'
      then version + 1 else version end,
    tags = case when p_changes ? 'tags' then private.json_to_tags(p_changes -> 'tags') else tags end,
    notebook_id = case when p_changes ? 'notebook_id'
      then (p_changes ->> 'notebook_id')::uuid else notebook_id end,
    metadata_visibility = case when p_changes ? 'metadata_visibility'
      then coalesce(p_changes ->> 'metadata_visibility', 'user') else metadata_visibility end,
    content_visibility = case when p_changes ? 'content_visibility'
      then coalesce(p_changes ->> 'content_visibility', 'user') else content_visibility end,
    team_id = case when p_changes ? 'team_id' then (p_changes ->> 'team_id')::uuid else team_id end,
    org_id = case when p_changes ? 'org_id' then (p_changes ->> 'org_id')::uuid else org_id end,
    updated_at = now()
  where id = p_entry_id
  returning * into v_entry;

  update public.journal_entry_contents set
    content = coalesce(p_changes ->> 'content', content),
    mentions = case when p_changes ->> 'content' is not null
      then private.parse_mentions(p_changes ->> 'content') else mentions end
  where entry_id = p_entry_id
  returning * into v_content;

  if p_changes ?| array['title', 'content'] then
    perform private.index_entry(p_entry_id, v_entry.title, v_content.content);
  end if;
  -- Users who were mentioned before may be able to read the entry now.
  perform private.notify_mentioned(v_entry, coalesce(v_content.mentions, '[]'));
end
$$;

create function private.delete_journal_entry(p_entry_id uuid, p_versions integer[] default null)
returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.require_own_entry(p_entry_id, p_versions);
  delete from public.journal_entries where id = p_entry_id;
end
$$;

create function private.backfill_mentions()
returns table (processed integer, updated integer, remaining integer)
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_caller uuid := private.require_caller();
begin
  with batch as (
    select c.entry_id from public.journal_entry_contents as c
    join public.journal_entries as e on e.id = c.entry_id
    where c.user_id = v_caller and c.mentions is null
    order by c.entry_id limit 500
    -- The entry too, as every other write of a content does.
    for no key update of e, c skip locked
  ),
  done as (
    update public.journal_entry_contents as c set mentions = private.parse_mentions(c.content)
    from batch where c.entry_id = batch.entry_id
    returning c.mentions
  )
  select count(*), count(*) filter (where jsonb_array_length(mentions) > 0)
  into processed, updated from done;
  select count(*) into remaining from public.journal_entry_contents
  where user_id = v_caller and mentions is null;
  return next;
end
$$;
comment on function private.backfill_mentions is
  'Parses the mentions in up to 500 of the callers entries that have not been parsed yet.';

insert into private.rate_limit_rules (bucket, max_hits, per)
values ('automatic_mood', 60, '1 hour');

-- Begins an analysis of what this transaction has written into an entry: takes it from the author's
-- limit and returns the hit, which a failed analysis gives back. Returns null when the limit is used
-- up, or when the write needs no mood: it changed no content, or has set or cleared the mood.
create function private.begin_mood_analysis(p_entry_id uuid) returns bigint
language plpgsql volatile security definer set search_path = ''
as $$
begin
  return (
    select (private.take_user_rate_limit('automatic_mood', user_id) ->> 'hit')::bigint
    from public.journal_entries
    where id = p_entry_id and mood_due_at = now()
  );
end
$$;

-- Exposure ----------------------------------------------------------------------------------------

-- Both return the row of `journal_feed`; with `p_analyze`, they begin the analysis for a mood, and the
-- row has its hit as `mood_hit`.
create function public.create_journal_entry(p_entry jsonb, p_analyze boolean default false)
returns jsonb
language plpgsql volatile set search_path = ''
as $$
declare
  v_id uuid := private.create_journal_entry(p_entry);
  v_hit jsonb := case when p_analyze
    then jsonb_build_object('mood_hit', private.begin_mood_analysis(v_id)) else '{}' end;
begin
  return (select to_jsonb(f) || v_hit from public.journal_feed as f where f.id = v_id);
end
$$;

create function public.update_journal_entry(
  p_entry_id uuid, p_changes jsonb, p_versions integer[] default null,
  p_analyze boolean default false
) returns jsonb
language plpgsql volatile set search_path = ''
as $$
declare
  v_hit jsonb := '{}';
begin
  perform private.update_journal_entry(p_entry_id, p_changes, p_versions);
  if p_analyze then
    v_hit := jsonb_build_object('mood_hit', private.begin_mood_analysis(p_entry_id));
  end if;
  return (select to_jsonb(f) || v_hit from public.journal_feed as f where f.id = p_entry_id);
end
$$;

grant execute on function public.create_journal_entry, private.create_journal_entry,
  public.update_journal_entry, private.update_journal_entry, private.begin_mood_analysis
  to authenticated;
select private.expose('authenticated', 'delete_journal_entry', 'backfill_mentions');
