/** The organizations and teams page. */
import { describe, expect } from "vitest";
import { it } from "../support/it.ts";
import { type Person, person, superAdmin } from "../support/people.ts";
import { sql } from "../support/sql.ts";
import { ok } from "../support/requests.ts";

const admin = await superAdmin("Org Admin");

async function organization(owner: Person, name: string, teams: string[]) {
  const { body } = await owner.api("POST", "/api/organizations", { name });
  for (const team of teams) {
    await owner.api("POST", "/api/teams", { name: team, org_id: body.organization.id });
  }
  return body.organization;
}

/** The organizations with these names: the newest, among those of other tests. */
async function listed(names: string[], limit = 100) {
  const seen = [];
  let cursor = "";
  while (seen.length < names.length) {
    const page = await ok(admin, "GET", `/api/admin/organizations?limit=${limit}${cursor}`);
    seen.push(...page.organizations.filter(({ name }: { name: string }) => names.includes(name)));
    cursor = `&cursor=${page.next_cursor}`;
  }
  return seen;
}

describe("GET /admin/organizations", () => {
  it("shows every organization with owner, size and teams, newest first", async () => {
    const [ana, ben] = await Promise.all([person("Ana Page"), person("Ben Page")]);
    const [first, second] = [crypto.randomUUID(), crypto.randomUUID()];
    const older = await organization(ana, first, ["Red", "Blue"]);
    await organization(ben, second, []);
    const path = `/api/organizations/${older.id}/members`;
    await ana.api("POST", path, { user_id: ben.id, role: "member" });

    const found = await listed([first, second]);
    expect(found.map(({ name }) => name)).toEqual([second, first]);
    expect(found[0]).toMatchObject({ member_count: 1, team_count: 0, teams: [] });
    const handle = expect.any(String);
    const card = {
      id: ana.id,
      handle,
      full_name: "Ana Page",
      avatar_url: null,
      is_synthetic: false,
    };
    expect(found[1]).toMatchObject({
      id: older.id,
      name: first,
      description: "",
      owner: card,
      member_count: 2,
      team_count: 2,
      teams: ["Blue", "Red"].map((name) => ({
        id: expect.any(String),
        name,
        admin: card,
        member_count: 1,
        created_at: expect.any(String),
      })),
      created_at: older.created_at,
    });
  });

  it("lists each organization once over all pages", async ({ ana }) => {
    const names = Array.from({ length: 5 }, () => crypto.randomUUID());
    for (const name of names) await organization(ana, name, []);
    const paged = await listed(names, 2);
    expect(paged.map(({ name }) => name)).toEqual(names.toReversed());
  });

  it("shows the newest 100 teams and counts all", async ({ ana }) => {
    const name = crypto.randomUUID();
    const { id } = await organization(ana, name, []);
    await sql.begin(async (tx) => {
      await tx`
        with made as (
          insert into public.teams (org_id, name, admin_id, created_at)
          select ${id}, 'Team ' || n, ${ana.id}, now() + n * interval '1 second'
          from generate_series(1, 120) as n returning id
        )
        insert into public.team_members (team_id, org_id, user_id, role)
        select id, ${id}, ${ana.id}, 'admin' from made`;
    });
    const [found] = await listed([name]);
    expect(found.team_count).toBe(120);
    expect(found.teams).toHaveLength(100);
    expect([found.teams[0].name, found.teams[99].name]).toEqual(["Team 120", "Team 21"]);
  });
});
