/** Accounts with profiles, cards, directory and search terms. */
import { fill, type Loader, withoutIndexes } from "./loading.ts";
import { balance } from "./ledger.ts";
import { admin, synthetic } from "./size.ts";

const firstNames =
  "Ana Ben Carla Dmitri Elif Farid Grace Hiro Ines Jonas Kofi Lena Mateo Noor Olga";
const lastNames = "Abbott Bauer Castillo Dubois Eriksen Fontaine Garcia Hoffmann Ivanova Jansen " +
  "Kowalski Lindqvist Moreau Nakamura Okafor Petrov Quispe Rossi Schmidt Takahashi";

/** All sign in with this password. */
export const password = "bench-password";

const tables = [
  "auth.users",
  "auth.identities",
  "auth.sessions",
  "public.profiles",
  "public.profile_cards",
  "private.user_directory",
  "private.user_search_terms",
];

/** Users and synthetic users. One in a thousand is blocked, one in a hundred blocks another. */
export const loadPeople: Loader = (loading) =>
  withoutIndexes(loading.sql, tables, async () => {
    const { sql, users } = loading;
    const all = users + synthetic(loading);
    const people = ({ from, to }: { from: number; to: number }) => `
      (select n, world.user_id(n) as id, 'bench_' || n as handle, 'bench' || n || '@example.com' as email,
        f[1 + n * 7 % array_length(f, 1)] || ' ' || l[1 + n * 13 % array_length(l, 1)] as name,
        world.now() - interval '730 days' + least(n, ${users}) * interval '365 days' / ${users}
          as created_at
      from generate_series(${Math.ceil(from * all)}, ${Math.ceil(to * all) - 1}) as n,
        string_to_array('${firstNames}', ' ') as f, string_to_array('${lastNames}', ' ') as l) as p`;
    const slices = Math.ceil(all / 100_000);
    const [{ hash }] = await sql<[{ hash: string }]>`
      select extensions.crypt(${password}, extensions.gen_salt('bf', 4)) as hash`;
    await fill(loading, "auth.users", (slice) => `
      insert into auth.users (instance_id, id, aud, role, email, encrypted_password, email_confirmed_at,
        raw_app_meta_data, raw_user_meta_data, created_at, updated_at, confirmation_token,
        recovery_token, email_change, email_change_token_new)
      select '00000000-0000-0000-0000-000000000000', id, 'authenticated', 'authenticated', email,
        '${hash}', created_at, '{"provider": "email", "providers": ["email"]}',
        jsonb_build_object('full_name', name), created_at, created_at, '', '', '', ''
      from ${people(slice)}`, slices);
    await fill(loading, "auth.identities", (slice) => `
      insert into auth.identities (id, provider_id, user_id, provider, identity_data, created_at)
      select world.id('identity', n), id::text, id, 'email',
        jsonb_build_object('sub', id, 'email', email, 'email_verified', true), created_at
      from ${people(slice)}`, slices);
    await fill(loading, "auth.sessions", (slice) => `
      insert into auth.sessions (id, user_id, created_at, updated_at, aal, refreshed_at)
      select world.id('session', n), id, at, at, 'aal1', at at time zone 'utc'
      from ${people(slice)}, world.at(1 - world.dice(n, 1) / 12) as at where n % 3 = 0`, slices);
    await fill(loading, "public.profiles", (slice) => `
      insert into public.profiles (id, handle, full_name, role, drops_balance, is_ai, is_active,
        read_notes_enabled, check_in_enabled, timezone, blocked_user_ids, preferences, created_at,
        updated_at)
      select id, handle, name, case when n = ${admin} then 'super_admin' else 'user' end,
        case when n < ${users} then ${balance(loading)} else 0 end, n >= ${users}, n % 1000 <> 501,
        n % 5 = 0, n % 5 = 0, world.timezone(n),
        case when n % 100 = 77 then array[world.user_id(n + 1)] else '{}' end,
        case when n % 2 = 0 then '{"theme": "dark", "mosaic_photo": true}'::jsonb else '{}' end,
        created_at, created_at
      from ${people(slice)}`, slices);
    await fill(
      loading,
      "public.profile_cards",
      `
      insert into public.profile_cards (id, handle, full_name, avatar_url)
      select id, handle, full_name, avatar_url from public.profiles where handle like 'bench\\_%'`,
    );
    await fill(loading, "private.user_directory", (slice) => `
      insert into private.user_directory (user_id, email, words, created_at)
      select id, email, lower(concat(' ' || name, ' ', handle, ' ' || email) collate pg_catalog.pg_c_utf8),
        created_at
      from ${people(slice)}`, slices);
    await fill(loading, "private.user_search_terms", (slice) => `
      insert into private.user_search_terms (user_id, place, term)
      select id, t.place, lower(t.term) from ${people(slice)}
      cross join lateral (values
        (0, handle), (1, name), (2, split_part(name, ' ', 2))) as t (place, term)`, slices);
  });
