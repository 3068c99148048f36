-- Sealed notebooks: the log of their members, which the members sign, and the keys of the notebook,
-- which they wrap for each other. Clients trust none of it and check everything themselves.

create table private.sealed_notebooks (
  notebook_id uuid primary key references public.notebooks (id) on delete cascade,
  -- The owner by the log. It stays when the owner has deleted the account.
  owner_id uuid not null,
  seq integer not null check (seq > 0),
  head text not null check (private.is_base64url(head, 32)),
  epoch bigint not null check (epoch between 1 and 4294967295),
  rotation_due boolean not null default false
);

select private.hide_table('private.sealed_notebooks',
  'The state of each sealed notebook after the last statement of its log.');
comment on column private.sealed_notebooks.head is 'The hash of the last statement.';
comment on column private.sealed_notebooks.rotation_due is
  'Whether somebody is gone, or was removed, who has the newest key: nothing is written until a member has made another one.';

create table private.sealed_log (
  notebook_id uuid not null references private.sealed_notebooks (notebook_id) on delete cascade,
  seq integer not null check (seq > 0),
  -- Byte for byte as it was signed.
  statement text not null check (octet_length(statement) <= 2000),
  signature text not null check (private.is_base64url(signature, 64)),
  created_at timestamptz not null default clock_timestamp(),
  primary key (notebook_id, seq)
);

select private.hide_table('private.sealed_log',
  'The signed statements about the members of sealed notebooks. It names ids and public keys alone, and keeps those of members who are gone: without them nobody could check the log.');

create function private.refuse_log_change() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- It goes with its notebook.
  if tg_op = 'DELETE' and not exists (
    select from private.sealed_notebooks where notebook_id = old.notebook_id
  ) then
    return old;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = '42501';
end
$$;

create trigger sealed_log_100_refuse_change before update or delete on private.sealed_log
  for each row execute function private.refuse_log_change();
create trigger sealed_log_110_refuse_truncate before truncate on private.sealed_log
  for each statement execute function private.refuse_change();

create table private.sealed_members (
  notebook_id uuid not null references private.sealed_notebooks (notebook_id) on delete cascade,
  user_id uuid not null,
  from_seq integer not null,
  until_seq integer,
  x25519 text not null,
  ed25519 text not null,
  proof text not null,
  primary key (notebook_id, user_id, from_seq)
);

select private.hide_table('private.sealed_members',
  'The members that the log of each sealed notebook names, and when.');
comment on column private.sealed_members.until_seq is
  'The statement that has removed the member; null for a present one.';

create unique index sealed_members_present_key on private.sealed_members (notebook_id, user_id)
  where until_seq is null;
create index sealed_members_user_id_idx on private.sealed_members (user_id);

create table private.sealed_wraps (
  notebook_id uuid not null references private.sealed_notebooks (notebook_id) on delete cascade,
  member_id uuid not null references public.profiles (id) on delete cascade,
  epoch bigint not null,
  sender_id uuid not null,
  wrapped text not null check (private.is_base64url(wrapped, 80)),
  created_at timestamptz not null default now(),
  primary key (notebook_id, member_id, epoch, sender_id)
);

select private.hide_table('private.sealed_wraps',
  'The keys of sealed notebooks, each wrapped for one member, who alone gets it. A wrap that a member has sent to somebody else stays when the member leaves.');

create index sealed_wraps_member_id_idx
  on private.sealed_wraps (member_id, notebook_id, epoch, sender_id);

create table private.sealed_previous (
  notebook_id uuid not null references private.sealed_notebooks (notebook_id) on delete cascade,
  epoch bigint not null check (epoch > 1),
  sender_id uuid not null,
  sealed text not null check (private.is_base64url(sealed, 48)),
  created_at timestamptz not null default now(),
  primary key (notebook_id, epoch, sender_id)
);

select private.hide_table('private.sealed_previous',
  'The key before that of each epoch, under the key of the epoch.');

-- Members who are gone ----------------------------------------------------------------------------

-- Whether a member by the log still is one by the rules of the service: not blocked or deleted,
-- with the keys of the log, and the owner, or beside the owner in the team of the notebook.
create function private.stays_in_notebook(
  p_notebook public.notebooks, p_member private.sealed_members
) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_account constant private.sealed_accounts := private.sealed_account_of(p_member.user_id);
begin
  return (v_account.x25519, v_account.ed25519) is not distinct from
      (p_member.x25519, p_member.ed25519)
    and exists (select from public.profiles where id = p_member.user_id and is_active)
    and (p_member.user_id is not distinct from p_notebook.user_id
      or p_notebook.metadata_visibility = 'team'
        and private.team_role(p_notebook.team_id, p_member.user_id) is not null
        and (p_notebook.user_id is null
          or private.team_role(p_notebook.team_id, p_notebook.user_id) is not null));
end
$$;

-- The members by the log whom the service counts as gone.
create function private.gone_from_notebook(p_notebook_id uuid) returns uuid[]
language plpgsql stable security definer set search_path = ''
as $$
begin
  return array(
    select m.user_id from private.sealed_members as m
    join public.notebooks as n on n.id = m.notebook_id
    where m.notebook_id = p_notebook_id and m.until_seq is null
      and not private.stays_in_notebook(n, m)
    order by m.user_id);
end
$$;

-- Whether nobody may write any more, because the owner is gone.
create function private.is_closed(p_notebook public.notebooks, p_gone uuid[]) returns boolean
language plpgsql immutable set search_path = ''
as $$
begin
  return p_notebook.user_id is null or p_notebook.user_id = any (p_gone);
end
$$;

-- Asks for new keys of these notebooks where a member other than the owner is gone.
create function private.ask_for_rotation(p_notebook_ids uuid[]) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  -- In the order of the ids, so that two exits do not wait for each other in a circle. Also where
  -- a rotation is due: it may be about to commit, which the snapshot does not show.
  perform from private.sealed_notebooks
  where notebook_id = any (p_notebook_ids)
  order by notebook_id for no key update;
  update private.sealed_notebooks set rotation_due = true
  where notebook_id = any (p_notebook_ids) and not rotation_due
    and array_remove(private.gone_from_notebook(notebook_id), owner_id) <> '{}';
end
$$;

-- Asks for new keys of the notebooks of which these users are members by the log.
create function private.note_sealed_exits(p_user_ids uuid[]) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_ids constant uuid[] := array(
    select notebook_id from private.sealed_members
    where user_id = any (p_user_ids) and until_seq is null);
begin
  -- Most users have no sealed notebook.
  if v_ids <> '{}' then
    perform private.ask_for_rotation(v_ids);
  end if;
end
$$;
