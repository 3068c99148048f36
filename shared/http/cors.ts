import type { MiddlewareHandler } from "hono";
import { cors } from "hono/cors";
import { allowedOrigins } from "../base/env.ts";

const options = {
  allowMethods: ["GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS"],
  allowHeaders: [
    "authorization",
    "apikey",
    "content-type",
    "x-client-info",
    "x-supabase-api-version",
    "x-request-id",
    "x-cron-secret",
    "idempotency-key",
    "if-match",
    "if-none-match",
    "x-share-passphrase",
    // Headers that supabase-js adds.
    "x-region",
    "x-retry-count",
    "traceparent",
    "tracestate",
    "baggage",
  ],
  exposeHeaders: [
    "ETag",
    "x-request-id",
    "X-RateLimit-Limit",
    "X-RateLimit-Remaining",
    "X-RateLimit-Reset",
    "Retry-After",
    "Deprecation",
    "Idempotent-Replayed",
  ],
  maxAge: 3600,
};

/**
 * Cross-origin access for the origins of `ALLOWED_ORIGINS`, without credentials: callers send a
 * bearer token, not a cookie.
 */
export function crossOrigin(): MiddlewareHandler {
  const anyOrigin = cors({ ...options, origin: "*" });
  const named = cors({
    ...options,
    origin: (origin) => allowedOrigins().includes(origin) ? origin : null,
  });
  return async (c, next) => {
    const answer = allowedOrigins() === "*" ? anyOrigin : named;
    if (c.req.method === "OPTIONS") return await answer(c, next);
    await next();
    // Before there is an answer, hono would make one that only holds these headers.
    await answer(c, done);
  };
}

const done = () => Promise.resolve();
