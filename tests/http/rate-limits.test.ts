import { z } from "@hono/zod-openapi";
import { beforeAll, describe, expect, it } from "vitest";
import { HttpError } from "../../shared/base/errors.ts";
import { createApp } from "../../shared/http/app.ts";
import { json } from "../../shared/http/bodies.ts";
import { part } from "../../shared/http/declare.ts";
import { countUsed, takeAddressRateLimit, takeRateLimit } from "../../shared/http/limits.ts";
import { done } from "../../shared/http/route.ts";
import { type Person, person } from "../support/people.ts";
import { usedOf } from "../support/limits.ts";
import { sql } from "../support/sql.ts";
import { useProject } from "./project.ts";

beforeAll(useProject);

const routes = part();
const answer = done("Taken");

routes.add("POST /limits/mine", {
  operationId: "takeMine",
  summary: "Takes from the caller's limit",
  body: json(z.object({
    bucket: z.enum(["ai", "music_sync"]),
    cost: z.int().optional(),
    used: z.int().optional(),
    status: z.literal([400, 503]).optional(),
  })),
  answer,
}, async ({ c, body: { bucket, status, used, ...options } }) => {
  await takeRateLimit(c, bucket, options);
  if (used !== undefined) await countUsed(c, used);
  if (status) throw new HttpError(status, "Refused after all");
});

routes.add("POST /limits/address", {
  auth: "none",
  operationId: "takeAddress",
  summary: "Takes from the address's limit",
  body: json(z.object({
    bucket: z.enum(["sponsor_application", "waitlist", "optimize"]),
    status: z.literal(409).optional(),
  })),
  answer,
}, async ({ c, body: { bucket, status } }) => {
  await takeAddressRateLimit(c, bucket);
  if (status) throw new HttpError(status, "Refused after all");
});

const app = createApp([routes]);
const post = (path: string, body: unknown, headers: Record<string, string>) =>
  app.request(path, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
const take = (
  { token }: Person,
  bucket: string,
  options: { cost?: number; used?: number; status?: number } = {},
) => post("/limits/mine", { bucket, ...options }, { authorization: `Bearer ${token}` });
const takeFrom = (address: string, bucket: string, status?: number) =>
  post("/limits/address", { bucket, status }, { "x-forwarded-for": address });

/** Moves the user's recorded uses into the past. */
const age = ({ id }: Person, interval: string) =>
  sql`update private.rate_limit_hits set at = at - ${interval}::interval
    where subject like ${"user:" + id + "%"}`;
const address = () => `2001:db8::${crypto.randomUUID().slice(0, 4)}:${crypto.randomUUID()}`;

/** Takes in the database, as its functions do. */
const takeHits = async ({ id }: Person, bucket: string, cost = 1, scope = "") =>
  (await sql`
    select (private.take_user_rate_limit(${bucket}, ${id}, ${cost}, ${scope}) ->> 'allowed')::boolean
      as allowed`)[0]!.allowed;

describe("an exact limit", () => {
  it("allows what is left and refuses more with the time to wait", async () => {
    const ana = await person();
    expect((await take(ana, "ai")).status).toBe(200);
    expect((await take(ana, "ai", { cost: 59 })).status).toBe(200);
    const refusal = await take(ana, "ai");
    expect(refusal.status).toBe(429);
    expect(await refusal.json()).toMatchObject({ error: "Too many requests of this kind" });
    const wait = Number(refusal.headers.get("retry-after"));
    expect(wait).toBeGreaterThan(3540);
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
    expect(await takeHits(ana, bucket, limit + 1)).toBe(false);
    expect(await takeHits(ana, bucket, limit)).toBe(true);
    expect(await takeHits(ana, bucket)).toBe(false);
  });

  it("is a sliding window: the oldest use expires first", async () => {
    const ana = await person();
    await take(ana, "ai", { cost: 40 });
    await age(ana, "50 minutes");
    await take(ana, "ai", { cost: 20 });
    const refusal = await take(ana, "ai");
    expect(refusal.status).toBe(429);
    const wait = Number(refusal.headers.get("retry-after"));
    expect(wait).toBeGreaterThan(540);
    expect(wait).toBeLessThanOrEqual(600);
    await age(ana, "10 minutes");
    expect((await take(ana, "ai", { cost: 40 })).status).toBe(200);
  });

  it("charges the whole cost or nothing", async () => {
    const ana = await person();
    await take(ana, "ai", { cost: 55 });
    expect((await take(ana, "ai", { cost: 6 })).status).toBe(429);
    expect((await take(ana, "ai", { cost: 5 })).status).toBe(200);
  });

  it("does not count a request that is refused or fails", async () => {
    const ana = await person();
    expect((await take(ana, "ai", { cost: 60, status: 503 })).status).toBe(503);
    expect((await take(ana, "ai", { cost: 60, status: 400 })).status).toBe(400);
    expect((await take(ana, "ai", { cost: 60 })).status).toBe(200);
    const here = address();
    for (let i = 0; i < 6; i++) expect((await takeFrom(here, "waitlist", 409)).status).toBe(409);
    expect((await takeFrom(here, "waitlist")).status).toBe(200);
  });

  it("counts the part of a request that succeeded, also when the rest is refused", async () => {
    const ana = await person();
    await take(ana, "ai", { cost: 10, used: 4 });
    await take(ana, "ai", { cost: 10, used: 3, status: 503 });
    expect(await usedOf(ana, "ai")).toEqual({ used: 7, failed: 13 });
  });

  it("allows five times as many attempts, failed ones included", async () => {
    const ana = await person();
    for (let i = 0; i < 4; i++) await take(ana, "ai", { cost: 60, status: 503 });
    await age(ana, "50 minutes");
    await take(ana, "ai", { cost: 59, status: 503 });
    expect((await take(ana, "ai")).status).toBe(200);
    const refusal = await take(ana, "ai");
    expect(refusal.status).toBe(429);
    expect(Number(refusal.headers.get("retry-after"))).toBeLessThanOrEqual(600);
    await age(ana, "10 minutes");
    expect((await take(ana, "ai")).status).toBe(200);
  });

  it("is not exceeded by concurrent uses", async () => {
    const ana = await person();
    await take(ana, "ai", { cost: 54 });
    const answers = await Promise.all(Array.from({ length: 12 }, () => take(ana, "ai")));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(6);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(6);
  });

  it("counts per user, and per recipient where it is declared so", async () => {
    const [ana, ben] = await Promise.all([person(), person()]);
    expect(await takeHits(ana, "relay_message", 5, "one")).toBe(true);
    expect(await takeHits(ana, "relay_message", 1, "one")).toBe(false);
    expect(await takeHits(ana, "relay_message", 1, "two")).toBe(true);
    expect(await takeHits(ben, "relay_message", 1, "one")).toBe(true);
  });

  it("counts per address for anonymous callers", async () => {
    const [here, there] = [address(), address()];
    for (let i = 0; i < 5; i++) expect((await takeFrom(here, "waitlist")).status).toBe(200);
    expect((await takeFrom(here, "waitlist")).status).toBe(429);
    expect((await takeFrom(there, "waitlist")).status).toBe(200);
    expect((await takeFrom(here, "sponsor_application")).status).toBe(200);
    expect((await takeFrom(here, "optimize")).status).toBe(200);
  });
});

it("purges expired uses", async () => {
  const ana = await person();
  await take(ana, "ai", { cost: 3 });
  await age(ana, "1 hour");
  await sql`select private.purge()`;
  expect(await sql`select from private.rate_limit_hits where subject = ${"user:" + ana.id}`)
    .toHaveLength(0);
});
