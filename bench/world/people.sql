-- Accounts with profiles, cards, directory and search terms: users and synthetic users. One in a
-- thousand is blocked, one in a hundred blocks another.

-- step names
create function world.people(low double precision, high double precision)
returns table (n integer, id uuid, handle text, email text, name text, created_at timestamptz)
language sql immutable as $$
  select n, world.user_id(n), 'bench_' || n, 'bench' || n || '@example.com',
    f[1 + n * 7 % array_length(f, 1)] || ' ' || l[1 + n * 13 % array_length(l, 1)],
    world.now() - interval '730 days' + least(n, :users) * interval '365 days' / :users
  from generate_series(ceil(low * :all)::integer, ceil(high * :all)::integer - 1) as n,
    string_to_array('Ana Ben Carla Dmitri Elif Farid Grace Hiro Ines Jonas Kofi Lena Mateo Noor Olga',
      ' ') as f,
    string_to_array('Abbott Bauer Castillo Dubois Eriksen Fontaine Garcia Hoffmann Ivanova Jansen ' ||
      'Kowalski Lindqvist Moreau Nakamura Okafor Petrov Quispe Rossi Schmidt Takahashi', ' ') as l
$$;

-- fill auth.users, 3 an account
insert into auth.users (instance_id, id, aud, role, email, encrypted_password, email_confirmed_at,
  raw_app_meta_data, raw_user_meta_data, created_at, updated_at, confirmation_token,
  recovery_token, email_change, email_change_token_new)
select '00000000-0000-0000-0000-000000000000', id, 'authenticated', 'authenticated', email,
  (select extensions.crypt(':password', extensions.gen_salt('bf', 4))), created_at, '{"provider": "email", "providers": ["email"]}',
  jsonb_build_object('full_name', name), created_at, created_at, '', '', '', ''
from world.people(:from, :to);

-- fill auth.identities, 3 an account
insert into auth.identities (id, provider_id, user_id, provider, identity_data, created_at)
select world.id('identity', n), id::text, id, 'email',
  jsonb_build_object('sub', id, 'email', email, 'email_verified', true), created_at
from world.people(:from, :to);

-- fill auth.sessions, 3 an account
insert into auth.sessions (id, user_id, created_at, updated_at, aal, refreshed_at)
select world.id('session', n), id, at, at, 'aal1', at at time zone 'utc'
from world.people(:from, :to), world.at(1 - world.dice(n, 1) / 12) as at where n % 3 = 0;

-- fill public.profiles, 3 an account
insert into public.profiles (id, handle, full_name, role, drops_balance, is_ai, is_active,
  read_notes_enabled, check_in_enabled, timezone, language, blocked_user_ids, preferences, created_at,
  updated_at)
select id, handle, name, case when n = 1 then 'super_admin' else 'user' end,
  case when n < :users then :balance else 0 end, n >= :users, n % 1000 <> 501,
  n % 5 = 0, n % 5 = 0, world.timezone(n), world.language(n),
  case when n % 100 = 77 then array[world.user_id(n + 1)] else '{}' end,
  case when n % 2 = 0 then '{"theme": "dark", "mosaic_photo": true}'::jsonb else '{}' end,
  created_at, created_at
from world.people(:from, :to);

-- fill public.profile_cards
insert into public.profile_cards (id, handle, full_name, avatar_url, is_synthetic)
select id, handle, full_name, avatar_url, is_ai from public.profiles where handle like 'bench\_%';

-- fill private.user_directory, 3 an account
insert into private.user_directory (user_id, email, words, created_at)
select id, email, lower(concat(' ' || name, ' ', handle, ' ' || email) collate pg_catalog.pg_c_utf8),
  created_at
from world.people(:from, :to);

-- fill private.user_search_terms, 3 an account
insert into private.user_search_terms (user_id, place, term)
select id, t.place, lower(t.term) from world.people(:from, :to)
cross join lateral (values
  (0, handle), (1, name), (2, split_part(name, ' ', 2))) as t (place, term);
