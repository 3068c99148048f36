/** Compares the stand-in for Stripe with Stripe's documentation, with the SDK as client. */
import process from "node:process";
import { Stripe } from "stripe";
import { describe, expect, it } from "vitest";

const base = process.env.STRIPE_API_BASE!;
const connect = (key = process.env.STRIPE_SECRET_KEY!, config: Stripe.StripeConfig = {}) =>
  new Stripe(key, {
    host: "127.0.0.1",
    port: new URL(base).port,
    protocol: "http",
    maxNetworkRetries: 0,
    ...config,
  });
const stripe = connect();
const key = () => ({ idempotencyKey: crypto.randomUUID() });

describe("the wire format", () => {
  it("requires the key, the version and a form", async () => {
    await expect(connect("sk_test_other").customers.create({})).rejects.toMatchObject({
      type: "StripeAuthenticationError",
      statusCode: 401,
    });
    const headers = { authorization: `Bearer ${process.env.STRIPE_SECRET_KEY}` };
    const post = (more: Record<string, string>) =>
      fetch(`${base}/v1/customers`, { method: "POST", headers: { ...headers, ...more }, body: "" });
    const form = { "content-type": "application/x-www-form-urlencoded" };
    const version = { "stripe-version": Stripe.API_VERSION };
    for (const more of [form, { ...form, "stripe-version": "2020-08-27" }, version]) {
      const answer = await post(more);
      expect(answer.status).toBe(400);
      expect(await answer.json()).toMatchObject({ error: { type: "invalid_request_error" } });
    }
    expect((await post({ ...form, ...version })).status).toBe(200);
  });
});

describe("an idempotency key", () => {
  it("repeats the first answer", async () => {
    const options = key();
    const first = await stripe.customers.create({ email: "a@example.com" }, options);
    const second = await stripe.customers.create({ email: "a@example.com" }, options);
    expect(second.id).toBe(first.id);
  });

  it("is refused with other parameters, and while the first request is being executed", async () => {
    const options = key();
    const [first, second] = await Promise.allSettled([
      stripe.customers.create({ email: "a@example.com" }, options),
      stripe.customers.create({ email: "a@example.com" }, options),
    ]);
    expect(first.status).toBe("fulfilled");
    expect(second).toMatchObject({ reason: { statusCode: 409, code: "idempotency_key_in_use" } });
    await expect(stripe.customers.create({ email: "b@example.com" }, options)).rejects
      .toMatchObject({ type: "StripeIdempotencyError", statusCode: 400 });
  });
});
