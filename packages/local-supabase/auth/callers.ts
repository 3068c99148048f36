/** Identifies the caller of a request: a user or an administrator. */
import type { Context } from "hono";
import { errors as jose, type JWTPayload } from "jose";
import { publicKeySet } from "../base/keys.ts";
import { verifyToken } from "../base/tokens.ts";
import type { AuthContext } from "./context.ts";
import { badRequest, forbidden, orFail, unauthorized } from "./errors.ts";
import { isUuid } from "./requests.ts";
import { findSession, type Session } from "./sessions.ts";
import { findUserById, isBanned, type User } from "./users.ts";

async function verifiedClaims(auth: AuthContext, c: Context): Promise<JWTPayload> {
  const bearer = /^bearer (\S+)$/i.exec(c.req.header("authorization") ?? "")?.[1];
  if (!bearer) {
    throw unauthorized("no_authorization", "This endpoint requires a valid Bearer token");
  }
  try {
    return await verifyToken(bearer, publicKeySet(auth.keys));
  } catch (error) {
    const why = error instanceof jose.JWTExpired
      ? "token has invalid claims: token is expired"
      : "token signature is invalid";
    throw forbidden("bad_jwt", `invalid JWT: unable to parse or verify signature, ${why}`);
  }
}

/** The caller of a request: a user whose account and session still exist. */
interface Caller {
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
