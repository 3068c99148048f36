-- A reconciliation whose time was used up by the entries took itself for finished: it checked no
-- balance and did nothing for an hour.

drop function private.reconcile_ledger;

-- Verifies the entries that were posted up to the run before, then the balances of all users in
-- turn, from where the last call stopped and for p_time. Returns the numbers of entries and of
-- balances, in `mismatches` how many users are wrong, and in `remaining` 1 when the time was not
-- enough. Does nothing during another run, or when the last one got to the end less than p_pause
-- ago.
create function private.reconcile_ledger(
  p_pause interval default '0', p_time interval default '2 seconds'
) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  c_batch constant integer := 20000;
  v_end constant timestamptz := clock_timestamp() + p_time;
  v_snapshot constant pg_snapshot := pg_current_snapshot();
  v_at private.ledger_progress;
  v_to bigint;
  v_last uuid;
  v_count integer;
  v_entries bigint := 0;
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

  -- In another cluster the transactions of the mark have ended long ago.
  if v_at.mark_xid <= pg_snapshot_xmin(v_snapshot) or v_at.mark_xid > pg_snapshot_xmax(v_snapshot) then
    while v_at.verified_id < v_at.mark_id and clock_timestamp() < v_end loop
      v_to := least(v_at.verified_id + c_batch, v_at.mark_id);
      insert into private.ledger_faults (user_id)
      select distinct b.user_id from private.ledger_breaks(v_at.verified_id, v_to) as b
      on conflict do nothing;
      v_entries := v_entries + v_to - v_at.verified_id;
      v_at.verified_id := v_to;
    end loop;
    if v_at.verified_id >= v_at.mark_id then
      -- The id before the transactions: whoever has a lower id has begun.
      select s.last_value into v_at.mark_id from public.drops_ledger_id_seq as s where s.is_called;
      v_at.mark_id := coalesce(v_at.mark_id, 0);
      v_at.mark_xid := pg_snapshot_xmax(pg_current_snapshot());
    end if;
  end if;

  while clock_timestamp() < v_end loop
    -- No aggregate of uuids: the last of the batch.
    select count(*), (array_agg(u.id order by u.id desc))[1] into v_count, v_last
    from (
      select p.id from public.profiles as p where p.id > v_at.checked_user
      order by p.id limit c_batch
    ) as u;
    insert into private.ledger_faults (user_id)
    select m.user_id from private.ledger_mismatches(v_at.checked_user, c_batch) as m
    on conflict do nothing;
    v_balances := v_balances + v_count;
    v_is_done := v_count < c_batch;
    v_at.checked_user := case when v_is_done then '00000000-0000-0000-0000-000000000000'
      else v_last end;
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
