-- Purchases: one transaction that takes the drops and gives the pack, or neither.

-- Purchases a public pack for the caller, at the price of this moment. The creator earns none.
create function private.purchase_tone_pack(p_tone_pack_id uuid)
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
  -- An account that is being deleted sells nothing any more: its deletion waits here, or has begun.
  perform from public.profiles as u
  where u.id = (select p.owner_id from public.tone_packs as p where p.id = p_tone_pack_id)
  for key share;
  -- A change of price, or the pack's end, comes before this or after it. What is read is charged.
  select * into v_pack from public.tone_packs as p where p.id = p_tone_pack_id for share;

  if v_pack.deleted_at is null and v_pack.owner_id = v_caller then
    perform private.refuse(409, 'This is your own tone pack');
  elsif exists (
    select from public.tone_pack_purchases as b
    where b.user_id = v_caller and b.tone_pack_id = p_tone_pack_id
  ) then
    perform private.refuse(409, 'You have purchased this tone pack already');
  elsif v_pack.id is null or v_pack.deleted_at is not null or private.is_leaving(v_pack.owner_id) then
    perform private.refuse(404, 'Tone pack not found');
  elsif not v_pack.is_public then
    if private.may_use_tone_pack(v_pack, v_caller) then
      perform private.refuse(409, 'This tone pack is not for sale');
    end if;
    perform private.refuse(404, 'Tone pack not found');
  elsif v_pack.price_drops = 0 then
    perform private.refuse(409, 'This tone pack is free');
  end if;

  v_entry := private.post_drop(v_caller, -v_pack.price_drops, 'purchase',
    'Tone pack: ' || v_pack.name, 'tone_packs', v_pack.id, 'tone_pack:' || v_pack.id);
  if v_entry.id is null then
    -- Another request of the caller's was first.
    perform private.refuse(409, 'You have purchased this tone pack already');
  end if;
  return query
    insert into public.tone_pack_purchases as b (user_id, tone_pack_id, price_drops, ledger_id)
    values (v_caller, v_pack.id, v_pack.price_drops, v_entry.id)
    returning b.id, b.user_id, b.tone_pack_id, b.price_drops, b.ledger_id, b.created_at,
      v_entry.balance_after;
end
$$;

create function public.purchase_tone_pack(p_tone_pack_id uuid)
returns table (
  id uuid, user_id uuid, tone_pack_id uuid, price_drops integer, ledger_id bigint,
  created_at timestamptz, balance integer
)
language sql volatile rows 1 set search_path = ''
as $$ select * from private.purchase_tone_pack(p_tone_pack_id) $$;

select private.open_to_callers(array['purchase_tone_pack(uuid)']);
