-- The export of an account, in pages of its sections.

-- The names of the sections, in order.
create function private.list_export_sections() returns setof text
language plpgsql stable security definer rows 30 set search_path = ''
as $$
begin
  perform private.require_caller();
  return query select name from private.export_sections order by position;
end
$$;

-- One page of a section of the caller's export: rows as JSON objects separated by commas, and the
-- key after which the next page begins, null at the end. A page ends after 500 rows or 1 MB, which
-- bounds the memory of the edge function. The settings make the query read along an index even for
-- a table without statistics.
create function private.export_page(p_section text, p_after jsonb default null)
returns table (part text, next jsonb)
language plpgsql stable security definer rows 1
set search_path = '' set enable_seqscan = off set enable_sort = off
set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  c_max_rows constant integer := 500;
  c_max_bytes constant integer := 1048576;
  v_caller uuid := private.require_caller();
  v_section private.export_sections;
  v_columns text;
  v_key text;
  v_after text;
  v_row record;
  v_rows text[] := '{}';
  v_bytes integer := 0;
begin
  select * into v_section from private.export_sections where name = p_section;
  if v_section.name is null then
    perform private.refuse(404, 'Section not found');
  end if;
  if jsonb_typeof(p_after) = 'array'
    and jsonb_array_length(p_after) <> cardinality(v_section.page_key) then
    perform private.refuse(400, 'after: not a key of this section');
  end if;

  select string_agg(format('s.%I', a.attname), ', ' order by a.attnum) into v_columns
  from pg_catalog.pg_attribute as a
  where a.attrelid = v_section.source::regclass and a.attnum > 0 and not a.attisdropped
    and a.attname <> all (v_section.omitted);
  select
    string_agg(format('s.%I', k.name), ', ' order by k.n),
    string_agg(format('($2 ->> %s)::%s', k.n - 1, format_type(a.atttypid, null)), ', ' order by k.n)
  into v_key, v_after
  from unnest(v_section.page_key) with ordinality as k (name, n)
  join pg_catalog.pg_attribute as a
    on a.attrelid = v_section.source::regclass and a.attname = k.name;

  for v_row in execute format(
    'select (select row_to_json(r) from (select %s) as r)::text as words, jsonb_build_array(%s) as key
     from %s as s where (%s) %s order by %s limit %s',
    v_columns, v_key, v_section.source, v_section.condition,
    case when jsonb_typeof(p_after) = 'array' then format('and (%s) > (%s)', v_key, v_after) end,
    v_key, c_max_rows
  ) using v_caller, p_after
  loop
    v_rows := v_rows || v_row.words;
    v_bytes := v_bytes + octet_length(v_row.words);
    next := v_row.key;
    exit when v_bytes >= c_max_bytes;
  end loop;
  if cardinality(v_rows) < c_max_rows and v_bytes < c_max_bytes then
    next := null;
  end if;
  part := array_to_string(v_rows, ',');
  return next;
end
$$;
comment on function private.export_page is
  'One page of a section of the callers export, and the key of the next page.';

-- Exposure ----------------------------------------------------------------------------------------

select private.expose('list_export_sections', 'authenticated');
select private.expose('export_page', 'authenticated');
