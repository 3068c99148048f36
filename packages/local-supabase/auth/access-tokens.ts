/** Access tokens: the claims of a session, passed through the project's own hook. */
import type { JWTPayload } from "jose";
import { z } from "zod";
import type { AuthContext, Database } from "./context.ts";
import { failure } from "./errors.ts";
import { runHook } from "./hooks.ts";
import { signToken } from "../base/tokens.ts";
import type { Json, User } from "./users.ts";

/** How the caller proved who they are (RFC 8176 has the idea, Supabase Auth the names). */
export type AuthenticationMethod =
  | "password"
  | "otp"
  | "token_refresh"
  | "magiclink"
  | "passkey"
  | "recovery"
  | "invite"
  | "email/signup"
  | "email_change";

/** Claims that every token must hold after the hook. */
const requiredClaims = z.looseObject({
  aud: z.union([z.string(), z.array(z.string())]),
  exp: z.int(),
  iat: z.int(),
  sub: z.string(),
  email: z.string(),
  phone: z.string(),
  role: z.string(),
  aal: z.string(),
  session_id: z.string(),
  is_anonymous: z.boolean(),
  iss: z.string().optional(),
  nbf: z.int().optional(),
  jti: z.string().optional(),
  app_metadata: z.looseObject({}).optional(),
  user_metadata: z.looseObject({}).optional(),
  amr: z.array(z.union([z.string(), z.looseObject({})])).optional(),
});

/** A signed access token for the session, and when it expires in seconds since 1970. */
export async function createAccessToken(
  auth: AuthContext,
  db: Database,
  user: User,
  session: { id: string; aal: string | null },
  method: AuthenticationMethod,
): Promise<{ token: string; expiresAt: number }> {
  const now = Math.floor(Date.now() / 1000);
  const expiresAt = now + auth.jwtExpiry;
  const claims = {
    iss: auth.issuer,
    sub: user.id,
    aud: user.aud,
    exp: expiresAt,
    iat: now,
    email: user.email ?? "",
    phone: user.phone ?? "",
    app_metadata: user.raw_app_meta_data ?? {},
    user_metadata: user.raw_user_meta_data ?? {},
    role: user.role,
    aal: session.aal ?? "aal1",
    amr: await methodsOf(db, session.id),
    session_id: session.id,
    is_anonymous: user.is_anonymous,
  };
  const final = auth.accessTokenHook
    ? await claimsOf(db, auth.accessTokenHook, {
      user_id: user.id,
      claims,
      authentication_method: method,
    })
    : claims;
  return { token: await signToken(final, auth.keys.signing), expiresAt };
}

/** The methods the session was authenticated with, newest last, as the claim `amr` lists them. */
async function methodsOf(db: Database, sessionId: string) {
  const rows = await db<{ method: string; timestamp: number }[]>`
    select authentication_method as method, extract(epoch from updated_at)::int as timestamp
    from auth.mfa_amr_claims where session_id = ${sessionId} order by updated_at`;
  return rows.map(({ method, timestamp }) => ({ method, timestamp }));
}

/** Asks the hook for the final claims. A hook that leaves out a required claim fails. */
async function claimsOf(
  db: Database,
  name: string,
  event: { [key: string]: Json },
): Promise<JWTPayload> {
  const { claims } = await runHook(db, name, event);
  const checked = requiredClaims.safeParse(claims);
  if (checked.success) return checked.data;
  const faults = checked.error.issues.map(({ path, message }) =>
    `- ${path.join(".") || "(root)"}: ${message}\n`
  );
  throw failure(`output claims do not conform to the expected schema: \n${faults.join("")}`);
}
