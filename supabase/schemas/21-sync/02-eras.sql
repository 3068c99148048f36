-- Positions of changes: the transaction that made them, in the era of its cluster.

-- Transaction ids mean nothing in another cluster, or in a cluster that went back in time. Rows
-- that were written there belong to an earlier era.
create table private.sync_eras (
  only_row boolean not null default true check (only_row),
  era integer not null default 1 check (era between 1 and 500000),
  cluster text not null,
  primary key (only_row)
);

select private.hide_table('private.sync_eras',
  'The cluster that the transactions of this era belong to. Cursors of another era are expired.');

-- The cluster and its timeline, of which there is a new one after a recovery to a point in time.
create function private.this_cluster() returns text
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select system_identifier from pg_control_system())
    || '/' || left(pg_walfile_name(pg_current_wal_lsn()), 8);
end
$$;

insert into private.sync_eras (cluster) values (private.this_cluster());

-- The position of what this transaction changes. The id of a transaction has fewer than 44 bits.
create function private.sync_position() returns bigint
language plpgsql volatile security definer set search_path = ''
as $$
begin
  return (select era::bigint << 44 from private.sync_eras) + pg_current_xact_id()::text::bigint;
end
$$;

-- A position as clients compare it: as text.
create function private.position_text(p_position bigint) returns text
language plpgsql immutable set search_path = ''
as $$
begin
  return lpad(p_position::text, 19, '0');
end
$$;

-- The present snapshot as a position; with very many transactions in progress, what is older than
-- all of them: a short one.
create function private.sync_snapshot() returns pg_snapshot
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_now constant pg_snapshot := pg_current_snapshot();
begin
  return case when length(v_now::text) <= 400 then v_now
    else format('%1$s:%1$s:', pg_snapshot_xmin(v_now))::pg_snapshot end;
end
$$;

-- Begins another era: every client starts anew. Its number comes from the clock, in half hours, so
-- that two restores of one backup do not begin the same era. The operator calls it after a restore
-- that nothing in the database tells of, such as of a copy of its files. Waits for the transactions
-- that have taken a position of this era; the next ones wait for it.
create function private.restart_sync() returns void
language plpgsql volatile security definer set search_path = '' set lock_timeout = '2s'
as $$
begin
  lock table private.sync_eras in access exclusive mode;
  update private.sync_eras set cluster = private.this_cluster(),
    era = greatest(era + 1, ceil(extract(epoch from clock_timestamp()) / 1800)::integer - 964272);
end
$$;

-- Begins another era when the database is in another cluster or timeline: after an upgrade of
-- Postgres, a restore or a failover.
create function private.follow_cluster() returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
begin
  if (select cluster from private.sync_eras) <> private.this_cluster() then
    perform private.restart_sync();
  end if;
  return '{}';
end
$$;

select private.schedule_statement('sync-follow-cluster', '*/1 * * * *',
  'select private.follow_cluster()');
