import { z } from "@hono/zod-openapi";
import type { Context, Next } from "hono";
import { createMiddleware } from "hono/factory";
import QuickLRU from "quick-lru";
import { envCount } from "../base/env.ts";
import { tooManyRequests } from "../base/errors.ts";
import { describeError, log } from "../base/log.ts";
import { serviceClient } from "../database/clients.ts";
import { must, shaped } from "../database/results.ts";
import { type AppEnv, bearerToken, type Caller, clientAddress, type Hit } from "./caller.ts";
import type { GuardedEnv } from "./guard.ts";
import { isPersonalToken, knownId } from "./personal-token.ts";

const WINDOW_MS = 60_000;
/** Subjects that an isolate remembers at least, those of the latest requests: about 2 MB at most. */
const SUBJECTS = 10_000;

interface Count {
  used: number;
  resetAt: number;
}

/**
 * The general rate limit: `RATE_LIMIT_PER_MINUTE` requests (default 300, 0 for no limit) a minute
 * for each user in a session, for each personal token, or for each address without a caller. A page
 * of more than a hundred items counts as several requests. Each isolate counts for itself, as a best
 * effort against runaway clients; the exact limits below are kept in Postgres. The headers of every
 * answer tell the state; `X-RateLimit-Reset` is in seconds since 1970.
 *
 * `count` comes after the caller is identified. `beforeLookUp` comes first: a token that has used up
 * its requests is not looked up in the database, and neither is an unknown one of such an address.
 */
export function generalLimit(now: () => number = Date.now) {
  const counts = new QuickLRU<string, Count>({ maxSize: SUBJECTS });
  const countFor = async (c: Context<AppEnv>, subject: string, next: Next) => {
    const limit = envCount("RATE_LIMIT_PER_MINUTE", 300);
    if (limit === 0) return await next();
    const count = take(counts, subject, now(), Math.min(limit, costOf(c)));
    const state = [
      ["X-RateLimit-Limit", String(limit)],
      ["X-RateLimit-Remaining", String(Math.max(0, limit - count.used))],
      ["X-RateLimit-Reset", String(Math.ceil(count.resetAt / 1000))],
    ] as const;
    if (count.used > limit) {
      for (const [name, value] of state) c.header(name, value);
      throw tooManyRequests("Too many requests", (count.resetAt - now()) / 1000);
    }
    await next();
    for (const [name, value] of state) c.res.headers.set(name, value);
  };
  const count = createMiddleware<AppEnv>(async (c, next) => {
    const { id, personalToken } = c.get("identity") ?? {};
    const subject = personalToken ? ofToken(personalToken.id) : id ? `user ${id}` : ofAddress(c);
    return await countFor(c, subject, next);
  });
  const beforeLookUp = createMiddleware<AppEnv>(async (c, next) => {
    const token = bearerToken(c.req.raw);
    if (!token || !isPersonalToken(token)) return await next();
    const id = knownId(token);
    const subject = id === undefined ? ofAddress(c) : ofToken(id);
    const limit = envCount("RATE_LIMIT_PER_MINUTE", 300);
    const { used = 0, resetAt = 0 } = counts.get(subject) ?? {};
    return used >= limit && resetAt > now() ? await countFor(c, subject, next) : await next();
  });
  return { beforeLookUp, count };
}

const ofToken = (id: string) => `token ${id}`;
const ofAddress = (c: Context<AppEnv>) => `address ${clientAddress(c)}`;

export type GeneralLimit = ReturnType<typeof generalLimit>;

/** The items of a page that count as one request. */
const PAGE = 100;

/** As how many requests a request counts: one for each hundred items that it asks for. */
const costOf = (c: Context<AppEnv>): number =>
  Math.min(10, Math.max(1, Math.ceil(Number(c.req.query("limit") ?? 1) / PAGE) || 1));

function take(
  counts: QuickLRU<string, Count>,
  subject: string,
  now: number,
  cost: number,
): Count {
  let count = counts.get(subject);
  if (!count || count.resetAt <= now) {
    count = { used: 0, resetAt: now + WINDOW_MS };
    counts.set(subject, count);
  }
  count.used += cost;
  return count;
}

/**
 * The exact limits, kept in Postgres (`private.rate_limit_rules`) and shared by every isolate, as the
 * 429 of a route describes them.
 */
export const limits = {
  ai: "More than 60 AI calls within an hour.",
  export: "More than 10 exports within an hour.",
  entry_import: "More than 10 imports within an hour.",
  music_sync: "The caller has synchronized 60 times within an hour.",
  sponsor_application: "More than 5 applications an hour from one address.",
  waitlist: "More than 5 requests an hour from one address of the network.",
  optimize: "More than 10 requests a minute from one address.",
  linked_invitation: "More than 30 requests a minute from one address.",
  shared_entry: "More than 60 requests a minute from one address.",
  client_errors: "More than 10 requests a minute from one address.",
  unsigned_webhook: "Too many unsigned events from this address.",
  calendar_feed: "More than 120 requests a minute from one address of the network.",
  unsubscribe: "More than 120 requests a minute from one address of the network.",
  impersonation_redeem: "More than 10 attempts a minute from one address.",
  oauth: "More than 60 requests a minute from one address.",
  oauth_request: "More than 60 requests a minute from one address.",
  client_registration: "More than 10 registrations an hour from one address.",
  client_document: "The documents of a host were read 10 times within a minute.",
  client_document_user: "The caller has asked for 10 documents of programs within ten minutes.",
} as const;

export type Bucket = keyof typeof limits;

/** The limits of requests with a code: a wrong guess counts too. */
const OF_GUESSES: Bucket[] = [
  "linked_invitation",
  "shared_entry",
  "impersonation_redeem",
  "calendar_feed",
  "unsubscribe",
  "oauth",
  "client_document",
  "client_document_user",
];

/** The part of a context that holds what a request has taken. */
export interface HitContext {
  var: { hit?: Hit };
  set(key: "hit", value: Hit | undefined): void;
}

/** The part of a context that identifies the caller. */
export interface CallerContext extends HitContext {
  var: { caller: Caller; hit?: Hit };
}

/** The answer of the database to a hit. */
const Taken = z.union([
  z.object({ allowed: z.literal(true), hit: z.int() }),
  z.object({ allowed: z.literal(false), retry_after_s: z.number() }),
]);

/**
 * Takes one from the limit that a route declares, for the caller, or for the address without a
 * caller. A request that is refused afterwards, or fails, gives it back (`refundRefused`).
 *
 * @throws {HttpError} 429 with `Retry-After`, as `takeRateLimit`.
 */
export async function takeLimit(c: Context<GuardedEnv>, bucket: Bucket): Promise<void> {
  if (c.var.caller) await takeRateLimit(c as CallerContext, bucket);
  else await takeAddressRateLimit(c, bucket);
  if (OF_GUESSES.includes(bucket)) await countUsed(c, 1);
}

/**
 * Takes `cost` from the caller's limit, or refuses and takes nothing: for routes that know the cost
 * late. One request takes from one limit.
 *
 * @throws {HttpError} 429 with `Retry-After` when `cost` exceeds the rest, or when the caller has
 * tried five times as often as is allowed.
 */
export async function takeRateLimit(
  c: CallerContext,
  bucket: Bucket,
  { cost = 1 }: { cost?: number } = {},
): Promise<void> {
  const { id, sessionId, personalToken } = c.var.caller;
  const taken = await serviceClient().rpc("take_rate_limit", {
    p_user_id: id,
    p_session_id: sessionId,
    p_bucket: bucket,
    p_cost: cost,
    p_token_id: personalToken?.id,
  });
  setHit(c, must(shaped(Taken, taken)), cost);
}

/** Takes one from a limit by address, for callers who are not signed in. */
export const takeAddressRateLimit = (c: Context<AppEnv>, bucket: Bucket): Promise<void> =>
  takeRateLimitOf(c, bucket, clientAddress(c));

/** Takes one from the limit of an address, such as the host to which a request leads. */
export async function takeRateLimitOf(
  c: HitContext,
  bucket: Bucket,
  address: string,
): Promise<void> {
  const taken = await serviceClient().rpc("take_address_rate_limit", {
    p_bucket: bucket,
    p_address: address,
  });
  setHit(c, must(shaped(Taken, taken)), 1);
}

function setHit(c: HitContext, taken: z.infer<typeof Taken>, cost: number): void {
  if (!taken.allowed) {
    throw tooManyRequests("Too many requests of this kind", taken.retry_after_s);
  }
  c.set("hit", { id: taken.hit, cost });
}

/** Counts only `used` of what the request has taken, however the request ends. */
export async function countUsed(c: HitContext, used: number): Promise<void> {
  const { hit } = c.var;
  c.set("hit", undefined);
  if (!hit || hit.cost <= used) return;
  const given = { p_hit: hit.id, p_cost: hit.cost - used };
  const { error } = await serviceClient().rpc("give_back_hits", given);
  if (error) log("warn", "hits not given back", { error: describeError(error) });
}

/** Gives back what a request has taken from a limit, when its answer is a refusal. */
export const refundRefused = createMiddleware<AppEnv>(async (c, next) => {
  await next();
  if (c.res.status >= 400) await countUsed(c, 0);
});
