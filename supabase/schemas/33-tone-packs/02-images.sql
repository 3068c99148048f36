-- The images of tone packs: how an image enters and leaves a pack, and which request generates
-- which image.

-- Returns the caller's own pack, locked against purchase and change. Refuses others with 403 when
-- they may see the pack, otherwise with 404.
create function private.require_own_tone_pack(p_tone_pack_id uuid) returns public.tone_packs
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_caller uuid := private.require_caller();
  v_pack public.tone_packs;
begin
  select * into v_pack from public.tone_packs
  where id = p_tone_pack_id and owner_id = v_caller and deleted_at is null
  for no key update;
  if found then
    return v_pack;
  end if;
  select * into v_pack from public.tone_packs where id = p_tone_pack_id;
  perform private.refuse_if(private.may_see_tone_pack(v_pack, v_caller),
    403, 'Only its owner may change a tone pack');
  perform private.refuse(404, 'Tone pack not found');
end
$$;

-- Adds the reserved file as the image of its tone. Only the service calls it, because only the edge
-- functions verify the bytes of a file and the user. Keeps an existing image unless `p_replace`;
-- the file that is not used is deleted.
create function private.add_tone_pack_image(
  p_user_id uuid, p_tone_pack_id uuid, p_tone text, p_path text, p_replace boolean
) returns public.tone_pack_images
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_image public.tone_pack_images;
begin
  perform from public.tone_packs as p join public.profiles as u on u.id = p.owner_id
  where p.id = p_tone_pack_id and p.owner_id = p_user_id and p.deleted_at is null and u.is_active
  for no key update of p;
  perform private.refuse_if(not found, 404, 'Tone pack not found');
  perform private.keep_reserved_file('tone-packs', p_path);
  insert into public.tone_pack_images (tone_pack_id, tone, path)
  values (p_tone_pack_id, p_tone, p_path)
  on conflict (tone_pack_id, tone) do update set path = excluded.path where p_replace
  returning * into v_image;
  if not found then
    perform private.discard_files('tone-packs', array[p_path]);
    select * into v_image from public.tone_pack_images
    where tone_pack_id = p_tone_pack_id and tone = p_tone;
  end if;
  return v_image;
end
$$;

create function private.remove_tone_pack_image(p_tone_pack_id uuid, p_tone text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.require_own_tone_pack(p_tone_pack_id);
  perform private.refuse_if(
    exists (select from public.tone_pack_purchases where tone_pack_id = p_tone_pack_id),
    409, 'Somebody purchased this pack: its images may only be replaced', 'tone_pack_sold');
  delete from public.tone_pack_images where tone_pack_id = p_tone_pack_id and tone = p_tone;
  perform private.refuse_if(not found, 404, 'Image not found');
end
$$;

-- Counts and previews -----------------------------------------------------------------------------

-- Keeps the tones that have an image, their number, and the marks of the three previews.
create function private.count_tone_pack_images() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_pack uuid;
begin
  for v_pack in select distinct tone_pack_id from changed order by tone_pack_id loop
    -- The lock serializes counts: each sees the result of the one before.
    perform from public.tone_packs where id = v_pack for no key update;
    update public.tone_packs
    set (image_count, tones) = (
      select count(*), coalesce(array_agg(tone order by tone), '{}')
      from public.tone_pack_images where tone_pack_id = v_pack)
    where id = v_pack;
    update public.tone_pack_images as i set is_preview = not i.is_preview
    from (
      select tone, row_number() over (order by created_at, tone) <= 3 as is_preview
      from public.tone_pack_images where tone_pack_id = v_pack
    ) as ranked
    where i.tone_pack_id = v_pack and i.tone = ranked.tone and i.is_preview <> ranked.is_preview;
  end loop;
  return null;
end
$$;

create trigger tone_pack_images_500_count_added after insert on public.tone_pack_images
  referencing new table as changed
  for each statement execute function private.count_tone_pack_images();
create trigger tone_pack_images_510_count_removed after delete on public.tone_pack_images
  referencing old table as changed
  for each statement execute function private.count_tone_pack_images();

-- Claims ------------------------------------------------------------------------------------------

create table private.tone_image_claims (
  tone_pack_id uuid not null references public.tone_packs (id) on delete cascade,
  tone text not null check (private.is_tone(tone)),
  claim uuid not null,
  claimed_at timestamptz not null default clock_timestamp(),
  primary key (tone_pack_id, tone)
);

select private.hide_table('private.tone_image_claims',
  'Tones whose image a request generates. A claim older than 150 s belongs to a request that has ended.');

create index tone_image_claims_claim_idx on private.tone_image_claims (claim);

-- Claims those tones of the caller's pack that have no image and no other claim, and returns them.
-- A claim lasts 150 s, the longest time that the platform gives a request.
create function private.claim_tone_images(p_tone_pack_id uuid, p_tones text[], p_claim uuid)
returns setof text
language sql volatile security definer rows 20 set search_path = ''
as $$
  select private.require_own_tone_pack(p_tone_pack_id);
  insert into private.tone_image_claims as c (tone_pack_id, tone, claim)
  select p_tone_pack_id, t.tone, p_claim from unnest(p_tones) as t (tone)
  where not exists (
    select from public.tone_pack_images as i
    where i.tone_pack_id = p_tone_pack_id and i.tone = t.tone
  )
  group by t.tone
  on conflict on constraint tone_image_claims_pkey do update
    set claim = excluded.claim, claimed_at = excluded.claimed_at
    where c.claimed_at <= excluded.claimed_at - interval '150 seconds'
  returning c.tone;
$$;

-- Releases the rest of a claim at the end of its request. The claim's id is known to that request
-- alone.
create function private.release_tone_images(p_claim uuid) returns void
language sql volatile security definer set search_path = ''
as $$
  select private.require_caller();
  delete from private.tone_image_claims where claim = p_claim
$$;

-- Files -------------------------------------------------------------------------------------------

-- The rules of the files: which users read a file through the Storage API, and when a file is
-- deleted because no image refers to it any more. Only the service writes files.

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('tone-packs', 'tone-packs', true, 5242880,
  array['image/png', 'image/jpeg', 'image/jpg', 'image/webp']);

-- Readers of an image may read its file. (The bucket is public: anyone with the address opens it.)
create policy tone_packs_select_audience on storage.objects for select to authenticated
  using (
    bucket_id = 'tone-packs' and (
      starts_with(name, (select auth.uid()) || '/')
      or exists (select from public.tone_pack_images as i where i.path = storage.objects.name)
    )
  );

create trigger tone_pack_images_600_discard_removed after delete on public.tone_pack_images
  for each row execute function private.discard_old_file('tone-packs');
create trigger tone_pack_images_610_discard_replaced after update of path on public.tone_pack_images
  for each row when (old.path <> new.path)
  execute function private.discard_old_file('tone-packs');

-- Images of purchased packs outlive the account of their owner.
create function private.is_purchased_tone_pack_image(p_path text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.tone_pack_images as i
    join public.tone_pack_purchases as b on b.tone_pack_id = i.tone_pack_id
    where i.path = p_path
  )
$$;

insert into private.file_retention (bucket, predicate)
values ('tone-packs', 'is_purchased_tone_pack_image');

select private.expose('authenticated', 'remove_tone_pack_image', 'claim_tone_images',
  'release_tone_images');
select private.expose('service_role', 'add_tone_pack_image');
