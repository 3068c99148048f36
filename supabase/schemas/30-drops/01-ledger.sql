-- The ledger of drops. A balance is never negative and always that after the user's last entry: one
-- function writes both, constraints check them, and nobody updates or deletes an entry.
--
-- A load or a restored backup, which fills the tables without that function, has to keep the chain:
-- in the order of the ids, the first entry of a user begins at a balance of 0, each other one where
-- the one before ended, and `profiles.drops_balance` is where the last one ended.
-- `private.reconcile_ledger()` verifies it.

-- Whether a movement is one of its type: income is positive, a purchase is negative, an
-- administrator may post either. Each natural key is reserved for its type and required for it. In
-- a function, whose plans are kept: Postgres parses the text of every check again at each statement
-- that inserts.
create function private.is_movement(
  p_type text, p_delta integer, p_key text, p_reason text, p_source text
) returns boolean
language plpgsql immutable set search_path = ''
as $$
begin
  return (p_type = 'signup_bonus') = (p_key is not distinct from 'signup')
    and (p_type = 'monthly_recurring') = coalesce(p_key like 'monthly:____-__', false)
    and case p_type
      when 'purchase' then p_delta < 0 when 'admin_adjustment' then p_delta <> 0 else p_delta > 0 end
    and coalesce(char_length(p_key) between 1 and 300, true)
    and char_length(p_reason) <= 500 and p_reason ~ '\S'
    and char_length(p_source) between 1 and 50;
end
$$;

create table public.drops_ledger (
  -- Beyond one user's entries it means nothing; nothing refers to it alone.
  id bigint generated always as identity,
  -- No foreign key: the entry outlives the account, with the bare id.
  user_id uuid not null,
  delta integer not null,
  balance_before integer not null,
  balance_after integer not null,
  type text not null
    check (type in (
      'signup_bonus', 'monthly_recurring', 'purchase', 'refund', 'admin_adjustment')),
  reason text not null,
  source text not null,
  reference_id uuid,
  -- `signup`, `monthly:2026-11`, or a key of the caller. One key posts once.
  idempotency_key text,
  actor_id uuid,
  created_at timestamptz not null default now(),
  primary key (user_id, id),
  constraint drops_ledger_movement_check
    check (private.is_movement(type, delta, idempotency_key, reason, source)),
  -- One of them is from the entry before and the other from the profile.
  constraint drops_ledger_balance_after_check
    check (balance_before >= 0 and balance_after >= 0
      and balance_after = balance_before::bigint + delta)
);

select private.guard_table('public.drops_ledger', 'Every movement of drops. Append-only.',
  '{delta,balance_before,balance_after}');
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

grant select (id, user_id, delta, balance_after, type, reason, source, reference_id, created_at)
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

-- The balance after a movement, of a profile whose last entry ended at p_held.
create function private.next_balance(p_balance integer, p_held integer, p_delta integer)
returns integer
language plpgsql immutable set search_path = ''
as $$
declare
  v_next constant bigint := p_balance::bigint + p_delta;
begin
  if p_balance <> coalesce(p_held, 0) then
    raise exception 'A balance is not that after the last entry of the ledger'
      using errcode = 'XX001';
  elsif v_next < 0 then
    perform private.refuse(402, 'Not enough drops', 'not_enough_drops');
  elsif v_next > 2147483647 then
    perform private.refuse(409, 'The balance would become too large');
  end if;
  return v_next;
end
$$;

-- Posts movements, at most one for each user, and changes the balances, all or nothing. Skips a
-- movement whose key was posted before. Refuses with 402 when a balance would become negative and
-- with 404 when a user does not exist, and fails when a balance is not that after the last entry.
-- Returns the new entries.
create function private.post_drops(p_posts private.drop_post[]) returns setof public.drops_ledger
language plpgsql volatile security definer
-- Row `POST /api/drops/award-monthly`: planning at each call would take most of the time.
set search_path = '' set plan_cache_mode = 'force_generic_plan'
as $$
declare
  v_posts constant integer := coalesce(cardinality(p_posts), 0);
  v_users integer;
begin
  -- Posts to a user wait here for each other, in one order for every caller, which prevents
  -- deadlocks. The statement below sees everything that was committed before the locks.
  perform from public.profiles
  where id = any (array(select p.user_id from unnest(p_posts) as p))
  order by id for no key update;
  get diagnostics v_users = row_count;
  if v_users <> v_posts then
    -- Two movements of one user would both begin at the same balance.
    if (select count(distinct p.user_id) from unnest(p_posts) as p) <> v_posts then
      raise exception 'Each movement needs a user of its own' using errcode = '22023';
    end if;
    perform private.refuse(404, 'User not found');
  end if;

  return query
    with moved as (
      update public.profiles as r
      set drops_balance = private.next_balance(r.drops_balance, b.balance_after, p.delta),
        updated_at = now()
      from unnest(p_posts) as p
      left join lateral (
        select l.balance_after from public.drops_ledger as l
        where l.user_id = p.user_id order by l.id desc limit 1
      ) as b on true
      where r.id = p.user_id and not exists (
        select from public.drops_ledger as l
        where l.user_id = p.user_id and l.idempotency_key = p.idempotency_key)
      returning p.*, coalesce(b.balance_after, 0) as balance_before, r.drops_balance
    )
    insert into public.drops_ledger (
      user_id, delta, balance_before, balance_after, type, reason, source, reference_id,
      idempotency_key, actor_id
    )
    select user_id, delta, balance_before, drops_balance, type, reason, source, reference_id,
      idempotency_key, actor_id
    from moved
    returning *;
end
$$;

-- Posts one movement. Returns null when its key was posted before.
create function private.post_drop(
  p_user_id uuid, p_delta integer, p_type text, p_reason text, p_source text,
  p_reference_id uuid default null, p_idempotency_key text default null, p_actor_id uuid default null
) returns public.drops_ledger
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_entry public.drops_ledger;
begin
  select * into v_entry from private.post_drops(array[row(
    p_user_id, p_delta, p_type, p_reason, p_source, p_reference_id, p_idempotency_key, p_actor_id
  )::private.drop_post]);
  return v_entry;
end
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
