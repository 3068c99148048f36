/** The job that makes events of changes and delivers them to webhooks. */
import { describeError, log } from "../../shared/base/log.ts";
import { serviceClient } from "../../shared/database/clients.ts";
import { must } from "../../shared/database/results.ts";
import { backlog } from "../../shared/jobs/runs.ts";
import { type Delivery, requireKeys, send } from "./sending.ts";

export const counts = ["total", "delivered", "failed", "disabled"] as const;

/** The most tries of a run, and of a webhook in it. */
const MAX_TRIES = 500;
const MAX_TRIES_EACH = 50;
const AT_ONCE = 4;

/** Until when (s) a run makes events, and begins tries, which take up to ten seconds. */
const MAKING_S = 40;
const SENDING_S = 85;
const TRY_S = 10;

/**
 * Makes the events of all webhooks, and delivers what is due. Where making takes too long, the next
 * run goes on behind the last webhook. Webhooks take turns. A user with a try under way, or whose
 * tries have taken ten seconds in all, comes after the others.
 */
export async function deliverWebhooks({ atOnce = AT_ONCE, makingS = MAKING_S } = {}) {
  requireKeys();
  const start = performance.now();
  const seconds = () => (performance.now() - start) / 1000;
  const db = serviceClient();
  const results = { total: 0, delivered: 0, failed: 0, disabled: 0 };
  const errors = new Set<string>();
  const failed = (what: string, error: unknown, webhook_id?: string) => {
    log("error", what, { webhook_id, error: describeError(error) });
    errors.add(error instanceof Error ? error.message : String(error));
  };

  try {
    let p_after: string | undefined;
    do {
      p_after = must<string | null>(await db.rpc("make_webhook_events", { p_after })) ?? undefined;
    } while (p_after && seconds() < makingS);
    if (p_after) must(await db.rpc("stop_webhook_events", { p_reached_id: p_after }));
  } catch (error) {
    failed("events were not made", error);
  }

  const tries = new Map<string, number>();
  /** The seconds of each user. A try counts in full until it ends. */
  const spent = new Map<string, number>();
  const spend = (id: string, more: number) => spent.set(id, (spent.get(id) ?? 0) + more);
  const idsFrom = (counts: Map<string, number>, least: number) =>
    [...counts].flatMap(([id, count]) => count < least ? [] : id);

  async function takeNext() {
    const done = idsFrom(tries, MAX_TRIES_EACH);
    const later = idsFrom(spent, TRY_S);
    const take = async (p_skip: string[]): Promise<Delivery | undefined> =>
      must(await db.rpc("take_webhook_delivery", { p_skip }))[0];
    let delivery = await take([...done, ...later]);
    if (!delivery && later.length) delivery = await take(done);
    if (delivery) {
      tries.set(delivery.webhook_id, (tries.get(delivery.webhook_id) ?? 0) + 1);
      spend(delivery.user_id, TRY_S);
    }
    return delivery;
  }

  // Deliveries are taken one at a time, so that each call knows the deliveries taken before.
  let taking: ReturnType<typeof takeNext> = Promise.resolve(undefined);
  const take = () => (taking = taking.then(takeNext, takeNext));

  async function deliver(delivery: Delivery): Promise<void> {
    const begin = seconds();
    try {
      const outcome = await send(delivery);
      const settled = await db.rpc("settle_webhook_delivery", { p_id: delivery.id, ...outcome });
      if (must(settled)) results.disabled++;
      const isDelivered = Math.floor((outcome.p_status ?? 0) / 100) === 2;
      results[isDelivered ? "delivered" : "failed"]++;
    } finally {
      spend(delivery.user_id, seconds() - begin - TRY_S);
    }
  }

  async function work(): Promise<void> {
    while (results.total < MAX_TRIES && seconds() < SENDING_S) {
      results.total++;
      let delivery: Delivery | undefined;
      try {
        delivery = await take();
        if (!delivery) {
          results.total--;
          return;
        }
        await deliver(delivery);
      } catch (error) {
        // The lease of the webhook ends in a minute.
        failed("a webhook was not sent", error, delivery?.webhook_id);
        results.failed++;
        if (delivery) tries.set(delivery.webhook_id, MAX_TRIES_EACH);
      }
    }
  }

  await Promise.all(Array.from({ length: atOnce }, work));
  const remaining = await backlog("webhook-delivery");
  return { remaining, results: { ...results, errors: [...errors] } };
}
