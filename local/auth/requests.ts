/** Reads requests: their body, their caller, their e-mail addresses. */
import { isIP } from "node:net";
import type { Context } from "hono";
import type { JWTPayload } from "jose";
import { errors as jose } from "jose";
import { z } from "zod";
import type { AuthContext } from "./context.ts";
import { badRequest, forbidden, orFail, unauthorized } from "./errors.ts";
import { type Device, findSession, type Session } from "./sessions.ts";
import { verifyToken } from "./tokens.ts";
import { findUserById, isBanned, type User } from "./users.ts";

/** Field types of bodies. As hosted, null and a missing field are the same. */
export const text = z.string().nullish().transform((value) => value ?? "");
export const flag = z.boolean().nullish().transform((value) => value ?? false);
export const record = z.record(z.string(), z.json()).nullish().transform((value) => value ?? null);

/** The fields of a request that begins a PKCE flow. */
export const challengeFields = { code_challenge: text, code_challenge_method: text };

/** Reads a JSON body; anything else, or fields of another type, is 400 `bad_json`. */
export async function readBody<T>(c: Context, schema: z.ZodType<T>): Promise<T> {
  const parsed = schema.safeParse(await c.req.json().catch(() => undefined));
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const where = issue?.path.length ? `${issue.path.join(".")}: ` : "";
  const message = `Could not parse request body as JSON: ${where}${issue?.message}`;
  throw badRequest("bad_json", message);
}

/** The address pattern of HTML's e-mail field (WHATWG HTML, 4.10.5.1.5), which hosted uses. */
const EMAIL =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/;

/** The address in lower case; 400 `validation_failed` for what is none. */
export function checkEmail(address: string): string {
  if (!address) throw badRequest("validation_failed", "An email address is required");
  const email = address.toLowerCase();
  if (email.length > 255) throw badRequest("validation_failed", "An email address is too long");
  if (!EMAIL.test(email)) {
    throw badRequest("validation_failed", "Unable to validate email address: invalid format");
  }
  return email;
}

/** Where a session is used from, as far as the request says so. */
export function deviceOf(c: Context): Device {
  const forwarded = c.req.header("x-forwarded-for")?.split(",").map((ip) => ip.trim()) ?? [];
  return {
    userAgent: c.req.header("user-agent") ?? null,
    ip: forwarded.find((ip) => isIP(ip) > 0) ?? null,
  };
}

async function verifiedClaims(auth: AuthContext, c: Context): Promise<JWTPayload> {
  const bearer = /^bearer (\S+)$/i.exec(c.req.header("authorization") ?? "")?.[1];
  if (!bearer) {
    throw unauthorized("no_authorization", "This endpoint requires a valid Bearer token");
  }
  try {
    return await verifyToken(bearer, auth.keySet);
  } catch (error) {
    const why = error instanceof jose.JWTExpired
      ? "token has invalid claims: token is expired"
      : "token signature is invalid";
    throw forbidden("bad_jwt", `invalid JWT: unable to parse or verify signature, ${why}`);
  }
}

const uuid = z.guid();

export const isUuid = (value: unknown): value is string => uuid.safeParse(value).success;

/** The caller of a request: a user whose account and session still exist. */
export interface Caller {
  user: User;
  session: Session | null;
}

/** Refuses requests without a valid token of an existing, unbanned user with a living session. */
export async function authenticate(auth: AuthContext, c: Context): Promise<Caller> {
  const { sub, session_id } = await verifiedClaims(auth, c);
  if (!sub) throw forbidden("bad_jwt", "invalid claim: missing sub claim");
  if (!isUuid(sub)) throw badRequest("bad_jwt", "invalid claim: sub claim must be a UUID");
  const user = await orFail("Database error loading user", findUserById(auth.sql, sub));
  if (!user) throw forbidden("user_not_found", "User from sub claim in JWT does not exist");
  if (isBanned(user)) throw forbidden("user_banned", "User is banned");
  if (!session_id) return { user, session: null };
  if (!isUuid(session_id)) {
    throw forbidden("bad_jwt", "invalid claim: session_id claim must be a UUID");
  }
  const session = await orFail("Database error", findSession(auth.sql, session_id));
  if (!session) {
    const message = "Session from session_id claim in JWT does not exist";
    throw forbidden("session_not_found", message);
  }
  return { user, session };
}

/** Refuses requests that carry neither the secret key nor a token of an administrative role. */
export async function requireAdmin(auth: AuthContext, c: Context): Promise<void> {
  const { role } = await verifiedClaims(auth, c);
  if (role !== "service_role" && role !== "supabase_admin") {
    throw forbidden("not_admin", "User not allowed");
  }
}

/** What hosted answers where a phone number is given and no provider for phones is set up. */
export const phoneDisabled = (message: string) => badRequest("phone_provider_disabled", message);
