/**
 * Statements that keep all rows of the service in a schema, and put them back, as a restored backup
 * would. Generated columns fill themselves.
 */
export const keptRows = (schema: string) => ({
  keep: `
  create schema ${schema};
  create table ${schema}.tables as
    select c.oid::regclass::text as name, '${schema}.t' || c.oid as copy,
      string_agg(quote_ident(a.attname), ', ' order by a.attnum) as columns
    from pg_class as c
    join pg_attribute as a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      and a.attgenerated = ''
    where c.relkind = 'r' and c.relnamespace in (
      select oid from pg_namespace
      where nspname in ('public', 'private', 'auth', 'storage', 'cron', 'net', 'vault'))
    group by c.oid;
  create table ${schema}.sequences as
    select c.oid::regclass::text as name, pg_sequence_last_value(c.oid) as value, s.seqstart as start
    from pg_class as c join pg_sequence as s on s.seqrelid = c.oid;
  do $$
  declare kept record;
  begin
    for kept in select * from ${schema}.tables loop
      execute format('create table %s as table %s', kept.copy, kept.name);
    end loop;
  end $$`,
  restore: `
  set session_replication_role = replica;
  do $$
  declare kept record;
  begin
    execute 'truncate ' || (select string_agg(name, ', ') from ${schema}.tables);
    for kept in select * from ${schema}.tables loop
      execute format('insert into %s (%s) overriding system value select %s from %s',
        kept.name, kept.columns, kept.columns, kept.copy);
    end loop;
    perform setval(name, coalesce(value, start), value is not null) from ${schema}.sequences;
  end $$;
  reset session_replication_role;`,
});
