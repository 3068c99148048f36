/** The keys of one local project: made once, kept in its folder, so that a restart signs nobody out. */
import { existsSync } from "node:fs";
import { exportJWK, generateKeyPair } from "jose";
import { writePrivate } from "./paths.ts";
import { publicKey, type SigningKey } from "./tokens.ts";

export interface Keys {
  /** For clients: acts as `anon` until a user signs in. */
  publishable: string;
  /** For servers: acts as `service_role` and bypasses row security. */
  secret: string;
  signing: SigningKey;
  /** Signs storage's own URLs. */
  storage: string;
  /** Passwords of the database roles that log in. */
  database: Record<DatabaseLogin, string>;
}

export type DatabaseLogin =
  | "supabase_admin"
  | "postgres"
  | "authenticator"
  | "supabase_auth_admin"
  | "supabase_storage_admin"
  | "supabase_realtime_admin";

const random = (bytes: number) =>
  crypto.getRandomValues(new Uint8Array(bytes)).toBase64({ alphabet: "base64url" });

async function makeKeys(): Promise<Keys> {
  const { privateKey } = await generateKeyPair("ES256", { extractable: true });
  const signing = { ...await exportJWK(privateKey), alg: "ES256", use: "sig", kid: random(12) };
  return {
    publishable: `sb_publishable_${random(24)}`,
    secret: `sb_secret_${random(24)}`,
    signing: signing as SigningKey,
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
    return JSON.parse(await Deno.readTextFile(file));
  }
  const keys = await makeKeys();
  await writePrivate(file, JSON.stringify(keys, null, 2));
  return keys;
}

/** The public half of the signing key, as a key set (RFC 7517, section 5). */
export function publicKeySet(keys: Keys): { keys: JsonWebKey[] } {
  return { keys: [publicKey(keys.signing)] };
}
