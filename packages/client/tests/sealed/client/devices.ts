/** Devices of people with sealed notebooks, over the client and the real service. */
import { onTestFinished } from "vitest";
import type { DeviceStorage } from "@journal/client";
import { lyingProxy } from "../../../../../tests/support/lying-proxy.ts";
import type { Person } from "../../../../../tests/support/people.ts";
import { openSealed, type Passkey, type SealedOptions } from "../../../src/sealed/mod.ts";
import { device } from "../../device.ts";

export type SealedDevice = Awaited<ReturnType<typeof signedIn>>;

/** A passkey of a stand-in for WebAuthn: each call gives its secret anew, as the browser does. */
export function newKeyring() {
  const bytes = () => crypto.getRandomValues(new Uint8Array(32));
  const text = () => bytes().toBase64({ alphabet: "base64url", omitPadding: true });
  const [prf, credential_id, salt] = [bytes(), text(), text()];
  return (): Passkey => ({ prf: prf.slice(), credential_id, salt });
}

interface Options extends Pick<SealedOptions, "now" | "deviceKeys" | "newest"> {
  storage?: DeviceStorage;
}

/**
 * A device on which the person has signed in, with its sealed notebooks as they are there. It speaks to
 * a service that may lie.
 */
export async function signedIn(
  who: Person,
  { storage, now, deviceKeys, newest }: Options = {},
) {
  const proxy = await lyingProxy();
  const signed = await device(who, storage, proxy.url);
  const { network } = signed;
  const sealed = await openSealed(signed, {
    ...now && { now },
    ...deviceKeys && { deviceKeys },
    ...newest && { newest },
    async fetch(address) {
      if (network.fate === "lost") throw new TypeError("fetch failed");
      return await fetch(address);
    },
  });
  onTestFinished(() => sealed.close());
  return { ...signed, proxy, sealed, who };
}

/** The first device of a person, which sets up sealed notebooks. */
export async function first(who: Person, options: Options = {}) {
  const own = await signedIn(who, options);
  return { ...own, ...await setUp(own) };
}

/** Sets up sealed notebooks on a device; answers the ways in. */
export async function setUp({ sealed }: Pick<SealedDevice, "sealed">, { anew = false } = {}) {
  const passkey = newKeyring();
  const made = await sealed.keys.setUp({ anew });
  await made.confirm(made.recoveryCode);
  await made.finish({ passkey: passkey() }, "My phone");
  return { passkey, recoveryCode: made.recoveryCode };
}

/** Makes other keys on a device. */
export const startAnew = (device: SealedDevice) => setUp(device, { anew: true });

/** Another device of a person, which enters with the passkey. */
export async function second(
  { who, passkey }: Awaited<ReturnType<typeof first>>,
  options: Options = {},
) {
  const own = await signedIn(who, options);
  await own.sealed.keys.enter({ passkey: passkey() });
  await own.sealed.sync();
  return own;
}

/** The code of the failure of a promise. */
export const codeOf = (promise: Promise<unknown>): Promise<string> =>
  promise.then(() => "no failure", (error) => error.code ?? String(error));

/** Everything that a storage holds, as text: bytes as one letter each. */
export const dump = async (storage: DeviceStorage): Promise<string> =>
  JSON.stringify(
    await storage.read(""),
    (_, value) => value instanceof Uint8Array ? new TextDecoder("latin1").decode(value) : value,
  );

/** A place for the keys of a phone, whose next answer to a reader can be held. */
export function secureStore() {
  const secure = new Map<string, string>();
  let held = Promise.resolve();
  return {
    secure,
    /** Holds what is read from now on until the returned function is called. */
    hold() {
      let release = () => {};
      held = new Promise((resolve) => release = resolve);
      return release;
    },
    deviceKeys: {
      async read(name: string) {
        const key = secure.get(name) ?? null;
        await held;
        return key;
      },
      write: (name: string, key: string) => Promise.resolve(void secure.set(name, key)),
      remove: (name: string) => Promise.resolve(void secure.delete(name)),
    },
  };
}

/** Signs somebody else in on a device, as an app does. */
export async function signIn({ supabase, offline }: SealedDevice, who: Person) {
  await offline.clear();
  await supabase.auth.signInWithPassword({ email: who.email, password: who.password });
  await offline.open(who.id);
}

/** Holds the next answer to a request whose address ends so, until `release` is called. */
export function holdAnswer({ proxy }: SealedDevice, path = "") {
  let [release, found] = [() => {}, () => {}];
  const isReleased = new Promise<void>((resolve) => release = resolve);
  const isHeld = new Promise<void>((resolve) => found = resolve);
  proxy.change = async (request, answer) => {
    const response = await answer();
    if (!request.url.endsWith(path)) return response;
    proxy.change = undefined;
    found();
    await isReleased;
    return response;
  };
  return { isHeld, release };
}
