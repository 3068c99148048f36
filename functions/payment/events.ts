import { z } from "zod";
import { invalid } from "../../shared/http/validation.ts";

/** The state of a subscription in an event or at the provider; times are in seconds since 1970. */
interface SubscriptionState {
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

type About = Pick<PaymentEvent, "customer_id" | "subscription_id" | "user_id" | "subscription">;

const nothing: About = {
  customer_id: null,
  subscription_id: null,
  user_id: null,
  subscription: null,
};

/** Price and period are those of the first item: the service's checkouts have one item. */
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
}).transform((object): About & { subscription: SubscriptionState } => {
  const item = object.items?.data[0];
  return {
    customer_id: object.customer,
    subscription_id: object.id,
    user_id: object.metadata?.user_id ?? null,
    subscription: {
      status: object.status,
      price_id: item?.price?.id ?? null,
      current_period_end: item?.current_period_end ?? object.current_period_end ?? null,
      cancel_at: object.cancel_at ?? null,
      cancel_at_period_end: object.cancel_at_period_end ?? false,
    },
  };
});

const CheckoutSession = z.object({
  customer: reference.nullish(),
  subscription: reference.nullish(),
  metadata,
}).transform(({ customer, subscription, metadata }): About => ({
  customer_id: customer ?? null,
  subscription_id: subscription ?? null,
  user_id: metadata?.user_id ?? null,
  subscription: null,
}));

const Invoice = z.object({
  customer: reference.nullish(),
  parent: z.object({
    subscription_details: z.object({ subscription: reference, metadata }).nullish(),
  }).nullish(),
  /** Where it was before API version 2025-03-31. */
  subscription: reference.nullish(),
}).transform(({ customer, parent, subscription }): About => ({
  customer_id: customer ?? null,
  subscription_id: parent?.subscription_details?.subscription ?? subscription ?? null,
  user_id: parent?.subscription_details?.metadata?.user_id ?? null,
  subscription: null,
}));

/** Reads the object of an event, by the type of the event. */
const objects: Record<string, z.ZodType<About>> = {
  "customer.subscription.created": Subscription,
  "customer.subscription.updated": Subscription,
  "customer.subscription.deleted": Subscription,
  "checkout.session.completed": CheckoutSession,
  "invoice.paid": Invoice,
  "invoice.payment_failed": Invoice,
};

/**
 * Reads a verified event. Events of unknown types have no effect, and neither have events of connected
 * accounts, which control their metadata.
 *
 * @throws {HttpError} 400 when it is not an event, or its object does not match its type.
 */
export function readEvent(verified: unknown): PaymentEvent {
  const { id, type, created, account, data } = parse(Event, verified, "event");
  const object = !account && Object.hasOwn(objects, type) ? objects[type] : undefined;
  const about = object ? parse(object, data.object, "data.object") : nothing;
  return { id, type, created, ...about };
}

/** Reads a subscription of the provider. */
export const readSubscriptionObject = (object: unknown) =>
  parse(Subscription, object, "data.object");

function parse<T extends z.ZodType>(schema: T, value: unknown, what: string): z.output<T> {
  const { data, error } = schema.safeParse(value);
  if (error) throw invalid(error, what);
  return data;
}
