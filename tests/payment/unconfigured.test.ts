import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { event, newId } from "../../stand-ins/stripe-objects.ts";
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
];
let configured: [string, string | undefined][];

let api: Api;
let ana: Person;
let asAna: Record<string, string>;
beforeAll(async () => {
  api = await inProcess();
  ana = await person("Ana");
  asAna = { authorization: `Bearer ${ana.token}` };
  Deno.env.set("SITE_URL", "https://app.example.com");
  configured = names.map((name) => [name, Deno.env.get(name)]);
});
afterEach(() => {
  vi.restoreAllMocks();
  for (const [name, value] of configured) {
    if (value === undefined) Deno.env.delete(name);
    else Deno.env.set(name, value);
  }
});

const home = "https://app.example.com/";
const order = { priceId: "price_monthly", successUrl: home, cancelUrl: home };
const checkout = (fields = {}) =>
  api("POST", "/payment/create-checkout-session", { ...order, ...fields }, asAna);

describe("without a key", () => {
  it("checkout answers 503, and subscriptions can be read", async () => {
    Deno.env.delete("STRIPE_SECRET_KEY");
    const error = "Payments are not configured: STRIPE_SECRET_KEY is missing";
    expect(await checkout()).toMatchObject({ status: 503, body: { error } });
    expect(await api("POST", "/payment/create-portal-session", {}, asAna))
      .toMatchObject({ status: 503, body: { error } });
    expect(await api("GET", "/payment/subscription", undefined, asAna))
      .toMatchObject({ status: 200, body: { subscription: null } });
  });

  it("answers 503 when the provider's address is malformed", async () => {
    for (const base of ["stripe", "ftp://127.0.0.1"]) {
      Deno.env.set("STRIPE_API_BASE", base);
      expect(await checkout()).toMatchObject({
        status: 503,
        body: { error: "Payments are not configured: STRIPE_API_BASE is not a URL" },
      });
    }
  });
});

describe("without a webhook secret", () => {
  it("refuses every event, also one signed with an empty secret", async () => {
    const unknown = event("charge.succeeded", { id: newId("ch") });
    for (const secret of [undefined, "", "  "]) {
      if (secret === undefined) Deno.env.delete("STRIPE_WEBHOOK_SECRET");
      else Deno.env.set("STRIPE_WEBHOOK_SECRET", secret);
      const answer = await deliver(unknown, { to: api, secret: secret || "x" });
      expect(answer).toMatchObject({
        status: 503,
        body: { error: "Payments are not configured: STRIPE_WEBHOOK_SECRET is missing" },
      });
    }
    expect(await outcomeOf(unknown.id)).toBeUndefined();
  });
});

describe("the prices", () => {
  it("include all of the provider's when STRIPE_PRICE_IDS is unset", async () => {
    Deno.env.delete("STRIPE_PRICE_IDS");
    expect(await checkout({ priceId: "price_yearly" })).toMatchObject({ status: 200 });
  });
});

describe("return addresses", () => {
  const sentTo = async (url: string) =>
    (await checkout({ successUrl: url, cancelUrl: url })).status;

  it("are limited to SITE_URL when every origin is allowed", async () => {
    Deno.env.set("ALLOWED_ORIGINS", "*");
    expect(await sentTo(home)).toBe(200);
    expect(await sentTo("https://admin.example.com/")).toBe(400);
  });

  it("may be any allowed origin, also a local one", async () => {
    Deno.env.delete("SITE_URL");
    Deno.env.set("ALLOWED_ORIGINS", "http://localhost:3000, https://other.example.com");
    expect(await sentTo("http://localhost:3000/premium")).toBe(200);
    expect(await sentTo("http://localhost:3001/premium")).toBe(400);
    expect(await sentTo(home)).toBe(400);
  });

  it("are refused without SITE_URL and allowed origins", async () => {
    Deno.env.delete("SITE_URL");
    Deno.env.delete("ALLOWED_ORIGINS");
    expect(await sentTo(home)).toBe(400);
  });
});

describe("a key that the provider refuses", () => {
  it("causes a 500 and appears neither in the answer nor in the log", async () => {
    const lines: unknown[] = [];
    for (const method of ["log", "error", "warn"] as const) {
      vi.spyOn(console, method).mockImplementation((...line) => void lines.push(...line));
    }
    Deno.env.set("LOG_LEVEL", "debug");
    Deno.env.set("STRIPE_SECRET_KEY", "sk_live_verysecret_9999");
    const answer = await checkout();
    expect(answer).toMatchObject({
      status: 503,
      body: { error: "Payments are not set up as they should be" },
    });
    const log = lines.join("\n");
    expect(log).toContain("StripeAuthenticationError");
    expect(log).not.toMatch(/sk_|9999|4f9a/);
    expect(JSON.stringify(answer.body)).not.toMatch(/sk_|9999/);
  });
});
