import { projectEnv } from "../../shared/base/env.ts";
import { serviceClient } from "../../shared/database/clients.ts";
import { must } from "../../shared/database/results.ts";
import { runBatches } from "../../shared/jobs/batches.ts";
import { backlog } from "../../shared/jobs/runs.ts";
import {
  emailIsConfigured,
  MailFailure,
  sendMail,
  TIMEOUT_MS,
} from "../../shared/providers/resend.ts";

const mailCounts = ["total", "sent", "failed", "dead"] as const;

const unsubscribeAddress = (code: string) =>
  `${projectEnv().url}/functions/v1/api/insights/unsubscribe/${code}`;

/** Mails in a claim. */
const SIZE = 10;

/** How long (s) a mail may take. */
const MAIL_S = TIMEOUT_MS / 1000;

/**
 * Sends the due system mails within the given seconds: less than the two minutes after which the
 * claims of a run expire. The next run sends the mails for which there is no time. Without a
 * configured provider mails wait; after 24 hours they are given up.
 */
export async function deliverMails(seconds: number) {
  const db = serviceClient();
  if (!emailIsConfigured()) {
    must(await db.rpc("take_mails", { p_limit: 0 }));
    return { counts: { total: 0, sent: 0, failed: 0, dead: 0 }, errors: [], remaining: 0 };
  }
  const run = await runBatches(mailCounts, async (size, hasTime) => {
    const mails = must(await db.rpc("take_mails", { p_limit: size }));
    const step = { total: 0, sent: 0, failed: 0, dead: 0 };
    let down: string | undefined;
    for (const { id, recipient, subject, text_body, html_body, unsubscribe_code } of mails) {
      if (down || !hasTime(MAIL_S)) {
        must(await db.rpc("settle_mail", { p_id: id, p_outcome: "left" }));
        continue;
      }
      step.total++;
      try {
        const p_provider_id = await sendMail({
          id,
          to: recipient,
          subject,
          text: text_body,
          html: html_body,
          ...(unsubscribe_code && { unsubscribe: unsubscribeAddress(unsubscribe_code) }),
        });
        must(await db.rpc("settle_mail", { p_id: id, p_outcome: "sent", p_provider_id }));
        step.sent++;
      } catch (error) {
        if (!(error instanceof MailFailure)) throw error;
        const p_outcome = error.refused ? "refused" : "failed";
        const settled = { p_id: id, p_outcome, p_error: error.message };
        step.dead += Number(must(await db.rpc("settle_mail", settled)));
        step.failed++;
        // A provider that does not answer gets no more requests until the next run.
        if (!error.refused) down = error.message;
      }
    }
    return { counts: step, errors: down ? [down] : [], done: !!down || mails.length === 0 };
  }, { size: SIZE, seconds, longest: MAIL_S });
  return { ...run, remaining: await backlog("outbox-delivery", "mails") };
}
