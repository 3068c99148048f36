/** Invitations to organizations over HTTP: sending, listing, revoking. */
import { describe, expect, it } from "vitest";
import { handleOf, type Person, person, persons } from "../support/people.ts";
import { NOWHERE, ok, outcome, walk } from "../support/requests.ts";
import { sql } from "../support/sql.ts";
import { useUp } from "../support/limits.ts";
import { noticesOf } from "../support/notices.ts";
import { organizationOf } from "./joining.ts";
import { attempts, makeOrganization, makePeople } from "./people.ts";

const people = await makePeople();
const orgId = await makeOrganization(people);
const path = `/api/organizations/${orgId}/invitations`;

const attempt = (who: Person, body: unknown, url = path) => outcome(who, "POST", url, body);

/** The refusals for people who may not see, send or revoke invitations. */
const ownersOnly = {
  admin: "403 Only an owner of the organization may do this",
  member: "403 Only an owner of the organization may do this",
  stranger: "404 Organization not found",
};

describe("POST /api/organizations/{id}/invitations", () => {
  it("invites a user, who is notified", async () => {
    const nora = await person("Nora New");
    const body = await ok(people.owner, "POST", path, { user_id: nora.id, role: "admin" });
    const card = (who: Person, handle: string, full_name: string) => ({
      id: who.id,
      handle,
      full_name,
      avatar_url: null,
      is_synthetic: false,
    });
    const owner = await handleOf(people.owner);
    expect(body).toMatchObject({
      invitation: {
        org_id: orgId,
        team_id: null,
        team: null,
        role: "admin",
        status: "open",
        kind: "user",
        user: card(nora, await handleOf(nora), "Nora New"),
        email: null,
        uses: 0,
        max_uses: null,
        invited_by: card(people.owner, owner, "Olga Owner"),
      },
      code: null,
    });
    const { expires_at, created_at, id } = body.invitation;
    expect(Date.parse(expires_at) - Date.parse(created_at)).toBe(14 * 24 * 3600 * 1000);
    expect(await noticesOf(nora, "organization_invitation")).toEqual([{
      title: "You are invited to an organization",
      body: `@${owner} invites you to join`,
      data: { invitation_id: id, org_id: orgId, user_id: people.owner.id },
    }]);
  });

  it("invites by handle, ignoring case", async () => {
    const nora = await person("Nora New");
    const handle = (await handleOf(nora)).toUpperCase();
    const { invitation } = await ok(people.owner, "POST", path, { handle });
    expect(invitation).toMatchObject({ kind: "user", role: "member", user: { id: nora.id } });
    expect(await noticesOf(nora, "organization_invitation")).toHaveLength(1);
    expect(await attempt(people.owner, { handle: "nobody_has_this" })).toBe("404 User not found");
  });

  it("answers the same for a known and an unknown address", async () => {
    const nora = await person("Nora New");
    const unknown = `${crypto.randomUUID()}@example.com`;
    const [known, other] = await Promise.all(
      [nora.email.toUpperCase(), unknown].map((email) => ok(people.owner, "POST", path, { email })),
    );
    const plain = ({ invitation }: typeof known) => ({
      ...invitation,
      id: 0,
      created_at: 0,
      expires_at: 0,
      email: 0,
    });
    expect(plain(known)).toEqual(plain(other));
    expect(known.invitation).toMatchObject({ kind: "email", user: null, email: nora.email });
    expect(await noticesOf(nora, "organization_invitation")).toHaveLength(1);
    // An address of a member is answered the same.
    expect(await attempt(people.owner, { email: people.member.email })).toBe("201");
    expect(await noticesOf(people.member, "organization_invitation")).toEqual([]);
  });

  it("shows the code of a link once, and stores its hash", async () => {
    const { invitation, code } = await ok(people.owner, "POST", path, { link: true, max_uses: 3 });
    expect(invitation).toMatchObject({ kind: "link", user: null, email: null, max_uses: 3 });
    expect(code).toMatch(/^[0-9a-f]{48}$/);
    const [row] = await sql`
      select to_jsonb(i)::text as row, code_hash = sha256(convert_to(${code}, 'UTF8')) as hashed
      from private.organization_invitations as i where id = ${invitation.id}`;
    expect(row).toMatchObject({ hashed: true, row: expect.not.stringContaining(code) });
    expect(JSON.stringify(await ok(people.owner, "GET", path))).not.toContain(code);
  });

  it("answers the same link again to the same Idempotency-Key, without its code", async () => {
    const send = () =>
      people.owner.api("POST", path, { link: true }, { "Idempotency-Key": "once" });
    const [first, second] = [await send(), await send()];
    expect(second.headers.get("idempotent-replayed")).toBe("true");
    expect(second.body).toEqual({ ...first.body, code: null });
  });

  it("refuses a body without exactly one target, and invalid fields", async () => {
    const tomorrow = new Date(Date.now() + 24 * 3600_000).toISOString();
    const late = new Date(Date.now() + 91 * 24 * 3600_000).toISOString();
    const one = "400 expected exactly one of user_id, handle, email and link";
    const nora = await person("Nora New");
    for (
      const [body, refusal] of [
        [{}, one],
        [{ user_id: nora.id, link: true }, one],
        [{ link: false }, "400 link: expected true"],
        [{ email: "nora" }, "400 email: expected an e-mail address"],
        [{ user_id: NOWHERE }, "404 User not found"],
        [{ link: true, role: "owner" }, "400 role: a link makes no owners"],
        [{ link: true, role: "boss" }, "400 role: expected one of owner, admin, member"],
        [{ link: true, max_uses: 0 }, "400 max_uses: expected at least 1"],
        [{ user_id: nora.id, max_uses: 2 }, "400 max_uses: only a link has it"],
        [
          { link: true, expires_at: "2020-01-01T00:00:00Z" },
          "400 expires_at: expected a time within the next 90 days",
        ],
        [
          { link: true, expires_at: late },
          "400 expires_at: expected a time within the next 90 days",
        ],
        [{ link: true, expires_at: tomorrow }, "201"],
        [{ user_id: nora.id, role: "owner" }, "201"],
      ] as const
    ) {
      expect([body, await attempt(people.owner, body)]).toEqual([body, refusal]);
    }
  });

  it("refuses members, and a second invitation while one is open", async () => {
    const nora = await person("Nora New");
    const again = "409 This person has an open invitation";
    expect(await attempt(people.owner, { user_id: people.member.id }))
      .toBe("409 The user is already a member of the organization");
    for (const body of [{ user_id: nora.id }, { email: `${crypto.randomUUID()}@example.com` }]) {
      expect(await attempt(people.owner, body)).toBe("201");
      expect(await attempt(people.coOwner, body)).toBe(again);
    }
    await sql`
      update private.organization_invitations set expires_at = now() where user_id = ${nora.id}`;
    expect(await attempt(people.coOwner, { user_id: nora.id })).toBe("201");
  });

  it("is allowed for owners and super admins alone", async () => {
    const invite = (who: Person) => who.api("POST", path, { link: true });
    expect(await attempts(people, ["coOwner", "superAdmin", "admin", "member", "stranger"], invite))
      .toEqual({
        coOwner: 201,
        superAdmin: 201,
        ...ownersOnly,
      });
    const [act] = await sql`
      select act from public.audit_log
      where target_id = ${orgId} and act = 'organization_invitation.create'`;
    expect(act).toBeDefined();
  });

  it("limits invitations of a caller, and of a caller to one person", async () => {
    const [olga, nora] = await Promise.all([person("Olga Other"), person("Nora New")]);
    const { organization } = await ok(olga, "POST", "/api/organizations", { name: "Spam" });
    const url = `/api/organizations/${organization.id}/invitations`;
    for (let count = 0; count < 5; count++) {
      const { invitation } = await ok(olga, "POST", url, { user_id: nora.id });
      await ok(olga, "DELETE", `${url}/${invitation.id}`);
    }
    const { status, body, headers } = await olga.api("POST", url, { user_id: nora.id });
    expect([status, body]).toEqual([429, {
      error: "You have invited this person too often",
      code: "rate_limited",
    }]);
    expect(Number(headers.get("retry-after"))).toBeGreaterThan(29 * 24 * 3600);
    await useUp(olga, "invitation", 45);
    expect(await attempt(olga, { link: true }, url))
      .toBe("429 You have sent too many invitations today");
  });
});

describe("GET /api/organizations/{id}/invitations", () => {
  it("lists all invitations for owners, newest first, in pages", async () => {
    const id = await makeOrganization(people);
    const url = `/api/organizations/${id}/invitations`;
    const made = [];
    for (const email of ["a@example.com", "b@example.com"]) {
      made.unshift((await ok(people.owner, "POST", url, { email })).invitation);
    }
    made.unshift((await ok(people.coOwner, "POST", url, { link: true })).invitation);
    for (const who of [people.owner, people.coOwner, people.superAdmin]) {
      expect(await ok(who, "GET", url)).toEqual({ invitations: made, next_cursor: null });
    }
    expect(await walk(people.owner, url, "invitations", 1)).toEqual(made);
    expect(
      await attempts(people, ["admin", "member", "stranger"], (who) => who.api("GET", url)),
    ).toEqual(ownersOnly);
    expect((await people.superAdmin.api("GET", `/api/organizations/${NOWHERE}/invitations`)).status)
      .toBe(404);
  });
});

describe("DELETE /api/organizations/{id}/invitations/{invitationId}", () => {
  it("revokes an invitation, and takes back its notification", async () => {
    const nora = await person("Nora New");
    const { invitation } = await ok(people.owner, "POST", path, { email: nora.email });
    const url = `${path}/${invitation.id}`;
    expect(
      await attempts(people, ["admin", "member", "stranger"], (who) => who.api("DELETE", url)),
    ).toEqual(ownersOnly);
    expect(await ok(people.coOwner, "DELETE", url)).toEqual({ message: "Invitation revoked" });
    const { status, body } = await people.owner.api("DELETE", url);
    expect([status, body]).toEqual([410, {
      error: "The invitation has ended: revoked",
      code: "invitation_ended",
    }]);
    expect(await noticesOf(nora, "organization_invitation")).toEqual([]);
    expect((await ok(nora, "GET", "/api/user/invitations")).invitations).toEqual([]);
    expect((await people.owner.api("DELETE", `${path}/${NOWHERE}`)).body.error)
      .toBe("Invitation not found");
    const other = await makeOrganization(people);
    const elsewhere = `/api/organizations/${other}/invitations/${invitation.id}`;
    expect((await people.owner.api("DELETE", elsewhere)).status).toBe(404);
  });
});

const mailsTo = async (address: string) =>
  (await sql`select subject, text_body from private.emails where recipient = ${address}`)
    .map(({ subject, text_body }) => `${subject}: ${text_body.split("\n")[0]}`);

it("mails about invitations go to invited users and addresses once, except to people who block the sender", async () => {
  const [owner, invited, blocking] = await persons("Olga Other", "Invited", "Blocking");
  await sql`update public.profiles set blocked_user_ids = ${[owner.id]} where id = ${blocking.id}`;
  const unknown = `nobody-${crypto.randomUUID()}@example.com`;
  const path = `${await organizationOf(owner)}/invitations`;
  await ok(owner, "POST", path, { user_id: invited.id });
  await ok(owner, "POST", path, { email: unknown });
  await ok(owner, "POST", path, { user_id: blocking.id });
  await ok(owner, "POST", path, { link: true });

  const handle = await handleOf(owner);
  const mail = `You are invited to an organization: @${handle} invites you to join an ` +
    "organization.";
  expect(await mailsTo(invited.email)).toEqual([mail]);
  expect(await mailsTo(unknown)).toEqual([mail]);
  expect(await mailsTo(blocking.email)).toEqual([]);
  expect(await sql`select from private.emails where text_body like ${`@${handle} %`}`)
    .toHaveLength(2);
});

it("one mailbox gets 5 mails a day, however its address is spelled; invitations stand without one", async () => {
  const name = `victim${crypto.randomUUID().slice(0, 8)}`;
  const spelled = (n: number) =>
    [`${name}+${n}@gmail.com`, `${name.replace("m", "m.")}+${n}@Googlemail.com`][n % 2]!;
  const owners = await persons("Olga One", "Otto Two", "Orla Three");
  const paths = await Promise.all(
    owners.map(async (owner) => `${await organizationOf(owner)}/invitations`),
  );
  const invite = (n: number, owner: number) =>
    outcome(owners[owner]!, "POST", paths[owner]!, { email: spelled(n) });
  for (let n = 0; n < 5; n++) expect(await invite(n, 0)).toBe("201");
  expect(await invite(5, 0)).toMatch(/^429 You have invited this person too often/);
  for (const owner of [1, 2]) expect(await invite(5 + owner, owner)).toBe("201");
  const mails = await sql`
    select from private.emails where recipient like ${`${name.slice(0, 5)}%${name.slice(6)}+%`}`;
  expect(mails).toHaveLength(5);
  const mail = { to: `${name}@gmail.com`, subject: "Hello", text: "Hello" };
  expect(await outcome(owners[1]!, "POST", "/api/email/send", mail))
    .toBe("429 This address has got too many mails today");
});
