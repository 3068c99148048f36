import { describe, expect } from "vitest";
import { it } from "../support/it.ts";
import { type Person, person } from "../support/people.ts";
import { sql } from "../support/sql.ts";
import { customersOf, forgetCustomer, payAt, stripe } from "./support.ts";
import { messageOf, outcome } from "../support/requests.ts";

const home = "https://app.example.com/premium";
const order = { priceId: "price_monthly", successUrl: home, cancelUrl: home };

const checkout = (who: Person, fields: Record<string, unknown> = {}, headers = {}) =>
  who.api("POST", "/api/payment/create-checkout-session", { ...order, ...fields }, headers);

describe("/api/payment", () => {
  const path = "/api/payment";

  it("leads from checkout to premium to the billing portal", async ({ ana }) => {
    const before = await ana.api("GET", `${path}/subscription`);
    expect([before.status, before.body]).toEqual([200, { subscription: null }]);
    expect((await ana.api("POST", `${path}/create-portal-session`)).status).toBe(404);

    const opened = await ana.api("POST", `${path}/create-checkout-session`, order);
    expect([opened.status, opened.body]).toEqual([200, {
      sessionId: expect.stringMatching(/^cs_test_/),
      url: `https://checkout.stripe.com/c/pay/${opened.body.sessionId}`,
    }]);
    const { statuses } = await payAt(opened.body.sessionId);
    expect(statuses).toEqual([200, 200, 200, 200]);

    const { body: { subscription } } = await ana.api("GET", `${path}/subscription`);
    const [customer] = await customersOf(ana);
    expect(subscription).toMatchObject({
      user_id: ana.id,
      payment_customer_id: customer!.id,
      status: "active",
      price_id: "price_monthly",
      cancel_at_period_end: false,
    });

    const portal = await ana.api("POST", `${path}/create-portal-session`, { returnUrl: home });
    expect([portal.status, portal.body]).toEqual([200, {
      url: expect.stringMatching(/^https:\/\/billing\.stripe\.com\//),
    }]);
    expect((await ana.api("POST", `${path}/create-portal-session`)).status).toBe(200);

    expect(await outcome(ana, "POST", `${path}/create-checkout-session`, order)).toBe(
      "409 There is a subscription already: change it in the billing portal",
    );
  });
});

it("/api/payment/prices answers the prices that the checkout takes", async ({ ana }) => {
  const { status, body, headers } = await ana.api("GET", "/api/payment/prices");
  // Of the provider's prices, the yearly one is not for sale here.
  expect([status, body]).toEqual([200, {
    prices: [{
      id: "price_monthly",
      name: "Premium",
      amount: 500,
      currency: "eur",
      interval: "month",
      interval_count: 1,
    }],
    next_cursor: null,
  }]);
  expect(headers.get("cache-control")).toBe("private, max-age=300");
});

describe("the checkout", () => {
  it("stores the user's id at the provider", async ({ ana }) => {
    const { body: { sessionId } } = await checkout(ana, {
      successUrl: `${home}?session={CHECKOUT_SESSION_ID}`,
      cancelUrl: "https://admin.example.com/",
    });
    const session = await stripe.checkout.sessions.retrieve(sessionId);
    expect(session).toMatchObject({
      client_reference_id: ana.id,
      metadata: { user_id: ana.id },
      success_url: `${home}?session={CHECKOUT_SESSION_ID}`,
      cancel_url: "https://admin.example.com/",
    });
    const [customer] = await customersOf(ana);
    expect(customer).toMatchObject({ id: session.customer, metadata: { user_id: ana.id } });
    const { subscription } = await payAt(sessionId);
    expect(subscription.metadata).toEqual({ user_id: ana.id });
  });

  it("creates one customer for many checkouts at once", async ({ ana }) => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => checkout(ana)));
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
    expect(new Set(answers.map(({ body }) => body.sessionId)).size).toBe(10);
    expect(await customersOf(ana)).toHaveLength(1);
  });

  it("creates a new customer when the provider does not know the old one", async ({ ana }) => {
    await checkout(ana);
    const [old] = await customersOf(ana);
    await forgetCustomer(old!.id);
    expect((await ana.api("POST", "/api/payment/create-portal-session")).status).toBe(404);
    expect((await checkout(ana)).status).toBe(200);
    const [replaced] = await customersOf(ana);
    expect(replaced!.id).not.toBe(old!.id);
    const linked = await sql`
      select customer_id from private.payment_customers where user_id = ${ana.id}`;
    expect(linked).toEqual([{ customer_id: replaced!.id }]);
  });

  it("is possible again after the subscription ended", async ({ ana }) => {
    const { body } = await checkout(ana);
    const { subscription } = await payAt(body.sessionId);
    for (const [status, expected] of [["past_due", 409], ["canceled", 200]] as const) {
      await sql`update public.subscriptions set status = ${status}
        where payment_subscription_id = ${subscription.id}`;
      expect((await checkout(ana)).status).toBe(expected);
    }
  });

  it.each([
    [{ priceId: undefined }, "priceId: required"],
    [{ priceId: "price_yearly" }, "priceId: not a price that can be bought"],
    [{ priceId: "price_unknown" }, "priceId: unknown to the payment provider"],
    [{ priceId: "price_declined" }, "Your card was declined."],
    [{ successUrl: "premium" }, "successUrl: expected a URL"],
    [{ successUrl: "javascript:alert(1)" }, "successUrl: expected a URL"],
    [{ cancelUrl: `${home}/${"x".repeat(2048)}` }, "cancelUrl: expected at most 2048 characters"],
  ])("refuses %j", async (fields, error) => {
    const ana = await person("Ana");
    expect(await messageOf(checkout(ana, fields))).toBe(`400 ${error}`);
  });

  it.each([
    "https://evil.example.com/premium",
    "http://app.example.com/premium",
    "https://app.example.com:8443/premium",
    "https://app.example.com.evil.example/premium",
    "https://app.example.com@evil.example/premium",
    "https://user:password@app.example.com/premium",
    "//app.example.com.evil.example",
    "https://evil.example\\@app.example.com",
  ])("refuses to redirect to %s", async (url) => {
    const ana = await person("Ana");
    for (const field of ["successUrl", "cancelUrl"]) {
      const answer = await checkout(ana, { [field]: url });
      expect([answer.status, answer.body.error]).toEqual([
        400,
        expect.stringMatching(new RegExp(`^${field}: expected a`)),
      ]);
    }
    const portal = await ana.api("POST", "/api/payment/create-portal-session", { returnUrl: url });
    expect([portal.status, portal.body.error]).toEqual([
      400,
      expect.stringMatching(/^returnUrl: expected a/),
    ]);
    expect(await customersOf(ana)).toEqual([]);
  });
});

describe("when the provider fails", () => {
  it("answers 503 with the provider's Retry-After", async ({ ana }) => {
    expect(await messageOf(checkout(ana, { priceId: "price_unavailable" }))).toBe(
      "503 The payment provider does not answer at the moment, try again",
    );
    const busy = await checkout(ana, { priceId: "price_rate_limited" });
    expect([busy.status, busy.headers.get("retry-after")]).toEqual([503, "7"]);
    expect(await messageOf(checkout(ana, { priceId: "price_not_set_up" }))).toBe(
      "503 Payments are not set up as they should be",
    );
  });

  it("does not repeat a failure that the provider caches", async () => {
    const ana = await person("Unlucky");
    expect((await checkout(ana)).status).toBe(200);
    expect(await customersOf(ana)).toHaveLength(1);
  });
});

describe("the subscription", () => {
  it("is the active one, or a continuing one without it, or the newest one", async ({ ana }) => {
    const put = (id: string, status: string, created: string) =>
      sql`insert into public.subscriptions (user_id, payment_customer_id, payment_subscription_id,
          status, provider_updated_at, created_at)
        values (${ana.id}, 'cus_x', ${`${id}_${ana.id}`}, ${status}, now(), ${created})`;
    const shown = async () =>
      (await ana.api("GET", "/api/payment/subscription")).body.subscription.status;
    await put("a", "canceled", "2026-01-01");
    expect(await shown()).toBe("canceled");
    await put("b", "past_due", "2026-02-01");
    await put("c", "incomplete_expired", "2026-03-01");
    expect(await shown()).toBe("past_due");
    await put("d", "active", "2026-01-15");
    expect(await shown()).toBe("active");
  });
});
