/** The account of the stand-in for Stripe. */
import type { Stripe } from "stripe";
import type { event } from "./stripe-objects.ts";
import { Refusal } from "./stripe-wire.ts";

/** The objects that the account stores. */
export class Account {
  readonly customers = new Map<string, Stripe.Customer>();
  readonly sessions = new Map<string, Stripe.Checkout.Session & { price: string }>();
  readonly subscriptions = new Map<string, Stripe.Subscription>();
  readonly portals = new Map<string, Stripe.BillingPortal.Session>();
  /** Metadata for the subscription that a session creates. */
  readonly metadata = new Map<string, Stripe.Metadata>();
  /** The sent events, which clients may list. */
  readonly events: ReturnType<typeof event>[] = [];
}

function missing(what: string, id: string | undefined, param: string): Refusal {
  return Refusal.invalid(`No such ${what}: '${id}'`, param, "resource_missing");
}

/** The object under this id. Refuses an unknown id as Stripe does. */
export function find<T>(
  all: Map<string, T>,
  what: string,
  id: string | undefined,
  param = "id",
): T {
  const found = all.get(id ?? "");
  if (!found) {
    const { body } = missing(what, id, param);
    throw new Refusal(param === "id" ? 404 : 400, body);
  }
  return found;
}
