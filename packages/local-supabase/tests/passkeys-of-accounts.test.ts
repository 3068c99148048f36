/** The passkeys of an account and of a project: supabase-js, with a device made of software. */
import { describe, expect, test } from "vitest";
import { newAuthenticator } from "../base/authenticator.ts";
import { signToken } from "../base/tokens.ts";
import { service } from "./support/auth.ts";
import { auth, failed, member, register, signIn, withPasskey } from "./support/passkeys.ts";
import { sql } from "./support/platform.ts";

describe("the passkeys of an account", () => {
  test("are listed, named and removed by their user alone", async () => {
    const { client, device } = await withPasskey();
    const other = await member();
    const [{ id: passkeyId } = { id: "" }] = (await client.auth.passkey.list()).data!;
    const change = { passkeyId, friendlyName: "Kitchen tablet" };
    expect((await other.client.auth.passkey.update(change)).error)
      .toMatchObject({ status: 404, code: "validation_failed" });
    expect((await other.client.auth.passkey.delete({ passkeyId })).error)
      .toMatchObject({ status: 404, code: "validation_failed" });
    expect((await other.client.auth.passkey.list()).data).toEqual([]);

    expect((await client.auth.passkey.update(change)).data)
      .toMatchObject({ id: passkeyId, friendly_name: "Kitchen tablet" });
    expect((await client.auth.passkey.list()).data)
      .toMatchObject([{ id: passkeyId, friendly_name: "Kitchen tablet" }]);
    expect((await client.auth.passkey.delete({ passkeyId })).error).toBeNull();
    expect((await client.auth.passkey.list()).data).toEqual([]);
    expect((await signIn(device)).error).toMatchObject(failed);
  });

  test.each([["", "friendly_name is required"], ["ä".repeat(61), "friendly_name must be 120"]])(
    "refuse the name %j",
    async (friendlyName, message) => {
      const { client } = await withPasskey();
      const passkeyId = (await client.auth.passkey.list()).data![0]!.id;
      const { error } = await client.auth.passkey.update({ passkeyId, friendlyName });
      expect(error).toMatchObject({ status: 400, message: expect.stringContaining(message) });
    },
  );

  test("are listed and removed by an administrator", async () => {
    const { client, id: userId, device } = await withPasskey();
    const passkeyId = (await client.auth.passkey.list()).data![0]!.id;
    const token = await signToken({ role: "service_role" }, auth.signingKey, { expiresIn: 60 });
    const at = `/admin/users/${userId}/passkeys`;
    const { headers } = auth.bearer(token);
    expect(await (await auth.request(at, { headers })).json()).toMatchObject([{ id: passkeyId }]);
    expect((await auth.request(at)).status).toBe(401);
    const remove = () => auth.request(`${at}/${passkeyId}`, { method: "DELETE", headers });
    expect((await remove()).status).toBe(204);
    expect((await remove()).status).toBe(404);
    expect((await signIn(device)).error).toMatchObject(failed);
  });

  test("go with the account", async () => {
    const { id } = await withPasskey();
    await sql`delete from auth.users where id = ${id}`;
    expect(await sql`select from auth.webauthn_credentials where user_id = ${id}`).toEqual([]);
  });
});

describe("the relying party", () => {
  test("localhost admits each port of localhost, and no other host", async () => {
    const local = await service({
      passkeys: { rpId: "localhost", rpName: "Local", origins: ["http://127.0.0.1:3000"] },
    });
    for (
      const [from, isAdmitted] of [
        ["http://localhost:5173", true],
        ["http://localhost.evil.example", false],
        ["http://evil.example:5173", false],
      ] as const
    ) {
      const { client } = await member(local);
      const made = await register(client, await newAuthenticator(from));
      expect(made.error === null, from).toBe(isAdmitted);
    }
  });

  test("is told by the settings; without one every route answers that passkeys are off", async () => {
    const settings = async (on: typeof auth) => await (await on.request("/settings")).json();
    expect(await settings(auth)).toMatchObject({ passkeys_enabled: true });
    const off = await service();
    expect(await settings(off)).toMatchObject({ passkeys_enabled: false });
    const { client } = await member(off);
    const { passkey } = client.auth;
    const disabled = { status: 404, code: "passkey_disabled" };
    expect((await passkey.startRegistration()).error).toMatchObject(disabled);
    expect((await passkey.startAuthentication()).error).toMatchObject(disabled);
    expect((await passkey.list()).error).toMatchObject(disabled);
  });
});
