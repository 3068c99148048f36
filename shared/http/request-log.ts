import { createMiddleware } from "hono/factory";
import { routePath } from "hono/route";
import { describeError, log } from "../base/log.ts";
import type { AppEnv } from "./context.ts";

/** Logs one line for each request: route, user, status and duration. */
export const requestLog = createMiddleware<AppEnv>(async (c, next) => {
  const start = performance.now();
  await next();
  const { status } = c.res;
  // The route of the handler, or of the middleware that refused the request.
  const route = routePath(c);
  // 503 usually means that a provider is unavailable: a warning, not an error.
  log(status === 503 ? "warn" : status >= 500 ? "error" : "info", "request", {
    request_id: c.get("requestId"),
    function: c.req.path.split("/", 2)[1],
    method: c.req.method,
    // The pattern, not the path, which contains ids and searches.
    route: route.endsWith("*") ? null : route,
    status,
    ms: Math.round((performance.now() - start) * 10) / 10,
    user_id: c.get("identity")?.id ?? null,
    // Of other refusals, those with a cause: a constraint, a lock, a provider.
    ...(c.error && (status >= 500 || c.error.cause !== undefined) &&
      { error: describeError(c.error) }),
  });
});
