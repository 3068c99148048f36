import { createMiddleware } from "hono/factory";
import { routePath } from "hono/route";
import { describeError, log } from "../base/log.ts";
import type { AppEnv } from "./context.ts";

/** One line for each request: what was asked, of which function, by whom, and how it went. */
export const requestLog = createMiddleware<AppEnv>(async (c, next) => {
  const start = performance.now();
  await next();
  const { status } = c.res;
  // Where the request came to an end: in its handler, or in what refused it.
  const route = routePath(c);
  // A provider that is not there is no fault of ours, but worth a look.
  log(status === 503 ? "warn" : status >= 500 ? "error" : "info", "request", {
    request_id: c.get("requestId"),
    function: c.req.path.split("/", 2)[1],
    method: c.req.method,
    // The pattern, never the address itself: ids and searches are nobody's business.
    route: route.endsWith("*") ? null : route,
    status,
    ms: Math.round((performance.now() - start) * 10) / 10,
    user_id: c.get("identity")?.id ?? null,
    // Of other refusals, those with a cause: a constraint, a lock, a provider.
    ...(c.error && (status >= 500 || c.error.cause !== undefined) &&
      { error: describeError(c.error) }),
  });
});
