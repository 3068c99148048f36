import { env } from "../../shared/base/env.ts";
import { badField, conflict, notFound } from "../../shared/base/errors.ts";
import { log } from "../../shared/base/log.ts";
import type { Db } from "../../shared/database/clients.ts";
import { whole } from "../../shared/fields/pages.ts";
import { done, f, json, must, ok, part, raw, signature, z } from "../../shared/http/declare.ts";
import {
  createPortalSession,
  listPrices,
  requirePayments,
  verifyEvent,
} from "../../shared/providers/stripe.ts";
import { isForSale, openCheckout } from "./checkout.ts";
import { readEvent } from "./events.ts";
import { redirectUrl } from "./redirects.ts";
import { recordEvent } from "./webhook.ts";

export const routes = part();

const Subscription = z.object({
  id: f.uuid,
  user_id: f.uuid,
  payment_customer_id: z.string().openapi({ example: "cus_Q1x8s0" }),
  payment_subscription_id: z.string().openapi({ example: "sub_1OqMgR" }),
  status: z.string().openapi({
    description: "The status at the provider; only `active` is premium.",
    example: "active",
  }),
  price_id: z.string().nullable().openapi({ example: "price_1OqMgR" }),
  current_period_end: f.timestamp.nullable().openapi({
    description: "The end of the paid period.",
  }),
  cancel_at: f.timestamp.nullable().openapi({
    description: "When the subscription will end; null while it renews.",
    example: null,
  }),
  cancel_at_period_end: z.boolean().openapi({ example: false }),
  created_at: f.timestamp,
  updated_at: f.timestamp,
}).openapi("Subscription");

const subscriptionColumns = `
  id, user_id, payment_customer_id, payment_subscription_id, status, price_id,
  current_period_end, cancel_at, cancel_at_period_end, created_at, updated_at
`;

/** Statuses of subscriptions that do not continue (`private.subscription_continues`). */
const ENDED = ["canceled", "incomplete", "incomplete_expired"];

const unavailable = {
  description: "Payments are not configured, or the payment provider does not answer.",
  codes: ["not_configured", "unavailable"],
} as const;

async function accountOf(db: Db): Promise<{ customerId: string | null; subscribed: boolean }> {
  const { customer_id, subscribed } = must(await db.rpc("payment_account").single());
  return { customerId: customer_id, subscribed };
}

const intervals = ["day", "week", "month", "year"] as const;

const Price = z.object({
  id: z.string().openapi({ description: "The `priceId` of a checkout.", example: "price_1OqMgR" }),
  name: z.string().openapi({ description: "The product's name.", example: "Premium" }),
  amount: z.int().openapi({
    description: "In the smallest unit of the currency, such as cents.",
    example: 500,
  }),
  currency: z.string().openapi({ example: "eur" }),
  interval: z.enum(intervals).openapi({ example: "month" }),
  interval_count: z.int().openapi({
    description: "The number of intervals that a payment is for.",
    example: 1,
  }),
}).openapi("SubscriptionPrice");

routes.list("/payment/prices", {
  operationId: "listPrices",
  summary: "List the prices of a subscription, the cheapest first",
  description: "The prices that `createCheckoutSession` takes, as the payment provider has them. " +
    "Prices without a fixed amount are left out.",
  items: { prices: Price },
  order: whole(({ id }: { id: string }) => id),
  refusals: { 503: unavailable },
}, async ({ c, db }) => {
  requirePayments();
  must(await db.rpc("check_caller"));
  const sold = (await listPrices()).flatMap(
    ({ id, product: { name }, unit_amount: amount, currency, recurring }) => {
      const interval = intervals.find((each) => each === recurring?.interval);
      if (!isForSale(id) || amount === null || !interval) return [];
      const { interval_count } = recurring!;
      return [{ id, name, amount, currency, interval, interval_count }];
    },
  );
  c.header("Cache-Control", "private, max-age=300");
  return sold.sort((a, b) => a.amount - b.amount || (a.id < b.id ? -1 : 1));
});

routes.add("POST /payment/create-checkout-session", {
  operationId: "createCheckoutSession",
  summary: "Start a checkout for a subscription",
  description: "Redirect the user to `url`. After the payment, the provider redirects to " +
    "`successUrl`, with the session's id in place of `{CHECKOUT_SESSION_ID}`. The provider " +
    "notifies the service separately, usually within seconds; then the subscription appears. The " +
    "answer is 409 while a subscription has not ended, paid or not: the user changes it in the " +
    "billing portal.",
  body: json(z.object({
    priceId: f.text(1, 255).openapi({ example: "price_1OqMgR" }),
    successUrl: redirectUrl,
    cancelUrl: redirectUrl,
  })),
  answer: ok(
    "The checkout session",
    z.object({
      sessionId: z.string().openapi({ example: "cs_test_a1b2c3" }),
      url: z.url().openapi({ example: "https://checkout.stripe.com/c/pay/cs_test_a1b2c3" }),
    }),
  ),
  refusals: {
    409: {
      description: "The caller has a subscription already.",
      codes: ["already_subscribed"],
    },
    503: unavailable,
  },
}, async ({ db, caller, body: order }) => {
  requirePayments();
  if (!isForSale(order.priceId)) throw badField("priceId", "not a price that can be bought");
  const { customerId, subscribed } = await accountOf(db);
  if (subscribed) {
    throw conflict(
      "There is a subscription already: change it in the billing portal",
      "already_subscribed",
    );
  }
  const { id, url } = await openCheckout({ caller, customerId, ...order });
  return { sessionId: id, url };
});

routes.add("GET /payment/subscription", {
  operationId: "getSubscription",
  summary: "Get the caller's subscription",
  description:
    "The active subscription, otherwise one not yet ended, otherwise the newest. Null when " +
    "the caller never had a subscription.",
  answer: ok("The subscription", z.object({ subscription: z.union([Subscription, z.null()]) })),
}, async ({ db, caller }) => {
  // A super admin sees everyone's subscriptions; this is the caller's own.
  const rows = must(
    await db.from("subscriptions").select(subscriptionColumns).eq("user_id", caller.id)
      .order("created_at", { ascending: false }).limit(100),
  );
  const subscription = rows.find(({ status }) => status === "active") ??
    rows.find(({ status }) => !ENDED.includes(status)) ?? rows[0] ?? null;
  return { subscription };
});

routes.add("POST /payment/create-portal-session", {
  operationId: "createPortalSession",
  summary: "Open the billing portal",
  description: "In the portal, users change or cancel their subscription. Redirect the user to " +
    "`url` immediately, since it expires within minutes. The provider redirects them back to " +
    "`returnUrl`, by default the web application.",
  body: json(z.object({ returnUrl: redirectUrl.optional() }), { optional: true }),
  answer: ok(
    "The session of the billing portal",
    z.object({
      url: z.url().openapi({ example: "https://billing.stripe.com/p/session/test_a1b2c3" }),
    }),
  ),
  notFound: {
    description: "The caller has never started a checkout.",
    example: "Billing account not found",
  },
  refusals: {
    503: unavailable,
  },
}, async ({ db, body: { returnUrl = env("SITE_URL") } }) => {
  requirePayments();
  const { customerId } = await accountOf(db);
  const session = customerId ? await createPortalSession({ customerId, returnUrl }) : null;
  if (!session) throw notFound("Billing account");
  return { url: session.url };
});

routes.add("POST /payment/webhook", {
  auth: signature("stripe-signature"),
  operationId: "receivePaymentEvent",
  summary: "Receive an event of the payment provider",
  description: "Allowed for the provider, which signs its events. An event takes effect once, " +
    "however often and in whatever order events arrive. Events of unknown types are recorded and " +
    "have no effect.",
  body: raw("The event, byte by byte as the provider has signed it", {
    id: "evt_1OqMgR",
    object: "event",
    type: "customer.subscription.updated",
    created: 1795249860,
    data: { object: { id: "sub_1OqMgR", customer: "cus_Q1x8s0", status: "active" } },
  }),
  answer: done("Event received"),
  refusals: {
    503: { ...unavailable, description: `${unavailable.description} Send the event again.` },
  },
}, async ({ c }) => {
  const verified = await verifyEvent(await c.req.text(), c.req.header("stripe-signature"));
  const event = readEvent(verified);
  const outcome = await recordEvent(event);
  const { id, type } = event;
  log(outcome === "no_user" ? "warn" : "info", "payment event", { event: id, type, outcome });
});
