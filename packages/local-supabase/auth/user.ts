/** Routes of signed-in users for their own account. */
import type { Context } from "hono";
import { z } from "zod";
import { setPassword } from "./accounts.ts";
import { authenticate } from "./callers.ts";
import type { AuthContext } from "./context.ts";
import { badRequest, forbidden, orFail, unprocessable } from "./errors.ts";
import { type Draft, draftEmailChange, draftReauthentication } from "./messages.ts";
import { checkPassword, hashPassword, passwordMatches } from "./passwords.ts";
import { beginFlow, isPkce } from "./pkce.ts";
import { redirectTarget } from "./redirects.ts";
import { challengeFields, checkEmail, phoneDisabled, readBody, record, text } from "./requests.ts";
import { endSessions } from "./sessions.ts";
import { findUserByEmail, fullView, mergeMetadata, reload } from "./users.ts";

/** The refusal of a change to a taken address. */
export const emailExists = () =>
  unprocessable("email_exists", "A user with this email address has already been registered");

/** `GET /user` */
export async function getUser(auth: AuthContext, c: Context): Promise<Response> {
  const { user } = await authenticate(auth, c);
  return c.json(await fullView(auth.sql, user));
}

const updateBody = z.object({
  email: text,
  phone: text,
  password: z.string().nullish(),
  data: record,
  app_metadata: record,
  ...challengeFields,
});

/** `PUT /user`: password and metadata at once, an address once it is confirmed. */
export async function updateUser(auth: AuthContext, c: Context): Promise<Response> {
  const { user, session } = await authenticate(auth, c);
  const body = await readBody(c, updateBody);
  const email = body.email ? checkEmail(body.email) : "";
  if (body.phone) throw phoneDisabled("Phone logins are disabled");
  if (typeof body.password === "string") checkPassword(auth, body.password);
  if (body.app_metadata) {
    throw forbidden("not_admin", "Updating app_metadata requires admin privileges");
  }
  const pkce = isPkce(body);
  const newEmail = email && email !== user.email ? email : "";
  if (newEmail && await findUserByEmail(auth.sql, newEmail)) throw emailExists();
  if (body.password && user.encrypted_password) {
    if (await passwordMatches(body.password, user.encrypted_password)) {
      const message = "New password should be different from the old password.";
      throw unprocessable("same_password", message);
    }
  }
  const passwordHash = body.password ? await hashPassword(body.password) : null;
  const redirectTo = redirectTarget(auth, c);

  const { updated, messages } = await auth.sql.begin(async (db) => {
    let messages: Draft[] = [];
    if (passwordHash) {
      const stored = setPassword(db, user, passwordHash, session?.id ?? null);
      await orFail("Error during password storage", stored);
    }
    if (body.data) {
      const merged = mergeMetadata(db, user.id, "raw_user_meta_data", body.data);
      await orFail("Error updating user", merged);
    }
    if (newEmail) {
      if (pkce) await beginFlow(db, user.id, "email_change", body);
      messages = await draftEmailChange(auth, db, user, newEmail, { redirectTo, pkce });
    }
    return { updated: await reload(db, user), messages };
  });
  for (const message of messages) auth.mail.deliver(message);
  return c.json(await fullView(auth.sql, updated));
}

/** `POST /logout?scope=global|local|others` */
export async function logout(auth: AuthContext, c: Context): Promise<Response> {
  const { user, session } = await authenticate(auth, c);
  const scope = c.req.query("scope") || "global";
  if (!["global", "local", "others"].includes(scope)) {
    throw badRequest("validation_failed", `Unsupported logout scope "${scope}"`);
  }
  const ended = !session || scope === "global"
    ? "all"
    : scope === "local"
    ? { only: session.id }
    : { except: session.id };
  await orFail("Error logging out user", endSessions(auth.sql, user.id, ended));
  return c.body(null, 204);
}

/** `GET /reauthenticate`: sends a code, for clients that ask for it before a change. */
export async function reauthenticate(auth: AuthContext, c: Context): Promise<Response> {
  const { user } = await authenticate(auth, c);
  if (!user.email_confirmed_at) {
    throw unprocessable("email_not_confirmed", "Please verify your email first.");
  }
  auth.mail.deliver(await auth.sql.begin((db) => draftReauthentication(auth, db, user)));
  return c.json({});
}
