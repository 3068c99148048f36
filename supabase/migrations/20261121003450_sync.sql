-- Changes of what belongs to a user, for clients that keep a local copy: the latest change of each
-- object, its deletion included, in an order that is safe against transactions that commit late.

-- A migration that adds a table of such objects registers it (`private.register_synced_table`).
create table private.synced_types (
  type text primary key,
  list text not null
    constraint synced_types_list_key unique
);

comment on table private.synced_types is 'The types of objects that clients keep copies of.';
comment on column private.synced_types.list is
  'The name of their list in the changes; private.synced_<list> returns objects of it.';

create table private.changes (
  type text not null,
  id uuid not null,
  user_id uuid not null
    constraint changes_user_id_fkey references public.profiles (id) on delete cascade,
  xid xid8 not null,
  deleted_at timestamptz,
  constraint changes_pkey primary key (type, id)
);

comment on table private.changes is
  'The latest change of each object that a client may keep a copy of. Deletions are kept 90 days.';
comment on column private.changes.id is 'The id of the object; for a profile that of the user.';
comment on column private.changes.xid is 'The transaction of the change, in the 64-bit form.';

create index changes_page_idx on private.changes (user_id, xid, type, id);
create index changes_deleted_at_idx on private.changes (deleted_at) where deleted_at is not null;

-- Transaction ids mean nothing in another cluster, or in one that went back in time.
create table private.sync_eras (
  only_row boolean not null default true
    constraint sync_eras_only_row_check check (only_row),
  era integer not null default 1,
  cluster bigint not null,
  constraint sync_eras_pkey primary key (only_row)
);

comment on table private.sync_eras is
  'The cluster that the ids in private.changes belong to. Cursors of another era are expired.';

insert into private.sync_eras (cluster) select system_identifier from pg_control_system();

alter table private.synced_types enable row level security;
alter table private.changes enable row level security;
alter table private.sync_eras enable row level security;
create policy synced_types_all_nobody on private.synced_types using (false);
create policy changes_all_nobody on private.changes using (false);
create policy sync_eras_all_nobody on private.sync_eras using (false);

-- Recording ---------------------------------------------------------------------------------------

create function private.record_change(p_type text, p_id uuid, p_user_id uuid) returns void
language sql volatile security definer set search_path = ''
as $$
  insert into private.changes as c (type, id, user_id, xid)
  values (p_type, p_id, p_user_id, pg_current_xact_id())
  on conflict (type, id) do update set xid = excluded.xid where c.xid <> excluded.xid
$$;

-- Records a change of a row. Its argument is the type.
create function private.record_row_change() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'UPDATE' then
    perform private.record_change(tg_argv[0], new.id, new.user_id);
  elsif tg_op = 'INSERT' then
    insert into private.changes (type, id, user_id, xid)
    values (tg_argv[0], new.id, new.user_id, pg_current_xact_id())
    on conflict (type, id) do nothing;
    -- A device that repeats an old request does not bring back what another one has deleted.
    if not found then
      perform private.refuse_deleted_id(user_id, new.user_id) from private.changes
      where type = tg_argv[0] and id = new.id;
    end if;
  else
    -- Not when the account is deleted.
    insert into private.changes as c (type, id, user_id, xid, deleted_at)
    select tg_argv[0], old.id, old.user_id, pg_current_xact_id(), now()
    where exists (select from public.profiles where id = old.user_id)
    on conflict (type, id) do update set xid = excluded.xid, deleted_at = excluded.deleted_at;
  end if;
  return null;
end
$$;

create function private.record_content_change() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.record_change('journal_entry', new.entry_id, new.user_id);
  return null;
end
$$;

-- Once for a statement, because the monthly award changes many profiles in one.
create function private.record_profile_changes() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.changes as c (type, id, user_id, xid)
  select 'profile', id, id, pg_current_xact_id() from changed
  on conflict (type, id) do update set xid = excluded.xid where c.xid <> excluded.xid;
  return null;
end
$$;

-- Adds a type of objects: the rows of a table or view with `id` and `user_id`. Its function returns
-- the objects of a user with the given ids, in their order; a function of its own keeps its plan.
create function private.add_synced_type(p_type text, p_list text, p_source regclass) returns void
language plpgsql volatile set search_path = ''
as $$
begin
  insert into private.synced_types (type, list) values (p_type, p_list);
  execute format(
    'create function private.%I(p_user_id uuid, p_ids uuid[]) returns jsonb
     language plpgsql stable security definer set search_path = %L
     as %L',
    'synced_' || p_list, '', format(
      'begin
        return (
          select coalesce(jsonb_agg(to_jsonb(x) order by ids.n), %L)
          from unnest(p_ids) with ordinality as ids (id, n)
          join %s as x on x.id = ids.id and x.user_id = p_user_id
        );
      end', '[]', p_source));
end
$$;

-- Adds the rows of a table to sync, as objects of this type in the list of the table's name.
create function private.register_synced_table(p_type text, p_table text) returns void
language plpgsql volatile set search_path = ''
as $$
begin
  perform private.add_synced_type(p_type, p_table, format('public.%I', p_table)::regclass);
  execute format(
    'create trigger %I after insert or update or delete on public.%I
     for each row execute function private.record_row_change(%L)',
    p_table || '_900_record', p_table, p_type);
end
$$;

select private.register_synced_table('notebook', 'notebooks');
select private.register_synced_table('goal', 'goals');
select private.register_synced_table('goal_check_in', 'goal_check_ins');

create view private.notification_copies as
  select id, user_id, type, title, body, data, read_at, created_at from public.notifications;

create view private.entry_copies as
  select
    e.id, e.user_id, e.title, c.content, e.mood, e.tags, e.notebook_id, e.metadata_visibility,
    e.content_visibility, e.effective_metadata_visibility, e.effective_content_visibility,
    e.team_id, e.org_id, coalesce(c.mentions, '[]') as mentions, e.spotify_track_id, e.version,
    e.written_at, e.created_at, e.updated_at
  from public.journal_entries as e
  join public.journal_entry_contents as c on c.entry_id = e.id;

comment on view private.notification_copies is 'Notifications as clients keep them.';
comment on view private.entry_copies is 'Entries as clients keep them.';

select private.add_synced_type('journal_entry', 'journal_entries', 'private.entry_copies');
select private.add_synced_type('notification', 'notifications', 'private.notification_copies');

create trigger notifications_900_record after insert or update or delete on public.notifications
  for each row execute function private.record_row_change('notification');
create trigger journal_entries_900_record after insert or delete on public.journal_entries
  for each row execute function private.record_row_change('journal_entry');
create trigger journal_entries_910_record after update on public.journal_entries
  for each row when (old is distinct from new)
  execute function private.record_row_change('journal_entry');
create trigger journal_entry_contents_900_record
  after update of content, mentions on public.journal_entry_contents
  for each row when ((old.content, old.mentions) is distinct from (new.content, new.mentions))
  execute function private.record_content_change();
create trigger profiles_900_record after insert on public.profiles
  referencing new table as changed
  for each statement execute function private.record_profile_changes();
create trigger profiles_910_record after update on public.profiles
  referencing new table as changed
  for each statement execute function private.record_profile_changes();

-- Keeping -----------------------------------------------------------------------------------------

-- Deletions outlive the cursors that need them by a day, since they commit after their time.
create function private.purge_deletions() returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_count integer;
  v_messages integer;
begin
  delete from private.changes where (type, id) in (
    select type, id from private.changes
    where deleted_at < now() - interval '91 days' order by deleted_at limit 20000
    for update skip locked
  );
  get diagnostics v_count = row_count;
  delete from private.deleted_team_messages where id in (
    select id from private.deleted_team_messages
    where deleted_at < now() - interval '91 days' order by deleted_at limit 20000
    for update skip locked
  );
  get diagnostics v_messages = row_count;
  return jsonb_build_object('removed', v_count + v_messages);
end
$$;

select private.schedule_statement('deletions-purge', '25 * * * *', 'select private.purge_deletions()');

-- The operator calls it after a restore: every client starts anew.
create function private.restart_sync() returns void
language sql volatile security definer set search_path = ''
as $$
  update private.changes set xid = pg_current_xact_id();
  update private.sync_eras
  set era = era + 1, cluster = (select system_identifier from pg_control_system());
$$;

-- Export and deletion of an account ---------------------------------------------------------------

select private.register_person_column(
  'private.changes', 'user_id', 'cascade',
  p_reason => 'Times of changes; the export contains what they are about.');
