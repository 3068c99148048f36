import { sha256 } from "hono/utils/crypto";
import { badField, conflict, providerFailed } from "../../shared/base/errors.ts";
import { inBackground, log } from "../../shared/base/log.ts";
import { serviceClient } from "../../shared/database/clients.ts";
import type { Given } from "../../shared/database/schema.ts";
import { done, f, json, must, ok, part, raw, signature, z } from "../../shared/http/declare.ts";
import { limits, takeAddressRateLimit } from "../../shared/http/limits.ts";
import {
  MailFailure,
  requireEmail,
  sendMail,
  verifyWebhook,
} from "../../shared/providers/resend.ts";
import { receiveEvent } from "./events.ts";
import { withoutStyleSheets } from "./html.ts";
import { textOf } from "./text.ts";

export const routes = part();

const html = f.text(0, 200_000).openapi({ example: "<p>See you at nine.</p>" });

const mailFields = z.object({
  to: z.email().max(320).openapi({
    description: "One address.",
    example: "ben@example.com",
  }),
  subject: f.text(1, 200).refine((line) => !/[\p{Cc}\u2028\u2029]/u.test(line), {
    error: "expected a single line",
  }).openapi({ example: "Tomorrow's walk" }),
  html: html.optional(),
  text: f.text(0, 100_000).optional().openapi({
    description: "The mail as plain text; by default it is made from `html`.",
    example: "See you at nine.",
  }),
}).refine(
  ({ html, text }) => Boolean(html?.trim() || text?.trim()),
  { error: "expected text or html", params: { code: "required" } },
);

routes.add("POST /email/send", {
  auth: "account_holder",
  operationId: "sendEmail",
  summary: "Send a mail",
  description:
    "Sends one mail from the address of the service to one recipient. The caller's own address " +
    "has to be confirmed. The subject begins with `@handle writes: `, and text and HTML begin " +
    "with a line that names the caller by handle. The service removes style sheets, scripts and " +
    "comments of the HTML; inline styles stay. A user sends 20 mails a day, and has 100 " +
    "attempts; one mailbox gets 5 mails a day of all users together. Sent again with its " +
    "`Idempotency-Key`, a mail arrives once, also after a lost answer.",
  body: json(mailFields),
  answer: ok(
    "The mail is on its way",
    z.object({ id: f.uuid.openapi({ description: "The mail's id." }) }),
  ),
  refusals: {
    403: {
      description: "The caller's own address is not confirmed, or a super admin acts as the user.",
      codes: ["email_not_confirmed", "impersonated"],
      example: "Confirm your own e-mail address first",
    },
    409: {
      description: "Mails to this address came back, or its owner complained about one.",
      codes: ["address_suppressed"],
      example: "Mails to this address are not accepted",
    },
    429:
      "The caller has sent 20 mails, or has tried 100 times, or the address has got 5, within a day.",
    503: {
      description: "The mail provider is not configured, or does not answer.",
      codes: ["not_configured", "unavailable"],
    },
  },
}, async ({ c, caller, body: { to, subject, html, text } }) => {
  requireEmail();
  const db = serviceClient();
  const plain = text?.trim() ? text : undefined;
  const key = c.req.header("idempotency-key");
  const [begun] = must(
    await db.rpc("begin_email", {
      p_user_id: caller.id,
      p_session_id: caller.sessionId,
      p_to: to,
      p_subject: subject,
      p_text: plain ?? subject,
      ...(html?.trim() && { p_html: html }),
      ...(key && { p_key: await sha256(key) ?? undefined }),
    }),
  );
  if (!begun) throw conflict("Mails to this address are not accepted", "address_suppressed");
  const { id, hits, said_subject, sender } = begun;
  try {
    // The limit is taken before this, because hostile HTML takes a second.
    const made = plain ?? (await textOf(html!) || subject);
    const mail = {
      text: `${sender}\n\n${made}`,
      html: html && senderMark(sender) + await withoutStyleSheets(html),
    };
    const p_provider_id = await sendMail({ id, to, subject: said_subject, ...mail });
    await record({ p_id: id, p_provider_id });
  } catch (error) {
    if (!(error instanceof MailFailure)) throw error;
    await record({ p_id: id, p_error: error.message, p_hits: hits });
    throw mailRefusal(error);
  }
  return { id };
});

/** Pauses (ms) before the outcome of a mail is recorded again. */
const PAUSES_MS = [1000, 5000, 15_000];

/**
 * Records the outcome of a mail. The answer is the same when the database fails now: after an error
 * the sender would send the mail again, which has already left.
 */
async function record(outcome: Given<"end_email">): Promise<void> {
  const fails = async () => (await serviceClient().rpc("end_email", outcome)).error;
  const repeat = async () => {
    for (const ms of PAUSES_MS) {
      await new Promise((resolve) => setTimeout(resolve, ms));
      if (!await fails()) return;
    }
    throw new Error("the database does not answer");
  };
  if (await fails()) inBackground(repeat(), "the outcome of a mail was not recorded");
}

/**
 * The line that says who writes, since the mail comes from the service's address. It comes first;
 * nothing hides it in the text part. In HTML style sheets are removed, and its own style stands
 * against inherited ones. Mail programs that let an inline style position an element may still show
 * one above it.
 */
const senderMark = (line: string) =>
  `<p style="display: block !important; visibility: visible !important; opacity: 1 !important; ` +
  `font: 14px sans-serif !important; color: #333 !important; background: #fff !important">` +
  `${line}</p>\n`;

function mailRefusal(error: MailFailure) {
  if (error.reused) {
    return conflict("Idempotency-Key: used for another request before", "idempotency_key_reused");
  }
  if (error.refused) return badField("to", "refused by the mail provider", { cause: error });
  return providerFailed("The mail provider does not answer at the moment, try again", {
    cause: error,
  });
}

routes.add("POST /email/webhook", {
  auth: signature("svix-signature"),
  operationId: "receiveEmailEvent",
  summary: "Receive an event of the mail provider",
  description:
    "Allowed for the provider, which signs its events: `svix-id`, `svix-timestamp` and " +
    "`svix-signature` over the raw body, valid for five minutes. An event takes effect once. " +
    "Events about sent mails update them; a bounce or a complaint suppresses the address. A mail " +
    "from a user's confirmed address to the user's `journal_email` becomes a private journal " +
    "entry. Without a configured secret, events have no effect. The service records every event, " +
    "also unknown ones.",
  body: raw("The event, byte by byte as the provider has signed it", {
    type: "email.delivered",
    created_at: "2026-11-21T08:30:00.000Z",
    data: {
      email_id: "4ef9a417-02e9-4d39-ad75-9611e0fcc33c",
      to: ["ben@example.com"],
      tags: { email_id: "7c9e6679-7425-40de-944b-e07fc1f90ae7" },
    },
  }),
  answer: done("Event received"),
  refusals: {
    429: limits.unsigned_webhook,
    503: {
      description: "The mail provider is not configured, or does not answer: send the event again.",
      codes: ["not_configured", "unavailable"],
    },
  },
}, async ({ c }) => {
  const body = await c.req.text();
  const signed = verifyWebhook(body, (name) => c.req.header(name));
  // Takes the limit here and not in the declaration, because signed events have no limit.
  if (!signed) await takeAddressRateLimit(c, "unsigned_webhook");
  const id = signed ? c.req.header("svix-id")! : `unsigned:${await sha256(body)}`;
  const { type, outcome } = await receiveEvent(id, signed, body);
  log("info", "mail event", { event: id, type, outcome });
});
