/** Mails, events of the mail provider, and its stand-in. */
import process from "node:process";
import { Webhook } from "standardwebhooks";
import type { Behaviour, ReceivedMail, SentMail } from "../../packages/stand-ins/resend.ts";
import { type Answer, type Person, send } from "../support/people.ts";
import { ok } from "../support/requests.ts";
import { sql } from "../support/sql.ts";

const standIn = process.env.RESEND_BASE_URL!;
const webhook = new Webhook(process.env.RESEND_WEBHOOK_SECRET!);

/** A word that identifies the mails of one test. */
export const newWord = () => `word${crypto.randomUUID().replaceAll("-", "")}`;

/** An address that no other test uses. */
export const newAddress = () => `${newWord()}@example.net`;

const control = async (method: string, path: string, body?: unknown) => {
  const answer = await fetch(standIn + path, { method, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(await answer.text());
  return await answer.json();
};

/** Sets the provider's behaviour for the next request that contains the word. */
export const provider = (containing: string, behaviour: Omit<Behaviour, "containing">) =>
  control("POST", "/test/next", { containing, ...behaviour });

/** The mails with a word that the provider has taken, oldest first. */
export const sentWith = async (word: string): Promise<SentMail[]> =>
  (await control("GET", `/test/sent?containing=${encodeURIComponent(word)}`)).sent;

/** A row of the outbox. */
export const emailTo = async (address: string) =>
  (await sql`
    select id, status, provider_id, attempts, last_error, text_body, html_body
    from private.emails where recipient = ${address} order by created_at desc limit 1`)[0];

interface Signed {
  id?: string;
  at?: Date;
  /** Signs with another secret. */
  forged?: true;
}

/** Sends an event to the webhook, signed. */
export function deliver(event: unknown, { id, at, forged }: Signed = {}): Promise<Answer> {
  const body = typeof event === "string" ? event : JSON.stringify(event);
  const eventId = id ?? `msg_${crypto.randomUUID()}`;
  const date = at ?? new Date();
  const signer = forged ? new Webhook(btoa("another")) : webhook;
  return send("POST", "/api/email/webhook", body, {
    "content-type": "application/json",
    "svix-id": eventId,
    "svix-timestamp": String(Math.floor(date.getTime() / 1000)),
    "svix-signature": signer.sign(eventId, date, body),
  });
}

/** An event about a mail that was sent. */
export const eventOf = (type: string, about: Record<string, unknown>) => ({
  type,
  created_at: new Date().toISOString(),
  data: { created_at: new Date().toISOString(), from: "x", to: [], subject: "x", ...about },
});

export const journalAddress = async (who: Person): Promise<string> =>
  (await ok(who, "GET", "/api/user/profile")).profile.journal_email;

/** Has a mail arrive at the provider, and returns its event. */
export async function arrive(
  { from, to, subject = "Today", ...mail }:
    & { from: string; to: string; subject?: string }
    & Partial<ReceivedMail>,
) {
  const id = crypto.randomUUID();
  await control("PUT", "/test/received", { id, text: null, html: null, headers: {}, ...mail });
  return {
    type: "email.received",
    created_at: new Date().toISOString(),
    data: {
      email_id: id,
      created_at: new Date().toISOString(),
      from,
      to: [to],
      cc: [],
      bcc: [],
      received_for: [to],
      message_id: `<${id}@mail.example.net>`,
      subject,
      attachments: [],
    },
  };
}

/** The status of a mail that arrived. */
export const statusOf = async ({ data }: { data: { email_id: string } }) =>
  (await sql`select status from public.inbound_emails where provider_id = ${data.email_id}`)
    .map(({ status }) => status);
