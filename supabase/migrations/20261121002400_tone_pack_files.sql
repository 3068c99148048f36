-- The files of tone packs: who may upload and delete files in the bucket, and when a file is
-- deleted because no image refers to it any more.

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('tone-packs', 'tone-packs', true, 5242880,
  array['image/png', 'image/jpeg', 'image/jpg', 'image/webp']);

-- Whether the file is an image of a pack, or reserved for one between its upload and its record.
-- The edge functions have verified the bytes of such a file.
create function private.is_tone_pack_image(p_name text) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
begin
  return exists (
    select from private.storage_deletions where bucket = 'tone-packs' and path = p_name
  ) or exists (select from public.tone_pack_images where path = p_name);
end
$$;

-- Whether the caller may upload the file: `<user id>/<own pack>/<tone>-<digits>.<type>`.
create function private.is_own_tone_pack_file(p_name text) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_caller uuid := (select auth.uid());
  v_part text[] := regexp_match(p_name, '^([^/]+)/([^/]+)/([a-z]+)-[0-9]{1,30}\.(?:png|jpg|jpeg|webp)$');
begin
  return v_part[1] = v_caller::text and private.is_tone(v_part[3]) and exists (
    select from public.tone_packs
    where owner_id = v_caller and deleted_at is null and id::text = v_part[2]
  ) and not private.is_tone_pack_image(p_name);
end
$$;

-- Whether the file is the caller's and no image of a pack. Files of images are deleted with their
-- image.
create function private.is_loose_tone_pack_file(p_name text) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
begin
  return starts_with(p_name, (select auth.uid()) || '/')
    and not private.is_tone_pack_image(p_name);
end
$$;

grant execute on function private.is_own_tone_pack_file, private.is_loose_tone_pack_file
  to authenticated;

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
create policy tone_packs_insert_owner on storage.objects for insert to authenticated
  with check (
    bucket_id = 'tone-packs'
    and private.is_own_tone_pack_file(name)
    and (select private.may_upload_file())
  );

-- No update: verified bytes do not change. The files of the current day count towards its limit.
create policy tone_packs_delete_owner on storage.objects for delete to authenticated
  using (
    bucket_id = 'tone-packs'
    and created_at < date_trunc('day', now(), 'UTC')
    and private.is_loose_tone_pack_file(name)
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

-- Deletes the owner's other uploads with the pack, also when purchasers keep the pack.
create function private.discard_loose_tone_pack_files() returns trigger
language plpgsql security definer set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
declare
  -- A variable, so that the query uses the index.
  v_folder text := old.owner_id || '/' || old.id || '/%';
  v_paths text[];
  v_today integer;
begin
  select coalesce(array_agg(o.name), '{}'),
    count(*) filter (where o.owner_id = old.owner_id::text
      and o.created_at >= date_trunc('day', now(), 'UTC'))
  into v_paths, v_today
  from storage.objects as o
  where o.bucket_id = 'tone-packs' and o.name like v_folder
    and not exists (select from public.tone_pack_images as i where i.path = o.name);
  perform private.count_deleted_uploads(old.owner_id, v_today);
  perform private.discard_files('tone-packs', v_paths);
  return null;
end
$$;

create trigger tone_packs_400_discard_loose_files after update of deleted_at, owner_id
  on public.tone_packs
  for each row when (new.deleted_at is not null and old.owner_id is not null)
  execute function private.discard_loose_tone_pack_files();

-- Deletes files that were uploaded while their pack was deleted, and those that concurrent uploads
-- added beyond the daily number: Storage checks the policy and stores the file in two transactions.
-- A job calls it.
create function private.discard_stray_tone_pack_files() returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_paths text[] := array(
    select o.name
    from (
      select f.name, f.created_at, f.owner_id is not null and private.daily_uploads() < row_number()
        over (partition by f.owner_id, date_trunc('day', f.created_at, 'UTC')
          order by f.created_at, f.id) as is_excess
      from storage.objects as f where f.bucket_id = 'tone-packs'
    ) as o
    where o.created_at < now() - interval '1 hour'
      and (o.is_excess or not exists (
        select from public.tone_packs as p
        where p.id::text = split_part(o.name, '/', 2) and p.deleted_at is null
      ))
      and not exists (select from public.tone_pack_images as i where i.path = o.name)
  );
begin
  perform private.discard_files('tone-packs', v_paths);
  return jsonb_build_object('discarded', cardinality(v_paths));
end
$$;
select private.schedule_statement('stray-tone-pack-files', '45 4 * * *',
  'select private.discard_stray_tone_pack_files()');

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
