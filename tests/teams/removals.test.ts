/**
 * The effect of a removal from the organization on its teams, alone and with concurrent changes.
 */
import { beforeEach, describe, expect, it } from "vitest";
import { makeOrganization, makePeople, makeTeam, rolesOf } from "../organizations/people.ts";
import { ok } from "../support/requests.ts";
import { broken, type Call, session } from "../organizations/sessions.ts";
import type { Person } from "../support/people.ts";
import { sql } from "../support/sql.ts";

let people = await makePeople();
/** The organization, its team that `member` leads and `admin` belongs to, and another team. */
let orgId: string;
let teamId: string;
let otherTeamId: string;
beforeEach(async () => {
  orgId = await makeOrganization(people);
  teamId = await makeTeam(orgId, people.member, { members: [people.admin] });
  otherTeamId = await makeTeam(orgId, people.owner);
});

describe("a removal from the organization", () => {
  const remove = (who: Person) =>
    ok(people.owner, "DELETE", `/api/organizations/${orgId}/members/${who.id}`);
  const membersOf = (id: string) => rolesOf(people.owner, `/api/teams/${id}`);

  it("removes a member from its teams", async () => {
    await remove(people.admin);
    expect(await membersOf(teamId)).toEqual({ [people.member.id]: "admin" });
    expect((await people.admin.api("GET", `/api/teams/${teamId}`)).status).toBe(404);
    expect((await people.admin.api("GET", `/api/teams/${teamId}/messages`)).status).toBe(404);
  });

  it("removes a further admin from its teams", async () => {
    const { owner, admin, member } = people;
    await ok(member, "PUT", `/api/teams/${teamId}/members/${admin.id}`, { role: "admin" });
    await ok(admin, "DELETE", `/api/organizations/${orgId}/members/${admin.id}`);
    expect(await membersOf(teamId)).toEqual({ [member.id]: "admin" });
    expect(await membersOf(otherTeamId)).toEqual({ [owner.id]: "admin" });
  });

  it("removes the admin of teams, which pass to the organization's owner", async () => {
    const { owner, admin, member, coOwner } = people;
    const second = await makeTeam(orgId, member, { members: [owner, coOwner] });
    const elsewhere = await makeOrganization({ ...people, owner: member, member: owner });
    const untouched = await makeTeam(elsewhere, member);
    await remove(member);
    expect(await membersOf(teamId)).toEqual({ [admin.id]: "member", [owner.id]: "admin" });
    expect(await membersOf(second)).toEqual({ [coOwner.id]: "member", [owner.id]: "admin" });
    expect(await membersOf(untouched)).toEqual({ [member.id]: "admin" });
    for (const id of [teamId, second]) {
      expect((await ok(owner, "GET", `/api/teams/${id}`)).team.admin_id).toBe(owner.id);
    }
  });

  it("gives the owner no more teams than the quota allows without an own act", async () => {
    const { owner, admin, member } = people;
    const alone = await makeTeam(orgId, member);
    const own = await makeTeam(orgId, member, { members: [owner, admin] });
    const [quota] = await sql`
      select max_total - 1 as extra from private.quotas where kind = 'members added to teams'`;
    await sql`
      with made as (
        insert into public.teams (org_id, name, admin_id)
        select ${orgId}, 'Many', ${admin.id} from generate_series(1, ${quota!.extra}::int)
        returning id
      ), led as (
        insert into public.team_members (team_id, org_id, user_id, role)
        select id, ${orgId}, ${admin.id}, 'admin' from made
      )
      insert into public.team_members (team_id, org_id, user_id)
      select id, ${orgId}, ${owner.id} from made`;
    await ok(member, "DELETE", `/api/organizations/${orgId}/members/${member.id}`);
    expect(
      await sql`
        select id, admin_id from public.teams where id in ${sql([teamId, alone, own])}`,
    ).toEqual(expect.arrayContaining([
      { id: teamId, admin_id: admin.id },
      { id: own, admin_id: owner.id },
    ]));
    expect(await sql`select from public.teams where id = ${alone}`).toEqual([]);
    // The other tests add people to teams.
    people = await makePeople();
  });

  it("removes the former owner, whose teams pass to the current owner", async () => {
    const { owner, admin, member } = people;
    await ok(owner, "POST", `/api/organizations/${orgId}/transfer-ownership`, {
      new_owner_id: member.id,
    });
    await ok(member, "DELETE", `/api/organizations/${orgId}/members/${owner.id}`);
    const { team } = await ok(member, "GET", `/api/teams/${otherTeamId}`);
    expect(team.admin_id).toBe(member.id);
    expect((await admin.api("GET", `/api/teams/${otherTeamId}`)).status).toBe(200);
  });

  it("deletes the teams when the organization itself is deleted", async () => {
    await ok(people.member, "POST", `/api/teams/${teamId}/messages`, { content: "x" });
    await ok(people.owner, "DELETE", `/api/organizations/${orgId}`);
    expect(await sql`select from public.teams where org_id = ${orgId}`).toHaveLength(0);
    expect(await sql`select from public.team_members where org_id = ${orgId}`).toHaveLength(0);
    expect(await sql`select from public.team_messages where team_id = ${teamId}`).toHaveLength(0);
  });
});

describe("at the same time as a removal from the organization", () => {
  const insiders = async () =>
    (await sql`select user_id from public.team_members where org_id = ${orgId}`)
      .map(({ user_id }) => user_id);

  type Name = "owner" | "coOwner" | "admin" | "member";
  const add = (): Call => ["add_team_member", teamId, people.coOwner.id, "member"];
  const name = (): Call => ["update_team", teamId, { admin_id: people.admin.id }];
  const create = (): Call => ["create_team", orgId, "New"];
  const refusals = {
    add: /^PT400 user_id: must be a member of the organization first$/,
    name: /^PT400 admin_id: must be a member of the organization$/,
    create: /^PT40[04] /,
  };

  /** The last column is the number of teams that the owner leads afterwards. */
  it.each<[title: string, by: Name, leaves: Name, call: () => Call, answer: RegExp, led: number]>([
    ["an addition to a team before it takes effect", "member", "coOwner", add, /^done$/, 1],
    ["an addition to a team after it is refused", "member", "coOwner", add, refusals.add, 1],
    ["a new team admin before it loses the team", "coOwner", "admin", name, /^done$/, 2],
    ["a new team admin after it is refused", "coOwner", "admin", name, refusals.name, 1],
    ["a team created before it passes to the owner", "member", "member", create, /^done$/, 3],
    ["a team created after it is refused", "member", "member", create, refusals.create, 2],
  ])("%s", async (_title, by, leaves, call, answer, led) => {
    const [writer, remover] = [await session(people[by]), await session(people.owner)];
    const write = [writer, () => writer.call(...call())] as const;
    const leaver = people[leaves].id;
    const remove = () => remover.call("remove_organization_member", orgId, leaver);
    const removal = [remover, remove] as const;
    const isFirst = answer.test("done");
    const [[one, begin], [other, follow]] = isFirst ? [write, removal] : [removal, write];
    expect(await begin()).toBe("done");
    const second = follow();
    await other.waiting();
    await one.commit();
    expect(await second).toMatch(isFirst ? /^done$/ : answer);
    await other.commit();
    expect(await insiders()).not.toContain(leaver);
    const admins = (await sql`select admin_id from public.teams where org_id = ${orgId}`)
      .map(({ admin_id }) => admin_id);
    expect(admins).not.toContain(leaver);
    expect(admins.filter((each) => each === people.owner.id)).toHaveLength(led);
    expect(await broken()).toEqual([]);
  });

  it("or its deletion: teams are created before it or refused", async () => {
    const { member, owner } = people;
    const answers = await Promise.all([
      ...["a", "b", "c", "d"].map((name) =>
        member.api("POST", "/api/teams", { org_id: orgId, name })
      ),
      owner.api("DELETE", `/api/organizations/${orgId}`),
      ...["e", "f", "g"].map((name) => member.api("POST", "/api/teams", { org_id: orgId, name })),
    ]);
    const [deletion] = answers.splice(4, 1);
    expect(deletion!.status).toBe(200);
    for (const { status } of answers) expect([201, 404]).toContain(status);
    expect(await sql`select from public.teams where org_id = ${orgId}`).toHaveLength(0);
  });
});
