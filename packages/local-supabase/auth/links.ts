/** Routes that send a message: magic link, code, password recovery, another confirmation. */
import type { Context } from "hono";
import { z } from "zod";
import type { AuthContext } from "./context.ts";
import { badRequest, orFail, unprocessable } from "./errors.ts";
import { draftEmailChange, draftLink } from "./messages.ts";
import { randomPassword } from "./passwords.ts";
import { beginFlow, type Challenge, isPkce } from "./pkce.ts";
import { redirectTarget } from "./redirects.ts";
import { challengeFields, checkEmail, phoneDisabled, readBody, record, text } from "./requests.ts";
import { register } from "./sign-up.ts";
import { findUserByEmail, type Metadata } from "./users.ts";

const recoverBody = z.object({ email: text, ...challengeFields });

/** `POST /recover`: a link to set a new password. Unknown addresses are answered alike. */
export async function recover(auth: AuthContext, c: Context): Promise<Response> {
  const body = await readBody(c, recoverBody);
  if (!body.email) throw badRequest("validation_failed", "Password recovery requires an email");
  const email = checkEmail(body.email);
  const pkce = isPkce(body);
  const user = await orFail("Unable to process request", findUserByEmail(auth.sql, email));
  if (!user) return c.json({});
  const redirectTo = redirectTarget(auth, c);
  const message = await auth.sql.begin(async (db) => {
    if (pkce) await beginFlow(db, user.id, "recovery", body);
    return await draftLink(auth, db, user, "recovery", { redirectTo, pkce });
  });
  auth.mail.deliver(message);
  return c.json({});
}

const otpBody = z.object({
  email: text,
  phone: text,
  data: record,
  channel: text,
  create_user: z.boolean().nullish().transform((value) => value ?? true),
  ...challengeFields,
});

/** `POST /otp`: a link and a code to sign in with; makes the account unless told not to. */
export async function otp(auth: AuthContext, c: Context): Promise<Response> {
  const body = await readBody(c, otpBody);
  if (body.email && body.phone) {
    const message = "Only an email address or phone number should be provided";
    throw badRequest("validation_failed", message);
  }
  if (body.phone) throw phoneDisabled("Unsupported phone provider");
  if (!body.email) {
    throw badRequest("validation_failed", "One of email or phone must be set");
  }
  if (!body.create_user && !await findUserByEmail(auth.sql, checkEmail(body.email))) {
    throw unprocessable("otp_disabled", "Signups not allowed for otp");
  }
  return await sendMagicLink(auth, c, body);
}

const magicLinkBody = z.object({ email: text, data: record, ...challengeFields });

/** `POST /magiclink`: the older way to `POST /otp` with an e-mail address. */
export async function magicLink(auth: AuthContext, c: Context): Promise<Response> {
  return await sendMagicLink(auth, c, await readBody(c, magicLinkBody));
}

async function sendMagicLink(
  auth: AuthContext,
  c: Context,
  body: Challenge & { email: string; data: Metadata | null },
): Promise<Response> {
  const email = checkEmail(body.email);
  const pkce = isPkce(body);
  const existing = await orFail("Database error finding user", findUserByEmail(auth.sql, email));
  const mayRegister = !existing || !(existing.email_confirmed_at || auth.autoConfirm);
  const user = mayRegister
    ? await register(auth, c, { ...body, password: randomPassword() })
    : existing;
  // An account that waits for its confirmation has just been sent a link: the confirmation.
  if (!user || (mayRegister && !auth.autoConfirm)) return c.json({});

  const redirectTo = redirectTarget(auth, c);
  const message = await auth.sql.begin(async (db) => {
    if (pkce) await beginFlow(db, user.id, "magiclink", body);
    return await draftLink(auth, db, user, "magiclink", { redirectTo, pkce });
  });
  auth.mail.deliver(message);
  return c.json({});
}

const resendBody = z.object({ type: text, email: text, phone: text });

/** `POST /resend`: the confirmation of a sign-up or of a change of address, once more. */
export async function resend(auth: AuthContext, c: Context): Promise<Response> {
  const { type, email, phone } = await readBody(c, resendBody);
  if (type === "sms" || type === "phone_change" || phone) {
    throw phoneDisabled("Phone logins are disabled");
  }
  if (type !== "signup" && type !== "email_change") {
    const message = "Missing one of these types: signup, email_change, sms, phone_change";
    throw badRequest("validation_failed", message);
  }
  if (!email) throw badRequest("validation_failed", "Type provided requires an email address");
  const address = checkEmail(email);
  const user = await orFail("Unable to process request", findUserByEmail(auth.sql, address));
  const pending = type === "signup" ? !user?.email_confirmed_at : Boolean(user?.email_change);
  if (!user || !pending) return c.json({});

  const options = { redirectTo: redirectTarget(auth, c) };
  const messages = await auth.sql.begin(async (db) =>
    type === "signup"
      ? [await draftLink(auth, db, user, "signup", options)]
      : await draftEmailChange(auth, db, user, user.email_change ?? "", options)
  );
  for (const message of messages) auth.mail.deliver(message);
  return c.json({});
}
