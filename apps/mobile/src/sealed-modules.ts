/** The modules of a phone for sealed notebooks. A browser needs none of them. */
import type { DeviceKeys } from "@journal/client/sealed";

interface KeyOptions {
  keychainAccessible?: number;
}

/** The parts of the modules that this app uses. */
export interface Secrets {
  /** `expo-secure-store` */
  SecureStore?: {
    WHEN_UNLOCKED_THIS_DEVICE_ONLY?: number;
    getItemAsync(name: string, options: KeyOptions): Promise<string | null>;
    setItemAsync(name: string, value: string, options: KeyOptions): Promise<void>;
    deleteItemAsync(name: string, options: KeyOptions): Promise<void>;
  };
  /** `react-native-quick-crypto`; null in a build without its native part */
  quickCrypto?(): Promise<QuickCrypto | null>;
}

interface QuickCrypto {
  /** Puts its WebCrypto in the place of the platform's. */
  install(): void;
  argon2(
    algorithm: string,
    parameters: {
      message: Uint8Array<ArrayBuffer>;
      nonce: Uint8Array<ArrayBuffer>;
      memory: number;
      passes: number;
      parallelism: number;
      tagLength: number;
    },
    callback: (error: Error | null, result: Uint8Array) => void,
  ): void;
}

/** The place of the device's key: no backup takes it to another phone. Undefined in a browser. */
export function deviceKeysOf({ SecureStore }: Secrets): DeviceKeys | undefined {
  if (!SecureStore) return undefined;
  const options = { keychainAccessible: SecureStore.WHEN_UNLOCKED_THIS_DEVICE_ONLY };
  return {
    read: (name) => SecureStore.getItemAsync(name, options),
    write: (name, key) => SecureStore.setItemAsync(name, key, options),
    remove: (name) => SecureStore.deleteItemAsync(name, options),
  };
}

type UseArgon2id = typeof import("@journal/client/sealed").useArgon2id;

/** Gives the client the native crypto of the phone; without it @noble of the client is slower. */
export async function installCrypto(
  { quickCrypto }: Secrets,
  useArgon2id: UseArgon2id,
): Promise<void> {
  const native = await quickCrypto?.();
  if (!native) return;
  native.install();
  useArgon2id((message, nonce, { m, t, p }) =>
    new Promise((resolve, reject) => {
      const parameters = { message, nonce, memory: m, passes: t, parallelism: p, tagLength: 32 };
      native.argon2(
        "argon2id",
        parameters,
        (error, key) => error ? reject(error) : resolve(new Uint8Array(key)),
      );
    })
  );
}
