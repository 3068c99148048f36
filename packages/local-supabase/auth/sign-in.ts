/** `POST /token`: sessions for passwords, refresh tokens and codes. */
import type { Context } from "hono";
import { z } from "zod";
import type { AuthContext } from "./context.ts";
import { badRequest, orFail, unprocessable } from "./errors.ts";
import { passwordMatches, weaknesses, weakPasswordMessage } from "./passwords.ts";
import { exchangeCode } from "./pkce.ts";
import { deviceOf, readBody, text } from "./requests.ts";
import { createSession, refreshSession } from "./sessions.ts";
import { findUserByEmail, isBanned } from "./users.ts";

/** Answers by grant type. Grants that need a provider are refused as without providers. */
export function token(auth: AuthContext, c: Context): Promise<Response> {
  switch (c.req.query("grant_type")) {
    case "password":
      return signInWithPassword(auth, c);
    case "refresh_token":
      return refresh(auth, c);
    case "pkce":
      return exchangeCode(auth, c);
    case "id_token":
      throw badRequest("provider_disabled", "Provider is not enabled");
    case "web3":
      throw unprocessable("web3_provider_disabled", "Web3 provider is disabled");
    default:
      throw badRequest("invalid_credentials", "unsupported_grant_type");
  }
}

const passwordBody = z.object({ email: text, phone: text, password: text });

async function signInWithPassword(auth: AuthContext, c: Context): Promise<Response> {
  const { email, phone, password } = await readBody(c, passwordBody);
  if (email && phone) {
    const message = "Only an email address or phone number should be provided on login.";
    throw badRequest("validation_failed", message);
  }
  if (phone) throw unprocessable("phone_provider_disabled", "Phone logins are disabled");
  if (!email) throw badRequest("validation_failed", "missing email or phone");

  // An unknown address and a wrong password are told apart by nobody.
  const invalid = badRequest("invalid_credentials", "Invalid login credentials");
  const user = await orFail("Database error querying schema", findUserByEmail(auth.sql, email));
  if (!user?.encrypted_password) throw invalid;
  if (isBanned(user)) throw badRequest("user_banned", "User is banned");
  if (!await passwordMatches(password, user.encrypted_password)) throw invalid;
  if (!user.email_confirmed_at) throw badRequest("email_not_confirmed", "Email not confirmed");

  const session = await auth.sql.begin((db) =>
    createSession(auth, db, user, "password", deviceOf(c))
  );
  // A password that was once accepted still signs in; the client learns that it is weak now.
  const reasons = weaknesses(auth, password);
  const advice = reasons.length > 0
    ? { weak_password: { message: weakPasswordMessage(auth), reasons } }
    : {};
  return c.json({ ...session, ...advice });
}

const refreshBody = z.object({ refresh_token: text });

async function refresh(auth: AuthContext, c: Context): Promise<Response> {
  const { refresh_token } = await readBody(c, refreshBody);
  if (!refresh_token) throw badRequest("validation_failed", "refresh_token required");
  return c.json(await refreshSession(auth, refresh_token, deviceOf(c)));
}
