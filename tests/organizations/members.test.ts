/** Members of organizations over HTTP. */
import { describe, expect, it } from "vitest";
import { type Person, person } from "../support/people.ts";
import { sql } from "../support/sql.ts";
import { attempts, makeOrganization, makePeople, makeTeam, rolesOf } from "./people.ts";
import { ISO, NOWHERE, ok, outcome, walk } from "../support/requests.ts";

const people = await makePeople();

const notOwner = "403 Only an owner of the organization may do this";
const unknown = "404 Organization not found";

describe("/api/organizations/{id}/members", () => {
  const path = "/api/organizations";

  it("lists members by time of joining, in pages", async () => {
    const { owner, coOwner, admin, member } = people;
    await sql`update public.profiles set avatar_url = 'https://example.com/mia.png'
      where id = ${member.id}`;
    const id = await makeOrganization(people);
    const expected = [
      { user_id: owner.id, full_name: "Olga Owner", role: "owner", is_owner: true },
      { user_id: coOwner.id, full_name: "Cora Owner", role: "owner" },
      { user_id: admin.id, full_name: "Alan Admin", role: "admin" },
      {
        user_id: member.id,
        full_name: "Mia Member",
        role: "member",
        avatar_url: "https://example.com/mia.png",
        is_synthetic: false,
      },
    ].map((some) => ({
      avatar_url: null,
      is_synthetic: false,
      is_owner: false,
      joined_at: some.is_owner ? null : expect.stringMatching(ISO),
      handle: expect.stringMatching(/^[a-z]+_(owner|admin|member)/),
      ...some,
    }));
    for (const who of [owner, coOwner, admin, member, people.superAdmin]) {
      const body = await ok(who, "GET", `${path}/${id}/members`);
      expect(body).toEqual({ members: expected, next_cursor: null });
    }
    expect(await walk(member, `${path}/${id}/members`, "members", 1)).toEqual(expected);
  });

  it("refuses strangers and unknown organizations", async () => {
    const id = await makeOrganization(people);
    const get = (who: Person, url: string) => outcome(who, "GET", `${path}/${url}`);
    expect(await get(people.stranger, `${id}/members`)).toBe(unknown);
    expect(await get(people.superAdmin, `${NOWHERE}/members`)).toBe(unknown);
  });

  it("ends a list whose remaining members were removed", async () => {
    const { owner, coOwner, admin, member, stranger } = people;
    const id = await makeOrganization(people);
    const { next_cursor } = await ok(owner, "GET", `${path}/${id}/members?limit=1`);
    for (const { id: userId } of [coOwner, admin, member]) {
      await ok(owner, "DELETE", `${path}/${id}/members/${userId}`);
    }
    const rest = `${path}/${id}/members?cursor=${encodeURIComponent(next_cursor)}`;
    expect(await ok(owner, "GET", rest)).toEqual({ members: [], next_cursor: null });
    expect((await stranger.api("GET", rest)).status).toBe(404);
  });

  it("lets owners and super admins add users, in any role", async () => {
    const id = await makeOrganization(people);
    const url = `${path}/${id}/members`;
    for (
      const [kind, role, given] of [
        ["owner", "member", "member"],
        ["coOwner", "admin", "admin"],
        ["superAdmin", "owner", "owner"],
        ["owner", undefined, "member"],
      ] as const
    ) {
      const nora = await person("Nora New");
      const fields = { user_id: nora.id, role };
      const { status, body } = await people[kind].api("POST", url, fields);
      expect(status).toBe(201);
      const member = {
        user_id: nora.id,
        handle: expect.stringMatching(/^nora_new/),
        full_name: "Nora New",
        avatar_url: null,
        is_synthetic: false,
        role: given,
        is_owner: false,
        joined_at: expect.stringMatching(ISO),
      };
      expect(body).toEqual({ member });
      const { members } = await ok(nora, "GET", url);
      expect(members.at(-1)).toEqual(body.member);
      expect(await outcome(people[kind], "POST", url, { user_id: nora.id, role: "member" })).toBe(
        "409 The user is already a member of the organization",
      );
      expect((await rolesOf(nora, `${path}/${id}`))[nora.id]).toBe(given);
    }
  });

  it.each(
    [
      ["add", "POST", null],
      ["change", "PUT", "member"],
      ["change", "PUT", "coOwner"],
      ["remove", "DELETE", "coOwner"],
      ["remove", "DELETE", "owner"],
    ] as const,
  )("a member or stranger cannot %s members: %s %s", async (_, method, whom) => {
    const url = `${path}/${await makeOrganization(people)}/members`;
    const at = whom ? `${url}/${people[whom].id}` : url;
    const body = { POST: { user_id: people.stranger.id, role: "owner" }, PUT: { role: "admin" } };
    const act = (who: Person) =>
      who.api(method, at, method === "DELETE" ? undefined : body[method]);
    expect(await attempts(people, ["admin", "member", "stranger"], act))
      .toEqual({ admin: notOwner, member: notOwner, stranger: unknown });
  });

  it.each([
    [{ role: "member" }, "400 user_id: required"],
    [{ user_id: NOWHERE, role: "boss" }, "400 role: expected one of owner, admin, member"],
    [{ user_id: NOWHERE, role: "member" }, "404 User not found"],
  ])("refuses %j as a new member", async (fields, refusal) => {
    const url = `${path}/${await makeOrganization(people)}/members`;
    expect(await outcome(people.owner, "POST", url, fields)).toBe(refusal);
  });

  it("lets owners and super admins change roles", async () => {
    const id = await makeOrganization(people);
    for (
      const [by, whom, role] of [
        ["owner", "member", "admin"],
        ["coOwner", "admin", "member"],
        ["superAdmin", "member", "member"],
        ["owner", "coOwner", "member"],
      ] as const
    ) {
      const url = `${path}/${id}/members/${people[whom].id}`;
      const body = await ok(people[by], "PUT", url, { role });
      expect(body.member).toMatchObject({ user_id: people[whom].id, role, is_owner: false });
      expect(body.member.joined_at).toMatch(ISO);
      const { members } = await ok(people.owner, "GET", `${path}/${id}/members`);
      expect(members).toContainEqual(body.member);
    }
  });

  it("refuses to assign the role owner and to change the owner's role", async () => {
    const id = await makeOrganization(people);
    const put = (by: Person, userId: string, body: unknown) =>
      outcome(by, "PUT", `${path}/${id}/members/${userId}`, body);
    const { owner, coOwner, member, superAdmin } = people;
    expect(await put(owner, member.id, { role: "owner" }))
      .toBe("400 role: expected one of admin, member");
    expect(await put(owner, people.stranger.id, { role: "admin" })).toBe("404 Member not found");
    for (const by of [owner, coOwner, superAdmin]) {
      expect(await put(by, owner.id, { role: "admin" }))
        .toBe("409 The owner's role changes only by transferring the organization");
    }
  });

  it("lets owners and super admins remove members, and members leave", async () => {
    const id = await makeOrganization(people);
    const { owner, coOwner, admin, member, superAdmin } = people;
    const nora = await person("Nora New");
    await ok(owner, "POST", `${path}/${id}/members`, { user_id: nora.id, role: "member" });
    for (const [by, whom] of [[admin, admin], [coOwner, member], [superAdmin, nora]] as const) {
      expect(await ok(by, "DELETE", `${path}/${id}/members/${whom.id}`)).toEqual({
        message: "Member removed",
      });
      expect((await whom.api("GET", `${path}/${id}`)).status).toBe(404);
      expect((await owner.api("DELETE", `${path}/${id}/members/${whom.id}`)).body.error)
        .toBe("Member not found");
    }
    await ok(owner, "DELETE", `${path}/${id}/members/${coOwner.id}`);
    expect(await rolesOf(owner, `${path}/${id}`)).toEqual({ [owner.id]: "owner" });
  });

  it("a co-owner can leave, and the owner cannot be removed", async () => {
    const id = await makeOrganization(people);
    const { owner, coOwner, superAdmin } = people;
    for (const by of [owner, coOwner, superAdmin]) {
      expect(await outcome(by, "DELETE", `${path}/${id}/members/${owner.id}`)).toBe(
        "409 The owner cannot leave: transfer the organization first",
      );
    }
    await ok(coOwner, "DELETE", `${path}/${id}/members/${coOwner.id}`);
    // After a transfer the former owner can leave.
    await ok(owner, "POST", `${path}/${id}/transfer-ownership`, {
      new_owner_id: people.member.id,
    });
    await ok(owner, "DELETE", `${path}/${id}/members/${owner.id}`);
  });

  it("the number of members follows them, in every answer", async () => {
    const id = await makeOrganization(people);
    const team = await makeTeam(id, people.member, { members: [people.admin] });
    const { owner, member, stranger } = people;
    const count = async () => [
      (await ok(owner, "GET", `${path}/${id}`)).organization.member_count,
      (await ok(owner, "PUT", `${path}/${id}`, { name: "R" })).organization.member_count,
      (await ok(owner, "GET", `/api/teams/${team}`)).team.member_count,
      (await ok(member, "PUT", `/api/teams/${team}`, { name: "T" })).team.member_count,
    ];
    await ok(owner, "POST", `${path}/${id}/members`, { user_id: stranger.id });
    await ok(member, "POST", `/api/teams/${team}/members`, { user_id: stranger.id });
    expect(await count()).toEqual([5, 5, 3, 3]);
    await ok(stranger, "DELETE", `${path}/${id}/members/${stranger.id}`);
    expect(await count()).toEqual([4, 4, 2, 2]);
  });
});
