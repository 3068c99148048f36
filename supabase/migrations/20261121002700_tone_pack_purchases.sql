-- Purchases of tone packs, and what happens to a deleted pack.

-- Purchases a public pack for the caller at its current price, and only at the price that the caller
-- expects where one is given. The creator earns nothing.
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
  -- The lock serializes the purchase with changes of the price and with the deletion of the pack.
  select * into v_pack from public.tone_packs as p where p.id = p_tone_pack_id for share;

  if v_pack.deleted_at is null and v_pack.owner_id = v_caller then
    perform private.refuse(409, 'This is your own tone pack', 'own_tone_pack');
  elsif exists (
    select from public.tone_pack_purchases as b
    where b.user_id = v_caller and b.tone_pack_id = p_tone_pack_id
  ) then
    perform private.refuse(409, 'You have purchased this tone pack already', 'already_purchased');
  elsif v_pack.id is null or v_pack.deleted_at is not null or private.is_leaving(v_pack.owner_id) then
    perform private.refuse(404, 'Tone pack not found');
  elsif not v_pack.is_public then
    if private.may_use_tone_pack(v_pack, v_caller) then
      perform private.refuse(409, 'This tone pack is not for sale', 'not_for_sale');
    end if;
    perform private.refuse(404, 'Tone pack not found');
  elsif v_pack.price_drops = 0 then
    perform private.refuse(409, 'This tone pack is free', 'tone_pack_free');
  elsif v_pack.price_drops <> p_expected_price then
    perform private.refuse(409,
      format('expected_price: the price of this tone pack is now %s', v_pack.price_drops),
      'price_changed');
  end if;

  v_entry := private.post_drop(v_caller, -v_pack.price_drops, 'purchase',
    'Tone pack: ' || v_pack.name, 'tone_packs', v_pack.id, 'tone_pack:' || v_pack.id);
  if v_entry.id is null then
    -- A concurrent request of the caller was first.
    perform private.refuse(409, 'You have purchased this tone pack already', 'already_purchased');
  end if;
  return query
    insert into public.tone_pack_purchases as b (user_id, tone_pack_id, price_drops, ledger_id)
    values (v_caller, v_pack.id, v_pack.price_drops, v_entry.id)
    returning b.id, b.user_id, b.tone_pack_id, b.price_drops, b.ledger_id, b.created_at,
      v_entry.balance_after;
end
$$;
comment on function private.purchase_tone_pack is
  'Purchases a public tone pack for the caller at its current price, which must be the expected one if that is given.';

-- Exposure ----------------------------------------------------------------------------------------

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

-- Ends the shares of a deleted pack and deletes its row unless somebody purchased it. The row is
-- locked, and a purchase locks it too.
create function private.empty_retired_tone_pack() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.tone_pack_shares where tone_pack_id = new.id;
  delete from public.tone_packs as p
  where p.id = new.id
    and not exists (select from public.tone_pack_purchases where tone_pack_id = new.id);
  return null;
end
$$;

create trigger tone_packs_500_empty_retired after update of owner_id, deleted_at on public.tone_packs
  for each row when (new.deleted_at is not null)
  execute function private.empty_retired_tone_pack();

-- A deleted pack is removed with its last purchaser.
create function private.drop_unpurchased_tone_pack() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform from public.tone_packs where id = old.tone_pack_id for update;
  delete from public.tone_packs as p
  where p.id = old.tone_pack_id and p.deleted_at is not null
    and not exists (select from public.tone_pack_purchases where tone_pack_id = old.tone_pack_id);
  return null;
end
$$;

create trigger tone_pack_purchases_500_drop_unpurchased after delete on public.tone_pack_purchases
  for each row execute function private.drop_unpurchased_tone_pack();

-- Export and deletion of an account ---------------------------------------------------------------

-- A share by e-mail is exported as its owner may see it.
create view private.exported_tone_pack_shares as
  select
    s.id, p.owner_id, s.tone_pack_id, case when s.email is null then s.user_id end as user_id,
    s.email, s.created_at
  from public.tone_pack_shares as s join public.tone_packs as p on p.id = s.tone_pack_id;

comment on view private.exported_tone_pack_shares is
  'The section `tone_pack_shares_given` of an export.';

-- Removes the owner of packs; triggers delete those that nobody purchased. In small batches,
-- because images and files are deleted with each.
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

-- Deletes the user's shares. Those by e-mail remain for the pack's owner, without the user: a change
-- would tell that a user had the address.
create function private.erase_tone_pack_shares(p_user_id uuid, p_limit integer) returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_count integer;
begin
  update public.tone_pack_shares set user_id = null where id in (
    select id from public.tone_pack_shares
    where user_id = p_user_id and email is not null limit p_limit
  );
  get diagnostics v_count = row_count;
  if v_count = 0 then
    delete from public.tone_pack_shares where id in (
      select id from public.tone_pack_shares
      where user_id = p_user_id and email is null limit p_limit
    );
    get diagnostics v_count = row_count;
  end if;
  return v_count;
end
$$;

select private.register_personal_data('public.tone_packs', 'erase_tone_packs', 15,
  p_person => 'owner_id');
select private.register_personal_data('public.tone_pack_images', p_person => 'path',
  p_condition => 's.tone_pack_id in (select id from public.tone_packs where owner_id = $1)',
  p_page_key => '{tone_pack_id,tone}',
  p_reason => 'Deleted with their pack. Images of purchased packs remain; the bare id in the path identifies nobody.');
select private.register_export_section(
  'tone_pack_shares_given', 'private.exported_tone_pack_shares', 's.owner_id = $1',
  '{created_at,id}', '{owner_id}');
select private.register_personal_data('public.tone_pack_shares', 'erase_tone_pack_shares', 20,
  p_section => 'tone_pack_shares_received');
select private.register_personal_data('public.tone_pack_purchases', 'delete', 20);
select private.register_person_column('public.tone_pack_shares', 'email',
  'The address stays with the owner of the pack until the share ends.', 'keep',
  p_section => 'tone_pack_shares_received');
