/**
 * A stand-in for Stripe: its wire format and a small account that stores customers, checkout
 * sessions and subscriptions. Below `/test` a test performs the actions of Stripe's own pages.
 */
import { Hono } from "hono";
import { Stripe } from "stripe";
import type { StandIn } from "./stand-in.ts";
import { customer, event, invoice, newId, now, portalSession } from "./stripe-objects.ts";
import { checkoutSession, subscription } from "./stripe-objects.ts";
import { type Params, Refusal, refuse, textAt, wire, type WireEnv } from "./stripe-wire.ts";

const SECRET_KEY = "sk_test_standin_4f9a";
const WEBHOOK_SECRET = "whsec_standin_2b7c";

/** Prices on sale, and prices that make creating a session fail, like test cards. */
const prices: Record<string, Refusal | null> = {
  price_monthly: null,
  price_yearly: null,
  price_unknown: Refusal.invalid(
    "No such price: 'price_unknown'",
    "line_items[0][price]",
    "resource_missing",
  ),
  price_unavailable: new Refusal(500, { type: "api_error", message: "Something went wrong" }),
  price_rate_limited: new Refusal(
    429,
    { type: "invalid_request_error", code: "rate_limit", message: "Too many requests" },
    { "retry-after": "7", "stripe-should-retry": "false" },
  ),
  price_declined: new Refusal(402, {
    type: "card_error",
    code: "card_declined",
    decline_code: "generic_decline",
    message: "Your card was declined.",
  }),
  // The error has no parameter, because the account is misconfigured.
  price_not_set_up: Refusal.invalid("You have not finished setting up this sk_test_account."),
};

/** The functions' environment: without one of the prices, which then exists but is not for sale. */
const env = (port: number) => ({
  STRIPE_API_BASE: `http://127.0.0.1:${port}`,
  STRIPE_SECRET_KEY: SECRET_KEY,
  STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
  STRIPE_PRICE_IDS: Object.keys(prices).filter((id) => id !== "price_yearly").join(", "),
});

class Account {
  readonly customers = new Map<string, Stripe.Customer>();
  readonly sessions = new Map<string, Stripe.Checkout.Session & { price: string }>();
  readonly subscriptions = new Map<string, Stripe.Subscription>();
  /** Metadata for the subscription that a session creates. */
  readonly metadata = new Map<string, Stripe.Metadata>();
  /** What it has sent, for who asks for it again. */
  readonly events: ReturnType<typeof event>[] = [];
}

function missing(what: string, id: string | undefined, param: string): Refusal {
  return Refusal.invalid(`No such ${what}: '${id}'`, param, "resource_missing");
}

function find<T>(all: Map<string, T>, what: string, id: string | undefined, param = "id"): T {
  const found = all.get(id ?? "");
  if (!found) {
    const { body } = missing(what, id, param);
    throw new Refusal(param === "id" ? 404 : 400, body);
  }
  return found;
}

/** Refuses unknown parameters, so that a misspelt parameter is noticed. */
function only(params: Params, known: string[]): void {
  const unknown = Object.keys(params).find((name) => !known.includes(name));
  if (unknown) {
    throw Refusal.invalid(`Received unknown parameter: ${unknown}`, unknown, "parameter_unknown");
  }
}

function urlOf(params: Params, name: string): string {
  const value = textAt(params, name);
  if (!value || !URL.canParse(value)) throw Refusal.invalid("Not a valid URL", name, "url_invalid");
  return value;
}

function api(account: Account) {
  const app = new Hono<WireEnv>();
  app.use("/v1/*", wire(SECRET_KEY));

  const failedOnce = new Set<string>();
  app.post("/v1/customers", (c) => {
    const { params } = c.var;
    only(params, ["email", "metadata"]);
    const email = textAt(params, "email") ?? null;
    if (email?.startsWith("unlucky.") && !failedOnce.has(email)) {
      failedOnce.add(email);
      throw new Refusal(500, { type: "api_error", message: "Something went wrong" });
    }
    const made = customer({ email, metadata: params.metadata as Stripe.Metadata });
    account.customers.set(made.id, made);
    return c.json(made);
  });
  app.get("/v1/customers", (c) => {
    const email = textAt(c.var.params, "email");
    const data = [...account.customers.values()].filter((each) => each.email === email);
    return c.json({ object: "list", url: "/v1/customers", has_more: false, data });
  });
  app.delete("/v1/customers/:id", (c) => {
    const { id } = find(account.customers, "customer", c.req.param("id"));
    account.customers.delete(id);
    for (const each of account.subscriptions.values()) {
      if (each.customer === id) Object.assign(each, { status: "canceled", ended_at: now() });
    }
    return c.json({ id, object: "customer", deleted: true });
  });

  app.post("/v1/checkout/sessions", (c) => {
    const { params } = c.var;
    only(params, [
      "mode",
      "customer",
      "client_reference_id",
      "line_items",
      "success_url",
      "cancel_url",
      "metadata",
      "subscription_data",
    ]);
    const price = textAt(params, "line_items", 0, "price") ?? "";
    const refusal = price in prices ? prices[price] : prices.price_unknown;
    if (refusal) throw refusal;
    const made = checkoutSession({
      customer: find(account.customers, "customer", textAt(params, "customer"), "customer").id,
      client_reference_id: textAt(params, "client_reference_id") ?? null,
      success_url: urlOf(params, "success_url"),
      cancel_url: urlOf(params, "cancel_url"),
      metadata: params.metadata as Stripe.Metadata,
    });
    account.sessions.set(made.id, { ...made, price });
    const data = params.subscription_data as { metadata?: Stripe.Metadata } | undefined;
    account.metadata.set(made.id, data?.metadata ?? {});
    return c.json(made);
  });
  app.get("/v1/checkout/sessions/:id", (c) => {
    return c.json(find(account.sessions, "checkout.session", c.req.param("id")));
  });

  app.post("/v1/billing_portal/sessions", (c) => {
    const { params } = c.var;
    only(params, ["customer", "return_url"]);
    const { id } = find(account.customers, "customer", textAt(params, "customer"), "customer");
    return c.json(portalSession({ customer: id, return_url: urlOf(params, "return_url") }));
  });

  app.get("/v1/subscriptions/:id", (c) => {
    return c.json(find(account.subscriptions, "subscription", c.req.param("id")));
  });
  app.onError(refuse);
  return app;
}

/** Sends an event to a webhook, signed by the SDK's own test helper, and returns the status. */
async function deliver(webhook: string, about: ReturnType<typeof event>): Promise<number> {
  const payload = JSON.stringify(about, null, 2);
  const header = await Stripe.webhooks.generateTestHeaderStringAsync({
    payload,
    secret: WEBHOOK_SECRET,
  });
  const answer = await fetch(webhook, {
    method: "POST",
    headers: { "content-type": "application/json; charset=utf-8", "stripe-signature": header },
    body: payload,
  });
  await answer.body?.cancel();
  return answer.status;
}

/** Actions on Stripe's pages, which a test triggers. */
function pages(account: Account) {
  const app = new Hono();

  // The customer pays: the subscription is created and four events are sent at once, in no order.
  app.post("/test/checkout/sessions/:id/complete", async (c) => {
    const session = find(account.sessions, "checkout.session", c.req.param("id"));
    const { webhook } = await c.req.json() as { webhook: string };
    const begun = subscription({
      id: newId("sub"),
      customer: session.customer as string,
      priceId: session.price,
      metadata: account.metadata.get(session.id) ?? {},
      status: "incomplete",
    });
    const created = event("customer.subscription.created", begun);
    begun.status = "active";
    account.subscriptions.set(begun.id, begun);
    Object.assign(session, {
      status: "complete",
      payment_status: "paid",
      subscription: begun.id,
      url: null,
    });
    const events = [
      created,
      event("invoice.paid", invoice(begun, { billing_reason: "subscription_create" })),
      event("customer.subscription.updated", begun),
      event("checkout.session.completed", session),
    ];
    account.events.push(...events);
    const statuses = await Promise.all(events.map((each) => deliver(webhook, each)));
    return c.json({ subscription: begun, statuses });
  });

  // The customer ends it in the portal.
  app.post("/test/subscriptions/:id/cancel", async (c) => {
    const { webhook } = await c.req.json() as { webhook: string };
    const ended = find(account.subscriptions, "subscription", c.req.param("id"));
    Object.assign(ended, { status: "canceled", ended_at: now() });
    const about = event("customer.subscription.deleted", ended);
    account.events.push(about);
    return c.json(await deliver(webhook, about));
  });

  // Staff send again what was created since a time in seconds.
  app.post("/test/events/resend", async (c) => {
    const { webhook, since } = await c.req.json() as { webhook: string; since: number };
    const again = account.events.filter(({ created }) => created >= since);
    return c.json(await Promise.all(again.map((each) => deliver(webhook, each))));
  });

  app.put("/test/subscriptions/:id", async (c) => {
    account.subscriptions.set(c.req.param("id"), await c.req.json());
    return c.json({});
  });
  app.delete("/test/customers/:id", (c) => {
    account.customers.delete(c.req.param("id"));
    return c.json({});
  });
  return app;
}

/** Starts the stand-in on a free port. */
export function startStripe(): StandIn {
  const account = new Account();
  const app = new Hono().route("/", api(account)).route("/", pages(account));
  app.notFound((c) => {
    const message = `Unrecognized request URL (${c.req.method}: ${c.req.path})`;
    return refuse(new Refusal(404, { type: "invalid_request_error", message }));
  });
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, app.fetch);
  return {
    env: env((server.addr as Deno.NetAddr).port),
    stop: () => server.shutdown(),
  };
}
