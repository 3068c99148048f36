-- How much text a user writes on a day and keeps, in bytes of UTF-8: all texts that users write.
-- Entries count theirs by themselves (`private.count_text`), other tables by
-- `private.count_texts_of`.

create table private.text_storage (
  user_id uuid primary key references public.profile_cards (id) on delete cascade,
  bytes bigint not null check (bytes >= 0)
);

select private.hide_table('private.text_storage',
  'The bytes that the texts of a user take up; the user''s next text takes the bytes of `freed_texts` away.');

create table private.freed_texts (
  id uuid primary key default private.uuid_v7(),
  user_id uuid not null references public.profile_cards (id) on delete cascade,
  bytes bigint not null check (bytes > 0)
);

create index freed_texts_user_id_idx on private.freed_texts (user_id);

select private.hide_table('private.freed_texts',
  'The bytes that deletions and shorter texts have freed since the user last kept more text.');

insert into private.quotas (kind, max_daily) values ('bytes of text', 200000000);

-- Adds bytes to the texts that a user keeps, or takes bytes away; refuses more than the setting
-- allows. More text locks the count: until the end of the transaction the user's other transactions
-- that keep more text wait. A decrease locks nothing, because a deletion may free the texts of many
-- users.
create function private.keep_text(p_user_id uuid, p_bytes bigint, p_refuse boolean default true)
returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_limit numeric;
  v_kept bigint;
  v_freed bigint;
begin
  if p_bytes <= 0 then
    -- Inserts nothing for an account that is deleted with this text.
    insert into private.freed_texts (user_id, bytes)
    select id, -p_bytes from public.profile_cards where id = p_user_id and p_bytes < 0
    for key share;
    return;
  end if;
  insert into private.text_storage as s (user_id, bytes) values (p_user_id, p_bytes)
  on conflict (user_id) do update set bytes = s.bytes + excluded.bytes
  returning bytes into v_kept;
  with freed as (delete from private.freed_texts where user_id = p_user_id returning bytes)
  select sum(bytes) into v_freed from freed;
  if v_freed is not null then
    update private.text_storage set bytes = greatest(bytes - v_freed, 0) where user_id = p_user_id
    returning bytes into v_kept;
  end if;
  if p_refuse then
    v_limit := (private.site_setting('texts_limit_mb') #>> '{}')::numeric;
    perform private.refuse_if(v_kept > v_limit * 1048576, 409,
      format('Texts take up at most %s MB, delete some first', v_limit), 'storage_full');
  end if;
end
$$;

-- Counts the texts of the rows of a statement: as kept by the owners of the rows, and what is
-- written as the day's of the caller. Its arguments are the columns of the owner and of the texts.
-- Nothing that the service writes for a user, or another user, is refused for the owner's room.
create function private.count_texts() returns trigger
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_caller constant uuid := (select auth.uid());
  v_size constant text := (
    select string_agg(format('coalesce(octet_length(t.%I::text), 0)', name), ' + ')
    from unnest(tg_argv[1:]) as name);
  v_made constant text := format(
    'select t.%I as owner, %s as written, %2$s as kept from made as t', tg_argv[0], v_size);
  v_gone constant text := format(
    'select t.%I as owner, 0 as written, -(%s) as kept from gone as t', tg_argv[0], v_size);
  v_unchanged text;
  v_owners uuid[];
  v_kept bigint[];
  v_written bigint;
begin
  if tg_op = 'UPDATE' then
    -- A change of another column writes no text.
    v_unchanged := format(
      ' where not exists (select from %%s as o where o.id = t.id and (%s) is not distinct from (%s))',
      (select string_agg(format('o.%I', name), ', ') from unnest(tg_argv) as name),
      (select string_agg(format('t.%I', name), ', ') from unnest(tg_argv) as name));
  end if;
  execute format(
    'select array_agg(owner order by owner), array_agg(kept order by owner), sum(written)
      from (select owner, sum(written)::bigint as written, sum(kept)::bigint as kept
        from (%s) as t where owner is not null group by owner) as owners',
    case tg_op
      when 'INSERT' then v_made
      when 'DELETE' then v_gone
      else concat(v_made, format(v_unchanged, 'gone'), ' union all ', v_gone,
        format(v_unchanged, 'made'))
    end)
  into v_owners, v_kept, v_written;
  if v_written > 0 and v_caller is not null then
    perform private.count_made('bytes of text', v_caller, v_written);
  end if;
  perform private.keep_text(v_owners[n], v_kept[n], coalesce(v_owners[n] = v_caller, false))
  from generate_series(1, cardinality(v_owners)) as n;
  return null;
end
$$;

-- Counts the named columns of a table as texts of the owners of its rows. A test finds the columns
-- of users' texts that are missing. Before the quotas: all lock the counts of texts first.
create function private.count_texts_of(
  p_table regclass, p_columns name[], p_owner name default 'user_id'
) returns void
language plpgsql volatile set search_path = ''
as $$
declare
  v_verb record;
begin
  for v_verb in
    select * from (values
      ('insert', 'new table as made'),
      ('update', 'old table as gone new table as made'),
      ('delete', 'old table as gone')
    ) as v (name, tables)
  loop
    execute format(
      'create trigger %I after %s on %s referencing %s
        for each statement execute function private.count_texts(%L, %s)',
      format('%s_700_count_%s_texts',
        (select relname from pg_catalog.pg_class where oid = p_table), v_verb.name),
      v_verb.name, p_table, v_verb.tables, p_owner,
      (select string_agg(quote_literal(c), ', ') from unnest(p_columns) as c));
  end loop;
end
$$;
