-- Rows that are kept for a time: one job removes them from all tables.

create table private.retention (
  relation text not null,
  rule text not null,
  since text not null,
  keep interval not null,
  condition text not null,
  primary key (relation, rule)
);

select private.hide_table('private.retention',
  'Rules of the job `purge`: it removes the rows for which the condition holds, `keep` after the time `since`.');
comment on column private.retention.rule is
  'The name of the rule within its table: the condition, unless a name is given.';
comment on column private.retention.since is
  'A column or an expression, with which an index begins.';

-- Registers how long rows of a table are kept, and since when: a column or an indexed expression.
-- The same rule again changes it. Two rules of a table with the same condition need a name each.
create function private.purge_when(
  p_relation text, p_since text, p_keep interval, p_condition text default 'true',
  p_rule text default null
) returns void
language sql volatile set search_path = ''
as $$
  insert into private.retention (relation, rule, since, keep, condition)
  values (p_relation, coalesce(p_rule, p_condition), p_since, p_keep, p_condition)
  on conflict (relation, rule) do update
    set since = excluded.since, keep = excluded.keep, condition = excluded.condition
$$;

-- Removes what is due from every relation in turn, for a second or two, and skips rows that
-- somebody is changing. Returns the numbers removed, in `remaining` how many rules may have more
-- rows, which the next minute's call removes, and in `failed` the errors of rules that failed; they
-- stop no other rule.
create function private.purge() returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  -- Each statement that removes rows is a subtransaction; from the 65th of a transaction on, every
  -- snapshot of every session becomes slower.
  v_most constant integer := 50;
  v_statements integer := 0;
  v_left private.retention[] := array(select r from private.retention as r order by random());
  v_rule private.retention;
  v_more private.retention[];
  -- Twice as many rows in each round, because a round passes over those removed before it.
  v_limit integer := 5000;
  v_count integer;
  v_removed jsonb := '{}';
  v_failed jsonb := '{}';
begin
  while v_left <> '{}' and v_statements < v_most
    and clock_timestamp() < now() + interval '1 second' loop
    v_more := '{}';
    foreach v_rule in array v_left loop
      if v_statements >= v_most or clock_timestamp() > now() + interval '2 seconds' then
        v_more := v_more || v_rule;
        continue;
      end if;
      begin
        execute format(
          'delete from %1$s where ctid = any (array(
            select t.ctid from %1$s as t where %2$s < now() - %3$L::interval and (%4$s)
            order by %2$s limit %5$s for update skip locked))',
          v_rule.relation, v_rule.since, v_rule.keep, v_rule.condition, v_limit);
        get diagnostics v_count = row_count;
        v_statements := v_statements + (v_count > 0)::integer;
        v_removed := v_removed || jsonb_build_object(v_rule.relation,
          coalesce((v_removed ->> v_rule.relation)::integer, 0) + v_count);
        if v_count = v_limit then
          v_more := v_more || v_rule;
        end if;
      exception when others then
        v_failed := v_failed || jsonb_build_object(v_rule.relation, sqlerrm);
      end;
    end loop;
    v_left := v_more;
    v_limit := v_limit * 2;
  end loop;
  return v_removed || jsonb_build_object('remaining', cardinality(v_left), 'failed', v_failed);
end
$$;

-- When the rows that are due were, up to a hundred of each rule.
create function private.purgeable() returns setof timestamptz
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_rule private.retention;
begin
  for v_rule in
    select * from private.retention where to_regclass(relation) is not null
  loop
    return query execute format(
      'select (%2$s + %3$L::interval)::timestamptz from %1$s as t
        where %2$s < now() - %3$L::interval and (%4$s) order by %2$s limit 100',
      v_rule.relation, v_rule.since, v_rule.keep, v_rule.condition);
  end loop;
end
$$;

select private.schedule_statement('purge', '*/1 * * * *', 'select private.purge()');
select private.watch_job('purge', 'rows', 'select private.purgeable()');
select private.purge_when('private.job_runs', 'started_at', '30 days');
-- Without an index, and therefore for a short time.
select private.purge_when('cron.job_run_details', 'end_time', '7 days');
