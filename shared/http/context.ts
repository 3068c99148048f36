import type { Context } from "hono";
import type { Caller } from "./caller.ts";
import type { Db } from "../database/clients.ts";

/** Something that a limit counts. */
export interface Hit {
  id: number;
  cost: number;
}

/** The variables of every request. */
export interface AppEnv {
  Bindings: Partial<Deno.ServeHandlerInfo>;
  Variables: {
    requestId: string;
    /** The caller, null without a valid token. */
    identity: Caller | null;
    /** The error when the token could not be verified, for a reason other than the token. */
    identityFailure?: unknown;
    /** The same for every repetition of a request with an `Idempotency-Key`, and for no other one. */
    fingerprint?: string;
    /** What the request has taken from a limit (`rate-limit.ts`). */
    hit?: Hit;
  };
}

/** The additional variables of a route for signed-in users. */
export interface CallerEnv {
  Variables: {
    caller: Caller;
    /** The database as the caller: row security decides. */
    db: Db;
  };
}

/**
 * The client's address. The hosted gateway sets `cf-connecting-ip`, so a client cannot forge it;
 * the first address of `x-forwarded-for` is the fallback.
 */
export function clientAddress(c: Context<AppEnv>): string {
  const forwarded = c.req.header("cf-connecting-ip") ?? c.req.header("x-forwarded-for");
  const remote = c.env?.remoteAddr;
  const peer = remote && "hostname" in remote ? remote.hostname : undefined;
  return (forwarded?.split(",", 1)[0]?.trim() || peer || "unknown").slice(0, 64);
}
