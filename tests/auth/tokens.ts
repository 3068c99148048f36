/** Forged and unusual access tokens. */
import { importJWK, type JWTPayload, SignJWT } from "jose";
import { keys, platform } from "../support/platform.ts";

const { signing } = keys;

/** The claims of an ordinary user's token, valid for an hour. */
export const claimsOf = (sub: string): JWTPayload => {
  const now = Math.floor(Date.now() / 1000);
  const iss = `${platform.api_url}/auth/v1`;
  return { iss, sub, role: "authenticated", aud: "authenticated", iat: now - 1, exp: now + 3600 };
};

/** A token with the given claims, signed with the project's own key unless another is given. */
export async function mint(
  claims: JWTPayload,
  { key }: { key?: CryptoKey } = {},
): Promise<string> {
  return await new SignJWT(claims)
    .setProtectedHeader({ alg: "ES256", typ: "JWT", kid: signing.kid })
    .sign(key ?? await importJWK(signing, "ES256"));
}
