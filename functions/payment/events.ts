import { z } from "zod";
import { invalid } from "../../shared/http/validation.ts";

/** The state of a subscription in an event or at the provider; times are in seconds since 1970. */
export interface SubscriptionState {
  status: string;
  price_id: string | null;
  current_period_end: number | null;
  cancel_at: number | null;
  cancel_at_period_end: boolean;
}

/** The parts of an event that the service uses. */
export interface PaymentEvent {
  id: string;
  type: string;
  /** Seconds since 1970: several events of one subscription may share it. */
  created: number;
  customer_id: string | null;
  /** The changed subscription; null when the event has no effect. */
  subscription_id: string | null;
  /** The user named in the metadata, which the database compares with the customer. */
  user_id: string | null;
  /** The subscription at the time of the event, when the event contains it. */
  subscription: SubscriptionState | null;
}

const id = z.string().min(1).max(255);
const seconds = z.int().min(0);

/** The id of another object, or the object itself where it has been expanded. */
const reference = z.union([id, z.object({ id }).transform((object) => object.id)]);

const metadata = z.object({ user_id: z.string().optional() }).nullish();

const Event = z.object({
  id,
  type: id,
  created: seconds,
  account: z.string().nullish(),
  data: z.object({ object: z.unknown() }),
});

const Subscription = z.object({
  id,
  customer: reference,
  status: z.string().min(1).max(50),
  cancel_at: seconds.nullish(),
  cancel_at_period_end: z.boolean().nullish(),
  items: z.object({
    data: z.array(z.object({
      price: z.object({ id }).nullish(),
      current_period_end: seconds.nullish(),
    })),
  }).nullish(),
  /** Where it was before API version 2025-03-31. */
  current_period_end: seconds.nullish(),
  metadata,
});

const CheckoutSession = z.object({
  customer: reference.nullish(),
  subscription: reference.nullish(),
  metadata,
});

const Invoice = z.object({
  customer: reference.nullish(),
  parent: z.object({
    subscription_details: z.object({ subscription: reference, metadata }).nullish(),
  }).nullish(),
  /** Where it was before API version 2025-03-31. */
  subscription: reference.nullish(),
});

type About = Pick<PaymentEvent, "customer_id" | "subscription_id" | "user_id" | "subscription">;

const nothing: About = {
  customer_id: null,
  subscription_id: null,
  user_id: null,
  subscription: null,
};

/**
 * Reads a verified event. Events of unknown types have no effect, and neither have events of connected
 * accounts, which control their metadata.
 *
 * @throws {HttpError} 400 when it is not an event, or its object does not match its type.
 */
export function readEvent(verified: unknown): PaymentEvent {
  const { id, type, created, account, data } = parse(Event, verified, "event");
  return { id, type, created, ...account ? nothing : about(type, data.object) };
}

function about(type: string, object: unknown): About {
  switch (type) {
    case "customer.subscription.created":
    case "customer.subscription.updated":
    case "customer.subscription.deleted":
      return readSubscriptionObject(object);
    case "checkout.session.completed": {
      const session = parse(CheckoutSession, object, "data.object");
      return {
        customer_id: session.customer ?? null,
        subscription_id: session.subscription ?? null,
        user_id: session.metadata?.user_id ?? null,
        subscription: null,
      };
    }
    case "invoice.paid":
    case "invoice.payment_failed": {
      const invoice = parse(Invoice, object, "data.object");
      const details = invoice.parent?.subscription_details;
      return {
        customer_id: invoice.customer ?? null,
        subscription_id: details?.subscription ?? invoice.subscription ?? null,
        user_id: details?.metadata?.user_id ?? null,
        subscription: null,
      };
    }
    default:
      return nothing;
  }
}

/**
 * Reads a subscription of the provider. Price and period are those of its first item: the service's
 * checkouts have one item.
 */
export function readSubscriptionObject(
  object: unknown,
): About & { subscription: SubscriptionState } {
  const subscription = parse(Subscription, object, "data.object");
  const item = subscription.items?.data[0];
  return {
    customer_id: subscription.customer,
    subscription_id: subscription.id,
    user_id: subscription.metadata?.user_id ?? null,
    subscription: {
      status: subscription.status,
      price_id: item?.price?.id ?? null,
      current_period_end: item?.current_period_end ?? subscription.current_period_end ?? null,
      cancel_at: subscription.cancel_at ?? null,
      cancel_at_period_end: subscription.cancel_at_period_end ?? false,
    },
  };
}

function parse<T extends z.ZodType>(schema: T, value: unknown, what: string): z.output<T> {
  const { data, error } = schema.safeParse(value);
  if (error) throw invalid(error, what);
  return data;
}
