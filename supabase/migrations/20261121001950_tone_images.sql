-- Where the images of the active pack appear: with entries, for their reader; and what a profile says
-- of the active pack.

-- The images of the caller's active pack by tone, null when there is none that the caller may use.
-- Asked once a query, whatever the number of entries, but by every page of the feed: so most callers
-- end at their profile, and the rule of private.may_use_tone_pack stands in the query.
create function private.active_tone_images() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_caller uuid := (select auth.uid());
  v_pack uuid;
begin
  select (preferences ->> 'active_tone_pack_id')::uuid into v_pack
  from public.profiles where id = v_caller;
  if v_pack is null then
    return null;
  end if;
  return (
    select jsonb_object_agg(i.tone, i.path)
    from public.tone_packs as p join public.tone_pack_images as i on i.tone_pack_id = p.id
    where p.id = v_pack and (
      p.deleted_at is null and (p.owner_id = v_caller or p.is_public and p.price_drops = 0)
      or exists (
        select from public.tone_pack_purchases as b
        where b.user_id = v_caller and b.tone_pack_id = v_pack
      )
      or p.deleted_at is null and exists (
        select from public.tone_pack_shares as s
        where s.user_id = v_caller and s.tone_pack_id = v_pack
      )
    )
  );
end
$$;

revoke all on function private.active_tone_images() from public;
grant execute on function private.active_tone_images(), private.active_tone_pack_id()
  to authenticated, service_role;

-- An entry as its reader may see it.
create or replace view public.journal_feed with (security_invoker = true) as
  select
    e.id,
    e.user_id,
    e.title,
    c.content,
    c.entry_id is null as content_hidden,
    e.mood,
    e.tags,
    e.notebook_id,
    e.metadata_visibility,
    e.content_visibility,
    e.effective_metadata_visibility,
    e.effective_content_visibility,
    e.team_id,
    e.org_id,
    coalesce(c.mentions, '[]'::jsonb) as mentions,
    e.spotify_track_id,
    case when t.id is not null then jsonb_build_object(
      'id', t.id, 'name', t.name, 'artist_names', t.artist_names, 'album_name', t.album_name,
      'album_image_url', t.album_image_url, 'external_url', t.external_url
    ) end as track,
    e.created_at,
    e.updated_at,
    -- In the public bucket tone-packs; the address is the Storage API's to give.
    case when e.mood is not null then
      (select private.active_tone_images()) ->> lower(e.mood)
    end as tone_image_path
  from public.journal_entries as e
  left join public.journal_entry_contents as c on c.entry_id = e.id
  left join public.spotify_tracks as t on t.id = e.spotify_track_id;

-- The caller's profile, with the active pack only while the caller may use it.
create function public.get_profile() returns setof public.profiles
language plpgsql stable rows 1 set search_path = ''
as $$
declare
  v_profile public.profiles;
begin
  select * into v_profile from public.profiles where id = (select auth.uid());
  if not found then
    return;
  end if;
  if v_profile.preferences ->> 'active_tone_pack_id' is not null then
    v_profile.preferences := v_profile.preferences
      || jsonb_build_object('active_tone_pack_id', private.active_tone_pack_id());
  end if;
  return next v_profile;
end
$$;

revoke all on function public.get_profile() from public;
grant execute on function public.get_profile() to authenticated;
