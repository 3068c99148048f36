/** A rotation of the signing keys, as docs/runbook.md describes it, while the platform runs. */
import { decodeProtectedHeader } from "jose";
import { describe, expect } from "vitest";
import { ownPlatform } from "../support/own-platform.ts";
import type { Person } from "../support/people.ts";

const { signingKeys, status } = await ownPlatform();
const { it } = await import("../support/it.ts");
const { password } = await import("../support/accounts.ts");
const { newClient, withToken } = await import("../support/people.ts");

/** The answer of each service to a token: auth, Data API, Storage, a function. */
async function answersTo(token: string) {
  const headers = { apikey: status.publishable_key, authorization: `Bearer ${token}` };
  const answers = await Promise.all([
    fetch(`${status.api_url}/auth/v1/user`, { headers }),
    fetch(`${status.api_url}/rest/v1/goals`, { headers }),
    fetch(`${status.api_url}/storage/v1/bucket`, { headers }),
    withToken(token)("GET", "/api/goals"),
  ]);
  for (const answer of answers) if (answer instanceof Response) await answer.body?.cancel();
  return answers.map((answer) => answer.status);
}

const kidOf = (token: string) => decodeProtectedHeader(token).kid;

async function signIn({ email }: Person) {
  const client = newClient();
  const { data: { session } } = await client.auth.signInWithPassword({ email, password });
  return { client, token: session!.access_token };
}

describe("a rotation of the signing keys", () => {
  it("ends no session, and every service follows it without a restart", async ({ ana, ben }) => {
    const old = await signIn(ana);
    expect(await answersTo(old.token)).toEqual([200, 200, 200, 200]);

    const kid = await signingKeys.add();
    expect(kidOf((await signIn(ben)).token)).toBe(kidOf(old.token));
    await signingKeys.use(kid);
    const { token } = await signIn(ben);
    expect(kidOf(token)).toBe(kid);
    expect(await answersTo(token)).toEqual([200, 200, 200, 200]);
    expect(await answersTo(old.token)).toEqual([200, 200, 200, 200]);

    await signingKeys.revoke(kidOf(old.token)!);
    expect(await answersTo(old.token)).toEqual([403, 401, 400, 401]);
    expect(await answersTo(token)).toEqual([200, 200, 200, 200]);
    const { data: { session } } = await old.client.auth.refreshSession();
    expect(kidOf(session!.access_token)).toBe(kid);
    expect(await answersTo(session!.access_token)).toEqual([200, 200, 200, 200]);
  });
});
