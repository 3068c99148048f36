create or replace function private.column_size(p_table oid, p_name text) returns bigint
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select sum(octet_length(a.attname::text) + case
      when a.attlen > 0 or a.atttypid = 'numeric'::regtype then 50
      else coalesce((
        select min(6 * coalesce(
          substring(c.def, 'char_length\(' || a.attname || '\) <= (\d{1,6})\M')::integer,
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
