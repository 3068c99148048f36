/** Members of organizations over HTTP. */
import { beforeAll, describe, expect, it } from "vitest";
import { type Person, person } from "../support/people.ts";
import { sql } from "../support/sql.ts";
import { attempts, makeOrganization, makePeople, type People } from "./people.ts";
import { ISO, NOWHERE, ok, walk } from "../support/requests.ts";

let people: People;
beforeAll(async () => void (people = await makePeople()));

const notOwner = "403 Only an owner of the organization may do this";
const unknown = "404 Organization not found";

/** Roles by user id, as a member sees them. */
async function rolesOf(id: string, who: Person): Promise<Record<string, string>> {
  const { members } = await ok(who, "GET", `/api/organizations/${id}/members`);
  return Object.fromEntries(
    members.map((m: { user_id: string; role: string }) => [m.user_id, m.role]),
  );
}

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
      },
    ].map((some) => ({
      avatar_url: null,
      is_owner: false,
      joined_at: some.is_owner ? null : expect.stringMatching(ISO),
      handle: expect.stringMatching(/^[a-z]+_(owner|admin|member)/),
      ...some,
    }));
    for (const who of [owner, coOwner, admin, member, people.superAdmin]) {
      const { status, body } = await who.api("GET", `${path}/${id}/members`);
      expect(status).toBe(200);
      expect(body).toEqual({ members: expected, next_cursor: null });
    }
    expect(await walk(member, `${path}/${id}/members`, "members", 1)).toEqual(expected);
  });

  it("refuses strangers, unknown organizations and malformed pages", async () => {
    const id = await makeOrganization(people);
    const get = async (who: Person, url: string) => {
      const { status, body } = await who.api("GET", `${path}/${url}`);
      return `${status} ${body.error}`;
    };
    expect(await get(people.stranger, `${id}/members`)).toBe(unknown);
    expect(await get(people.superAdmin, `${NOWHERE}/members`)).toBe(unknown);
    expect(await get(people.owner, `x/members`)).toBe("400 id: expected a UUID");
    expect(await get(people.owner, `${id}/members?limit=x`)).toMatch(/^400 limit: /);
    expect(await get(people.owner, `${id}/members?cursor=e30`)).toMatch(/^400 cursor: /);
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
        role: given,
        is_owner: false,
        joined_at: expect.stringMatching(ISO),
      };
      expect(body).toEqual({ member });
      const { members } = await ok(nora, "GET", url);
      expect(members.at(-1)).toEqual(body.member);
      const again = await people[kind].api("POST", url, { user_id: nora.id, role: "member" });
      expect([again.status, again.body.error])
        .toEqual([409, "The user is already a member of the organization"]);
      expect((await rolesOf(id, nora))[nora.id]).toBe(given);
    }
  });

  it("a member or stranger cannot add members", async () => {
    const id = await makeOrganization(people);
    const nora = await person("Nora New");
    const add = (p: Person) =>
      p.api("POST", `${path}/${id}/members`, { user_id: nora.id, role: "member" });
    expect(await attempts(people, ["admin", "member", "stranger"], add))
      .toEqual({ admin: notOwner, member: notOwner, stranger: unknown });
    // Also not themselves.
    const join = (p: Person) =>
      p.api("POST", `${path}/${id}/members`, { user_id: p.id, role: "owner" });
    expect(await attempts(people, ["stranger"], join)).toEqual({ stranger: unknown });
    expect(await rolesOf(id, people.owner)).not.toHaveProperty(nora.id);
  });

  it("refuses an invalid new member", async () => {
    const id = await makeOrganization(people);
    const add = async (fields: unknown) => {
      const { status, body } = await people.owner.api("POST", `${path}/${id}/members`, fields);
      return `${status} ${body.error}`;
    };
    expect(await add({ role: "member" })).toBe("400 user_id: required");
    expect(await add({ user_id: "x", role: "member" })).toBe("400 user_id: expected a UUID");
    expect(await add({ user_id: NOWHERE, role: "boss" }))
      .toBe("400 role: expected one of owner, admin, member");
    expect(await add({ user_id: NOWHERE, role: "member" })).toBe("404 User not found");
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
      const { status, body } = await people[by].api("PUT", url, { role });
      expect(status).toBe(200);
      expect(body.member).toMatchObject({ user_id: people[whom].id, role, is_owner: false });
      expect(body.member.joined_at).toMatch(ISO);
      const { members } = await ok(people.owner, "GET", `${path}/${id}/members`);
      expect(members).toContainEqual(body.member);
    }
  });

  it("a member or stranger cannot change roles", async () => {
    const id = await makeOrganization(people);
    const before = await rolesOf(id, people.owner);
    const others = ["admin", "member", "stranger"] as const;
    const refused = { admin: notOwner, member: notOwner, stranger: unknown };
    for (const whom of [people.member, people.coOwner]) {
      const change = (p: Person) =>
        p.api("PUT", `${path}/${id}/members/${whom.id}`, { role: "admin" });
      expect(await attempts(people, others, change)).toEqual(refused);
    }
    expect(await rolesOf(id, people.owner)).toEqual(before);
  });

  it("refuses to assign the role owner and to change the owner's role", async () => {
    const id = await makeOrganization(people);
    const put = async (by: Person, userId: string, body: unknown) => {
      const answer = await by.api("PUT", `${path}/${id}/members/${userId}`, body);
      return `${answer.status} ${answer.body.error}`;
    };
    const { owner, coOwner, member, superAdmin } = people;
    expect(await put(owner, member.id, { role: "owner" }))
      .toBe("400 role: expected one of admin, member");
    expect(await put(owner, member.id, {})).toBe("400 role: required");
    expect(await put(owner, "x", { role: "admin" })).toBe("400 userId: expected a UUID");
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
      const { status, body } = await by.api("DELETE", `${path}/${id}/members/${whom.id}`);
      expect({ status, body }).toEqual({ status: 200, body: { message: "Member removed" } });
      expect((await whom.api("GET", `${path}/${id}`)).status).toBe(404);
      expect((await owner.api("DELETE", `${path}/${id}/members/${whom.id}`)).body.error)
        .toBe("Member not found");
    }
    await ok(owner, "DELETE", `${path}/${id}/members/${coOwner.id}`);
    expect(await rolesOf(id, owner)).toEqual({ [owner.id]: "owner" });
  });

  it("a co-owner can leave, and the owner cannot be removed", async () => {
    const id = await makeOrganization(people);
    const { owner, coOwner, superAdmin } = people;
    for (const by of [owner, coOwner, superAdmin]) {
      const { status, body } = await by.api("DELETE", `${path}/${id}/members/${owner.id}`);
      expect([status, body.error])
        .toEqual([409, "The owner cannot leave: transfer the organization first"]);
    }
    await ok(coOwner, "DELETE", `${path}/${id}/members/${coOwner.id}`);
    // After a transfer the former owner can leave.
    await ok(owner, "POST", `${path}/${id}/transfer-ownership`, {
      new_owner_id: people.member.id,
    });
    await ok(owner, "DELETE", `${path}/${id}/members/${owner.id}`);
  });

  it("a member or stranger cannot remove members", async () => {
    const id = await makeOrganization(people);
    const before = await rolesOf(id, people.owner);
    for (const whom of [people.coOwner, people.owner]) {
      const remove = (p: Person) => p.api("DELETE", `${path}/${id}/members/${whom.id}`);
      expect(await attempts(people, ["admin", "member", "stranger"], remove))
        .toEqual({ admin: notOwner, member: notOwner, stranger: unknown });
    }
    const { stranger } = people;
    expect((await stranger.api("DELETE", `${path}/${id}/members/${stranger.id}`)).body.error)
      .toBe("Organization not found");
    expect((await people.owner.api("DELETE", `${path}/${id}/members/x`)).status).toBe(400);
    expect(await rolesOf(id, people.owner)).toEqual(before);
  });
});
