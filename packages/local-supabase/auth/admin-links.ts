/** Invitations, and links that the holder of the secret key delivers itself. */
import type { Context } from "hono";
import { z } from "zod";
import { createAccount } from "./accounts.ts";
import type { AuthContext, Database } from "./context.ts";
import { badRequest, notFound, orFail } from "./errors.ts";
import { askBeforeUserCreated } from "./hooks.ts";
import { draftLink, setPendingEmail, tokenTypeOf } from "./messages.ts";
import { issueOneTimeToken } from "./one-time-tokens.ts";
import { checkPassword, hashPassword, randomPassword } from "./passwords.ts";
import { actionLink, redirectTarget } from "./redirects.ts";
import { checkEmail, readBody, record, text } from "./requests.ts";
import { emailExists } from "./user.ts";
import {
  findUserByEmail,
  fullView,
  mergeMetadata,
  type Metadata,
  reload,
  type User,
} from "./users.ts";

const inviteBody = z.object({ email: text, data: record });

/** `POST /invite`: an account without a password, and a message that asks its owner in. */
export async function invite(auth: AuthContext, c: Context): Promise<Response> {
  const body = await readBody(c, inviteBody);
  const email = checkEmail(body.email);
  const existing = await orFail("Database error finding user", findUserByEmail(auth.sql, email));
  if (!existing) await askBeforeUserCreated(auth, c, { email, data: body.data });
  const redirectTo = redirectTarget(auth, c);
  const { user, message } = await auth.sql.begin(async (db) => {
    const user = await invited(db, existing, email, body.data);
    const message = await draftLink(auth, db, user, "invite", { redirectTo });
    return { user: await reload(db, user), message };
  });
  auth.mail.deliver(message);
  return c.json(await fullView(auth.sql, user));
}

async function invited(
  db: Database,
  existing: User | null,
  email: string,
  data: Metadata | null,
): Promise<User> {
  if (existing?.email_confirmed_at) throw emailExists();
  const user = existing ??
    await createAccount(db, { email, passwordHash: "", data }, { selfMade: false });
  await db`update auth.users set invited_at = now(), updated_at = now() where id = ${user.id}`;
  return user;
}

const linkBody = z.object({
  type: text,
  email: text,
  new_email: text,
  password: text,
  data: record,
  redirect_to: text,
});

type LinkRequest = z.infer<typeof linkBody>;

/** `POST /admin/generate_link`: the link of a message, and the user it is for. */
export async function generateLink(auth: AuthContext, c: Context): Promise<Response> {
  const body = await readBody(c, linkBody);
  const email = checkEmail(body.email);
  const found = await orFail("Database error finding user", findUserByEmail(auth.sql, email));
  const request = adapt({ ...body, email }, found);
  if (!found) await askBeforeUserCreated(auth, c, request);
  if (request.password) checkPassword(auth, request.password);
  // Hashed before the transaction, which would otherwise wait for it.
  const passwordHash = request.password && await hashPassword(request.password);
  const redirectTo = redirectTarget(auth, c, request.redirect_to);

  const { user, link } = await auth.sql.begin(async (db) => {
    const user = await subject(db, request, found, passwordHash);
    const { type, address, tokenType } = tokenOf(request);
    const { otp, hash } = await issueOneTimeToken(db, user, tokenType, address);
    const link = {
      action_link: actionLink(auth, { token: hash, type, redirectTo }),
      email_otp: otp,
      hashed_token: hash,
      verification_type: request.type,
      redirect_to: redirectTo,
    };
    return { user: await reload(db, user), link };
  });
  return c.json({ ...await fullView(auth.sql, user), ...link });
}

const linkTypes = [...Object.keys(tokenTypeOf), "email_change_current", "email_change_new"];

/** The request as it applies to the account that is, or is not, there. */
function adapt(request: LinkRequest, found: User | null): LinkRequest {
  if (!linkTypes.includes(request.type)) {
    const message = `Invalid email action link type requested: ${request.type}`;
    throw badRequest("validation_failed", message);
  }
  if (found) return request.type === "signup" ? { ...request, password: "" } : request;
  switch (request.type) {
    case "magiclink":
      // A sign-in link for somebody new is the confirmation of their sign-up.
      return { ...request, type: "signup", password: randomPassword() };
    case "signup":
      if (!request.password) {
        throw badRequest("validation_failed", "Signup requires a valid password");
      }
      return request;
    case "invite":
      return { ...request, password: "" };
    default:
      throw notFound("user_not_found", "User with this email not found");
  }
}

/** The user the link is for, made or changed as the type asks. */
async function subject(
  db: Database,
  { type, email, new_email, data }: LinkRequest,
  found: User | null,
  passwordHash: string,
): Promise<User> {
  if (type === "invite") return await invited(db, found, email, data);
  if (!found) return await createAccount(db, { email, passwordHash, data }, { selfMade: false });
  if (type === "signup") {
    if (found.email_confirmed_at) throw emailExists();
    if (data) await mergeMetadata(db, found.id, "raw_user_meta_data", data);
  }
  if (type.startsWith("email_change")) {
    const wanted = checkEmail(new_email);
    const holder = await findUserByEmail(db, wanted);
    if (holder && holder.id !== found.id) throw emailExists();
    await setPendingEmail(db, found, wanted);
  }
  return found;
}

function tokenOf({ type, email, new_email }: LinkRequest) {
  switch (type) {
    case "email_change_current":
      return {
        type: "email_change",
        address: email,
        tokenType: "email_change_token_current",
      } as const;
    case "email_change_new":
      return {
        type: "email_change",
        address: checkEmail(new_email),
        tokenType: "email_change_token_new",
      } as const;
    default:
      return { type, address: email, tokenType: tokenTypeOf[type as keyof typeof tokenTypeOf] };
  }
}
