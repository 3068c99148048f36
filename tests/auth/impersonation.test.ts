/** Links for impersonation: the right to request one, and its redemption. */
import { decodeJwt } from "jose";
import { afterEach, describe, expect } from "vitest";
import { it } from "../support/it.ts";
import { routes as adminRoutes } from "../../functions/impersonation/issuing.ts";
import { routes as redeeming } from "../../functions/impersonation/redeeming.ts";
import { inProcess, useProject } from "../http/project.ts";
import { readMailbox } from "../support/mailbox.ts";
import { anonymous, type Person, service, superAdmin } from "../support/people.ts";
import { outcome } from "../support/requests.ts";
import { sql } from "../support/sql.ts";
import {
  auditOf,
  codeFor,
  forgetRate,
  impersonate,
  issue,
  recordsOf,
  redeem,
  refreshes,
} from "./impersonating.ts";

const admin = await superAdmin();

const promote = ({ id }: Person) =>
  sql`update public.profiles set role = 'super_admin' where id = ${id}`;
const demote = ({ id }: Person) => sql`update public.profiles set role = 'user' where id = ${id}`;
const block = ({ id }: Person) =>
  sql`update public.profiles set is_active = false where id = ${id}`;

const arranged: string[] = [];
afterEach(async () => {
  for (const name of arranged.splice(0)) await sql.unsafe(`drop function ${name} cascade`);
});

/** Runs a statement at the moment at which this person's session is created. */
async function atSessionOf({ id }: Person, statement: string): Promise<void> {
  const name = `private.at_session_of_${id.replaceAll("-", "")}`;
  arranged.push(name);
  await sql.unsafe(`
    create function ${name}() returns trigger language plpgsql security definer
    set search_path = '' as $$ begin ${statement}; return new; end $$;
    create trigger arranged_${id.replaceAll("-", "")} after insert on auth.sessions for each row
    when (new.user_id = '${id}') execute function ${name}();`);
}

describe("POST /api/admin/users/{id}/impersonate", () => {
  it("answers with a link to the web application and the record", async ({ ana }) => {
    const { status, body, headers } = await issue(admin, ana, "Ticket 4711: no entries");
    expect(status).toBe(201);
    expect(headers.get("cache-control")).toBe("no-store");
    expect(body.action_link).toMatch(
      /^https:\/\/app\.example\.com\/auth\/impersonate-callback\?code=[0-9a-f]{64}$/,
    );
    expect(body.impersonation).toMatchObject({
      admin_id: admin.id,
      target_id: ana.id,
      reason: "Ticket 4711: no entries",
      used_at: null,
      session_id: null,
      ended_at: null,
    });
    const { created_at, expires_at } = body.impersonation;
    expect(Date.parse(expires_at) - Date.parse(created_at)).toBe(600_000);
  });

  it.for(
    [
      [undefined, "reason: required"],
      ["", "reason: must not be empty"],
      [" \n ", "reason: must not be empty"],
      ["x".repeat(501), "reason: expected at most 500 characters"],
      [5, "reason: expected string"],
    ] as const,
  )("refuses the reason %j", async ([reason, error], { ana }) => {
    const path = `/api/admin/users/${ana.id}/impersonate`;
    expect(await outcome(admin, "POST", path, { reason })).toBe(`400 ${error}`);
    expect(await recordsOf(ana)).toHaveLength(0);
  });

  it("requires a reason in the database too", async ({ ana }) => {
    const blank = { p_target_id: ana.id, p_reason: "  " };
    expect((await admin.client.rpc("issue_impersonation", blank)).error?.code).toBe("23514");
  });
});

describe("a link is refused", () => {
  it("for an unknown user", async () => {
    expect(await issue(admin, { id: crypto.randomUUID() }))
      .toMatchObject({ status: 404, body: { error: "User not found" } });
  });

  it("for a super admin and for oneself", async () => {
    const other = await superAdmin();
    expect(await issue(admin, other))
      .toMatchObject({ status: 403, body: { error: "Super admins cannot be impersonated" } });
    expect(await issue(admin, admin))
      .toMatchObject({ status: 409, body: { error: "You cannot impersonate yourself" } });
  });

  it("for a user who is blocked, banned, or has not confirmed the address", async ({ ben, cleo, ana }) => {
    await block(ana);
    expect(await issue(admin, ana))
      .toMatchObject({ status: 409, body: { error: "Blocked users cannot be impersonated" } });
    await service.auth.admin.updateUserById(ben.id, { ban_duration: "24h" });
    await sql`update auth.users set email_confirmed_at = null where id = ${cleo.id}`;
    expect((await issue(admin, ben)).status).toBe(409);
    expect((await issue(admin, cleo)).status).toBe(409);
    expect(await recordsOf(cleo)).toHaveLength(0);
  });

  it("without SITE_URL", async ({ ana }) => {
    await useProject();
    const api = inProcess(adminRoutes, admin);
    const ask = (site: string) => {
      Deno.env.set("SITE_URL", site);
      return api("POST", `/admin/users/${ana.id}/impersonate`, { reason: "x" });
    };
    const error = "Impersonation is not configured: set SITE_URL";
    for (const site of ["", "app.example.com", "ftp://app.example.com"]) {
      expect(await ask(site)).toMatchObject({ status: 503, body: { error } });
    }
    expect(await recordsOf(ana)).toHaveLength(0);
    const { body } = await ask("http://localhost:3000/app/");
    expect(body.action_link).toMatch(
      /^http:\/\/localhost:3000\/app\/auth\/impersonate-callback\?code=/,
    );
  });
});

describe("POST /api/auth/impersonate/redeem", () => {
  it("gives a session of the target", async ({ ana }) => {
    const { status, body, headers } = await redeem(await codeFor(admin, ana));
    expect(status).toBe(200);
    expect(headers.get("cache-control")).toBe("no-store");
    expect(body.session).toMatchObject({
      token_type: "bearer",
      expires_in: 3600,
      user: { id: ana.id, email: ana.email },
    });
    expect(decodeJwt(body.session.access_token)).toMatchObject({ sub: ana.id, user_role: "user" });
  });

  it("accepts a code once", async ({ ana }) => {
    const code = await codeFor(admin, ana);
    expect((await redeem(code)).status).toBe(200);
    const error = "The code is wrong, used or expired";
    expect(await redeem(code)).toMatchObject({ status: 401, body: { error } });
    expect(await redeem("0".repeat(64))).toMatchObject({ status: 401, body: { error } });
  });

  it.each([undefined, "", "abc", 5, "g".repeat(64), "0".repeat(65)])(
    "refuses the malformed code %j",
    async (code) => expect((await redeem(code)).status).toBe(400),
  );
});

describe("a code", () => {
  it("gives one session when sent five times at once", async ({ ana }) => {
    const code = await codeFor(admin, ana);
    await forgetRate();
    const answers = await Promise.all(
      Array.from(
        { length: 5 },
        () => anonymous.api("POST", "/api/auth/impersonate/redeem", { code }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(4).fill(401)]);
    const sessions = await sql`select id from auth.sessions where user_id = ${ana.id}`;
    // The target's own session and the redeemed one.
    expect(sessions).toHaveLength(2);
    expect(await recordsOf(ana)).toHaveLength(1);
  });

  it("expires after ten minutes", async ({ ana }) => {
    const code = await codeFor(admin, ana);
    await sql`
      update public.admin_impersonations set expires_at = now() - interval '1 second'
      where target_id = ${ana.id}`;
    expect((await redeem(code)).status).toBe(401);
    expect((await recordsOf(ana))[0]).toMatchObject({ used_at: null, session_id: null });
  });

  it("is stored only as a hash, until it is redeemed", async ({ ana }) => {
    const code = await codeFor(admin, ana);
    const traces = async () => ({
      codes: await sql`
        select c.code_hash = sha256(convert_to(${code}, 'utf8')) as hashed, c::text as row
        from private.impersonation_codes c join public.admin_impersonations i
          on i.id = c.impersonation_id where i.target_id = ${ana.id}`,
      rest: JSON.stringify([await recordsOf(ana), await auditOf(ana)]),
    });
    const before = await traces();
    expect(before.codes).toEqual([{ hashed: true, row: expect.not.stringContaining(code) }]);
    expect(before.rest).not.toContain(code);
    await redeem(code);
    const after = await traces();
    expect(after.codes).toEqual([]);
    expect(after.rest).not.toContain(code);
  });

  it.for<[string, number, (target: Person, issuer: Person) => Promise<unknown>]>([
    ["the target becomes a super admin", 403, (target) => promote(target)],
    ["the target is blocked", 409, (target) => block(target)],
    ["the target is deleted", 404, ({ id }) => service.auth.admin.deleteUser(id)],
    ["the admin is demoted", 403, (_, issuer) => demote(issuer)],
    ["the admin is blocked", 403, (_, issuer) => block(issuer)],
    ["the admin is deleted", 403, (_, { id }) => service.auth.admin.deleteUser(id)],
  ])("is refused once %s", async ([_, status, change], { ana }) => {
    const issuer = await superAdmin();
    const code = await codeFor(issuer, ana);
    await change(ana, issuer);
    expect((await redeem(code)).status).toBe(status);
    expect((await recordsOf(ana))[0]).toMatchObject({ used_at: null, session_id: null });
  });

  it("gives no session when the target becomes a super admin meanwhile", async ({ ana }) => {
    const code = await codeFor(admin, ana);
    await atSessionOf(
      ana,
      "update public.profiles set role = 'super_admin' where id = new.user_id",
    );
    const before = await sql`select id from auth.sessions where user_id = ${ana.id}`;
    expect((await redeem(code)).status).toBe(403);
    expect(await sql`select id from auth.sessions where user_id = ${ana.id}`).toEqual(before);
    expect((await recordsOf(ana))[0]).toMatchObject({ session_id: null });
  });

  it("is consumed when the sign-in service fails", async ({ ana }) => {
    const code = await codeFor(admin, ana);
    await atSessionOf(ana, "raise exception 'no sessions today'");
    const { status, body } = await redeem(code);
    expect({ status, body }).toMatchObject({
      status: 503,
      body: { error: "The sign-in service did not give a session: issue another link" },
    });
    expect((await redeem(code)).status).toBe(401);
  });

  it("is limited to ten attempts a minute from one address", async () => {
    await forgetRate();
    const guess = () =>
      anonymous.api("POST", "/api/auth/impersonate/redeem", { code: "1".repeat(64) });
    const answers = [await guess()];
    // Other tests redeem meanwhile, which forgets the attempts so far.
    while (answers.at(-1)!.status === 401 && answers.length < 100) answers.push(await guess());
    const refused = answers.pop()!;
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(answers.length).toBeGreaterThanOrEqual(10);
    await forgetRate();
  });
});

describe("the session", () => {
  it("belongs to the target and can be refreshed", async ({ ana }) => {
    const { client, refreshToken, sessionId } = await impersonate(admin, ana);
    const { data } = await client.from("goals").insert({ title: "By support" }).select().single();
    expect(data.user_id).toBe(ana.id);
    expect((await recordsOf(ana))[0]).toMatchObject({ session_id: sessionId, ended_at: null });
    expect(await refreshes(refreshToken)).toBe(true);
  });

  it("sends no e-mail and keeps the target's sessions and password", async ({ ana }) => {
    await impersonate(admin, ana);
    expect(JSON.stringify(await readMailbox())).not.toContain(ana.email);
    expect((await ana.client.auth.refreshSession()).error).toBeNull();
    const again = await ana.client.auth.signInWithPassword(ana);
    expect(again.error).toBeNull();
  });
});

it("leaves no session open whose token cannot be verified", async ({ ana }) => {
  const code = await codeFor(admin, ana);
  const sessions = () => sql`select id from auth.sessions where user_id = ${ana.id} order by id`;
  const before = await sessions();
  await useProject();
  const api_url = Deno.env.get("SUPABASE_URL")!;
  // The keys of the project cannot be read, and those of the environment are others.
  const proxy = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, (request) => {
    const { pathname, search } = new URL(request.url);
    if (pathname.endsWith("/jwks.json")) return new Response(null, { status: 500 });
    return fetch(api_url + pathname + search, request);
  });
  try {
    Deno.env.set("SUPABASE_URL", `http://127.0.0.1:${proxy.addr.port}`);
    Deno.env.set("SUPABASE_JWKS", '{"keys":[]}');
    await forgetRate();
    const { status } = await inProcess(redeeming, { token: "none" })(
      "POST",
      "/auth/impersonate/redeem",
      { code },
    );
    expect(status).toBe(503);
    expect(await sessions()).toEqual(before);
  } finally {
    await useProject();
    await proxy.shutdown();
  }
});
