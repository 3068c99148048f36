/**
 * A stand-in for Stripe: its wire format and a small account that stores customers, checkout
 * sessions and subscriptions. Below `/test` a test performs the actions of Stripe's own pages;
 * somebody who tries the service finds them as pages where the stand-in knows the webhook.
 */
import { Hono } from "hono";
import type { Stripe } from "stripe";
import { serve, type StandIn } from "./stand-in.ts";
import { Account, find } from "./stripe-account.ts";
import { checkoutSession, customer, now, portalSession, price, product } from "./stripe-objects.ts";
import { humanPages, testPages, WEBHOOK_SECRET } from "./stripe-pages.ts";
import { type Params, Refusal, refuse, textAt, wire, type WireEnv } from "./stripe-wire.ts";

const SECRET_KEY = "sk_test_standin_4f9a";

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

/** The functions' environment. It lacks one of the prices, which is therefore not for sale. */
const env = (base: string) => ({
  STRIPE_API_BASE: base,
  STRIPE_SECRET_KEY: SECRET_KEY,
  STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
  STRIPE_PRICE_IDS: Object.keys(prices).filter((id) => id !== "price_yearly").join(", "),
});

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

function api(account: Account, hasPages: boolean) {
  const pageAt = (url: string, path: string) => hasPages && { url: new URL(path, url).href };
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

  app.get("/v1/prices", (c) => {
    const { params } = c.var;
    only(params, ["active", "type", "limit", "expand"]);
    const expanded = textAt(params, "expand", 0) === "data.product";
    const data = Object.keys(prices).filter((id) => prices[id] === null).map(price)
      .map((each) => expanded ? { ...each, product: product(each.product as string) } : each);
    return c.json({ object: "list", url: "/v1/prices", has_more: false, data });
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
    Object.assign(made, pageAt(c.req.url, `/c/pay/${made.id}`));
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
    const made = portalSession({ customer: id, return_url: urlOf(params, "return_url") });
    account.portals.set(made.id, made);
    return c.json({ ...made, ...pageAt(c.req.url, `/p/session/${made.id}`) });
  });

  app.get("/v1/subscriptions/:id", (c) => {
    return c.json(find(account.subscriptions, "subscription", c.req.param("id")));
  });
  app.onError(refuse);
  return app;
}

/** Starts the stand-in on a free port. With the address of a `webhook` it has pages for people. */
export function startStripe({ webhook }: { webhook?: string } = {}): StandIn {
  const account = new Account();
  const app = new Hono().route("/", api(account, Boolean(webhook)))
    .route("/", testPages(account));
  if (webhook) app.route("/", humanPages(account, webhook));
  app.notFound((c) => {
    const message = `Unrecognized request URL (${c.req.method}: ${c.req.path})`;
    return refuse(new Refusal(404, { type: "invalid_request_error", message }));
  });
  const { base, stop } = serve(app);
  return { env: env(base), stop };
}
