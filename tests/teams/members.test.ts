/** Members of teams over HTTP. */
import { beforeEach, describe, expect, it } from "vitest";
import { attempts, makeOrganization, makePeople, makeTeam } from "../organizations/people.ts";
import { ISO, NOWHERE, ok, outcome, walk } from "../support/requests.ts";
import { type Person, person } from "../support/people.ts";

/** `nora` is a member of the organization, and a plain member of the team. */
const [people, nora] = await Promise.all([makePeople(), person("Nora New")]);

/** The team: `member` leads it, `admin` is an admin of it too. */
let id: string;
beforeEach(async () => {
  const orgId = await makeOrganization(people);
  await ok(people.owner, "POST", `/api/organizations/${orgId}/members`, { user_id: nora.id });
  id = await makeTeam(orgId, people.member, { admins: [people.admin], members: [nora] });
});

const notTeamAdmin = "403 Only an admin of the team may do this";
const unknown = "404 Team not found";
/** The people without permissions over the team, with the reason. */
const refused = { owner: notTeamAdmin, coOwner: notTeamAdmin, stranger: unknown };
const others = ["owner", "coOwner", "stranger"] as const;

describe("/api/teams/{id}/members", () => {
  const path = "/api/teams";

  it("lists members by time of joining, in pages, to the whole organization", async () => {
    const { member, admin, owner, superAdmin } = people;
    const joined_at = expect.stringMatching(ISO);
    const card = {
      avatar_url: null,
      is_synthetic: false,
      handle: expect.stringMatching(/^[a-z]+_(member|admin|new)/),
    };
    const expected = [
      { user_id: member.id, full_name: "Mia Member", role: "admin", is_admin: true },
      { user_id: admin.id, full_name: "Alan Admin", role: "admin", is_admin: false },
      { user_id: nora.id, full_name: "Nora New", role: "member", is_admin: false },
    ].map((each) => ({ ...card, ...each, joined_at: each.is_admin ? null : joined_at }));
    for (const who of [member, nora, owner, superAdmin]) {
      const body = await ok(who, "GET", `${path}/${id}/members`);
      expect(body).toEqual({ members: expected, next_cursor: null });
    }
    expect(await walk(owner, `${path}/${id}/members`, "members", 1)).toEqual(expected);
  });

  it("refuses strangers and unknown teams, also on a later page", async () => {
    const get = (who: Person, url: string) => outcome(who, "GET", `${path}/${url}`);
    expect(await get(people.stranger, `${id}/members`)).toBe(unknown);
    expect(await get(people.superAdmin, `${NOWHERE}/members`)).toBe(unknown);
    const { next_cursor } = await ok(people.owner, "GET", `${path}/${id}/members?limit=2`);
    const last = `${id}/members?cursor=${encodeURIComponent(next_cursor)}`;
    await ok(nora, "DELETE", `${path}/${id}/members/${nora.id}`);
    expect(await ok(people.owner, "GET", `${path}/${last}`))
      .toEqual({ members: [], next_cursor: null });
    expect(await get(people.stranger, last)).toBe(unknown);
  });

  it("lets its admins and super admins add people of the organization", async () => {
    const url = `${path}/${id}/members`;
    for (
      const [by, whom, role] of [
        ["member", "owner", "member"],
        ["admin", "coOwner", "admin"],
      ] as const
    ) {
      const { status, body } = await people[by].api("POST", url, {
        user_id: people[whom].id,
        role,
      });
      expect(status).toBe(201);
      expect(body.member).toMatchObject({ user_id: people[whom].id, role, is_admin: false });
      expect((await ok(nora, "GET", url)).members.at(-1)).toEqual(body.member);
      expect(await outcome(people[by], "POST", url, { user_id: people[whom].id, role })).toBe(
        "409 The user is already a member of the team",
      );
    }
    await ok(people.owner, "DELETE", `${url}/${people.owner.id}`);
    // Without a role: a plain member.
    const { member } = await ok(people.superAdmin, "POST", url, { user_id: people.owner.id });
    expect(member).toMatchObject({ full_name: "Olga Owner", avatar_url: null, role: "member" });
  });

  it("others cannot add, change or remove members", async () => {
    const url = `${path}/${id}/members`;
    for (
      const [method, at, body] of [
        ["POST", url, { user_id: people.coOwner.id, role: "admin" }],
        ["PUT", `${url}/${nora.id}`, { role: "admin" }],
        ["DELETE", `${url}/${people.admin.id}`, undefined],
      ] as const
    ) {
      const act = (who: Person) => who.api(method, at, body);
      expect(await attempts({ ...people, member: nora }, [...others, "member"], act))
        .toEqual({ ...refused, member: notTeamAdmin });
    }
    expect((await ok(nora, "GET", url)).members).toHaveLength(3);
  });

  it("refuses users outside the organization", async () => {
    const add = (by: Person, fields: unknown) =>
      outcome(by, "POST", `${path}/${id}/members`, fields);
    const outside = "400 user_id: must be a member of the organization first";
    for (const by of [people.member, people.superAdmin]) {
      expect(await add(by, { user_id: people.stranger.id, role: "member" })).toBe(outside);
      expect(await add(by, { user_id: NOWHERE, role: "member" })).toBe(outside);
    }
    expect(await add(people.member, { user_id: people.owner.id, role: "owner" }))
      .toBe("400 role: expected one of admin, member");
  });

  it("lets its admins and super admins change roles", async () => {
    for (
      const [by, whom, role] of [
        [people.member, nora, "admin"],
        [people.admin, nora, "member"],
        [people.superAdmin, people.admin, "member"],
        [people.member, people.admin, "admin"],
        [people.admin, people.admin, "member"],
      ] as const
    ) {
      const url = `${path}/${id}/members/${whom.id}`;
      const body = await ok(by, "PUT", url, { role });
      expect(body.member).toMatchObject({ user_id: whom.id, role, is_admin: false });
      expect((await ok(nora, "GET", `${path}/${id}/members`)).members).toContainEqual(body.member);
    }
  });

  it("nobody can change the role of the team's admin", async () => {
    const put = (by: Person, userId: string, body: unknown) =>
      outcome(by, "PUT", `${path}/${id}/members/${userId}`, body);
    for (const by of [people.member, people.admin, people.superAdmin]) {
      expect(await put(by, people.member.id, { role: "member" }))
        .toBe("409 The admin's role changes only when an organization owner names another admin");
      const url = `${path}/${id}/members/${people.member.id}`;
      const { member } = await ok(by, "PUT", url, { role: "admin" });
      expect(member).toMatchObject({ role: "admin", is_admin: true });
    }
    expect(await put(people.member, people.owner.id, { role: "admin" }))
      .toBe("404 Member not found");
    expect(await put(people.member, nora.id, { role: "owner" }))
      .toBe("400 role: expected one of admin, member");
  });

  it("lets its admins and super admins remove members, and members leave", async () => {
    const { owner, coOwner, member, admin, superAdmin } = people;
    for (const { id: user_id } of [owner, coOwner]) {
      await ok(member, "POST", `${path}/${id}/members`, { user_id });
    }
    for (
      const [by, whom] of [[member, owner], [admin, coOwner], [nora, nora], [superAdmin, admin]]
    ) {
      expect(await ok(by!, "DELETE", `${path}/${id}/members/${whom!.id}`)).toEqual({
        message: "Member removed",
      });
      expect(await outcome(member, "DELETE", `${path}/${id}/members/${whom!.id}`)).toBe(
        "404 Member not found",
      );
      // They still see the team, like every member of the organization.
      expect((await ok(whom!, "GET", `${path}/${id}`)).user_role).toBeNull();
    }
    expect((await ok(member, "GET", `${path}/${id}/members`)).members).toHaveLength(1);
  });

  it("nobody can remove the team's admin", async () => {
    for (const by of [people.member, people.admin, people.superAdmin]) {
      const url = `${path}/${id}/members/${people.member.id}`;
      expect(await outcome(by, "DELETE", url)).toBe(
        "409 The team's admin cannot leave: an organization owner must name another admin first",
      );
    }
    // A person outside of the team cannot leave it.
    const { owner, stranger } = people;
    expect((await owner.api("DELETE", `${path}/${id}/members/${owner.id}`)).status).toBe(404);
    expect((await stranger.api("DELETE", `${path}/${id}/members/${stranger.id}`)).body.error)
      .toBe("Team not found");
  });
});
