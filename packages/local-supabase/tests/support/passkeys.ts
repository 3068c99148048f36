/** An auth service with passkeys, and accounts with a device made of software. */
import { expect } from "vitest";
import { newAuthenticator } from "../../base/authenticator.ts";
import { service } from "./auth.ts";
import { newEmail, password } from "./platform.ts";

export const origin = "https://app.example.com";
export const auth = await service({
  passkeys: {
    rpId: "example.com",
    rpName: "Example",
    origins: [origin, "https://admin.example.com"],
  },
});

type Device = Awaited<ReturnType<typeof newAuthenticator>>;
export type Options = Parameters<Device["create"]>[0];
export type Given = NonNullable<Parameters<Device["create"]>[1]>;
export type Client = ReturnType<typeof auth.client>;

/** A confirmed account with a client that is signed in. */
export async function member(on = auth) {
  const client = on.client();
  const { data } = await client.auth.signUp({ email: newEmail(), password });
  return { client, id: data.user!.id, device: await newAuthenticator(origin) };
}

/** Registers the device with the account of the client. */
export async function register(client: Client, device: Device, given: Given = {}) {
  const { data, error } = await client.auth.passkey.startRegistration();
  if (error) return { data: null, error };
  const credential = await device.create(data.options as unknown as Options, given);
  return client.auth.passkey.verifyRegistration({ challengeId: data.challenge_id, credential });
}

/** The challenge of a sign-in, and the device's answer to it. */
export async function answered(device: Device, given: Given = {}) {
  const { data } = await auth.client().auth.passkey.startAuthentication();
  const credential = await device.get(data!.options as unknown as Options, given);
  return { challengeId: data!.challenge_id, credential };
}

export const signIn = async (device: Device, given: Given = {}) =>
  auth.client().auth.passkey.verifyAuthentication(await answered(device, given));

/** An account whose device has signed in once. */
export async function withPasskey() {
  const one = await member();
  expect((await register(one.client, one.device)).error).toBeNull();
  expect((await signIn(one.device)).error).toBeNull();
  return one;
}

/** The refusal of an answer that does not fit. */
export const failed = { status: 400, code: "webauthn_verification_failed" };
