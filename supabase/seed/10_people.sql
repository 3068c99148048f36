-- Demo data: three weeks in the life of a small group, relative to the day of the seeding. The
-- files run in the order of their names. Never run them on a project that real people use: the
-- passwords stand here.
--
-- The seed calls the functions of the service, in the name of the person who acts, for the rows
-- that they write. They date a row now; where a screen shows times, the seed moves the row into the
-- past.

-- The person with a number: 1 is the demo user, 2 the super admin.
create function pg_temp.person(p_number integer) returns uuid language sql immutable
as $$ select ('d0000000-0000-4000-8000-' || lpad(p_number::text, 12, '0'))::uuid $$;

-- Other rows that the demo names: tone packs are of the kind `a`, dreams of the kind `b`.
create function pg_temp.thing(p_kind text, p_number integer) returns uuid language sql immutable
as $$ select ('d' || p_kind || '000000-0000-4000-8000-' || lpad(p_number::text, 12, '0'))::uuid $$;

-- A local time in Berlin on an earlier day; p_days_ago is at least 1.
create function pg_temp.at(p_days_ago integer, p_time time) returns timestamptz language sql stable
as $$ select (private.utc_today() - p_days_ago + p_time) at time zone 'Europe/Berlin' $$;

-- Makes this person the caller of the statements that follow, in a session that the last file ends.
create function pg_temp.act_as(p_number integer) returns void language sql volatile
as $$
  insert into auth.sessions (id, user_id) values (gen_random_uuid(), pg_temp.person(p_number));
  select set_config('request.jwt.claims', jsonb_build_object(
    'sub', p.id, 'role', 'authenticated', 'user_role', p.role, 'session_id', s.id)::text, false)
  from public.profiles as p join auth.sessions as s on s.user_id = p.id
  where p.id = pg_temp.person(p_number) limit 1
$$;

insert into auth.users (
  instance_id, id, aud, role, email, encrypted_password, email_confirmed_at,
  raw_app_meta_data, raw_user_meta_data, created_at, updated_at,
  confirmation_token, recovery_token, email_change, email_change_token_new
)
select
  '00000000-0000-0000-0000-000000000000', pg_temp.person(n), 'authenticated', 'authenticated',
  email, extensions.crypt(password, extensions.gen_salt('bf', 6)), pg_temp.at(22, '09:00'),
  '{"provider": "email", "providers": ["email"]}', jsonb_build_object('full_name', full_name),
  pg_temp.at(22, '09:00') + n * interval '37 minutes', now(), '', '', '', ''
from (values
  (1, 'demo@example.com', 'demo-password', 'Dana Demo'),
  (2, 'admin@example.com', 'admin-password', 'Ada Admin'),
  (3, 'ingrid@example.com', 'demo-password', 'Ingrid Solberg'),
  (4, 'mateus@example.com', 'demo-password', 'Mateus Prado'),
  (5, 'tomasz@example.com', 'demo-password', 'Tomasz Wilk'),
  (6, 'noor@example.com', 'demo-password', 'Noor Rahimi'),
  (7, 'keiko@example.com', 'demo-password', 'Keiko Arai'),
  (8, 'lukas@example.com', 'demo-password', 'Lukas Brandt'),
  (9, 'priya@example.com', 'demo-password', 'Priya Nair'),
  (10, 'femi@example.com', 'demo-password', 'Femi Adeyemi'),
  (11, 'sofie@example.com', 'demo-password', 'Sofie Claes'),
  (12, 'yara@example.com', 'demo-password', 'Yara Haddad')
) as account (n, email, password, full_name)
order by n;

insert into auth.identities (
  id, provider_id, user_id, provider, identity_data, last_sign_in_at, created_at, updated_at
)
select
  gen_random_uuid(), id::text, id, 'email',
  jsonb_build_object('sub', id, 'email', email, 'email_verified', true),
  created_at, created_at, now()
from auth.users where id between pg_temp.person(1) and pg_temp.person(12);

update public.profiles as p set
  role = case when p.id = pg_temp.person(2) then 'super_admin' else 'user' end,
  is_classroom = p.id = pg_temp.person(7),
  timezone = 'Europe/Berlin',
  read_notes_enabled = p.id in (pg_temp.person(1), pg_temp.person(2)),
  check_in_enabled = p.id in (pg_temp.person(1), pg_temp.person(2)),
  -- In the mosaic three people are photos, the others initials.
  preferences = jsonb_strip_nulls(jsonb_build_object('theme', 'system', 'mosaic_photo', case
    when p.id in (pg_temp.person(1), pg_temp.person(5), pg_temp.person(6)) then true end)),
  created_at = u.created_at
from auth.users as u where u.id = p.id and p.id between pg_temp.person(1) and pg_temp.person(12);
update private.user_directory as d set created_at = p.created_at
from public.profiles as p
where p.id = d.user_id and p.id between pg_temp.person(1) and pg_temp.person(12);

-- An organization with two teams, and another that invites the demo user -------------------------

select pg_temp.act_as(1);
do $$
declare
  v_org uuid := (public.create_organization('Riverside Writers', 'People who write every day.')).id;
  v_morning uuid := (public.create_team(
    v_org, 'Morning Pages', 'Three pages before breakfast.')).id;
  v_owls uuid;
begin
  perform public.add_organization_member(
    v_org, pg_temp.person(n), case when n = 3 then 'admin' else 'member' end)
  from generate_series(2, 11) as n;
  perform public.add_team_member(v_morning, pg_temp.person(n))
  from unnest('{2,3,5,6,9}'::int[]) as n;
  v_owls := (public.create_team(
    v_org, 'Night Owls', 'Writing after dark.', pg_temp.person(8))).id;
  perform pg_temp.act_as(8);
  perform public.add_team_member(v_owls, pg_temp.person(n)) from unnest('{1,7,10,11}'::int[]) as n;
  perform pg_temp.act_as(1);
  perform public.invite_to_organization(v_org, p_email => 'friend@example.com');
  perform public.invite_to_organization(v_org, p_link => true, p_max_uses => 10);
  perform public.invite_to_organization(v_org, p_handle => 'yara_haddad');

  insert into public.team_messages (team_id, user_id, content, written_at, created_at)
  select case team when 'morning' then v_morning else v_owls end, pg_temp.person(author),
    content, at, at
  from (
    select *, case days_ago when 0 then now() - time::interval
      else pg_temp.at(days_ago, time) end as at
    from (values
      ('morning', 1, 20, time '07:12',
        'Welcome, everybody! Three pages before breakfast, who is in?'),
      ('morning', 5, 20, '07:15', 'In. The coffee is on.'),
      ('morning', 9, 20, '07:40', 'Late, but in.'),
      ('morning', 6, 14, '06:58', 'A week tomorrow. I did not think I would last.'),
      ('morning', 3, 9, '08:05', 'I wrote on the train today. It counts!'),
      ('morning', 1, 9, '08:09', 'It counts twice.'),
      ('morning', 2, 4, '09:30', 'There is a second team now, for people who write at night.'),
      ('morning', 5, 1, '06:35', 'Rain. Good writing weather.'),
      -- Messages of today, with their age.
      ('morning', 9, 0, '00:48', 'Good morning! What is everybody writing about?'),
      ('morning', 6, 0, '00:41', 'Rivers, still.'),
      ('owls', 8, 4, '22:10', 'Hello, owls.'),
      ('owls', 11, 4, '22:31', 'Finally a team for people who cannot think before noon.'),
      ('owls', 1, 3, '23:02', 'I am an impostor here, but the company is good.'),
      ('owls', 10, 2, '23:40', 'Half a page. It is something.')
    ) as message (team, author, days_ago, time, content)
  ) as m;
  perform private.notify_team(m) from public.team_messages as m
  where m.created_at > now() - interval '2 hours';
end
$$;

select pg_temp.act_as(3);
select public.invite_to_organization(o.id, pg_temp.person(n))
from public.create_organization('Northside Makers', 'A workshop with too many plants.') as o,
  generate_series(1, 2) as n;

