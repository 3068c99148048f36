import { createMiddleware } from "hono/factory";
import QuickLRU from "quick-lru";
import { type AppEnv, clientAddress } from "./context.ts";
import { envCount } from "../base/env.ts";
import { tooManyRequests } from "../base/errors.ts";

const WINDOW_MS = 60_000;
/** Subjects that an isolate remembers at least, those of the latest requests: about 2 MB at most. */
const SUBJECTS = 10_000;

interface Count {
  used: number;
  resetAt: number;
}

/**
 * The general rate limit: `RATE_LIMIT_PER_MINUTE` requests (default 300, 0 for no limit) a minute
 * for each user, or for each address without a user. Each isolate counts for itself, as a best
 * effort against runaway clients; exact limits are kept in Postgres (`rate-limit.ts`). The headers
 * of every answer tell the state; `X-RateLimit-Reset` is in seconds since 1970.
 */
export function generalLimit(now: () => number = Date.now) {
  const counts = new QuickLRU<string, Count>({ maxSize: SUBJECTS });
  return createMiddleware<AppEnv>(async (c, next) => {
    const limit = envCount("RATE_LIMIT_PER_MINUTE", 300);
    if (limit === 0) return await next();
    const count = take(counts, c.get("identity")?.id ?? clientAddress(c), now());
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
  });
}

function take(counts: QuickLRU<string, Count>, subject: string, now: number): Count {
  let count = counts.get(subject);
  if (!count || count.resetAt <= now) {
    count = { used: 0, resetAt: now + WINDOW_MS };
    counts.set(subject, count);
  }
  count.used++;
  return count;
}
