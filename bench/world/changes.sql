-- The change of each object, in the order of their times, and deletions of the last 90 days.

-- step tables
create view world.synced_tables as
select type, coalesce(to_regclass('public.' || name), to_regclass('private.' || name))::text as name
from private.synced_types
cross join lateral (select case list when 'attachments' then 'entry_attachments' else list end)
  as t (name);

-- fill private.changes
do $$
  declare
    v_era constant bigint := (select era::bigint << 44 from private.sync_eras);
    v_xid constant numeric := pg_current_xact_id()::text::numeric;
    v_insert constant text := 'insert into private.changes (type, id, user_id, position, deleted_at)
      select $1, id, user_id, $2 + greatest(3,
        $3 - extract(epoch from world.now() - at) * ($3 - 3) / (730 * 86400))::bigint, deleted_at
      from (%s) as t (id, user_id, at, deleted_at)';
    v_synced record;
  begin
    for v_synced in select * from world.synced_tables loop
      execute format(v_insert, format('select id, user_id, %s, null::timestamptz from %s
            where user_id is not null',
          case v_synced.type when 'streak' then 'began_at' else 'created_at' end, v_synced.name))
        using v_synced.type, v_era, v_xid;
    end loop;
    execute format(v_insert, 'select world.id(''deleted entry'', n), world.user_id(n), at, at
        from generate_series(0, :users - 1, world.every(2)) as n,
          world.at(1 - world.dice(n, 90) / 5) as at')
      using 'journal_entry', v_era, v_xid;
  end $$;
