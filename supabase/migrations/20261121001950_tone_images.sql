-- Where the images of the active pack appear: with entries, for their reader; and what a profile says
-- of the active pack.

-- The images of the caller's active pack by tone, null when there is none that the caller may use.
-- Every page of the feed asks this, once, whatever the number of its entries.
create or replace function private.active_tone_images() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_pack uuid := private.active_tone_pack_id();
begin
  return case when v_pack is not null then (
    select jsonb_object_agg(tone, path) from public.tone_pack_images where tone_pack_id = v_pack
  ) end;
end
$$;

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
