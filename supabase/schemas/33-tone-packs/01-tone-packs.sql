-- Tone packs: themed sets of images, one for each tone; their owners, shares and purchases, and the
-- rules of who may use a pack. Functions write these tables, clients read them.

-- The tones of entries: positive, negative and neutral ones.
create function private.is_tone(p_name text) returns boolean
language sql immutable set search_path = ''
as $$
  select p_name in (
    'joyful', 'grateful', 'excited', 'hopeful', 'content', 'peaceful', 'optimistic',
    'sad', 'anxious', 'frustrated', 'angry', 'worried', 'disappointed', 'melancholic',
    'pessimistic',
    'calm', 'contemplative', 'neutral', 'tired', 'energetic')
$$;

create table public.tone_packs (
  id uuid primary key default private.uuid_v7(),
  -- Null after the deletion of the owner's account.
  owner_id uuid references public.profile_cards (id) on delete set null,
  name text not null check (char_length(name) between 1 and 100),
  description text not null default '' check (char_length(description) <= 2000),
  theme text not null
    check (theme in (
      'origami', 'animals', 'nature', 'abstract', 'geometric', 'minimalist', 'watercolor',
      'line-art', 'icons', 'emojis', 'shapes', 'patterns')),
  is_public boolean not null default false,
  price_drops integer not null default 0 check (price_drops >= 0),
  image_count integer not null default 0 check (image_count >= 0),
  tones text[] not null default '{}' check (cardinality(tones) <= 20),
  deleted_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint tone_packs_owner_check check (owner_id is not null or deleted_at is not null)
);

select private.guard_table('public.tone_packs', 'Sets of images for the tones of entries.');
comment on column public.tone_packs.price_drops is
  'The price for others while the pack is public; 0 is free.';
comment on column public.tone_packs.image_count is
  'Kept by a trigger, because a reader of the pack may not see all its images.';
comment on column public.tone_packs.tones is 'The tones with an image, kept as their number is.';
comment on column public.tone_packs.deleted_at is
  'Set when a purchased pack is deleted: only its purchasers keep it.';

create index tone_packs_owner_id_idx on public.tone_packs (owner_id, created_at desc, id desc);
create index tone_packs_public_idx on public.tone_packs (created_at desc, id desc)
  where is_public and deleted_at is null;

create table public.tone_pack_images (
  tone_pack_id uuid not null references public.tone_packs (id) on delete cascade,
  tone text not null check (private.is_tone(tone)),
  path text not null
    constraint tone_pack_images_path_check check (
      path ~ ('^[0-9a-f-]{36}/' || tone_pack_id || '/' || tone || '-[0-9]+\.(png|jpg|webp)$')),
  is_preview boolean not null default false,
  created_at timestamptz not null default now(),
  primary key (tone_pack_id, tone),
  unique (path)
);

select private.guard_table('public.tone_pack_images', 'The image of each tone in a pack.');
comment on column public.tone_pack_images.path is 'In the storage bucket tone-packs.';
comment on column public.tone_pack_images.is_preview is
  'Visible to everyone who sees the pack. A trigger marks the three oldest images.';

create table public.tone_pack_shares (
  id uuid primary key default private.uuid_v7(),
  tone_pack_id uuid not null references public.tone_packs (id) on delete cascade,
  user_id uuid references public.profile_cards (id) on delete cascade,
  email text check (email = lower(email) and char_length(email) between 3 and 320),
  created_at timestamptz not null default now(),
  constraint tone_pack_shares_named_check check (user_id is not null or email is not null),
  constraint tone_pack_shares_email_key unique (tone_pack_id, email)
);

select private.guard_table('public.tone_pack_shares',
  'The people and addresses a pack is shared with.');
comment on column public.tone_pack_shares.user_id is
  'The user who may use the pack. For a share by e-mail the owner of the address, null when nobody has it yet.';
comment on column public.tone_pack_shares.email is
  'The address that the pack''s owner gave. The owner cannot read this row, which would reveal whose address it is.';

create unique index tone_pack_shares_user_key on public.tone_pack_shares (tone_pack_id, user_id)
  where email is null;
create index tone_pack_shares_user_id_idx on public.tone_pack_shares (user_id);
create index tone_pack_shares_email_idx on public.tone_pack_shares (email) where email is not null;

create table public.tone_pack_purchases (
  id uuid primary key default private.uuid_v7(),
  user_id uuid not null references public.profiles (id) on delete cascade,
  tone_pack_id uuid not null references public.tone_packs (id) on delete restrict,
  price_drops integer not null check (price_drops > 0),
  ledger_id bigint not null,
  created_at timestamptz not null default now(),
  constraint tone_pack_purchases_ledger_id_fkey
    foreign key (user_id, ledger_id) references public.drops_ledger (user_id, id) on delete restrict,
  constraint tone_pack_purchases_user_key unique (user_id, tone_pack_id),
  unique (ledger_id)
);

select private.guard_table('public.tone_pack_purchases', 'Purchases with the price at that time.');

create index tone_pack_purchases_tone_pack_id_idx on public.tone_pack_purchases (tone_pack_id);

-- Access ------------------------------------------------------------------------------------------

-- The packs that are shared with the caller, deleted ones included.
create function private.my_shared_tone_packs() returns setof uuid
language plpgsql stable security definer rows 20 set search_path = ''
as $$
begin
  return query select tone_pack_id from public.tone_pack_shares where user_id = (select auth.uid());
end
$$;

create function private.my_purchased_tone_packs() returns setof uuid
language plpgsql stable security definer rows 20 set search_path = ''
as $$
begin
  return query
    select tone_pack_id from public.tone_pack_purchases where user_id = (select auth.uid());
end
$$;

-- The owner, people it is shared with, everyone while it is public and free, and its purchasers for
-- ever.
create function private.may_use_tone_pack(p_pack public.tone_packs, p_user_id uuid)
returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  if p_pack.deleted_at is null and (
    p_pack.owner_id = p_user_id or p_pack.is_public and p_pack.price_drops = 0
  ) then
    return true;
  end if;
  return exists (
    select from public.tone_pack_purchases where user_id = p_user_id and tone_pack_id = p_pack.id
  ) or p_pack.deleted_at is null and exists (
    select from public.tone_pack_shares where user_id = p_user_id and tone_pack_id = p_pack.id
  );
end
$$;

-- Users who may use the pack, everyone while it is public, and super admins.
create function private.may_see_tone_pack(p_pack public.tone_packs, p_user_id uuid)
returns boolean
language sql stable security definer set search_path = ''
as $$
  select p_pack.id is not null and (
    p_pack.is_public and p_pack.deleted_at is null
    or private.may_use_tone_pack(p_pack, p_user_id)
    or private.is_super_admin()
  )
$$;

grant execute on function private.my_shared_tone_packs, private.my_purchased_tone_packs
  to authenticated;

select private.set_quota('public.tone_packs', 'tone packs', p_daily => 200, p_total => 100,
  p_owner => 'owner_id', p_condition => 't.deleted_at is null');
select private.set_quota('public.tone_pack_shares', 'shares of tone packs', p_daily => 200);
select private.count_texts_of('public.tone_packs', '{name,description}', 'owner_id');

create policy tone_packs_select_audience on public.tone_packs for select to authenticated
  using (
    deleted_at is null and (
      is_public
      or owner_id = (select auth.uid())
      or id in (select private.my_shared_tone_packs())
    )
    or id in (select private.my_purchased_tone_packs())
    or (select private.is_super_admin())
  );

-- Everyone who sees a pack sees its previews; users of the pack see all images. The query reads the
-- pack under its own policy, so that only purchasers see a deleted one.
create policy tone_pack_images_select_audience on public.tone_pack_images for select to authenticated
  using (exists (
    select from public.tone_packs as p
    where p.id = tone_pack_id and (
      is_preview
      or p.owner_id = (select auth.uid())
      or p.is_public and p.price_drops = 0
      or p.id in (select private.my_shared_tone_packs())
      or p.id in (select private.my_purchased_tone_packs())
      or (select private.is_super_admin())
    )
  ));

create policy tone_pack_shares_select_parties on public.tone_pack_shares for select to authenticated
  using (
    user_id = (select auth.uid())
    or email is null and exists (
      select from public.tone_packs as p
      where p.id = tone_pack_id and p.owner_id = (select auth.uid())
    )
    or (select private.is_super_admin())
  );

select private.let_read('owner_or_admin', 'public.tone_pack_purchases');

grant select on public.tone_packs, public.tone_pack_images, public.tone_pack_shares
  to authenticated, service_role;
