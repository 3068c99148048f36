/** Stripe's own pages: their actions for tests, and pages for people. */
import { Hono } from "hono";
import { html } from "hono/html";
import { Stripe } from "stripe";
import { type Account, find } from "./stripe-account.ts";
import { event, invoice, newId, now, subscription } from "./stripe-objects.ts";

/** Signs the events. */
export const WEBHOOK_SECRET = "whsec_standin_2b7c";

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

/**
 * The customer pays: the subscription is created and four events are sent at once, in no order.
 * Returns the statuses of their answers.
 */
async function pay(account: Account, id: string, webhook: string) {
  const session = find(account.sessions, "checkout.session", id);
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
  return { subscription: begun, statuses };
}

/** The customer ends a subscription in the portal; returns the status of the webhook's answer. */
async function end(account: Account, ended: Stripe.Subscription, webhook: string) {
  Object.assign(ended, { status: "canceled", ended_at: now() });
  const about = event("customer.subscription.deleted", ended);
  account.events.push(about);
  return await deliver(webhook, about);
}

/** Actions on Stripe's pages, which a test performs. */
export function testPages(account: Account) {
  const app = new Hono();

  app.post("/test/checkout/sessions/:id/complete", async (c) => {
    const { webhook } = await c.req.json() as { webhook: string };
    return c.json(await pay(account, c.req.param("id"), webhook));
  });

  app.post("/test/subscriptions/:id/cancel", async (c) => {
    const { webhook } = await c.req.json() as { webhook: string };
    const ended = find(account.subscriptions, "subscription", c.req.param("id"));
    return c.json(await end(account, ended, webhook));
  });

  // Staff send the events again that were created since a time in seconds.
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

/** Stripe's pages for people: to pay, and to end a subscription. */
export function humanPages(account: Account, webhook: string) {
  const app = new Hono();

  app.get("/c/pay/:id", (c) => {
    const { cancel_url, payment_status } = find(
      account.sessions,
      "checkout.session",
      c.req.param("id"),
    );
    return c.html(page(
      "Subscribe",
      payment_status === "paid" ? html`<p>This is paid already.</p>` : html`
        <p>5.00 € a month. Nothing is charged: no real payment provider is behind this page.</p>
        <form method="post"><button>Pay</button></form>
        <p><a href="${cancel_url ?? "/"}">Back without paying</a></p>
      `,
    ));
  });
  app.post("/c/pay/:id", async (c) => {
    const session = find(account.sessions, "checkout.session", c.req.param("id"));
    if (session.payment_status !== "paid") await pay(account, session.id, webhook);
    return c.redirect(session.success_url!.replace("{CHECKOUT_SESSION_ID}", session.id), 303);
  });

  const subscriptionsOf = (customer: unknown) =>
    [...account.subscriptions.values()].filter((each) =>
      each.customer === customer && each.status === "active"
    );
  app.get("/p/session/:id", (c) => {
    const { customer, return_url } = find(account.portals, "session", c.req.param("id"));
    return c.html(page(
      "Your subscription",
      html`
        ${subscriptionsOf(customer).length
          ? html`<form method="post"><button>End the subscription now</button></form>`
          : html`<p>There is no active subscription.</p>`}
        <p><a href="${return_url ?? "/"}">Back</a></p>
      `,
    ));
  });
  app.post("/p/session/:id", async (c) => {
    const { customer, return_url } = find(account.portals, "session", c.req.param("id"));
    for (const each of subscriptionsOf(customer)) await end(account, each, webhook);
    return c.redirect(return_url ?? "/", 303);
  });
  return app;
}

const page = (title: string, content: unknown) =>
  html`
    <!DOCTYPE html>
    <html lang="en">
      <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width">
        <title>${title}: stand-in of Stripe</title>
        <style>
        :root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
        body { margin: 15vh auto; max-width: 24rem; padding: 0 1rem; }
        button { font: inherit; min-height: 44px; width: 100%; }
        </style>
      </head>
      <body>
        <main><h1>${title}</h1>${content}</main>
      </body>
    </html>
  `;
