-- The files of tone packs: who may read them through the Storage API, and when a file is deleted
-- because no image refers to it any more. Only the service writes files.

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('tone-packs', 'tone-packs', true, 5242880,
  array['image/png', 'image/jpeg', 'image/jpg', 'image/webp']);

create policy tone_packs_all_active on storage.objects as restrictive to authenticated
  using (bucket_id <> 'tone-packs' or (select private.caller_is_active()));

-- Readers of an image may read its file. (The bucket is public: anyone with the address opens it.)
create policy tone_packs_select_audience on storage.objects for select to authenticated
  using (
    bucket_id = 'tone-packs' and (
      starts_with(name, (select auth.uid()) || '/')
      or exists (select from public.tone_pack_images as i where i.path = storage.objects.name)
    )
  );

-- Deletion of files -------------------------------------------------------------------------------

create function private.discard_removed_tone_pack_images() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.discard_files('tone-packs', array(select path from removed));
  return null;
end
$$;

create trigger tone_pack_images_600_discard_removed after delete on public.tone_pack_images
  referencing old table as removed
  for each statement execute function private.discard_removed_tone_pack_images();
create trigger tone_pack_images_610_discard_replaced after update of path on public.tone_pack_images
  for each row when (old.path <> new.path)
  execute function private.discard_old_file('tone-packs');

-- Images of purchased packs outlive the account of their owner.
create function private.is_purchased_tone_pack_image(p_path text) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (
    select from public.tone_pack_images as i
    join public.tone_pack_purchases as b on b.tone_pack_id = i.tone_pack_id
    where i.path = p_path
  );
end
$$;

insert into private.file_retention (bucket, predicate)
values ('tone-packs', 'is_purchased_tone_pack_image');
