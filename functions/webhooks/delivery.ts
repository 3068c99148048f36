/** The job that makes events of changes and delivers them to webhooks. */
import { describeError, log } from "../../shared/base/log.ts";
import { HttpError } from "../../shared/base/errors.ts";
import { serviceClient } from "../../shared/database/clients.ts";
import { must } from "../../shared/database/results.ts";
import { backlog } from "../../shared/jobs/runs.ts";
import { requireKeys, send } from "./sending.ts";

export const counts = ["total", "delivered", "failed", "disabled"] as const;

/** The most tries of a run, and of a webhook in it. */
const MAX_TRIES = 500;
const MAX_TRIES_EACH = 50;
const AT_ONCE = 4;

/** Until when (s) a run makes events, and begins tries, which take up to ten seconds. */
const MAKING_S = 40;
const SENDING_S = 85;

/** Makes the events of all webhooks, and delivers what is due. */
export async function deliverWebhooks({ atOnce = AT_ONCE } = {}) {
  requireKeys();
  const start = performance.now();
  const isBefore = (seconds: number) => performance.now() - start < seconds * 1000;
  const db = serviceClient();
  let p_after: string | undefined;
  do {
    p_after = must<string | null>(await db.rpc("make_webhook_events", { p_after })) ?? undefined;
  } while (p_after && isBefore(MAKING_S));

  const results = { total: 0, delivered: 0, failed: 0, disabled: 0 };
  const errors = new Set<string>();
  const tries = new Map<string, number>();

  async function work(): Promise<void> {
    while (results.total < MAX_TRIES && isBefore(SENDING_S)) {
      results.total++;
      const p_skip = [...tries].flatMap(([id, count]) => count < MAX_TRIES_EACH ? [] : id);
      const [delivery] = must(await db.rpc("take_webhook_delivery", { p_skip }));
      if (!delivery) {
        results.total--;
        return;
      }
      const { id: p_id, webhook_id } = delivery;
      tries.set(webhook_id, (tries.get(webhook_id) ?? 0) + 1);
      try {
        const outcome = await send(delivery);
        const isDelivered = Math.floor((outcome.p_status ?? 0) / 100) === 2;
        results[isDelivered ? "delivered" : "failed"]++;
        if (must(await db.rpc("settle_webhook_delivery", { p_id, ...outcome }))) results.disabled++;
      } catch (error) {
        if (!(error instanceof HttpError) || error.code !== "not_configured") throw error;
        // Its lease ends in a minute. No try was made.
        log("error", "a webhook was not sent", { webhook_id, error: describeError(error) });
        errors.add(error.message);
        tries.set(webhook_id, MAX_TRIES_EACH);
        results.failed++;
      }
    }
  }

  await Promise.all(Array.from({ length: atOnce }, work));
  const remaining = await backlog("webhook-delivery");
  return { remaining, results: { ...results, errors: [...errors] } };
}
