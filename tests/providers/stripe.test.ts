/** Compares the stand-in for Stripe with Stripe's documentation, with the SDK as client. */
import process from "node:process";
import { Stripe } from "stripe";
import { describe, expect, it } from "vitest";
import { decodeForm } from "../../stand-ins/stripe-wire.ts";

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
  it("parses nested names of a form", () => {
    expect(decodeForm("a=1&b[c]=2&b[d][e]=3&f[0][g]=4&f[1][g]=5&h[]=6&h[]=7")).toEqual({
      a: "1",
      b: { c: "2", d: { e: "3" } },
      f: [{ g: "4" }, { g: "5" }],
      h: ["6", "7"],
    });
    expect(decodeForm("")).toEqual({});
  });

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

  it("names the request, the version and the unknown parameter", async () => {
    const { lastResponse } = await stripe.customers.create({ metadata: { user_id: "ana" } });
    expect(lastResponse).toMatchObject({ requestId: expect.stringMatching(/^req_/) });
    await expect(stripe.subscriptions.retrieve("sub_none")).rejects.toMatchObject({
      type: "StripeInvalidRequestError",
      statusCode: 404,
      code: "resource_missing",
      param: "id",
    });
    await expect(stripe.customers.create({ name: "Ana" })).rejects.toMatchObject({
      code: "parameter_unknown",
      param: "name",
    });
    await expect(stripe.products.list()).rejects.toMatchObject({ statusCode: 404 });
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

  it("lets the SDK wait for the first request", async () => {
    const patient = connect(undefined, { maxNetworkRetries: 2 });
    const options = key();
    const made = await Promise.all(
      Array.from({ length: 5 }, () => patient.customers.create({}, options)),
    );
    expect(new Set(made.map(({ id }) => id)).size).toBe(1);
  });

  it("repeats a failure, and not a refusal", async () => {
    const email = `unlucky.${crypto.randomUUID()}@example.com`;
    const options = key();
    for (const replayed of [undefined, "true"]) {
      await expect(stripe.customers.create({ email }, options)).rejects.toMatchObject({
        type: "StripeAPIError",
        headers: replayed ? { "idempotent-replayed": replayed } : {},
      });
    }
    expect((await stripe.customers.create({ email }, key())).email).toBe(email);
    const again = key();
    await expect(stripe.customers.create({ name: "x" }, again)).rejects.toMatchObject({
      statusCode: 400,
    });
    expect((await stripe.customers.create({ email }, again)).email).toBe(email);
  });
});

describe("the account", () => {
  it("deletes a customer and ends their subscriptions", async () => {
    const { id } = await stripe.customers.create({});
    expect(await stripe.customers.del(id)).toMatchObject({ id, deleted: true });
    await expect(stripe.customers.del(id)).rejects.toMatchObject({ code: "resource_missing" });
    await expect(stripe.billingPortal.sessions.create({ customer: id, return_url: base })).rejects
      .toMatchObject({ statusCode: 400, code: "resource_missing", param: "customer" });
  });

  it.each([
    ["price_unavailable", "StripeAPIError", 500],
    ["price_rate_limited", "StripeRateLimitError", 429],
    ["price_declined", "StripeCardError", 402],
    ["price_unknown", "StripeInvalidRequestError", 400],
    ["price_not_set_up", "StripeInvalidRequestError", 400],
  ])("%s fails with %s", async (price, type, statusCode) => {
    const { id } = await stripe.customers.create({});
    const session = stripe.checkout.sessions.create({
      mode: "subscription",
      customer: id,
      line_items: [{ price, quantity: 1 }],
      success_url: base,
      cancel_url: base,
    });
    await expect(session).rejects.toMatchObject({ type, statusCode });
  });
});
