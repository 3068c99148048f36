import { extractCredentials, verifyCredentials } from "@supabase/server/core";
import { decode, verify } from "hono/jwt";
import { z } from "zod";
import { env, projectEnv } from "../base/env.ts";
import { internal, unauthorized } from "../base/errors.ts";

/** Who is calling, as the verified access token says. */
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
 * The claims that make a token one of a signed-in user of this project. API keys in their
 * legacy form are tokens too (role `anon`, `service_role`) and are not accepted here.
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
 * Verifies an access token against the project's signing keys, without a network hop: the keys
 * are in the function's environment. Tokens signed with the legacy shared secret (HS256, no
 * `kid`) are accepted only when `JWT_SECRET` is set. RFC 7519 section 7.2; the key decides the
 * algorithm, never the token (RFC 8725 section 3.1).
 *
 * @throws {HttpError} 401 when the token is forged, expired, malformed or no user's.
 *
 * @example
 * ```ts
 * const { id, email } = await verifyToken(body.token);
 * ```
 */
export async function verifyToken(token: string): Promise<Caller> {
  const { data, success } = claims.safeParse(recall(token) ?? await verifiedClaims(token));
  if (!success) throw unauthorized();
  remember(token, data);
  return {
    id: data.sub.toLowerCase(),
    email: data.email || null,
    role: data.user_role === "super_admin" ? "super_admin" : "user",
    sessionId: data.session_id ?? null,
    token,
  };
}

/*
 * Checking a signature is most of what a small request costs. A token that has been found good is
 * good until it expires, under the same keys, so the isolate remembers the latest ones.
 */
const MAX_REMEMBERED = 1000;
const remembered = new Map<string, z.infer<typeof claims>>();
let rememberedUnder: string | undefined;

function recall(token: string): unknown {
  const keys = `${env("SUPABASE_JWKS")} ${env("JWT_SECRET")}`;
  if (keys !== rememberedUnder) {
    remembered.clear();
    rememberedUnder = keys;
  }
  const known = remembered.get(token);
  return known && known.exp > Date.now() / 1000 ? known : undefined;
}

function remember(token: string, known: z.infer<typeof claims>): void {
  remembered.delete(token);
  remembered.set(token, known);
  if (remembered.size > MAX_REMEMBERED) remembered.delete(remembered.keys().next().value!);
}

async function verifiedClaims(token: string): Promise<unknown> {
  const secret = env("JWT_SECRET");
  if (secret && isLegacy(token)) {
    return await verify(token, secret, { alg: "HS256", iat: false }).catch(() => null);
  }
  const { url, publishableKey, jwks } = projectEnv();
  const { data, error } = await verifyCredentials(
    { token, apikey: null },
    { auth: "user", env: { url, publishableKeys: { default: publishableKey }, jwks } },
  );
  // Anything but a refusal of the token (no keys, keys out of reach) is a fault of ours.
  if (error && error.status >= 500) throw internal(error);
  return data?.jwtClaims ?? null;
}

/** Whether the header says HS256 without a key id, as the legacy shared secret signs. */
function isLegacy(token: string): boolean {
  try {
    const { header } = decode(token);
    return header.alg === "HS256" && header.kid === undefined;
  } catch {
    return false;
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
 * Who sends a request, verified once: the caller, or null when there is no token or a bad one.
 * A route that needs a caller refuses null; one that needs none does not care.
 */
export async function identify(request: Request): Promise<Caller | null> {
  const token = bearerToken(request);
  // API keys come in this header as well, when a client has no session. They are no users.
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
