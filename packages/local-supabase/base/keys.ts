/** The keys of one local project, made once and kept, so that sessions survive a restart. */
import { existsSync } from "node:fs";
import { exportJWK, generateKeyPair } from "jose";
import { writePrivate } from "./paths.ts";
import { publicKey, type SigningKey } from "./tokens.ts";

export interface Keys {
  /** For clients: acts as `anon` until a user signs in. */
  publishable: string;
  /** For servers: acts as `service_role` and bypasses row security. */
  secret: string;
  /** The key that signs tokens. */
  signing: SigningKey;
  /** Other keys whose tokens are accepted: standby keys, and keys that signed before. */
  others: SigningKey[];
  /** Signs storage's own URLs. */
  storage: string;
  /** Passwords of the database roles that log in. */
  database: Record<DatabaseLogin, string>;
}

/** The keys of access tokens. */
export type SigningKeys = Pick<Keys, "signing" | "others">;

export type DatabaseLogin =
  | "supabase_admin"
  | "postgres"
  | "authenticator"
  | "supabase_auth_admin"
  | "supabase_storage_admin"
  | "supabase_realtime_admin";

const random = (bytes: number) =>
  crypto.getRandomValues(new Uint8Array(bytes)).toBase64({ alphabet: "base64url" });

async function makeSigningKey(): Promise<SigningKey> {
  const { privateKey } = await generateKeyPair("ES256", { extractable: true });
  const key = { ...await exportJWK(privateKey), alg: "ES256", use: "sig", kid: random(12) };
  return key as SigningKey;
}

async function makeKeys(): Promise<Keys> {
  return {
    publishable: `sb_publishable_${random(24)}`,
    secret: `sb_secret_${random(24)}`,
    signing: await makeSigningKey(),
    others: [],
    storage: random(32),
    database: {
      supabase_admin: random(18),
      // The password that every local Supabase project has; the server listens on loopback only.
      postgres: "postgres",
      authenticator: random(18),
      supabase_auth_admin: random(18),
      supabase_storage_admin: random(18),
      supabase_realtime_admin: random(18),
    },
  };
}

/** Reads the project's keys, or makes them. */
export async function loadKeys(file: string): Promise<Keys> {
  if (existsSync(file)) {
    await Deno.chmod(file, 0o600);
    return { others: [], ...JSON.parse(await Deno.readTextFile(file)) };
  }
  const keys = await makeKeys();
  await writePrivate(file, JSON.stringify(keys, null, 2));
  return keys;
}

const keySets = new WeakMap<SigningKey[], { keys: JsonWebKey[] }>();

/** The public halves of all signing keys (RFC 7517, section 5); the same object until they change. */
export function publicKeySet({ signing, others }: SigningKeys): { keys: JsonWebKey[] } {
  // A rotation makes a new list.
  let keySet = keySets.get(others);
  if (!keySet) keySets.set(others, keySet = { keys: [signing, ...others].map(publicKey) });
  return keySet;
}

/** The steps of hosted's rotation, which running services follow at once. */
export interface SigningKeyRotation {
  /** Makes a standby key, whose public half is published, and returns its id. */
  add(): Promise<string>;
  /** Signs with another of the keys from now on. The former key stays accepted. */
  use(kid: string): Promise<void>;
  /** Refuses the tokens of another of the keys from now on. */
  revoke(kid: string): Promise<void>;
}

/** Rotates the signing keys of `keys` and of the file that they were read from. */
export function rotationOf(keys: Keys, file: string): SigningKeyRotation {
  const change = async (signing: SigningKey, others: SigningKey[]) => {
    Object.assign(keys, { signing, others });
    await writePrivate(file, JSON.stringify(keys, null, 2));
  };
  const take = (kid: string) => {
    const key = keys.others.find((other) => other.kid === kid);
    if (!key) throw new Error(`No standby or previously used key has the id ${kid}`);
    return { key, rest: keys.others.filter((other) => other !== key) };
  };
  return {
    async add() {
      const key = await makeSigningKey();
      await change(keys.signing, [...keys.others, key]);
      return key.kid;
    },
    async use(kid) {
      const { key, rest } = take(kid);
      await change(key, [keys.signing, ...rest]);
    },
    async revoke(kid) {
      await change(keys.signing, take(kid).rest);
    },
  };
}
