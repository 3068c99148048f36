/** Accepting and declining invitations, over HTTP. */
import { describe, expect, it } from "vitest";
import { beginSession, createAccount } from "../support/accounts.ts";
import { type Person, person, withToken } from "../support/people.ts";
import { NOWHERE, ok, walk } from "../support/requests.ts";
import { signUpDuring } from "../support/sign-up.ts";
import { sql } from "../support/sql.ts";
import { noticesOf } from "../support/notices.ts";
import { accept, attempt, block, inviteBy, organizationOf } from "./joining.ts";

const [olga, nora] = await Promise.all([person("Olga Owner"), person("Nora New")]);

const organization = () => organizationOf(olga);
const invite = (path: string, body: unknown, by = olga) => inviteBy(by, path, body);

describe("GET /api/user/invitations", () => {
  it("lists open invitations first, then newest first, in pages", async () => {
    const ida = await person("Ida Invited");
    const paths = [];
    for (let count = 0; count < 4; count++) paths.push(await organization());
    const targets = [{ user_id: ida.id }, { email: ida.email }, { email: ida.email }, {
      user_id: ida.id,
    }];
    const ids: string[] = [];
    for (const [index, target] of targets.entries()) {
      ids.push((await invite(paths[index]!, target)).invitation.id);
    }
    await ok(ida, "POST", `/api/user/invitations/${ids[3]}/decline`);
    await sql`
      update private.organization_invitations set expires_at = now() where id = ${ids[2]!}`;
    const listed = await walk(ida, "/api/user/invitations", "invitations", 1);
    expect(listed.map(({ id, status }) => [id, status])).toEqual([
      [ids[1], "open"],
      [ids[0], "open"],
      [ids[3], "declined"],
      [ids[2], "expired"],
    ]);
    expect(listed[0]).toMatchObject({
      role: "member",
      organization: { name: "Riverside" },
      invited_by: { id: olga.id, full_name: "Olga Owner" },
    });
    // An ended invitation no longer names the organization.
    expect(listed[2].organization).toBeNull();
    expect(listed[0]).not.toHaveProperty("email");
    expect((await ida.api("GET", "/api/user/invitations?cursor=e30")).status).toBe(400);
  });

  it("contains no invitation of others, to an unconfirmed address, or by a blocked person", async () => {
    const [ida, other] = await Promise.all([person("Ida Invited"), person("Olaf Other")]);
    const path = await organization();
    const { invitation } = await invite(path, { user_id: ida.id });
    const byMail = await invite(await organization(), { email: ida.email });
    const ids = async (who: Person) =>
      (await ok(who, "GET", "/api/user/invitations")).invitations.map(({ id }: { id: string }) =>
        id
      );
    expect(await ids(other)).toEqual([]);
    expect(await ids(ida)).toEqual([byMail.invitation.id, invitation.id]);
    await sql`update auth.users set email_confirmed_at = null where id = ${ida.id}`;
    expect(await ids(ida)).toEqual([invitation.id]);
    expect(await attempt(ida, accept, { invitation_id: byMail.invitation.id }))
      .toBe("404 not_found");
    await block(ida, [olga.id]);
    expect(await ids(ida)).toEqual([]);
    expect(await attempt(ida, accept, { invitation_id: invitation.id })).toBe("404 not_found");
    expect(await attempt(ida, `/api/user/invitations/${invitation.id}/decline`))
      .toBe("404 not_found");
  });
});

describe("POST /api/user/invitations/accept", () => {
  it("makes the invited user a member with the role, once, and tells the inviter", async () => {
    const path = await organization();
    const { invitation } = await invite(path, { user_id: nora.id, role: "admin" });
    const body = { invitation_id: invitation.id };
    const stranger = await person();
    expect(await attempt(stranger, accept, body)).toBe("404 not_found");
    const { organization: joined } = await ok(nora, "POST", accept, body);
    expect(joined).toMatchObject({ name: "Riverside", owner_id: olga.id });
    expect(joined).toEqual((await ok(nora, "GET", path)).organization);
    expect((await ok(nora, "GET", path)).user_role).toBe("admin");
    expect((await noticesOf(olga, "organization_joined")).at(-1)).toMatchObject({
      title: "Your invitation was accepted",
      data: { org_id: joined.id, user_id: nora.id },
    });
    expect(await attempt(nora, accept, body)).toBe("409 already_member");
    const { invitations } = await ok(olga, "GET", `${path}/invitations`);
    expect(invitations).toMatchObject([{ id: invitation.id, status: "accepted" }]);
    // The accepted invitation does not lead back.
    await ok(nora, "DELETE", `${path}/members/${nora.id}`);
    expect(await attempt(nora, accept, body)).toBe("410 invitation_ended");
  });

  it("takes the code of a link, as often as it may be used", async () => {
    const path = await organization();
    const { code, invitation } = await invite(path, { link: true, max_uses: 2, role: "admin" });
    const [one, two, three] = await Promise.all([person(), person(), person()]);
    expect(await attempt(one, accept, { code: "wrong" })).toBe("404 not_found");
    expect(await attempt(one, accept, { invitation_id: invitation.id })).toBe("404 not_found");
    expect(await attempt(one, accept, { code })).toBe("200");
    expect(await attempt(one, accept, { code })).toBe("409 already_member");
    expect(await attempt(two, accept, { code })).toBe("200");
    expect(await attempt(three, accept, { code })).toBe("410 invitation_ended");
    const { invitations } = await ok(olga, "GET", `${path}/invitations`);
    expect(invitations).toMatchObject([{ uses: 2, max_uses: 2, status: "used_up" }]);
  });

  it("lets as many join as the link allows when 12 use it at once", async () => {
    const path = await organization();
    const { code } = await invite(path, { link: true, max_uses: 3 });
    const crowd = await Promise.all(Array.from({ length: 12 }, () => person()));
    const answers = await Promise.all(crowd.map((who) => attempt(who, accept, { code })));
    const count = (answer: unknown) => answers.filter((each) => each === answer).length;
    expect([count("200"), count("410 invitation_ended")]).toEqual([3, 9]);
    expect((await ok(olga, "GET", `${path}/members`)).members).toHaveLength(4);
  });

  it("lets one of two requests of the same person succeed", async () => {
    const path = await organization();
    const [{ code }, { invitation }] = [
      await invite(path, { link: true, max_uses: 3 }),
      await invite(path, { user_id: nora.id }),
    ];
    const answers = await Promise.all([
      ...Array.from({ length: 4 }, () => attempt(nora, accept, { code })),
      attempt(nora, accept, { invitation_id: invitation.id }),
    ]);
    expect(answers.sort()).toEqual(["200", ...Array(4).fill("409 already_member")].sort());
  });

  it("refuses revoked and expired links", async () => {
    const path = await organization();
    const revoked = await invite(path, { link: true });
    const expired = await invite(path, { link: true });
    await ok(olga, "DELETE", `${path}/invitations/${revoked.invitation.id}`);
    await sql`
      update private.organization_invitations set expires_at = now()
      where id = ${expired.invitation.id}`;
    for (const { code } of [revoked, expired]) {
      expect(await attempt(nora, accept, { code })).toBe("410 invitation_ended");
    }
  });

  it("requires exactly one of id and code", async () => {
    for (const body of [{}, { invitation_id: NOWHERE, code: "x" }]) {
      expect((await nora.api("POST", accept, body)).body.error)
        .toBe("expected exactly one of invitation_id and code");
    }
    expect(await attempt(nora, accept, { invitation_id: NOWHERE })).toBe("404 not_found");
  });

  it("does not let a removed member return by an older link", async () => {
    const path = await organization();
    const { code } = await invite(path, { link: true });
    const who = await person();
    expect(await attempt(who, accept, { code })).toBe("200");
    await ok(olga, "DELETE", `${path}/members/${who.id}`);
    expect(await attempt(who, accept, { code })).toBe("410 invitation_ended");
    const { code: newer } = await invite(path, { link: true });
    expect(await attempt(who, accept, { code: newer })).toBe("200");
  });

  it("ends with the right to invite", async () => {
    const path = await organization();
    const coOwner = await person("Cora Owner");
    await ok(olga, "POST", `${path}/members`, { user_id: coOwner.id, role: "owner" });
    const link = await invite(path, { link: true }, coOwner);
    const personal = await invite(path, { user_id: nora.id }, coOwner);
    await ok(olga, "PUT", `${path}/members/${coOwner.id}`, { role: "member" });
    expect(await attempt(nora, accept, { code: link.code })).toBe("410 invitation_ended");
    expect(await attempt(nora, accept, { invitation_id: personal.invitation.id }))
      .toBe("410 invitation_ended");
  });
});

describe("an invitation to an address", () => {
  it("is for the user who confirms the address, who is then notified", async () => {
    const path = await organization();
    const email = `${crypto.randomUUID()}@example.com`;
    const { invitation } = await invite(path, { email });
    const account = await createAccount("Eva Later");
    const { token, client } = await beginSession(account);
    await sql`
      update auth.users set email = ${email}, email_confirmed_at = null where id = ${account.id}`;
    const eva = { ...account, password: "", token, client, api: withToken(token) };
    expect(await attempt(eva, accept, { invitation_id: invitation.id })).toBe("404 not_found");
    expect(await noticesOf(eva, "organization_invitation")).toEqual([]);
    await sql`update auth.users set email_confirmed_at = now() where id = ${account.id}`;
    expect(await noticesOf(eva, "organization_invitation")).toMatchObject([
      { data: { invitation_id: invitation.id } },
    ]);
    expect(await attempt(eva, accept, { invitation_id: invitation.id })).toBe("200");
  });

  it("notifies a user who signs up with a confirmed address", async () => {
    const path = await organization();
    const id = crypto.randomUUID();
    const email = `${id}@example.com`;
    await invite(path, { email });
    await sql`
      insert into auth.users (instance_id, id, aud, role, email, email_confirmed_at, created_at,
        updated_at)
      values ('00000000-0000-0000-0000-000000000000', ${id}, 'authenticated', 'authenticated',
        ${email}, now(), now(), now())`;
    expect(await sql`select type from public.notifications where user_id = ${id}`)
      .toEqual([{ type: "organization_invitation" }]);
  });

  it("notifies a user who is signing up with the address", async () => {
    const path = await organization();
    const email = `${crypto.randomUUID()}@example.com`;
    const id = await signUpDuring(email, () => invite(path, { email }));
    expect(await sql`select type from public.notifications where user_id = ${id}`)
      .toEqual([{ type: "organization_invitation" }]);
  });

  it.each<[string, (ida: Person, path: string, id: string) => Promise<unknown>]>([
    ["is added", (ida, path) => ok(olga, "POST", `${path}/members`, { user_id: ida.id })],
    ["joins by a link", async (ida, path) => {
      const { code } = await invite(path, { link: true });
      await ok(ida, "POST", accept, { code });
    }],
    ["accepts another invitation", async (ida, path) => {
      const { invitation } = await invite(path, { user_id: ida.id });
      await ok(ida, "POST", accept, { invitation_id: invitation.id });
    }],
    ["declines it", (ida, _path, id) => ok(ida, "POST", `/api/user/invitations/${id}/decline`)],
    ["blocks the inviter", (ida) => block(ida, [olga.id])],
  ])("stays the same for owners when its holder %s", async (_, act) => {
    const path = await organization();
    const ida = await person("Ida Invited");
    const { invitation } = await invite(path, { email: ida.email });
    const seen = async () => {
      const list = await ok(olga, "GET", `${path}/invitations`);
      return list.invitations.find(({ id }: { id: string }) => id === invitation.id);
    };
    await act(ida, path, invitation.id);
    expect(await seen()).toEqual(invitation);
    const { export: { invitations_sent } } = await ok(olga, "GET", "/api/user/export");
    const exported = invitations_sent.find(({ id }: { id: string }) => id === invitation.id);
    expect(exported).toMatchObject({ ending: null, ended_at: null });
    expect(exported).not.toHaveProperty("declined_at");
    const answers = (await noticesOf(olga, "organization_invitation"))
      .filter(({ data }) => data.invitation_id === invitation.id);
    expect(answers).toEqual([]);
    expect(await attempt(olga, `${path}/invitations`, { email: ida.email }))
      .toBe("409 already_invited");
    await ok(olga, "DELETE", `${path}/invitations/${invitation.id}`);
    expect((await seen()).status).toBe("revoked");
  });

  it("declined, leaves the list of its holder, who can still be added", async () => {
    const path = await organization();
    const ida = await person("Ida Invited");
    const { invitation } = await invite(path, { email: ida.email });
    const decline = `/api/user/invitations/${invitation.id}/decline`;
    await ok(ida, "POST", decline);
    expect((await ok(ida, "GET", "/api/user/invitations")).invitations).toEqual([]);
    for (const [where, body] of [[decline], [accept, { invitation_id: invitation.id }]] as const) {
      expect(await attempt(ida, where, body)).toBe("410 invitation_ended");
    }
    expect(await attempt(olga, `${path}/members`, { user_id: ida.id })).toBe("201");
  });

  it("is accepted once", async () => {
    const path = await organization();
    const ida = await person("Ida Invited");
    const { invitation } = await invite(path, { email: ida.email });
    expect(await attempt(ida, accept, { invitation_id: invitation.id })).toBe("200");
    expect(await attempt(ida, accept, { invitation_id: invitation.id }))
      .toBe("409 already_member");
    const { invitations } = await ok(olga, "GET", `${path}/invitations`);
    expect(invitations).toMatchObject([{ id: invitation.id, status: "accepted" }]);
    await ok(ida, "DELETE", `${path}/members/${ida.id}`);
    expect(await attempt(ida, accept, { invitation_id: invitation.id }))
      .toBe("410 invitation_ended");
  });
});

describe("a person who blocks the inviter", () => {
  it("is not told, and the inviter gets the usual answer", async () => {
    const path = await organization();
    const ida = await person("Ida Invited");
    await block(ida, [olga.id]);
    const { invitation } = await invite(path, { user_id: ida.id });
    await invite(await organization(), { email: ida.email });
    expect(invitation.status).toBe("open");
    expect(await noticesOf(ida, "organization_invitation")).toEqual([]);
  });
});
