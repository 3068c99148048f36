/** Actions at the payment provider, and delivery of its events. */
import process from "node:process";
import { Stripe } from "stripe";
import { createApp } from "../../shared/http/app.ts";
import { routes } from "../../functions/payment/routes.ts";
import { useProject } from "../http/project.ts";
import {
  event,
  newId,
  subscription,
  type SubscriptionFields,
} from "../../packages/stand-ins/stripe-objects.ts";
import { checkAnswer } from "../support/answers.ts";
import { anonymous, type Answer, type Api, type Person, service } from "../support/people.ts";
import { platform } from "../support/platform.ts";
import { sql } from "../support/sql.ts";

const { STRIPE_API_BASE, STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET } = process.env as Record<
  string,
  string
>;

/** The Stripe SDK, connected to the stand-in, for actions of staff. */
export const stripe = new Stripe(STRIPE_SECRET_KEY!, {
  host: "127.0.0.1",
  port: new URL(STRIPE_API_BASE!).port,
  protocol: "http",
  maxNetworkRetries: 0,
});

const page = async (method: string, path: string, body?: unknown) => {
  const answer = await fetch(`${STRIPE_API_BASE}/test${path}`, {
    method,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${method} ${path}: ${await answer.text()}`);
  return await answer.json();
};

/**
 * The customer pays; resolves with the statuses of the answers when every event has been delivered.
 */
export const payAt = (
  sessionId: string,
): Promise<{ subscription: Stripe.Subscription; statuses: number[] }> =>
  page("POST", `/checkout/sessions/${sessionId}/complete`, {
    webhook: `${platform.base_url}/api/payment/webhook`,
  });

/** Sets the state of a subscription at the provider. */
export const setAtProvider = (now: Stripe.Subscription) =>
  page("PUT", `/subscriptions/${now.id}`, now);

/** Deletes a customer at the provider. */
export const forgetCustomer = (id: string) => page("DELETE", `/customers/${id}`);

/** The number of customers that the provider has created for a user. */
export const customersOf = async ({ email }: Person) =>
  (await stripe.customers.list({ email })).data;

interface Delivery {
  to?: Api;
  path?: string;
  secret?: string;
  /** The time of the signature, in seconds since 1970. */
  timestamp?: number;
  /** The body to send instead of the signed one. */
  sent?: string;
}

/** Delivers an event, signed by the SDK's own test helper. */
export async function deliver(
  about: unknown,
  { to = anonymous.api, path = "/payment/webhook", secret, timestamp, sent }: Delivery = {},
): Promise<Answer> {
  const payload = typeof about === "string" ? about : JSON.stringify(about);
  const header = await Stripe.webhooks.generateTestHeaderStringAsync({
    payload,
    secret: secret ?? STRIPE_WEBHOOK_SECRET!,
    ...(timestamp && { timestamp }),
  });
  return await to("POST", path, sent ?? payload, {
    "content-type": "application/json; charset=utf-8",
    "stripe-signature": header,
  });
}

/**
 * The group within this process, on the platform's database, so that tests can change its
 * environment and send more requests than the general rate limit allows.
 */
export async function inProcess(): Promise<Api> {
  await useProject();
  const app = createApp([routes]);
  return async (method, path, body, headers = {}) => {
    const json = typeof body === "object";
    const answer = await app.request(path, {
      method,
      headers: { ...(json && { "content-type": "application/json" }), ...headers },
      body: json ? JSON.stringify(body) : body as string | undefined,
    });
    const { status, headers: answered } = answer;
    const checked = { status, body: await answer.json(), headers: answered };
    await checkAnswer(method, path, checked);
    return checked;
  };
}

/** A customer at the provider that belongs to a user, without metadata at the provider. */
export async function customerOf({ id }: Pick<Person, "id">): Promise<string> {
  const customer = newId("cus");
  const { error } = await service.rpc("link_payment_customer", {
    p_user_id: id,
    p_customer_id: customer,
  });
  if (error) throw error;
  return customer;
}

/** An event about a subscription in a given state; `at` is its time in seconds. */
export const about = (
  fields: SubscriptionFields,
  { type = "updated", at }: { type?: "created" | "updated" | "deleted"; at: number },
) => event(`customer.subscription.${type}`, subscription(fields), { created: at });

/** The stored subscription; undefined when there is none. */
export const stored = async (paymentSubscriptionId: string) =>
  (await sql`
    select user_id, payment_customer_id, status, cancel_at_period_end, price_id
    from public.subscriptions where payment_subscription_id = ${paymentSubscriptionId}`)[0];

/** The stored outcome of an event; undefined when it was not stored. */
export const outcomeOf = async (eventId: string): Promise<string | undefined> =>
  (await sql`select outcome from private.payment_events where id = ${eventId}`)[0]?.outcome;
