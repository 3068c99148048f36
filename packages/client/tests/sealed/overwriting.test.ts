/** Bytes that held a secret are zero after a failure, too. */
import { afterEach, describe, expect, it, vi } from "vitest";
import { memoryStorage } from "@journal/client";
import { newSecret, openAccount } from "../../src/sealed/account.ts";
import { random, toBase64url, utf8 } from "../../src/sealed/bytes.ts";
import { keyPlace, newDeviceKey, unlockedKey } from "../../src/sealed/client/device-key.ts";
import { newAccount } from "../../src/sealed/client/openers.ts";
import { Vault } from "../../src/sealed/client/vault.ts";
import { newEnrolment, openEnrolment, sealEnrolment } from "../../src/sealed/enrolment.ts";
import { enrolmentSigns } from "../../src/sealed/enrolment.ts";
import { encrypted, gcmKey } from "../../src/sealed/primitives.ts";
import { newSlot, openSlot } from "../../src/sealed/slot.ts";
import { newNotebookKey, openWrap, wrapKey } from "../../src/sealed/wrap.ts";
import { person } from "./people.ts";

const user = crypto.randomUUID();
const failure = new Error("The platform fails");

/** The bytes that WebCrypto opens or derives from now on, as the caller gets them. */
function spied(...methods: ("decrypt" | "deriveBits")[]) {
  const made: Uint8Array[] = [];
  const { subtle } = crypto;
  for (const method of methods) {
    const own = subtle[method].bind(subtle) as (...given: unknown[]) => Promise<ArrayBuffer>;
    const spy = async (...given: unknown[]) => {
      const bytes = await own(...given);
      const { name } = given[0] as { name: string };
      // A public key is what X25519 gives.
      if (name !== "X25519") made.push(new Uint8Array(bytes));
      return bytes;
    };
    vi.spyOn(subtle, method).mockImplementation(spy as never);
  }
  return made;
}

/** The random bytes of this length that are made from now on. */
function spiedRandom(length: number) {
  const made: Uint8Array[] = [];
  const own = crypto.getRandomValues.bind(crypto);
  vi.spyOn(crypto, "getRandomValues").mockImplementation((array) => {
    if (array instanceof Uint8Array && array.length === length) made.push(array);
    return own(array);
  });
  return made;
}

/** Lets the import of keys for this algorithm fail. */
function failing(algorithm: string) {
  const { subtle } = crypto;
  const own = subtle.importKey.bind(subtle) as (...given: unknown[]) => Promise<CryptoKey>;
  const given: Uint8Array[] = [];
  vi.spyOn(subtle, "importKey").mockImplementation((...all: unknown[]) => {
    if (all[2] !== algorithm) return own(...all);
    given.push(all[1] as Uint8Array);
    return Promise.reject(failure);
  });
  return given;
}

function expectZeros(made: Uint8Array[], least = 1) {
  expect(made.length).toBeGreaterThanOrEqual(least);
  expect(made.map((bytes) => bytes.some((byte) => byte !== 0))).not.toContain(true);
}

afterEach(() => void vi.restoreAllMocks());

describe("bytes of a secret are overwritten", () => {
  it("when a slot opens to the secret of another account", async () => {
    const opener = { code: random(20) };
    const slot = await newSlot(user, opener, newSecret());
    const other = await person(user);
    const made = spied("decrypt", "deriveBits");
    await expect(openSlot(user, slot, opener, other)).rejects.toMatchObject({ code: "wrong_key" });
    // The slot's key, the account secret, and both private keys of it.
    expectZeros(made, 4);
  });

  it("when a slot has no form", async () => {
    const opener = { code: random(20) };
    const slot = await newSlot(user, opener, newSecret());
    const made = spied("decrypt", "deriveBits");
    await expect(openSlot(user, { ...slot, sealed_secret: "AA" }, opener, await person(user)))
      .rejects.toMatchObject({ code: "wrong_key" });
    expectZeros(made);
  });

  it("when an old device hands over the secret of another account", async () => {
    const secret = newSecret();
    const account = await openAccount(secret, user);
    const enrolment = await newEnrolment();
    const signs = await enrolmentSigns(user, enrolment, account);
    const sealed_secret = await sealEnrolment(user, enrolment, signs, account, secret);
    const other = await person(user);
    const made = spied("decrypt");
    await expect(openEnrolment(user, { ...enrolment, sealed_secret }, other)).rejects
      .toMatchObject({ code: "wrong_key" });
    expectZeros(made);
  });

  it("when the platform makes no key of them", async () => {
    await person(user);
    const scalars = spied("decrypt", "deriveBits");
    const seeds = failing("Ed25519");
    await expect(openAccount(newSecret(), user)).rejects.toBe(failure);
    expectZeros([...scalars, ...seeds], 3);
    vi.restoreAllMocks();
    const secrets = spiedRandom(32);
    const encoded = failing("X25519");
    await expect(newEnrolment()).rejects.toBe(failure);
    expectZeros([...secrets, ...encoded], 2);
    vi.restoreAllMocks();
    const raw = failing("AES-GCM");
    await expect(gcmKey(random(32))).rejects.toBe(failure);
    expectZeros(raw);
  });

  it("when a new account gets no slot", async () => {
    const secrets = spiedRandom(32);
    const passkey = { prf: random(32), credential_id: "", salt: "" };
    await expect(newAccount(user, random(20), { passkey })).rejects
      .toMatchObject({ code: "refused" });
    expectZeros([...secrets, passkey.prf], 2);
  });

  it("when a device keeps another value than a list", async () => {
    const key = await gcmKey(random(32));
    const storage = memoryStorage();
    const nonce = random(12);
    const sealed = await encrypted(key, nonce, utf8("000000000001-x"), utf8("no JSON"));
    await storage.write([
      ["sealed me/v/000000000001-x", new Uint8Array([...nonce, ...sealed])],
      ["sealed me/v/packs", ["000000000001-x"]],
    ]);
    const made = spied("decrypt", "deriveBits");
    await expect(new Vault(storage, "me", "v", key).read("")).rejects
      .toMatchObject({ code: "wrong_key" });
    expectZeros(made);
  });

  it("when the secure store of a phone takes no key", async () => {
    const secret = newSecret();
    const bytes = await unlockedKey(user, secret, await newDeviceKey(user, secret));
    const none = () => Promise.reject(failure);
    const place = keyPlace(memoryStorage(), user, { read: none, write: none, remove: none });
    await expect(place.write(bytes)).rejects.toBe(failure);
    expectZeros([bytes]);
  });

  it("when a wrap has another key than the log", async () => {
    const member = await person();
    const [notebook, key] = [crypto.randomUUID(), newNotebookKey()];
    const wrapped = await wrapKey(notebook, 1, member, key);
    const made = spied("decrypt");
    await expect(openWrap(notebook, 1, member, wrapped, toBase64url(random(32)))).rejects
      .toMatchObject({ code: "wrong_key" });
    expectZeros(made);
  });
});
