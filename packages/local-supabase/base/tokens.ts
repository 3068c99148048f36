/** Signs and verifies JSON Web Tokens with the project's ES256 key. */
import { createLocalJWKSet, type JSONWebKeySet, type JWTPayload, jwtVerify, SignJWT } from "jose";

export type { JWTPayload } from "jose";

/** A key with its id, as tokens name it in their header. */
export type SigningKey = JsonWebKey & { kid: string };

/** The public half of a signing key, as `/.well-known/jwks.json` shows it. */
export function publicKey({ kid, kty, crv, x, y }: SigningKey): JsonWebKey {
  const use = { alg: "ES256", use: "sig", key_ops: ["verify"], ext: true };
  return { kid, kty, crv, x, y, ...use } as JsonWebKey;
}

/**
 * Signs claims. With `expiresIn` (seconds) the claims `iat` and `exp` are set to now and then;
 * without it they must be among the claims.
 */
export function signToken(
  claims: JWTPayload,
  key: SigningKey,
  { expiresIn }: { expiresIn?: number } = {},
): Promise<string> {
  const now = Math.floor(Date.now() / 1000);
  const times = expiresIn === undefined ? {} : { iat: now, exp: now + expiresIn };
  return new SignJWT({ ...claims, ...times })
    .setProtectedHeader({ alg: "ES256", kid: key.kid, typ: "JWT" })
    .sign(key);
}

type KeyResolver = ReturnType<typeof createLocalJWKSet>;
const resolvers = new WeakMap<object, KeyResolver>();

/** A resolver keeps its imported keys, so each key set has one resolver. */
function resolverOf(keySet: { keys: JsonWebKey[] }): KeyResolver {
  let resolver = resolvers.get(keySet);
  if (!resolver) {
    resolver = createLocalJWKSet(keySet as JSONWebKeySet);
    resolvers.set(keySet, resolver);
  }
  return resolver;
}

/**
 * Verifies signature, expiry and, when given, issuer, and returns the claims. It accepts ES256
 * alone: neither `none` nor a MAC keyed with the public key (RFC 8725, 3.1). Throws jose's error
 * otherwise.
 */
export async function verifyToken(
  token: string,
  keySet: { keys: JsonWebKey[] },
  issuer?: string,
): Promise<JWTPayload> {
  const { payload } = await jwtVerify(token, resolverOf(keySet), {
    algorithms: ["ES256"],
    ...(issuer === undefined ? {} : { issuer }),
  });
  return payload;
}
