-- Functions for the other files, in a schema that is dropped at the end. Postgres inlines them.

-- step functions
create schema world;
create function world.user_id(n bigint) returns uuid language sql immutable as
  $$ select ('b0000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid $$;
-- The number of a user, whose id `user_id` gives.
create function world.number(id uuid) returns bigint language sql immutable as
  $$ select right(id::text, 12)::bigint $$;
-- An id that is the same in every load, as a client makes it.
create function world.id(kind text, n bigint) returns uuid language sql immutable as
  $$ select overlay(overlay(md5(kind || n) placing '4' from 13) placing 'a' from 17)::uuid $$;
-- The id as the server makes it, ordered by time.
create function world.id_at(kind text, n bigint, at timestamptz) returns uuid
  language sql immutable as $$
    select overlay(overlay(md5(kind || n)
        placing lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '7' from 1)
      placing 'a' from 17)::uuid
  $$;
-- A number from 0 to 1 that follows from `n`.
create function world.dice(n bigint, salt bigint) returns double precision language sql immutable as
  $$ select (hashint8extended(n, salt) & 1048575) / 1048576.0::double precision $$;
create function world.now() returns timestamptz language sql immutable as
  $$ select timestamptz ':now' $$;
-- The time at a part of the year, which ends now.
create function world.at(t double precision) returns timestamptz language sql immutable as
  $$ select world.now() - (1 - t) * interval '365 days' $$;
create function world.timezone(n bigint) returns text language sql immutable as
  $$ select case n % 10 when 1 then 'America/New_York' when 2 then 'Europe/Berlin' else 'UTC' end $$;
create function world.languages() returns text[] language sql immutable as
  $$ select '{en,de,es,fr,pt,it,nl}'::text[] $$;
create function world.language(n bigint) returns text language sql immutable as
  $$ select (world.languages())[1 + n % 7] $$;
create function world.team(n bigint) returns uuid language sql immutable as
  $$ select world.id('team', n / 8) $$;
create function world.org(n bigint) returns uuid language sql immutable as
  $$ select world.id('org', n / 40) $$;
-- The distance between users with a row, where one user in `of` has a row in a year.
create function world.every(of integer) returns integer language sql immutable as
  $$ select round(of / :share)::integer $$;
create function world.times(n bigint, mean double precision) returns integer
  language sql immutable as $$
    select case when mean < 1 then (n % round(1 / mean)::bigint = 0)::integer
      else greatest(1, round(mean * 0.5 / sqrt((n + 1) / :users.0)))::integer end
  $$;
-- The rows of all users in a part of the year, row `j` of user `n` at `t`. The first users have many
-- more than the mean and the last ones half of it.
create function world.spread(
  mean double precision, low double precision, high double precision, salt bigint,
  heavy integer default null
) returns table (n integer, j integer, t double precision) language sql immutable as $$
  select u.n, j, (j + u.phase) / u.times
  from (
    select n, world.dice(n, salt) as phase,
      case when n = 0 and heavy > 0 then heavy else world.times(n, mean) end as times
    from generate_series(0, :users - 1) as n
  ) as u
  cross join lateral generate_series(
    ceil(low * u.times - u.phase)::integer, ceil(high * u.times - u.phase)::integer - 1
  ) as j
  where j between 0 and u.times - 1
$$;
