-- The waitlist of the kit, and the gate that decides whether demand suffices.

create table public.kit_waitlist (
  id uuid primary key default gen_random_uuid(),
  email text not null
    constraint kit_waitlist_email_check
      check (email ~ '^[^\s@]+@[^\s@]+\.[^\s@]+$' and char_length(email) <= 254),
  name text
    constraint kit_waitlist_name_check check (char_length(name) between 1 and 100),
  notes text
    constraint kit_waitlist_notes_check check (char_length(notes) between 1 and 2000),
  country text
    constraint kit_waitlist_country_check check (private.is_country(country)),
  created_at timestamptz not null default now()
);

comment on table public.kit_waitlist is
  'People who are interested in the kit. They need no account.';

select private.limit_statistics('public.kit_waitlist');

create unique index kit_waitlist_email_key on public.kit_waitlist (lower(email));
alter index public.kit_waitlist_email_key alter column 1 set statistics 0;
create index kit_waitlist_page_idx on public.kit_waitlist (created_at desc, id desc);

alter table public.kit_waitlist enable row level security;

create policy kit_waitlist_all_active on public.kit_waitlist as restrictive to authenticated
  using ((select private.caller_is_active()));
create policy kit_waitlist_select_super_admin on public.kit_waitlist
  for select to authenticated using ((select private.is_super_admin()));

grant select on public.kit_waitlist to authenticated, service_role;

-- The gate is open after more than 200 sign-ups within 30 days.
create function private.kit_waitlist_gate()
returns table (total bigint, last_30_days bigint, green_light boolean)
language plpgsql stable security definer rows 1 set search_path = ''
as $$
begin
  perform private.require_super_admin();
  total := (select count(*) from public.kit_waitlist);
  last_30_days := (
    select count(*) from public.kit_waitlist where created_at > now() - interval '30 days');
  green_light := last_30_days > 200;
  return next;
end
$$;

select private.expose('kit_waitlist_gate', 'authenticated');

-- Adds an address once. The result is the same for one that is there already, so that nobody learns
-- who has signed up.
create function private.join_kit_waitlist(
  p_email text, p_name text default null, p_notes text default null, p_country text default null
) returns void
language sql volatile security definer set search_path = ''
as $$
  insert into public.kit_waitlist (email, name, notes, country)
  values (p_email, p_name, p_notes, p_country)
  on conflict (lower(email)) do nothing
$$;

select private.expose('join_kit_waitlist', 'service_role');

select private.register_person_column(
  'public.kit_waitlist', 'email', 'keep',
  p_reason => 'Given without an account; nothing links the address to the user.');
