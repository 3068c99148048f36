-- Changes of what belongs to a user, for clients that keep a local copy: the latest change of each
-- object, its deletion included, in an order that is safe against transactions that commit late.

-- A migration that adds a table of such objects registers it (`private.register_synced_table`).
create table private.synced_types (
  type text primary key,
  list text not null unique
);

select private.hide_table('private.synced_types',
  'The types of objects that clients keep copies of.');
comment on column private.synced_types.list is
  'The name of their list in the changes; private.synced_<list> returns objects of it.';

create table private.changes (
  type text not null,
  id uuid not null,
  -- Without a foreign key, whose check would cost each write as much as the row: the object's own
  -- does, and the deletion of the account removes the rows.
  user_id uuid not null,
  position bigint not null default private.sync_position(),
  deleted_at timestamptz,
  primary key (type, id)
);

select private.hide_table('private.changes',
  'The latest change of each object that a client may keep a copy of. Deletions are kept 90 days.');
comment on column private.changes.id is 'The id of the object; for a profile that of the user.';
comment on column private.changes.position is 'The era, and in the lower 44 bits the transaction.';

create index changes_page_idx on private.changes (user_id, position, type, id);
create index changes_deleted_at_idx on private.changes (deleted_at) where deleted_at is not null;

-- Recording ---------------------------------------------------------------------------------------

-- Records a change of a row. Its argument is the type.
create function private.record_row_change() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  c_position constant bigint := private.sync_position();
begin
  if tg_op = 'UPDATE' then
    update private.changes set position = c_position where type = tg_argv[0] and id = new.id;
    -- The object is older than the registration of its table.
    if not found then
      insert into private.changes (type, id, user_id, position)
      values (tg_argv[0], new.id, new.user_id, c_position)
      on conflict do nothing;
    end if;
  elsif tg_op = 'INSERT' then
    insert into private.changes (type, id, user_id, position)
    values (tg_argv[0], new.id, new.user_id, c_position)
    on conflict (type, id) do nothing;
    -- A device that repeats an old request does not bring back what another one has deleted.
    if not found then
      perform private.refuse_deleted_id(user_id, new.user_id) from private.changes
      where type = tg_argv[0] and id = new.id;
    end if;
  else
    -- Nothing, when the deletion of the account has removed the row.
    update private.changes set position = c_position, deleted_at = now()
    where type = tg_argv[0] and id = old.id;
  end if;
  return null;
end
$$;

create function private.record_content_change() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update private.changes set position = private.sync_position()
  where type = 'journal_entry' and id = new.entry_id;
  return null;
end
$$;

-- Where sync finds the last change of each profile. A movement of drops changes no index of it.
create table private.profile_changes (
  user_id uuid primary key references public.profiles (id) on delete cascade,
  position bigint not null default private.sync_position()
) with (fillfactor = 70);

select private.hide_table('private.profile_changes',
  'The last change of each profile, as private.changes has it of other objects.');

-- Once for a statement, because the monthly award changes many profiles in one.
create function private.record_profile_changes() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    insert into private.profile_changes (user_id) select id from changed;
  else
    -- An array, because a plan for the rows of one statement would serve all.
    update private.profile_changes set position = private.sync_position()
    where user_id = any (array(select id from changed));
  end if;
  return null;
end
$$;

-- Adds a type of objects: the rows of a table or view with `id` and `user_id`. Its function returns
-- the objects of a user with the given ids, in their order; a function of its own keeps its plan.
-- It looks them up by id: `is true` hides from the planner an index of the user's rows, who may
-- have many more than the average user for whom a kept plan is made.
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
          join %s as x on x.id = ids.id and (x.user_id = p_user_id) is true
        );
      end', '[]', p_source));
end
$$;

-- Adds the rows of a table to sync and live updates, as objects of this type in the list of the
-- table's name.
create function private.register_synced_table(p_type text, p_table text) returns void
language plpgsql volatile set search_path = ''
as $$
begin
  perform private.add_synced_type(p_type, p_table, format('public.%I', p_table)::regclass);
  execute format(
    'create trigger %I after insert or update or delete on public.%I
     for each row execute function private.record_row_change(%L)',
    p_table || '_900_record', p_table, p_type);
  perform private.tell_owners_of(p_table, p_type);
end
$$;

select private.register_synced_table('notebook', 'notebooks');
select private.register_synced_table('goal', 'goals');
select private.register_synced_table('goal_check_in', 'goal_check_ins');

create view private.notification_copies as
  select id, user_id, type, title, body, data, read_at, created_at from public.notifications;

create view private.entry_copies as
  select
    e.id, e.user_id, e.title, c.content, e.mood, e.mood_source, e.tags, e.notebook_id,
    e.metadata_visibility, e.content_visibility, e.effective_metadata_visibility, e.effective_content_visibility,
    e.team_id, e.org_id, coalesce(c.mentions, '[]') as mentions, e.spotify_track_id, e.version,
    e.written_at, e.created_at, e.updated_at
  from public.journal_entries as e
  join private.journal_entry_contents as c on c.entry_id = e.id;

create view private.attachment_copies as
  select id, entry_id, user_id, kind, type, bytes, width, height, duration_s, transcript, created_at
  from public.entry_attachments;

comment on view private.attachment_copies is 'Attachments as clients keep them, without their files.';
comment on view private.notification_copies is 'Notifications as clients keep them.';
comment on view private.entry_copies is 'Entries as clients keep them.';

select private.add_synced_type('journal_entry', 'journal_entries', 'private.entry_copies');
select private.add_synced_type('notification', 'notifications', 'private.notification_copies');
select private.add_synced_type('attachment', 'attachments', 'private.attachment_copies');
select private.tell_owners_of('entry_attachments', 'attachment');

create trigger notifications_900_record after insert or update or delete on public.notifications
  for each row execute function private.record_row_change('notification');
create trigger entry_attachments_900_record
  after insert or update or delete on public.entry_attachments
  for each row execute function private.record_row_change('attachment');
create trigger journal_entries_900_record after insert or delete on public.journal_entries
  for each row execute function private.record_row_change('journal_entry');
create trigger journal_entries_910_record after update on public.journal_entries
  for each row when (old is distinct from new)
  execute function private.record_row_change('journal_entry');
create trigger journal_entry_contents_900_record
  after update of content, mentions on private.journal_entry_contents
  for each row when ((old.content, old.mentions) is distinct from (new.content, new.mentions))
  execute function private.record_content_change();
create trigger profiles_900_record after insert on public.profiles
  referencing new table as changed
  for each statement execute function private.record_profile_changes();
create trigger profiles_910_record after update on public.profiles
  referencing new table as changed
  for each statement execute function private.record_profile_changes();

-- A day longer than the cursors of clients last.
select private.purge_when('private.changes', 'deleted_at', '91 days');

-- Last, so that what is deleted before leaves no trace. First it would wait in a circle: for rows
-- about both of two users whose deletions run at once, each of which records a change of the
-- other's.
select private.register_person_column('private.changes', 'user_id',
  'Times of changes; the export contains what they are about.', 'delete', 110);
select private.register_person_column('private.profile_changes', 'user_id',
  'The time of a change of the profile, which the export contains.');
