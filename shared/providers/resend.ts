import type { Resend } from "resend";
import { Webhook } from "standardwebhooks";
import { env, requireEnv } from "../base/env.ts";
import { badField, notConfigured, providerFailed } from "../base/errors.ts";

const DEFAULT_BASE_URL = "https://api.resend.com";

/** How long (ms) a request may take. */
export const TIMEOUT_MS = 15_000;

let connection: { key: string; baseUrl: string; client: Promise<Resend> } | undefined;

/** Whether mails can be sent at all. */
export const emailIsConfigured = (): boolean =>
  env("RESEND_API_KEY") !== undefined && env("EMAIL_FROM") !== undefined;

/** Refuses with 503 when mails cannot be sent. */
export function requireEmail(): void {
  for (const name of ["RESEND_API_KEY", "EMAIL_FROM"]) requireEnv(name, "E-mail is");
}

/** The SDK is loaded by who needs it. */
function connect(): Promise<Resend> {
  const key = requireEnv("RESEND_API_KEY", "E-mail is");
  const baseUrl = (env("RESEND_BASE_URL") ?? DEFAULT_BASE_URL).replace(/\/$/, "");
  if (connection?.key !== key || connection.baseUrl !== baseUrl) {
    const client = import("resend").then(({ Resend }) => new Resend(key, { baseUrl }));
    connection = { key, baseUrl, client };
    client.catch(() => connection = undefined);
  }
  return connection.client;
}

export interface Mail {
  /** Our id: the provider takes the same mail once a day under it, and gives it back in events. */
  id: string;
  to: string;
  subject: string;
  text: string;
  html?: string | null;
  /** Where one POST ends mails of this kind (RFC 8058). */
  unsubscribe?: string;
}

/** The name of the tag with our id. */
export const ID_TAG = "email_id";

/**
 * A mail that was not sent. When it was `refused`, sending it again is in vain; otherwise the provider
 * may have taken it although its answer was lost. The message holds nothing of the mail.
 */
export class MailFailure extends Error {
  constructor(message: string, readonly refused: boolean, readonly reused = false) {
    super(message);
  }
}

/**
 * Sends a mail from `EMAIL_FROM`. Returns the provider's id.
 *
 * @throws {MailFailure}
 */
export async function sendMail(mail: Mail): Promise<string> {
  const { id, to, subject, text, html, unsubscribe } = mail;
  const resend = await connect();
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const { data, error } = await resend.emails.send(
    {
      from: env("EMAIL_FROM")!,
      to,
      subject,
      text,
      ...(html && { html }),
      ...(unsubscribe && {
        headers: {
          "List-Unsubscribe": `<${unsubscribe}>`,
          "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        },
      }),
      tags: [{ name: ID_TAG, value: id }],
    },
    { idempotencyKey: id, signal } as { idempotencyKey: string },
  ).catch(noAnswer(signal));
  if (data?.id) return data.id;
  const { statusCode, name } = error ?? { statusCode: null, name: "no_id" };
  // The key was used for another mail.
  if (name === "invalid_idempotent_request") {
    throw new MailFailure("The mail provider knows another mail by this key", true, true);
  }
  // 422 is about the mail; 400 as well. 401 and 403 are about the account, all others may pass.
  const refused = statusCode === 400 || statusCode === 422;
  throw new MailFailure(
    statusCode === null
      ? "The mail provider does not answer"
      : `The mail provider answers ${statusCode} ${name}`,
    refused,
  );
}

/** Turns an error of the SDK after the end of the time into a missing answer; other errors stay. */
const noAnswer = (signal: AbortSignal) => (error: unknown) => {
  if (!signal.aborted) throw error;
  return { data: null, error: { statusCode: null, name: "no_answer" } };
};

interface ReceivedMail {
  text: string | null;
  html: string | null;
  /** Names in any case; a header that occurs several times is a list, or JSON of one. */
  headers: Record<string, unknown>;
}

/**
 * The text and the headers of a mail that arrived, which the webhook does not contain. Null when the
 * provider does not have it.
 *
 * @throws {HttpError} 503 when the provider does not answer.
 */
export async function readReceivedMail(id: string): Promise<ReceivedMail | null> {
  const resend = await connect();
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const { data, error } = await resend.emails.receiving.get(
    encodeURIComponent(id),
    // Inline images would be part of the text.
    { html_format: "cid", signal } as { html_format: "cid" },
  ).catch(noAnswer(signal));
  if (data) return { text: data.text, html: data.html, headers: data.headers ?? {} };
  if (error?.statusCode === 404) return null;
  throw providerFailed("The mail provider does not answer, send the event again", {
    cause: error,
  });
}

/**
 * Whether the provider vouches for the body of a webhook: false when `RESEND_WEBHOOK_SECRET` is not
 * set. The scheme is that of https://www.standardwebhooks.com with the header names of Svix; a
 * signature is valid for five minutes.
 *
 * @throws {HttpError} 400 when the signature does not fit.
 */
export function verifyWebhook(
  body: string,
  header: (name: string) => string | undefined,
): boolean {
  const secret = env("RESEND_WEBHOOK_SECRET");
  if (!secret) return false;
  for (const name of ["svix-id", "svix-timestamp", "svix-signature"]) {
    if (!header(name)) throw badField(name, "required");
  }
  const webhook = webhookOf(secret);
  try {
    webhook.verify(body, {
      "webhook-id": header("svix-id")!,
      "webhook-timestamp": header("svix-timestamp")!,
      "webhook-signature": header("svix-signature")!,
    }, { jsonParse: false });
    return true;
  } catch {
    throw badField("svix-signature", "does not fit this body, or is too old");
  }
}

function webhookOf(secret: string): Webhook {
  try {
    return new Webhook(secret);
  } catch {
    throw notConfigured("E-mail is not configured: RESEND_WEBHOOK_SECRET is malformed");
  }
}
