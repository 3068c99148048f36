-- Monthly drops: 30, or 250 with an active subscription, once per user and calendar month (UTC).

create table public.monthly_drops (
  user_id uuid not null
    constraint monthly_drops_user_id_fkey references public.profiles (id) on delete cascade,
  month date not null
    constraint monthly_drops_month_check check (month = date_trunc('month', month::timestamp)),
  amount integer not null,
  ledger_id bigint not null
    constraint monthly_drops_ledger_id_fkey references public.drops_ledger (id),
  constraint monthly_drops_pkey primary key (user_id, month)
);

comment on table public.monthly_drops is 'Who was awarded what in which month (its first day).';

create index monthly_drops_ledger_id_idx on public.monthly_drops (ledger_id);

alter table public.monthly_drops enable row level security;

create policy monthly_drops_all_active on public.monthly_drops as restrictive to authenticated
  using ((select private.caller_is_active()));
create policy monthly_drops_select_owner on public.monthly_drops for select to authenticated
  using (user_id = (select auth.uid()) or (select private.is_super_admin()));

grant select on public.monthly_drops to authenticated, service_role;

create function private.current_month() returns date
language sql stable set search_path = ''
as $$ select date_trunc('month', now() at time zone 'utc')::date $$;

-- Awards these users who have not been awarded this month.
create function private.award_month(p_user_ids uuid[]) returns setof public.monthly_drops
language sql volatile security definer set search_path = ''
as $$
  with due as (
    select array_agg(row(
      u.id, case when s.user_id is null then 30 else 250 end, 'monthly_recurring',
      'Monthly drops', 'monthly', null, 'monthly:' || to_char(private.current_month(), 'YYYY-MM'), null
    )::private.drop_post) as posts
    from unnest(p_user_ids) as u (id)
    left join (
      select distinct user_id from public.subscriptions
      where status = 'active' and user_id = any (p_user_ids)
    ) as s on s.user_id = u.id
  )
  insert into public.monthly_drops (user_id, month, amount, ledger_id)
  select l.user_id, private.current_month(), l.delta, l.id
  from due cross join lateral private.post_drops(due.posts) as l
  returning *
$$;

create function private.award_monthly()
returns table (month date, amount integer, balance integer)
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_caller uuid := private.require_caller();
  v_award public.monthly_drops;
begin
  select * into v_award from private.award_month(array[v_caller]);
  if v_award.user_id is null then
    perform private.refuse(409, 'This month''s drops were awarded already');
  end if;
  return query
    select v_award.month, v_award.amount, p.drops_balance
    from public.profiles as p where p.id = v_caller;
end
$$;

create function public.award_monthly() returns table (month date, amount integer, balance integer)
language sql volatile set search_path = ''
as $$ select * from private.award_monthly() $$;

select private.open_to_callers(array['award_monthly()']);

-- One step of the job: awards the next p_limit users after p_after, in the order of their ids. Users
-- that another run is awarding at this moment are passed over. `last_id` is null at the end.
create function private.award_monthly_batch(p_after uuid, p_limit integer)
returns table (total integer, awarded integer, last_id uuid)
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_ids uuid[];
begin
  v_ids := array(
    select p.id from public.profiles as p
    where not p.is_ai
      and (p_after is null or p.id > p_after)
      and not exists (
        select from public.monthly_drops as d
        where d.user_id = p.id and d.month = private.current_month()
      )
    order by p.id limit p_limit
    for no key update skip locked
  );
  total := cardinality(v_ids);
  awarded := (select count(*) from private.award_month(v_ids));
  last_id := case when total = p_limit then v_ids[total] end;
  return next;
end
$$;

-- How many users this month's award has not reached.
create function private.award_monthly_remaining() returns integer
language sql stable security definer set search_path = ''
as $$
  select count(*)::integer from public.profiles as p
  where not p.is_ai and not exists (
    select from public.monthly_drops as d
    where d.user_id = p.id and d.month = private.current_month()
  )
$$;

create function public.award_monthly_batch(p_after uuid, p_limit integer)
returns table (total integer, awarded integer, last_id uuid)
language sql volatile set search_path = ''
as $$ select * from private.award_monthly_batch(p_after, p_limit) $$;

create function public.award_monthly_remaining() returns integer
language sql stable set search_path = ''
as $$ select private.award_monthly_remaining() $$;

revoke all on function
  public.award_monthly_batch(uuid, integer), private.award_monthly_batch(uuid, integer),
  public.award_monthly_remaining(), private.award_monthly_remaining()
from public, anon, authenticated;
grant execute on function
  public.award_monthly_batch(uuid, integer), private.award_monthly_batch(uuid, integer),
  public.award_monthly_remaining(), private.award_monthly_remaining()
to service_role;
