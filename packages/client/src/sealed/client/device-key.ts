/**
 * The device's key: AES-256-GCM, random. While the device is open, the key lies in its storage as a
 * WebCrypto key that cannot be extracted, or in the phone's secure store. Locking removes it; what
 * stays is the key sealed under the account secret,
 * `nonce | GCM(H(AS, 0^32, "journal/sealed/1/device", 32), nonce, user id, key)`, which a slot opens.
 */
import type { DeviceStorage } from "../../offline/storage.ts";
import { type Bytes, fromBase64url, id, joined, random, toBase64url, wiping } from "../bytes.ts";
import { named } from "../failures.ts";
import { decrypted, derived, encrypted, gcmKey } from "../primitives.ts";
import { deviceKeyOf } from "./places.ts";
import type { DeviceKeys } from "./types.ts";

const sealing = async (secret: Bytes) =>
  await gcmKey(await derived(secret, new Uint8Array(32), "journal/sealed/1/device", 32));

/** A new key of a device, under the account secret. */
export async function newDeviceKey(userId: string, secret: Bytes): Promise<string> {
  const [bytes, nonce] = [random(32), random(12)];
  const sealed = await wiping(
    [bytes],
    async () => await encrypted(await sealing(secret), nonce, id(userId), bytes),
  );
  return toBase64url(joined(nonce, sealed));
}

/** The bytes of a device's key. @throws {SealedError} wrong_key for another account secret */
export async function unlockedKey(
  userId: string,
  secret: Bytes,
  wrapped: string,
): Promise<Bytes> {
  const sealed = fromBase64url(wrapped, 60, "wrong_key");
  return await named(
    "wrong_key",
    "This account secret does not open the device's key",
    async () =>
      await decrypted(await sealing(secret), sealed.slice(0, 12), id(userId), sealed.slice(12)),
  );
}

/** Where the key of an open device lies. */
export interface KeyPlace {
  read(): Promise<CryptoKey | null>;
  /** Keeps the key, overwrites its bytes and answers it. */
  write(bytes: Bytes): Promise<CryptoKey>;
  remove(): Promise<void>;
}

/** The place of a user's key: the app's, or the storage of the device. */
export function keyPlace(storage: DeviceStorage, userId: string, own?: DeviceKeys): KeyPlace {
  const name = deviceKeyOf(userId);
  if (own) {
    const place = name.replace(/[^\w.-]/g, ".");
    return {
      async read() {
        const text = await own.read(place);
        return text === null ? null : await gcmKey(fromBase64url(text, 32, "wrong_key"));
      },
      async write(bytes) {
        const text = toBase64url(bytes);
        const key = await gcmKey(bytes);
        await own.write(place, text);
        return key;
      },
      remove: () => own.remove(place),
    };
  }
  const read = async () => {
    const found = (await storage.read(name)).find(([key]) => key === name)?.[1];
    return isKey(found) ? found : null;
  };
  return {
    read,
    async write(bytes) {
      const key = await gcmKey(bytes);
      await storage.write([[name, key]]);
      if (await read()) return key;
      await storage.write([[name, undefined]]);
      throw new TypeError("The storage of this device keeps no keys: give `deviceKeys`");
    },
    remove: () => storage.write([[name, undefined]]),
  };
}

/** A key of WebCrypto. Storages that write JSON answer something else, and the keys of noble stay in memory. */
const isKey = (value: unknown): value is CryptoKey =>
  typeof CryptoKey !== "undefined" && value instanceof CryptoKey;
