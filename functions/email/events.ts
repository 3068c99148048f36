import emailAddresses from "email-addresses";
import { z } from "zod";
import { findMood, NewEntry } from "../../shared/ai/mood.ts";
import { env } from "../../shared/base/env.ts";
import { inBackground } from "../../shared/base/log.ts";
import { cut, parseJson, storable } from "../../shared/base/text.ts";
import { serviceClient } from "../../shared/database/clients.ts";
import { must, shaped } from "../../shared/database/results.ts";
import { aiIsConfigured } from "../../shared/providers/openai-call.ts";
import { ID_TAG, readReceivedMail } from "../../shared/providers/resend.ts";
import { isAuthentic } from "./authentication.ts";
import { withoutQuotes, writtenText } from "./text.ts";

const Event = z.object({ type: z.string().min(1).max(255), data: z.unknown() });

/** The events that change the state of a sent mail, and its new states. */
const statuses: Record<string, { status: string; suppress?: true }> = {
  "email.sent": { status: "sent" },
  "email.delivered": { status: "delivered" },
  "email.bounced": { status: "bounced", suppress: true },
  "email.suppressed": { status: "bounced", suppress: true },
  "email.complained": { status: "complained", suppress: true },
  "email.failed": { status: "dead" },
};

const SentMail = z.object({
  email_id: z.string().min(1).max(255),
  tags: z.record(z.string(), z.unknown()).catch({}),
  bounce: z.object({ type: z.string() }).optional().catch(undefined),
});

const addresses = z.array(z.string().max(1000)).max(100).catch([]);

const ArrivedMail = z.object({
  email_id: z.string().min(1).max(255),
  from: z.string().max(1000),
  to: addresses,
  cc: addresses,
  bcc: addresses,
  received_for: addresses,
  subject: z.string().catch(""),
  message_id: z.string().trim().min(1).max(1000).optional().catch(undefined),
});

type ArrivedMail = z.infer<typeof ArrivedMail>;

/**
 * Stores an event and its effect, once for each id.
 *
 * @throws {HttpError} 503 when the text of a mail cannot be read; the event is then sent again.
 */
export async function receiveEvent(
  id: string,
  signed: boolean,
  body: string,
): Promise<{ type: string; outcome: string }> {
  const { type, data } = Event.safeParse(parseJson(body)).data ?? { type: "unknown", data: null };
  const arrived = type === "email.received" ? ArrivedMail.safeParse(data).data : undefined;
  if (arrived) return { type, outcome: await receiveMail(id, signed, arrived) };

  const change = Object.hasOwn(statuses, type) ? statuses[type] : undefined;
  const sent = change && SentMail.safeParse(data).data;
  const outcome = must(
    await serviceClient().rpc("record_email_event", {
      p_id: id,
      p_type: storable(type),
      p_signed: signed,
      ...(sent && {
        p_email: {
          id: z.guid().safeParse(sent.tags[ID_TAG]).data ?? null,
          provider_id: storable(sent.email_id),
          status: change.status,
          // A mailbox that is full may be mailed again.
          suppress: change.suppress === true && sent.bounce?.type !== "Transient",
        },
      }),
    }),
  );
  return { type, outcome };
}

/** How a mail ends; `mood_hit` when the analysis of its entry has begun. */
const Ended = z.object({
  status: z.string(),
  entry: NewEntry.extend({ mood_hit: z.int().nullable() }).nullish(),
});

async function receiveMail(id: string, signed: boolean, mail: ArrivedMail): Promise<string> {
  const db = serviceClient();
  const sender = mailbox(mail.from);
  const recipients = [...mail.to, ...mail.cc, ...mail.bcc, ...mail.received_for].map(storable);
  const status = must(
    await db.rpc("receive_email", {
      p_event_id: id,
      p_signed: signed,
      p_provider_id: storable(mail.email_id),
      p_sender: storable(mail.from),
      p_recipients: [...new Set(recipients)],
      p_subject: cut(storable(mail.subject), 1000),
      p_message_id: mail.message_id ? storable(mail.message_id) : null,
      p_tokens: recipients.filter((each) => /journal\+/i.test(each)).slice(0, MAX_PARSED)
        .flatMap(journalToken),
      p_address: sender ?? "",
    }),
  );
  if (status !== "pending") return status;
  const ended = await db.rpc("end_inbound_email", {
    p_event_id: id,
    p_analyze: aiIsConfigured(),
    ...await entryOf(mail, sender!),
  });
  const { status: outcome, entry } = must(shaped(Ended, ended));
  if (entry?.mood_hit) inBackground(findMood(entry, entry.mood_hit), "mood of a mail");
  return outcome;
}

/** The journal entry that a mail becomes, or why it does not. */
async function entryOf(mail: ArrivedMail, sender: string) {
  const received = await readReceivedMail(mail.email_id);
  if (!received) return { p_status: "unreadable" };
  if (!isAuthentic(received.headers, sender)) return { p_status: "not_authenticated" };
  const written = received.text?.trim() || await writtenText(received.html ?? "");
  const content = storable(await withoutQuotes(written));
  if (!content) return { p_status: "empty" };
  const subject = storable(mail.subject).replace(/\p{Cc}+/gu, " ").trim();
  return {
    p_status: "entry",
    p_entry: {
      title: cut(subject, 200),
      content: cut(content, 100_000),
    },
  };
}

/** How many addresses are parsed, and how long each may be: a crafted one takes its time. */
const MAX_PARSED = 5;
const MAX_ADDRESS = 400;

/**
 * The single address of a header such as `"Ruiz, Ana" <ana@example.com> (at home)` (RFC 5322, 3.4).
 * Undefined for several, a group, or anything that could be read in two ways.
 */
function mailbox(header: string): string | undefined {
  const parsed = header.length <= MAX_ADDRESS ? emailAddresses.parseOneAddress(header) : null;
  return parsed?.type === "mailbox" ? parsed.address : undefined;
}

/** The user's token in `journal+<token>@<domain>`. */
function journalToken(recipient: string): string[] {
  const domain = env("INBOUND_EMAIL_DOMAIN")?.toLowerCase();
  const [, token, at] = /^journal\+([a-z0-9]{1,64})@(.+)$/
    .exec(mailbox(recipient)?.toLowerCase() ?? "") ?? [];
  return token && at === domain ? [token] : [];
}
