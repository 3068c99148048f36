-- Sync answers with json instead of jsonb, which every level of an answer builds anew from the one
-- below: half of what a page of a hundred objects took.

drop function public.sync, private.sync, private.synced_objects;

-- Makes the function that returns the objects of a list, `private.synced_<list>`: those of a user
-- with the given ids, in their order; a function of its own keeps its plan. It looks them up by id:
-- `is true` hides from the planner an index of the user's rows, who may have many more than the
-- average user for whom a kept plan is made.
create function private.make_synced_list(p_list text, p_source regclass) returns void
language plpgsql volatile set search_path = ''
as $$
begin
  execute format('drop function if exists private.%I', 'synced_' || p_list);
  execute format(
    'create function private.%I(p_user_id uuid, p_ids uuid[]) returns json
     language plpgsql stable security definer set search_path = %L
     as %L',
    'synced_' || p_list, '', format(
      'begin
        return (
          select coalesce(json_agg(x order by ids.n), %L)
          from unnest(p_ids) with ordinality as ids (id, n)
          join %s as x on x.id = ids.id and (x.user_id = p_user_id) is true
        );
      end', '[]', p_source));
end
$$;

-- Adds a type of objects: the rows of a table or view with `id` and `user_id`.
create or replace function private.add_synced_type(p_type text, p_list text, p_source regclass)
returns void
language plpgsql volatile set search_path = ''
as $$
begin
  insert into private.synced_types (type, list) values (p_type, p_list);
  perform private.make_synced_list(p_list, p_source);
end
$$;

select private.make_synced_list(t.list, coalesce(s.source, 'public.' || t.list)::regclass)
from private.synced_types as t
left join (
  values ('journal_entries', 'private.entry_copies'),
    ('notifications', 'private.notification_copies'), ('attachments', 'private.attachment_copies'),
    ('streaks', 'private.streak_copies'), ('share_links', 'public.share_link_cards')
) as s (list, source) on s.list = t.list;

-- The objects of a list with these ids.
create function private.synced_objects(p_user_id uuid, p_list text, p_ids uuid[]) returns json
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_objects json;
begin
  execute format('select private.%I($1, $2)', 'synced_' || p_list)
  into v_objects using p_user_id, p_ids;
  return v_objects;
end
$$;

-- A page of the caller's changes since the cursor, each once. A change belongs to the page when the
-- snapshot `until` sees its transaction and the snapshot `since` does not: a transaction that
-- commits late, with an id below others, is part of the next run. All pages of a run have the same
-- snapshots; what changes meanwhile is part of the next run too.
create function private.sync(p_cursor text default null, p_limit integer default 50) returns json
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
  v_changes json;
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
  with objects as (
    select type, array_agg(id order by n) as ids
    from unnest(v_page) with ordinality as p (type, id, user_id, "position", deleted_at, n)
    where deleted_at is null group by type
  )
  select json_object_agg(list, value) into v_changes
  from (
    select t.list, case when o.ids is null then '[]'
      else private.synced_objects(v_caller, t.list, o.ids) end
    from private.synced_types as t left join objects as o on o.type = t.type
    union all
    select 'profile', (
      select (to_jsonb(p) - 'avatar_path')::json from public.get_profile() as p
      where exists (select from objects where type = 'profile'))
  ) as lists (list, value);

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
  return json_build_object(
    'changes', v_changes,
    'deleted', coalesce((
      select json_agg(json_build_object('type', type, 'id', id, 'deleted_at', deleted_at))
      from unnest(v_page) where deleted_at is not null), '[]'),
    'next_cursor', translate(
      encode(convert_to(v_cursor::text, 'utf8'), 'base64'), E'+/=\n', '-_'),
    'has_more', v_more);
end
$$;

select private.expose('authenticated', 'sync');
