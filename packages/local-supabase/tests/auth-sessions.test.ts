/** Sessions of the local auth service: refresh, sign-out, and forged tokens. */
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { describe, expect, test } from "vitest";
import { getUser, member, newClient, platform, signIn, sql } from "./support/platform.ts";

const refresh = (refresh_token: string) => newClient().auth.refreshSession({ refresh_token });

describe("refreshing", () => {
  test("replaces the refresh token and keeps the session", async () => {
    const { session } = await member();
    const { data, error } = await refresh(session.refresh_token);
    expect(error).toBeNull();
    expect(data.session?.refresh_token).not.toBe(session.refresh_token);
    const sessionIdOf = (token = "") => JSON.parse(atob(token.split(".")[1] ?? "")).session_id;
    expect(sessionIdOf(data.session?.access_token)).toBe(sessionIdOf(session.access_token));
  });

  test("many times at once with one token gives the same successor", async () => {
    const { session } = await member();
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => refresh(session.refresh_token)),
    );
    expect(answers.map(({ error }) => error)).toEqual(Array(8).fill(null));
    const successors = answers.map(({ data }) => data.session?.refresh_token);
    expect(new Set(successors).size).toBe(1);
    expect(successors[0]).not.toBe(session.refresh_token);
  });

  test("with a replaced token is accepted later if its successor was never used", async () => {
    const { session } = await member();
    const first = await refresh(session.refresh_token);
    await sql`
      update auth.refresh_tokens set updated_at = now() - interval '1 hour'
      where token = ${session.refresh_token}`;
    const again = await refresh(session.refresh_token);
    expect(again.data.session?.refresh_token).toBe(first.data.session?.refresh_token);
  });

  test("with a token replaced long ago is refused, and so is every later one of the session", async () => {
    const { session } = await member();
    const second = (await refresh(session.refresh_token)).data.session?.refresh_token ?? "";
    const third = (await refresh(second)).data.session?.refresh_token ?? "";
    await sql`
      update auth.refresh_tokens set updated_at = now() - interval '11 seconds'
      where token = ${session.refresh_token}`;
    const refusal = { status: 400, code: "refresh_token_already_used" };
    expect((await refresh(session.refresh_token)).error).toMatchObject(refusal);
    expect((await refresh(third)).error).toMatchObject(refusal);
  });

  test("with an unknown token is refused", async () => {
    const { error } = await refresh("aaaaaaaaaaaa");
    expect(error).toMatchObject({ status: 400, code: "refresh_token_not_found" });
  });
});

describe("signing out", () => {
  test("with scope global ends every session of the person", async () => {
    const { client, email, session } = await member();
    const other = await signIn(email);
    expect((await client.auth.signOut()).error).toBeNull();
    for (const ended of [session, other.session]) {
      const response = await getUser(ended.access_token);
      expect(response.status).toBe(403);
      expect(await response.json()).toMatchObject({ error_code: "session_not_found" });
      expect((await refresh(ended.refresh_token)).error).toMatchObject({
        code: "refresh_token_not_found",
      });
    }
  });

  test("with scope local keeps the other sessions", async () => {
    const { client, email, session } = await member();
    const other = await signIn(email);
    await client.auth.signOut({ scope: "local" });
    expect((await getUser(session.access_token)).status).toBe(403);
    expect((await getUser(other.session.access_token)).status).toBe(200);
  });

  test("with scope others keeps this session", async () => {
    const { client, email, session } = await member();
    const other = await signIn(email);
    await client.auth.signOut({ scope: "others" });
    expect((await getUser(session.access_token)).status).toBe(200);
    expect((await getUser(other.session.access_token)).status).toBe(403);
  });
});

describe("a token", () => {
  const encode = (value: unknown) =>
    new TextEncoder().encode(JSON.stringify(value)).toBase64({
      alphabet: "base64url",
      omitPadding: true,
    });

  test("signed with a foreign key is refused", async () => {
    const { session } = await member();
    const [header = "", claims = ""] = session.access_token.split(".");
    const { kid } = JSON.parse(atob(header));
    const { privateKey } = await generateKeyPair("ES256");
    const forged = await new SignJWT(JSON.parse(atob(claims)))
      .setProtectedHeader({ alg: "ES256", kid })
      .sign(privateKey);
    const response = await getUser(forged);
    expect(response.status).toBe(403);
    expect(await response.json()).toMatchObject({ error_code: "bad_jwt" });
  });

  test("without a signature is refused", async () => {
    const { session } = await member();
    const claims = session.access_token.split(".")[1];
    const response = await getUser(`${encode({ alg: "none", typ: "JWT" })}.${claims}.`);
    expect(response.status).toBe(403);
  });

  test("that uses the public key as a shared secret is refused", async () => {
    const { session } = await member();
    const { keys: [key] } = await (await fetch(platform.jwks_url)).json();
    const claims = JSON.parse(atob(session.access_token.split(".")[1] ?? ""));
    for (const secret of [JSON.stringify(key), `${key.x}${key.y}`]) {
      const forged = await new SignJWT(claims)
        .setProtectedHeader({ alg: "HS256", kid: key.kid })
        .sign(new TextEncoder().encode(secret));
      expect((await getUser(forged)).status).toBe(403);
    }
  });

  test("whose claims were changed is refused", async () => {
    const { session } = await member();
    const [header = "", claims = "", signature] = session.access_token.split(".");
    const changed = encode({ ...JSON.parse(atob(claims)), role: "service_role" });
    const tampered = `${header}.${changed}.${signature}`;
    expect((await getUser(tampered)).status).toBe(403);
    const { error } = await newClient(tampered).auth.admin.listUsers();
    expect(error).not.toBeNull();
  });

  test("that names a key of its own in its header is refused", async () => {
    const { session } = await member();
    const { privateKey, publicKey } = await generateKeyPair("ES256");
    const claims = JSON.parse(atob(session.access_token.split(".")[1] ?? ""));
    const forged = await new SignJWT(claims)
      .setProtectedHeader({ alg: "ES256", jwk: await exportJWK(publicKey) })
      .sign(privateKey);
    expect((await getUser(forged)).status).toBe(403);
  });

  test("is required: an API key alone identifies no user", async () => {
    const response = await fetch(`${platform.api_url}/auth/v1/user`, {
      headers: { apikey: platform.publishable_key },
    });
    expect(response.status).toBeGreaterThanOrEqual(401);
    expect(response.status).toBeLessThanOrEqual(403);
  });
});
