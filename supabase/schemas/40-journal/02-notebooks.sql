-- Notebooks. Their owner writes them directly; those they are shared with read them. A sealed
-- notebook (`57-sealed`) is made by a function, and outlives its owner while members are left.

create table public.notebooks (
  id uuid primary key default private.uuid_v7(),
  user_id uuid default auth.uid() references public.profile_cards (id) on delete cascade,
  name text not null check (char_length(name) <= 100 and name ~ '\S'),
  metadata_visibility text not null default 'user'
    check (metadata_visibility in ('user', 'team', 'org', 'public')),
  content_visibility text not null default 'user'
    check (content_visibility in ('user', 'team', 'org', 'public')),
  team_id uuid,
  org_id uuid,
  version integer not null default 1,
  written_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  is_sealed boolean not null default false,
  constraint notebooks_owner_key unique (id, user_id),
  constraint notebooks_owner_check check (user_id is not null or is_sealed),
  constraint notebooks_sealed_check check (
    not is_sealed or metadata_visibility = content_visibility
      and metadata_visibility in ('user', 'team') and org_id is null),
  constraint notebooks_team_id_check
    check (team_id is not null or 'team' not in (metadata_visibility, content_visibility)),
  constraint notebooks_org_id_check
    check (org_id is not null or 'org' not in (metadata_visibility, content_visibility))
);

select private.guard_table('public.notebooks',
  'Collections of entries, which inherit their visibility.');
comment on column public.notebooks.metadata_visibility is
  'The audience of the notebook, and of the metadata of entries without a visibility of their own.';
comment on column public.notebooks.content_visibility is
  'The audience of the content of entries without a content visibility of their own.';
comment on column public.notebooks.user_id is
  'The owner; null for a sealed notebook whose owner has deleted the account.';
comment on column public.notebooks.is_sealed is
  'Whether its members alone can read what is written in it. Set when it is made, for good.';

-- One index for each way to reach a notebook, all in the order of the list.
create index notebooks_page_idx on public.notebooks (written_at desc, id desc);
create index notebooks_user_id_idx on public.notebooks (user_id, written_at desc, id desc);
create index notebooks_shared_team_idx on public.notebooks (team_id, written_at desc, id desc)
  where metadata_visibility = 'team';
create index notebooks_shared_org_idx on public.notebooks (org_id, written_at desc, id desc)
  where metadata_visibility = 'org';
create index notebooks_team_id_idx on public.notebooks (team_id, user_id) where team_id is not null;
create index notebooks_org_id_idx on public.notebooks (org_id, user_id) where org_id is not null;
create index notebooks_public_idx on public.notebooks (written_at desc, id desc)
  where metadata_visibility = 'public';

-- Before `updated_at` changes: a write that changes nothing keeps the version.
create trigger notebooks_090_set_version before update on public.notebooks
  for each row when (old is distinct from new) execute function private.set_version();

-- Sharing -----------------------------------------------------------------------------------------

-- Users whose sharing with a team or an organization has ended, until a job has changed their
-- notebooks and entries. Until then nobody else reads what they share with teams and organizations.
create table private.sharing_ends (
  user_id uuid not null references public.profile_cards (id) on delete cascade,
  group_id uuid not null,
  -- They take turns, so that nobody holds up others.
  turn_at timestamptz not null default clock_timestamp(),
  primary key (user_id, group_id)
);

select private.hide_table('private.sharing_ends',
  'Teams and organizations that a member of many entries has left, while a job ends the sharing.');
create index sharing_ends_turn_at_idx on private.sharing_ends (turn_at);

create function private.authors_in_change() returns setof uuid
language plpgsql stable security definer rows 1 set search_path = ''
as $$
begin
  return query select distinct s.user_id from private.sharing_ends as s;
end
$$;

-- Refuses to share with a group of which the author is not a member, or which the author left a
-- moment ago. Locks the membership until the end of the transaction, so that a transaction in which
-- the author leaves sees what is shared.
create function private.require_membership(p_field text, p_group_id uuid, p_user_id uuid)
returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  if p_field = 'team_id' then
    perform from public.team_members where team_id = p_group_id and user_id = p_user_id
    for key share;
    perform private.refuse_if(private.team_role(p_group_id, p_user_id) is null,
      400, 'team_id: you are not a member of this team', 'not_a_member');
  else
    perform from public.organization_members where org_id = p_group_id and user_id = p_user_id
    for key share;
    perform private.refuse_if(private.org_role(p_group_id, p_user_id) is null,
      400, 'org_id: you are not a member of this organization', 'not_a_member');
  end if;
  perform private.refuse_if(exists (
    select from private.sharing_ends where user_id = p_user_id and group_id = p_group_id
  ), 400, p_field || ': what you shared before you left is being made private; try again in a minute',
    'not_a_member');
end
$$;

-- Requires a target of each visibility, and for a new one the membership of the author.
create function private.require_sharing_target() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_is_changed boolean;
begin
  -- Most are shared with nobody in particular. `old` is null for a new row.
  if num_nulls(new.team_id, new.org_id) = 2
    and not array[new.metadata_visibility, new.content_visibility] && '{team,org}' then
    return new;
  end if;
  perform private.refuse_if(
    new.team_id is null and 'team' in (new.metadata_visibility, new.content_visibility),
    400, 'team_id: required when a visibility is team', 'required');
  perform private.refuse_if(
    new.org_id is null and 'org' in (new.metadata_visibility, new.content_visibility),
    400, 'org_id: required when a visibility is org', 'required');
  v_is_changed := (new.metadata_visibility, new.content_visibility)
    is distinct from (old.metadata_visibility, old.content_visibility);
  -- The end of sharing with one group keeps what is shared with another.
  if new.team_id is distinct from old.team_id
    or v_is_changed and 'team' in (new.metadata_visibility, new.content_visibility) then
    perform private.require_membership('team_id', new.team_id, new.user_id)
    where new.team_id is not null;
  end if;
  if new.org_id is distinct from old.org_id
    or v_is_changed and 'org' in (new.metadata_visibility, new.content_visibility) then
    perform private.require_membership('org_id', new.org_id, new.user_id)
    where new.org_id is not null;
  end if;
  return new;
end
$$;

create trigger notebooks_050_require_sharing_target
  before insert or update of metadata_visibility, content_visibility, team_id, org_id
  on public.notebooks for each row execute function private.require_sharing_target();

-- Locks follow one order, so that sharing and leaving do not deadlock: memberships (of
-- organizations, then of teams), notebooks, entries. A function that shares something locks the
-- memberships before it locks a notebook or an entry.
create function private.lock_memberships(p_user_id uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform from public.organization_members where user_id = p_user_id order by org_id for key share;
  perform from public.team_members where user_id = p_user_id order by team_id for key share;
end
$$;

create function private.lock_my_memberships() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.lock_memberships((select auth.uid()));
  return null;
end
$$;

-- Not inside private.end_sharing, which holds the locks it needs.
create trigger notebooks_010_lock_memberships before update of team_id, org_id on public.notebooks
  for each statement when (pg_trigger_depth() = 0)
  execute function private.lock_my_memberships();

select private.set_quota('public.notebooks', 'notebooks', p_daily => 10000, p_total => 1000);
select private.count_texts_of('public.notebooks', '{name}');

-- Notebooks of many entries that were deleted, or whose visibility has changed. Until a job has
-- changed their entries, others see none of them, and nobody sees a deleted notebook.
create table private.notebook_changes (
  notebook_id uuid primary key references public.notebooks (id) on delete cascade,
  is_deletion boolean not null default false,
  -- They take turns, so that nobody holds up others by changing a notebook all the time.
  turn_at timestamptz not null default clock_timestamp(),
  -- Entries from here on are written.
  before_at timestamptz not null default 'infinity',
  before_id uuid not null default private.last_id()
);

select private.hide_table('private.notebook_changes',
  'Notebooks whose entries a job is changing.');
select private.register_person_column('private.notebook_changes', 'before_id',
  'A position in the list of entries.', 'keep');

create function private.notebooks_in_change(p_deleted boolean default false)
returns setof uuid
language plpgsql stable security definer rows 1 set search_path = ''
as $$
begin
  if p_deleted then
    return query select c.notebook_id from private.notebook_changes as c where c.is_deletion;
  else
    return query select c.notebook_id from private.notebook_changes as c;
  end if;
end
$$;

grant execute on function private.notebooks_in_change, private.authors_in_change to authenticated;

-- The caller's teams and organizations. One array serves for both: the server makes their ids, so
-- that no team has the id of an organization.
create function private.my_group_ids() returns uuid[]
language plpgsql stable security definer set search_path = ''
as $$
begin
  -- One query, because every policy of a page of the journal calls this function.
  return array(
    select m.team_id from private.current_team_members as m where m.user_id = auth.uid()
    union all
    select m.org_id from private.current_org_members as m where m.user_id = auth.uid());
end
$$;

create policy notebooks_select_audience on public.notebooks for select to authenticated
  using (
    id not in (select private.notebooks_in_change(true))
    and (
      user_id = (select auth.uid())
      or metadata_visibility = 'public'
      or case metadata_visibility when 'team' then team_id when 'org' then org_id end
        = any ((select private.my_group_ids())::uuid[])
        and (user_id in (select private.authors_in_change())) is not true
      or (select private.is_super_admin())
    )
  );
select private.let_owner_change('public.notebooks',
  p_insert => '{id,name,metadata_visibility,content_visibility,team_id,org_id,written_at}',
  p_update => '{name,metadata_visibility,content_visibility,team_id,org_id}', p_delete => true);

grant select, delete on public.notebooks to authenticated;
grant all on public.notebooks to service_role;

-- Whether the caller has deleted a notebook that still has entries.
create function private.is_notebook_deleted(p_id uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.notebooks
    where id = p_id and user_id = (select auth.uid())
      and id in (select private.notebooks_in_change(true)))
$$;

select private.expose('authenticated', 'is_notebook_deleted');

-- Lists -------------------------------------------------------------------------------------------

-- Notebooks the caller may see, newest first. Row security decides; each branch reads at most a
-- page through its own index.
create function public.list_notebooks(
  p_before_at timestamptz default null, p_before_id uuid default null, p_limit integer default 50
) returns setof public.notebooks
language plpgsql stable rows 20 set search_path = ''
as $$
declare
  v_caller uuid := (select auth.uid());
  v_before_at timestamptz := coalesce(p_before_at, 'infinity');
  v_before_id uuid := coalesce(p_before_id, private.last_id());
  v_limit integer := private.page_limit(p_limit);
begin
  if private.is_super_admin() then
    return query
      select * from public.notebooks as n
      where (n.written_at, n.id) < (v_before_at, v_before_id)
      order by n.written_at desc, n.id desc limit v_limit;
    return;
  end if;
  return query
    select * from (
      (select * from public.notebooks as n
       where n.user_id = v_caller and (n.written_at, n.id) < (v_before_at, v_before_id)
       order by n.written_at desc, n.id desc limit v_limit)
      union all
      (select * from public.notebooks as n
       where n.metadata_visibility = 'public' and n.user_id <> v_caller
         and (n.written_at, n.id) < (v_before_at, v_before_id)
       order by n.written_at desc, n.id desc limit v_limit)
      union all
      (select x.* from private.my_team_ids() as t (id) cross join lateral (
         select * from public.notebooks as n
         where n.team_id = t.id and n.metadata_visibility = 'team'
           and n.user_id is distinct from v_caller
           and (n.written_at, n.id) < (v_before_at, v_before_id)
         order by n.written_at desc, n.id desc limit v_limit) as x)
      union all
      (select x.* from private.my_org_ids() as o (id) cross join lateral (
         select * from public.notebooks as n
         where n.org_id = o.id and n.metadata_visibility = 'org' and n.user_id <> v_caller
           and (n.written_at, n.id) < (v_before_at, v_before_id)
         order by n.written_at desc, n.id desc limit v_limit) as x)
    ) as f
    order by f.written_at desc, f.id desc limit v_limit;
end
$$;

grant execute on function public.list_notebooks to authenticated;

select private.register_personal_data('public.notebooks', 'erase_notebooks', 20);

select private.register_synced_table('notebook', 'notebooks');
