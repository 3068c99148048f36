-- Spoken cheers: recordings that a sender uploads first and sends with a drop. The functions write
-- the rows, because only they know the bytes of a file.

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('cheers', 'cheers', false, 2097152, array[
  'audio/mp4', 'audio/mpeg', 'audio/ogg', 'audio/webm', 'audio/wav']);

create table public.drop_recordings (
  id uuid primary key default private.uuid_v7(),
  user_id uuid not null references public.profile_cards (id) on delete cascade,
  -- Null until the recording is sent.
  drop_id uuid unique references public.drops_sent (id) on delete cascade,
  type text not null check (starts_with(type, 'audio/') and char_length(type) <= 100),
  path text not null unique,
  bytes integer not null check (bytes between 1 and 2097152),
  duration_s numeric(9, 3) not null check (duration_s > 0 and duration_s <= 30),
  created_at timestamptz not null default now(),
  constraint drop_recordings_path_check check (
    starts_with(path, user_id || '/') and char_length(path) <= 200)
);

select private.guard_table('public.drop_recordings',
  'Spoken cheers. The sender sees them, and the recipient unless one of the two blocks the other.');
comment on column public.drop_recordings.path is 'In the bucket cheers, in the sender''s folder.';

create index drop_recordings_user_id_idx on public.drop_recordings (user_id, created_at, id);
create index drop_recordings_unused_idx on public.drop_recordings (created_at)
  where drop_id is null;

select private.purge_when('public.drop_recordings', 'created_at', '1 day', 'drop_id is null');

-- Whether the caller received a drop, and neither its sender nor the caller blocks the other.
create function private.may_hear_drop(p_drop_id uuid) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (
    select from public.drops_sent as d
    where d.id = p_drop_id and d.recipient_id = auth.uid()
      and not private.is_blocked_between(d.sender_id, d.recipient_id));
end
$$;

grant execute on function private.may_hear_drop to authenticated;

create policy drop_recordings_select_parties on public.drop_recordings
  for select to authenticated
  using (user_id = (select auth.uid()) or private.may_hear_drop(drop_id));

grant select on public.drop_recordings to authenticated, service_role;

-- As for attachments: owners may read their files, and the edge functions sign for recipients.
create policy cheers_select_owner on storage.objects for select to authenticated
  using (bucket_id = 'cheers' and starts_with(name, (select auth.uid()) || '/'));

create trigger drop_recordings_540_count_made after insert on public.drop_recordings
  referencing new table as changed
  for each statement execute function private.count_attachment_bytes();
create trigger drop_recordings_550_count_gone after delete on public.drop_recordings
  referencing old table as changed
  for each statement execute function private.count_attachment_bytes();

-- Before the drops, so that a batch of those takes few recordings with it.
select private.register_personal_data('public.drop_recordings', 'delete', 30);

-- Files -------------------------------------------------------------------------------------------

-- Whether an open report keeps the file of a recording.
create function private.is_reported_recording(p_path text) returns boolean
language sql stable security definer set search_path = ''
as $$ select exists (select from private.reports where recording_path = p_path) $$;

insert into private.file_retention (bucket, predicate) values ('cheers', 'is_reported_recording');

create function private.discard_recording() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.discard_files('cheers', array[old.path])
  where not private.is_reported_recording(old.path);
  return null;
end
$$;

create trigger drop_recordings_500_discard_file after delete on public.drop_recordings
  for each row execute function private.discard_recording();

-- The drop stays for the counts of its sender, the recording goes with the recipient.
create function private.withdraw_recordings() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.drop_recordings where drop_id = new.id;
  return null;
end
$$;

create trigger drops_sent_500_withdraw_recordings after update of recipient_id on public.drops_sent
  for each row when (new.recipient_id is null) execute function private.withdraw_recordings();

-- Uploading ---------------------------------------------------------------------------------------

insert into private.quotas (kind, max_daily) values ('recordings', 20);

-- Before the file is stored: the caller's recording of this id, if a request is repeated; none when
-- there is room for a new one. Refuses what `record_drop_recording` would.
create function private.prepare_drop_recording(p_bytes integer, p_id uuid default null)
returns setof public.drop_recordings
language plpgsql volatile security definer rows 1 set search_path = ''
as $$
declare
  v_caller constant uuid := private.require_caller();
begin
  return query select * from public.drop_recordings where id = p_id and user_id = v_caller;
  if not found then
    perform private.refuse_if(exists (select from public.drop_recordings where id = p_id),
      409, 'id: already taken, make another one', 'id_taken');
    perform private.require_attachment_room(v_caller, null, 1, p_bytes);
    perform private.require_daily('recordings', 1 + coalesce((
      select made from private.quota_days where user_id = v_caller and kind = 'recordings'
        and day >= private.utc_today()
    ), 0));
  end if;
end
$$;

-- Records a recording whose reserved file is stored. Only the service calls it, because only the
-- functions know the bytes.
create function private.record_drop_recording(p_user_id uuid, p_file jsonb, p_id uuid default null)
returns public.drop_recordings
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_row public.drop_recordings;
begin
  perform private.require_active(p_user_id);
  insert into public.drop_recordings (id, user_id, type, path, bytes, duration_s)
  select coalesce(p_id, private.uuid_v7()), p_user_id, f.type, f.path, f.bytes, f.duration_s
  from jsonb_populate_record(null::public.drop_recordings, p_file) as f
  returning * into v_row;
  -- Runs after the triggers have counted the file, each in a row for one transaction at a time.
  perform private.require_attachment_room(p_user_id, null, 0, 0);
  perform private.count_made('recordings', p_user_id, 1);
  perform private.keep_reserved_file('cheers', v_row.path);
  return v_row;
end
$$;

-- Sending -----------------------------------------------------------------------------------------

-- Refuses a recording beside a template or in a drop of another type, and a spoken drop without a
-- recording.
create function private.require_spoken(
  p_drop_type text, p_template_id uuid, p_media_url text, p_recording_id uuid
) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.refuse_if(p_recording_id is not null and p_template_id is not null,
    400, 'recording_id: a template has no recording');
  perform private.refuse_if(p_recording_id is null and p_drop_type = 'custom',
    400, 'recording_id: required for the type custom', 'required');
  perform private.refuse_if(p_recording_id is not null and p_drop_type is distinct from 'custom',
    400, 'recording_id: only a drop of the type custom has one');
  perform private.refuse_if(p_recording_id is not null and p_media_url is not null,
    400, 'media_url: only a media drop has one');
end
$$;

-- Gives a recording of the caller's to a drop, once.
create function private.send_recording(p_recording_id uuid, p_drop_id uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  update public.drop_recordings set drop_id = p_drop_id
  where id = p_recording_id and user_id = auth.uid() and drop_id is null
    and created_at > now() - interval '1 day';
  perform private.refuse_if(not found, 404, 'Recording not found');
end
$$;

select private.expose('authenticated', 'prepare_drop_recording');
select private.expose('service_role', 'record_drop_recording');
