import { z } from "@hono/zod-openapi";
import { unavailable } from "../../shared/base/errors.ts";
import { serviceClient } from "../../shared/database/clients.ts";
import { must, shaped } from "../../shared/database/results.ts";
import type { Checks } from "../../shared/database/schema.ts";
import { readSubscription } from "../../shared/providers/stripe.ts";
import { type PaymentEvent, readSubscriptionObject } from "./events.ts";

/** The outcome of an event that has been stored. */
type Outcome = Checks["payment_events"]["outcome"] | "duplicate";

const Recorded = z.union([
  z.object({ outcome: z.literal("read"), revision: z.int() }),
  z.object({ outcome: z.custom<Outcome>((outcome) => typeof outcome === "string") }),
]);

/** How often the subscription may change while it is read. */
const ATTEMPTS = 5;

/**
 * Stores an event and applies it, in one transaction. When the event does not determine the state of
 * the subscription, because it contains none or has the same second as the stored state, the
 * subscription is read from the provider first; if that fails nothing is stored, and the provider
 * sends the event again.
 *
 * @throws {HttpError} 503 when the provider does not answer, or the subscription keeps changing.
 */
export async function recordEvent(event: PaymentEvent): Promise<Outcome> {
  let { subscription, ...about } = event;
  let p_revision: number | undefined;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const recorded = await serviceClient().rpc("record_payment_event", {
      p_event: about,
      p_subscription: subscription ?? undefined,
      p_revision,
    });
    const answer = must(shaped(Recorded, recorded));
    if (!("revision" in answer)) return answer.outcome;

    p_revision = answer.revision;
    const current = await readSubscription(event.subscription_id!);
    const { subscription: state, ...owner } = current
      ? readSubscriptionObject(current)
      : { subscription: null };
    subscription = state;
    about = { ...about, ...owner };
  }
  throw unavailable("The subscription keeps changing, try again");
}
