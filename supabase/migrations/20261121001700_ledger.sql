-- The ledger of drops. A balance is never negative and always that after the user's last entry: one
-- function writes both, constraints check them, and nobody updates or deletes an entry.
--
-- Whoever fills the tables without that function (a load, a restored backup) keeps this: of each user
-- the entries in the order of their ids begin at a balance of 0 and each where the one before ended;
-- `profiles.drops_balance` is where the last one ended. `private.reconcile_ledger()` verifies it.

create table public.drops_ledger (
  -- Beyond one user's entries it means nothing; nothing refers to it alone.
  id bigint generated always as identity,
  -- No foreign key: the entry outlives the account, with the bare id.
  user_id uuid not null,
  delta integer not null,
  balance_before integer not null check (balance_before >= 0),
  balance_after integer not null,
  type text not null
    check (type in (
      'signup_bonus', 'monthly_recurring', 'purchase', 'refund', 'admin_adjustment')),
  reason text not null check (char_length(reason) <= 500 and reason ~ '\S'),
  source text not null check (char_length(source) between 1 and 50),
  reference_id uuid,
  -- `signup`, `monthly:2026-11`, or a key of the caller. One key posts once.
  idempotency_key text check (char_length(idempotency_key) between 1 and 300),
  actor_id uuid,
  created_at timestamptz not null default now(),
  primary key (user_id, id),
  -- Income is positive, a purchase is negative, an administrator may post either.
  constraint drops_ledger_delta_check check (
    case type when 'purchase' then delta < 0 when 'admin_adjustment' then delta <> 0 else delta > 0 end),
  -- The posting function takes one of them from the entry before and the other from the profile.
  constraint drops_ledger_balance_after_check
    check (balance_after >= 0 and balance_after = balance_before::bigint + delta),
  -- Each natural key is reserved for its type and required for it.
  constraint drops_ledger_signup_key_check
    check ((type = 'signup_bonus') = (idempotency_key is not distinct from 'signup')),
  constraint drops_ledger_monthly_key_check
    check ((type = 'monthly_recurring') = coalesce(idempotency_key like 'monthly:____-__', false))
);

select private.guard_table('public.drops_ledger', 'Every movement of drops. Append-only.');
comment on column public.drops_ledger.id is
  'Ascending for each user, because posts to one user wait for each other.';
comment on column public.drops_ledger.actor_id is
  'The user who caused the entry, when it is not the account''s owner.';

-- Finds what was posted since the last reconciliation, in a table that only grows at its end.
create index drops_ledger_id_idx on public.drops_ledger using brin (id) with (autosummarize = on);
create unique index drops_ledger_idempotency_key_key
  on public.drops_ledger (user_id, idempotency_key) where idempotency_key is not null;

-- The trigger also applies to the owner of the table, whom grants do not restrict.
create trigger drops_ledger_100_append_only before update or delete or truncate
  on public.drops_ledger for each statement execute function private.refuse_change();

create policy drops_ledger_select_owner on public.drops_ledger for select to authenticated
  using (user_id = (select auth.uid()) or (select private.is_super_admin()));

grant select (id, user_id, delta, balance_after, type, reason, reference_id, created_at)
  on public.drops_ledger to authenticated;
grant select on public.drops_ledger to service_role;

-- The ledger as users see it.
create view public.drop_transactions with (security_invoker = true) as
  select id, user_id, delta as amount, balance_after, type, reason as description, reference_id,
    created_at
  from public.drops_ledger;

comment on view public.drop_transactions is 'The caller''s history of drops.';
grant select on public.drop_transactions to authenticated, service_role;

-- Posting -----------------------------------------------------------------------------------------

-- A movement to post.
create type private.drop_post as (
  user_id uuid, delta integer, type text, reason text, source text, reference_id uuid,
  idempotency_key text, actor_id uuid
);

-- The balance after a user's last entry.
create function private.ledger_balance(p_user_id uuid) returns integer
language plpgsql stable security definer set search_path = ''
as $$
begin
  return coalesce((
    select balance_after from public.drops_ledger
    where user_id = p_user_id order by id desc limit 1), 0);
end
$$;

-- Posts movements, at most one for each user, and changes the balances, all or nothing. Skips a
-- movement whose key was posted before. Refuses with 402 when a balance would become negative and
-- with 404 when a user does not exist, and fails when a balance is not that after the last entry.
-- Returns the new entries.
create function private.post_drops(p_posts private.drop_post[]) returns setof public.drops_ledger
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_posts constant integer := coalesce(cardinality(p_posts), 0);
  v_users integer;
  v_constraint text;
begin
  -- Two movements of one user would overwrite each other's balance.
  if (select count(distinct p.user_id) from unnest(p_posts) as p) <> v_posts then
    raise exception 'Each movement needs a user of its own' using errcode = '22023';
  end if;

  -- Locks in one order for every caller, which prevents deadlocks. The statement below sees
  -- everything that was committed before the locks.
  perform from public.profiles
  where id in (select p.user_id from unnest(p_posts) as p)
  order by id for no key update;
  get diagnostics v_users = row_count;
  perform private.refuse_if(v_users <> v_posts, 404, 'User not found');

  return query
    with fresh as (
      select p.* from unnest(p_posts) as p
      where p.idempotency_key is null or not exists (
        select from public.drops_ledger as l
        where l.user_id = p.user_id and l.idempotency_key = p.idempotency_key
      )
    ),
    moved as (
      update public.profiles as r set drops_balance = r.drops_balance + f.delta
      from fresh as f where r.id = f.user_id
      returning f.*, r.drops_balance
    )
    insert into public.drops_ledger (
      user_id, delta, balance_before, balance_after, type, reason, source, reference_id,
      idempotency_key, actor_id
    )
    select m.user_id, m.delta, private.ledger_balance(m.user_id), m.drops_balance, m.type, m.reason,
      m.source, m.reference_id, m.idempotency_key, m.actor_id
    from moved as m
    returning *;
exception
  when check_violation then
    get stacked diagnostics v_constraint = constraint_name;
    perform private.refuse_if(v_constraint = 'profiles_drops_balance_check',
      402, 'Not enough drops', 'not_enough_drops');
    if v_constraint = 'drops_ledger_balance_after_check' then
      raise exception 'A balance is not that after the last entry of the ledger'
        using errcode = 'XX001';
    end if;
    raise;
  when numeric_value_out_of_range then
    perform private.refuse(409, 'The balance would become too large');
end
$$;

-- Posts one movement. Returns null when its key was posted before.
create function private.post_drop(
  p_user_id uuid, p_delta integer, p_type text, p_reason text, p_source text,
  p_reference_id uuid default null, p_idempotency_key text default null, p_actor_id uuid default null
) returns public.drops_ledger
language sql volatile security definer set search_path = ''
as $$
  select * from private.post_drops(array[row(
    p_user_id, p_delta, p_type, p_reason, p_source, p_reference_id, p_idempotency_key, p_actor_id
  )::private.drop_post])
$$;

-- Sign-up bonus -----------------------------------------------------------------------------------

-- A balance begins at zero, whatever the insert contains.
create function private.begin_balance() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.drops_balance := 0;
  return new;
end
$$;

-- Restores the balance of a profile that is created again from its ledger, and posts the sign-up
-- bonus once. Runs after the insert: the unique id then guarantees that nobody else posts to the
-- account.
create function private.open_account() returns trigger
language plpgsql volatile security definer set search_path = ''
as $$
begin
  update public.profiles set drops_balance = private.ledger_balance(id)
  where id = new.id and private.ledger_balance(id) > 0;
  perform private.post_drop(new.id, 50, 'signup_bonus', 'Welcome', 'signup', null, 'signup');
  return null;
end
$$;

create trigger profiles_200_begin_balance before insert on public.profiles
  for each row execute function private.begin_balance();
-- A synthetic user never spends.
create trigger profiles_600_open_account after insert on public.profiles
  for each row when (not new.is_ai) execute function private.open_account();

select private.register_personal_data('public.drops_ledger', 'keep',
  p_section => 'drop_transactions', p_source => 'public.drop_transactions', p_page_key => '{id}',
  p_reason => 'A ledger must be complete; the bare id identifies nobody.');
select private.register_person_column('public.drops_ledger', 'actor_id',
  'The author of a movement must remain identifiable; the bare id.', 'keep',
  p_section => 'acts_as_administrator');
