/** The holder of a link looks at the invitation before signing in. */
import { beforeEach, expect, it } from "vitest";
import { accept, inviteBy, organizationOf } from "../organizations/joining.ts";
import { makeTeam } from "../organizations/people.ts";
import { anonymous, person } from "../support/people.ts";
import { ok } from "../support/requests.ts";
import { sql } from "../support/sql.ts";

const olga = await person("Olga Owner");
const path = await organizationOf(olga);

// All tests come from one address.
beforeEach(() => sql`delete from private.rate_limit_hits where bucket = 'linked_invitation'`);

const look = (code: string) => anonymous.api("GET", `/api/invitations/${code}`);

it("shows without an account who invites to what, and nothing else", async () => {
  const team_id = await makeTeam(path.split("/").at(-1)!, olga);
  const { code, invitation } = await inviteBy(olga, path, { link: true, team_id, role: "admin" });
  const { status, body, headers } = await look(code);
  expect(status).toBe(200);
  expect(body).toEqual({
    invitation: {
      organization: { name: "Riverside", is_circle: false },
      team: { name: "Morning Pages", is_circle: false },
      inviter: invitation.invited_by,
      role: "admin",
      expires_at: invitation.expires_at,
    },
  });
  expect(headers.get("cache-control")).toBe("no-store");
  const plain = await inviteBy(olga, path, { link: true });
  expect((await look(plain.code)).body.invitation.team).toBeNull();
});

it("tells a link that has ended from a code that is unknown", async () => {
  const { code } = await inviteBy(olga, path, { link: true, max_uses: 1 });
  const revoked = await inviteBy(olga, path, { link: true });
  const expired = await inviteBy(olga, path, { link: true });
  await ok(await person(), "POST", accept, { code });
  await ok(olga, "DELETE", `${path}/invitations/${revoked.invitation.id}`);
  await sql`update private.organization_invitations set expires_at = now()
    where id = ${expired.invitation.id}`;
  const ended = { "used up": code, revoked: revoked.code, expired: expired.code };
  for (const [reason, each] of Object.entries(ended)) {
    expect(await look(each)).toMatchObject({
      status: 410,
      body: { error: `The invitation has ended: ${reason}`, code: "invitation_ended" },
    });
  }
  // The id of an invitation does not work as a code.
  for (const unknown of ["0".repeat(48), revoked.invitation.id, "ü"]) {
    const { status, body, headers } = await look(unknown);
    expect([unknown, status, body.error, headers.get("cache-control")])
      .toEqual([unknown, 404, "Invitation not found", "no-store"]);
  }
});

it("ends with the account of the inviter: blocked, and deleted", async () => {
  const cora = await person("Cora Owner");
  await ok(olga, "POST", `${path}/members`, { user_id: cora.id, role: "owner" });
  const { code } = await inviteBy(cora, path, { link: true });
  expect((await look(code)).status).toBe(200);
  await sql`update public.profiles set is_active = false where id = ${cora.id}`;
  const nora = await person();
  expect([(await look(code)).status, (await nora.api("POST", accept, { code })).status])
    .toEqual([410, 410]);
  await sql`delete from auth.users where id = ${cora.id}`;
  expect((await look(code)).status).toBe(404);
});

it("is limited to 30 requests a minute from one address", async () => {
  const answers = [];
  for (let count = 0; count < 31; count++) answers.push(await look("0".repeat(48)));
  expect(answers[0]!.status).toBe(404);
  expect(answers[30]!.status).toBe(429);
  expect(Number(answers[30]!.headers.get("retry-after"))).toBeGreaterThan(0);
});
