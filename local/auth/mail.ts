/** The messages that hosted would send by e-mail; here they are kept in memory, to be read. */

/** One message as its recipient would see it. */
export interface Message {
  to: string;
  subject: string;
  text: string;
  /** The link to follow; null where only a code is sent. */
  action_link: string | null;
  /** Six digits that do what the link does. */
  otp: string;
  sent_at: string;
}

export interface Mailbox {
  /** Newest first. */
  readonly messages: readonly Message[];
  deliver(message: Omit<Message, "sent_at">): void;
}

/** A mailbox that forgets its oldest messages beyond `limit`. */
export function createMailbox(limit = 500): Mailbox {
  const messages: Message[] = [];
  return {
    messages,
    deliver(message) {
      messages.unshift({ ...message, sent_at: new Date().toISOString() });
      messages.length = Math.min(messages.length, limit);
    },
  };
}

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
