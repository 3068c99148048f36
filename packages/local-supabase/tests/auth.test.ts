/** The local auth service with supabase-js: sign-up, sign-in, the account. */
import { describe, expect, test } from "vitest";
import {
  as,
  getUser,
  member,
  newClient,
  newEmail,
  password,
  platform,
  signIn,
  sql,
} from "./support/platform.ts";

describe("signing up", () => {
  test("gives a session at once and keeps the person's metadata", async () => {
    const { session, user, email } = await member({ full_name: "Ada", nested: { a: [1, null] } });
    expect(session).toMatchObject({ token_type: "bearer", expires_in: 3600 });
    expect(user).toMatchObject({
      email,
      aud: "authenticated",
      role: "authenticated",
      phone: "",
      app_metadata: { provider: "email", providers: ["email"] },
      user_metadata: { full_name: "Ada", nested: { a: [1, null] }, email, email_verified: true },
      is_anonymous: false,
    });
    expect(user.identities).toMatchObject([{ provider: "email", identity_data: { email } }]);
    expect(Date.parse(user.email_confirmed_at ?? "")).toBeCloseTo(Date.now(), -5);
  });

  test("stores a bcrypt hash and never the password", async () => {
    const { id } = await member();
    const [row] = await sql`select * from auth.users where id = ${id}`;
    expect(row?.encrypted_password).toMatch(/^\$2[ab]\$/);
    expect(JSON.stringify(row)).not.toContain(password);
  });

  test("is refused for a taken address, in any case", async () => {
    const { email } = await member();
    const { error } = await newClient().auth.signUp({ email: email.toUpperCase(), password });
    expect(error).toMatchObject({ status: 422, code: "user_already_exists" });
  });

  test("is refused for a weak password, with the reason", async () => {
    const { error } = await newClient().auth.signUp({ email: newEmail(), password: "short" });
    expect(error).toMatchObject({ status: 422, code: "weak_password", reasons: ["length"] });
  });

  test("is refused for a password beyond the 72 bytes that bcrypt reads", async () => {
    const { error } = await newClient().auth.signUp({
      email: newEmail(),
      password: "ä".repeat(37),
    });
    expect(error).toMatchObject({ status: 400, code: "validation_failed" });
  });

  test.each(["", "nobody", "a@b@c.example", "a b@example.com", "a@-example.com"])(
    "is refused for the address %j",
    async (email) => {
      const { error } = await newClient().auth.signUp({ email: email || "@", password });
      expect(error).toMatchObject({ status: 400, code: "validation_failed" });
    },
  );

  test("without an address is refused: anonymous sign-ins are off", async () => {
    const { error } = await newClient().auth.signInAnonymously();
    expect(error).toMatchObject({ status: 422, code: "anonymous_provider_disabled" });
  });

  test("with another provider is refused", async () => {
    const auth = newClient().auth;
    const idToken = await auth.signInWithIdToken({ provider: "google", token: "token" });
    expect(idToken.error).toMatchObject({ status: 400, code: "provider_disabled" });
    const phone = await auth.signUp({ phone: "+15551234567", password });
    expect(phone.error).toMatchObject({ status: 400, code: "phone_provider_disabled" });
    const sso = await auth.signInWithSSO({ domain: "example.com" });
    expect(sso.error).toMatchObject({ status: 404, code: "saml_provider_disabled" });
  });
});

describe("signing in", () => {
  test("accepts the address in any case", async () => {
    const { email, id } = await member();
    const { data } = await newClient().auth.signInWithPassword({
      email: email.toUpperCase(),
      password,
    });
    expect(data.user?.id).toBe(id);
  });

  test("is refused alike for a wrong password and for an unknown address", async () => {
    const { email } = await member();
    const wrong = await newClient().auth.signInWithPassword({ email, password: "wrong" });
    const unknown = await newClient().auth.signInWithPassword({ email: newEmail(), password });
    const refusal = {
      status: 400,
      code: "invalid_credentials",
      message: "Invalid login credentials",
    };
    expect(wrong.error).toMatchObject(refusal);
    expect(unknown.error).toMatchObject(refusal);
  });

  test("gives an ES256 token with the hosted claims, which clients verify by the key set", async () => {
    const { client, id, email, session } = await member();
    const { data, error } = await client.auth.getClaims();
    expect(error).toBeNull();
    expect(data?.header).toMatchObject({ alg: "ES256", typ: "JWT" });
    expect(data?.claims).toMatchObject({
      iss: `${platform.api_url}/auth/v1`,
      sub: id,
      aud: "authenticated",
      exp: session.expires_at,
      iat: (session.expires_at ?? 0) - session.expires_in,
      email,
      phone: "",
      app_metadata: { provider: "email" },
      role: "authenticated",
      aal: "aal1",
      amr: [{ method: "password", timestamp: expect.any(Number) }],
      session_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      is_anonymous: false,
      user_role: "user",
    });
    const { keys } = await (await fetch(platform.jwks_url)).json();
    expect(keys).toMatchObject([{ kty: "EC", crv: "P-256", alg: "ES256", kid: data?.header.kid }]);
    expect(keys[0]).not.toHaveProperty("d");
  });
});

describe("one's own account", () => {
  test("accepts changed metadata: keys are merged, null removes a key", async () => {
    const { client, id } = await member({ full_name: "Ada", city: "London" });
    const { data, error } = await client.auth.updateUser({
      data: { full_name: "Grace", city: null },
    });
    expect(error).toBeNull();
    expect(data.user?.user_metadata).toMatchObject({ full_name: "Grace", sub: id });
    expect(data.user?.user_metadata).not.toHaveProperty("city");
  });

  test("accepts a new password, which ends the other sessions", async () => {
    const { client, email, session } = await member();
    const other = await signIn(email);
    const { error } = await client.auth.updateUser({ password: "battery-staple" });
    expect(error).toBeNull();
    expect((await getUser(session.access_token)).status).toBe(200);
    expect((await getUser(other.session.access_token)).status).toBe(403);
    const old = await newClient().auth.signInWithPassword({ email, password });
    expect(old.error?.code).toBe("invalid_credentials");
    const fresh = await newClient().auth.signInWithPassword({ email, password: "battery-staple" });
    expect(fresh.error).toBeNull();
  });

  test("refuses the same password and a weak one", async () => {
    const { client } = await member();
    const same = await client.auth.updateUser({ password });
    expect(same.error).toMatchObject({ status: 422, code: "same_password" });
    const weak = await client.auth.updateUser({ password: "x" });
    expect(weak.error).toMatchObject({ status: 422, code: "weak_password" });
  });

  test("does not let its owner change app_metadata", async () => {
    const { session, id } = await member();
    const response = await fetch(`${platform.api_url}/auth/v1/user`, {
      method: "PUT",
      headers: {
        apikey: platform.publishable_key,
        authorization: `Bearer ${session.access_token}`,
      },
      body: JSON.stringify({ app_metadata: { role: "admin" } }),
    });
    expect(response.status).toBe(403);
    const [row] = await sql`select raw_app_meta_data as metadata from auth.users where id = ${id}`;
    expect(row?.metadata).toEqual({ provider: "email", providers: ["email"] });
  });
});

describe("in the database", () => {
  test.each(["anon", "authenticated", "service_role"] as const)(
    "%s cannot read tables of auth and may call auth.uid()",
    async (role) => {
      const { id, email } = await member();
      const answer = await as(
        { role, sub: id },
        (db) => db`select auth.uid() as id, auth.role() as role, auth.jwt() ->> 'sub' as sub`,
      );
      expect(answer).toMatchObject([{ id, role, sub: id }]);
      const look = as(
        { role, sub: id },
        (db) => db`select * from auth.users where email = ${email}`,
      );
      await expect(look).rejects.toMatchObject({ code: "42501" });
    },
  );

  test("the project's owner cannot alter auth.users", async () => {
    await expect(sql`alter table auth.users add column nickname text`).rejects
      .toMatchObject({ code: "42501" });
  });
});
