/** Numbers of members and the caller's role, in the answers and views of organizations and teams. */
import { beforeAll, describe, expect, it } from "vitest";
import { type Person, person } from "../support/people.ts";
import { ok, walk } from "../support/requests.ts";
import { makeOrganization, makePeople, makeTeam, type People } from "./people.ts";

let people: People;
let orgId: string;
let teamId: string;
beforeAll(async () => {
  people = await makePeople();
  orgId = await makeOrganization(people);
  teamId = await makeTeam(orgId, people.member, { members: [people.admin] });
});

/** Role in the organization and in the team, null for neither; undefined where the row is hidden. */
const roles = {
  owner: ["owner", null],
  coOwner: ["owner", null],
  admin: ["admin", "member"],
  member: ["member", "admin"],
  stranger: [undefined, undefined],
  superAdmin: [null, null],
} as const;

describe.each(Object.keys(roles) as (keyof People)[])("for the %s", (kind) => {
  const [inOrg, inTeam] = roles[kind];
  const orgCard = inOrg === undefined ? [] : [{ member_count: 4, user_role: inOrg }];
  const teamCard = inTeam === undefined ? [] : [{ member_count: 2, user_role: inTeam }];

  it("lists have member_count and user_role", async () => {
    const cards = async (list: string, id: string) =>
      (await walk(people[kind], `/api/${list}`, list))
        .filter((each) => each.id === id)
        .map(({ member_count, user_role }) => ({ member_count, user_role }));
    expect(await cards("organizations", orgId)).toEqual(orgCard);
    expect(await cards("teams", teamId)).toEqual(teamCard);
  });

  it("the views have them too, and filters and counts reveal no more", async () => {
    const { client } = people[kind];
    const read = async (
      view: string,
      id: string,
      count: number,
    ) => (await client.from(view).select("member_count, user_role", { count: "exact" })
      .eq("id", id).eq("member_count", count));
    const [org, team] = [
      await read("organization_cards", orgId, 4),
      await read("team_cards", teamId, 2),
    ];
    expect([org.data, org.count]).toEqual([orgCard, orgCard.length]);
    expect([team.data, team.count]).toEqual([teamCard, teamCard.length]);
  });
});

it("the number follows the members, in every answer", async () => {
  const nora: Person = await person("Nora");
  const { owner, member } = people;
  const count = async () => [
    (await ok(owner, "GET", `/api/organizations/${orgId}`)).organization.member_count,
    (await ok(owner, "PUT", `/api/organizations/${orgId}`, { name: "R" })).organization
      .member_count,
    (await ok(owner, "GET", `/api/teams/${teamId}`)).team.member_count,
    (await ok(member, "PUT", `/api/teams/${teamId}`, { name: "T" })).team.member_count,
  ];
  await ok(owner, "POST", `/api/organizations/${orgId}/members`, { user_id: nora.id });
  await ok(member, "POST", `/api/teams/${teamId}/members`, { user_id: nora.id });
  expect(await count()).toEqual([5, 5, 3, 3]);
  await ok(nora, "DELETE", `/api/organizations/${orgId}/members/${nora.id}`);
  expect(await count()).toEqual([4, 4, 2, 2]);
});
