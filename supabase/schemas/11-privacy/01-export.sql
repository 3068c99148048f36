-- The export of an account.

-- The names of the sections, in order. `export_pages` exports them in pages.
create function private.list_export_sections() returns setof text
language sql stable security definer rows 30 set search_path = ''
as $$
  select private.require_caller();
  select name from private.export_sections order by position
$$;

-- One page of a section of the caller's export: rows as JSON objects separated by commas, and the
-- key after which the next page begins, null at the end. A page ends after 500 rows or 1 MB, which
-- bounds the memory of the edge function.
create function private.export_page(p_section text, p_after text[] default null)
returns table (part text, next text[])
language plpgsql stable security definer rows 1 set search_path = ''
as $$
declare
  v_max_rows constant integer := 500;
  v_max_bytes constant integer := 1048576;
  v_caller uuid := private.require_caller();
  v_section private.export_sections;
  v_columns text;
  v_key text;
  v_next text;
  v_after text;
  v_row record;
  v_rows text[] := '{}';
  v_bytes integer := 0;
begin
  select * into v_section from private.export_sections where name = p_section;
  perform private.refuse_if(v_section.name is null, 404, 'Section not found');
  perform private.refuse_if(cardinality(p_after) <> cardinality(v_section.page_key),
    400, 'after: not a key of this section');

  select string_agg(format('s.%I', a.attname), ', ' order by a.attnum) into v_columns
  from pg_catalog.pg_attribute as a
  where a.attrelid = v_section.source::regclass and a.attnum > 0 and not a.attisdropped
    and a.attname <> all (v_section.omitted);
  select
    string_agg(format('s.%I', k.name), ', ' order by k.n),
    string_agg(format('s.%I::text', k.name), ', ' order by k.n),
    string_agg(format('($2)[%s]::%s', k.n, format_type(a.atttypid, null)), ', ' order by k.n)
  into v_key, v_next, v_after
  from unnest(v_section.page_key) with ordinality as k (name, n)
  join pg_catalog.pg_attribute as a
    on a.attrelid = v_section.source::regclass and a.attname = k.name;

  for v_row in execute format(
    'select (select row_to_json(r) from (select %s) as r)::text as words, array[%s] as key
     from %s as s where (%s) %s order by %s limit %s',
    v_columns, v_next, v_section.source, v_section.condition,
    case when p_after is not null then format('and (%s) > (%s)', v_key, v_after) end,
    v_key, v_max_rows
  ) using v_caller, p_after
  loop
    v_rows := v_rows || v_row.words;
    v_bytes := v_bytes + octet_length(v_row.words);
    next := v_row.key;
    exit when v_bytes >= v_max_bytes;
  end loop;
  if cardinality(v_rows) < v_max_rows and v_bytes < v_max_bytes then
    next := null;
  end if;
  part := array_to_string(v_rows, ',');
  return next;
end
$$;

-- For exports and archives: text of 2 GB has a thousand pages.
insert into private.quotas (kind, max_daily) values ('pages of exports', 10000);

-- Pages of sections of the caller's export: from `p_section` on, where its rows after the key
-- `p_after` come first. The answer ends with a section that has more pages, or after 1 MB, so that
-- it has at most about 2 MB; the caller goes on with the last section's `next`, or with the section
-- that follows. JSON, because a client could name a column several times.
create function private.export_pages(p_section text, p_after text[] default null)
returns setof json
language plpgsql volatile security definer rows 30 set search_path = ''
as $$
declare
  v_section text;
  v_page record;
  v_max_bytes constant integer := 1048576;
  v_bytes integer := 0;
begin
  perform private.count_made('pages of exports', private.require_caller(), 1);
  perform private.refuse_if(
    not exists (select from private.export_sections where name = p_section),
    404, 'Section not found');
  for v_section in
    select s.name from private.export_sections as s
    where s.position >= (select f.position from private.export_sections as f where f.name = p_section)
    order by s.position
  loop
    select * into v_page
    from private.export_page(v_section, case when v_section = p_section then p_after end);
    return next json_build_object(
      'section', v_section, 'part', v_page.part, 'next', v_page.next);
    v_bytes := v_bytes + octet_length(v_page.part);
    exit when v_page.next is not null or v_bytes >= v_max_bytes;
  end loop;
end
$$;

insert into private.rate_limit_rules (bucket, max_hits, per) values ('export', 10, '1 hour');

select private.expose('authenticated', 'list_export_sections', 'export_pages');
