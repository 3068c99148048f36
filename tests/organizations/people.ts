/** An organization and the people around it, for the tests of organizations and teams. */
import { type Person, person, superAdmin } from "../support/people.ts";
import { ok, walk } from "../support/requests.ts";

/** One person for each relation to an organization. */
export interface People {
  owner: Person;
  coOwner: Person;
  /** Role `admin`: the permissions of a member. */
  admin: Person;
  member: Person;
  stranger: Person;
  superAdmin: Person;
}

/** Creates and signs in all of them; once for a test file. */
export async function makePeople(): Promise<People> {
  const [owner, coOwner, admin, member, stranger, root] = await Promise.all([
    person("Olga Owner"),
    person("Cora Owner"),
    person("Alan Admin"),
    person("Mia Member"),
    person("Sam Stranger"),
    superAdmin("Ruth Root"),
  ]);
  return { owner, coOwner, admin, member, stranger, superAdmin: root };
}

/** Creates an organization with its four kinds of members; returns its id. */
export async function makeOrganization({ owner, coOwner, admin, member }: People): Promise<string> {
  const id = (await ok(owner, "POST", "/api/organizations", { name: "Riverside" })).organization.id;
  const path = `/api/organizations/${id}/members`;
  await ok(owner, "POST", path, { user_id: coOwner.id, role: "owner" });
  await ok(owner, "POST", path, { user_id: admin.id, role: "admin" });
  await ok(owner, "POST", path, { user_id: member.id, role: "member" });
  return id;
}

/** Creates a team of the organization, led by `lead`; returns its id. */
export async function makeTeam(
  orgId: string,
  lead: Person,
  members: { admins?: Person[]; members?: Person[] } = {},
): Promise<string> {
  const { team } = await ok(lead, "POST", "/api/teams", { org_id: orgId, name: "Morning Pages" });
  for (const [role, people] of [["admin", members.admins], ["member", members.members]] as const) {
    for (const { id } of people ?? []) {
      await ok(lead, "POST", `/api/teams/${team.id}/members`, { user_id: id, role });
    }
  }
  return team.id;
}

/** Roles by user id of the members of an organization or a team, given by its path. */
export const rolesOf = async (who: Person, path: string): Promise<Record<string, string>> =>
  Object.fromEntries(
    (await walk(who, `${path}/members`, "members")).map(({ user_id, role }) => [user_id, role]),
  );

/** Status and message of each person's attempt: `{member: "403 Only ...", ...}`. */
export async function attempts<K extends keyof People>(
  people: People,
  kinds: readonly K[],
  attempt: (who: Person) => Promise<{ status: number; body: { error?: string } | null }>,
): Promise<Record<K, string | number>> {
  const results = {} as Record<K, string | number>;
  for (const kind of kinds) {
    const { status, body } = await attempt(people[kind]);
    results[kind] = body?.error ? `${status} ${body.error}` : status;
  }
  return results;
}
