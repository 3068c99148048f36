/** A function learns of new signing keys where the project publishes them. */
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { patience } from "../../packages/local-supabase/helpers.ts";
import { bearer, claims, newApp, publicJwk, resetEnvironment, sign } from "./support.ts";

/** The keys that the project publishes; null when the address does not answer. */
let published: object[] | null;
let reads = 0;
const project = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, () => {
  reads++;
  return published ? Response.json({ keys: published }) : new Response(null, { status: 503 });
});
afterAll(() => project.shutdown());

const { privateKey, publicKey } = await generateKeyPair("ES256");
const newJwk = { ...await exportJWK(publicKey), kid: "new", alg: "ES256", use: "sig" };
const newToken = (kid = "new") =>
  new SignJWT(claims()).setProtectedHeader({ alg: "ES256", kid }).sign(privateKey);

const statusOf = async (token: string) =>
  (await newApp().request("/things/mine", { headers: bearer(token) })).status;
const soon = { timeout: patience(5000) };
/** Lets the reading end that no request waits for. */
const settled = (count: number) => vi.waitFor(() => expect(reads).toBe(count), soon);
const pass = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000);

beforeEach(() => {
  resetEnvironment();
  // Of its own for each test, so that each begins as a new isolate.
  Deno.env.set("SUPABASE_URL", `http://127.0.0.1:${project.addr.port}?${crypto.randomUUID()}`);
  published = [publicJwk];
  reads = 0;
});
afterEach(() => void vi.useRealTimers());

describe("the signing keys of a function", () => {
  it("are read again for a token of a key that is not known", async () => {
    published = [publicJwk, newJwk];
    expect(await statusOf(await newToken())).toBe(200);
    expect(await statusOf(await sign())).toBe(200);
    expect(reads).toBe(1);
  });

  it("are read once in ten seconds, whatever keys tokens name", async () => {
    const forge = () => newToken(crypto.randomUUID());
    const tokens = await Promise.all(Array.from({ length: 50 }, forge));
    expect(new Set(await Promise.all(tokens.map(statusOf)))).toEqual(new Set([401]));
    expect(await statusOf(await forge())).toBe(401);
    expect(reads).toBe(1);
    pass(11);
    published = [publicJwk, newJwk];
    expect(await Promise.all([statusOf(await newToken()), statusOf(await newToken())]))
      .toEqual([200, 200]);
    expect(reads).toBe(2);
  });

  it("that cannot be read refuse no token of a known key", async () => {
    published = null;
    const { status, headers } = await newApp().request("/things/mine", {
      headers: bearer(await newToken()),
    });
    expect([status, headers.get("retry-after")]).toEqual([503, null]);
    expect(await statusOf(await newToken("other"))).toBe(503);
    expect(await statusOf(await sign())).toBe(200);
    expect(reads).toBe(1);
  });

  it("are forgotten when the project revokes them, within ten minutes", async () => {
    const token = await sign(claims({ exp: Math.floor(Date.now() / 1000) + 7200 }));
    expect(await statusOf(token)).toBe(200);
    await settled(1);
    published = [newJwk];
    pass(599);
    expect(await statusOf(token)).toBe(200);
    expect(reads).toBe(1);
    pass(2);
    await statusOf(token);
    await settled(2);
    await vi.waitFor(async () => expect(await statusOf(token)).toBe(401), soon);
  });

  it("that are shared secrets are kept, because they are never published", async () => {
    const secret = { kty: "oct", kid: "secret", alg: "HS256", k: "c2VjcmV0".repeat(6) };
    Deno.env.set("SUPABASE_JWKS", JSON.stringify({ keys: [publicJwk, secret] }));
    const token = await new SignJWT(claims()).setProtectedHeader({ alg: "HS256", kid: "secret" })
      .sign(Uint8Array.fromBase64(secret.k));
    expect(await statusOf(await newToken())).toBe(401);
    expect(await statusOf(token)).toBe(200);
  });
});
