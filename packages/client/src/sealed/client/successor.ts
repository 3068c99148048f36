/** A vault under a new key of the device, which takes over the values of the former one. */
import type { Change, DeviceStorage } from "../../offline/storage.ts";
import { type Bytes, toBase64url } from "../bytes.ts";
import { gcmKey } from "../primitives.ts";
import { newDeviceKey, unlockedKey } from "./device-key.ts";
import { SECRET, Vault } from "./vault.ts";

/** Makes the vault. Its name is kept afterwards: then no tab writes into the former one any more. */
export async function successorOf(
  former: Vault | undefined,
  storage: DeviceStorage,
  userId: string,
  secret: Bytes,
) {
  const wrapped = await newDeviceKey(userId, secret);
  const key = await gcmKey(await unlockedKey(userId, secret, wrapped));
  const vault = new Vault(storage, userId, crypto.randomUUID(), key);
  // Another tab may have written since this one has read.
  const before = new Map(await former?.read(""));
  await vault.write([...before, [SECRET, toBase64url(secret)]]);
  return {
    id: vault.id,
    has: (key: string) => vault.has(key),
    wrapped,
    /** Takes over what other tabs have written into the former vault meanwhile. */
    async finish() {
      const now = new Map(await former?.read(""));
      const gone = [...before.keys()].filter((key) => !now.has(key));
      await vault.write([
        ...[...now].filter(([key, value]) => before.get(key) !== value),
        ...gone.map((key): Change => [key, undefined]),
      ]);
      vault.close();
    },
  };
}
