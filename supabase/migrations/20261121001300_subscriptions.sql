-- Subscriptions: what the payment provider says of a user. Written from verified webhooks alone.

create table public.subscriptions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null
    constraint subscriptions_user_id_fkey references public.profiles (id) on delete cascade,
  payment_customer_id text not null,
  payment_subscription_id text not null
    constraint subscriptions_payment_subscription_id_key unique,
  -- The provider's own words; `active` alone marks a premium user.
  status text not null
    constraint subscriptions_status_check check (char_length(status) between 1 and 50),
  price_id text,
  current_period_end timestamptz,
  cancel_at timestamptz,
  cancel_at_period_end boolean not null default false,
  provider_updated_at timestamptz not null,
  provider_read_at timestamptz,
  revision integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

comment on table public.subscriptions is 'Paid subscriptions; status active marks a premium user.';
comment on column public.subscriptions.cancel_at is 'When it will end; null while it goes on.';
comment on column public.subscriptions.provider_updated_at is
  'When the provider made the newest event that is stored here, to the second.';
comment on column public.subscriptions.provider_read_at is
  'When this was read from the provider; null when it came with the event.';
comment on column public.subscriptions.revision is
  'Counts the changes: what was read from the provider before another change is not stored.';

create index subscriptions_user_id_idx on public.subscriptions (user_id, created_at desc);
create index subscriptions_active_idx on public.subscriptions (user_id) where status = 'active';

create trigger subscriptions_100_set_updated_at before update on public.subscriptions
  for each row execute function private.set_updated_at();

alter table public.subscriptions enable row level security;

create policy subscriptions_all_active on public.subscriptions as restrictive to authenticated
  using ((select private.caller_is_active()));
create policy subscriptions_select_owner on public.subscriptions for select to authenticated
  using (user_id = (select auth.uid()) or (select private.is_super_admin()));

grant select on public.subscriptions to authenticated, service_role;
