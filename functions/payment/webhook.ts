import { serviceClient } from "../../shared/database/clients.ts";
import { must } from "../../shared/database/results.ts";
import type { Json } from "../../shared/database/types.ts";
import { unavailable } from "../../shared/base/errors.ts";
import { readSubscription } from "../../shared/providers/stripe.ts";
import { type PaymentEvent, readSubscriptionObject } from "./events.ts";

/** What became of an event; see `private.payment_events`. */
export type Outcome = "applied" | "outdated" | "no_user" | "ignored" | "duplicate";

/** How often the subscription may change while it is being read. */
const ATTEMPTS = 5;

/**
 * Stores an event and what it says, both or neither. Where the event does not say enough, because
 * it carries no subscription or shares its second with what is stored, the subscription is read
 * from the provider first; if that fails nothing is stored, and the provider sends the event again.
 *
 * @throws {HttpError} 503 when the provider does not answer, or the subscription keeps changing.
 */
export async function recordEvent(event: PaymentEvent): Promise<Outcome> {
  let { subscription, ...about } = event;
  let p_revision: number | undefined;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const answer = must(
      await serviceClient().rpc("record_payment_event", {
        p_event: about as unknown as Json,
        ...(subscription && { p_subscription: subscription as unknown as Json }),
        p_revision,
      }),
    ) as { outcome: Outcome | "read"; revision?: number };
    if (answer.outcome !== "read") return answer.outcome;

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
