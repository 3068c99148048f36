import type { Context } from "hono";
import { type Db, serviceClient } from "../database/clients.ts";
import { must } from "../database/results.ts";
import type { Returned } from "../database/schema.ts";
import type { Caller } from "./caller.ts";
import { type AppEnv, clientAddress } from "./context.ts";
import { tooManyRequests } from "../base/errors.ts";

/** The exact limits, kept in Postgres (`private.rate_limit_rules`) and shared by every isolate. */
export type Bucket =
  | "ai"
  | "email"
  | "chat"
  | "chain_generation"
  | "music_sync"
  | "relay_message"
  | "sponsor_application"
  | "waitlist"
  | "optimize"
  | "unsigned_webhook"
  | "impersonation_redeem";

/** The state of a limit. */
export interface Allowance {
  limit: number;
  remaining: number;
}

/** The part of a context that identifies the caller. */
interface CallerContext {
  var: { caller: Caller; db: Db };
}

/**
 * Takes `cost` from the caller's limit, or refuses and takes nothing. With a `scope`, such as one
 * recipient, the limit applies to that scope.
 *
 * @throws {HttpError} 429 with `Retry-After` when `cost` exceeds the rest.
 *
 * @example
 * ```ts
 * await takeRateLimit(c, "ai", { cost: tones.length });
 * await takeRateLimit(c, "relay_message", { scope: recipientId });
 * ```
 */
export async function takeRateLimit(
  c: CallerContext,
  bucket: Bucket,
  { cost = 1, scope }: { cost?: number; scope?: string } = {},
): Promise<Allowance> {
  const { caller, db } = c.var;
  const taken = scope === undefined
    ? await db.rpc("take_rate_limit", { p_bucket: bucket, p_cost: cost })
    : await serviceClient().rpc("take_user_rate_limit", {
      p_bucket: bucket,
      p_user_id: caller.id,
      p_cost: cost,
      p_scope: scope,
    });
  return allowance(must(taken));
}

/**
 * The same for a caller who is not signed in, by address.
 *
 * @throws {HttpError} 429 with `Retry-After` when `cost` exceeds the rest.
 */
export async function takeAddressRateLimit(
  c: Context<AppEnv>,
  bucket: Bucket,
  { cost = 1 }: { cost?: number } = {},
): Promise<Allowance> {
  return allowance(must(
    await serviceClient().rpc("take_address_rate_limit", {
      p_bucket: bucket,
      p_address: clientAddress(c),
      p_cost: cost,
    }),
  ));
}

function allowance(taken: Returned<"take_rate_limit">): Allowance {
  const { allowed, limit, remaining, retry_after_s } = taken;
  if (!allowed) throw tooManyRequests("Too many requests of this kind", retry_after_s);
  return { limit, remaining };
}
