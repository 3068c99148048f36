-- The monthly award looks up what it asks of each user. The planner takes any range of ids for one
-- user: a join with the entries of a range compared each of its 5,000 users with all of them, 2.5 s
-- for a batch that was awarded before, and one with the subscribers took a sixth of the time of an
-- award. A look-up with a limit is never made a join.

-- Awards those of these users who have no award yet, and returns the entries. The users must exist
-- and not be synthetic.
create or replace function private.award_month(p_user_ids uuid[]) returns setof public.drops_ledger
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_key constant text := private.award_key();
begin
  return query select * from private.post_drops(array(
    select row(
      u.id,
      coalesce((
        select 250 from public.subscriptions as s
        where s.user_id = u.id and s.status = 'active' limit 1
      ), 30),
      'monthly_recurring', 'Monthly drops', 'monthly', null, v_key, null
    )::private.drop_post
    from unnest(p_user_ids) as u (id)
  ));
end
$$;

-- How many of the next p_limit users after p_after are without this month's award.
create or replace function private.award_monthly_remaining(p_after uuid, p_limit integer) returns integer
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_key constant text := private.award_key();
begin
  return (
    select count(*)
    from (
      select id, drops_balance from public.profiles
      where not is_ai and id > coalesce(p_after, '00000000-0000-0000-0000-000000000000')
      order by id limit p_limit
    ) as p
    where p.drops_balance <= 2147483647 - 250 and (
      select true from public.drops_ledger as l
      where l.user_id = p.id and l.idempotency_key = v_key limit 1
    ) is null
  );
end
$$;

-- One step of the job: takes the next p_limit users after p_after, ordered by id, and awards those
-- who are due. Skips users whose rows are locked. A user whose balance has no room fails alone.
-- `remaining` are those of them who are still due, and a null `last_id` is the end.
create or replace function private.award_monthly_batch(p_after uuid, p_limit integer)
returns table (
  total integer, awarded integer, skipped integer, failed integer, remaining integer,
  errors text[], last_id uuid
)
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_key constant text := private.award_key();
  v_ids uuid[];
  v_due uuid[];
begin
  v_ids := array(
    select p.id from public.profiles as p
    where not p.is_ai
      and p.id >= coalesce(p_after, '00000000-0000-0000-0000-000000000000')
      and p.id is distinct from p_after
    order by p.id limit p_limit
  );
  total := cardinality(v_ids);

  -- Users whom another run is awarding are left to it: this one would look them up for nothing.
  v_due := '{}';
  if pg_try_advisory_xact_lock(hashtextextended('monthly award ' || v_ids[1], 0)) then
    v_due := array(
      select p.id from public.profiles as p
      where p.id between v_ids[1] and v_ids[total] and not p.is_ai
        and (
          select true from public.drops_ledger as l
          where l.user_id = p.id and l.idempotency_key = v_key limit 1
        ) is null
      order by p.id for no key update skip locked
    );
  end if;
  errors := '{}';
  begin
    awarded := (select count(*) from private.award_month(v_due));
  exception when sqlstate 'PT409' or sqlstate 'XX001' then
    select coalesce(array_agg(p.id) filter (where f.fault is null), '{}'),
      array_agg(p.id || ': ' || f.fault) filter (where f.fault is not null)
    into v_due, errors
    from public.profiles as p
    cross join lateral (
      select case when p.drops_balance > 2147483647 - 250 then 'the balance would become too large'
        when p.drops_balance <> private.ledger_balance(p.id)
          then 'the balance is not that of the ledger' end as fault
    ) as f
    where p.id = any (v_due);
    awarded := (select count(*) from private.award_month(v_due));
  end;
  failed := cardinality(errors);
  skipped := total - awarded - failed;
  remaining := private.award_monthly_remaining(p_after, p_limit);
  last_id := case when total = p_limit then v_ids[total] end;
  return next;
end
$$;
