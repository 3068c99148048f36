-- Thanks for drops: they cost nothing and are said once.

-- Thanks the sender of a drop that the caller received, and marks the drop as read. A repetition
-- changes nothing. While one of the two blocks the other, the caller alone gets the thanks: the
-- sender could see in the drop what is stored.
create function private.thank_for_drop(p_drop_id uuid) returns setof public.drops_sent
language plpgsql volatile security definer rows 1 set search_path = ''
as $$
declare
  v_caller constant uuid := private.require_caller();
  v_drop public.drops_sent;
  v_is_first boolean;
  v_is_blocked boolean;
begin
  select * into v_drop from public.drops_sent
  where id = p_drop_id and recipient_id = v_caller for no key update;
  if not found then
    return;
  end if;
  perform private.refuse_if(
    v_drop.sender_id = private.system_sender_id() or private.is_leaving(v_drop.sender_id),
    409, 'Nobody sent this drop who can be thanked', 'no_sender');
  v_is_first := v_drop.thanked_at is null;
  v_is_blocked := private.is_blocked_between(v_caller, v_drop.sender_id);
  update public.drops_sent set read_at = coalesce(read_at, now()),
    thanked_at = coalesce(thanked_at, case when not v_is_blocked then now() end)
  where id = p_drop_id returning * into v_drop;
  v_drop.thanked_at := coalesce(v_drop.thanked_at, v_drop.read_at);
  perform private.notify(
    v_drop.sender_id, 'drop_thanked',
    jsonb_build_object('handle', c.handle),
    jsonb_build_object('drop_id', v_drop.id, 'user_id', v_caller), v_drop.id::text)
  from public.profile_cards as c
  where c.id = v_caller and v_is_first and not v_is_blocked;
  return next v_drop;
end
$$;

select private.expose('authenticated', 'thank_for_drop');
