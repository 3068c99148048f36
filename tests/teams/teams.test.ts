/** Teams over HTTP. */
import { beforeEach, describe, expect, it } from "vitest";
import {
  attempts,
  makeOrganization,
  makePeople,
  makeTeam,
  type People,
} from "../organizations/people.ts";
import { ISO, NOWHERE, ok, outcome, walk } from "../support/requests.ts";
import { type Person, person } from "../support/people.ts";

const people = await makePeople();

/** The organization and its team: `member` leads it, `admin` is an admin of it too. */
let orgId: string;
let id: string;
beforeEach(async () => {
  orgId = await makeOrganization(people);
  id = await makeTeam(orgId, people.member, { admins: [people.admin] });
});

const notTeamAdmin = "403 Only an admin of the team may do this";
const notOrgOwner = "403 Only an owner of the organization may change the team's admin";
const unknown = "404 Team not found";

describe("/api/teams", () => {
  const path = "/api/teams";

  it("creates a team led by the caller", async () => {
    const { member } = people;
    const fields = { name: "Evening Pages", description: "After dinner.", settings: { a: 1 } };
    const { status, body } = await member.api("POST", path, { ...fields, org_id: orgId });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      team: {
        ...fields,
        org_id: orgId,
        admin_id: member.id,
        organizations: { id: orgId, name: "Riverside" },
        member_count: 1,
        user_role: "admin",
      },
    });
    const read = await ok(member, "GET", `${path}/${body.team.id}`);
    expect(read).toEqual({ team: body.team, user_role: "admin" });
    expect((await ok(member, "GET", `${path}/${body.team.id}/members`)).members).toEqual([
      {
        user_id: member.id,
        handle: expect.stringMatching(/^mia_member/),
        full_name: "Mia Member",
        avatar_url: null,
        is_synthetic: false,
        role: "admin",
        is_admin: true,
        joined_at: null,
      },
    ]);
  });

  it("creates a team led by another member", async () => {
    const { admin, member, superAdmin } = people;
    for (const by of [member, superAdmin]) {
      const fields = { org_id: orgId, name: "x", description: null, admin_id: admin.id };
      const { team } = await ok(by, "POST", path, fields);
      expect(team).toMatchObject({ admin_id: admin.id, description: "", settings: {} });
      expect((await ok(by, "GET", `${path}/${team.id}`)).user_role).toBeNull();
      expect((await ok(admin, "GET", `${path}/${team.id}`)).user_role).toBe("admin");
    }
  });

  it("refuses strangers, unknown organizations and admins from outside", async () => {
    const make = (by: Person, fields: Record<string, unknown>) =>
      outcome(by, "POST", path, { org_id: orgId, name: "x", ...fields });
    const { member, stranger, superAdmin } = people;
    const nobody = "404 Organization not found";
    const outsider = "400 admin_id: must be a member of the organization";
    expect(await make(stranger, {})).toBe(nobody);
    expect(await make(stranger, { admin_id: member.id })).toBe(nobody);
    expect(await make(member, { org_id: NOWHERE })).toBe(nobody);
    expect(await make(superAdmin, { org_id: NOWHERE })).toBe(nobody);
    expect(await make(member, { admin_id: stranger.id })).toBe(outsider);
    expect(await make(member, { admin_id: NOWHERE })).toBe(outsider);
    expect(await make(superAdmin, { admin_id: stranger.id })).toBe(outsider);
    expect(await make(superAdmin, { admin_id: superAdmin.id })).toBe(outsider);
  });

  it("is led by the owner when a super admin creates it who is not a member", async () => {
    const { owner, superAdmin } = people;
    const { team } = await ok(superAdmin, "POST", path, { org_id: orgId, name: "x" });
    expect(team).toMatchObject({ admin_id: owner.id, member_count: 1, user_role: null });
    await ok(owner, "POST", `/api/organizations/${orgId}/members`, { user_id: superAdmin.id });
    const own = await ok(superAdmin, "POST", path, { org_id: orgId, name: "y" });
    expect(own.team.admin_id).toBe(superAdmin.id);
  });

  it("shows a team only to its organization and super admins", async () => {
    const roles: Record<string, unknown> = {};
    for (const [kind, who] of Object.entries(people) as [keyof People, Person][]) {
      const { status, body } = await who.api("GET", `${path}/${id}`);
      roles[kind] = status === 200 ? body.user_role : `${status} ${body.error}`;
    }
    expect(roles).toEqual({
      owner: null,
      coOwner: null,
      admin: "admin",
      member: "admin",
      stranger: unknown,
      superAdmin: null,
    });
    expect((await people.owner.api("GET", `${path}/${NOWHERE}`)).status).toBe(404);
  });

  it("lists the teams of the caller's organizations, newest first, in pages", async () => {
    const [ana, ben] = await Promise.all([person("Ana"), person("Ben")]);
    expect(await ok(ana, "GET", path)).toEqual({ teams: [], next_cursor: null });
    const made = [];
    const orgs = [];
    for (const name of ["A", "B"]) {
      const { organization } = await ok(ana, "POST", "/api/organizations", { name });
      orgs.push(organization.id);
      for (const team of ["one", "two"]) {
        made.unshift(
          (await ok(ana, "POST", path, { org_id: organization.id, name: name + team })).team,
        );
      }
    }
    expect(await ok(ana, "GET", path)).toEqual({ teams: made, next_cursor: null });
    expect(await walk(ana, path, "teams", 1)).toEqual(made);
    expect(await walk(ana, `${path}?org_id=${orgs[0]}`, "teams", 1)).toEqual(made.slice(2));

    // Members of an organization see all its teams, and no others.
    await ok(ana, "POST", `/api/organizations/${orgs[1]}/members`, { user_id: ben.id });
    const seen = made.map((team) => ({ ...team, user_role: null }));
    expect((await ok(ben, "GET", path)).teams).toEqual(seen.slice(0, 2));
    expect((await ok(ben, "GET", `${path}?org_id=${orgs[1]}`)).teams).toEqual(seen.slice(0, 2));
    expect(await walk(people.superAdmin, path, "teams")).toEqual(expect.arrayContaining(seen));
    const some = await ok(people.superAdmin, "GET", `${path}?org_id=${orgs[0]}`);
    expect(some.teams).toEqual(seen.slice(2));
  });

  it("refuses to list teams of an organization the caller is not in", async () => {
    const list = (who: Person, query: string) => outcome(who, "GET", `${path}?${query}`);
    expect(await list(people.stranger, `org_id=${orgId}`)).toBe("404 Organization not found");
    expect(await list(people.owner, `org_id=${NOWHERE}`)).toBe("404 Organization not found");
    expect(await list(people.superAdmin, `org_id=${NOWHERE}`)).toBe("404 Organization not found");
    expect(await list(people.owner, "org_id=x")).toBe("400 org_id: expected a UUID");
  });

  it("lets its admins and super admins update name and description", async () => {
    let { team: before } = await ok(people.owner, "GET", `${path}/${id}`);
    for (
      const [kind, change, now] of [
        ["member", { name: "New name" }, { name: "New name" }],
        ["admin", { description: "New words" }, { description: "New words" }],
        ["superAdmin", { settings: { a: [1] } }, { settings: { a: [1] } }],
        ["admin", { settings: {}, description: null }, { settings: {}, description: "" }],
        // The current admin makes no change; the organization cannot change.
        ["admin", { name: "x", admin_id: people.member.id, org_id: NOWHERE }, { name: "x" }],
      ] as const
    ) {
      const body = await ok(people[kind], "PUT", `${path}/${id}`, change);
      const user_role = kind === "superAdmin" ? null : "admin";
      expect(body).toEqual({
        team: { ...before, ...now, user_role, updated_at: expect.stringMatching(ISO) },
      });
      expect((await ok(people.owner, "GET", `${path}/${id}`)).team)
        .toEqual({ ...body.team, user_role: null });
      before = body.team;
    }
  });

  it("others cannot update or delete it, not even organization owners", async () => {
    const nora = await person("Nora");
    await ok(people.owner, "POST", `/api/organizations/${orgId}/members`, { user_id: nora.id });
    await ok(people.member, "POST", `${path}/${id}/members`, { user_id: nora.id });
    const refused = { owner: notTeamAdmin, coOwner: notTeamAdmin, member: notTeamAdmin };
    for (const [method, body] of [["PUT", { name: "Mine" }], ["DELETE", undefined]] as const) {
      const act = (who: Person) => who.api(method, `${path}/${id}`, body);
      const others = ["owner", "coOwner", "stranger", "member"] as const;
      expect(await attempts({ ...people, member: nora }, others, act))
        .toEqual({ ...refused, stranger: unknown });
    }
  });

  it("lets owners of the organization and super admins name its admin", async () => {
    const { admin, coOwner, member, owner, superAdmin } = people;
    const rolesNow = async () =>
      Object.fromEntries(
        (await walk(owner, `${path}/${id}/members`, "members")).map((m) => [
          m.user_id,
          `${m.role}${m.is_admin ? ", the admin" : ""}${m.joined_at ? ", joined" : ""}`,
        ]),
      );
    // A member of the organization who is not yet in the team.
    const first = await owner.api("PUT", `${path}/${id}`, { admin_id: coOwner.id });
    expect([first.status, first.body.team.admin_id]).toEqual([200, coOwner.id]);
    expect(await rolesNow()).toEqual({
      [coOwner.id]: "admin, the admin",
      [member.id]: "member, joined",
      [admin.id]: "admin, joined",
    });
    // A member of the team; naming them twice has the same result.
    for (const by of [coOwner, superAdmin, owner]) {
      const { team } = await ok(by, "PUT", `${path}/${id}`, { admin_id: member.id });
      expect(team.admin_id).toBe(member.id);
    }
    expect(await rolesNow()).toEqual({
      [coOwner.id]: "member, joined",
      [member.id]: "admin, the admin",
      [admin.id]: "admin, joined",
    });
  });

  it("an owner names its admin with the whole form", async () => {
    const { admin, member, owner } = people;
    const put = (who: Person, changes: Record<string, unknown>) =>
      outcome(who, "PUT", `${path}/${id}`, changes);
    await ok(member, "PUT", `${path}/${id}`, { description: "Daily", settings: { a: 1, b: 2 } });
    const { team } = await ok(owner, "GET", `${path}/${id}`);
    const form = { name: team.name, description: "Daily", settings: { b: 2, a: 1 } };
    expect(await put(owner, { ...form, name: "Mine", admin_id: admin.id })).toBe(notTeamAdmin);
    expect(await put(owner, { ...form, description: null, admin_id: admin.id })).toBe(notTeamAdmin);
    expect(await put(owner, { ...form, settings: {}, admin_id: admin.id })).toBe(notTeamAdmin);
    expect(await put(people.stranger, form)).toBe(unknown);
    expect((await ok(owner, "GET", `${path}/${id}`)).team).toEqual(team);
    const changed = await ok(owner, "PUT", `${path}/${id}`, { ...form, admin_id: admin.id });
    expect(changed.team).toMatchObject({ ...form, admin_id: admin.id });
  });

  it("the present values make no change, from any sender", async () => {
    const { team: { name, description, settings, admin_id, updated_at } } = await ok(
      people.owner,
      "GET",
      `${path}/${id}`,
    );
    for (const who of [people.owner, people.coOwner, people.admin]) {
      const form = { name, description, settings, admin_id };
      expect((await ok(who, "PUT", `${path}/${id}`, form)).team).toMatchObject({
        ...form,
        updated_at,
      });
    }
  });

  it("others cannot name its admin, and outsiders cannot be named", async () => {
    const name = (admin_id: string) => (p: Person) => p.api("PUT", `${path}/${id}`, { admin_id });
    const others = ["member", "admin", "stranger"] as const;
    const refused = { member: notOrgOwner, admin: notOrgOwner, stranger: unknown };
    expect(await attempts(people, others, name(people.admin.id))).toEqual(refused);
    const outsider = "400 admin_id: must be a member of the organization";
    expect(await attempts(people, ["owner"], name(people.stranger.id)))
      .toEqual({ owner: outsider });
    // The whole request is refused when one part is.
    const both = { name: "Mine", admin_id: people.admin.id };
    expect((await people.member.api("PUT", `${path}/${id}`, both)).status).toBe(403);
    expect((await people.owner.api("PUT", `${path}/${id}`, both)).status).toBe(403);
    const { team } = await ok(people.owner, "GET", `${path}/${id}`);
    expect(team).toMatchObject({ name: "Morning Pages", admin_id: people.member.id });
  });

  it.each(["member", "admin", "superAdmin"] as const)("lets its %s delete it", async (kind) => {
    expect(await ok(people[kind], "DELETE", `${path}/${id}`)).toEqual({ message: "Team deleted" });
    expect((await people.member.api("GET", `${path}/${id}`)).status).toBe(404);
    expect((await people[kind].api("DELETE", `${path}/${id}`)).status).toBe(404);
  });

  it.each([
    [{ org_id: undefined }, "org_id: required"],
    [{ name: undefined }, "name: required"],
    [{ name: "x".repeat(101) }, "name: expected at most 100 characters"],
    [{ description: "x".repeat(2001) }, "description: expected at most 2000 characters"],
    [{ settings: { a: "x".repeat(17_000) } }, "settings: expected at most 16 kB"],
  ])("refuses %j", async (wrong, error) => {
    const fields = { org_id: orgId, name: "x", ...wrong };
    expect(await outcome(people.member, "POST", path, fields)).toBe(`400 ${error}`);
  });

  it("refuses a change of nothing", async () => {
    expect(await outcome(people.member, "PUT", `${path}/${id}`, { org_id: orgId }))
      .toBe("400 no known field to update");
  });
});
