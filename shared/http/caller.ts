import { extractCredentials, verifyCredentials } from "@supabase/server/core";
import { verify } from "hono/jwt";
import { decodeProtectedHeader } from "jose";
import { z } from "zod";
import { env, projectEnv } from "../base/env.ts";
import { internal, unauthorized } from "../base/errors.ts";
import { trustedKeys, trustedKeysWith } from "./signing-keys.ts";

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
  addToCache({ caller, exp: data.exp });
  return caller;
}

/*
 * The verification of a signature is most of the cost of a small request. A valid token remains valid
 * until it expires, under the same keys, so the isolate caches the callers of the latest tokens.
 */
const MAX_CACHED = 1000;
const cache = new Map<string, { caller: Caller; exp: number }>();
let keysOfCache: unknown[] = [];

function cachedCaller(token: string): Caller | undefined {
  const keys = [trustedKeys(), env("JWT_SECRET")];
  if (keys.some((key, n) => key !== keysOfCache[n])) {
    cache.clear();
    keysOfCache = keys;
  }
  const cached = cache.get(token);
  if (!cached || cached.exp <= Date.now() / 1000) return undefined;
  addToCache(cached);
  return cached.caller;
}

/** Adds it last: the map then begins with what was not used for longest. */
function addToCache(verified: { caller: Caller; exp: number }): void {
  cache.delete(verified.caller.token);
  cache.set(verified.caller.token, verified);
  if (cache.size > MAX_CACHED) cache.delete(cache.keys().next().value!);
}

async function verifiedClaims(token: string): Promise<unknown> {
  const header = headerOf(token);
  const secret = env("JWT_SECRET");
  // The legacy shared secret has no key id.
  if (secret && header.alg === "HS256" && header.kid === undefined) {
    return await verify(token, secret, { alg: "HS256", iat: false }).catch(() => null);
  }
  if (typeof header.kid !== "string") return null;
  const jwks = await trustedKeysWith(header.kid);
  const { url, publishableKey } = projectEnv();
  const { data, error } = await verifyCredentials(
    { token, apikey: null },
    { auth: "user", env: { url, publishableKeys: { default: publishableKey }, jwks } },
  );
  // An error other than a refusal of the token, such as unreachable keys, is not the client's.
  if (error && error.status >= 500) throw internal(error);
  return data?.jwtClaims ?? null;
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
  const header = request.headers.get("authorization");
  return extractCredentials(request).token ?? /^bearer +(\S+) *$/i.exec(header ?? "")?.[1];
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
