import { exportJWK, exportSPKI, generateKeyPair, SignJWT } from "jose";
import { beforeEach, describe, expect, it, vi } from "vitest";
import {
  bearer,
  claims,
  keys,
  KID,
  newApp,
  publicJwk,
  resetEnvironment,
  sign,
  userId,
} from "./support.ts";

beforeEach(resetEnvironment);

const base64url = (text: string) =>
  btoa(text).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
const encode = (value: unknown) => base64url(JSON.stringify(value));
const now = () => Math.floor(Date.now() / 1000);

const ask = (headers: Record<string, string> = {}, path = "/things/mine", method = "GET") =>
  newApp().request(path, { method, headers });

describe("an access token", () => {
  it("identifies the caller", async () => {
    const answer = await ask(bearer(await sign()));
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual({
      caller: {
        id: userId,
        email: "ana@example.com",
        role: "user",
        sessionId: "0d3f7d2c-8f3f-4d58-8a35-7d6a53c6e0c1",
      },
    });
  });

  it("makes answers and refusals private to the caller", async () => {
    const caller = bearer(await sign());
    for (const path of ["/things/mine", "/things/mine?other=1"]) {
      const { headers } = await ask(caller, path);
      expect([path, headers.get("cache-control")]).toEqual([path, "private, no-cache"]);
      expect(headers.get("vary")).toContain("Authorization");
    }
    const { headers } = await ask(caller, "/things/broken");
    expect([headers.get("cache-control"), headers.get("vary")]).toEqual([null, null]);
  });

  it("is accepted with the scheme in any case", async () => {
    expect((await ask({ authorization: `bearer ${await sign()}` })).status).toBe(200);
  });

  it("is required: without one the answer is 401 with a challenge", async () => {
    const answer = await ask();
    expect(answer.status).toBe(401);
    expect(answer.headers.get("www-authenticate")).toBe('Bearer realm="journal"');
    expect(await answer.json()).toMatchObject({ error: "Missing or invalid access token" });
  });

  it("gives only the roles user and super_admin", async () => {
    const token = await sign(claims({ user_role: "owner" }));
    expect((await (await ask(bearer(token))).json()).caller.role).toBe("user");
  });
});

describe("a refused token", () => {
  const other = generateKeyPair("ES256");

  const bad: [string, () => Promise<string> | string][] = [
    ["expired", () => sign(claims({ exp: now() - 1 }))],
    ["not valid yet", () => sign(claims({ nbf: now() + 60 }))],
    ["without an end", () => sign(claims({ exp: undefined }))],
    ["of a service role", () => sign(claims({ role: "service_role" }))],
    ["of role anon", () => sign(claims({ role: "anon" }))],
    ["without a role", () => sign(claims({ role: undefined }))],
    ["without a subject", () => sign(claims({ sub: undefined }))],
    ["with a malformed subject", () => sign(claims({ sub: "admin" }))],
    [
      "without a key id",
      () => new SignJWT(claims()).setProtectedHeader({ alg: "ES256" }).sign(keys.privateKey),
    ],
    [
      "signed by another key under the right key id",
      async () =>
        new SignJWT(claims()).setProtectedHeader({ alg: "ES256", kid: KID })
          .sign((await other).privateKey),
    ],
    ["unsigned, alg none", () => `${encode({ alg: "none", typ: "JWT" })}.${encode(claims())}.`],
    [
      "unsigned, alg none with a key id",
      () => `${encode({ alg: "none", kid: KID })}.${encode(claims())}.`,
    ],
    [
      "signed with the public key as a shared secret",
      async () =>
        new SignJWT(claims()).setProtectedHeader({ alg: "HS256", kid: KID })
          .sign(new TextEncoder().encode(await exportSPKI(keys.publicKey))),
    ],
    ["changed after signing", async () => {
      const [header, , signature] = (await sign()).split(".");
      return `${header}.${encode(claims({ user_role: "super_admin" }))}.${signature}`;
    }],
    ["cut short", async () => (await sign()).slice(0, -10)],
    ["no token at all", () => "hello"],
    ["empty parts", () => ".."],
    ["an API key", () => "sb_publishable_test"],
    ["the secret key", () => "sb_secret_test"],
  ];

  it.each(bad)("%s", async (_, token) => {
    expect((await ask(bearer(await token()))).status).toBe(401);
  });

  it("does not prevent access to a public route", async () => {
    const token = await sign(claims({ exp: now() - 1 }));
    expect((await ask(bearer(token), `/things/${userId}`)).status).toBe(200);
  });

  it("is refused after it expires, although it was accepted before", async () => {
    const token = await sign(claims({ exp: now() + 60 }));
    expect((await ask(bearer(token))).status).toBe(200);
    vi.setSystemTime(Date.now() + 61_000);
    expect((await ask(bearer(token))).status).toBe(401);
    vi.useRealTimers();
  });

  it("is refused after the project's keys change, although it was accepted before", async () => {
    const token = await sign();
    expect((await ask(bearer(token))).status).toBe(200);
    const jwk = { ...publicJwk, ...await exportJWK((await other).publicKey) };
    Deno.env.set("SUPABASE_JWKS", JSON.stringify({ keys: [jwk] }));
    Deno.env.set("SUPABASE_URL", "http://127.0.0.1:9/changed");
    expect((await ask(bearer(token))).status).toBe(401);
  });

  it("is a 500 when the project's keys cannot be read", async () => {
    Deno.env.set("SUPABASE_JWKS", "not json");
    Deno.env.set("SUPABASE_URL", "http://127.0.0.1:9/unreadable");
    expect((await ask(bearer(await sign()))).status).toBe(500);
    expect((await ask(bearer(await sign()), `/things/${userId}`)).status).toBe(200);
  });
});

describe("a token signed with the legacy shared secret", () => {
  const secret = "a-shared-secret-of-at-least-thirty-two-bytes";
  const legacy = (payload = claims(), key = secret) =>
    new SignJWT(payload).setProtectedHeader({ alg: "HS256", typ: "JWT" })
      .sign(new TextEncoder().encode(key));

  it("is refused unless JWT_SECRET is set", async () => {
    expect((await ask(bearer(await legacy()))).status).toBe(401);
    Deno.env.set("JWT_SECRET", secret);
    expect((await ask(bearer(await legacy()))).status).toBe(200);
  });

  it("follows the same rules", async () => {
    Deno.env.set("JWT_SECRET", secret);
    for (
      const token of [
        await legacy(claims(), "another-secret-of-at-least-thirty-two-bytes"),
        await legacy(claims({ exp: now() - 1 })),
        await legacy(claims({ role: "service_role" })),
        await legacy(claims({ exp: undefined })),
      ]
    ) {
      expect((await ask(bearer(token))).status).toBe(401);
    }
  });

  it("does not exclude the signing keys", async () => {
    Deno.env.set("JWT_SECRET", secret);
    expect((await ask(bearer(await sign()))).status).toBe(200);
  });
});
