/** How the gateway identifies callers: a token counts in each request until it expires. */
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { type Keys, loadKeys, rotationOf } from "../base/keys.ts";
import { scratchFolder } from "../base/scratch.ts";
import { signToken } from "../base/tokens.ts";
import { createCallers, TokenError } from "../gateway/callers.ts";

const issuer = "http://127.0.0.1/auth/v1";
let dir: string;
let file: string;
let keys: Keys;

beforeAll(async () => {
  dir = await scratchFolder("callers");
  file = join(dir, "keys.json");
  keys = await loadKeys(file);
});
afterAll(() => Deno.remove(dir, { recursive: true }));
afterEach(() => void vi.useRealTimers());

const requestWith = (token: string) =>
  new Request("http://127.0.0.1/rest/v1/", {
    headers: { apikey: keys.publishable, authorization: `Bearer ${token}` },
  });

test("a token that has been verified is refused once it has expired", async () => {
  const { identify } = createCallers(keys, issuer);
  const claims = { sub: "ana", role: "authenticated", iss: issuer };
  const request = requestWith(await signToken(claims, keys.signing, { expiresIn: 60 }));
  expect(await identify(request, false)).toMatchObject(claims);
  // A change of the claims during one request does not reach the next one.
  (await identify(request, false)).role = "service_role";
  expect(await identify(request, false)).toMatchObject(claims);
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 61_000 });
  await expect(identify(request, false)).rejects.toThrow(TokenError);
});

test("a token with another signature does not pass for a verified token", async () => {
  const { identify } = createCallers(keys, issuer);
  const token = await signToken({ role: "authenticated", iss: issuer }, keys.signing, {
    expiresIn: 60,
  });
  await identify(requestWith(token), false);
  const [header, claims, signature] = token.split(".");
  const forged = `${header}.${claims}.${signature!.split("").reverse().join("")}`;
  await expect(identify(requestWith(forged), false)).rejects.toThrow(TokenError);
});

test("a token is refused once its key is revoked, although it has been verified", async () => {
  const { identify } = createCallers(keys, issuer);
  const rotation = rotationOf(keys, file);
  const tokenOf = (key = keys.signing) => signToken({ iss: issuer }, key, { expiresIn: 60 });
  const [previous, before] = [keys.signing.kid, await tokenOf()];
  await rotation.use(await rotation.add());
  for (const token of [before, await tokenOf()]) await identify(requestWith(token), false);
  await expect(rotation.revoke(keys.signing.kid)).rejects.toThrow("No standby or previously used");
  await rotation.revoke(previous);
  await expect(identify(requestWith(before), false)).rejects.toThrow(TokenError);
  await identify(requestWith(await tokenOf()), false);
  // A restart reads the same keys.
  expect(await loadKeys(file)).toEqual(keys);
});
