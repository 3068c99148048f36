/** Organizations over HTTP. */
import { describe, expect } from "vitest";
import { it } from "../support/it.ts";
import { attempts, makeOrganization, makePeople } from "./people.ts";
import { NOWHERE, ok, outcome, walk } from "../support/requests.ts";

const people = await makePeople();

const everyone = ["owner", "coOwner", "admin", "member", "stranger", "superAdmin"] as const;

describe("/api/organizations", () => {
  const path = "/api/organizations";

  it("creates an organization owned by the caller", async () => {
    const { owner } = people;
    const fields = { name: "Lakeside", description: "By the lake.", settings: { color: "teal" } };
    const { status, body } = await owner.api("POST", path, fields);
    expect(status).toBe(201);
    expect(body).toMatchObject({
      organization: {
        ...fields,
        owner_id: owner.id,
        member_count: 1,
        user_role: "owner",
      },
    });
    const read = await ok(owner, "GET", `${path}/${body.organization.id}`);
    expect(read).toEqual({ organization: body.organization, user_role: "owner" });
    const { members } = await ok(owner, "GET", `${path}/${body.organization.id}/members`);
    expect(members).toEqual([
      {
        user_id: owner.id,
        handle: expect.stringMatching(/^olga_owner/),
        full_name: "Olga Owner",
        avatar_url: null,
        is_synthetic: false,
        role: "owner",
        is_owner: true,
        joined_at: null,
      },
    ]);
  });

  it("requires only a name", async () => {
    for (const fields of [{ name: "a" }, { name: "a", description: null, unknown: 1 }]) {
      const { organization } = await ok(people.owner, "POST", path, fields);
      expect(organization).toMatchObject({ name: "a", description: "", settings: {} });
    }
  });

  it("shows an organization with the caller's role only to members and super admins", async () => {
    const id = await makeOrganization(people);
    const roles: Record<string, unknown> = {};
    for (const kind of everyone) {
      const { status, body } = await people[kind].api("GET", `${path}/${id}`);
      roles[kind] = status === 200 ? body.user_role : `${status} ${body.error}`;
    }
    expect(roles).toEqual({
      owner: "owner",
      coOwner: "owner",
      admin: "admin",
      member: "member",
      stranger: "404 Organization not found",
      superAdmin: null,
    });
    expect((await people.owner.api("GET", `${path}/${NOWHERE}`)).status).toBe(404);
  });

  it("lists the caller's organizations, newest first, in pages", async ({ ana }) => {
    const { admin, member } = people;
    expect(await ok(ana, "GET", path)).toEqual({ organizations: [], next_cursor: null });
    const made = [];
    for (const name of ["one", "two", "three"]) {
      made.unshift((await ok(ana, "POST", path, { name })).organization);
    }
    const { organization: other } = await ok(member, "POST", path, { name: "Mia's" });
    expect(await ok(ana, "GET", path)).toEqual({ organizations: made, next_cursor: null });
    expect(await walk(ana, path, "organizations", 1)).toEqual(made);

    await ok(member, "POST", `${path}/${other.id}/members`, { user_id: ana.id, role: "member" });
    const joined = { ...other, member_count: 2, user_role: "member" };
    expect((await ok(ana, "GET", path)).organizations).toEqual([joined, ...made]);
    const ids = (await ok(admin, "GET", path)).organizations.map((o: { id: string }) => o.id);
    expect(ids).not.toContain(other.id);
  });

  it("lists all to a super admin", async () => {
    const made = [];
    for (const maker of [people.stranger, people.member]) {
      const { organization } = await ok(maker, "POST", path, { name: "New" });
      made.unshift({ ...organization, user_role: null });
    }
    expect(await walk(people.superAdmin, path, "organizations")).toEqual(
      expect.arrayContaining(made),
    );
    const first = await ok(people.superAdmin, "GET", `${path}?limit=1`);
    expect(first.next_cursor).not.toBeNull();
  });

  it("lets owners and super admins update single fields", async () => {
    const id = await makeOrganization(people);
    const { organization } = await ok(people.owner, "GET", `${path}/${id}`);
    let before = organization;
    for (
      const [kind, change, now] of [
        ["owner", { name: "New name" }, { name: "New name" }],
        ["coOwner", { description: "New words" }, { description: "New words" }],
        ["superAdmin", { settings: { a: [1] } }, { settings: { a: [1] } }],
        ["owner", { settings: { b: null } }, { settings: { b: null } }],
        ["owner", { description: null, owner_id: people.stranger.id }, { description: "" }],
      ] as const
    ) {
      const body = await ok(people[kind], "PUT", `${path}/${id}`, change);
      expect(body).toMatchObject({
        organization: {
          ...before,
          ...now,
          user_role: kind === "superAdmin" ? null : "owner",
          updated_at: body.organization.updated_at,
        },
      });
      expect(Date.parse(body.organization.updated_at))
        .toBeGreaterThan(Date.parse(before.updated_at) - 1);
      expect((await ok(people.member, "GET", `${path}/${id}`)).organization)
        .toEqual({ ...body.organization, user_role: "member" });
      before = body.organization;
    }
  });

  it("a member or stranger cannot update or delete the organization", async () => {
    const id = await makeOrganization(people);
    const others = ["admin", "member", "stranger"] as const;
    const refused = {
      admin: "403 Only an owner of the organization may do this",
      member: "403 Only an owner of the organization may do this",
      stranger: "404 Organization not found",
    };
    expect(await attempts(people, others, (p) => p.api("PUT", `${path}/${id}`, { name: "Mine" })))
      .toEqual(refused);
    expect(await attempts(people, others, (p) => p.api("DELETE", `${path}/${id}`)))
      .toEqual(refused);
  });

  it.each(["owner", "coOwner", "superAdmin"] as const)("lets the %s delete it", async (kind) => {
    const id = await makeOrganization(people);
    expect(await ok(people[kind], "DELETE", `${path}/${id}`)).toEqual({
      message: "Organization deleted",
    });
    expect((await people[kind].api("GET", `${path}/${id}`)).status).toBe(404);
    expect((await people[kind].api("DELETE", `${path}/${id}`)).status).toBe(404);
  });

  describe("transfer-ownership", () => {
    it.each(["owner", "superAdmin"] as const)("by the %s", async (kind) => {
      const id = await makeOrganization(people);
      const { owner, member } = people;
      const { organization } = await ok(owner, "GET", `${path}/${id}`);
      const body = await ok(people[kind], "POST", `${path}/${id}/transfer-ownership`, {
        new_owner_id: member.id,
      });
      expect(body).toMatchObject({
        message: "Ownership transferred",
        organization: {
          ...organization,
          owner_id: member.id,
          user_role: kind === "owner" ? "admin" : null,
          updated_at: body.organization.updated_at,
        },
      });
      const members = await walk(member, `${path}/${id}/members`, "members");
      const roles = Object.fromEntries(
        members.map((m) => [m.user_id, [m.role, m.is_owner, m.joined_at !== null]]),
      );
      expect(roles).toEqual({
        [member.id]: ["owner", true, false],
        [owner.id]: ["admin", false, true],
        [people.coOwner.id]: ["owner", false, true],
        [people.admin.id]: ["admin", false, true],
      });
      // The former owner has lost the permission; the new owner has it.
      const back = { new_owner_id: owner.id };
      expect((await owner.api("POST", `${path}/${id}/transfer-ownership`, back)).status).toBe(403);
      await ok(member, "POST", `${path}/${id}/transfer-ownership`, back);
    });

    it("a member or stranger cannot transfer the organization", async () => {
      const id = await makeOrganization(people);
      const others = ["coOwner", "admin", "member", "stranger"] as const;
      expect(
        await attempts(
          people,
          others,
          (p) => p.api("POST", `${path}/${id}/transfer-ownership`, { new_owner_id: p.id }),
        ),
      ).toEqual({
        coOwner: "403 Only the current owner may transfer the organization",
        admin: "403 Only an owner of the organization may do this",
        member: "403 Only an owner of the organization may do this",
        stranger: "404 Organization not found",
      });
    });

    it("transfers only to another member", async () => {
      const id = await makeOrganization(people);
      const url = `${path}/${id}/transfer-ownership`;
      const to = (new_owner_id: unknown) => outcome(people.owner, "POST", url, { new_owner_id });
      const nobody = "400 new_owner_id: must be a member of the organization";
      expect(await to(people.stranger.id)).toBe(nobody);
      expect(await to(NOWHERE)).toBe(nobody);
      expect(await to(people.owner.id)).toBe("409 The user already owns the organization");
      expect(await to(undefined)).toBe("400 new_owner_id: required");
    });
  });

  it("names the invalid field", async () => {
    const { owner } = people;
    const deep = JSON.parse("[".repeat(200) + "]".repeat(200));
    for (
      const [fields, error] of [
        [{}, "name: required"],
        [{ name: "x".repeat(101) }, "name: expected at most 100 characters"],
        [{ name: "x", description: "x".repeat(2001) }, "description: expected at most 2000 char"],
        [{ name: "x", settings: [] }, "settings: expected"],
        [{ name: "x", settings: { a: "x".repeat(16_385) } }, "settings: expected at most 16 kB"],
        // Postgres writes a space where JSON.stringify writes none.
        [{ name: "x", settings: { a: "x".repeat(16_376) } }, "settings: expected at most 16 kB"],
        [{ name: "x", settings: { a: deep } }, "settings: expected at most 32 levels"],
        [{ name: "x", settings: { a: "\0" } }, "settings: holds a character that cannot be"],
        [{ name: "x", settings: { "\ud800": 1 } }, "settings: holds a character that cannot be"],
      ] as const
    ) {
      const { status, body } = await owner.api("POST", path, fields);
      expect({ status, error: body.error }).toEqual({
        status: 400,
        error: expect.stringContaining(error),
      });
    }
    await ok(owner, "POST", path, { name: "😀".repeat(100), settings: { a: "\\u0000 😀" } });
  });

  it("refuses an empty update", async () => {
    const id = await makeOrganization(people);
    for (const fields of [{}, { owner_id: people.owner.id }]) {
      expect(await outcome(people.owner, "PUT", `${path}/${id}`, fields))
        .toBe("400 no known field to update");
    }
  });
});
