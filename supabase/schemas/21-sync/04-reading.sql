-- Reading the changes of what belongs to a user, in pages.

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
  perform private.refuse_if(char_length(p_cursor) > 100000,
    400, 'cursor: not one this list has given out', 'wrong_format');
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
  -- After a restore the ids of transactions start somewhere else, or again with those of the
  -- backup. A time in the future is one of a clock that was wrong; when it would expire is not
  -- known.
  perform private.refuse_if(v_cursor.era <> (select era from private.sync_eras)
    or coalesce(v_cursor.since_at, v_cursor.until_at) < now() - interval '90 days'
    or greatest(v_cursor.since_at, v_cursor.until_at) > now() + interval '1 minute'
    or greatest(pg_snapshot_xmax(v_cursor.since), pg_snapshot_xmax(v_cursor.until))
      > pg_snapshot_xmax(v_now),
    410, 'cursor: too old, start again without one', 'cursor_expired');
  return v_cursor;
end
$$;

-- Up to p_limit changes of a user from the cursor on. A change belongs to them when the snapshot
-- `until` sees its transaction and the snapshot `since` does not: a transaction that commits late,
-- with an id below others, is part of the next run. `p_start` is where the positions of the era
-- begin; those before are older than every cursor of this era.
create function private.changes_from(
  p_user_id uuid, p_cursor private.sync_cursor, p_start bigint, p_limit integer
) returns private.changes[]
language plpgsql stable security definer set search_path = ''
as $$
begin
  return array(
    select row(c.*)::private.changes from private.user_changes as c
    where c.user_id = p_user_id
      and (c.position, c.type, c.id) > (
        coalesce(p_cursor.position, p_start + pg_snapshot_xmin(p_cursor.since)::text::bigint, 0),
        coalesce(p_cursor.type, ''),
        coalesce(p_cursor.id, private.first_id()))
      and case when c.position < p_start then true
        else pg_visible_in_snapshot((c.position - p_start)::text::xid8, p_cursor.until) end
      and case when p_cursor.since is null then c.deleted_at is null
        else not pg_visible_in_snapshot((c.position - p_start)::text::xid8, p_cursor.since) end
    order by c.position, c.type, c.id
    limit p_limit);
end
$$;

-- How many of these changes a page of up to p_limit has by estimate, so that an ordinary one ends
-- before 2 MB of JSON. The lengths of contents and transcripts are read without the texts.
create function private.size_of_page(p_changes private.changes[], p_limit integer) returns integer
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select least(p_limit, min(t.n))
    from (
      select p.n, sum(700 + coalesce(case p.type
          when 'attachment' then (
            select octet_length(transcript) * 1.1 from public.entry_attachments where id = p.id)
          -- The content of a sealed entry is empty.
          else (
            select coalesce(
              nullif(octet_length(c.content), 0) * 1.1,
              (select octet_length(record) * 1.34 from private.sealed_records where entry_id = p.id))
            from private.journal_entry_contents as c where c.entry_id = p.id)
        end, 0)) over (order by p.n) as bytes
      from unnest(p_changes) with ordinality as p (type, id, user_id, "position", deleted_at, n)
      where p.type in ('journal_entry', 'attachment') and p.deleted_at is null
    ) as t
    where t.bytes >= 2000000);
end
$$;

-- The objects of a page that exist, by list.
create function private.changed_objects(p_user_id uuid, p_page private.changes[]) returns json
language plpgsql stable security definer set search_path = ''
as $$
begin
  return json_object_agg(list, value)
    from (
      with objects as (
        select type, array_agg(id order by n) as ids
        from unnest(p_page) with ordinality as p (type, id, user_id, "position", deleted_at, n)
        where deleted_at is null group by type
      )
      select t.list, case when o.ids is null then '[]'
        else private.synced_objects(p_user_id, t.list, o.ids) end
      from private.synced_types as t left join objects as o on o.type = t.type
      union all
      select 'profile', (
        select (to_jsonb(p) - 'avatar_path')::json from public.get_profile() as p
        where exists (select from objects where type = 'profile'))
    ) as lists (list, value);
end
$$;

-- How many changes of a page there are up to the object that fills 2 MB of JSON. A character of a
-- text may take six bytes.
create function private.size_in_json(p_page private.changes[], p_objects json) returns integer
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select least(cardinality(p_page), min(t.n))
    from (
      select p.n, sum(octet_length(o.value::text)) over (order by p.n) as bytes
      from json_each(p_objects) as l
      cross join json_array_elements(case json_typeof(l.value)
        when 'array' then l.value else json_build_array(l.value) end) as o
      join unnest(p_page) with ordinality as p (type, id, user_id, "position", deleted_at, n)
        on p.id = (o.value ->> 'id')::uuid
    ) as t
    where t.bytes >= 2000000);
end
$$;

-- The positions that a snapshot sees: those before one, without some.
create function private.seen_positions(p_start bigint, p_snapshot pg_snapshot) returns json
language plpgsql stable security definer set search_path = ''
as $$
begin
  return json_build_object(
    'before', private.position_text(p_start + pg_snapshot_xmax(p_snapshot)::text::bigint),
    'without', array(
      select private.position_text(p_start + x::text::bigint)
      from pg_snapshot_xip(p_snapshot) as x));
end
$$;

-- A page of the caller's changes since the cursor, each once. All pages of a run have the same
-- snapshots; what changes meanwhile is part of the next run.
create function private.sync(p_cursor text default null, p_limit integer default 50) returns json
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_caller constant uuid := private.require_caller();
  v_limit integer := private.page_limit(p_limit, 1000);
  v_now constant pg_snapshot := pg_current_snapshot();
  v_era constant private.sync_eras := (select e from private.sync_eras as e);
  v_start constant bigint := v_era.era::bigint << 44;
  v_cursor private.sync_cursor;
  v_page private.changes[];
  v_objects json;
  v_more boolean;
  v_seen pg_snapshot;
  v_next text;
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
    v_cursor.until := private.sync_snapshot();
  end if;

  v_seen := v_cursor.until;
  v_page := private.changes_from(v_caller, v_cursor, v_start, v_limit + 1);
  v_limit := private.size_of_page(v_page, v_limit);
  v_objects := private.changed_objects(v_caller, v_page[:v_limit]);
  if pg_column_size(v_objects) > 2000000 then
    v_limit := private.size_in_json(v_page[:v_limit], v_objects);
    v_objects := private.changed_objects(v_caller, v_page[:v_limit]);
  end if;
  v_more := cardinality(v_page) > v_limit;
  v_page := v_page[:v_limit];
  if v_more then
    v_cursor.position := v_page[v_limit].position;
    v_cursor.type := v_page[v_limit].type;
    v_cursor.id := v_page[v_limit].id;
  else
    v_cursor := (v_cursor.era, v_cursor.until_at, v_cursor.until, null, v_now, null, null, null);
    -- Whether anything has changed since an earlier request began this run.
    v_more := v_cursor.since_at < now()
      and private.changes_from(v_caller, v_cursor, v_start, 1) <> '{}';
    v_cursor.until := null;
  end if;
  v_next := translate(encode(convert_to(v_cursor::text, 'utf8'), 'base64'), E'+/=\n', '-_');
  if v_more then
    -- Headers come before the objects: a client asks for the next page while this one arrives.
    perform private.answer_header('Next-Cursor', v_next);
  end if;
  return json_build_object(
    'changes', v_objects,
    'deleted', coalesce((
      select json_agg(json_build_object('type', type, 'id', id, 'deleted_at', deleted_at))
      from unnest(v_page) where deleted_at is not null), '[]'),
    'next_cursor', v_next,
    'has_more', v_more,
    'seen', private.seen_positions(v_start, v_seen));
end
$$;

select private.expose('authenticated', 'sync');
