-- Share links: the code of a link shows one entry to anybody, without an account, until it ends.

create table public.share_links (
  id uuid primary key default private.uuid_v7(),
  entry_id uuid not null references public.journal_entries (id) on delete cascade,
  user_id uuid not null references public.profile_cards (id) on delete cascade,
  expires_at timestamptz not null,
  has_passphrase boolean not null,
  locked_until timestamptz,
  revoked_at timestamptz,
  created_at timestamptz not null default now()
);

select private.guard_table('public.share_links',
  'Links to one entry for anybody who has the code. Only functions write them.');
comment on column public.share_links.locked_until is
  'Until then nobody opens it, because too many passphrases were wrong.';
comment on column public.share_links.revoked_at is
  'When its author ended it, or somebody blocked the author.';

create index share_links_page_idx on public.share_links (user_id, created_at desc, id desc);
create index share_links_entry_id_idx on public.share_links (entry_id);
create index share_links_ended_idx on public.share_links (least(revoked_at, expires_at));

-- Beside the link, because views change it often, and neither sync nor the devices of the author
-- are told of each.
create table private.share_link_secrets (
  link_id uuid primary key references public.share_links (id) on delete cascade,
  code_hash bytea not null unique check (octet_length(code_hash) = 32),
  salt bytea check (octet_length(salt) = 16),
  passphrase_key bytea check (octet_length(passphrase_key) = 32),
  wrong_at timestamptz[] not null default '{}',
  views integer not null default 0,
  constraint share_link_secrets_passphrase_check check (num_nulls(salt, passphrase_key) <> 1)
);

select private.hide_table('private.share_link_secrets',
  'The SHA-256 of the code of each link, the key derived from its passphrase, and its views.');
comment on column private.share_link_secrets.wrong_at is
  'When passphrases were wrong within the hour before the last one.';

select private.let_read('owner', 'public.share_links');
grant all on public.share_links to service_role;

create view private.share_link_counts as select link_id, views from private.share_link_secrets;

comment on view private.share_link_counts is 'The views of all links, for a view of their owner.';

grant select on private.share_link_counts to authenticated, service_role;

-- A link as its author sees it.
create view public.share_link_cards with (security_invoker = true) as
  select l.*, c.views
  from public.share_links as l join private.share_link_counts as c on c.link_id = l.id;

comment on view public.share_link_cards is 'Share links with their number of views.';

grant select on public.share_link_cards to authenticated, service_role;

-- Making and ending -------------------------------------------------------------------------------

insert into private.quotas (kind, max_daily, max_total) values ('share links', 200, 20);

-- Counts one more link to an entry of the caller, whom it returns; refuses who may not make it.
create function private.count_share_link(p_entry_id uuid) returns uuid
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_max constant integer := (select max_total from private.quotas where kind = 'share links');
  v_entry constant public.journal_entries := private.require_own_entry(p_entry_id);
  v_caller constant uuid := v_entry.user_id;
begin
  perform private.refuse_if(v_entry.is_sealed,
    409, 'A sealed entry has no link: its readers would need a key', 'sealed');
  perform private.require_account_holder();
  perform private.require_signed_in();
  perform private.refuse_if((select is_classroom from public.profiles where id = v_caller),
    403, 'Classroom accounts may not make share links');
  -- Lets one transaction of the user in at a time.
  perform private.count_made('share links', v_caller, 1);
  perform private.refuse_if(v_max <= (
    select count(*) from public.share_links
    where user_id = v_caller and revoked_at is null and expires_at > now()
  ), 409, format('At most %s active share links, revoke some first', v_max), 'quota_reached');
  return v_caller;
end
$$;

-- Before a key is derived from a passphrase, which takes long: refuses what `create_share_link`
-- would refuse, and counts nothing.
create function private.prepare_share_link(p_entry_id uuid) returns void
language sql volatile security definer set search_path = ''
as $$
  select private.add_made('share links', private.count_share_link(p_entry_id), -1)
$$;

-- Makes a link to an entry of the caller. The code is returned here only. The service derives the
-- key from a passphrase; salt and key are hexadecimal.
create function private.create_share_link(
  p_entry_id uuid, p_expires_in_days integer default 7, p_salt text default null,
  p_key text default null
) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_code constant text := encode(extensions.gen_random_bytes(24), 'hex');
  v_caller constant uuid := private.count_share_link(p_entry_id);
  v_id uuid;
begin
  perform private.refuse_if(coalesce(p_expires_in_days not between 1 and 90, true),
    400, 'expires_in_days: expected 1 to 90');
  insert into public.share_links (entry_id, user_id, expires_at, has_passphrase)
  values (p_entry_id, v_caller, now() + make_interval(days => p_expires_in_days),
    p_key is not null)
  returning id into v_id;
  insert into private.share_link_secrets (link_id, code_hash, salt, passphrase_key)
  values (v_id, sha256(convert_to(v_code, 'UTF8')), decode(p_salt, 'hex'), decode(p_key, 'hex'));
  return (
    select (to_jsonb(l) - 'user_id') || jsonb_build_object('code', v_code)
    from public.share_link_cards as l where l.id = v_id
  );
end
$$;

-- Ends a link of the caller. A link that has ended stays as it is.
create function private.revoke_share_link(p_id uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_caller constant uuid := private.require_caller();
begin
  perform private.refuse_if(not exists (
    select from public.share_links where id = p_id and user_id = v_caller
  ), 404, 'Share link not found');
  update public.share_links set revoked_at = now()
  where id = p_id and revoked_at is null and expires_at > now();
end
$$;

-- The links of somebody who is blocked, or leaves, do not open again after the block.
create function private.revoke_share_links_of_blocked() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.share_links set revoked_at = now()
  where user_id = new.id and revoked_at is null and expires_at > now();
  return null;
end
$$;

create trigger profiles_700_revoke_share_links after update of is_active on public.profiles
  for each row when (old.is_active and not new.is_active)
  execute function private.revoke_share_links_of_blocked();

-- Opening -----------------------------------------------------------------------------------------

-- The limit of each address. A request with an unknown code counts too.
insert into private.rate_limit_rules (bucket, max_hits, per)
values ('shared_entry', 60, '1 minute');

-- Returns the entry that the holder of a code reads: {id, entry_id, entry}. The service calls this
-- after it has counted the address, first without a key. For a link with a passphrase the answer is
-- the `salt` alone; the service derives the key with it and calls again. A wrong key is answered
-- with {wrong: true}, because an exception would undo the record of the attempt.
create function private.open_share_link(p_code_hash text, p_key text default null) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_max_wrong constant integer := 10;
  v_per constant interval := '1 hour';
  v_secret private.share_link_secrets;
  v_link public.share_links;
  v_now timestamptz;
begin
  select * into v_secret from private.share_link_secrets
  where code_hash = decode(p_code_hash, 'hex');
  -- Guesses come one after another: of a thousand at once, ten are looked at.
  if p_key is not null and v_secret.passphrase_key is not null then
    perform from public.share_links where id = v_secret.link_id for no key update;
  end if;
  select * into v_link from public.share_links where id = v_secret.link_id;
  perform private.refuse_if(v_link.id is null, 404, 'Share link not found');
  -- Of now, not of the beginning of the transaction, which may have waited.
  v_now := clock_timestamp();
  perform private.refuse_if(v_link.revoked_at is not null or v_link.expires_at <= v_now
    or not private.is_admitted(v_link.user_id),
    410, 'This link has ended: ask its author for another one', 'link_gone');
  if v_secret.passphrase_key is not null then
    perform private.refuse_if(v_link.locked_until > v_now, 429,
      'Too many wrong passphrases, try again later', 'rate_limited',
      ceil(extract(epoch from v_link.locked_until - v_now))::integer);
    if p_key is null then
      return jsonb_build_object('salt', encode(v_secret.salt, 'hex'));
    elsif decode(p_key, 'hex') <> v_secret.passphrase_key then
      update private.share_link_secrets as s
      set wrong_at = array(select t from unnest(s.wrong_at) as t where t > v_now - v_per) || v_now
      where s.link_id = v_link.id
      returning * into v_secret;
      -- Until fewer than so many are within the hour.
      update public.share_links set locked_until = v_secret.wrong_at[1] + v_per
      where id = v_link.id and cardinality(v_secret.wrong_at) >= v_max_wrong;
      return jsonb_build_object('wrong', true);
    end if;
  end if;
  return (
    select jsonb_build_object('id', v_link.id, 'entry_id', e.id, 'entry', jsonb_build_object(
      'title', e.title, 'content', c.content, 'mood', e.mood, 'written_at', e.written_at,
      'author', to_jsonb(a)))
    from public.journal_entries as e
    join private.journal_entry_contents as c on c.entry_id = e.id
    join public.profile_cards as a on a.id = e.user_id
    where e.id = v_link.entry_id
  );
end
$$;

create function private.count_share_link_view(p_id uuid) returns void
language sql volatile security definer set search_path = ''
as $$
  update private.share_link_secrets set views = views + 1 where link_id = p_id
$$;

select private.expose('authenticated', 'prepare_share_link', 'create_share_link',
  'revoke_share_link');
select private.expose('service_role', 'open_share_link', 'count_share_link_view');

-- Copies, export, end -----------------------------------------------------------------------------

-- A copy has the views of the time when it was read.
select private.register_synced_table(
  'share_link', 'share_links', p_source => 'public.share_link_cards');

select private.register_personal_data('public.share_links',
  p_source => 'public.share_link_cards');
select private.register_person_column('private.share_link_secrets', 'link_id',
  'Hashes, with which nobody can do anything; the views are exported with the link.');

select private.purge_when('public.share_links', 'least(revoked_at, expires_at)', '30 days');
