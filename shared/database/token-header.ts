/** The header by which the functions name a personal token to the database. */
import { keysIn } from "../base/keys.ts";

/** How long (s) the database accepts the header. Each call has a new one. */
const LIFETIME_S = 120;

/**
 * The key that signs: the first of `PERSONAL_TOKEN_KEY`, which the vault of the database has too.
 *
 * @throws {HttpError} 503 when no usable key is set.
 */
export const signingKey = (): Uint8Array<ArrayBuffer> =>
  keysIn("PERSONAL_TOKEN_KEY", "Personal tokens are")[0].bytes;

/**
 * The value of `x-personal-token` for one call: the token's id, when the value expires (Unix time),
 * and the HMAC-SHA-256 (RFC 2104) of both. `private.personal_token_claims` checks it.
 */
export async function tokenHeader(id: string): Promise<string> {
  const signed = `${id}.${Math.floor(Date.now() / 1000) + LIFETIME_S}`;
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", signingKey(), algorithm, false, ["sign"]);
  const mac = await crypto.subtle.sign("HMAC", key, new TextEncoder().encode(signed));
  const hex = Array.from(new Uint8Array(mac), (byte) => byte.toString(16).padStart(2, "0"));
  return `${signed}.${hex.join("")}`;
}
