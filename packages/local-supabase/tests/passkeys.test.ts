/** The ceremonies of passkeys: supabase-js, with a device made of software. */
import { afterEach, describe, expect, test } from "vitest";
import { newAuthenticator } from "../base/authenticator.ts";
import {
  answered,
  auth,
  type Client,
  failed,
  type Given,
  member,
  type Options,
  origin,
  register,
  signIn,
  withPasskey,
} from "./support/passkeys.ts";
import { sql } from "./support/platform.ts";

const unknownChallenge = { status: 400, code: "webauthn_challenge_not_found" };
const expired = { status: 400, code: "webauthn_challenge_expired" };

afterEach(async () => void await sql`delete from auth.webauthn_challenges`);

describe("adding a passkey", () => {
  test("asks for a discoverable passkey of the user, and keeps its public key", async () => {
    const { client, id, device } = await member();
    const { data } = await client.auth.passkey.startRegistration();
    expect(data).toMatchObject({
      challenge_id: expect.any(String),
      options: {
        rp: { id: "example.com", name: "Example" },
        user: { id: btoa(id).replaceAll("=", "") },
        authenticatorSelection: { residentKey: "required", userVerification: "preferred" },
        attestation: "none",
        timeout: 5 * 60_000,
      },
    });
    expect(data!.expires_at * 1000).toBeCloseTo(Date.now() + 300_000, -4);

    const made = await register(client, device);
    expect(made).toEqual({
      data: { id: expect.any(String), friendly_name: "Passkey", created_at: expect.any(String) },
      error: null,
    });
    const [row] = await sql`select * from auth.webauthn_credentials where user_id = ${id}`;
    expect(row).toMatchObject({ id: made.data!.id, transports: ["internal"], sign_count: "0" });
  });

  test("twice with one device is refused", async () => {
    const { client, device } = await member();
    expect((await register(client, device)).error).toBeNull();
    const { data } = await client.auth.passkey.startRegistration();
    expect(data!.options.excludeCredentials).toHaveLength(1);
    expect((await register(client, device)).error)
      .toMatchObject({ status: 422, code: "webauthn_credential_exists" });
  });

  test("is refused beyond ten, also for a challenge of before", async () => {
    const { client, id, device } = await member();
    const begun = await client.auth.passkey.startRegistration();
    await sql`
      insert into auth.webauthn_credentials (user_id, credential_id, public_key)
      select ${id}, uuid_send(gen_random_uuid()), '' from generate_series(1, 10)`;
    const tooMany = { status: 422, code: "too_many_passkeys" };
    expect((await client.auth.passkey.startRegistration()).error).toMatchObject(tooMany);
    const credential = await device.create(begun.data!.options as unknown as Options);
    const challengeId = begun.data!.challenge_id;
    expect((await client.auth.passkey.verifyRegistration({ challengeId, credential })).error)
      .toMatchObject(tooMany);
  });

  test.each<[string, Given]>([
    ["another origin", { origin: "https://evil.example" }],
    ["an origin that only begins like an allowed one", { origin: `${origin}.evil.example` }],
    ["another scheme", { origin: "http://app.example.com" }],
    ["another relying party", { rpId: "evil.example" }],
    ["another challenge", { challenge: "AAAA" }],
  ])("is refused for %s", async (_, given) => {
    const { client, device } = await member();
    expect((await register(client, device, given)).error).toMatchObject(failed);
    expect((await client.auth.passkey.list()).data).toEqual([]);
  });

  test("uses its challenge once, within five minutes, for its user alone", async () => {
    const { client, device } = await member();
    const other = await member();
    const start = async () => (await client.auth.passkey.startRegistration()).data!;
    const verify = async (
      by: Client,
      { challenge_id, options }: Awaited<ReturnType<typeof start>>,
    ) =>
      (await by.auth.passkey.verifyRegistration({
        challengeId: challenge_id,
        credential: await device.create(options as unknown as Options),
      })).error;

    const first = await start();
    expect(await verify(other.client, first)).toMatchObject(unknownChallenge);
    expect(await verify(client, first)).toBeNull();
    expect(await verify(client, first)).toMatchObject(unknownChallenge);

    const late = await start();
    await sql`update auth.webauthn_challenges set expires_at = now() - interval '1 second'`;
    expect(await verify(client, late)).toMatchObject(expired);

    const { data } = await auth.client().auth.passkey.startAuthentication();
    const credential = await device.create(late.options as unknown as Options, {
      challenge: String(data!.options.challenge),
    });
    const signedIn = client.auth.passkey.verifyRegistration({
      challengeId: data!.challenge_id,
      credential,
    });
    expect((await signedIn).error).toMatchObject(unknownChallenge);
  });

  test("needs a session", async () => {
    for (const path of ["/passkeys/registration/options", "/passkeys/registration/verify"]) {
      expect((await auth.request(path, { method: "POST", body: "{}" })).status).toBe(401);
    }
    expect((await auth.request("/passkeys")).status).toBe(401);
  });
});

describe("signing in with a passkey", () => {
  test("needs no address, and tells the method and the last use", async () => {
    const { client, id, device } = await member();
    await register(client, device);
    expect((await client.auth.passkey.list()).data![0]).not.toHaveProperty("last_used_at");
    const { data, error } = await signIn(device);
    expect(error).toBeNull();
    expect(data!.user!.id).toBe(id);
    const { amr } = JSON.parse(atob(data!.session!.access_token.split(".")[1]!));
    expect(amr).toMatchObject([{ method: "passkey" }]);
    const used = (await client.auth.passkey.list()).data![0]!.last_used_at!;
    expect(Date.parse(used)).toBeCloseTo(Date.now(), -5);
  });

  test("works from each allowed origin", async () => {
    const { device } = await withPasskey();
    expect((await signIn(device, { origin: "https://admin.example.com" })).error).toBeNull();
  });

  test.each<[string, Given]>([
    ["another origin", { origin: "https://evil.example" }],
    ["another relying party", { rpId: "evil.example" }],
    ["another challenge", { challenge: "AAAA" }],
    ["a counter that goes back", { counter: 0 }],
    ["a counter that stands still", { counter: 1 }],
    ["a user handle of another form", { userHandle: "somebody" }],
    ["no user handle", { userHandle: "" }],
    ["an unknown user", { userHandle: crypto.randomUUID() }],
  ])("is refused for %s", async (_, given) => {
    const { device } = await withPasskey();
    expect((await signIn(device, given)).error).toMatchObject(failed);
    expect((await signIn(device)).error).toBeNull();
  });

  test("is refused for the credential of another user", async () => {
    const { device } = await withPasskey();
    const other = await withPasskey();
    expect((await signIn(device, { userHandle: other.id })).error).toMatchObject(failed);
    const unregistered = await member();
    expect((await signIn(unregistered.device, { userHandle: other.id })).error)
      .toMatchObject(failed);
  });

  test("is refused for a signature of another key, and for a changed one", async () => {
    const { device, id } = await withPasskey();
    const forged = await answered(await newAuthenticator(origin), { userHandle: id });
    const own = await answered(device);
    const { verifyAuthentication } = auth.client().auth.passkey;
    for (
      const response of [
        { ...own.credential.response, signature: forged.credential.response.signature },
        { ...own.credential.response, signature: "MEQCIAAA" },
      ]
    ) {
      const { challengeId } = await answered(device);
      const credential = { ...own.credential, response } as typeof own.credential;
      expect((await verifyAuthentication({ challengeId, credential })).error)
        .toMatchObject(failed);
    }
  });

  test("uses its challenge once, also when the answer is refused, within five minutes", async () => {
    const { device } = await withPasskey();
    const { verifyAuthentication } = auth.client().auth.passkey;
    const first = await answered(device);
    expect((await verifyAuthentication(first)).error).toBeNull();
    expect((await verifyAuthentication(first)).error).toMatchObject(unknownChallenge);

    const wrong = await answered(device, { origin: "https://evil.example" });
    expect((await verifyAuthentication(wrong)).error).toMatchObject(failed);
    expect((await verifyAuthentication(wrong)).error).toMatchObject(unknownChallenge);

    const late = await answered(device);
    await sql`update auth.webauthn_challenges set expires_at = now() - interval '1 second'`;
    expect((await verifyAuthentication(late)).error).toMatchObject(expired);

    const raced = await answered(device);
    const answers = await Promise.all([raced, raced, raced].map(verifyAuthentication));
    expect(answers.filter(({ error }) => !error)).toHaveLength(1);
  });

  test.each<[string, unknown]>([
    ["challenge_id is required", { credential: {} }],
    ["credential is required", { challenge_id: crypto.randomUUID() }],
    ["challenge_id must be a valid UUID", { challenge_id: "1", credential: {} }],
  ])("says what a body lacks: %s", async (msg, body) => {
    const init = { method: "POST", body: JSON.stringify(body) };
    const response = await auth.request("/passkeys/authentication/verify", init);
    expect(await response.json()).toMatchObject({
      code: 400,
      error_code: "validation_failed",
      msg,
    });
  });

  test.each([1, "text", [], {}, { id: "a", rawId: "a", type: "public-key", response: {} }])(
    "is refused for the credential %j",
    async (credential) => {
      const { data } = await auth.client().auth.passkey.startAuthentication();
      const body = JSON.stringify({ challenge_id: data!.challenge_id, credential });
      const init = { method: "POST", body };
      const response = await auth.request("/passkeys/authentication/verify", init);
      expect(await response.json()).toMatchObject({ code: 400, error_code: failed.code });
    },
  );

  test("is refused for banned users and unconfirmed addresses", async () => {
    const { id, device } = await withPasskey();
    await sql`update auth.users set banned_until = now() + interval '1 day' where id = ${id}`;
    expect((await signIn(device)).error).toMatchObject({ status: 403, code: "user_banned" });
    await sql`
      update auth.users set banned_until = null, email_confirmed_at = null where id = ${id}`;
    expect((await signIn(device)).error).toMatchObject({
      status: 403,
      code: "email_not_confirmed",
    });
  });
});
