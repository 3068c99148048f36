-- The rules that tables of `public` have in common: one call states each.

-- Completes the definition of a table of `public`: adds the comment, row security, the restrictive
-- policy, the trigger that stamps `updated_at` at every update, the check of `written_at`, and the
-- limit of statistics. The policy shuts out blocked users, and super admins acting as a user where
-- only the account holder may read.
--
-- A client that sends two `Prefer` headers gets the planner's estimates, and Postgres estimates
-- from the statistics of all rows. So two kinds of values have no statistics, because a client
-- could guess the values: words (texts without a list of values, and lists) and amounts (broken
-- numbers, addresses and the named columns). The other statistics tell shares of all rows.
create function private.guard_table(
  p_table regclass, p_comment text, p_amounts name[] default '{}',
  p_holder_only boolean default false, p_stamp boolean default true
) returns void
language plpgsql volatile set search_path = ''
as $$
declare
  v_name constant text := split_part(p_table::text, '.', 2);
  v_column record;
begin
  execute format('comment on table %s is %L', p_table, p_comment);
  execute format('alter table %s enable row level security', p_table);
  execute format(
    'create policy %I on %s as restrictive to authenticated
      using ((select private.caller_is_active())%s)',
    v_name || '_all_active', p_table,
    case when p_holder_only then ' and (select private.caller_is_account_holder())' end);
  for v_column in
    select attname as name, atttypid as type, attndims > 0 as is_list from pg_catalog.pg_attribute
    where attrelid = p_table and attnum > 0 and not attisdropped
  loop
    if v_column.name = 'updated_at' and p_stamp then
      execute format(
        'create trigger %I before update on %s
          for each row execute function private.set_updated_at()',
        v_name || '_100_set_updated_at', p_table);
    elsif v_column.name = 'written_at' then
      -- Devices may write offline; five minutes of grace are for clocks that are fast.
      execute format(
        'alter table %s add constraint %I
          check (written_at between ''1000-01-01'' and created_at + interval ''5 minutes'')',
        p_table, v_name || '_written_at_check');
    elsif v_column.type in ('numeric'::regtype, 'float8'::regtype, 'inet'::regtype)
      or v_column.name = any (p_amounts) or v_column.is_list
      or v_column.type = 'text'::regtype and not exists (
        select from pg_catalog.pg_constraint as k where k.conrelid = p_table and starts_with(
          pg_get_constraintdef(k.oid), format('CHECK ((%s = ANY (ARRAY[', v_column.name)))
    then
      execute format('alter table %s alter column %I set statistics 0', p_table, v_column.name);
    end if;
  end loop;
end
$$;

-- Lets signed-in users, and the service, read rows of tables: `everyone` all of them, `super_admin`
-- too, the `owner` (`user_id`) their own, and `owner_or_admin` both. Creates the policy
-- `<table>_select_<who>` and grants select. Other rules are written as policies.
create function private.let_read(p_who text, variadic p_tables regclass[]) returns void
language plpgsql volatile set search_path = ''
as $$
declare
  v_own constant text := 'user_id = (select auth.uid())';
  v_admin constant text := '(select private.is_super_admin())';
  v_table regclass;
begin
  foreach v_table in array p_tables loop
    execute format('create policy %I on %s for select to authenticated using (%s)',
      split_part(v_table::text, '.', 2) || '_select_' || replace(p_who, '_or_admin', ''), v_table,
      case p_who when 'everyone' then 'true' when 'super_admin' then v_admin
        when 'owner' then v_own when 'owner_or_admin' then v_own || ' or ' || v_admin end);
    execute format('grant select on %s to authenticated, service_role', v_table);
  end loop;
end
$$;

-- Bounds the rows and the answers of a verb that clients use on a table (`private.limit_answer`),
-- and counts the rows that it changes or deletes. Statements of functions with definer rights, and
-- statements that a foreign key causes, are not the client's.
create function private.limit_answers(p_table regclass, p_verb text) returns void
language plpgsql volatile set search_path = ''
as $$
declare
  v_name constant text := split_part(p_table::text, '.', 2);
begin
  execute format(
    'create trigger %I before %s on %s for each row when (current_user = ''authenticated'')
      execute function private.limit_answer()',
    format('%s_050_limit_%s', v_name, p_verb), p_verb, p_table);
  if p_verb <> 'insert' then
    execute format(
      'create trigger %I after %s on %s referencing old table as made
        for each statement when (current_user = ''authenticated'')
        execute function private.keep_quota(''changed rows'')',
      format('%s_810_count_%s', v_name, p_verb), p_verb, p_table);
  end if;
end
$$;

-- Lets owners (`user_id`) write the named columns of their own rows, and delete them. Creates the
-- policies `<table>_<verb>_owner`, grants the verbs and bounds their answers.
create function private.let_owner_change(
  p_table regclass, p_insert name[] default '{}', p_update name[] default '{}',
  p_delete boolean default false
) returns void
language plpgsql volatile set search_path = ''
as $$
declare
  v_right record;
begin
  for v_right in
    select * from (values
      ('insert', p_insert, 'with check (%s)'),
      ('update', p_update, 'using (%1$s) with check (%1$s)'),
      ('delete', '{}', 'using (%s)')
    ) as r (verb, columns, rule)
    where r.columns <> '{}' or r.verb = 'delete' and p_delete
  loop
    execute format('create policy %I on %s for %s to authenticated %s',
      format('%s_%s_owner', split_part(p_table::text, '.', 2), v_right.verb), p_table, v_right.verb,
      format(v_right.rule, 'user_id = (select auth.uid())'));
    execute format('grant %s%s on %s to authenticated', v_right.verb,
      (select ' (' || string_agg(quote_ident(c), ', ') || ')' from unnest(v_right.columns) as c),
      p_table);
    perform private.limit_answers(p_table, v_right.verb);
  end loop;
end
$$;

-- Lets the column `language` have only the languages of users, which stand in supabase/words.
create function private.check_language(p_table regclass) returns void
language plpgsql volatile set search_path = ''
as $$
begin
  execute format('alter table %s add constraint %I check (language in (%s))', p_table,
    split_part(p_table::text, '.', 2) || '_language_check',
    (select string_agg(quote_literal(code), ', ') from unnest(private.languages()) as code));
end
$$;
