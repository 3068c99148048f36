-- Journal entries, and their contents in a table of their own: some readers may see an entry but
-- not its content. Row security then covers select, filter, order, count and search alike.

-- Songs of entries, stored by the listening history.
create table public.spotify_tracks (
  id text primary key,
  raw jsonb not null default '{}',
  name text not null,
  artist_names text[] not null default '{}',
  album_name text,
  album_image_url text,
  external_url text,
  duration_ms integer,
  explicit boolean,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

select private.guard_table('public.spotify_tracks', 'Tracks of the music provider, by its id.',
  p_stamp => false);

-- Clients do not read all tracks: tracks that were stored together are the plays of one user.
create view private.track_cards as
  select id, name, artist_names, album_name, album_image_url, external_url
  from public.spotify_tracks;

comment on view private.track_cards is
  'All tracks, for views that show a track beside a row that their reader may see.';

grant select on private.track_cards to authenticated, service_role;

create table public.journal_entries (
  id uuid primary key default private.uuid_v7(),
  user_id uuid not null references public.profile_cards (id) on delete cascade,
  title text not null check (char_length(title) <= 200),
  mood text check (char_length(mood) between 1 and 50),
  mood_source text check (mood_source in ('author', 'analysis')),
  tags text[] not null default '{}',
  notebook_id uuid,
  metadata_visibility text not null default 'user'
    check (metadata_visibility in ('user', 'team', 'org', 'public')),
  content_visibility text not null default 'user'
    check (content_visibility in ('user', 'team', 'org', 'public')),
  team_id uuid,
  org_id uuid,
  -- Without an index, because nothing deletes tracks.
  spotify_track_id text references public.spotify_tracks (id) on delete set null,
  effective_metadata_visibility text not null,
  effective_metadata_team_id uuid,
  effective_metadata_org_id uuid,
  effective_content_visibility text not null,
  effective_content_team_id uuid,
  effective_content_org_id uuid,
  mood_due_at timestamptz,
  import_id uuid,
  version integer not null default 1,
  written_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  is_sealed boolean not null default false,
  constraint journal_entries_mood_has_source_check check ((mood is null) = (mood_source is null)),
  constraint journal_entries_team_id_check
    check (team_id is not null or 'team' not in (metadata_visibility, content_visibility)),
  constraint journal_entries_org_id_check
    check (org_id is not null or 'org' not in (metadata_visibility, content_visibility)),
  -- A sealed entry has nothing in the open, and follows its notebook.
  constraint journal_entries_sealed_check check (
    not is_sealed or notebook_id is not null and title = '' and tags = '{}'
      and num_nonnulls(mood, mood_due_at, spotify_track_id, team_id, org_id) = 0
      and metadata_visibility = 'user' and content_visibility = 'user'),
  -- Users write into their own notebooks, and into sealed ones of which they are members:
  -- `private.set_effective_visibility` looks.
  constraint journal_entries_notebook_id_fkey
    foreign key (notebook_id) references public.notebooks (id) on delete set null
);

-- A notebook that changes its visibility updates all its entries.
select private.check_written(
  'public.journal_entries', 'journal_entries_tags_check', 'private.are_tags(new.tags)', 'tags');

select private.guard_table('public.journal_entries',
  'Entries without their content, which is in journal_entry_contents.',
  p_stamp => false);
-- An entry may be moved to any day until the day of the move.
alter table public.journal_entries drop constraint journal_entries_written_at_check;
alter table public.journal_entries add constraint journal_entries_written_at_check
  check (
    written_at between '1000-01-01' and greatest(created_at, updated_at) + interval '5 minutes');
comment on column public.journal_entries.mood_source is
  'The source of the mood: its author, or the analysis of the content; null without a mood.';
comment on column public.journal_entries.mood_due_at is
  'The time of the write for which a mood may be found automatically; null once somebody has set a mood.';
comment on column public.journal_entries.import_id is
  'The import of the author''s own that brought the entry; null for an entry that was written here. Without a foreign key, because the import is removed after a time.';
comment on column public.journal_entries.is_sealed is
  'Whether its text is a record in private.sealed_records, which the service cannot read.';
comment on column public.journal_entries.metadata_visibility is
  'As set by the owner; `user` lets the notebook decide.';
comment on column public.journal_entries.effective_metadata_visibility is
  'The visibility in effect, from the entry or its notebook. Triggers keep it; policies read it.';
comment on column public.journal_entries.effective_content_visibility is
  'The visibility of the content in effect, never wider than that of the metadata.';

-- One index for each way to reach an entry, all in the order of the feed.
create index journal_entries_page_idx on public.journal_entries (written_at desc, id desc);
create index journal_entries_user_id_idx
  on public.journal_entries (user_id, written_at desc, id desc);
create index journal_entries_shared_by_idx
  on public.journal_entries (user_id, written_at desc, id desc)
  where effective_metadata_visibility <> 'user';
create index journal_entries_notebook_id_idx
  on public.journal_entries (notebook_id, user_id, written_at desc, id desc)
  where notebook_id is not null;
create index journal_entries_shared_team_idx
  on public.journal_entries (effective_metadata_team_id, written_at desc, id desc)
  where effective_metadata_team_id is not null;
create index journal_entries_shared_org_idx
  on public.journal_entries (effective_metadata_org_id, written_at desc, id desc)
  where effective_metadata_org_id is not null;
create index journal_entries_public_idx on public.journal_entries (written_at desc, id desc)
  where effective_metadata_visibility = 'public';
-- The statistics of these expressions tell common moods and tags from rare ones. A client cannot
-- call a function in a filter, so that no estimate for a client uses them.
create index journal_entries_mood_idx
  on public.journal_entries (lower(mood), written_at desc, id desc);
create index journal_entries_tags_idx
  on public.journal_entries using gin (array_to_tsvector(tags));

create index journal_entries_team_id_idx on public.journal_entries (team_id, user_id)
  where team_id is not null;
create index journal_entries_org_id_idx on public.journal_entries (org_id, user_id)
  where org_id is not null;

-- In `private`, where the Data API does not reach: a client could name the column under many
-- aliases. Row security decides who reads a content; functions with the caller's rights hand it out
-- as JSON.
create table private.journal_entry_contents (
  entry_id uuid primary key references public.journal_entries (id) on delete cascade,
  -- The author of the entry, without a foreign key of its own: that would need one more index.
  user_id uuid not null,
  content text not null check (char_length(content) <= 100000),
  mentions jsonb,
  effective_metadata_visibility text not null,
  effective_metadata_team_id uuid,
  effective_metadata_org_id uuid,
  effective_content_visibility text not null,
  effective_content_team_id uuid,
  effective_content_org_id uuid
);

select private.guard_table('private.journal_entry_contents',
  'The content of entries. Visible to users who may see both the metadata and the content.');
comment on column private.journal_entry_contents.mentions is
  'Array of {kind, text, user_id, start, end}, offsets in UTF-16 units; null before the text is parsed.';

create index journal_entry_contents_unread_mentions_idx
  on private.journal_entry_contents (user_id, entry_id) where mentions is null;

-- Finds the contents that mention a user, for the deletion of the account.
create index journal_entry_contents_mentioned_users_idx
  on private.journal_entry_contents using gin (mentions jsonb_path_ops)
  where mentions @> '[{"kind": "user"}]';

-- The records of sealed entries (`57-sealed`), whose contents are empty.
create table private.sealed_records (
  entry_id uuid primary key references public.journal_entries (id) on delete cascade,
  -- The author of the entry, without a foreign key of its own: that would need one more index.
  user_id uuid not null,
  record bytea not null check (octet_length(record) between 344 and 524288),
  signature bytea not null check (octet_length(signature) = 64),
  version integer not null check (version > 0)
);

select private.hide_table('private.sealed_records', 'The records of sealed entries.');
comment on column private.sealed_records.version is
  'The version of the entry that the record was signed for; other changes raise that of the entry.';

-- For views that show a record beside a content that their reader may see.
create view private.record_cards as
  select entry_id, jsonb_build_object('record', private.to_base64url(record),
    'signature', private.to_base64url(signature), 'version', version) as sealed
  from private.sealed_records;

comment on view private.record_cards is 'All records, as answers show them.';

grant select on private.record_cards to authenticated, service_role;
-- The readers of a view call its functions.
grant execute on function private.to_base64url to authenticated, service_role;

-- The words of entries for search, in `private`, where clients cannot query them.
create table private.journal_entry_documents (
  entry_id uuid primary key references public.journal_entries (id) on delete cascade,
  -- The author of the entry, without a foreign key of its own: that would need one more index.
  user_id uuid not null,
  bytes integer not null,
  words tsvector not null,
  word_count integer not null,
  language text not null default 'en'
);

select private.hide_table('private.journal_entry_documents',
  'Words of each entry''s title and content.');
comment on column private.journal_entry_documents.bytes is
  'The size of title, content and tags.';
comment on column private.journal_entry_documents.word_count is
  'How many words title and content have, as white space divides them.';
comment on column private.journal_entry_documents.language is
  'The language of the author when the words were indexed.';

create index journal_entry_documents_words_idx
  on private.journal_entry_documents using gin (words);

create function private.count_deleted_entries() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.keep_text(user_id, -bytes)
  from (
    select user_id, sum(bytes) as bytes from changed group by user_id order by user_id
  ) as gone;
  return null;
end
$$;

create trigger journal_entry_documents_500_count_deleted
  after delete on private.journal_entry_documents
  referencing old table as changed
  for each statement execute function private.count_deleted_entries();

-- With detailed statistics the planner uses the index for rare words only.
alter table private.journal_entry_documents alter column words set statistics 1000;

-- Whether a job is changing the notebook of the entry, or ends the sharing of its author.
create function private.entry_in_change(p_entry_id uuid) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (
    select from private.notebook_changes as c
    join public.journal_entries as e on e.notebook_id = c.notebook_id
    where e.id = p_entry_id
    union all
    select from private.sharing_ends as s
    join public.journal_entries as e on e.user_id = s.user_id
    where e.id = p_entry_id and e.effective_metadata_visibility <> 'public');
end
$$;

grant execute on function private.my_group_ids, private.entry_in_change to authenticated;

create policy journal_entries_select_audience on public.journal_entries for select to authenticated
  using (
    user_id = (select auth.uid())
    or (
      (
        effective_metadata_visibility = 'public'
        or array[effective_metadata_team_id, effective_metadata_org_id]
          && (select private.my_group_ids())
        and user_id not in (select private.authors_in_change())
      )
      and (notebook_id is null or notebook_id not in (select private.notebooks_in_change()))
    )
    or (select private.is_super_admin())
  );

create policy journal_entry_contents_select_audience on private.journal_entry_contents
  for select to authenticated
  using (
    user_id = (select auth.uid())
    or (select private.is_super_admin())
    or (
      (
        effective_content_visibility = 'public'
        or array[effective_content_team_id, effective_content_org_id]
          && (select private.my_group_ids())
      ) and (
        effective_metadata_visibility = 'public'
        -- Most entries and their content have the same readers, who are found above.
        or (effective_metadata_visibility, effective_metadata_team_id, effective_metadata_org_id)
          is not distinct from
          (effective_content_visibility, effective_content_team_id, effective_content_org_id)
        or array[effective_metadata_team_id, effective_metadata_org_id]
          && (select private.my_group_ids())
      )
      and (
        effective_content_visibility = 'public' and effective_metadata_visibility = 'public'
        or user_id not in (select private.authors_in_change())
      )
      and (
        not exists (select from private.notebooks_in_change())
        or not private.entry_in_change(entry_id)
      )
    )
  );

grant select on public.journal_entries, private.journal_entry_contents to authenticated;
grant select on private.journal_entry_contents to service_role;
grant all on public.spotify_tracks, public.journal_entries to service_role;

select private.register_person_column('private.journal_entry_documents', 'entry_id',
  'Search words of the entries.');
select private.register_person_column('private.journal_entry_documents', 'user_id',
  'Search words of the entries.');

-- A change of the content alone also updates its entry.
select private.tell_owners_of('journal_entries', 'journal_entry');

create view private.entry_copies as
  select
    e.id, e.user_id, e.title, c.content, e.mood, e.mood_source, e.tags, e.notebook_id,
    e.metadata_visibility, e.content_visibility, e.effective_metadata_visibility, e.effective_content_visibility,
    e.team_id, e.org_id, coalesce(c.mentions, '[]') as mentions, e.spotify_track_id, e.version,
    e.written_at, e.created_at, e.updated_at, e.is_sealed,
    case when e.is_sealed then (
      select r.sealed from private.record_cards as r where r.entry_id = e.id
    ) end as sealed
  from public.journal_entries as e
  join private.journal_entry_contents as c on c.entry_id = e.id;

comment on view private.entry_copies is 'Entries as clients keep them.';

select private.add_synced_type('journal_entry', 'journal_entries', 'private.entry_copies');

create trigger journal_entries_900_record after insert or delete on public.journal_entries
  for each row execute function private.record_row_change('journal_entry');
create trigger journal_entries_910_record after update on public.journal_entries
  for each row when (old is distinct from new)
  execute function private.record_row_change('journal_entry');
create trigger journal_entry_contents_900_record
  after update of content, mentions on private.journal_entry_contents
  for each row when ((old.content, old.mentions) is distinct from (new.content, new.mentions))
  execute function private.record_content_change();
