-- The size of answers of the Data API: a request whose answer may become too long is refused.

-- The columns that a statement of the Data API names, and what follows each name.
-- PostgREST writes `"table"."column"` for each, with a number after the name of an embedded table,
-- and passes values as parameters. Strings are split: regular expressions take three times as long.
create function private.named_columns(p_statement text default current_query())
  returns table (relation text, name text, next text)
language plpgsql stable rows 20 set search_path = ''
as $$
declare
  v_parts constant text[] := string_to_array(replace(p_statement, '".*', '"."*"'), '"."');
begin
  return query
    select split_part(v_parts[n], '"', -1), split_part(v_parts[n + 1], '"', 1),
      substr(v_parts[n + 1], position('"' in v_parts[n + 1]) + 1, 5)
    from generate_series(1, cardinality(v_parts) - 1) as n
    -- The table of `"schema"."table"."column"` is followed by no quote.
    where position('"' in v_parts[n + 1]) > 0;
end
$$;

-- The most bytes that columns of a table, `*` for all, take in JSON, where a character takes up to
-- six. A column of a view takes as much as the longest of the columns with its name that the view
-- reads. JSON counts as 60,000, and another column without a check of its length as 20,000: a test
-- in `tests/database/largest-answers.test.ts` names each of these.
create function private.column_size(p_table oid, p_name text) returns bigint
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select sum(octet_length(a.attname::text) + case
      when a.attlen > 0 or a.atttypid = 'numeric'::regtype then 50
      else coalesce((
        select min(6 * coalesce(
          substring(c.def,
            'char_length\(\(?' || a.attname || '(?:\)::text)?\) <= (\d{1,6})\M')::integer,
          case when starts_with(c.def, format('CHECK ((%s = ANY (ARRAY[', a.attname)) then 50 end))
        from pg_catalog.pg_constraint as k
        cross join pg_catalog.pg_get_constraintdef(k.oid) as c (def)
        where k.conrelid = p_table and k.contype = 'c' and k.conkey = array[a.attnum]
      ), (
        select max(private.column_size(d.refobjid, a.attname)) - octet_length(a.attname::text)
        from pg_catalog.pg_rewrite as r
        join pg_catalog.pg_depend as d on d.classid = 'pg_catalog.pg_rewrite'::regclass
          and d.objid = r.oid and d.refclassid = 'pg_catalog.pg_class'::regclass
        join pg_catalog.pg_attribute as b on b.attrelid = d.refobjid and b.attnum = d.refobjsubid
        where r.ev_class = p_table and d.refobjid <> p_table
          and (b.attname, b.atttypid) = (a.attname, a.atttypid)
      ), case a.atttypid when 'jsonb'::regtype then 60000 else 20000 end) end)
    from pg_catalog.pg_attribute as a
    where a.attrelid = p_table and a.attnum > 0 and (p_name = '*' or a.attname = p_name::name)
  );
end
$$;

-- The most bytes of the answer of the present statement of the Data API. A table or function has
-- 101 rows (`max_rows`), a function of `rows 1` has one, an embedded list has 101 for each of them,
-- and so on. PostgREST writes `json_agg("` for each list, and calls an embedded table
-- `<table>_<level>`; without a level, it counts as the innermost one.
create function private.largest_answer() returns numeric
language plpgsql stable set search_path = ''
as $$
declare
  v_query constant text := current_query();
  v_root constant text := split_part(v_query, ' LATERAL ', 1);
  v_lists constant integer := cardinality(string_to_array(v_query, 'json_agg("')) - 1;
  v_column record;
  v_table oid;
  v_level integer;
  v_bytes numeric := 0;
begin
  for v_column in
    select c.relation, c.name, p.level, count(*) as times
    from (values (v_root, 0), (substr(v_query, length(v_root) + 1), v_lists)) as p (part, level)
    cross join private.named_columns(p.part) as c
    where c.next ~ '^(,|\)|->| AS | as | FROM| from)'
      and c.relation <> 'public' and not starts_with(c.relation, 'pgrst_')
    group by c.relation, c.name, p.level
  loop
    v_level := v_column.level;
    v_table := coalesce(to_regclass(format('public.%I', v_column.relation))::oid, (
      select t.typrelid from pg_catalog.pg_proc as p
      join pg_catalog.pg_type as t on t.oid = p.prorettype
      where p.proname = v_column.relation::name and p.pronamespace = 'public'::regnamespace));
    if v_table is null then
      v_level := least(substring(v_column.relation, '_([0-9]{1,3})$')::integer, v_lists);
      v_table := to_regclass(format('public.%I', regexp_replace(v_column.relation, '_[0-9]+$', '')));
      -- The name of an embedded relation, whose columns are counted where they are read.
      continue when v_table is null and v_level is not null;
    end if;
    v_bytes := v_bytes + v_column.times * 101.0 ^ (1 + coalesce(v_level, v_column.level))
      * coalesce(private.column_size(v_table, v_column.name), 60000);
  end loop;
  if exists (
    select from pg_catalog.pg_proc as p
    where p.proname = substring(v_query, '(?:LATERAL|FROM) "public"\."([a-z_]+)"\(')::name
      and p.pronamespace = 'public'::regnamespace and p.prorows <= 1
  ) then
    return v_bytes / 101;
  end if;
  return v_bytes;
end
$$;

-- How many conditions a statement of the Data API has; a condition that embeds a table counts too.
-- PostgREST writes the filters of a write into the statement and again around its result.
create function private.condition_count(p_statement text) returns integer
language plpgsql immutable set search_path = ''
as $$
begin
  return (
    select max(cardinality(string_to_array(part, ' AND ')) + cardinality(string_to_array(part, ' OR '))
      + cardinality(string_to_array(part, ' WHERE ')) - 3)
    from unnest(string_to_array(p_statement, ' AS total_result_set')) as part
  );
end
$$;

-- Refuses a request of the Data API with many conditions, or whose answer may be much longer than
-- the rows of a table. Only the text of a statement decides, and PostgREST sends the same few texts
-- for every caller: a connection keeps the digests of the last hundred texts that it has admitted.
create function private.refuse_costly_select() returns void
language plpgsql volatile set search_path = ''
as $$
declare
  v_query constant text := current_query();
  v_admitted constant text := coalesce(current_setting('journal.admitted_statements', true), '');
  v_digest text;
  v_function text;
begin
  if position('".' in v_query) = 0 then
    return;
  end if;
  v_digest := encode(sha256(convert_to(v_query, 'UTF8')), 'base64');
  if position(v_digest in v_admitted) > 0 then
    return;
  end if;
  -- A quote within a name would make the names unreadable.
  perform private.refuse_if(position('""' in v_query) > 0, 400, 'select: expected no quotes in names');
  perform private.refuse_if(private.condition_count(v_query) > 40,
    400, 'filters: at most 40 conditions in one request', 'too_many');
  -- The text does not tell how many patterns there are.
  perform private.refuse_if(v_query ~ '(like|~\*?) (ANY|ALL)\(',
    400, 'filters: expected one pattern in a condition', 'too_many');
  -- `table.json_agg` is `json_agg(table)`, which no limit of rows bounds. A column is taken first.
  select c.name into v_function
  from private.named_columns() as c
  join pg_catalog.pg_proc as p
    on p.proname = c.name::name and p.pronamespace = 'pg_catalog'::regnamespace
  join pg_catalog.pg_type as t on t.oid = p.proargtypes[0] and t.typtype = 'p'
  where not exists (
    select from pg_catalog.pg_attribute as a join pg_catalog.pg_class as r on r.oid = a.attrelid
    where a.attname = c.name::name and r.relnamespace = 'public'::regnamespace)
  limit 1;
  perform private.refuse_if(v_function is not null, 400, format('%s: is not a column', v_function));
  -- The result of a function of one value, which CSV repeats.
  perform private.refuse_if(v_query like '%"pgrst_scalar"%"pgrst_scalar"%' and (
      select count(*) > 1 from private.named_columns() as c
      where c.name = 'pgrst_scalar' and c.next ~ '^(,|\)|->| AS | as | FROM| from)'
    ), 400, 'select: expected the result of the function once');
  if v_query ~ 'LATERAL' or exists (
    select from private.named_columns() as c group by c.relation, c.name having count(*) > 2
  ) then
    perform private.refuse_if(private.largest_answer() > 40000000, 400,
      'select: the answer may exceed 40 MB; name long columns once, and none in embedded lists');
  end if;
  perform set_config('journal.admitted_statements',
    v_digest || left(v_admitted, 99 * length(v_digest)), false);
end
$$;

-- Bounds the rows of a write: one statement changes or deletes at most 1,000, and none once those
-- of the day are used up. `private.limit_answers` counts them. Bounds their size too, because what
-- is refused is written first and counts nowhere. Refuses a write that returns a very long answer:
-- `max_rows` does not bound the rows of a write. A trigger of the statement would come after the
-- rows are written and the answer is made.
create function private.limit_answer() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_setting constant text :=
    case tg_op when 'INSERT' then 'journal.written_rows' else 'journal.changed_rows' end;
  v_rows constant integer := coalesce(nullif(current_setting(v_setting, true), '')::integer, 0) + 1;
  v_bytes integer;
begin
  perform set_config(v_setting, v_rows::text, true);
  if tg_op <> 'INSERT' and v_rows = 1 then
    perform private.require_daily('changed rows', made + 1) from private.quota_days
    where user_id = auth.uid() and kind = 'changed rows' and day >= private.utc_today();
  end if;
  perform private.refuse_if(v_rows > 1000 and tg_op <> 'INSERT',
    400, 'rows: at most 1,000 change at once, use a narrower filter', 'too_many');
  if tg_op = 'UPDATE' then
    v_bytes := coalesce(nullif(current_setting('journal.changed_bytes', true), '')::integer, 0)
      + pg_column_size(new);
    perform set_config('journal.changed_bytes', v_bytes::text, true);
    perform private.refuse_if(v_bytes > 2000000 and v_rows > 1,
      400, 'rows: at most 2 MB change at once, use a narrower filter', 'too_many');
  end if;
  if v_rows % 100 = 0 and current_query() like '%RETURNING "%' then
    perform private.refuse_if(private.largest_answer() * v_rows / 101 > 40000000, 400,
      'The answer may exceed 40 MB: write fewer rows at once, or return fewer columns');
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end
$$;
