-- The reconciliation of the ledger: every entry begins where the one before it ended, and every
-- balance is where the last one ended. So a balance is the sum of its entries, and nothing is
-- summed up.

-- The users among p_limit after p_after, by id, whose balance is not that after their last entry.
-- Empty unless the tables were changed by hand.
create function private.ledger_mismatches(
  p_after uuid default private.first_id(), p_limit integer default null
) returns table (user_id uuid, balance integer, ledger_balance integer)
language sql stable security definer set search_path = ''
as $$
  select * from (
    select p.id, p.drops_balance, private.ledger_balance(p.id) as held
    from public.profiles as p where p.id > p_after order by p.id limit p_limit
  ) as u
  where drops_balance <> held
$$;

-- The entries with ids above p_after, up to p_to, that do not begin where the one before ended.
create function private.ledger_breaks(p_after bigint default 0, p_to bigint default 9223372036854775807)
returns table (id bigint, user_id uuid, balance_before integer, expected integer)
language sql stable security definer set search_path = ''
as $$
  select l.id, l.user_id, l.balance_before, coalesce(b.balance_after, 0)
  from public.drops_ledger as l
  left join lateral (
    select e.balance_after from public.drops_ledger as e
    where e.user_id = l.user_id and e.id < l.id order by e.id desc limit 1
  ) as b on true
  where l.id > p_after and l.id <= p_to and l.balance_before <> coalesce(b.balance_after, 0)
$$;

create table private.ledger_faults (
  user_id uuid not null,
  found_at timestamptz not null default now(),
  primary key (user_id)
);

select private.hide_table('private.ledger_faults',
  'Users whose ledger or balance the reconciliation found wrong, until it finds them right.');

-- Where the last run stopped.
create table private.ledger_progress (
  only_row boolean not null default true check (only_row),
  verified_id bigint not null default 0,
  mark_id bigint not null default 0,
  mark_xid xid8 not null default '0',
  checked_user uuid not null default private.first_id(),
  ended_at timestamptz not null default '-infinity',
  primary key (only_row)
);

select private.hide_table('private.ledger_progress', 'The progress of the reconciliation.');
comment on column private.ledger_progress.mark_id is
  'The last id given out at an earlier run. The entries up to this id are complete when the transactions before mark_xid have ended.';
comment on column private.ledger_progress.ended_at is 'When the balances of all users had been checked.';
comment on column private.ledger_progress.checked_user is
  'The balances of the users up to this id have been checked; the check begins again after the last user.';

insert into private.ledger_progress default values;

-- The results of the hourly reconciliation.
create table private.ledger_checks (
  checked_at timestamptz not null default clock_timestamp(),
  mismatches integer not null,
  primary key (checked_at)
);

select private.hide_table('private.ledger_checks',
  'Number of users whose ledger or balance was wrong, by time of the check.');

-- Verifies the entries that were posted up to the run before, in batches until p_end.
create function private.verify_entries(
  inout p_at private.ledger_progress, p_batch integer, p_end timestamptz
)
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_snapshot constant pg_snapshot := pg_current_snapshot();
  v_to bigint;
begin
  -- In another cluster the transactions of the mark have ended long ago.
  if p_at.mark_xid > pg_snapshot_xmin(v_snapshot) and p_at.mark_xid <= pg_snapshot_xmax(v_snapshot) then
    return;
  end if;
  while p_at.verified_id < p_at.mark_id and clock_timestamp() < p_end loop
    v_to := least(p_at.verified_id + p_batch, p_at.mark_id);
    insert into private.ledger_faults (user_id)
    select distinct b.user_id from private.ledger_breaks(p_at.verified_id, v_to) as b
    on conflict do nothing;
    p_at.verified_id := v_to;
  end loop;
  if p_at.verified_id >= p_at.mark_id then
    -- The id before the transactions: a transaction with a lower one has begun.
    select s.last_value into p_at.mark_id from public.drops_ledger_id_seq as s where s.is_called;
    p_at.mark_id := coalesce(p_at.mark_id, 0);
    p_at.mark_xid := pg_snapshot_xmax(pg_current_snapshot());
  end if;
end
$$;

-- Verifies entries, then the balances of all users in turn, from where the last call stopped and
-- for p_time. Returns the numbers of entries and of balances, in `mismatches` how many users
-- are wrong, and in `remaining` 1 when the time was not enough. Does nothing during another run, or
-- when the last one got to the end less than p_pause ago.
create function private.reconcile_ledger(
  p_pause interval default '0', p_time interval default '2 seconds'
) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_batch constant integer := 20000;
  v_end constant timestamptz := clock_timestamp() + p_time;
  v_at private.ledger_progress;
  v_last uuid;
  v_count integer;
  v_entries bigint;
  v_balances bigint := 0;
  v_mismatches integer;
  -- Whether the last user was reached, which a zero checked_user does not tell.
  v_is_done boolean := false;
begin
  select * into v_at from private.ledger_progress for update skip locked;
  if not found or v_at.ended_at > now() - p_pause then
    return jsonb_build_object('remaining', 0);
  end if;

  delete from private.ledger_faults as f
  where private.ledger_balance(f.user_id) = coalesce(
      (select drops_balance from public.profiles where id = f.user_id),
      private.ledger_balance(f.user_id))
    and not exists (
      select from (
        select l.balance_before, lag(l.balance_after, 1, 0) over (order by l.id) as expected
        from public.drops_ledger as l where l.user_id = f.user_id
      ) as e
      where e.balance_before <> e.expected);

  v_entries := v_at.verified_id;
  v_at := private.verify_entries(v_at, v_batch, v_end);
  v_entries := v_at.verified_id - v_entries;

  while clock_timestamp() < v_end loop
    -- No aggregate of uuids: the last of the batch.
    select count(*), (array_agg(u.id order by u.id desc))[1] into v_count, v_last
    from (
      select p.id from public.profiles as p where p.id > v_at.checked_user
      order by p.id limit v_batch
    ) as u;
    insert into private.ledger_faults (user_id)
    select m.user_id from private.ledger_mismatches(v_at.checked_user, v_batch) as m
    on conflict do nothing;
    v_balances := v_balances + v_count;
    v_is_done := v_count < v_batch;
    v_at.checked_user := case when v_is_done then private.first_id() else v_last end;
    exit when v_is_done;
  end loop;

  update private.ledger_progress set verified_id = v_at.verified_id, mark_id = v_at.mark_id,
    mark_xid = v_at.mark_xid, checked_user = v_at.checked_user,
    ended_at = case when v_is_done then now() else ended_at end;
  v_mismatches := (select count(*) from private.ledger_faults);
  insert into private.ledger_checks (mismatches) values (v_mismatches);
  return jsonb_build_object(
    'entries', v_entries, 'balances', v_balances, 'mismatches', v_mismatches,
    'remaining', (not v_is_done)::integer);
end
$$;

select private.schedule_statement('ledger-reconciliation', '*/1 * * * *',
  $$select private.reconcile_ledger('1 hour')$$);
select private.purge_when('private.ledger_checks', 'checked_at', '30 days');

select private.register_person_column('private.ledger_faults', 'user_id',
  'A finding about the ledger, which is kept with the bare id.', 'keep');
select private.register_person_column('private.ledger_progress', 'checked_user',
  'Where a job stopped; the next run overwrites it.', 'keep');
