/**
 * People for tests of access: an owner with rows of every kind, a teammate, a member of the
 * organization outside the team, a stranger, somebody who is not signed in, a super admin, and a
 * blocked teammate.
 */
import { anonymous, type Client, type Person, person, superAdmin } from "./people.ts";
import { sql } from "./sql.ts";

export const roles = [
  "owner",
  "teammate",
  "orgMember",
  "stranger",
  "anonymous",
  "superAdmin",
  "blocked",
] as const;

export type Role = typeof roles[number];

export type Visibility = "user" | "team" | "org" | "public";

/** The people whom the owner's rows with this visibility include. */
export const audience: Record<Visibility, Role[]> = {
  user: ["owner", "superAdmin"],
  team: ["owner", "superAdmin", "teammate"],
  org: ["owner", "superAdmin", "teammate", "orgMember"],
  public: ["owner", "superAdmin", "teammate", "orgMember", "stranger"],
};

/** From the smallest audience to the largest. */
export const visibilities = Object.keys(audience) as Visibility[];

export interface World {
  people: Record<Exclude<Role, "anonymous">, Person>;
  /** supabase-js as each of them. */
  client: Record<Role, Client>;
  orgId: string;
  teamId: string;
}

/** Creates the world. Everything in it is new, so that tests do not see each other's rows. */
export async function makeWorld(): Promise<World> {
  const [owner, teammate, orgMember, stranger, admin, blocked] = await Promise.all([
    person("Olive Owner"),
    person("Tom Teammate"),
    person("Mia Member"),
    person("Sam Stranger"),
    superAdmin("Ada Admin"),
    person("Bob Blocked"),
  ]);
  const call = async (name: string, args: Record<string, unknown>) => {
    const { data, error } = await owner.client.rpc(name, args);
    if (error) throw new Error(`${name}: ${error.message}`);
    return data;
  };
  const orgId = idOf(await call("create_organization", { p_name: "World" }));
  for (const { id } of [teammate, orgMember, blocked]) {
    await call("add_organization_member", { p_org_id: orgId, p_user_id: id, p_role: "member" });
  }
  const teamId = idOf(await call("create_team", { p_org_id: orgId, p_name: "Team" }));
  for (const { id } of [teammate, blocked]) {
    await call("add_team_member", { p_team_id: teamId, p_user_id: id, p_role: "member" });
  }
  await sql`update public.profiles set is_active = false where id = ${blocked.id}`;
  return {
    people: { owner, teammate, orgMember, stranger, superAdmin: admin, blocked },
    client: {
      owner: owner.client,
      teammate: teammate.client,
      orgMember: orgMember.client,
      stranger: stranger.client,
      anonymous: anonymous.client,
      superAdmin: admin.client,
      blocked: blocked.client,
    },
    orgId,
    teamId,
  };
}

/** The id in a function's answer: the id itself, or the row that contains it. */
const idOf = (data: unknown): string =>
  typeof data === "string" ? data : (data as { id: string }).id;
