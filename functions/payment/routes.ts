import { z } from "@hono/zod-openapi";
import type { Db } from "../../shared/database/clients.ts";
import { type Exactly, must } from "../../shared/database/results.ts";
import { signature } from "../../shared/http/auth.ts";
import { env } from "../../shared/base/env.ts";
import { badRequest, conflict, notFound } from "../../shared/base/errors.ts";
import { message, text, timestamp, uuid } from "../../shared/fields/basic.ts";
import { group } from "../../shared/http/group.ts";
import { log } from "../../shared/base/log.ts";
import { redirectUrl } from "../../shared/fields/redirects.ts";
import { route } from "../../shared/http/route.ts";
import {
  createPortalSession,
  requirePayments,
  verifyEvent,
} from "../../shared/providers/stripe.ts";
import { isForSale, openCheckout } from "./checkout.ts";
import { readEvent } from "./events.ts";
import { recordEvent } from "./webhook.ts";

export const routes = group("payment", "Subscriptions, paid through the payment provider");

const Subscription = z.object({
  id: uuid,
  user_id: uuid,
  payment_customer_id: z.string().openapi({ example: "cus_Q1x8s0" }),
  payment_subscription_id: z.string().openapi({ example: "sub_1OqMgR" }),
  status: z.string().openapi({
    description: "The provider's own word; `active` alone is premium.",
    example: "active",
  }),
  price_id: z.string().nullable().openapi({ example: "price_1OqMgR" }),
  current_period_end: timestamp.nullable().openapi({ description: "Until when it is paid." }),
  cancel_at: timestamp.nullable().openapi({
    description: "When it will end; null while it goes on.",
    example: null,
  }),
  cancel_at_period_end: z.boolean().openapi({ example: false }),
  created_at: timestamp,
  updated_at: timestamp,
}).openapi("Subscription");
type Subscription = z.infer<typeof Subscription>;

const columns = "id, user_id, payment_customer_id, payment_subscription_id, status, price_id, " +
  "current_period_end, cancel_at, cancel_at_period_end, created_at, updated_at";

/** What is over, or was never paid for. */
const ENDED = ["canceled", "incomplete", "incomplete_expired"];

const unavailable = "Payments are not configured, or the payment provider does not answer";

async function accountOf(db: Db): Promise<{ customerId: string | null; subscribed: boolean }> {
  const { customer_id, subscribed } = must(await db.rpc("payment_account").single());
  return { customerId: customer_id, subscribed };
}

routes.openapi(
  route({
    method: "post",
    path: "/payment/create-checkout-session",
    auth: "user",
    operationId: "createCheckoutSession",
    summary: "Begins a subscription: an address to pay at",
    description: "Send the user to `url`. When they have paid, the provider sends them to " +
      "`successUrl`, where `{CHECKOUT_SESSION_ID}` stands for the session's id, and tells the " +
      "service, within seconds as a rule: until then the subscription may not be there yet. " +
      "Someone whose subscription goes on, whatever its payments, changes it in the billing " +
      "portal instead (409).",
    idempotent: true,
    body: z.object({
      priceId: text(1, 255).openapi({ example: "price_1OqMgR" }),
      successUrl: redirectUrl,
      cancelUrl: redirectUrl,
    }),
    answer: {
      description: "The checkout",
      schema: z.object({
        sessionId: z.string().openapi({ example: "cs_test_a1b2c3" }),
        url: z.url().openapi({ example: "https://checkout.stripe.com/c/pay/cs_test_a1b2c3" }),
      }),
    },
    refusals: { 409: "There is a subscription already", 503: unavailable },
  }),
  async (c) => {
    const order = c.req.valid("json");
    requirePayments();
    if (!isForSale(order.priceId)) throw badRequest("priceId: not a price that can be bought");
    const { customerId, subscribed } = await accountOf(c.var.db);
    if (subscribed) {
      throw conflict("There is a subscription already: change it in the billing portal");
    }
    const { id, url } = await openCheckout({ caller: c.var.caller, customerId, ...order });
    return c.json({ sessionId: id, url }, 200);
  },
);

routes.openapi(
  route({
    method: "get",
    path: "/payment/subscription",
    auth: "user",
    operationId: "getSubscription",
    summary: "The caller's subscription, null when there was never one",
    description: "Of several: one that is active, else one that goes on, else the newest.",
    answer: {
      description: "The subscription",
      schema: z.object({ subscription: Subscription.nullable() }),
    },
  }),
  async (c) => {
    // A super admin sees everyone's; this is the caller's own.
    const rows = must(
      await c.var.db.from("subscriptions").select(columns).eq("user_id", c.var.caller.id)
        .order("created_at", { ascending: false }).limit(100)
        .overrideTypes<Subscription[], Exactly>(),
    );
    const subscription = rows.find(({ status }) => status === "active") ??
      rows.find(({ status }) => !ENDED.includes(status)) ?? rows[0] ?? null;
    return c.json({ subscription }, 200);
  },
);

routes.openapi(
  route({
    method: "post",
    path: "/payment/create-portal-session",
    auth: "user",
    operationId: "createPortalSession",
    summary: "Manages or cancels the subscription: an address to do it at",
    description: "Send the user to `url` at once, it is valid for some minutes. The provider " +
      "sends them back to `returnUrl`, by default to the web application.",
    bodyOptional: true,
    body: z.object({ returnUrl: redirectUrl.optional() }),
    answer: {
      description: "The billing portal",
      schema: z.object({
        url: z.url().openapi({ example: "https://billing.stripe.com/p/session/test_a1b2c3" }),
      }),
    },
    refusals: { 404: "The caller has never begun a checkout", 503: unavailable },
  }),
  async (c) => {
    const { returnUrl = env("SITE_URL") } = c.req.valid("json");
    requirePayments();
    const { customerId } = await accountOf(c.var.db);
    const session = customerId ? await createPortalSession({ customerId, returnUrl }) : null;
    if (!session) throw notFound("Billing account");
    return c.json({ url: session.url }, 200);
  },
);

routes.openapi(
  route({
    method: "post",
    path: "/payment/webhook",
    auth: signature("stripe-signature"),
    operationId: "receivePaymentEvent",
    summary: "Takes the payment provider's events",
    description: "For the provider alone, who signs what it sends. An event takes effect once, " +
      "however often and in whatever order it arrives. Of what is not known here is kept that it " +
      "came.",
    rawBody: {
      description: "The event as the provider has signed it, byte by byte",
      example: {
        id: "evt_1OqMgR",
        object: "event",
        type: "customer.subscription.updated",
        created: 1795249860,
        data: { object: { id: "sub_1OqMgR", customer: "cus_Q1x8s0", status: "active" } },
      },
    },
    answer: {
      description: "It is stored, now or before",
      schema: message,
      example: { message: "Event received" },
    },
    refusals: { 503: `${unavailable}: send the event again` },
  }),
  async (c) => {
    const verified = await verifyEvent(await c.req.text(), c.req.header("stripe-signature"));
    const event = readEvent(verified);
    const outcome = await recordEvent(event);
    const { id, type } = event;
    log(outcome === "no_user" ? "warn" : "info", "payment event", { event: id, type, outcome });
    return c.json({ message: "Event received" }, 200);
  },
);
