/** Messages with one-time tokens: each carries a link and a code with the same effect. */
import type { AuthContext, Database } from "./context.ts";
import type { Message } from "../mail/mailbox.ts";
import { issueOneTimeToken, type TokenType } from "./one-time-tokens.ts";
import { actionLink } from "./redirects.ts";
import type { User } from "./users.ts";
import { compose, type MessageKind } from "./wording.ts";

/** A message that is ready, to be delivered once its transaction has committed. */
export type Draft = Omit<Message, "sent_at">;

interface LinkOptions {
  redirectTo: string;
  /** The link leads to a code for the client that asked for it. */
  pkce?: boolean;
}

/** The type of the token in each kind of message with a link. */
export const tokenTypeOf = {
  signup: "confirmation_token",
  invite: "confirmation_token",
  recovery: "recovery_token",
  magiclink: "recovery_token",
} as const satisfies Partial<Record<MessageKind, TokenType>>;

/** A message with a link, to the user's own address. */
export async function draftLink(
  auth: AuthContext,
  db: Database,
  user: User,
  kind: keyof typeof tokenTypeOf,
  { redirectTo, pkce }: LinkOptions,
): Promise<Draft> {
  const to = user.email ?? "";
  const { otp, hash } = await issueOneTimeToken(db, user, tokenTypeOf[kind], to, { pkce });
  const address = actionLink(auth, { token: hash, type: kind, redirectTo });
  return compose(auth, kind, { to, otp, email: to, link: { address, hash, redirectTo } });
}

/** Begins a change of address: both the new and the present address are asked. */
export async function draftEmailChange(
  auth: AuthContext,
  db: Database,
  user: User,
  newEmail: string,
  { redirectTo, pkce }: LinkOptions,
): Promise<Draft[]> {
  await setPendingEmail(db, user, newEmail);
  const draft = async (type: TokenType, to: string) => {
    const { otp, hash } = await issueOneTimeToken(db, user, type, to, { pkce });
    const address = actionLink(auth, { token: hash, type: "email_change", redirectTo });
    const email = user.email ?? "";
    return compose(auth, "email_change", {
      to,
      otp,
      email,
      newEmail,
      link: { address, hash, redirectTo },
    });
  };
  return [
    await draft("email_change_token_new", newEmail),
    ...(user.email ? [await draft("email_change_token_current", user.email)] : []),
  ];
}

/** Remembers the address the user wants; nobody has confirmed it yet. */
export async function setPendingEmail(db: Database, user: User, newEmail: string): Promise<void> {
  await db`
    update auth.users
    set email_change = ${newEmail}, email_change_confirm_status = 0, updated_at = now()
    where id = ${user.id}`;
}

/** A code alone, for users who are about to do something that asks for it. */
export async function draftReauthentication(
  auth: AuthContext,
  db: Database,
  user: User,
): Promise<Draft> {
  const to = user.email ?? "";
  const { otp } = await issueOneTimeToken(db, user, "reauthentication_token", to);
  return compose(auth, "reauthentication", { to, otp, email: to, link: null });
}
