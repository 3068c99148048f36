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

-- Transaction ids mean nothing in another cluster, or in one that went back in time. What was written
-- there belongs to an earlier era.
create table private.sync_eras (
  only_row boolean not null default true check (only_row),
  era integer not null default 1 check (era between 1 and 500000),
  cluster text not null,
  primary key (only_row)
);

select private.hide_table('private.sync_eras',
  'The cluster that the transactions of this era belong to. Cursors of another era are expired.');

-- The cluster and its timeline, of which there is a new one after a recovery to a point in time.
create function private.this_cluster() returns text
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select system_identifier from pg_control_system())
    || '/' || left(pg_walfile_name(pg_current_wal_lsn()), 8);
end
$$;

insert into private.sync_eras (cluster) values (private.this_cluster());

-- The position of what this transaction changes. The id of a transaction has fewer than 44 bits.
create function private.sync_position() returns bigint
language plpgsql volatile security definer set search_path = ''
as $$
begin
  return (select era::bigint << 44 from private.sync_eras) + pg_current_xact_id()::text::bigint;
end
$$;

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

-- Once for a statement, because the monthly award changes many profiles in one.
create function private.record_profile_changes() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  c_position constant bigint := private.sync_position();
begin
  if tg_op = 'INSERT' then
    insert into private.changes (type, id, user_id, position)
    select 'profile', id, id, c_position from changed
    on conflict (type, id) do update set position = excluded.position;
  else
    -- An array, because a plan for the rows of one statement would serve all.
    update private.changes set position = c_position
    where type = 'profile' and id = any (array(select id from changed));
  end if;
  return null;
end
$$;

-- Adds a type of objects: the rows of a table or view with `id` and `user_id`. Its function returns
-- the objects of a user with the given ids, in their order; a function of its own keeps its plan. It
-- looks them up by id: `is true` hides from the planner an index of the user's rows, who may have
-- many more than the average user for whom a kept plan is made.
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
    e.id, e.user_id, e.title, c.content, e.mood, e.tags, e.notebook_id, e.metadata_visibility,
    e.content_visibility, e.effective_metadata_visibility, e.effective_content_visibility,
    e.team_id, e.org_id, coalesce(c.mentions, '[]') as mentions, e.spotify_track_id, e.version,
    e.written_at, e.created_at, e.updated_at
  from public.journal_entries as e
  join public.journal_entry_contents as c on c.entry_id = e.id;

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
  after update of content, mentions on public.journal_entry_contents
  for each row when ((old.content, old.mentions) is distinct from (new.content, new.mentions))
  execute function private.record_content_change();
create trigger profiles_900_record after insert on public.profiles
  referencing new table as changed
  for each statement execute function private.record_profile_changes();
create trigger profiles_910_record after update on public.profiles
  referencing new table as changed
  for each statement execute function private.record_profile_changes();

-- Reading -----------------------------------------------------------------------------------------

-- The objects of a list with these ids.
create function private.synced_objects(p_user_id uuid, p_list text, p_ids uuid[]) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_objects jsonb;
begin
  execute format('select private.%I($1, $2)', 'synced_' || p_list)
  into v_objects using p_user_id, p_ids;
  return v_objects;
end
$$;

-- The cursor: what the caller has, up to the snapshot `since`, and where the pages towards the
-- snapshot `until` have got to. `until` and the position are null between two runs of pages.
create type private.sync_cursor as (
  era integer, since_at timestamptz, since pg_snapshot, until_at timestamptz, until pg_snapshot,
  "position" bigint, type text, id uuid
);

create function private.parse_sync_cursor(p_cursor text) returns private.sync_cursor
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_now constant pg_snapshot := pg_current_snapshot();
  v_cursor private.sync_cursor;
  v_valid boolean := false;
begin
  begin
    -- Base64url without padding (RFC 4648, section 5).
    v_cursor := convert_from(decode(
      rpad(translate(p_cursor, '-_', '+/'), (length(p_cursor) + 3) / 4 * 4, '='), 'base64'), 'utf8')
      ::private.sync_cursor;
    v_valid := coalesce(
      v_cursor.era is not null
      and num_nulls(v_cursor.since_at, v_cursor.since) in (0, 2)
      and num_nulls(v_cursor.until_at, v_cursor.until, v_cursor.position, v_cursor.type, v_cursor.id)
        in (0, 5)
      and num_nonnulls(v_cursor.since, v_cursor.until) > 0,
      false);
  exception when data_exception or syntax_error then
  end;
  perform private.refuse_if(not v_valid,
    400, 'cursor: not one this list has given out', 'wrong_format');
  -- After a restore the ids of transactions start somewhere else, or again with those of the backup.
  -- A time in the future is one of a clock that was wrong; when it would expire is not known.
  perform private.refuse_if(v_cursor.era <> (select era from private.sync_eras)
    or coalesce(v_cursor.since_at, v_cursor.until_at) < now() - interval '90 days'
    or greatest(v_cursor.since_at, v_cursor.until_at) > now() + interval '1 minute'
    or greatest(pg_snapshot_xmax(v_cursor.since), pg_snapshot_xmax(v_cursor.until))
      > pg_snapshot_xmax(v_now),
    410, 'cursor: too old, start again without one', 'cursor_expired');
  return v_cursor;
end
$$;

-- A page of the caller's changes since the cursor, each once. A change belongs to the page when the
-- snapshot `until` sees its transaction and the snapshot `since` does not: a transaction that
-- commits late, with an id below others, is part of the next run. All pages of a run have the same
-- snapshots; what changes meanwhile is part of the next run too.
create function private.sync(p_cursor text default null, p_limit integer default 50) returns jsonb
language plpgsql stable security definer
-- Reads the page in the order of its index, whatever the statistics say of the number of changes.
set search_path = '' set enable_seqscan = off set enable_bitmapscan = off
as $$
declare
  v_caller constant uuid := private.require_caller();
  v_limit constant integer := least(greatest(p_limit, 1), 100);
  v_now constant pg_snapshot := pg_current_snapshot();
  v_era constant private.sync_eras := (select e from private.sync_eras as e);
  -- The positions of this era are behind it; what is before is older than every cursor of this era.
  v_start constant bigint := v_era.era::bigint << 44;
  v_cursor private.sync_cursor;
  v_page private.changes[];
  v_more boolean;
  v_changes jsonb;
begin
  -- The snapshots of a replica do not name the transactions in progress.
  perform private.refuse_if(pg_is_in_recovery(), 503, 'Sync is read from the primary database');
  perform private.refuse_if(v_era.cluster <> private.this_cluster(),
    503, 'The database has moved, sync is ready again in a minute');
  if p_cursor is not null then
    v_cursor := private.parse_sync_cursor(p_cursor);
  end if;
  v_cursor.era := v_era.era;
  if v_cursor.until is null then
    v_cursor.until_at := now();
    -- With very many transactions in progress, only what is older than all of them: a short cursor.
    v_cursor.until := case when length(v_now::text) <= 400 then v_now
      else format('%1$s:%1$s:', pg_snapshot_xmin(v_now))::pg_snapshot end;
  end if;

  v_page := array(
    select c from private.changes as c
    where c.user_id = v_caller
      and (c.position, c.type, c.id) > (
        coalesce(v_cursor.position, v_start + pg_snapshot_xmin(v_cursor.since)::text::bigint, 0),
        coalesce(v_cursor.type, ''),
        coalesce(v_cursor.id, '00000000-0000-0000-0000-000000000000'))
      and case when c.position < v_start then true
        else pg_visible_in_snapshot((c.position - v_start)::text::xid8, v_cursor.until) end
      and case when v_cursor.since is null then c.deleted_at is null
        else not pg_visible_in_snapshot((c.position - v_start)::text::xid8, v_cursor.since) end
    order by c.position, c.type, c.id
    limit v_limit + 1
  );
  v_more := cardinality(v_page) > v_limit;
  v_page := v_page[:v_limit];
  select jsonb_object_agg(t.list, case when c.ids is null then '[]'
    else private.synced_objects(v_caller, t.list, c.ids) end)
  into v_changes
  from private.synced_types as t
  left join (
    select type, array_agg(id order by n) as ids
    from unnest(v_page) with ordinality as p (type, id, user_id, "position", deleted_at, n)
    where deleted_at is null group by type
  ) as c on c.type = t.type;

  if v_more then
    v_cursor.position := v_page[v_limit].position;
    v_cursor.type := v_page[v_limit].type;
    v_cursor.id := v_page[v_limit].id;
  else
    -- What has changed since an earlier request began this run.
    v_more := v_cursor.until_at < now() and exists (
      select from private.changes as c
      where c.user_id = v_caller
        and c.position >= v_start + pg_snapshot_xmin(v_cursor.until)::text::bigint
        and not pg_visible_in_snapshot((c.position - v_start)::text::xid8, v_cursor.until)
    );
    v_cursor := (v_cursor.era, v_cursor.until_at, v_cursor.until, null, null, null, null, null);
  end if;
  return jsonb_build_object(
    'changes', v_changes || jsonb_build_object(
      'profile', case when exists (select from unnest(v_page) where type = 'profile') then (
        select to_jsonb(p) - 'avatar_path' from public.get_profile() as p) end),
    'deleted', coalesce((
      select jsonb_agg(jsonb_build_object('type', type, 'id', id, 'deleted_at', deleted_at))
      from unnest(v_page) where deleted_at is not null), '[]'),
    'next_cursor', translate(
      encode(convert_to(v_cursor::text, 'utf8'), 'base64'), E'+/=\n', '-_'),
    'has_more', v_more);
end
$$;

-- Keeping -----------------------------------------------------------------------------------------

-- A day longer than the cursors of clients last.
select private.purge_when('private.changes', 'deleted_at', '91 days');
select private.purge_when('private.deleted_team_messages', 'deleted_at', '91 days');

-- Begins another era: every client starts anew. The operator calls it after a restore that nothing in
-- the database tells of, such as of a copy of its files. Waits for the transactions that have taken a position of this era; the next ones wait for it.
create function private.restart_sync() returns void
language plpgsql volatile security definer set search_path = '' set lock_timeout = '2s'
as $$
begin
  lock table private.sync_eras in access exclusive mode;
  update private.sync_eras
  set era = era + 1, cluster = private.this_cluster();
end
$$;

-- Begins another era when the database is in another cluster or timeline: after an upgrade of Postgres,
-- a restore or a failover.
create function private.follow_cluster() returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
begin
  if (select cluster from private.sync_eras) <> private.this_cluster() then
    perform private.restart_sync();
  end if;
  return '{}';
end
$$;

select private.schedule_statement('sync-follow-cluster', '*/1 * * * *',
  'select private.follow_cluster()');

select private.expose('authenticated', 'sync');

-- Last, so that what is deleted before leaves no trace. First it would wait in a circle: for rows about
-- both of two users whose deletions run at once, each of which records a change of the other's.
select private.register_person_column('private.changes', 'user_id',
  'Times of changes; the export contains what they are about.', 'delete', 110);
