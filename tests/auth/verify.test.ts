/** Verification of access tokens, for programs that get them from users. */
import { generateKeyPair } from "jose";
import { describe, expect } from "vitest";
import { it } from "../support/it.ts";
import { anonymous, person, service } from "../support/people.ts";
import { platform } from "../support/platform.ts";
import { sql } from "../support/sql.ts";
import { claimsOf, mint } from "./tokens.ts";
import { ok, outcome } from "../support/requests.ts";

const verify = (token: unknown) => anonymous.api("POST", "/api/auth/verify", { token });

describe("POST /api/auth/verify", () => {
  const path = "/api/auth/verify";

  it("answers with the user of the token and nothing else", async ({ ana }) => {
    expect(await ok(anonymous, "POST", path, { token: ana.token }))
      .toEqual({ user: { id: ana.id, email: ana.email } });
  });

  it("requires a token", async () => {
    expect(await outcome(anonymous, "POST", path, {})).toBe("400 token: required");
  });
});

describe("a token", () => {
  it("is read from the body, not from the bearer token", async ({ ana, ben }) => {
    const answer = await ana.api("POST", "/api/auth/verify", { token: ben.token });
    expect(answer.body.user.id).toBe(ben.id);
    const bad = await ana.api("POST", "/api/auth/verify", { token: "x.y.z" });
    expect(bad.status).toBe(401);
  });

  it("without an e-mail address answers an empty one", async ({ ana }) => {
    const answer = await verify(await mint(claimsOf(ana.id)));
    expect(answer.body).toEqual({ user: { id: ana.id, email: "" } });
  });
});

describe("401 is the answer to a token that", () => {
  it("is signed with another key", async () => {
    const { id } = await person("Ana");
    const { privateKey: key } = await generateKeyPair("ES256");
    expect((await verify(await mint(claimsOf(id), { key }))).status).toBe(401);
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

  it("is a refresh token", async ({ ana }) => {
    const { data } = await ana.client.auth.getSession();
    expect((await verify(data.session!.refresh_token)).status).toBe(401);
  });

  it("belongs to a user who has been deleted", async ({ ana }) => {
    await service.auth.admin.deleteUser(ana.id);
    expect(await outcome(anonymous, "POST", "/api/auth/verify", { token: ana.token }))
      .toBe("401 This account no longer exists");
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

it("answers 403 for a blocked user, and 401 for the earlier session after the unblocking", async ({ ana }) => {
  await sql`update public.profiles set is_active = false where id = ${ana.id}`;
  expect(await outcome(anonymous, "POST", "/api/auth/verify", { token: ana.token }))
    .toBe("403 This account is blocked");
  await sql`update public.profiles set is_active = true where id = ${ana.id}`;
  expect((await verify(ana.token)).status).toBe(401);
});

it.each([
  [{ token: "" }, "token: must not be empty"],
  [{ token: 5 }, "token: expected string"],
])("answers 400 to %j", async (body, error) => {
  expect(await outcome(anonymous, "POST", "/api/auth/verify", body)).toBe(`400 ${error}`);
});
