import { generateKeyPair } from "jose";
import { describe, expect, it } from "vitest";
import { anonymous, person, service, superAdmin } from "../support/people.ts";
import { platform } from "../support/platform.ts";
import { sql } from "../support/sql.ts";
import { claimsOf, mint, unsigned } from "./tokens.ts";

const verify = (token: unknown, path = "/api/auth/verify") =>
  anonymous.api("POST", path, { token });

describe("POST /api/auth/verify", () => {
  const path = "/api/auth/verify";

  it("answers with the user of the token and nothing else", async () => {
    const ana = await person("Ana");
    const answer = await verify(ana.token, path);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ user: { id: ana.id, email: ana.email } });
  });

  it("refuses an invalid token", async () => {
    const answer = await verify("not-a-token", path);
    expect(answer.status).toBe(401);
    expect(answer.body).toMatchObject({ error: "Missing or invalid access token" });
  });

  it("requires a token", async () => {
    const answer = await anonymous.api("POST", path, {});
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ error: "token: required" });
  });
});

describe("a token", () => {
  it("of a super admin is accepted", async () => {
    const admin = await superAdmin();
    expect((await verify(admin.token)).body.user.id).toBe(admin.id);
  });

  it("is read from the body, not from the bearer token", async () => {
    const [ana, ben] = await Promise.all([person("Ana"), person("Ben")]);
    const answer = await ana.api("POST", "/api/auth/verify", { token: ben.token });
    expect(answer.body.user.id).toBe(ben.id);
    const bad = await ana.api("POST", "/api/auth/verify", { token: "x.y.z" });
    expect(bad.status).toBe(401);
  });

  it("is accepted after a refresh", async () => {
    const ana = await person("Ana");
    const { data } = await ana.client.auth.refreshSession();
    expect((await verify(data.session!.access_token)).status).toBe(200);
  });

  it("without an e-mail address answers an empty one", async () => {
    const ana = await person("Ana");
    const answer = await verify(await mint(claimsOf(ana.id)));
    expect(answer.body).toEqual({ user: { id: ana.id, email: "" } });
  });
});

describe("401 is the answer to a token that", () => {
  it("has expired", async () => {
    const { id } = await person("Ana");
    const now = Math.floor(Date.now() / 1000);
    const expired = await mint({ ...claimsOf(id), iat: now - 7200, exp: now - 3600 });
    expect((await verify(expired)).status).toBe(401);
  });

  it("never expires", async () => {
    const { exp: _, ...forever } = claimsOf((await person("Ana")).id);
    expect((await verify(await mint(forever))).status).toBe(401);
  });

  it("is signed with another key, under the project's key id or its own", async () => {
    const { id } = await person("Ana");
    const { privateKey: key } = await generateKeyPair("ES256");
    expect((await verify(await mint(claimsOf(id), { key }))).status).toBe(401);
    expect((await verify(await mint(claimsOf(id), { key, kid: "mine" }))).status).toBe(401);
  });

  it("is not signed at all", async () => {
    expect((await verify(unsigned(claimsOf((await person("Ana")).id)))).status).toBe(401);
  });

  it("was changed after it was signed", async () => {
    const [ana, ben] = await Promise.all([person("Ana"), person("Ben")]);
    const [header, , signature] = ana.token.split(".");
    const [, payload] = ben.token.split(".");
    expect((await verify(`${header}.${payload}.${signature}`)).status).toBe(401);
  });

  it.each(["anon", "service_role", "postgres"])("has the role %s", async (role) => {
    const { id } = await person("Ana");
    expect((await verify(await mint({ ...claimsOf(id), role }))).status).toBe(401);
  });

  it("comes from another project", async () => {
    const { id } = await person("Ana");
    const foreign = { ...claimsOf(id), iss: "https://other.supabase.co/auth/v1" };
    expect((await verify(await mint(foreign))).status).toBe(401);
  });

  it("names no user", async () => {
    expect((await verify(await mint(claimsOf("nobody")))).status).toBe(401);
    expect((await verify(await mint(claimsOf(crypto.randomUUID())))).status).toBe(401);
  });

  it("is an API key", async () => {
    expect((await verify(platform.publishable_key)).status).toBe(401);
    expect((await verify(platform.secret_key)).status).toBe(401);
  });

  it("is a refresh token", async () => {
    const ana = await person("Ana");
    const { data } = await ana.client.auth.getSession();
    expect((await verify(data.session!.refresh_token)).status).toBe(401);
  });

  it("belongs to a user who has been deleted", async () => {
    const ana = await person("Ana");
    await service.auth.admin.deleteUser(ana.id);
    const answer = await verify(ana.token);
    expect(answer.status).toBe(401);
    expect(answer.body).toMatchObject({ error: "This account no longer exists" });
  });

  it.each([
    "Bearer x",
    " ",
    "..",
    "a.b",
    "a.b.c.d",
    "\u0000",
    "é.ü.ß",
    "\ud800",
    "eyJhbGciOiJFUzI1NiJ9.e30.",
    "x".repeat(100_000),
  ])("is garbage: %j", async (token) => {
    expect((await verify(token)).status).toBe(401);
  });
});

it("answers 403 for a blocked user, and 401 for the earlier session after the unblocking", async () => {
  const ana = await person("Ana");
  await sql`update public.profiles set is_active = false where id = ${ana.id}`;
  const answer = await verify(ana.token);
  expect(answer.status).toBe(403);
  expect(answer.body).toMatchObject({ error: "This account is blocked" });
  await sql`update public.profiles set is_active = true where id = ${ana.id}`;
  expect((await verify(ana.token)).status).toBe(401);
});

it.each([
  [{ token: "" }, "token: must not be empty"],
  [{ token: null }, "token: expected string"],
  [{ token: 5 }, "token: expected string"],
  [{ token: ["x"] }, "token: expected string"],
  [[], "body: expected object"],
])("answers 400 to %j", async (body, error) => {
  const answer = await anonymous.api("POST", "/api/auth/verify", body);
  expect(answer.status).toBe(400);
  expect(answer.body).toMatchObject({ error });
});

it("answers 400 to a body that is not JSON", async () => {
  const headers = { "content-type": "application/json" };
  const answer = await anonymous.api("POST", "/api/auth/verify", "{", headers);
  expect(answer.status).toBe(400);
});

it("accepts POST only", async () => {
  expect((await anonymous.api("GET", "/api/auth/verify")).status).toBe(405);
});
