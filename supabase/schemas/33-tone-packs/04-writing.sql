-- Creating, changing, deleting, sharing and activating tone packs.

-- A pack of the caller, who sees all of it.
create function private.own_tone_pack_card(p_tone_pack_id uuid) returns public.tone_pack_cards
language sql volatile security definer set search_path = ''
as $$ select * from public.tone_pack_cards where id = p_tone_pack_id $$;

create function private.create_tone_pack(p_pack jsonb) returns public.tone_pack_cards
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_id uuid;
begin
  insert into public.tone_packs (owner_id, name, description, theme, is_public, price_drops)
  values (
    private.require_caller(),
    p_pack ->> 'name',
    coalesce(p_pack ->> 'description', ''),
    p_pack ->> 'theme',
    coalesce(private.short(p_pack, 'is_public')::boolean, false),
    coalesce(private.short(p_pack, 'price_drops')::integer, 0)
  )
  returning id into v_id;
  return private.own_tone_pack_card(v_id);
end
$$;

-- Changes the given fields. A field that is absent or null keeps its value; a null description
-- becomes empty.
create function private.update_tone_pack(p_tone_pack_id uuid, p_changes jsonb)
returns public.tone_pack_cards
language sql volatile security definer set search_path = ''
as $$
  select private.require_own_tone_pack(p_tone_pack_id);
  update public.tone_packs as p set
    (name, theme, is_public, price_drops) = (
      select name, theme, is_public, price_drops from private.changed(p, p_changes)),
    description = case when p_changes ? 'description'
      then coalesce(p_changes ->> 'description', '') else description end
  where id = p_tone_pack_id;
  select private.own_tone_pack_card(p_tone_pack_id)
$$;

-- Marks the pack as deleted. Triggers then delete it with its images and files, unless somebody
-- purchased it.
create function private.delete_tone_pack(p_tone_pack_id uuid) returns void
language sql volatile security definer set search_path = ''
as $$
  select private.require_own_tone_pack(p_tone_pack_id);
  update public.tone_packs set deleted_at = now() where id = p_tone_pack_id;
$$;

-- Returns the caller's own pack, or refuses.
create function private.get_own_tone_pack(p_tone_pack_id uuid) returns public.tone_pack_cards
language sql volatile security definer set search_path = ''
as $$
  select private.require_own_tone_pack(p_tone_pack_id);
  select private.own_tone_pack_card(p_tone_pack_id)
$$;

-- Sharing -----------------------------------------------------------------------------------------

-- Shares the caller's pack with a person, or with an e-mail address. The answer does not reveal
-- whether anybody has the address.
create function private.share_tone_pack(
  p_tone_pack_id uuid, p_user_id uuid default null, p_email text default null
) returns table (id uuid, user_id uuid, email text, created_at timestamptz)
language plpgsql volatile security definer rows 1 set search_path = ''
as $$
#variable_conflict use_column
declare
  v_pack public.tone_packs := private.require_own_tone_pack(p_tone_pack_id);
  v_email text;
  v_user_id uuid := p_user_id;
  v_share public.tone_pack_shares;
begin
  perform private.refuse_if(num_nonnulls(p_user_id, p_email) <> 1,
    400, 'Expected one of user_id and email');
  perform private.refuse_if(char_length(p_email) > 320, 400, 'email: expected an e-mail address');
  v_email := lower(btrim(p_email));
  if v_email is not null then
    perform private.lock_address(v_email);
    select d.user_id into v_user_id from private.user_directory as d
    where lower(d.email) = v_email and not private.is_leaving(d.user_id) limit 1;
  elsif not exists (select from public.profile_cards as c where c.id = p_user_id) then
    perform private.refuse(404, 'User not found');
  end if;
  perform private.refuse_if(v_user_id = v_pack.owner_id,
    409, 'This is your own tone pack', 'own_tone_pack');

  if v_email is null then
    insert into public.tone_pack_shares (tone_pack_id, user_id) values (p_tone_pack_id, v_user_id)
    on conflict (tone_pack_id, user_id) where email is null do nothing
    returning * into v_share;
    perform private.refuse_if(not found,
      409, 'This tone pack is shared with this person already', 'already_shared');
  else
    insert into public.tone_pack_shares as s (tone_pack_id, user_id, email)
    values (p_tone_pack_id, v_user_id, v_email)
    on conflict on constraint tone_pack_shares_email_key do update
      set user_id = coalesce(excluded.user_id, s.user_id)
    returning * into v_share;
    v_share.user_id := null;
  end if;
  return query select v_share.id, v_share.user_id, v_share.email, v_share.created_at;
end
$$;

-- Ends the sharing with a person, or one share by its id. The owner ends any share, a person
-- leaves. When a person leaves a share by e-mail, the owner still sees the address, which must not
-- reveal its user.
create function private.unshare_tone_pack(p_tone_pack_id uuid, p_user_id uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_caller uuid := private.require_caller();
begin
  if p_user_id is distinct from v_caller or not exists (
    select from public.tone_pack_shares where tone_pack_id = p_tone_pack_id and user_id = v_caller
  ) then
    perform private.require_own_tone_pack(p_tone_pack_id);
    delete from public.tone_pack_shares where id = p_user_id and tone_pack_id = p_tone_pack_id;
    if found then
      return;
    elsif not exists (select from public.profile_cards where id = p_user_id) then
      perform private.refuse(404, 'User not found');
    end if;
  end if;
  delete from public.tone_pack_shares
  where tone_pack_id = p_tone_pack_id and user_id = p_user_id and email is null;
  update public.tone_pack_shares set user_id = null
  where tone_pack_id = p_tone_pack_id and user_id = p_user_id;
end
$$;

-- Assigns shares by e-mail to a user who signs up with the address or changes to it. The auth
-- service has verified a changed address.
create function private.claim_tone_pack_shares() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_email constant text := (select lower(email) from auth.users where id = new.id);
begin
  perform private.lock_address(v_email);
  update public.tone_pack_shares as s set user_id = new.id
  where s.email = v_email and s.user_id is null and not exists (
    select from public.tone_packs where id = s.tone_pack_id and owner_id = new.id
  );
  return null;
end
$$;

create trigger profiles_620_claim_tone_pack_shares after insert on public.profiles
  for each row execute function private.claim_tone_pack_shares();
create trigger claim_tone_pack_shares after update of email on auth.users
  for each row when (old.email is distinct from new.email)
  execute function private.claim_tone_pack_shares();

-- Activation --------------------------------------------------------------------------------------

-- Activates or deactivates a tone pack for the caller. Returns the active pack.
create function private.activate_tone_pack(p_tone_pack_id uuid, p_active boolean default true)
returns uuid
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_caller uuid := private.require_caller();
  v_pack public.tone_packs;
begin
  if not p_active then
    -- Deactivation also works for a pack that is deleted or no longer visible to the caller.
    update public.profiles set preferences = preferences || '{"active_tone_pack_id": null}'
    where id = v_caller and (preferences ->> 'active_tone_pack_id')::uuid = p_tone_pack_id;
    if found then
      return null;
    end if;
  end if;
  select * into v_pack from public.tone_packs where id = p_tone_pack_id;
  if not private.may_see_tone_pack(v_pack, v_caller) then
    perform private.refuse(404, 'Tone pack not found');
  elsif p_active then
    perform private.refuse_if(not private.may_use_tone_pack(v_pack, v_caller),
      403, 'Only users of a tone pack may activate it');
    update public.profiles
    set preferences = preferences || jsonb_build_object('active_tone_pack_id', p_tone_pack_id)
    where id = v_caller;
  end if;
  return private.active_tone_pack_id();
end
$$;

select private.expose('authenticated', 'create_tone_pack', 'update_tone_pack', 'delete_tone_pack',
  'get_own_tone_pack', 'share_tone_pack', 'unshare_tone_pack', 'activate_tone_pack');
