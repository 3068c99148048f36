/** Invitations that name a team of the organization, over HTTP. */
import { expect, it } from "vitest";
import { type Person, person } from "../support/people.ts";
import { ok, outcome } from "../support/requests.ts";
import { noticesOf } from "../support/notices.ts";
import { accept, attempt, inviteBy, organizationOf } from "./joining.ts";
import { makeTeam, rolesOf } from "./people.ts";

const olga = await person("Olga Owner");

/** An organization with a team; both as addresses. */
async function teamOf(owner: Person) {
  const path = await organizationOf(owner);
  const team_id = await makeTeam(path.split("/").at(-1)!, owner);
  return { path, team_id, team: `/api/teams/${team_id}` };
}

const invite = (path: string, body: unknown) => inviteBy(olga, path, body);

it.each<[string, (who: Person) => Record<string, unknown>]>([
  ["a user", ({ id }) => ({ user_id: id })],
  ["an address", ({ email }) => ({ email })],
  ["a link", () => ({ link: true })],
])("with %s leads to the organization and to the team", async (_, target) => {
  const { path, team_id, team } = await teamOf(olga);
  const nora = await person("Nora New");
  const { invitation, code } = await invite(path, { ...target(nora), team_id, role: "admin" });
  expect(invitation).toMatchObject({ team_id, team: { id: team_id, name: "Morning Pages" } });
  const body = code ? { code } : { invitation_id: invitation.id };
  if (!code) {
    expect((await ok(nora, "GET", "/api/user/invitations")).invitations)
      .toMatchObject([{ id: invitation.id, team: { id: team_id } }]);
  }
  const joined = await ok(nora, "POST", accept, body);
  expect(joined).toMatchObject({
    organization: { id: invitation.org_id, user_role: "admin" },
    team: { id: team_id, name: "Morning Pages" },
  });
  expect(await rolesOf(olga, team)).toEqual({ [olga.id]: "admin", [nora.id]: "member" });
  expect(await attempt(nora, accept, body)).toBe("409 already_member");
  expect((await ok(olga, "GET", `${path}/invitations`)).invitations)
    .toMatchObject([{ status: code ? "open" : "accepted", uses: code ? 1 : 0 }]);
  expect((await noticesOf(olga, "organization_joined")).at(-1)).toMatchObject({
    data: { user_id: nora.id },
  });
});

it("leads a member of the organization to the team, whose role stays", async () => {
  const { path, team_id, team } = await teamOf(olga);
  const mia = await person("Mia Member");
  await ok(olga, "POST", `${path}/members`, { user_id: mia.id });
  const { code } = await invite(path, { link: true, team_id, role: "admin" });
  const { invitation } = await invite(path, { user_id: mia.id, team_id });
  expect((await ok(mia, "POST", accept, { code })).organization.user_role).toBe("member");
  expect(await rolesOf(olga, team)).toMatchObject({ [mia.id]: "member" });
  const { invitations } = await ok(olga, "GET", `${path}/invitations`);
  expect(invitations[0]).toMatchObject({ id: invitation.id, status: "accepted" });
  expect(await attempt(olga, `${path}/invitations`, { user_id: mia.id, team_id }))
    .toBe("409 already_member");
});

it("stays open when the person joins the organization alone", async () => {
  const { path, team_id } = await teamOf(olga);
  const ida = await person("Ida Invited");
  const { invitation } = await invite(path, { user_id: ida.id, team_id });
  await ok(olga, "POST", `${path}/members`, { user_id: ida.id });
  expect(await attempt(ida, accept, { invitation_id: invitation.id })).toBe("200");
});

it("does not lead back whom an admin removed from the team, until a newer one", async () => {
  const { path, team_id, team } = await teamOf(olga);
  const rob = await person("Rob Removed");
  const { code } = await invite(path, { link: true, team_id });
  await ok(rob, "POST", accept, { code });
  await ok(rob, "DELETE", `${team}/members/${rob.id}`);
  expect(await attempt(rob, accept, { code })).toBe("200");
  await ok(olga, "DELETE", `${team}/members/${rob.id}`);
  expect(await attempt(rob, accept, { code })).toBe("410 invitation_ended");
  // The code does not lead back after a departure from the organization either.
  await ok(rob, "DELETE", `${path}/members/${rob.id}`);
  expect(await attempt(rob, accept, { code })).toBe("410 invitation_ended");
  const { code: newer } = await invite(path, { link: true, team_id });
  expect(await attempt(rob, accept, { code: newer })).toBe("200");
});

it("leads to the organization alone once the team is deleted", async () => {
  const { path, team_id } = await teamOf(olga);
  const { code } = await invite(path, { link: true, team_id });
  await ok(olga, "DELETE", `/api/teams/${team_id}`);
  const nora = await person("Nora New");
  expect(await ok(nora, "POST", accept, { code }))
    .toMatchObject({ organization: { user_role: "member" }, team: null });
});

it("names no team of another organization", async () => {
  const [{ path }, { team_id }] = [await teamOf(olga), await teamOf(olga)];
  expect(await outcome(olga, "POST", `${path}/invitations`, { link: true, team_id })).toBe(
    "404 Team not found",
  );
});
