/** An Idempotency-Key is bound to caller and request: only the caller gets the stored answer. */
import { SignJWT } from "jose";
import { describe, expect } from "vitest";
import { it } from "../support/it.ts";
import { impersonate } from "../auth/impersonating.ts";
import { type Person, person, superAdmin } from "../support/people.ts";
import { ok } from "../support/requests.ts";
import { sql } from "../support/sql.ts";
import { ana, newKey, post, work } from "./orders.ts";

describe("an idempotency key", () => {
  it("answers 409 with another body, another query or another address", async () => {
    const key = newKey();
    await post({ key });
    const again = `/orders/${crypto.randomUUID()}/again`;
    const refusals = [
      await post({ key, body: { item: "coffee" } }),
      await post({ key, path: "/orders?gift=true" }),
    ];
    expect((await post({ key, path: again })).status).toBe(201);
    refusals.push(await post({ key, path: `/orders/${crypto.randomUUID()}/again` }));
    for (const refusal of refusals) {
      expect(refusal.status).toBe(409);
      expect((await refusal.json()).error).toMatch(/another request/);
    }
    expect(work.done).toBe(2);
  });

  it("has 1 to 255 printable characters", async () => {
    for (const key of ["", "x".repeat(256), "clé"]) {
      expect([key, (await post({ key })).status]).toEqual([key, 400]);
    }
    expect((await post({ key: "x".repeat(250) + newKey().slice(0, 5) })).status).toBe(201);
    expect(work.done).toBe(1);
  });

  it("gives a blocked user no stored answer", async ({ cleo }) => {
    const key = newKey();
    expect((await post({ key, as: cleo })).status).toBe(201);
    await sql`update public.profiles set is_active = false where id = ${cleo.id}`;
    const second = await post({ key, as: cleo });
    expect([second.status, await second.json()]).toMatchObject([403, {
      error: "This account is blocked",
    }]);
  });

  it.for<[string, (who: Person) => Promise<unknown>]>([
    [
      "was ended",
      ({ id }) => sql`select private.end_session(id) from auth.sessions where user_id = ${id}`,
    ],
    ["was signed out", ({ id }) => sql`delete from auth.sessions where user_id = ${id}`],
  ])("gives no stored answer to a session that %s", async ([_how, end], { cleo }) => {
    const key = newKey();
    expect((await post({ key, as: cleo })).status).toBe(201);
    await end(cleo);
    const second = await post({ key, as: cleo });
    expect([second.status, await second.json()]).toMatchObject([401, { code: "session_ended" }]);
    expect(work.done).toBe(1);
  });

  it("gives a former super admin no stored answer", async () => {
    const [admin, key] = [await superAdmin(), newKey()];
    for (const path of ["/orders/all", "/orders/job"]) {
      expect((await post({ key, as: admin, path })).status).toBe(201);
    }
    await sql`update public.profiles set role = 'user' where id = ${admin.id}`;
    for (const path of ["/orders/all", "/orders/job"]) {
      const second = await post({ key, as: admin, path });
      // The loss of the role ends the sessions.
      expect([second.status, await second.json()]).toMatchObject([401, { code: "session_ended" }]);
    }
    expect(work.done).toBe(2);
  });

  it("gives no stored answer to a user who has left a group or lost a role since", async () => {
    const [cleo, dan, eva] = await Promise.all(["Cleo", "Dan", "Eva"].map((name) => person(name)));
    const { organization } = await ok(ana, "POST", "/api/organizations", { name: "Choir" });
    const members = `/api/organizations/${organization.id}/members`;
    const { team } = await ok(ana, "POST", "/api/teams", {
      name: "Altos",
      org_id: organization.id,
    });
    await ok(ana, "POST", members, { user_id: cleo!.id, role: "admin" });
    await ok(ana, "POST", members, { user_id: dan!.id });
    await ok(ana, "POST", members, { user_id: eva!.id });
    await ok(ana, "POST", `/api/teams/${team.id}/members`, { user_id: dan!.id });
    const { pack } = await ok(ana, "POST", "/api/tone-packs", { name: "Ours", theme: "origami" });
    await ok(ana, "POST", `/api/tone-packs/${pack.id}/share`, { user_id: dan!.id });

    const sent = [
      { as: cleo, path: `/orders/${organization.id}/again` },
      { as: dan, path: `/orders/${team.id}/again` },
      { as: dan, path: `/orders/${pack.id}/again` },
      { as: dan, body: { item: "tea", org_id: organization.id } },
      { as: eva, body: { item: "tea", org_id: organization.id } },
    ].map((each) => ({ ...each, key: newKey() }));
    const statuses = () => Promise.all(sent.map(async (each) => (await post(each)).status));
    expect(await statuses()).toEqual([201, 201, 201, 201, 201]);
    await ok(ana, "PUT", `${members}/${cleo!.id}`, { role: "member" });
    await ok(ana, "DELETE", `/api/tone-packs/${pack.id}/share/${dan!.id}`);
    await ok(ana, "DELETE", `${members}/${dan!.id}`);
    await ok(ana, "PUT", `${members}/${eva!.id}`, { role: "admin" });
    expect(await statuses()).toEqual([403, 403, 403, 403, 201]);
    expect(work.done).toBe(5);
  });

  it("gives a removed member no stored answer about a group that only the answer names", async () => {
    const [cleo, dan] = await Promise.all([person("Cleo"), person("Dan")]);
    const { organization } = await ok(ana, "POST", "/api/organizations", { name: "Quartet" });
    const path = `/api/organizations/${organization.id}`;
    const { code } = await ok(ana, "POST", `${path}/invitations`, { link: true });
    const { invitation } = await ok(ana, "POST", `${path}/invitations`, { user_id: dan.id });
    const statuses = async () => {
      const accept = (who: Person, body: unknown) =>
        who.api("POST", "/api/user/invitations/accept", body, { "idempotency-key": "join" });
      const answers = [
        await accept(cleo, { code }),
        await accept(dan, {
          invitation_id: invitation.id,
        }),
      ];
      return answers.map(({ status }) => status);
    };
    expect(await statuses()).toEqual([200, 200]);
    expect(await statuses()).toEqual([200, 200]);
    for (const { id } of [cleo, dan]) await ok(ana, "DELETE", `${path}/members/${id}`);
    expect(await statuses()).toEqual([403, 403]);
  });

  it("gives a super admin who acts as a user no answer of that user", async () => {
    const [cleo, admin, key] = [await person("Cleo"), await superAdmin(), newKey()];
    expect((await post({ key, as: cleo })).status).toBe(201);
    const { token } = await impersonate(admin, cleo);
    expect((await post({ key, as: { ...cleo, token } })).status).toBe(403);
    expect((await post({ key, as: cleo })).status).toBe(201);
    expect(work.done).toBe(1);
  });

  it("gives the stored answer to a user who has handed over a role by the request itself", async ({ ben }) => {
    const { organization } = await ok(ana, "POST", "/api/organizations", { name: "Handed over" });
    const path = `/api/organizations/${organization.id}`;
    await ok(ana, "POST", `${path}/members`, { user_id: ben.id });
    const transfer = () =>
      ana.api("POST", `${path}/transfer-ownership`, { new_owner_id: ben.id }, {
        "idempotency-key": "handed over",
      });
    const [first, second] = [await transfer(), await transfer()];
    expect([first.status, second.status, second.body]).toEqual([200, 200, first.body]);
  });

  it("is refused when the answers of a day take up too much", async ({ cleo }) => {
    const key = newKey();
    await post({ key, as: cleo });
    const kept = () =>
      sql`
        select d.made - q.max_daily as over
        from private.quota_days as d join private.quotas as q using (kind)
        where user_id = ${cleo.id} and kind = 'bytes of kept answers'`;
    await sql`
      update private.quota_days as d set made = q.max_daily from private.quotas as q
      where user_id = ${cleo.id} and d.kind = q.kind and q.kind = 'bytes of kept answers'`;
    expect((await post({ key: newKey(), as: cleo })).status).toBe(201);
    const [before] = await kept();
    expect(before!.over).toBeGreaterThan(0);
    expect((await post({ key: newKey(), as: cleo })).status).toBe(429);
    expect((await post({ key, as: cleo })).status).toBe(201);
    expect(await kept()).toEqual([before]);
  });

  it("has no effect without a valid token", async () => {
    const forged = await new SignJWT({ sub: ana.id, role: "authenticated" })
      .setProtectedHeader({ alg: "HS256" }).setExpirationTime("1h").sign(new Uint8Array(32));
    expect((await post({ key: newKey(), as: { ...ana, token: forged } })).status).toBe(401);
  });
});
