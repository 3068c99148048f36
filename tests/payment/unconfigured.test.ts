/** Payments without configuration, and with a wrong one. */
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { event, newId } from "../../packages/stand-ins/stripe-objects.ts";
import { type Api, type Person, person } from "../support/people.ts";
import { deliver, inProcess, outcomeOf } from "./support.ts";

const names = [
  "STRIPE_SECRET_KEY",
  "STRIPE_WEBHOOK_SECRET",
  "STRIPE_API_BASE",
  "STRIPE_PRICE_IDS",
  "SITE_URL",
  "ALLOWED_ORIGINS",
  "LOG_LEVEL",
] as const;
type Environment = Partial<Record<typeof names[number], string | undefined>>;

const configure = (environment: Environment) => {
  for (const [name, value] of Object.entries(environment)) {
    if (value === undefined) Deno.env.delete(name);
    else Deno.env.set(name, value);
  }
};

let configured: Environment;
let api: Api;
let asAna: Record<string, string>;
beforeAll(async () => {
  api = await inProcess();
  const ana: Person = await person("Ana");
  asAna = { authorization: `Bearer ${ana.token}` };
  Deno.env.set("SITE_URL", "https://app.example.com");
  configured = Object.fromEntries(names.map((name) => [name, Deno.env.get(name)]));
});
afterEach(() => {
  vi.restoreAllMocks();
  configure(configured);
});

const home = "https://app.example.com/";
const order = { priceId: "price_monthly", successUrl: home, cancelUrl: home };
const checkout = (fields = {}) =>
  api("POST", "/payment/create-checkout-session", { ...order, ...fields }, asAna);

describe("checkout", () => {
  it("and portal answer 503 without a key, and subscriptions can be read", async () => {
    configure({ STRIPE_SECRET_KEY: undefined });
    const error = "Payments are not configured: STRIPE_SECRET_KEY is missing";
    expect(await checkout()).toMatchObject({ status: 503, body: { error } });
    expect(await api("POST", "/payment/create-portal-session", {}, asAna))
      .toMatchObject({ status: 503, body: { error } });
    expect(await api("GET", "/payment/prices", undefined, asAna))
      .toMatchObject({ status: 503, body: { error } });
    expect(await api("GET", "/payment/subscription", undefined, asAna))
      .toMatchObject({ status: 200, body: { subscription: null } });
  });

  it.each(["stripe", "ftp://127.0.0.1"])("answers 503 with the address %s", async (address) => {
    configure({ STRIPE_API_BASE: address });
    const error = "Payments are not configured: STRIPE_API_BASE is not a URL";
    expect(await checkout()).toMatchObject({ status: 503, body: { error } });
  });

  it("takes all of the provider's prices when STRIPE_PRICE_IDS is unset", async () => {
    configure({ STRIPE_PRICE_IDS: undefined });
    expect(await checkout({ priceId: "price_yearly" })).toMatchObject({ status: 200 });
    const { body } = await api("GET", "/payment/prices", undefined, asAna);
    expect(body.prices).toMatchObject([
      { id: "price_monthly", interval: "month" },
      { id: "price_yearly", interval: "year" },
    ]);
  });

  const local = "http://localhost:3000, https://other.example.com";
  it.each<[string, Environment, Record<string, number>]>([
    ["SITE_URL when every origin is allowed", { ALLOWED_ORIGINS: "*" }, {
      [home]: 200,
      "https://admin.example.com/": 400,
    }],
    ["allowed origins, also a local one", { SITE_URL: undefined, ALLOWED_ORIGINS: local }, {
      "http://localhost:3000/premium": 200,
      "http://localhost:3001/premium": 400,
      [home]: 400,
    }],
    ["nothing without both", { SITE_URL: undefined, ALLOWED_ORIGINS: undefined }, { [home]: 400 }],
  ])("leads back to %s", async (_, environment, expected) => {
    configure(environment);
    for (const [url, status] of Object.entries(expected)) {
      expect(await checkout({ successUrl: url, cancelUrl: url })).toMatchObject({ status });
    }
  });

  it("answers 503 with a key that the provider refuses, which is shown nowhere", async () => {
    const lines: unknown[] = [];
    for (const method of ["log", "error", "warn"] as const) {
      vi.spyOn(console, method).mockImplementation((...line) => void lines.push(...line));
    }
    configure({ LOG_LEVEL: "debug", STRIPE_SECRET_KEY: "sk_live_verysecret_zzzz" });
    const answer = await checkout();
    expect(answer).toMatchObject({
      status: 503,
      body: { error: "Payments are not set up as they should be" },
    });
    expect(lines.join("\n")).toContain("StripeAuthenticationError");
    expect(lines.join("\n") + JSON.stringify(answer.body)).not.toMatch(/sk_|zzzz/);
  });
});

it.each([[undefined, "x"], ["", "x"], ["  ", "  "]])(
  "the webhook secret %j lets no event in",
  async (STRIPE_WEBHOOK_SECRET, secret) => {
    configure({ STRIPE_WEBHOOK_SECRET });
    const unknown = event("charge.succeeded", { id: newId("ch") });
    const error = "Payments are not configured: STRIPE_WEBHOOK_SECRET is missing";
    expect(await deliver(unknown, { to: api, secret })).toMatchObject({
      status: 503,
      body: { error },
    });
    expect(await outcomeOf(unknown.id)).toBeUndefined();
  },
);
