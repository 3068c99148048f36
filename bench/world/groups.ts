/** Organizations of 40 and a few of 10,000, teams of 8 and one of 10,000, their messages, and invitations. */
import { fill, type Loader, slicesOf, withoutIndexes } from "./loading.ts";
import {
  every,
  largeOrganizations,
  largeOrganizationStep,
  organizationSize,
  teamSize,
} from "./size.ts";

export const loadGroups: Loader = (loading) =>
  withoutIndexes(loading.sql, [
    "public.organizations",
    "public.organization_members",
    "public.teams",
    "public.team_members",
    "public.team_messages",
    "private.organization_invitations",
    "public.audit_log",
  ], async () => {
    const { users, share } = loading;
    const [organizations, teams] = [users / organizationSize, users / teamSize].map(Math.ceil);
    const [large, step] = [largeOrganizations(loading), largeOrganizationStep(loading)];
    await fill(
      loading,
      "public.organizations",
      `
      insert into public.organizations (id, name, owner_id, created_at, updated_at)
      select world.id('org', o), 'Organization ' || o, world.user_id(o * ${organizationSize}), at, at
      from generate_series(0, ${organizations! - 1}) as o,
        world.at(o / ${organizations}.0 - 1) as at
      union all
      select world.id('large org', o), 'Large organization ' || o, world.user_id(o), at, at
      from generate_series(0, ${large - 1}) as o, world.at(-0.5) as at;
      insert into public.organization_members (org_id, user_id, role, joined_at, accepted)
      select world.org(n), world.user_id(n),
        case when n % ${organizationSize} = 0 then 'owner' else 'member' end,
        world.at(n / ${users}.0 - 1), true
      from generate_series(0, ${users - 1}) as n
      union all
      select world.id('large org', n % ${step}), world.user_id(n),
        case when n < ${step} then 'owner' else 'member' end, world.at(n / ${users}.0 - 1), true
      from generate_series(0, ${users - 1}) as n
      where n % ${step} < ${large} and n / ${step} < 10000;
      insert into public.teams (id, org_id, name, admin_id, created_at, updated_at)
      select world.id('team', t), world.org(t * ${teamSize}), 'Team ' || t,
        world.user_id(t * ${teamSize}), at, at
      from generate_series(0, ${teams! - 1}) as t, world.at(t / ${teams}.0 - 1) as at
      union all
      select world.id('large team', 0), world.id('large org', 0), 'Everybody', world.user_id(0), at, at
      from world.at(-0.5) as at;
      insert into public.team_members (team_id, org_id, user_id, role, joined_at, accepted)
      select world.team(n), world.org(n), world.user_id(n),
        case when n % ${teamSize} = 0 then 'admin' else 'member' end, world.at(n / ${users}.0 - 1), true
      from generate_series(0, ${users - 1}) as n
      union all
      select world.id('large team', 0), org_id, user_id,
        case role when 'owner' then 'admin' else 'member' end, joined_at, true
      from public.organization_members where org_id = world.id('large org', 0)`,
    );
    await fill(
      loading,
      "public.team_messages",
      ({ from, to }) => `
      insert into public.team_messages (id, team_id, user_id, content, written_at, created_at)
      select world.id_at('team message ' || n || ' ', j, at), world.team(n), world.user_id(n),
        'Message ' || j || ' to the team', at, at
      from world.spread(${2 * share}, ${from}, ${to}, 2), world.at(t) as at`,
      slicesOf(2 * users * share),
    );
    await fill(
      loading,
      "private.organization_invitations",
      `
      insert into private.organization_invitations (id, org_id, role, user_id, email, code_hash, max_uses,
        invited_by, expires_at, created_at)
      select world.id('invitation', n), world.org(n), 'member',
        case when n % 3 = 0 then world.user_id((n + ${organizationSize}) % ${users}) end,
        case when n % 3 = 1 then 'guest' || n || '@example.org' end,
        case when n % 3 = 2 then sha256(n::text::bytea) end, case when n % 3 = 2 then 10 end,
        world.user_id(n / ${organizationSize} * ${organizationSize}), at + interval '14 days', at
      from generate_series(0, ${users - 1}, ${every(loading, 50) + 1}) as n,
        world.at(1 - world.dice(n, 3) / 26) as at`,
    );
    await fill(
      loading,
      "public.audit_log",
      `
      insert into public.audit_log (actor_id, act, target_type, target_id, after, created_at)
      select world.user_id(1), 'user.drops', 'user', world.user_id(n)::text, '{"drops_balance": 51}',
        world.at(n / ${users}.0)
      from generate_series(0, ${users - 1}, ${every(loading, 4)}) as n`,
    );
  });
