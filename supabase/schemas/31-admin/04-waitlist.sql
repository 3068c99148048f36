-- The waitlist of the kit, and the gate that decides whether demand suffices.

create table public.kit_waitlist (
  id uuid primary key default private.uuid_v7(),
  email text not null check (email ~ '^[^\s@]+@[^\s@]+\.[^\s@]+$' and char_length(email) <= 254),
  name text check (char_length(name) between 1 and 100),
  notes text check (char_length(notes) between 1 and 2000),
  country text check (private.is_country(country)),
  created_at timestamptz not null default now()
);

select private.guard_table('public.kit_waitlist',
  'People who are interested in the kit. They need no account.');

create unique index kit_waitlist_email_key on public.kit_waitlist (lower(email));
create index kit_waitlist_page_idx on public.kit_waitlist (created_at desc, id desc);

select private.let_read('super_admin', 'public.kit_waitlist');

insert into private.rate_limit_rules (bucket, max_hits, per) values ('waitlist', 5, '1 hour');

-- The gate is open after more than 200 sign-ups within 30 days.
create function private.kit_waitlist_gate()
returns table (total bigint, last_30_days bigint, green_light boolean)
language sql stable security definer rows 1 set search_path = ''
as $$
  select private.require_super_admin();
  select count(*), count(*) filter (where recent), count(*) filter (where recent) > 200
  from (select created_at > now() - interval '30 days' as recent from public.kit_waitlist) as w
$$;

select private.expose('authenticated', 'kit_waitlist_gate');

-- Adds an address once. The result is the same for an address that is there already, so that nobody
-- learns who has signed up.
create function private.join_kit_waitlist(
  p_email text, p_name text default null, p_notes text default null, p_country text default null
) returns void
language sql volatile security definer set search_path = ''
as $$
  insert into public.kit_waitlist (email, name, notes, country)
  values (p_email, p_name, p_notes, p_country)
  on conflict (lower(email)) do nothing
$$;

select private.expose('service_role', 'join_kit_waitlist');

select private.register_person_column('public.kit_waitlist', 'email',
  'Given without an account; nothing links the address to the user.', 'keep');
