/** The texts of the messages that the auth service sends. */
import type { Message } from "../mail/mailbox.ts";

export type MessageKind =
  | "signup"
  | "invite"
  | "recovery"
  | "magiclink"
  | "email_change"
  | "reauthentication";

const wording: Record<MessageKind, { subject: string; invitation: string }> = {
  signup: { subject: "Confirm Your Email", invitation: "Confirm your e-mail address" },
  invite: { subject: "You have been invited", invitation: "Accept the invitation" },
  recovery: { subject: "Reset Your Password", invitation: "Reset your password" },
  magiclink: { subject: "Your Magic Link", invitation: "Sign in" },
  email_change: { subject: "Confirm Email Change", invitation: "Confirm the change of address" },
  reauthentication: { subject: "Confirm reauthentication", invitation: "Confirm that it is you" },
};

/** Words a message of the kind; subjects are hosted's defaults. */
export function compose(
  kind: MessageKind,
  { to, otp, link }: { to: string; otp: string; link: string | null },
): Omit<Message, "sent_at"> {
  const { subject, invitation } = wording[kind];
  const text = link
    ? `${invitation}: ${link}\n\nOr enter the code ${otp}.\n`
    : `${invitation} with the code ${otp}.\n`;
  return { to, subject, text, action_link: link, otp };
}
