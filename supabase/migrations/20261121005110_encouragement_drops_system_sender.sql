-- The system sender: the synthetic user in whose name the assistant sends drops.

create function private.system_sender_id() returns uuid
language sql immutable set search_path = ''
as $$ select '00000000-0000-4000-a000-000000000001'::uuid $$;

-- A constraint of the profiles calls it.
grant execute on function private.system_sender_id to authenticated, service_role;

-- Nobody signs in as this user: it has no password, no identity and no valid address, is banned at
-- the identity provider, and its profile is blocked. The trigger that posts the sign-up bonus does
-- not run. Sign-up finds a free handle.
alter table public.profiles disable trigger profiles_600_open_account;

insert into auth.users (
  instance_id, id, aud, role, email, encrypted_password, raw_app_meta_data, raw_user_meta_data,
  created_at, updated_at, confirmation_token, recovery_token, email_change,
  email_change_token_new, banned_until
)
values (
  '00000000-0000-0000-0000-000000000000', private.system_sender_id(), 'authenticated',
  'authenticated', 'assistant@synthetic.invalid', '', '{"provider": "email", "providers": []}',
  '{"full_name": "Journal Assistant"}', now(), now(), '', '', '', '', '2999-01-01'
);

alter table public.profiles enable trigger profiles_600_open_account;

update public.profiles set is_ai = true, is_active = false where id = private.system_sender_id();

-- An administrator cannot unblock it.
alter table public.profiles add constraint profiles_system_sender_check
  check (id <> private.system_sender_id() or (is_ai and not is_active));
