-- Sealed entries: written as records, moved in and out. Row security of entries and contents
-- decides who gets a record, as it does for an open text.

-- Refuses the open fields of an entry that is sealed: nobody must send them by mistake.
create function private.refuse_open_fields(p_fields jsonb) returns void
language plpgsql immutable set search_path = ''
as $$
declare
  v_field text;
begin
  foreach v_field in array '{title,content,mood,tags,template_id}'::text[] loop
    perform private.refuse_if(coalesce(p_fields -> v_field, 'null') not in ('null', '[]'),
      400, v_field || ': not in a sealed notebook, where the record has it', 'invalid_value');
  end loop;
  perform private.refuse_if(
    coalesce(nullif(p_fields ->> 'metadata_visibility', 'user'),
      nullif(p_fields ->> 'content_visibility', 'user'),
      p_fields ->> 'team_id', p_fields ->> 'org_id') is not null,
    409, 'A sealed entry follows its notebook', 'sealed');
end
$$;

-- Counts the bytes of a record as text of its author; p_before is the size of the replaced text.
create function private.count_record(p_user_id uuid, p_bytes integer, p_before integer default null)
returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.count_made('bytes of text', p_user_id, p_bytes);
  perform private.keep_text(p_user_id, p_bytes - coalesce(p_before, 0));
end
$$;

-- Stores the record of an entry, whose words are known to nobody.
create function private.store_record(
  p_entry_id uuid, p_user_id uuid, p_version integer, p_record bytea, p_signature bytea
) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  insert into private.sealed_records (entry_id, user_id, record, signature, version)
  values (p_entry_id, p_user_id, p_record, p_signature, p_version)
  on conflict (entry_id) do update set record = excluded.record, signature = excluded.signature,
    version = excluded.version;
  insert into private.journal_entry_documents (entry_id, user_id, bytes, words, word_count)
  values (p_entry_id, p_user_id, octet_length(p_record), '', 0)
  on conflict (entry_id) do update set bytes = excluded.bytes, words = '', word_count = 0;
end
$$;

-- Inserts the rows of a sealed entry. `p_version` is that for which the record was signed.
create function private.insert_record(
  p_user_id uuid, p_id uuid, p_notebook_id uuid, p_written_at timestamptz, p_version integer,
  p_record bytea, p_signature bytea, p_import_id uuid default null
) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_entry public.journal_entries;
begin
  perform private.count_record(p_user_id, octet_length(p_record));
  insert into public.journal_entries
    (id, user_id, title, notebook_id, is_sealed, written_at, version, import_id)
  values (p_id, p_user_id, '', p_notebook_id, true, p_written_at, p_version, p_import_id)
  returning * into v_entry;
  insert into private.journal_entry_contents (
    entry_id, user_id, content, mentions,
    effective_metadata_visibility, effective_metadata_team_id, effective_metadata_org_id,
    effective_content_visibility, effective_content_team_id, effective_content_org_id)
  values (p_id, p_user_id, '', '[]',
    v_entry.effective_metadata_visibility, v_entry.effective_metadata_team_id,
    v_entry.effective_metadata_org_id, v_entry.effective_content_visibility,
    v_entry.effective_content_team_id, v_entry.effective_content_org_id);
  perform private.store_record(p_id, p_user_id, p_version, p_record, p_signature);
end
$$;

-- Inserts a sealed entry of the caller.
create function private.insert_sealed_entry(p_entry jsonb) returns uuid
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_caller constant uuid := private.require_sealed_caller();
  v_notebook_id constant uuid := private.short(p_entry, 'notebook_id')::uuid;
  v_id constant uuid := coalesce(private.short(p_entry, 'id')::uuid, private.uuid_v7());
  v_epoch bigint;
  v_new record;
begin
  perform private.refuse_open_fields(p_entry);
  perform private.require_sealed_notebook(v_notebook_id);
  v_epoch := private.require_sealed_writer(v_notebook_id);
  v_new := private.checked_record(p_entry -> 'sealed', v_epoch, 524288);
  perform private.insert_record(v_caller, v_id, v_notebook_id,
    coalesce(private.short(p_entry, 'written_at')::timestamptz, now()), 1, v_new.record,
    v_new.signature);
  return v_id;
end
$$;

-- Inserts a record of an archive under its own id, where its author is a member of the notebook and
-- the owner is there. Returns whether it is new.
create function private.import_sealed_entry(p_user_id uuid, p_row jsonb, p_import_id uuid)
returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_id constant uuid := p_row ->> 'object_id';
  v_notebook public.notebooks;
  v_state private.sealed_notebooks;
  v_member private.sealed_members;
  v_new record;
begin
  if exists (select from public.journal_entries where id = v_id and user_id = p_user_id) then
    return false;
  end if;
  perform private.lock_written_notebooks(p_user_id, array[(p_row ->> 'notebook_id')::uuid]);
  select * into v_notebook from public.notebooks where id = (p_row ->> 'notebook_id')::uuid;
  select * into v_state from private.sealed_notebooks where notebook_id = v_notebook.id;
  select * into v_member from private.sealed_members
  where notebook_id = v_notebook.id and user_id = p_user_id and until_seq is null;
  if v_member.user_id is null or p_user_id <> (p_row ->> 'author_id')::uuid
    or not private.stays_in_notebook(v_notebook, v_member)
    or private.is_closed(v_notebook, private.gone_from_notebook(v_notebook.id)) then
    raise exception using errcode = 'data_exception', message = format(
      'not_a_member: you do not write in the sealed notebook %s', p_row ->> 'notebook_id');
  elsif exists (select from private.changes where type = 'journal_entry' and id = v_id) then
    raise exception using errcode = 'data_exception',
      message = 'deleted within 90 days, or of somebody else: a sealed entry keeps its id';
  end if;
  v_new := private.checked_record(p_row, v_state.epoch, 524288, p_is_import => true);
  perform private.insert_record(p_user_id, v_id, v_notebook.id,
    (p_row ->> 'written_at')::timestamptz, (p_row ->> 'version')::integer, v_new.record,
    v_new.signature, p_import_id);
  return true;
end
$$;

-- Refuses a notebook that is not sealed, or that the caller does not see.
create function private.require_sealed_notebook(p_id uuid) returns void
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_notebook public.notebooks;
begin
  perform private.refuse_if(p_id is null,
    400, 'notebook_id: required for a sealed entry', 'required');
  select * into v_notebook from public.notebooks where id = p_id;
  perform private.refuse_if(v_notebook.id is null
    or v_notebook.user_id is distinct from auth.uid() and not (
      v_notebook.is_sealed and v_notebook.metadata_visibility = 'team'
      and private.team_role(v_notebook.team_id, auth.uid()) is not null),
    400, 'notebook_id: not found', 'unknown_value');
  perform private.refuse_if(not v_notebook.is_sealed,
    400, 'sealed: only in a sealed notebook', 'invalid_value');
end
$$;

-- Writing -----------------------------------------------------------------------------------------

-- Refuses a write that does not say which version it replaces: a record is signed for the next one.
create function private.require_one_version(p_version integer, p_versions integer[]) returns void
language plpgsql immutable set search_path = ''
as $$
begin
  perform private.refuse_if(coalesce(cardinality(p_versions), 0) <> 1,
    428, 'Send If-Match with the version that this replaces', 'version_needed');
  perform private.refuse_if(p_version <> p_versions[1],
    412, 'The entry has changed meanwhile: read it again', 'changed_meanwhile');
end
$$;

-- Refuses to move an entry with comments, or with attachments of other kinds than p_kept.
create function private.require_bare_entry(p_entry_id uuid, p_kept text) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.refuse_if(exists (
    select from public.entry_attachments
    where entry_id = p_entry_id and kind is distinct from p_kept
  ), 409, 'The entry has attachments: upload them anew for the other notebook, delete these',
    'has_attachments');
  perform private.refuse_if(exists (
    select from public.journal_comments where entry_id = p_entry_id
  ), 409, 'The entry has comments, which cannot move with it', 'has_comments');
end
$$;

-- Writes the record of the caller's locked entry, which may move into the notebook with it.
create function private.write_record(
  p_entry public.journal_entries, p_changes jsonb, p_notebook_id uuid
) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_moves constant boolean := p_entry.notebook_id is distinct from p_notebook_id;
  v_new record;
begin
  v_new := private.checked_record(
    p_changes -> 'sealed', private.require_sealed_writer(p_notebook_id), 524288);
  if v_moves then
    perform private.require_bare_entry(p_entry.id, 'sealed');
  end if;
  perform private.count_record(p_entry.user_id, octet_length(v_new.record),
    (select bytes from private.journal_entry_documents where entry_id = p_entry.id));
  -- Before the entry: a trigger keeps the former record with its time.
  perform private.store_record(
    p_entry.id, p_entry.user_id, p_entry.version + 1, v_new.record, v_new.signature);
  if not p_entry.is_sealed then
    perform private.erase_open_traces(p_entry);
  end if;
  -- One statement, which raises the version by one.
  update public.journal_entries set
    title = '', mood = null, mood_source = null, mood_due_at = null, tags = '{}',
    spotify_track_id = null, metadata_visibility = 'user', content_visibility = 'user',
    team_id = null, org_id = null,
    notebook_id = p_notebook_id, is_sealed = true, updated_at = now(),
    version = p_entry.version + 1,
    written_at = coalesce(private.short(p_changes, 'written_at')::timestamptz, written_at)
  where id = p_entry.id;
  if v_moves then
    update private.journal_entry_contents set content = '', mentions = '[]'
    where entry_id = p_entry.id;
    -- The triggers of these two changes have kept the open text.
    delete from private.journal_entry_versions where entry_id = p_entry.id;
  end if;
end
$$;

-- Takes a sealed entry out of its notebook, with the open text of its author.
create function private.unseal_entry(p_entry public.journal_entries, p_changes jsonb)
returns public.journal_entries
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_entry public.journal_entries;
begin
  perform private.refuse_if(p_changes ->> 'title' is null,
    400, 'title: required outside of a sealed notebook', 'required');
  perform private.refuse_if(p_changes ->> 'content' is null,
    400, 'content: required outside of a sealed notebook', 'required');
  perform private.require_bare_entry(p_entry.id, null);
  update public.journal_entries set is_sealed = false, title = p_changes ->> 'title',
    notebook_id = private.short(p_changes, 'notebook_id')::uuid
  where id = p_entry.id returning * into v_entry;
  update private.journal_entry_contents set content = p_changes ->> 'content'
  where entry_id = p_entry.id;
  delete from private.sealed_records where entry_id = p_entry.id;
  -- The former records are of a notebook that the entry has left, the former text is empty.
  delete from private.journal_entry_versions where entry_id = p_entry.id;
  return v_entry;
end
$$;

-- Changes a sealed entry of the caller, or seals an open one. Returns the entry when it is open
-- afterwards: then the open fields follow.
create function private.change_sealed_entry(
  p_entry public.journal_entries, p_changes jsonb, p_versions integer[], p_by_program boolean
) returns public.journal_entries
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_notebook_id constant uuid := case when p_changes ? 'notebook_id'
    then private.short(p_changes, 'notebook_id')::uuid else p_entry.notebook_id end;
begin
  perform private.refuse_if(p_by_program, 409, 'No program writes sealed entries', 'sealed');
  -- Without the keys, somebody else could only spoil it.
  perform private.require_account_holder();
  perform private.require_one_version(p_entry.version, p_versions);
  if jsonb_typeof(p_changes -> 'sealed') = 'object' then
    perform private.refuse_open_fields(p_changes);
    perform private.require_sealed_notebook(v_notebook_id);
    perform private.write_record(p_entry, p_changes, v_notebook_id);
    -- After the bytes of text, as an open edit counts.
    perform private.count_made('edits of entries', p_entry.user_id, 1);
    return null;
  elsif v_notebook_id is distinct from p_entry.notebook_id and not exists (
    select from public.notebooks where id = v_notebook_id and is_sealed
  ) then
    return private.unseal_entry(p_entry, p_changes);
  end if;
  perform private.refuse_open_fields(p_changes);
  -- The record has the notebook and the time.
  perform private.refuse_if(v_notebook_id is distinct from p_entry.notebook_id
      or p_changes ? 'sealed' or p_changes ->> 'written_at' is not null,
    400, 'sealed: required in a sealed notebook', 'required');
  return null;
end
$$;
