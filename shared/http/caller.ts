import { decodeProtectedHeader, errors, jwtVerify } from "jose";
import QuickLRU from "quick-lru";
import { z } from "zod";
import { env } from "../base/env.ts";
import { unauthorized } from "../base/errors.ts";
import { trustedKeys, trustedKeyWith } from "./signing-keys.ts";

/** The signed-in user of a request, from the verified access token. */
export interface Caller {
  /** The user's id, the same as `profiles.id`. */
  id: string;
  email: string | null;
  /** The claim `user_role`. The database checks the profile again before it trusts it. */
  role: "user" | "super_admin";
  sessionId: string | null;
  /** The access token itself, for calls made as the caller. Never log it. */
  token: string;
}

/**
 * The claims of an access token of a signed-in user. Legacy API keys are tokens too (role `anon` or
 * `service_role`) and are refused.
 */
const claims = z.object({
  sub: z.guid(),
  role: z.literal("authenticated"),
  exp: z.number(),
  email: z.string().optional(),
  user_role: z.string().optional(),
  session_id: z.string().optional(),
});

/**
 * Verifies an access token against the project's signing keys, without a network hop unless it
 * names a key that is not known yet. Tokens signed with the legacy shared secret (HS256, no
 * `kid`) are accepted only when `JWT_SECRET` is set. RFC 7519 section 7.2; the key decides the
 * algorithm, never the token (RFC 8725 section 3.1).
 *
 * @throws {HttpError} 401 when the token is forged, expired, malformed or not a user's; 503 when
 * the key that it names cannot be looked up.
 */
export async function verifyToken(token: string): Promise<Caller> {
  const known = cachedCaller(token);
  if (known) return known;
  const { data, success } = claims.safeParse(await verifiedClaims(token));
  if (!success) throw unauthorized();
  const caller: Caller = {
    id: data.sub.toLowerCase(),
    email: data.email || null,
    role: data.user_role === "super_admin" ? "super_admin" : "user",
    sessionId: data.session_id ?? null,
    token,
  };
  cache.set(token, { caller, exp: data.exp });
  return caller;
}

/*
 * The verification of a signature is most of the cost of a small request. A valid token remains valid
 * until it expires, under the same keys, so the isolate caches the callers of the latest tokens.
 */
const cache = new QuickLRU<string, { caller: Caller; exp: number }>({ maxSize: 1000 });
let keysOfCache: unknown[] = [];

function cachedCaller(token: string): Caller | undefined {
  const keys = [trustedKeys(), env("JWT_SECRET")];
  if (keys.some((key, n) => key !== keysOfCache[n])) {
    cache.clear();
    keysOfCache = keys;
  }
  const cached = cache.get(token);
  return cached && cached.exp > Date.now() / 1000 ? cached.caller : undefined;
}

async function verifiedClaims(token: string): Promise<unknown> {
  const { alg, kid } = headerOf(token);
  const secret = env("JWT_SECRET");
  try {
    // The legacy shared secret has no key id.
    if (secret && alg === "HS256" && kid === undefined) {
      const key = new TextEncoder().encode(secret);
      return (await jwtVerify(token, key, { algorithms: ["HS256"] })).payload;
    }
    if (typeof kid !== "string") return null;
    const { key, algorithms } = await trustedKeyWith(kid);
    return (await jwtVerify(token, key, { algorithms })).payload;
  } catch (error) {
    if (error instanceof errors.JOSEError) return null;
    throw error;
  }
}

/** The header of a token, which nobody has verified. */
function headerOf(token: string): { alg?: unknown; kid?: unknown } {
  try {
    return decodeProtectedHeader(token);
  } catch {
    return {};
  }
}

/**
 * The bearer token of a request (RFC 6750 section 2.1), undefined when there is none. The scheme
 * is case-insensitive (RFC 9110 section 11.1).
 */
export function bearerToken(request: Request): string | undefined {
  return /^bearer +(\S+) *$/i.exec(request.headers.get("authorization") ?? "")?.[1];
}

/**
 * Identifies the caller of a request; null without a valid token. The guard of a route refuses null
 * where the route requires a caller.
 */
export async function identify(request: Request): Promise<Caller | null> {
  const token = bearerToken(request);
  // Clients without a session send an API key in this header.
  if (!token || token.startsWith("sb_")) return null;
  try {
    return await verifyToken(token);
  } catch (error) {
    if (isRefusal(error)) return null;
    throw error;
  }
}

function isRefusal(error: unknown): boolean {
  return error instanceof Error && "status" in error && error.status === 401;
}
