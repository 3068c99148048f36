/** Registration with e-mail address and password. */
import type { Context } from "hono";
import { z } from "zod";
import { confirmEmail, createAccount } from "./accounts.ts";
import type { AuthContext } from "./context.ts";
import { badRequest, orFail, unprocessable } from "./errors.ts";
import { askBeforeUserCreated } from "./hooks.ts";
import { draftLink } from "./messages.ts";
import { checkPassword, hashPassword } from "./passwords.ts";
import { beginFlow, type Challenge, isPkce } from "./pkce.ts";
import { redirectTarget } from "./redirects.ts";
import {
  challengeFields,
  checkEmail,
  deviceOf,
  phoneDisabled,
  readBody,
  record,
  text,
} from "./requests.ts";
import { createSession } from "./sessions.ts";
import { findUserByEmail, fullView, type Metadata, reload, type User } from "./users.ts";

const signUpBody = z.object({
  email: text,
  phone: text,
  password: text,
  data: record,
  ...challengeFields,
});

/** `POST /signup`: a session if addresses need no confirmation, otherwise the unconfirmed user. */
export async function signUp(auth: AuthContext, c: Context): Promise<Response> {
  const body = await readBody(c, signUpBody);
  if (!body.email && !body.phone) {
    throw unprocessable("anonymous_provider_disabled", "Anonymous sign-ins are disabled");
  }
  const user = await register(auth, c, body);
  if (!user) return c.json(anybody(body.email, body.data ?? {}));
  if (!user.email_confirmed_at) return c.json(await fullView(auth.sql, user));
  return c.json(
    await auth.sql.begin((db) => createSession(auth, db, user, "password", deviceOf(c))),
  );
}

/**
 * Makes the account, confirmed or with a confirmation sent. Null: the address is taken, which a
 * stranger must not learn where addresses have to be confirmed.
 */
export async function register(
  auth: AuthContext,
  c: Context,
  body: Challenge & { email: string; phone?: string; password: string; data: Metadata | null },
): Promise<User | null> {
  if (!auth.signUpEnabled) {
    throw unprocessable("signup_disabled", "Signups not allowed for this instance");
  }
  if (!body.password) throw badRequest("validation_failed", "Signup requires a valid password");
  checkPassword(auth, body.password);
  if (body.phone) throw phoneDisabled("Phone signups are disabled");
  const pkce = isPkce(body);
  const email = checkEmail(body.email);

  const existing = await orFail("Database error finding user", findUserByEmail(auth.sql, email));
  if (existing && auth.autoConfirm) {
    throw unprocessable("user_already_exists", "User already registered");
  }
  if (existing?.email_confirmed_at) return null;

  if (!existing) await askBeforeUserCreated(auth, c, { email, data: body.data });
  // Hashed before the transaction: it takes longer than all of its statements together.
  const passwordHash = existing ? "" : await hashPassword(body.password);
  const redirectTo = redirectTarget(auth, c);
  const { user, message } = await auth.sql.begin(async (db) => {
    // The existing account is unconfirmed, and its address may belong to somebody else: its
    // password stays unset.
    const account = existing ??
      await createAccount(db, { email, passwordHash, data: body.data }, { selfMade: true });
    if (auth.autoConfirm) {
      await orFail("Database error updating user", confirmEmail(db, account));
      return { user: await reload(db, account), message: null };
    }
    if (pkce) await beginFlow(db, account.id, "email/signup", body);
    const message = await draftLink(auth, db, account, "signup", { redirectTo, pkce });
    return { user: await reload(db, account), message };
  });
  if (message) auth.mail.deliver(message);
  return user;
}

/** The answer to the registration of a taken address: a made-up user that looks like any other. */
function anybody(email: string, data: Metadata) {
  const now = new Date().toISOString();
  return {
    id: crypto.randomUUID(),
    aud: "authenticated",
    role: "",
    email: email.toLowerCase(),
    phone: "",
    confirmation_sent_at: now,
    app_metadata: { provider: "email", providers: ["email"] },
    user_metadata: data,
    identities: [],
    created_at: now,
    updated_at: now,
    is_anonymous: false,
  };
}
