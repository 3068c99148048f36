-- The rows of the files that other rows name; there are no bytes.

-- fill storage.objects
insert into storage.objects (id, bucket_id, name, owner_id, metadata, created_at, updated_at)
select world.id(bucket || '/' || path, 0), bucket, path, null,
  '{"size": 1000000, "mimetype": "image/jpeg"}', at, at
from (
  select 'workout-photos', photo_url, created_at from public.workout_window_checkins
  where photo_url is not null
  union all
  select 'entry-backgrounds', path, created_at from public.journal_entry_backgrounds
  union all
  select 'tone-packs', path, created_at from public.tone_pack_images
  union all
  select 'entry-attachments', unnest(array[path, thumbnail_path]), created_at
  from public.entry_attachments
) as files (bucket, path, at);
