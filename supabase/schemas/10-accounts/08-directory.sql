-- The directory of users for administrators, and the search by handle or name for everybody.

create extension if not exists pg_trgm with schema extensions;

-- The searchable data of users. The e-mail addresses are copied here because the project cannot
-- create indexes in `auth`.
create table private.user_directory (
  user_id uuid primary key references public.profiles (id) on delete cascade,
  email text,
  words text not null,
  created_at timestamptz not null
);

select private.hide_table('private.user_directory',
  'E-mail address and search words of each user, kept by triggers.');
comment on column private.user_directory.words is
  'Name, handle and address in lower case, each after a space.';

create index user_directory_page_idx on private.user_directory (created_at desc, user_id desc);
create index user_directory_email_idx on private.user_directory (lower(email));
create index user_directory_words_idx
  on private.user_directory using gin (words extensions.gin_trgm_ops);

-- With detailed statistics the planner uses this index for rare letters only.
alter table private.user_directory alter column words set statistics 1000;

-- Locks an e-mail address until the end of the transaction: before something is given to the
-- address, and before the address is given to a user. The second of the two then sees the first.
create function private.lock_address(p_email text) returns void
language sql volatile set search_path = ''
as $$
  select pg_advisory_xact_lock(hashtextextended('address ' || lower(p_email), 0))
$$;

create function private.sync_user_directory() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.user_directory (user_id, email, words, created_at)
  select p.id, nullif(u.email, ''),
    lower(concat(' ' || p.full_name, ' ', p.handle, ' ' || nullif(u.email, ''))
      collate pg_catalog.pg_c_utf8),
    p.created_at
  from public.profiles as p join auth.users as u on u.id = p.id
  where p.id = new.id
  on conflict (user_id) do update set email = excluded.email, words = excluded.words;
  return null;
end
$$;

create trigger profiles_510_sync_directory after insert on public.profiles
  for each row execute function private.sync_user_directory();
create trigger profiles_511_sync_directory after update of full_name, handle on public.profiles
  for each row when ((old.full_name, old.handle) is distinct from (new.full_name, new.handle))
  execute function private.sync_user_directory();
create trigger sync_user_directory after update of email on auth.users
  for each row when (old.email is distinct from new.email)
  execute function private.sync_user_directory();

-- Search ------------------------------------------------------------------------------------------

insert into private.rate_limit_rules (bucket, max_hits, per) values ('user_search', 30, '1 minute');

-- A text as the search compares it: lower case, without accents, with single spaces.
create function private.search_term(p_text text) returns text
language sql immutable set search_path = ''
as $$
  select btrim(regexp_replace(
    lower(regexp_replace(normalize(p_text, nfkd), '[\u0300-\u036f]', '', 'g')
      collate pg_catalog.pg_c_utf8),
    '\s+', ' ', 'g'))
$$;

-- A search finds the beginnings of these texts: of the handle, and of the name from each of its
-- first five words on. The number of words is limited, so that one name cannot fill the results.
create table private.user_search_terms (
  user_id uuid not null references public.profiles (id) on delete cascade,
  -- 0 the handle, 1 the name, 2 to 5 the name without its first words.
  place smallint not null,
  term text collate "C" not null,
  primary key (user_id, place)
);

select private.hide_table('private.user_search_terms',
  'Beginnings of handle and name of each user, kept by a trigger.');

-- In the order of the results: a search reads the first rows of three ranges.
create index user_search_terms_page_idx
  on private.user_search_terms (least(place, 2), term, user_id);

create function private.sync_user_search_terms() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.user_search_terms where user_id = new.id;
  insert into private.user_search_terms (user_id, place, term)
  select new.id, 0, private.search_term(new.handle)
  union all
  select new.id, n, array_to_string(words[n:], ' ')
  from string_to_array(private.search_term(new.full_name), ' ') as words,
    generate_series(1, least(cardinality(words), 5)) as n
  where words <> '{}';
  return null;
end
$$;

create trigger profiles_520_sync_search_terms after insert on public.profiles
  for each row execute function private.sync_user_search_terms();
create trigger profiles_521_sync_search_terms after update of full_name, handle on public.profiles
  for each row when ((old.full_name, old.handle) is distinct from (new.full_name, new.handle))
  execute function private.sync_user_search_terms();

-- Up to ten people whose handle, name or a later word of it begins with the text: the exact handle
-- first, then handles, names, and later words. Leaves out the caller, synthetic and blocked users,
-- and people who block the caller.
create function private.search_users(p_query text) returns setof public.profile_cards
language plpgsql volatile security definer rows 10 set search_path = ''
as $$
declare
  v_caller uuid := private.require_caller();
  v_query text collate "C";
  v_end text collate "C";
begin
  perform private.refuse_if(char_length(p_query) > 100,
    400, 'q: expected at most 100 characters', 'too_long');
  v_query := private.search_term(p_query);
  v_end := v_query || U&'\+10FFFF';
  perform private.refuse_if(v_query is null or char_length(v_query) < 2,
    400, 'q: expected at least 2 characters', 'too_short');
  perform private.require_rate_limit('user_search', v_caller, 'Too many searches: wait %s s');
  return query
    with found as (
      select distinct on (t.user_id) t.user_id, rank.n, t.term
      from generate_series(0, 2) as rank (n)
      cross join lateral (
        -- Fifty rows hold ten people, since each has at most five.
        select s.user_id, s.term from private.user_search_terms as s
        join public.profiles as p on p.id = s.user_id
        where least(s.place, 2) = rank.n and s.term >= v_query and s.term < v_end
          and s.user_id <> v_caller and p.is_active and not p.is_ai
          and v_caller <> all (p.blocked_user_ids)
        order by s.term, s.user_id limit 50
      ) as t
      order by t.user_id, rank.n, t.term
    )
    select c.* from found join public.profile_cards as c on c.id = found.user_id
    order by found.n, found.term, c.id
    limit 10;
end
$$;

select private.expose('authenticated', 'search_users');

select private.register_person_column('private.user_search_terms', 'user_id',
  'A copy of parts of the profile, for search.');
select private.register_person_column('private.user_directory', 'user_id',
  'A copy of parts of profile and account, for search.');
select private.register_person_column('private.user_directory', 'email',
  'A copy of parts of profile and account, for search.');
