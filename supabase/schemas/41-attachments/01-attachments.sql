-- Photos and recordings in entries: private files, as visible as the content. The functions write
-- the rows, because only they know the bytes of a file.

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('entry-attachments', 'entry-attachments', false, 27262976, array[
  'application/octet-stream', 'image/jpeg', 'image/png', 'image/gif', 'image/webp',
  'audio/mp4', 'audio/mpeg', 'audio/ogg', 'audio/webm', 'audio/wav']);

create table public.entry_attachments (
  id uuid primary key default private.uuid_v7(),
  entry_id uuid not null references public.journal_entries (id) on delete cascade,
  user_id uuid not null references public.profile_cards (id) on delete cascade,
  kind text not null check (kind in ('image', 'audio', 'sealed')),
  type text not null,
  path text not null unique,
  thumbnail_path text unique,
  bytes integer not null check (bytes > 0),
  thumbnail_bytes integer not null default 0 check (thumbnail_bytes >= 0),
  width integer,
  height integer,
  duration_s numeric(9, 3) check (duration_s > 0),
  transcript text check (char_length(transcript) <= 100000),
  created_at timestamptz not null default now(),
  constraint entry_attachments_type_check check (case kind
    when 'sealed' then type = 'application/octet-stream'
    else starts_with(type, kind || '/') end),
  constraint entry_attachments_path_check check (
    starts_with(path, user_id || '/') and char_length(path) <= 200
    and starts_with(thumbnail_path, user_id || '/') is not false),
  constraint entry_attachments_kind_fields_check check (case kind
    when 'sealed' then num_nonnulls(width, height, duration_s, transcript) = 0
    when 'image' then num_nonnulls(width, height) = 2 and num_nonnulls(duration_s, transcript) = 0
    else duration_s is not null and num_nonnulls(width, height, thumbnail_path) = 0 end)
);

select private.guard_table('public.entry_attachments',
  'Photos and recordings of entries. Visible to users who see the content of the entry.');
select private.count_texts_of('public.entry_attachments', '{transcript}');
comment on column public.entry_attachments.type is 'The media type, by the bytes.';
comment on column public.entry_attachments.path is
  'In the bucket entry-attachments, in the owner''s folder; so is `thumbnail_path`.';

create index entry_attachments_entry_id_idx
  on public.entry_attachments (entry_id, created_at, id);
create index entry_attachments_user_id_idx on public.entry_attachments (user_id, created_at, id);

-- The policy of the contents decides whether the caller sees the content.
create policy entry_attachments_select_audience on public.entry_attachments
  for select to authenticated
  using (
    user_id = (select auth.uid())
    or exists (
      select from private.journal_entry_contents as c
      where c.entry_id = entry_attachments.entry_id
    )
  );

grant select (
  id, entry_id, user_id, kind, type, path, thumbnail_path, bytes, thumbnail_bytes, width, height,
  duration_s, created_at
) on public.entry_attachments to authenticated;
grant select on public.entry_attachments to service_role;

-- With the transcript, which may be long and leaves the database as JSON alone.
create view private.attachment_cards as
  select id, entry_id, user_id, kind, type, bytes, width, height, duration_s, path, thumbnail_path,
    transcript
  from public.entry_attachments;

comment on view private.attachment_cards is
  'All attachments, for functions that hand out the attachments that their caller may see.';

grant select on private.attachment_cards to authenticated, service_role;

-- The attachments of an entry, as far as the caller may see its content, in their order.
create function public.list_entry_attachments(p_entry_id uuid) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return coalesce((
    select jsonb_agg(to_jsonb(c) order by a.created_at, a.id)
    from public.entry_attachments as a join private.attachment_cards as c on c.id = a.id
    where a.entry_id = p_entry_id
  ), '[]');
end
$$;

grant execute on function public.list_entry_attachments to authenticated, service_role;

-- Only the service writes files. Owners may read theirs and sign URLs for them; the edge functions
-- sign for other readers, because a client may sign a URL that outlives the right to read.
create policy entry_attachments_select_owner on storage.objects for select to authenticated
  using (bucket_id = 'entry-attachments' and starts_with(name, (select auth.uid()) || '/'));

create trigger entry_attachments_500_discard_file after delete on public.entry_attachments
  for each row execute function private.discard_old_file('entry-attachments');
create trigger entry_attachments_510_discard_thumbnail after delete on public.entry_attachments
  for each row when (old.thumbnail_path is not null)
  execute function private.discard_old_file('entry-attachments', 'thumbnail_path');

-- Summaries for cards -----------------------------------------------------------------------------

-- A transaction that changes the attachments of an entry holds the lock of the entry. An entry that
-- is being deleted has no summary any more.
create function private.summarize_attachments() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_entry_id uuid;
begin
  for v_entry_id in select distinct entry_id from changed order by entry_id loop
    if tg_op = 'INSERT' then
      insert into private.entry_summaries (entry_id) values (v_entry_id) on conflict do nothing;
    end if;
    update private.entry_summaries as s set
      attachment_count = (
        select count(*) from public.entry_attachments where entry_id = v_entry_id),
      picture = (
        select jsonb_build_object('id', a.id, 'width', a.width, 'height', a.height,
          'thumbnail_path', a.thumbnail_path)
        from public.entry_attachments as a
        where a.entry_id = v_entry_id and a.kind = 'image'
        order by a.created_at, a.id limit 1)
    where s.entry_id = v_entry_id;
  end loop;
  return null;
end
$$;

create trigger entry_attachments_520_summarize_made after insert on public.entry_attachments
  referencing new table as changed
  for each statement execute function private.summarize_attachments();
create trigger entry_attachments_530_summarize_gone after delete on public.entry_attachments
  referencing old table as changed
  for each statement execute function private.summarize_attachments();

-- Storage -----------------------------------------------------------------------------------------

create table private.attachment_storage (
  user_id uuid primary key references public.profile_cards (id) on delete cascade,
  bytes bigint not null check (bytes >= 0)
);

select private.hide_table('private.attachment_storage',
  'The storage that the attachments of a user, their thumbnails and spoken cheers take up. '
  'Triggers keep it.');

-- For tables with the columns `user_id` and `bytes`, and with `thumbnail_bytes` where there are
-- thumbnails.
create function private.count_attachment_bytes() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    insert into private.attachment_storage as s (user_id, bytes)
    select c.user_id, sum(c.bytes + coalesce((to_jsonb(c) ->> 'thumbnail_bytes')::integer, 0))
    from changed as c group by c.user_id order by c.user_id
    on conflict (user_id) do update set bytes = s.bytes + excluded.bytes;
  else
    update private.attachment_storage as s set bytes = s.bytes - g.bytes
    from (
      select c.user_id,
        sum(c.bytes + coalesce((to_jsonb(c) ->> 'thumbnail_bytes')::integer, 0)) as bytes
      from changed as c group by c.user_id
    ) as g
    where s.user_id = g.user_id;
  end if;
  return null;
end
$$;

create trigger entry_attachments_540_count_made after insert on public.entry_attachments
  referencing new table as changed
  for each statement execute function private.count_attachment_bytes();
create trigger entry_attachments_550_count_gone after delete on public.entry_attachments
  referencing old table as changed
  for each statement execute function private.count_attachment_bytes();

-- Before the entries, so that a batch of those takes few attachments with it.
select private.register_personal_data('public.entry_attachments', 'delete', 5,
  p_section => 'attachments', p_omitted => '{thumbnail_bytes}');

create view private.attachment_copies as
  select id, entry_id, user_id, kind, type, bytes, width, height, duration_s, transcript, created_at
  from public.entry_attachments;

comment on view private.attachment_copies is 'Attachments as clients keep them, without their files.';

select private.register_synced_table('attachment', 'entry_attachments',
  p_source => 'private.attachment_copies', p_list => 'attachments');
