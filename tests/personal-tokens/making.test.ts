/** Personal tokens: their makers, their fields, their number, and their end. */
import { describe, expect } from "vitest";
import { impersonate } from "../auth/impersonating.ts";
import { deliver, newDevice, notify, pushesOf } from "../notifications/support.ts";
import { it } from "../support/it.ts";
import { person, withToken } from "../support/people.ts";
import { codeOf, ok, outcome, walk } from "../support/requests.ts";
import { sql } from "../support/sql.ts";
import { somebodyWaitsFor } from "../support/waiting.ts";
import { makeToken } from "./support.ts";

const PATH = "/api/user/tokens";
const DAY = 86_400_000;
const somebody = await person();

describe("a personal token", () => {
  it("is made for 90 days, shows its secret once, and is listed without it", async ({ ana, ben }) => {
    const body = { name: "Backup", scopes: ["journal:read", "goals:write", "journal:read"] };
    const { status, headers, body: { token: { secret, ...token } } } = await ana.api(
      "POST",
      PATH,
      body,
    );
    expect([status, headers.get("cache-control")]).toEqual([201, "no-store"]);
    expect(token).toMatchObject({
      name: "Backup",
      scopes: ["goals:write", "journal:read"],
      last_used_at: null,
      revoked_at: null,
    });
    expect(token.prefix).toMatch(/^jt_[0-9a-f]{8}$/);
    expect(secret).toMatch(new RegExp(`^${token.prefix}[0-9a-f]{32}$`));
    expect(Date.parse(token.expires_at) - Date.parse(token.created_at)).toBe(90 * DAY);
    const { token: longest } = await ok(ana, "POST", PATH, { ...body, expires_in_days: 366 });
    expect(Date.parse(longest.expires_at) - Date.parse(longest.created_at)).toBe(366 * DAY);
    expect(longest.secret).not.toContain(secret.slice(-32));
    expect(await walk(ana, PATH, "tokens", 1))
      .toEqual([{ ...longest, secret: null }, { ...token, secret: null }]);
    expect(await walk(ben, PATH, "tokens")).toEqual([]);
  });

  it("does not show its secret in a repeated answer, nor in the database", async ({ ana }) => {
    const key = { "idempotency-key": crypto.randomUUID() };
    const post = () => ana.api("POST", PATH, { name: "Backup", scopes: ["goals:read"] }, key);
    const { token } = (await post()).body;
    expect((await post()).body.token).toEqual({ ...token, secret: null });
    const kept = await sql`
      select to_jsonb(t)::text as text from private.personal_tokens as t where user_id = ${ana.id}
      union all
      select to_jsonb(k)::text from private.idempotency_keys as k where k.user_id = ${ana.id}
      union all
      select to_jsonb(n)::text from public.notifications as n where n.user_id = ${ana.id}`;
    expect(kept).toHaveLength(3);
    for (const { text } of kept) expect(text).not.toContain(token.secret.slice(11));
  });

  it.each([
    ["name", { name: " " }],
    ["name", { name: "x".repeat(101) }],
    ["scopes", { scopes: [] }],
    ["scopes.1", { scopes: ["goals:read", "goals:delete"] }],
    ["expires_in_days", { expires_in_days: 0 }],
    ["expires_in_days", { expires_in_days: 367 }],
    ["expires_in_days", { expires_in_days: 1.5 }],
  ])("is refused with a wrong %s: %j", async (path, wrong) => {
    const { status, body } = await somebody.api("POST", PATH, {
      name: "Backup",
      scopes: ["goals:read"],
      ...wrong,
    });
    expect([status, body.fields[0].path]).toEqual([400, path]);
  });

  it("is refused by the database with wrong fields", async () => {
    const call = async (fields: object) => {
      const { error } = await somebody.client.rpc("create_personal_token", {
        p_name: "Backup",
        p_scopes: ["goals:read"],
        ...fields,
      });
      return error?.code;
    };
    expect(await call({ p_scopes: ["admin"] })).toBe("23514");
    expect(await call({ p_scopes: [] })).toBe("23514");
    expect(await call({ p_scopes: [null] })).toBe("23514");
    expect(await call({ p_name: "" })).toBe("23514");
    expect(await call({ p_expires_in_days: 367 })).toBe("PT400");
    expect(await call({ p_expires_in_days: null })).toBe("PT400");
  });

  it("tells its user", async ({ ana }) => {
    const { id } = await makeToken(ana);
    const { notifications } = await ok(ana, "GET", "/api/notifications");
    expect(notifications).toMatchObject([{
      type: "token_created",
      title: "A program may use your account",
      body: "Backup",
      data: { token_id: id },
    }]);
  });

  it("that ends within seven days is told once, in the language of its owner", async ({ ana }) => {
    const { token } = await ok(ana, "POST", PATH, {
      name: "Backup",
      scopes: ["goals:read"],
      expires_in_days: 7,
    });
    await ok(ana, "POST", PATH, { name: "Later", scopes: ["goals:read"], expires_in_days: 8 });
    const revoked = await ok(ana, "POST", PATH, {
      name: "Revoked",
      scopes: ["goals:read"],
      expires_in_days: 1,
    });
    await ok(ana, "DELETE", `${PATH}/${revoked.token.id}`);
    await ok(ana, "PUT", "/api/user/profile", { language: "de" });
    for (let times = 0; times < 2; times++) await sql`select private.tell_ending_tokens()`;
    const { data } = await ana.client.from("notifications").select("title, body, data")
      .eq("type", "token_expires");
    expect(data).toEqual([{
      title: "Der Zugang eines Programms endet bald",
      body: "Backup",
      data: { token_id: token.id },
    }]);
  });
});

describe("the notification of a new token", () => {
  it("comes as a push, whatever the preferences say", async ({ ana }) => {
    await newDevice(ana);
    const preferences = { notifications: false, notification_types: { token_created: false } };
    await ok(ana, "PUT", "/api/user/profile", { preferences });
    await notify(ana);
    await makeToken(ana);
    const pushes = await sql`
      select n.type from private.pushes as p join public.notifications as n on n.id = p.notification_id
      where n.user_id = ${ana.id}`;
    expect([...pushes]).toEqual([{ type: "token_created" }]);
    await deliver();
    expect(await pushesOf(ana)).toMatchObject([{ status: "sent" }]);
  });

  it("is marked as read by no token", async ({ ana }) => {
    const { id, api } = await makeToken(ana);
    await notify(ana);
    const unread = async () =>
      (await ok(ana, "GET", "/api/notifications?unread=true")).notifications;
    const [, created] = await unread();
    expect(created).toMatchObject({ type: "token_created", data: { token_id: id } });
    expect(await codeOf(api("POST", "/api/notifications/read", { ids: [created.id] })))
      .toBe("403 token_refused");
    expect((await ok({ api }, "POST", "/api/notifications/read", { all: true })).unread_count).toBe(
      1,
    );
    expect(await unread()).toMatchObject([{ id: created.id }]);
    expect((await ok(ana, "POST", "/api/notifications/read", { all: true })).unread_count).toBe(0);
  });
});

describe("only the user makes, lists and revokes tokens", () => {
  it("and no super admin who acts as the user", async ({ ana, admin }) => {
    const { id } = await makeToken(ana);
    const acting = await impersonate(admin, ana);
    const api = withToken(acting.token);
    const post = api("POST", PATH, { name: "Mine", scopes: ["goals:read"] });
    expect(await codeOf(post)).toBe("403 impersonated");
    expect(await codeOf(api("GET", PATH))).toBe("403 impersonated");
    expect(await codeOf(api("DELETE", `${PATH}/${id}`))).toBe("403 impersonated");
    for (
      const [name, given] of [
        ["create_personal_token", { p_name: "Mine", p_scopes: ["goals:read"] }],
        ["list_personal_tokens", {}],
        ["revoke_personal_token", { p_id: id }],
      ] as const
    ) {
      expect((await acting.client.rpc(name, given)).error?.details, name).toBe("impersonated");
    }
    expect(await walk(ana, PATH, "tokens")).toMatchObject([{ id, revoked_at: null }]);
  });

  it("and nobody else", async ({ ana, ben, admin }) => {
    const { id } = await makeToken(ana);
    expect(await outcome(ben, "DELETE", `${PATH}/${id}`)).toBe("404 Token not found");
    expect(await outcome(admin, "DELETE", `${PATH}/${id}`)).toBe("404 Token not found");
    expect(await walk(admin, PATH, "tokens")).toEqual([]);
  });

  it("in a session that has not ended, by a sign-out or another password", async () => {
    const somebody = await person();
    const send = () =>
      codeOf(somebody.api("POST", PATH, { name: "Backup", scopes: ["goals:read"] }));
    expect(await send()).toBe("201");
    expect((await somebody.client.auth.signOut({ scope: "global" })).error).toBeNull();
    // The access token may still read for an hour, but gives no program access for a year.
    expect(await send()).toBe("401 session_ended");
  });

  it("outside accounts that become classroom accounts meanwhile", async ({ ana }) => {
    const { made } = await sql.begin(async (tx) => {
      await tx`update public.profiles set is_classroom = true where id = ${ana.id}`;
      const made = outcome(ana, "POST", PATH, { name: "Backup", scopes: ["goals:read"] });
      await somebodyWaitsFor(tx);
      return { made };
    });
    expect(await made).toBe("403 Classroom accounts may not make personal tokens");
  });

  it("outside classroom accounts, which make none", async ({ ana }) => {
    const { id } = await makeToken(ana);
    await sql`update public.profiles set is_classroom = true where id = ${ana.id}`;
    const post = outcome(ana, "POST", PATH, { name: "Backup", scopes: ["goals:read"] });
    expect(await post).toBe("403 Classroom accounts may not make personal tokens");
    // The account's earlier tokens have ended.
    expect(await walk(ana, PATH, "tokens"))
      .toMatchObject([{ id, revoked_at: expect.any(String) }]);
    expect(await outcome(ana, "DELETE", `${PATH}/${id}`)).toBe("200");
  });
});

it("a user has at most 20 active tokens, even with requests at once", async ({ ana }) => {
  const post = () => codeOf(ana.api("POST", PATH, { name: "Backup", scopes: ["goals:read"] }));
  const outcomes = await Promise.all(Array.from({ length: 25 }, post));
  expect(outcomes.toSorted())
    .toEqual([...Array(20).fill("201"), ...Array(5).fill("409 quota_reached")]);
  // Ended tokens do not count.
  const [first, second] = await walk(ana, PATH, "tokens");
  await ok(ana, "DELETE", `${PATH}/${first.id}`);
  await sql`update private.personal_tokens set expires_at = now() where id = ${second.id}`;
  expect([await post(), await post(), await post()]).toEqual(["201", "201", "409 quota_reached"]);
});

describe("the end of a token", () => {
  it("is listed for 30 days", async ({ ana }) => {
    const tokens = [await makeToken(ana), await makeToken(ana), await makeToken(ana)];
    await ok(ana, "DELETE", `${PATH}/${tokens[0]!.id}`);
    const { revoked_at } = (await walk(ana, PATH, "tokens")).at(-1);
    await ok(ana, "DELETE", `${PATH}/${tokens[0]!.id}`);
    expect((await walk(ana, PATH, "tokens")).at(-1).revoked_at).toBe(revoked_at);
    for (const [n, age] of ["31 days", "31 days", "29 days"].entries()) {
      await sql`
        update private.personal_tokens set
          expires_at = case when revoked_at is null then now() - ${age}::interval else expires_at end,
          revoked_at = revoked_at - ${age}::interval
        where id = ${tokens[n]!.id}`;
    }
    await sql`select private.purge()`;
    expect((await walk(ana, PATH, "tokens")).map(({ id }) => id)).toEqual([tokens[2]!.id]);
  });

  it("comes with the deletion of the account", async ({ ana }) => {
    const { id, api } = await makeToken(ana);
    await ok(ana, "DELETE", "/api/user/account", { confirm: ana.email });
    expect(await codeOf(api("GET", "/api/goals"))).toBe("401 unauthorized");
    expect(await sql`select from private.personal_tokens where id = ${id}`).toEqual([]);
  });

  it("does not come with a sign-out, a new password or a demotion", async ({ admin }) => {
    const { api } = await makeToken(admin);
    const { error } = await admin.client.auth.updateUser({ password: "another-horse-battery" });
    expect(error).toBeNull();
    await admin.client.auth.signOut({ scope: "global" });
    await sql`update public.profiles set role = 'user' where id = ${admin.id}`;
    expect(await codeOf(api("GET", "/api/goals"))).toBe("200");
  });
});

it("the export lists tokens without their secrets", async ({ ana }) => {
  const { id, secret } = await makeToken(ana, ["goals:read"]);
  const { export: document } = await ok(ana, "GET", "/api/user/export");
  expect(document.personal_tokens).toMatchObject([{ id, name: "Backup", scopes: ["goals:read"] }]);
  const [{ hash }] = await sql`
    select encode(secret_hash, 'hex') as hash from private.personal_tokens where id = ${id}` as [
    { hash: string },
  ];
  const text = JSON.stringify(document);
  expect(text.includes(hash) || text.includes(secret.slice(11))).toBe(false);
});

it("a token can neither make nor end tokens", async ({ ana }) => {
  const { api, id } = await makeToken(ana);
  const more = api("POST", "/api/user/tokens", { name: "More", scopes: ["goals:read"] });
  expect(await codeOf(more)).toBe("403 token_refused");
  expect(await codeOf(api("DELETE", `/api/user/tokens/${id}`))).toBe("403 token_refused");
  expect(await codeOf(withToken(ana.token)("GET", "/api/user/tokens"))).toBe("200");
});
