/** Impersonated sessions: how they end, and their records. */
import { describe, expect } from "vitest";
import { it } from "../support/it.ts";
import { type Person, service, superAdmin, withToken } from "../support/people.ts";
import { ok } from "../support/requests.ts";
import { as, sql } from "../support/sql.ts";
import {
  auditOf,
  codeFor,
  impersonate,
  type Impersonated,
  recordsOf,
  refreshes,
} from "./impersonating.ts";

const admin = await superAdmin();

const path = "/api/auth/impersonate/stop";
const stop = ({ token }: Impersonated) => withToken(token)("POST", path);

/** Every use of the session is refused, although its access token has not expired. */
async function expectEnded({ token, refreshToken, client }: Impersonated): Promise<void> {
  expect(await refreshes(refreshToken)).toBe(false);
  const profile = await withToken(token)("GET", "/api/user/profile");
  expect(profile.status).toBe(401);
  const verify = await withToken(token)("POST", "/api/auth/verify", { token });
  expect(verify.status).toBe(401);
  expect((await client.from("profile_cards").select()).data ?? []).toEqual([]);
  expect((await client.from("goals").insert({ title: "Late" })).error).not.toBeNull();
  expect((await client.rpc("create_organization", { p_name: "Late" })).error).not.toBeNull();
}

/** The rows that the same token reads under a policy, without the check before each request. */
const visibleBy = ({ id: sub }: Person, session_id: string): Promise<number> =>
  as(
    { role: "authenticated", sub, session_id },
    async (tx) => (await tx`select from public.profile_cards limit 1`).length,
  );

describe("POST /api/auth/impersonate/stop", () => {
  it("ends only this session, at once", async ({ ana }) => {
    const [one, other] = [await impersonate(admin, ana), await impersonate(admin, ana)];
    expect(await visibleBy(ana, one.sessionId)).toBe(1);
    expect(await stop(one))
      .toMatchObject({ status: 200, body: { message: "Impersonation ended" } });
    await expectEnded(one);
    expect(await visibleBy(ana, one.sessionId)).toBe(0);

    expect(await recordsOf(ana)).toMatchObject([
      { session_id: one.sessionId, ended_at: expect.any(Date) },
      { session_id: other.sessionId, ended_at: null },
    ]);
    expect(await refreshes(other.refreshToken)).toBe(true);
    expect((await ana.api("GET", "/api/user/profile")).status).toBe(200);
    expect((await ana.client.auth.refreshSession()).error).toBeNull();
  });

  it("refuses a session that is not impersonated", async ({ ana }) => {
    for (const { api } of [ana, admin]) {
      expect(await api("POST", path))
        .toMatchObject({ status: 409, body: { error: "This session is not an impersonation" } });
    }
    expect((await ana.api("GET", "/api/user/profile")).status).toBe(200);
  });

  it("answers 401 the second time", async ({ ana }) => {
    const session = await impersonate(admin, ana);
    await stop(session);
    expect(await stop(session))
      .toMatchObject({ status: 401, body: { error: "This session has ended" } });
  });

  it("ends the session once when sent five times at once", async ({ ana }) => {
    const session = await impersonate(admin, ana);
    const answers = await Promise.all(Array.from({ length: 5 }, () => stop(session)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const acts = (await auditOf(ana)).map(({ act }) => act);
    expect(acts.filter((act) => act === "impersonation.stop")).toHaveLength(1);
  });
});

describe("a session ends when", () => {
  it.for<[string, (target: Person, issuer: Person) => Promise<unknown>]>([
    [
      "the admin is demoted",
      (_, { id }) => sql`update public.profiles set role = 'user' where id = ${id}`,
    ],
    [
      "the admin is blocked",
      (_, { id }) => sql`update public.profiles set is_active = false where id = ${id}`,
    ],
    ["the admin is deleted", (_, { id }) => service.auth.admin.deleteUser(id)],
    [
      "the target becomes a super admin",
      ({ id }) => sql`update public.profiles set role = 'super_admin' where id = ${id}`,
    ],
    ["the target is deleted", ({ id }) => service.auth.admin.deleteUser(id)],
    ["the target is blocked and let in again", async ({ id }) => {
      await sql`update public.profiles set is_active = false where id = ${id}`;
      await sql`update public.profiles set is_active = true where id = ${id}`;
    }],
  ])("%s", async ([_, change], { ana }) => {
    const issuer = await superAdmin();
    const session = await impersonate(issuer, ana);
    await change(ana, issuer);
    await expectEnded(session);
    expect((await recordsOf(ana))[0]).toMatchObject({ ended_at: expect.any(Date) });
  });
});

describe("the record", () => {
  it("contains issue, redemption and end under the admin's id", async ({ ana }) => {
    const session = await impersonate(admin, ana);
    await stop(session);
    const [record] = await recordsOf(ana);
    expect(record).toMatchObject({
      admin_id: admin.id,
      reason: "Ticket 4711",
      session_id: session.sessionId,
    });
    const about = { actor_id: admin.id, request_id: expect.any(String) };
    const impersonation_id = record!.id;
    expect(await auditOf(ana)).toEqual([
      {
        ...about,
        act: "impersonation.issue",
        reason: "Ticket 4711",
        after: { impersonation_id },
      },
      {
        ...about,
        act: "impersonation.redeem",
        reason: "Ticket 4711",
        after: { impersonation_id, session_id: session.sessionId },
      },
      { ...about, act: "impersonation.stop", reason: null, after: { impersonation_id } },
    ]);
  });

  it("cannot be deleted, even by the owner of the database", async ({ ana }) => {
    await codeFor(admin, ana);
    await expect(sql`delete from public.admin_impersonations where target_id = ${ana.id}`)
      .rejects.toThrow("append-only");
    expect(await recordsOf(ana)).toMatchObject([{ reason: "Ticket 4711" }]);
  });
});

describe("GET /api/admin/impersonations", () => {
  const path = "/api/admin/impersonations";

  /** The impersonations of a target, from all pages, which also contain those of other tests. */
  async function listed(target: Person, count: number) {
    const found = [];
    let cursor = "";
    for (let page = 0; page < 20 && found.length < count; page++) {
      const { impersonations, next_cursor } = await ok(admin, "GET", `${path}?limit=3${cursor}`);
      expect(impersonations.length).toBeLessThanOrEqual(3);
      found.push(
        ...impersonations.filter((one: { target_id: string }) => one.target_id === target.id),
      );
      cursor = `&cursor=${next_cursor}`;
    }
    return found;
  }

  it("lists who acted as whom, newest first, page by page", async ({ ana }) => {
    const first = await impersonate(admin, ana);
    for (let i = 0; i < 4; i++) await codeFor(admin, ana);
    const found = await listed(ana, 5);
    expect(found.map(({ session_id }) => session_id))
      .toEqual([null, null, null, null, first.sessionId]);
    const cards = await sql`
      select * from public.profile_cards where id in ${sql([admin.id, ana.id])}`;
    expect(found[4]).toMatchObject({
      admin_id: admin.id,
      target_id: ana.id,
      reason: "Ticket 4711",
      session_id: first.sessionId,
      ended_at: null,
      admin: cards.find(({ id }) => id === admin.id),
      target: cards.find(({ id }) => id === ana.id),
    });
  });

  it("keeps the ids of deleted accounts", async ({ ana }) => {
    const issuer = await superAdmin();
    await codeFor(issuer, ana);
    await service.auth.admin.deleteUser(ana.id);
    await service.auth.admin.deleteUser(issuer.id);
    expect(await listed(ana, 1))
      .toMatchObject([{ admin_id: issuer.id, target_id: ana.id, admin: null, target: null }]);
  });
});
