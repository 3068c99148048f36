/** The messages that would be sent by e-mail, or pushed; here they are kept in memory, to be read. */

/** One message as its recipient would see it. */
export interface Message {
  to: string;
  subject: string;
  text: string;
  /** The link to follow; null where only a code is sent. */
  action_link: string | null;
  /** Six digits with the same effect as the link; null in messages without a sign-in. */
  otp: string | null;
  sent_at: string;
}

export interface Mailbox {
  /** Newest first. */
  readonly messages: readonly Message[];
  deliver(message: Omit<Message, "sent_at">): void;
}

/** So many messages are kept; the oldest go. */
const LIMIT = 500;

export function createMailbox(): Mailbox {
  const messages: Message[] = [];
  return {
    messages,
    deliver(message) {
      messages.unshift({ ...message, sent_at: new Date().toISOString() });
      messages.length = Math.min(messages.length, LIMIT);
    },
  };
}
