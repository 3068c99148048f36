-- Monthly drops: 30, or 250 with an active subscription, once for each user and calendar month
-- (UTC).

-- The award is its entry of the ledger, whose key lets each user have one award a month. Like the
-- entry it outlives the account: an account that is created again is not awarded twice.
create view public.monthly_drops with (security_invoker = true) as
  select user_id, date_trunc('month', created_at at time zone 'utc')::date as month,
    delta as amount, id as ledger_id
  from public.drops_ledger where type = 'monthly_recurring';

comment on view public.monthly_drops is 'The award of each user and month (its first day).';
grant select on public.monthly_drops to authenticated, service_role;

create function private.current_month() returns date
language sql stable set search_path = ''
as $$ select date_trunc('month', now() at time zone 'utc')::date $$;

-- The key of this month's award.
create function private.award_key() returns text
language sql stable set search_path = ''
as $$ select 'monthly:' || to_char(private.current_month(), 'YYYY-MM') $$;

-- Awards those of these users who have no award yet, and returns the entries. The users must exist
-- and not be synthetic.
create function private.award_month(p_user_ids uuid[]) returns setof public.drops_ledger
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_key constant text := private.award_key();
begin
  return query select * from private.post_drops(array(
    select row(
      u.id, case when private.is_subscriber(u.id) then 250 else 30 end,
      'monthly_recurring', 'Monthly drops', 'monthly', null, v_key, null
    )::private.drop_post
    from unnest(p_user_ids) as u (id)
  ));
end
$$;

-- Awards the drops of this month to the caller.
create function private.award_monthly()
returns table (month date, amount integer, balance integer)
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_caller constant uuid := private.require_caller();
  v_entry public.drops_ledger;
begin
  perform private.refuse_if((select is_ai from public.profiles where id = v_caller),
    403, 'Synthetic users are not awarded drops');
  select * into v_entry from private.award_month(array[v_caller]);
  perform private.refuse_if(v_entry.id is null,
    409, 'This month''s drops were awarded already', 'already_awarded');
  return query select private.current_month(), v_entry.delta, v_entry.balance_after;
end
$$;

-- Job ---------------------------------------------------------------------------------------------

-- How many of the next p_limit users after p_after are without this month's award.
create function private.award_monthly_remaining(p_after uuid, p_limit integer) returns integer
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_key constant text := private.award_key();
begin
  return (
    select count(*)
    from (
      select id, drops_balance from public.profiles
      where not is_ai and id > coalesce(p_after, private.first_id())
      order by id limit p_limit
    ) as p
    where p.drops_balance <= 2147483647 - 250 and (
      select true from public.drops_ledger as l
      where l.user_id = p.id and l.idempotency_key = v_key limit 1
    ) is null
  );
end
$$;

-- One step of the job: takes the next p_limit users after p_after, ordered by id, and awards the
-- users who are due. Skips users whose rows are locked. A user whose balance has no room fails
-- alone. `remaining` is the number of these users who are still due, and a null `last_id` is the
-- end.
create function private.award_monthly_batch(p_after uuid, p_limit integer)
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
      and p.id >= coalesce(p_after, private.first_id())
      and p.id is distinct from p_after
    order by p.id limit p_limit
  );
  total := cardinality(v_ids);

  v_due := array(
    select p.id from unnest(v_ids) as p (id)
    where (
      select true from public.drops_ledger as l
      where l.user_id = p.id and l.idempotency_key = v_key limit 1
    ) is null
  );
  remaining := cardinality(v_due);
  v_due := array(
    select p.id from public.profiles as p
    where p.id = any (v_due) order by p.id for no key update skip locked
  );
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
  remaining := remaining - awarded - failed;
  last_id := case when total = p_limit then v_ids[total] end;
  return next;
end
$$;

select private.schedule_job('drops-award-monthly', '0 0 1 * *', '/drops/cron/award-monthly-all',
  array['DROPS_CRON_SECRET', 'ENCOURAGEMENT_DROPS_CRON_SECRET'], p_secret_optional => true);

select private.expose('authenticated', 'award_monthly');
select private.expose('service_role', 'award_monthly_batch', 'award_monthly_remaining');

select private.register_export_section(
  'monthly_drops', 'public.monthly_drops', p_page_key => '{month}', p_omitted => '{ledger_id}');
