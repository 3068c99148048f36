/** Inviting a friend into the circle that the service makes for it. */
import { expect } from "vitest";
import { it } from "../support/it.ts";
import type { Person } from "../support/people.ts";
import { ok, outcome } from "../support/requests.ts";
import { sql } from "../support/sql.ts";

const path = "/api/invitations";
const invite = (who: Person) => ok(who, "POST", path);
const accept = (who: Person, code: string) =>
  who.api("POST", "/api/user/invitations/accept", { code });

it("makes one circle, with a link for one friend who joins its team", async ({ ana, ben, cleo }) => {
  const made = await Promise.all([invite(ana), invite(ana)]);
  const [{ invitation, organization, team }] = made;
  expect(made.map((each) => [each.organization, each.team])).toEqual(
    Array(2).fill([organization, team]),
  );
  const [{ full_name }] = await sql<[{ full_name: string }]>`
    select full_name from public.profiles where id = ${ana.id}`;
  expect([organization.name, team.name]).toEqual([`${full_name}'s circle`, "Friends"]);
  expect(invitation.url === null || invitation.url.endsWith(`/#/join/${invitation.code}`)).toBe(
    true,
  );
  const days = (Date.parse(invitation.expires_at) - Date.now()) / 86_400_000;
  expect(days).toBeGreaterThan(13.9);
  expect(days).toBeLessThanOrEqual(14.001);
  const joined = await accept(ben, invitation.code);
  expect(joined.body).toMatchObject({
    organization: { id: organization.id, user_role: "member" },
    team,
  });
  expect((await accept(cleo, invitation.code)).body.code).toBe("invitation_ended");
  const { invitations } = await ok(ana, "GET", `/api/organizations/${organization.id}/invitations`);
  expect(invitations).toMatchObject([{ role: "member", max_uses: 1 }, {
    role: "member",
    max_uses: 1,
  }]);
  const other = invitations.find(({ status }: { status: string }) => status === "open");
  await ok(ana, "DELETE", `/api/organizations/${organization.id}/invitations/${other.id}`);
});

it("takes no other organization of the caller's", async ({ ana }) => {
  const { organization } = await ok(ana, "POST", "/api/organizations", { name: "Work" });
  expect((await invite(ana)).organization.id).not.toBe(organization.id);
});

it("makes the circle again when it is deleted or handed over, and its team alone when that is", async ({ ana, ben }) => {
  const first = await invite(ana);
  await ok(ana, "DELETE", `/api/teams/${first.team.id}`);
  const second = await invite(ana);
  expect(second.organization).toEqual(first.organization);
  expect(second.team.id).not.toBe(first.team.id);
  await accept(ben, second.invitation.code);
  await ok(ana, "POST", `/api/organizations/${first.organization.id}/transfer-ownership`, {
    new_owner_id: ben.id,
  });
  const third = await invite(ana);
  expect(third.organization.id).not.toBe(first.organization.id);
  await ok(ana, "DELETE", `/api/organizations/${third.organization.id}`);
  expect((await invite(ana)).organization.id).not.toBe(third.organization.id);
});

it("allows 20 open links", async ({ ana }) => {
  const { organization, invitation } = await invite(ana);
  await sql`
    insert into private.organization_invitations (org_id, role, code_hash, invited_by, expires_at)
    select ${organization.id}, 'member', sha256(random()::text::bytea), ${ana.id},
      now() + interval '1 day' from generate_series(1, 19)`;
  expect(await outcome(ana, "POST", path)).toBe("409 At most 20 open links, revoke some first");
  await ok(ana, "DELETE", `/api/organizations/${organization.id}/invitations/${invitation.id}`);
  await invite(ana);
});

it("refuses classroom accounts", async ({ ana }) => {
  await sql`update public.profiles set is_classroom = true where id = ${ana.id}`;
  expect(await outcome(ana, "POST", path)).toBe("403 Classroom accounts may not invite friends");
});

it("refuses a super admin who acts as the user", async ({ ana }) => {
  const { session_id } = JSON.parse(
    atob(ana.token.split(".")[1]!.replace(/-/g, "+").replace(/_/g, "/")),
  );
  await sql`insert into private.impersonated_sessions (session_id) values (${session_id})`;
  expect((await ana.api("POST", path)).body.code).toBe("impersonated");
  expect((await ana.client.rpc("invite_friend")).error?.details).toBe("impersonated");
});

it("shows the code once to a repeated request", async ({ ana }) => {
  const headers = { "idempotency-key": crypto.randomUUID() };
  const first = await ana.api("POST", path, undefined, headers);
  const again = await ana.api("POST", path, undefined, headers);
  expect(again.body).toEqual({
    ...first.body,
    invitation: { ...first.body.invitation, code: null, url: null },
  });
});
