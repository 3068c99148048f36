-- Adding files to entries and taking them away, by the author; how much there may be of them.

insert into private.quotas (kind, max_daily) values ('attachments', 1000);

-- Refuses more attachments than an entry may have, and more bytes than a user may.
create function private.require_attachment_room(
  p_user_id uuid, p_entry_id uuid, p_more integer, p_bytes bigint
) returns void
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_megabytes constant numeric := (private.site_setting('attachments_limit_mb') #>> '{}')::numeric;
begin
  perform private.refuse_if(p_more + (
      select attachment_count from private.entry_summaries where entry_id = p_entry_id
    ) > 10, 409, 'An entry has at most 10 attachments, delete some first', 'quota_reached');
  perform private.refuse_if(p_bytes + coalesce((
      select bytes from private.attachment_storage where user_id = p_user_id
    ), 0) > v_megabytes * 1048576, 409,
    format('Attachments take up at most %s MB, delete some first', v_megabytes), 'storage_full');
end
$$;

-- Before files are stored: the caller's attachment of this id, if a request is repeated; none when
-- there is room for a new one. Refuses what `record_entry_attachment` would.
create function private.prepare_entry_attachment(
  p_entry_id uuid, p_bytes integer, p_id uuid default null, p_is_sealed boolean default false
) returns setof public.entry_attachments
language plpgsql volatile security definer rows 1 set search_path = ''
as $$
begin
  perform private.lock_sealed_writing(p_entry_id, null);
  perform private.require_own_entry(p_entry_id);
  perform private.check_attachment_kind(p_entry_id, p_is_sealed);
  return query
    select * from public.entry_attachments where id = p_id and entry_id = p_entry_id;
  if not found then
    -- The insert refuses the same, but only after the files are stored.
    perform private.refuse_if(exists (select from public.entry_attachments where id = p_id),
      409, 'id: already taken, make another one', 'id_taken');
    perform private.require_attachment_room(auth.uid(), p_entry_id, 1, p_bytes);
    perform private.require_daily('attachments', 1 + coalesce((
      select made from private.quota_days where user_id = auth.uid() and kind = 'attachments'
        and day >= private.utc_today()
    ), 0));
  end if;
end
$$;

-- Records an attachment whose reserved files are stored. Only the service calls it, because only
-- the functions know the bytes. `p_file` has the columns that the files decide. An import counts
-- nothing against the quota of a day.
create function private.record_entry_attachment(
  p_user_id uuid, p_entry_id uuid, p_file jsonb, p_id uuid default null,
  p_is_counted boolean default true
) returns public.entry_attachments
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_row public.entry_attachments;
begin
  perform private.require_active(p_user_id);
  -- A transaction that changes the attachments of an entry holds the lock of the entry.
  perform from public.journal_entries
  where id = p_entry_id and user_id = p_user_id for no key update;
  perform private.refuse_if(not found, 404, 'Entry not found');
  insert into public.entry_attachments (
    id, entry_id, user_id, kind, type, path, thumbnail_path, bytes, thumbnail_bytes, width, height,
    duration_s, created_at
  )
  select coalesce(p_id, private.uuid_v7()), p_entry_id, p_user_id, f.kind, f.type, f.path,
    f.thumbnail_path, f.bytes, coalesce(f.thumbnail_bytes, 0), f.width, f.height, f.duration_s,
    -- Attachments of one transaction keep their order.
    clock_timestamp()
  from jsonb_populate_record(null::public.entry_attachments, p_file) as f
  returning * into v_row;
  -- Runs after the triggers have counted the file, each in a row for one transaction at a time.
  perform private.require_attachment_room(p_user_id, p_entry_id, 0, 0);
  perform private.count_made('attachments', p_user_id, 1) where p_is_counted;
  perform private.keep_reserved_file('entry-attachments', path)
  from unnest(array[v_row.path, v_row.thumbnail_path]) as path where path is not null;
  return v_row;
end
$$;

create function private.delete_entry_attachment(p_entry_id uuid, p_attachment_id uuid)
returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.require_own_entry(p_entry_id);
  delete from public.entry_attachments where id = p_attachment_id and entry_id = p_entry_id;
  perform private.refuse_if(not found, 404, 'Attachment not found');
end
$$;

-- Stores the transcript of a recording; the first transcript that arrives stays.
create function private.record_transcript(p_attachment_id uuid, p_transcript text) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_transcript text;
begin
  update public.entry_attachments set transcript = coalesce(transcript, p_transcript)
  where id = p_attachment_id returning transcript into v_transcript;
  perform private.refuse_if(not found, 404, 'Attachment not found');
  return v_transcript;
end
$$;

select private.expose('authenticated', 'prepare_entry_attachment', 'delete_entry_attachment');
select private.expose('service_role', 'record_entry_attachment', 'record_transcript');
