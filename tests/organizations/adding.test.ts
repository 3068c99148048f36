/** Adding members without an invitation, over HTTP. */
import { describe, expect, it } from "vitest";
import { handleOf, type Person, person } from "../support/people.ts";
import { ok } from "../support/requests.ts";
import { sql } from "../support/sql.ts";
import { noticesOf } from "../support/notices.ts";
import { accept, attempt, block, inviteBy, organizationOf } from "./joining.ts";

const olga = await person("Olga Owner");

const organization = () => organizationOf(olga);
const invite = (path: string, body: unknown, by = olga) => inviteBy(by, path, body);
const add = (path: string, who: Person) =>
  attempt(olga, `${path}/members`, { user_id: who.id, role: "member" });

describe("adding a member directly", () => {
  it("tells the person", async () => {
    const path = await organization();
    const ida = await person("Ida Added");
    expect(await add(path, ida)).toBe("201");
    expect(await noticesOf(ida, "organization_joined")).toMatchObject([{
      title: "You were added to an organization",
      data: { org_id: path.split("/").at(-1), user_id: olga.id },
    }]);
  });

  it("tells a person who is added again, and the inviter of each invitation accepted", async () => {
    const path = await organization();
    const ida = await person("Ida Again");
    for (const count of [1, 2]) {
      expect(await add(path, ida)).toBe("201");
      expect(await noticesOf(ida, "organization_joined")).toHaveLength(count);
      await ok(olga, "DELETE", `${path}/members/${ida.id}`);
    }
    const ofIda = async () =>
      (await noticesOf(olga, "organization_joined")).filter(({ data }) => data.user_id === ida.id);
    for (const count of [1, 2]) {
      const { invitation } = await invite(path, { user_id: ida.id });
      await ok(ida, "POST", accept, { invitation_id: invitation.id });
      expect(await ofIda()).toHaveLength(count);
      await ok(olga, "DELETE", `${path}/members/${ida.id}`);
    }
    const { code } = await invite(path, { link: true });
    for (let time = 0; time < 2; time++) {
      await ok(ida, "POST", accept, { code });
      expect(await ofIda()).toHaveLength(3);
      await ok(ida, "DELETE", `${path}/members/${ida.id}`);
    }
  });

  it("ends the open invitation to the person, who cannot return by it", async () => {
    const path = await organization();
    const ida = await person("Ida Invited");
    const { invitation: { id } } = await invite(path, { user_id: ida.id });
    expect(await add(path, ida)).toBe("201");
    const { invitations } = await ok(olga, "GET", `${path}/invitations`);
    expect(invitations).toMatchObject([{ id, status: "accepted" }]);
    await ok(ida, "DELETE", `${path}/members/${ida.id}`);
    expect(await attempt(ida, accept, { invitation_id: id })).toBe("410 invitation_ended");
  });

  it("is refused for a person who left, until they accept an invitation", async () => {
    const path = await organization();
    const ida = await person("Ida Leaver");
    expect(await add(path, ida)).toBe("201");
    await ok(ida, "DELETE", `${path}/members/${ida.id}`);
    expect(await add(path, ida)).toBe("409 invitation_needed");
    const { invitation } = await invite(path, { user_id: ida.id });
    expect(await add(path, ida)).toBe("409 invitation_needed");
    await ok(ida, "POST", accept, { invitation_id: invitation.id });
    // Removed by an owner, they can be added again.
    await ok(olga, "DELETE", `${path}/members/${ida.id}`);
    expect(await add(path, ida)).toBe("201");
    expect(await add(path, ida)).toBe("409 already_member");
  });

  it("is refused for a person who declined, or who blocks the adding member", async () => {
    const path = await organization();
    const [ida, bea] = await Promise.all([person("Ida Decliner"), person("Bea Blocker")]);
    const { invitation } = await invite(path, { user_id: ida.id });
    const decline = `/api/user/invitations/${invitation.id}/decline`;
    expect(await ok(ida, "POST", decline)).toEqual({ message: "Invitation declined" });
    expect(await attempt(ida, decline)).toBe("410 invitation_ended");
    expect(await attempt(ida, accept, { invitation_id: invitation.id }))
      .toBe("410 invitation_ended");
    expect(await add(path, ida)).toBe("409 invitation_needed");
    expect((await noticesOf(olga, "organization_invitation")).at(-1)).toMatchObject({
      title: "Your invitation was declined",
      data: { invitation_id: invitation.id, user_id: ida.id },
    });
    await block(bea, [olga.id]);
    expect(await add(path, bea)).toBe("409 invitation_needed");
  });
});

describe("blocked and synthetic users", () => {
  it("are answered as unknown ones, wherever somebody is given a place or a role", async () => {
    const path = await organization();
    const [blocked, robot] = await Promise.all([person("Bob Blocked"), person("Rob Robot")]);
    for (const who of [blocked, robot]) expect(await add(path, who)).toBe("201");
    const org_id = path.split("/").at(-1);
    const { team } = await ok(olga, "POST", "/api/teams", { org_id, name: "Pages" });
    await sql`update public.profiles set is_active = false where id = ${blocked.id}`;
    await sql`update public.profiles set is_ai = true where id = ${robot.id}`;
    const [system] = await sql<[{ id: string }]>`select private.system_sender_id() as id`;

    const fresh = await organization();
    const requests: [string, string, unknown][] = [];
    for (const user_id of [blocked.id, robot.id, system.id]) {
      requests.push(["POST", `${fresh}/members`, { user_id }]);
      requests.push(["POST", `${fresh}/invitations`, { user_id }]);
    }
    for (const who of [system, robot]) {
      requests.push(["POST", `${fresh}/invitations`, { handle: await handleOf(who) }]);
    }
    for (const { id } of [blocked, robot]) {
      requests.push(["POST", `${path}/transfer-ownership`, { new_owner_id: id }]);
      requests.push(["POST", `/api/teams/${team.id}/members`, { user_id: id }]);
      requests.push(["PUT", `/api/teams/${team.id}`, { admin_id: id }]);
      requests.push(["POST", "/api/teams", { org_id, name: "Other", admin_id: id }]);
    }
    for (const [method, where, body] of requests) {
      const { status, body: { error } } = await olga.api(method, where, body);
      expect([method, where, status, error]).toEqual([method, where, 404, "User not found"]);
    }
    expect((await ok(olga, "GET", path)).organization.owner_id).toBe(olga.id);
  });
});
