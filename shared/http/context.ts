import type { Context } from "hono";
import type { Caller } from "./caller.ts";
import type { Db } from "../database/clients.ts";

/** What every handler finds in `c.var`, whatever its route asks of the caller. */
export interface AppEnv {
  Bindings: Partial<Deno.ServeHandlerInfo>;
  Variables: {
    requestId: string;
    /** Who is calling, null without a valid token. */
    identity: Caller | null;
    /** Why nobody could be identified, when that is not the request's fault. */
    identityFailure?: unknown;
  };
}

/** What a route of a signed-in user finds besides. */
export interface CallerEnv {
  Variables: {
    caller: Caller;
    /** The database as the caller: row security decides. */
    db: Db;
  };
}

/**
 * The address a request comes from. `cf-connecting-ip` is written by the hosted gateway's edge and
 * cannot be forged through it; the first name of `x-forwarded-for` is the next best.
 */
export function clientAddress(c: Context<AppEnv>): string {
  const forwarded = c.req.header("cf-connecting-ip") ?? c.req.header("x-forwarded-for");
  const remote = c.env?.remoteAddr;
  const peer = remote && "hostname" in remote ? remote.hostname : undefined;
  return (forwarded?.split(",", 1)[0]?.trim() || peer || "unknown").slice(0, 64);
}
