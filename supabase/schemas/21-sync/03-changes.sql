-- Changes of what belongs to a user, for clients that keep a local copy: the latest change of each
-- object, its deletion included, in an order that is safe against transactions that commit late.

-- `private.register_synced_table` adds a table of such objects.
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

-- Sets a header of the answer to a request that calls a function.
create function private.answer_header(p_name text, p_value text) returns void
language plpgsql volatile set search_path = ''
as $$
begin
  perform set_config('response.headers',
    json_build_array(json_build_object(p_name, p_value))::text, true);
end
$$;

-- Names a change of the caller's own in the answer to a request that calls a function: its type, id
-- and position, or `several` when the transaction changes more than one object of the caller. A
-- device then knows whether its own write is all that there is to fetch. A change of others is not
-- named: it would tell whether an invitation has reached somebody. PostgREST reads the headers of a
-- write to a table before its triggers run, so answers to those have none.
create function private.answer_change(
  p_user_id uuid, p_type text, p_id uuid, p_position bigint
) returns void
language plpgsql volatile set search_path = ''
as $$
declare
  v_change constant text := concat_ws(' ', p_type, p_id, private.position_text(p_position));
  v_before constant text := nullif(current_setting('response.headers', true), '')::json
    -> 0 ->> 'Sync-Change';
begin
  if p_user_id = auth.uid() then
    perform private.answer_header('Sync-Change',
      case when coalesce(v_before, v_change) = v_change then v_change else 'several' end);
  end if;
end
$$;

-- Records a change of a row. Its argument is the type.
create function private.record_row_change() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_position constant bigint := private.sync_position();
begin
  perform private.answer_change(
    coalesce(new.user_id, old.user_id), tg_argv[0], coalesce(new.id, old.id), v_position);
  if tg_op = 'UPDATE' then
    update private.changes set position = v_position where type = tg_argv[0] and id = new.id;
    -- The object is older than the registration of its table. A sealed notebook without an owner
    -- is nobody's.
    if not found and new.user_id is not null then
      insert into private.changes (type, id, user_id, position)
      values (tg_argv[0], new.id, new.user_id, v_position)
      on conflict do nothing;
    end if;
  elsif tg_op = 'INSERT' then
    insert into private.changes (type, id, user_id, position)
    values (tg_argv[0], new.id, new.user_id, v_position)
    on conflict (type, id) do nothing;
    -- A device that repeats an old request does not bring back what another one has deleted.
    if not found then
      perform private.refuse_deleted_id(user_id, new.user_id) from private.changes
      where type = tg_argv[0] and id = new.id;
    end if;
  else
    -- Nothing, when the deletion of the account has removed the row.
    update private.changes set position = v_position, deleted_at = now()
    where type = tg_argv[0] and id = old.id;
  end if;
  return null;
end
$$;

create function private.record_content_change() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.answer_change(
    new.user_id, 'journal_entry', new.entry_id, private.sync_position());
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

-- The changes of a user: those of the log, and that of the profile.
create view private.user_changes as
  select type, id, user_id, position, deleted_at from private.changes
  union all
  select 'profile', user_id, user_id, position, null from private.profile_changes;

comment on view private.user_changes is 'The latest change of each object of a user.';

-- Once for a statement, because the monthly award changes many profiles in one.
create function private.record_profile_changes() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.answer_change(id, 'profile', id, private.sync_position()) from changed
  where id = auth.uid();
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

-- Adds a type of objects: the rows of a table or view with `id` and `user_id`. Makes the function
-- `private.synced_<list>`, which returns those of a user with the given ids, in their order; a
-- function of its own keeps its plan. Row `GET /api/sync`: without `is true` a plan for an average
-- user reads all rows of one with many. `private.synced_objects` calls the function of a list in an
-- expression: a query would copy a page of up to 2 MB three times.
create function private.add_synced_type(p_type text, p_list text, p_source regclass) returns void
language plpgsql volatile set search_path = ''
as $$
begin
  insert into private.synced_types (type, list) values (p_type, p_list)
  on conflict (type) do update set list = excluded.list;
  execute format(
    'create or replace function private.%I(p_user_id uuid, p_ids uuid[]) returns json
     language plpgsql stable security definer set search_path = %L
     as %L',
    'synced_' || p_list, '', format(
      'begin
        return coalesce(json_agg(x order by ids.n), %L)
          from unnest(p_ids) with ordinality as ids (id, n)
          join %s as x on x.id = ids.id and (x.user_id = p_user_id) is true;
      end', '[]', p_source));
  execute format(
    'create or replace function private.synced_objects(p_user_id uuid, p_list text, p_ids uuid[])
     returns json language plpgsql stable security definer set search_path = %L
     as %L',
    '', (
      select format('begin return case p_list %s end; end',
        string_agg(format('when %L then private.%I(p_user_id, p_ids)', list, 'synced_' || list), ' '
        order by list))
      from private.synced_types));
end
$$;

-- Adds the rows of a table to sync and live updates, as objects of this type: as the table or
-- another source has them, in the list of the table's name or another one.
create function private.register_synced_table(
  p_type text, p_table text, p_source text default null, p_list text default null
) returns void
language plpgsql volatile set search_path = ''
as $$
begin
  perform private.add_synced_type(
    p_type, coalesce(p_list, p_table), coalesce(p_source, 'public.' || p_table)::regclass);
  execute format(
    'create or replace trigger %I after insert or update or delete on public.%I
     for each row execute function private.record_row_change(%L)',
    p_table || '_900_record', p_table, p_type);
  perform private.tell_owners_of(p_table, p_type);
end
$$;

create trigger profiles_900_record after insert on public.profiles
  referencing new table as changed
  for each statement execute function private.record_profile_changes();
create trigger profiles_910_record after update on public.profiles
  referencing new table as changed
  for each statement execute function private.record_profile_changes();

-- A day longer than the cursors of clients last.
select private.purge_when('private.changes', 'deleted_at', '91 days');

-- Erased last, so that no erasure before it leaves a change behind. Erased first, two deletions at
-- once would wait for each other: the erasure of a row about both users records a change of the
-- other user's.
select private.register_person_column('private.changes', 'user_id',
  'Times of changes; the export contains what they are about.', 'delete', 110);
