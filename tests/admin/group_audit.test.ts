/** Audit log of changes that super admins make to organizations and teams. */
import { beforeAll, describe, expect, it } from "vitest";
import { type Person, person, superAdmin } from "../support/people.ts";
import { sql } from "../support/sql.ts";

let admin: Person;
let ana: Person;
let ben: Person;
beforeAll(async () => {
  [admin, ana, ben] = await Promise.all([superAdmin(), person("Ana"), person("Ben")]);
});

const acts = async (actor: Person) =>
  (await sql<{ act: string }[]>`
    select act from public.audit_log where actor_id = ${actor.id} order by id`)
    .map(({ act }) => act);

describe("the audit log of organizations and teams", () => {
  it("records acts of super admins, and none of owners", async () => {
    const { body: { organization } } = await ana.api("POST", "/api/organizations", {
      name: "Ours",
    });
    const path = `/api/organizations/${organization.id}`;
    const { body: { team } } = await ana.api("POST", "/api/teams", {
      name: "Team",
      org_id: organization.id,
    });
    expect(await acts(ana)).toEqual([]);

    await admin.api("PUT", path, { name: "Theirs" });
    await admin.api("POST", `${path}/members`, { user_id: ben.id, role: "owner" });
    await admin.api("PUT", `/api/teams/${team.id}`, { name: "Other" });
    await admin.api("POST", `${path}/transfer-ownership`, { new_owner_id: ben.id });
    await admin.api("DELETE", `/api/teams/${team.id}`);
    await admin.api("DELETE", path);
    expect([...new Set(await acts(admin))]).toEqual([
      "organization.update",
      "organization_member.create",
      "team.update",
      "organization_member.update",
      "team.delete",
      "team_member.delete",
      "organization.delete",
      "organization_member.delete",
    ]);
    const [row] = await sql`
      select before ->> 'name' as before, after ->> 'name' as after, target_id, request_id
      from public.audit_log where actor_id = ${admin.id} order by id limit 1`;
    expect(row).toMatchObject({ before: "Ours", after: "Theirs", target_id: organization.id });
    expect(row!.request_id).toBeTruthy();
  });
});
