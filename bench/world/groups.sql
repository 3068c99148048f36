-- Organizations of 40 and a few of 10,000, teams of 8 and one of 10,000, their messages, and invitations.

-- fill public.organizations
insert into public.organizations (id, name, owner_id, created_at, updated_at)
select world.id('org', o), 'Organization ' || o, world.user_id(o * 40), at, at
from generate_series(0, :organizations - 1) as o,
  world.at(o / :organizations::float8 - 1) as at
union all
select world.id('large org', o), 'Large organization ' || o, world.user_id(o), at, at
from generate_series(0, :large - 1) as o, world.at(-0.5) as at;
insert into public.organization_members (org_id, user_id, role, joined_at, accepted)
select world.org(n), world.user_id(n),
  case when n % 40 = 0 then 'owner' else 'member' end,
  world.at(n / :users::float8 - 1), true
from generate_series(0, :users - 1) as n
union all
select world.id('large org', n % :step), world.user_id(n),
  case when n < :step then 'owner' else 'member' end, world.at(n / :users::float8 - 1), true
from generate_series(0, :users - 1) as n
where n % :step < :large and n / :step < 10000;
insert into public.teams (id, org_id, name, admin_id, created_at, updated_at)
select world.id('team', t), world.org(t * 8), 'Team ' || t,
  world.user_id(t * 8), at, at
from generate_series(0, :teams - 1) as t, world.at(t / :teams::float8 - 1) as at
union all
select world.id('large team', 0), world.id('large org', 0), 'Everybody', world.user_id(0), at, at
from world.at(-0.5) as at;
insert into public.team_members (team_id, org_id, user_id, role, joined_at, accepted)
select world.team(n), world.org(n), world.user_id(n),
  case when n % 8 = 0 then 'admin' else 'member' end, world.at(n / :users::float8 - 1), true
from generate_series(0, :users - 1) as n
union all
select world.id('large team', 0), org_id, user_id,
  case role when 'owner' then 'admin' else 'member' end, joined_at, true
from public.organization_members where org_id = world.id('large org', 0);

-- fill public.team_messages, 2 a user
insert into public.team_messages (id, team_id, user_id, content, written_at, created_at)
select world.id_at('team message ' || n || ' ', j, at), world.team(n), world.user_id(n),
  'Message ' || j || ' to the team', at, at
from world.spread(2 * :share, :from, :to, 2), world.at(t) as at;

-- fill private.organization_invitations
insert into private.organization_invitations (id, org_id, role, user_id, email, code_hash, max_uses,
  invited_by, expires_at, created_at)
select world.id('invitation', n), world.org(n), 'member',
  case when n % 3 = 0 then world.user_id((n + 40) % :users) end,
  case when n % 3 = 1 then 'guest' || n || '@example.org' end,
  case when n % 3 = 2 then sha256(n::text::bytea) end, case when n % 3 = 2 then 10 end,
  world.user_id(n / 40 * 40), at + interval '14 days', at
from generate_series(0, :users - 1, world.every(50) + 1) as n,
  world.at(1 - world.dice(n, 3) / 26) as at;

-- fill public.audit_log
insert into public.audit_log (actor_id, act, target_type, target_id, after, created_at)
select world.user_id(1), 'user.drops', 'user', world.user_id(n)::text, '{"drops_balance": 51}',
  world.at(n / :users::float8)
from generate_series(0, :users - 1, world.every(4)) as n;
