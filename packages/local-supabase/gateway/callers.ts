/** Identifies the caller of a request by API key and user token. */
import type { Claims } from "../base/claims.ts";
import { type Keys, publicKeySet } from "../base/keys.ts";
import { signToken, verifyToken } from "../base/tokens.ts";

/** Answered as 401. */
export class KeyError extends Error {
  constructor(message: string, readonly hint: string) {
    super(message);
  }
}

/** A token that does not verify. Each service words the answer in its own format. */
export class TokenError extends Error {}

interface Callers {
  /**
   * The claims of a caller of the Data or Storage API. Throws `KeyError` without an API key, unless
   * the route needs none, and `TokenError` for a bad token.
   */
  identify(request: Request, keyless: boolean): Promise<Claims>;
  /**
   * The header `authorization` for the auth service, which knows tokens alone: a bearer that is an
   * API key becomes a token of its role. Throws `KeyError` as `identify` does.
   */
  authorization(request: Request, keyless: boolean): Promise<string | null>;
}

const bearerOf = (request: Request) =>
  /^Bearer\s+(.+)$/i.exec(request.headers.get("authorization") ?? "")?.[1];

const apiKeyOf = (request: Request) =>
  request.headers.get("apikey") ?? new URL(request.url).searchParams.get("apikey");

const missingKey = (key: string | null) =>
  key ? new KeyError("Invalid API key", "Double check your API key.") : new KeyError(
    "No API key found in request",
    "No `apikey` request header or url param was found.",
  );

/** So many verified tokens are remembered at most. */
const REMEMBERED = 1000;

/**
 * Verifies tokens and remembers each while it is valid: the signature is the largest part of the
 * gateway's work for a request, and a client sends its token with every request.
 */
function createVerifier(keys: Keys, issuer: string): (token: string) => Promise<Claims> {
  let keySet = publicKeySet(keys);
  const verified = new Map<string, Claims>();
  return async (token) => {
    if (keySet !== publicKeySet(keys)) {
      keySet = publicKeySet(keys);
      verified.clear();
    }
    const known = verified.get(token);
    if (known && Number(known.exp) * 1000 > Date.now()) return { ...known };
    verified.delete(token);
    const claims = await verifyToken(token, keySet, issuer) as Claims;
    if (claims.exp === undefined) return claims;
    // A map keeps the order of insertion: the first token is the oldest.
    if (verified.size >= REMEMBERED) verified.delete(verified.keys().next().value!);
    verified.set(token, { ...claims });
    return claims;
  };
}

export function createCallers(keys: Keys, issuer: string): Callers {
  const verify = createVerifier(keys, issuer);

  /** The key's role, or null for a text that is not a key of this project. */
  const roleOf = (key: string | null | undefined) =>
    key === keys.secret ? "service_role" : key === keys.publishable ? "anon" : null;

  return {
    async identify(request, keyless) {
      const [key, bearer] = [apiKeyOf(request), bearerOf(request)];
      const role = roleOf(key ?? (bearer?.startsWith("sb_") ? bearer : null));
      if (!role && !keyless) throw missingKey(key);
      if (!bearer || bearer === key || roleOf(bearer)) return { role: role ?? "anon" };
      try {
        return await verify(bearer);
      } catch (error) {
        if (keyless) return { role: "anon" };
        throw new TokenError(error instanceof Error ? error.message : "invalid token");
      }
    },

    async authorization(request, keyless) {
      const [key, bearer] = [apiKeyOf(request), bearerOf(request)];
      if (!keyless && !roleOf(key) && !roleOf(bearer)) throw missingKey(key);
      const role = !bearer || bearer === key ? roleOf(key) : roleOf(bearer);
      if (!role) return request.headers.get("authorization");
      const token = await signToken({ role, iss: issuer }, keys.signing, { expiresIn: 60 });
      return `Bearer ${token}`;
    },
  };
}
