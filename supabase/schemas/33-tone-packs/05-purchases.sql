-- Purchases of tone packs, and what happens to a deleted pack.

-- Purchases a public pack for the caller at its current price, and only at the price that the
-- caller expects where one is given. The creator earns nothing.
create function private.purchase_tone_pack(
  p_tone_pack_id uuid, p_expected_price integer default null
)
returns table (
  id uuid, user_id uuid, tone_pack_id uuid, price_drops integer, ledger_id bigint,
  created_at timestamptz, balance integer
)
language plpgsql volatile security definer rows 1 set search_path = ''
as $$
declare
  v_caller uuid := private.require_caller();
  v_pack public.tone_packs;
  v_entry public.drops_ledger;
begin
  -- The lock serializes the purchase with the deletion of the owner's account, which ends the sale.
  perform from public.profiles as u
  where u.id = (select p.owner_id from public.tone_packs as p where p.id = p_tone_pack_id)
  for key share;
  -- The lock serializes the purchase with the removal of the pack. The foreign key of the purchase
  -- takes the same lock: a purchase and a change of the price do not wait for each other.
  select * into v_pack from public.tone_packs as p where p.id = p_tone_pack_id for key share;

  perform private.refuse_if(v_pack.deleted_at is null and v_pack.owner_id = v_caller,
    409, 'This is your own tone pack', 'own_tone_pack');
  perform private.refuse_if(exists (
    select from public.tone_pack_purchases as b
    where b.user_id = v_caller and b.tone_pack_id = p_tone_pack_id
  ), 409, 'You have purchased this tone pack already', 'already_purchased');
  perform private.refuse_if(v_pack.id is null or v_pack.deleted_at is not null
    or private.is_leaving(v_pack.owner_id)
    or not v_pack.is_public and not private.may_use_tone_pack(v_pack, v_caller),
    404, 'Tone pack not found');
  perform private.refuse_if(not v_pack.is_public,
    409, 'This tone pack is not for sale', 'not_for_sale');
  perform private.refuse_if(v_pack.price_drops = 0,
    409, 'This tone pack is free', 'tone_pack_free');
  perform private.refuse_if(v_pack.price_drops <> p_expected_price, 409,
    format('expected_price: the price of this tone pack is now %s', v_pack.price_drops),
    'price_changed');

  v_entry := private.post_drop(v_caller, -v_pack.price_drops, 'purchase',
    'Tone pack: ' || v_pack.name, 'tone_packs', v_pack.id, 'tone_pack:' || v_pack.id);
  -- A concurrent request of the caller was first.
  perform private.refuse_if(v_entry.id is null,
    409, 'You have purchased this tone pack already', 'already_purchased');
  return query
    insert into public.tone_pack_purchases as b (user_id, tone_pack_id, price_drops, ledger_id)
    values (v_caller, v_pack.id, v_pack.price_drops, v_entry.id)
    returning b.id, b.user_id, b.tone_pack_id, b.price_drops, b.ledger_id, b.created_at,
      v_entry.balance_after;
end
$$;

select private.expose('authenticated', 'purchase_tone_pack');

-- Deleted packs -----------------------------------------------------------------------------------

-- When the owner's account is deleted, the pack is deleted too; it remains when somebody purchased
-- it.
create function private.retire_ownerless_tone_pack() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.deleted_at := coalesce(new.deleted_at, now());
  return new;
end
$$;

create trigger tone_packs_200_retire_ownerless before update of owner_id on public.tone_packs
  for each row when (new.owner_id is null)
  execute function private.retire_ownerless_tone_pack();

-- Ends the shares of a deleted pack. Removes the pack at once when nobody has purchased it,
-- otherwise with its last purchaser. The row is locked, and a purchase locks it too.
create function private.drop_retired_tone_pack() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_id constant uuid := coalesce(to_jsonb(old) ->> 'tone_pack_id', to_jsonb(old) ->> 'id');
begin
  if tg_table_name = 'tone_packs' then
    delete from public.tone_pack_shares where tone_pack_id = v_id;
  end if;
  perform from public.tone_packs where id = v_id for update;
  delete from public.tone_packs as p
  where p.id = v_id and p.deleted_at is not null
    and not exists (select from public.tone_pack_purchases where tone_pack_id = v_id);
  return null;
end
$$;

create trigger tone_packs_510_drop_retired after update of owner_id, deleted_at on public.tone_packs
  for each row when (new.deleted_at is not null)
  execute function private.drop_retired_tone_pack();
create trigger tone_pack_purchases_500_drop_retired after delete on public.tone_pack_purchases
  for each row execute function private.drop_retired_tone_pack();

-- A share by e-mail is exported as its owner may see it.
create view private.exported_tone_pack_shares as
  select
    s.id, p.owner_id, s.tone_pack_id, case when s.email is null then s.user_id end as user_id,
    s.email, s.created_at
  from public.tone_pack_shares as s join public.tone_packs as p on p.id = s.tone_pack_id;

comment on view private.exported_tone_pack_shares is
  'The section `tone_pack_shares_given` of an export.';

-- Triggers delete the packs that nobody purchased.
select private.register_personal_data('public.tone_packs', 'clear', 15, p_person => 'owner_id');
create view private.exported_tone_pack_images as
  select p.owner_id as user_id, p.created_at as pack_created_at, p.id as tone_pack_id, i.tone, i.path,
    i.is_preview, i.created_at
  from public.tone_packs as p join public.tone_pack_images as i on i.tone_pack_id = p.id;

comment on view private.exported_tone_pack_images is 'The section `tone_pack_images` of an export.';

select private.register_personal_data('public.tone_pack_images', p_person => 'path',
  p_source => 'private.exported_tone_pack_images', p_condition => 's.user_id = $1',
  p_page_key => '{pack_created_at,tone_pack_id,tone}', p_omitted => '{user_id,pack_created_at}',
  p_reason => 'Deleted with their pack. Images of purchased packs remain; the bare id in the path identifies nobody.');
select private.register_export_section(
  'tone_pack_shares_given', 'private.exported_tone_pack_shares', 's.owner_id = $1',
  '{created_at,id}', '{owner_id}');
select private.register_export_section('tone_pack_shares_received', 'public.tone_pack_shares');
select private.register_person_column('public.tone_pack_shares', 'user_id', null, 'delete', 20,
  'tone_pack_shares_received', 'user_id = $1 and email is null');
select private.register_personal_data('public.tone_pack_purchases', 'delete', 20);
-- Without the user: a change that the owner sees would tell that a user had the address.
select private.register_person_column('public.tone_pack_shares', 'email',
  'The address stays with the owner of the pack until the share ends.', 'change', 20,
  'tone_pack_shares_received', 'user_id = $1 and email is not null', 'user_id = null');
