import type { Context } from "hono";
import { z } from "zod";
import { type Db, serviceClient } from "../database/clients.ts";
import { must } from "../database/results.ts";
import type { Caller } from "./caller.ts";
import { type AppEnv, clientAddress } from "./context.ts";
import { tooManyRequests } from "../base/errors.ts";

/** The exact limits, kept in Postgres (`private.rate_limit_rules`) and shared by every isolate. */
export type Bucket =
  | "ai"
  | "email"
  | "chat"
  | "chain_generation"
  | "relay_message"
  | "sponsor_application"
  | "waitlist"
  | "optimize"
  | "impersonation_redeem";

/** What is left of a limit after a take. */
export interface Allowance {
  limit: number;
  remaining: number;
}

const answer = z.object({
  allowed: z.boolean(),
  limit: z.number(),
  remaining: z.number(),
  retry_after_s: z.number(),
});

/** The part of a context that tells who is calling. */
interface Calling {
  var: { caller: Caller; db: Db };
}

/**
 * Takes from what the caller has left, or refuses and takes nothing. With a `scope` the limit
 * holds for that scope alone, such as one recipient.
 *
 * @throws {HttpError} 429 with `Retry-After` when `cost` does not fit any more.
 *
 * @example
 * ```ts
 * await takeRateLimit(c, "ai", { cost: tones.length });
 * await takeRateLimit(c, "relay_message", { scope: recipientId });
 * ```
 */
export async function takeRateLimit(
  c: Calling,
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
 * The same for someone who is not signed in, by address.
 *
 * @throws {HttpError} 429 with `Retry-After` when `cost` does not fit any more.
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

function allowance(taken: unknown): Allowance {
  const { allowed, limit, remaining, retry_after_s } = answer.parse(taken);
  if (!allowed) throw tooManyRequests("Too many requests of this kind", retry_after_s);
  return { limit, remaining };
}
