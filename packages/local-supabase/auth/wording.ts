/** The texts of the messages that the auth service sends. */
import type { Message } from "../mail/mailbox.ts";
import type { AuthContext } from "./context.ts";

export type MessageKind =
  | "signup"
  | "invite"
  | "recovery"
  | "magiclink"
  | "email_change"
  | "reauthentication";

/** `template` is the kind's name in `config.toml`; subjects are hosted's defaults. */
const wording: Record<MessageKind, { template: string; subject: string; invitation: string }> = {
  signup: {
    template: "confirmation",
    subject: "Confirm Your Email",
    invitation: "Confirm your e-mail address",
  },
  invite: {
    template: "invite",
    subject: "You have been invited",
    invitation: "Accept the invitation",
  },
  recovery: {
    template: "recovery",
    subject: "Reset Your Password",
    invitation: "Reset your password",
  },
  magiclink: { template: "magic_link", subject: "Your Magic Link", invitation: "Sign in" },
  email_change: {
    template: "email_change",
    subject: "Confirm Email Change",
    invitation: "Confirm the change of address",
  },
  reauthentication: {
    template: "reauthentication",
    subject: "Confirm reauthentication",
    invitation: "Confirm that it is you",
  },
};

/** The values that a message tells its recipient. */
interface Contents {
  to: string;
  otp: string;
  /** The present address of the account, and the new one. */
  email: string;
  newEmail?: string;
  /** Null in a message that has a code alone. */
  link: { address: string; hash: string; redirectTo: string } | null;
}

/** Writes a message of the kind, by the project's template where it has one. */
export function compose(
  auth: AuthContext,
  kind: MessageKind,
  { to, otp, email, newEmail = "", link }: Contents,
): Omit<Message, "sent_at"> {
  const { template, subject: usual, invitation } = wording[kind];
  const { subject = usual, content } = auth.templates[template] ?? {};
  const fields: Record<string, string> = {
    SiteURL: auth.siteUrl,
    ConfirmationURL: link?.address ?? "",
    Email: email,
    NewEmail: newEmail,
    Token: otp,
    TokenHash: link?.hash ?? "",
    RedirectTo: link?.redirectTo ?? "",
  };
  if (content) {
    const html = fill(content, fields);
    const [, address] = /href="([^"]*)"/.exec(html) ?? [];
    return {
      to,
      subject: unescaped(fill(subject, fields)),
      text: asText(html),
      action_link: address ? unescaped(address) : null,
      otp,
    };
  }
  const text = link
    ? `${invitation}: ${link.address}\n\nOr enter the code ${otp}.\n`
    : `${invitation} with the code ${otp}.\n`;
  return {
    to,
    subject: unescaped(fill(subject, fields)),
    text,
    action_link: link?.address ?? null,
    otp,
  };
}

/** Fills in the fields of a template, as Go's html/template does: escaped. */
const fill = (template: string, fields: Record<string, string>): string =>
  template.replace(
    /\{\{\s*\.(\w+)\s*\}\}/g,
    (_action, name) =>
      (fields[name] ?? "").replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`),
  );

const named: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"' };

const unescaped = (html: string): string =>
  html.replace(
    /&(?:#(\d+)|(\w+));/g,
    (entity, code, name) => code ? String.fromCharCode(code) : named[name] ?? entity,
  );

/** The plain text of a mail: its words, and the address behind each link. */
const asText = (html: string): string =>
  unescaped(
    html.replace(/<(style|title)[\s\S]*?<\/\1>/g, "")
      .replace(/<a [^>]*?href="([^"]*)"[^>]*>([\s\S]*?)<\/a>/g, "$2: $1")
      .replace(/\s+/g, " ")
      .replace(/<\/(p|h\d|div|tr)>|<br>/g, "\n\n")
      .replace(/<[^>]*>/g, ""),
  ).split("\n").map((line) => line.trim()).join("\n").replace(/\n{3,}/g, "\n\n").trim() + "\n";
