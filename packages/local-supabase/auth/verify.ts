/** `/verify`: exchanges the token of a message for a session. */
import type { Context } from "hono";
import { z } from "zod";
import { confirmEmail, confirmEmailChange, setPassword } from "./accounts.ts";
import type { AuthenticationMethod } from "./access-tokens.ts";
import type { AuthContext, Database } from "./context.ts";
import { asRefusal, badRequest, forbidden, orFail } from "./errors.ts";
import {
  clearOneTimeTokens,
  isExpired,
  type OneTimeToken,
  PKCE_PREFIX,
  takeOneTimeToken,
  tokenHash,
  type TokenType,
} from "./one-time-tokens.ts";
import { hashPassword, randomPassword } from "./passwords.ts";
import { issueCode } from "./pkce.ts";
import { redirectTarget, withError, withFragment, withQuery } from "./redirects.ts";
import { checkEmail, deviceOf, phoneDisabled, readBody, text } from "./requests.ts";
import { createSession } from "./sessions.ts";
import {
  findUserByEmail,
  findUserById,
  isBanned,
  reload,
  updateIdentity,
  type User,
} from "./users.ts";

/** Tokens that a verification of each type may take. */
const accepted = new Map<string, TokenType[]>([
  ["signup", ["confirmation_token"]],
  ["invite", ["confirmation_token"]],
  ["recovery", ["recovery_token"]],
  ["magiclink", ["recovery_token"]],
  ["email", ["confirmation_token", "recovery_token"]],
  ["email_change", ["email_change_token_current", "email_change_token_new"]],
]);

const HALF_CONFIRMED =
  "Confirmation link accepted. Please proceed to confirm link sent to the other email";

const verifyBody = z.object({
  type: text,
  token: text,
  token_hash: text,
  email: text,
  phone: text,
  redirect_to: text,
});

/** `POST /verify`: by the hash of a link, or by an address and the code sent to it. */
export async function verifyPost(auth: AuthContext, c: Context): Promise<Response> {
  const body = await readBody(c, verifyBody);
  if (!body.type) throw badRequest("validation_failed", "Verify requires a verification type");
  if (Boolean(body.token) === Boolean(body.token_hash)) {
    throw badRequest("validation_failed", "Verify requires either a token or a token hash");
  }
  if (body.phone) throw phoneDisabled("Phone logins are disabled");
  if (body.token_hash && (body.email || body.redirect_to)) {
    throw badRequest("validation_failed", "Only the token_hash and type should be provided");
  }
  if (body.token && !body.email) {
    const message = "Only an email address or phone number should be provided on verify";
    throw badRequest("validation_failed", message);
  }
  const proof = body.token_hash
    ? { hash: body.token_hash }
    : { email: checkEmail(body.email), otp: body.token };
  return c.json(
    await auth.sql.begin(async (db) => {
      const user = await redeem(auth, db, body.type, proof);
      if (!user) return { msg: HALF_CONFIRMED, code: "200" };
      return await createSession(auth, db, user, "otp", deviceOf(c));
    }),
  );
}

/** `GET /verify`: the link of a message; always goes on to a page, with the outcome. */
export async function verifyGet(auth: AuthContext, c: Context): Promise<Response> {
  const { token = "", type = "" } = c.req.query();
  if (!type) throw badRequest("validation_failed", "Verify requires a verification type");
  if (!token) throw badRequest("validation_failed", "Verify requires a token or a token hash");
  const target = redirectTarget(auth, c);
  const pkce = token.startsWith(PKCE_PREFIX);
  try {
    const address = await auth.sql.begin(async (db) => {
      const user = await redeem(auth, db, type, { hash: token });
      if (!user) return withFragment(target, { message: HALF_CONFIRMED });
      if (pkce) return withQuery(target, { code: await issueCode(db, user.id, methodOf(type)) });
      const { user: _, ...session } = await createSession(auth, db, user, "otp", deviceOf(c));
      return withFragment(target, { ...session, type });
    });
    return c.redirect(address, 303);
  } catch (error) {
    return c.redirect(withError(target, asRefusal(error), pkce), 303);
  }
}

/** The name under which a PKCE flow was begun. */
const methodOf = (type: string): AuthenticationMethod =>
  type === "signup" ? "email/signup" : type as AuthenticationMethod;

type Proof = { hash: string } | { email: string; otp: string };

/** Takes the token and does the act that it proves. Null: the other address has to confirm too. */
async function redeem(
  auth: AuthContext,
  db: Database,
  type: string,
  proof: Proof,
): Promise<User | null> {
  const types = accepted.get(type);
  if (!types) throw badRequest("validation_failed", "Invalid email verification type");
  const refusal = forbidden(
    "otp_expired",
    "hash" in proof ? "Email link is invalid or has expired" : "Token has expired or is invalid",
  );
  const token = await orFail("Database error finding user", take(db, types, proof));
  const user = token && await findUserById(db, token.user_id);
  if (!token || !user) throw refusal;
  if (isBanned(user)) throw forbidden("user_banned", "User is banned");
  if (isExpired(user, token.token_type)) throw refusal;
  return await orFail("Database error updating user", apply(auth, db, user, token));
}

async function take(db: Database, types: TokenType[], proof: Proof): Promise<OneTimeToken | null> {
  if ("hash" in proof) return await takeOneTimeToken(db, { hashes: [proof.hash], types });
  const hash = tokenHash(proof.email, proof.otp);
  const hashes = [hash, PKCE_PREFIX + hash];
  // A change of address is proved by the new address too, which no user has yet.
  if (types.includes("email_change_token_new")) {
    return await takeOneTimeToken(db, { hashes, types });
  }
  const user = await findUserByEmail(db, proof.email);
  return user && await takeOneTimeToken(db, { hashes, types, userId: user.id });
}

async function apply(
  auth: AuthContext,
  db: Database,
  user: User,
  { token_type }: OneTimeToken,
): Promise<User | null> {
  switch (token_type) {
    case "confirmation_token":
      // An invited user chooses a password later; until then a random one keeps everybody out.
      if (user.invited_at && !user.encrypted_password) {
        await setPassword(db, user, await hashPassword(randomPassword()), null);
      }
      await confirmEmail(db, user);
      await updateIdentity(db, user.id, { email_verified: true });
      break;
    case "recovery_token":
      await clearOneTimeTokens(db, user.id);
      if (!user.email_confirmed_at) await confirmEmail(db, user);
      break;
    default:
      if (!auth.autoConfirm && user.email_change_confirm_status === 0) {
        await db`
          update auth.users set email_change_confirm_status = 1, updated_at = now()
          where id = ${user.id}`;
        return null;
      }
      await confirmEmailChange(db, user);
  }
  return await reload(db, user);
}
