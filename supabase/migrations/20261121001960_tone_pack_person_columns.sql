-- Tone packs in the export and the deletion of an account.

-- What is exported of a share by e-mail is what its owner may know of it.
create view private.exported_tone_pack_shares as
  select
    s.id, p.owner_id, s.tone_pack_id, case when s.email is null then s.user_id end as user_id,
    s.email, s.created_at
  from public.tone_pack_shares as s join public.tone_packs as p on p.id = s.tone_pack_id;

comment on view private.exported_tone_pack_shares is
  'The section `tone_pack_shares_given` of an export.';

-- Packs lose their owner, by which triggers delete those that nobody purchased. Few at a time, because
-- images and files go with each.
create function private.erase_tone_packs(p_user_id uuid, p_limit integer) returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_count integer;
begin
  update public.tone_packs set owner_id = null where id in (
    select id from public.tone_packs where owner_id = p_user_id limit least(p_limit, 100)
  );
  get diagnostics v_count = row_count;
  return v_count;
end
$$;

-- Shares with the user's address, those that found nobody or that the user has left.
create function private.erase_tone_pack_shares(p_user_id uuid, p_limit integer) returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_count integer;
begin
  delete from public.tone_pack_shares where id in (
    select s.id from auth.users as u join public.tone_pack_shares as s on s.email = lower(u.email)
    where u.id = p_user_id limit p_limit
  );
  get diagnostics v_count = row_count;
  return v_count;
end
$$;

revoke all on function
  private.erase_tone_packs(uuid, integer), private.erase_tone_pack_shares(uuid, integer)
from public;

insert into private.export_sections (name, source, condition, page_key, omitted) values
  ('tone_packs', 'public.tone_packs', 's.owner_id = $1', '{created_at,id}', '{}'),
  ('tone_pack_images', 'public.tone_pack_images',
    's.tone_pack_id in (select id from public.tone_packs where owner_id = $1)',
    '{tone_pack_id,tone}', '{}'),
  ('tone_pack_shares_given', 'private.exported_tone_pack_shares', 's.owner_id = $1',
    '{created_at,id}', '{owner_id}'),
  ('tone_pack_shares_received', 'public.tone_pack_shares', 's.user_id = $1', '{created_at,id}',
    '{}'),
  ('tone_pack_purchases', 'public.tone_pack_purchases', 's.user_id = $1', '{created_at,id}', '{}');

insert into private.person_columns (
  relation, name, section, deletion, erase_function, position, reason
) values
  ('public.tone_packs', 'owner_id', 'tone_packs', 'function', 'erase_tone_packs', 15, null),
  ('public.tone_pack_purchases', 'user_id', 'tone_pack_purchases', 'delete', null, 20, null),
  ('public.tone_pack_shares', 'user_id', 'tone_pack_shares_received', 'delete', null, 20, null),
  ('public.tone_pack_shares', 'email', 'tone_pack_shares_received', 'function',
    'erase_tone_pack_shares', 20, null),
  ('public.tone_pack_images', 'path', 'tone_pack_images', 'cascade', null, 100,
    'Images go with their pack. Those of packs that others purchased stay; the bare id in the path names nobody any more.');
