import { z } from "@hono/zod-openapi";
import { beforeAll, describe, expect, it } from "vitest";
import { ok } from "../../shared/http/answers.ts";
import { createApp } from "../../shared/http/app.ts";
import { json } from "../../shared/http/bodies.ts";
import { group } from "../../shared/http/group.ts";
import { takeAddressRateLimit, takeRateLimit } from "../../shared/http/rate-limit.ts";
import { route } from "../../shared/http/route.ts";
import { anonymous, type Person, person } from "../support/people.ts";
import { sql } from "../support/sql.ts";
import { useProject } from "./project.ts";

beforeAll(useProject);

const routes = group("limits", "What is limited");
const answer = ok("The rest of the limit", z.object({}).loose());

routes.openapi(
  route({
    method: "post",
    path: "/limits/mine",
    auth: "user",
    operationId: "takeMine",
    summary: "Takes from the caller's limit",
    body: json(z.object({
      bucket: z.enum(["ai", "email", "chat", "chain_generation", "relay_message"]),
      cost: z.int().optional(),
      scope: z.string().optional(),
    })),
    answer,
  }),
  async (c) => {
    const { bucket, ...options } = c.req.valid("json");
    return c.json({ ...await takeRateLimit(c, bucket, options) }, 200);
  },
);

routes.openapi(
  route({
    method: "post",
    path: "/limits/address",
    auth: "none",
    operationId: "takeAddress",
    summary: "Takes from the address's limit",
    body: json(z.object({ bucket: z.enum(["sponsor_application", "waitlist", "optimize"]) })),
    answer,
  }),
  async (c) => c.json({ ...await takeAddressRateLimit(c, c.req.valid("json").bucket) }, 200),
);

const app = createApp([routes]);
const post = (path: string, body: unknown, headers: Record<string, string>) =>
  app.request(path, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
const take = ({ token }: Person, bucket: string, options: { cost?: number; scope?: string } = {}) =>
  post("/limits/mine", { bucket, ...options }, { authorization: `Bearer ${token}` });
const takeFrom = (address: string, bucket: string) =>
  post("/limits/address", { bucket }, { "x-forwarded-for": address });

/** Moves the user's recorded uses into the past. */
const age = ({ id }: Person, interval: string) =>
  sql`update private.rate_limit_hits set at = at - ${interval}::interval
    where subject like ${"user:" + id + "%"}`;
const address = () => `2001:db8::${crypto.randomUUID().slice(0, 4)}:${crypto.randomUUID()}`;

describe("an exact limit", () => {
  it("returns the remaining uses and refuses further ones with the time to wait", async () => {
    const ana = await person();
    expect(await (await take(ana, "chain_generation")).json()).toEqual({ limit: 6, remaining: 5 });
    for (let i = 0; i < 5; i++) expect((await take(ana, "chain_generation")).status).toBe(200);
    const refusal = await take(ana, "chain_generation");
    expect(refusal.status).toBe(429);
    expect(await refusal.json()).toMatchObject({ error: "Too many requests of this kind" });
    const wait = Number(refusal.headers.get("retry-after"));
    expect(wait).toBeGreaterThan(3590);
    expect(wait).toBeLessThanOrEqual(3600);
  });

  it.each([
    ["ai", 60],
    ["email", 20],
    ["chat", 30],
    ["chain_generation", 6],
    ["relay_message", 5],
  ])("is set for %s: %i", async (bucket, limit) => {
    const ana = await person();
    expect((await take(ana, bucket, { cost: limit + 1 })).status).toBe(429);
    expect(await (await take(ana, bucket, { cost: limit })).json()).toEqual({
      limit,
      remaining: 0,
    });
    expect((await take(ana, bucket)).status).toBe(429);
  });

  it("is a sliding window: the oldest use expires first", async () => {
    const ana = await person();
    await take(ana, "chain_generation", { cost: 4 });
    await age(ana, "50 minutes");
    await take(ana, "chain_generation", { cost: 2 });
    const refusal = await take(ana, "chain_generation");
    expect(refusal.status).toBe(429);
    const wait = Number(refusal.headers.get("retry-after"));
    expect(wait).toBeGreaterThan(590);
    expect(wait).toBeLessThanOrEqual(600);
    await age(ana, "10 minutes");
    expect(await (await take(ana, "chain_generation")).json()).toEqual({ limit: 6, remaining: 3 });
  });

  it("charges the whole cost or nothing", async () => {
    const ana = await person();
    await take(ana, "ai", { cost: 55 });
    expect((await take(ana, "ai", { cost: 6 })).status).toBe(429);
    expect(await (await take(ana, "ai", { cost: 5 })).json()).toEqual({ limit: 60, remaining: 0 });
  });

  it("is not exceeded by concurrent uses", async () => {
    const ana = await person();
    const answers = await Promise.all(Array.from({ length: 50 }, () => take(ana, "chat")));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(30);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(20);
  });

  it("counts per user, and per recipient where it is declared so", async () => {
    const [ana, ben] = await Promise.all([person(), person()]);
    for (let i = 0; i < 5; i++) await take(ana, "relay_message", { scope: "one" });
    expect((await take(ana, "relay_message", { scope: "one" })).status).toBe(429);
    expect((await take(ana, "relay_message", { scope: "two" })).status).toBe(200);
    expect((await take(ben, "relay_message", { scope: "one" })).status).toBe(200);
  });

  it("counts per address for anonymous callers", async () => {
    const [here, there] = [address(), address()];
    for (let i = 0; i < 5; i++) expect((await takeFrom(here, "waitlist")).status).toBe(200);
    expect((await takeFrom(here, "waitlist")).status).toBe(429);
    expect((await takeFrom(there, "waitlist")).status).toBe(200);
    expect((await takeFrom(here, "sponsor_application")).status).toBe(200);
    expect(await (await takeFrom(here, "optimize")).json()).toEqual({ limit: 10, remaining: 9 });
  });

  it("is closed to blocked users", async () => {
    const ana = await person();
    await sql`update public.profiles set is_active = false where id = ${ana.id}`;
    expect((await take(ana, "chat")).status).toBe(403);
  });
});

describe("the Data API", () => {
  it("lets no client change used amounts or use another user's limit", async () => {
    const ana = await person();
    const negative = await ana.client.rpc("take_rate_limit", { p_bucket: "ai", p_cost: -60 });
    expect(negative.error?.code).toBe("PT400");
    const unknown = await ana.client.rpc("take_rate_limit", { p_bucket: "nothing" });
    expect(unknown.error?.code).toBe("PT400");
    const others = { p_bucket: "ai", p_user_id: crypto.randomUUID() };
    expect((await ana.client.rpc("take_user_rate_limit", others)).error).not.toBeNull();
    const elsewhere = { p_bucket: "waitlist", p_address: "192.0.2.1" };
    expect((await ana.client.rpc("take_address_rate_limit", elsewhere)).error).not.toBeNull();
    expect((await anonymous.client.rpc("take_rate_limit", { p_bucket: "ai" })).error).not
      .toBeNull();
  });
});

it("purges expired uses", async () => {
  const ana = await person();
  await take(ana, "ai", { cost: 3 });
  await age(ana, "1 hour");
  await sql`select private.purge_rate_limit_hits()`;
  expect(await sql`select from private.rate_limit_hits where subject = ${"user:" + ana.id}`)
    .toHaveLength(0);
});
