import { describe, expect, it } from "vitest";
import { type Person, person } from "../support/people.ts";
import { sql } from "../support/sql.ts";
import { expectOneAnswer } from "../support/once.ts";
import { customersOf, forgetCustomer, payAt, stripe } from "./support.ts";

const home = "https://app.example.com/premium";
const order = { priceId: "price_monthly", successUrl: home, cancelUrl: home };

const checkout = (who: Person, fields: Record<string, unknown> = {}, headers = {}) =>
  who.api("POST", "/api/payment/create-checkout-session", { ...order, ...fields }, headers);

describe("/api/payment", () => {
  const path = "/api/payment";

  it("leads from checkout to premium to the billing portal", async () => {
    const ana = await person("Ana");
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
    expect(subscription).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      user_id: ana.id,
      payment_customer_id: customer!.id,
      payment_subscription_id: expect.stringMatching(/^sub_/),
      status: "active",
      price_id: "price_monthly",
      current_period_end: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      cancel_at: null,
      cancel_at_period_end: false,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      updated_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    });

    const portal = await ana.api("POST", `${path}/create-portal-session`, { returnUrl: home });
    expect([portal.status, portal.body]).toEqual([200, {
      url: expect.stringMatching(/^https:\/\/billing\.stripe\.com\//),
    }]);
    expect((await ana.api("POST", `${path}/create-portal-session`)).status).toBe(200);

    const again = await ana.api("POST", `${path}/create-checkout-session`, order);
    expect([again.status, again.body]).toMatchObject([409, {
      error: "There is a subscription already: change it in the billing portal",
    }]);
  });
});

describe("the checkout", () => {
  it("stores the user's id at the provider", async () => {
    const ana = await person("Ana");
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

  it("keeps the session placeholder in return addresses", async () => {
    const ana = await person("Ana");
    const { body } = await checkout(ana, { successUrl: `${home}/{CHECKOUT_SESSION_ID}` });
    const session = await stripe.checkout.sessions.retrieve(body.sessionId);
    expect(session.success_url).toBe(`${home}/{CHECKOUT_SESSION_ID}`);
  });

  it("creates one customer for many checkouts at once", async () => {
    const ana = await person("Ana");
    const answers = await Promise.all(Array.from({ length: 10 }, () => checkout(ana)));
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
    expect(new Set(answers.map(({ body }) => body.sessionId)).size).toBe(10);
    expect(await customersOf(ana)).toHaveLength(1);
  });

  it("answers simultaneous requests with one Idempotency-Key once", async () => {
    const ana = await person("Ana");
    const key = { "idempotency-key": "premium" };
    const answers = await Promise.all(Array.from({ length: 10 }, () => checkout(ana, {}, key)));
    const first = expectOneAnswer(answers, 200);
    expect((await checkout(ana, {}, key)).body).toEqual(first.body);
    const other = await checkout(ana, { cancelUrl: "https://admin.example.com/" }, key);
    expect(other.status).toBe(409);
  });

  it("creates a new customer when the provider does not know the old one", async () => {
    const ana = await person("Ana");
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

  it("is possible again after the subscription ended", async () => {
    const ana = await person("Ana");
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
    const answer = await checkout(ana, fields);
    expect([answer.status, answer.body]).toMatchObject([400, { error }]);
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
  it("answers 503 with the provider's Retry-After", async () => {
    const ana = await person("Ana");
    const down = await checkout(ana, { priceId: "price_unavailable" });
    expect([down.status, down.body]).toMatchObject([503, {
      error: "The payment provider does not answer at the moment, try again",
    }]);
    const busy = await checkout(ana, { priceId: "price_rate_limited" });
    expect([busy.status, busy.headers.get("retry-after")]).toEqual([503, "7"]);
    const account = await checkout(ana, { priceId: "price_not_set_up" });
    expect([account.status, account.body]).toMatchObject([503, {
      error: "Payments are not set up as they should be",
    }]);
  });

  it("does not repeat a failure that the provider caches", async () => {
    const ana = await person("Unlucky");
    expect((await checkout(ana)).status).toBe(200);
    expect(await customersOf(ana)).toHaveLength(1);
  });
});

describe("the subscription", () => {
  it("is the active one, else a continuing one, else the newest", async () => {
    const ana = await person("Ana");
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

  it("is shown only to its user", async () => {
    const [ana, ben] = await Promise.all([person("Ana"), person("Ben")]);
    await payAt((await checkout(ana)).body.sessionId);
    expect((await ben.api("GET", "/api/payment/subscription")).body).toEqual({
      subscription: null,
    });
  });
});
