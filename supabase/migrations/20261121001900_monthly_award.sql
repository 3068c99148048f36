-- Monthly drops: 30, or 250 with an active subscription, once for each user and calendar month
-- (UTC).

create table public.monthly_drops (
  -- No foreign key, as in the ledger: an account that is created again keeps this month's award.
  user_id uuid not null,
  month date not null check (month = date_trunc('month', month::timestamp)),
  amount integer not null check (amount > 0),
  ledger_id bigint not null references public.drops_ledger (id),
  primary key (user_id, month),
  unique (ledger_id)
);

select private.guard_table('public.monthly_drops',
  'The award of each user and month (its first day).');

select private.let_read('owner_or_admin', 'public.monthly_drops');

create function private.current_month() returns date
language sql stable set search_path = ''
as $$ select date_trunc('month', now() at time zone 'utc')::date $$;

-- Awards those of these users who have no award yet. They must exist and not be synthetic.
create function private.award_month(p_user_ids uuid[]) returns setof public.monthly_drops
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_month constant date := private.current_month();
  v_key constant text := 'monthly:' || to_char(v_month, 'YYYY-MM');
begin
  return query
    insert into public.monthly_drops (user_id, month, amount, ledger_id)
    select l.user_id, v_month, l.delta, l.id
    from private.post_drops(array(
      select row(
        u.id, case when s.user_id is null then 30 else 250 end, 'monthly_recurring',
        'Monthly drops', 'monthly', null, v_key, null
      )::private.drop_post
      from unnest(p_user_ids) as u (id)
      left join (
        select distinct user_id from public.subscriptions
        where status = 'active' and user_id = any (p_user_ids)
      ) as s on s.user_id = u.id
    )) as l
    returning *;
end
$$;

-- Awards the drops of this month to the caller.
create function private.award_monthly()
returns table (month date, amount integer, balance integer)
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_caller constant uuid := private.require_caller();
  v_award public.monthly_drops;
begin
  perform private.refuse_if((select is_ai from public.profiles where id = v_caller),
    403, 'Synthetic users are not awarded drops');
  select * into v_award from private.award_month(array[v_caller]);
  perform private.refuse_if(v_award.user_id is null,
    409, 'This month''s drops were awarded already', 'already_awarded');
  return query
    select v_award.month, v_award.amount, l.balance_after
    from public.drops_ledger as l where l.id = v_award.ledger_id;
end
$$;

-- Job ---------------------------------------------------------------------------------------------

-- One step of the job: takes the next p_limit users after p_after, ordered by id, and awards those
-- who are due. Skips users whose rows are locked. A user whose balance has no room fails alone.
-- Returns a null `last_id` at the end.
create function private.award_monthly_batch(p_after uuid, p_limit integer)
returns table (
  total integer, awarded integer, skipped integer, failed integer, errors text[], last_id uuid
)
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_month constant date := private.current_month();
  v_ids uuid[];
  v_due uuid[];
  v_full uuid[];
begin
  perform private.tell_nobody();
  v_ids := array(
    select p.id from public.profiles as p
    where not p.is_ai
      and p.id >= coalesce(p_after, '00000000-0000-0000-0000-000000000000')
      and p.id is distinct from p_after
    order by p.id limit p_limit
  );
  total := cardinality(v_ids);

  select coalesce(array_agg(due.id) filter (where due.has_room), '{}'),
    coalesce(array_agg(due.id) filter (where not due.has_room), '{}')
  into v_due, v_full
  from (
    select p.id, p.drops_balance <= 2147483647 - 250 as has_room
    from public.profiles as p
    where p.id between v_ids[1] and v_ids[total] and not p.is_ai
      and not exists (
        select from public.monthly_drops as d
        where d.user_id = p.id and d.month = v_month
          and d.user_id between v_ids[1] and v_ids[total]
      )
    order by p.id for no key update skip locked
  ) as due;

  awarded := (select count(*) from private.award_month(v_due));
  failed := cardinality(v_full);
  errors := array(select format('%s: the balance would become too large', id) from unnest(v_full) as id);
  skipped := total - awarded - failed;
  last_id := case when total = p_limit then v_ids[total] end;
  return next;
end
$$;

-- The number of users without this month's award.
create function private.award_monthly_remaining() returns integer
language sql stable security definer set search_path = ''
as $$
  select count(*)::integer from public.profiles as p
  where not p.is_ai and p.drops_balance <= 2147483647 - 250 and not exists (
    select from public.monthly_drops as d
    where d.user_id = p.id and d.month = (select private.current_month())
  )
$$;

select private.schedule_job('drops-award-monthly', '0 0 1 * *', '/drops/cron/award-monthly-all',
  array['DROPS_CRON_SECRET', 'ENCOURAGEMENT_DROPS_CRON_SECRET'], p_secret_optional => true);

select private.expose('authenticated', 'award_monthly');
select private.expose('service_role', 'award_monthly_batch', 'award_monthly_remaining');

select private.register_personal_data('public.monthly_drops', 'keep', p_page_key => '{month}',
  p_omitted => '{ledger_id}',
  p_reason => 'Part of the ledger, so that a month is awarded once; the bare id.');
