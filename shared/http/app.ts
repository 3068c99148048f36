/**
 * The whole way of a request, in order:
 *
 * 1. `serve` loads the group that the path names (`functions/groups.ts`).
 * 2. Every request gets its id, its line in the log, its count (`counting.ts`), its trace
 *    (`tracing.ts`), cross-origin access, and 405 for a method that the path does not have.
 * 3. The caller is identified from the verified access token, or from a personal token that the
 *    database looks up (`guard.ts`, `caller.ts`, `personal-token.ts`).
 * 4. The general limit counts the request; what a refused request has taken from an exact limit is
 *    given back (`limits.ts`).
 * 5. The route's guard refuses other callers and personal tokens without its scopes, and makes the
 *    database client that acts as the caller (`guard.ts`, `scopes.ts`). The order of steps 5 to 8
 *    stands in `route.ts`.
 * 6. Unknown parameters of the query are refused (`validation.ts`); the answer about one resource gets
 *    its `ETag` (`versions.ts`).
 * 7. The body is read, up to its size limit (`bodies.ts`).
 * 8. A repeated `Idempotency-Key` gets the first answer (`idempotency.ts`).
 * 9. Path, query and body are validated (`validation.ts` words the refusal).
 * 10. The route's exact limit is taken, the handler runs, and its result becomes the JSON answer
 *     (`declare.ts`).
 * 11. Every error on the way becomes `{error, code, fields}`, and for programs that sign in the form of
 *     RFC 6749; a 401 of the MCP server says where they sign in (`challenge.ts`).
 */
import { OpenAPIHono } from "@hono/zod-openapi";
import type { Context, MiddlewareHandler } from "hono";
import { cors } from "hono/cors";
import { createMiddleware } from "hono/factory";
import { HTTPException } from "hono/http-exception";
import { methodNotAllowed } from "hono/method-not-allowed";
import { routePath } from "hono/route";
import { getPath } from "hono/utils/url";
import { allowedOrigins } from "../base/env.ts";
import { asRefusal, HttpError, isGone } from "../base/errors.ts";
import { describeError, log } from "../base/log.ts";
import { RESOURCE_METADATA, resourceAt } from "../base/resources.ts";
import { inTrace, traceOf, traceRequest } from "../base/tracing.ts";
import { reportInvalidVariables } from "../base/invalid-variables.ts";
import { fromDatabase } from "../database/errors.ts";
import type { AppEnv } from "./caller.ts";
import { challenge } from "./challenge.ts";
import { countRefusal, countRequest, knownMethod } from "./counting.ts";
import { type Mounted, type Part, partsOf } from "./declare.ts";
import { type GuardedEnv, identity } from "./guard.ts";
import { type GeneralLimit, generalLimit, refundRefused } from "./limits.ts";
import { refuseInvalid } from "./validation.ts";

interface AppOptions {
  /** The prefix of the paths. Default none: a group's own function. */
  basePath?: string;
  /** The general rate limit; by default the app makes its own. */
  limit?: GeneralLimit;
}

/** The service over some routes. */
export function createApp(parts: Part[], options: AppOptions = {}): OpenAPIHono<AppEnv> {
  const app = new OpenAPIHono<AppEnv>({ defaultHook: refuseInvalid });
  app.onError(answerError);
  app.notFound((c) => {
    countRefusal(404, "not_found");
    return c.json({ error: "Not found", code: "not_found" }, 404);
  });
  app.use(requestId);
  app.use(requestLog);
  app.use(crossOrigin());
  app.use(methodNotAllowed({ app, onMethodNotAllowed }));
  const { beforeLookUp, count } = options.limit ?? generalLimit();
  app.use(beforeLookUp);
  app.use(identity);
  app.use(count);
  app.use(refundRefused);
  for (const routes of parts) app.route(options.basePath ?? "/", routes);
  return app;
}

/**
 * The handler of an edge function that serves groups below `basePath`. The first request of a group
 * (`<basePath>/<name>/...`) loads it: a cold start evaluates the routes of one group and not of
 * all. The general rate limit counts the requests of all groups together.
 *
 * @example
 * ```ts
 * Deno.serve(serve(groups, "/api"));
 * ```
 */
export function serve(
  groups: Readonly<Record<string, Mounted>>,
  basePath = "",
): (request: Request, info?: Deno.ServeHandlerInfo) => Promise<Response> {
  reportInvalidVariables();
  const limit = generalLimit();
  const start = async (name: string) =>
    createApp(name ? await partsOf(groups[name]!) : [], { basePath, limit });
  const apps = new Map<string, ReturnType<typeof start>>();
  /** The app of a group that did not load: it answers 500. The next request loads the group again. */
  const failing = (name: string, error: unknown) => {
    apps.delete(name);
    const app = createApp([], { basePath, limit });
    app.all("*", () => {
      throw error;
    });
    return app;
  };
  return async (request, info) => {
    const segment = getPath(request).slice(basePath.length).split("/")[1] ?? "";
    // One app for all unknown names.
    const name = Object.hasOwn(groups, segment) ? segment : "";
    if (!apps.has(name)) apps.set(name, start(name));
    const app = await apps.get(name)!.catch((error) => failing(name, error));
    return app.fetch(request, info);
  };
}

/**
 * Names the request, by the client's own name where it has a usable one. Headers of every answer are
 * set on the answer itself, here and in other middleware: hono copies the answer for `c.header`.
 */
const requestId = createMiddleware<AppEnv>(async (c, next) => {
  const given = c.req.header("x-request-id");
  const id = given && /^[\w\-=]{1,128}$/.test(given) ? given : crypto.randomUUID();
  c.set("requestId", id);
  await next();
  c.res.headers.set("X-Request-Id", id);
  // A browser takes an answer for what `Content-Type` says, also where a file holds markup.
  c.res.headers.set("X-Content-Type-Options", "nosniff");
});

/** RFC 9110 section 15.5.6: a 405 names the allowed methods in `Allow`. */
function onMethodNotAllowed(c: Context, methods: string[]): Response {
  const allow = [...new Set(methods)].join(", ");
  const body = { error: "Method not allowed", code: "method_not_allowed" };
  countRefusal(405, body.code);
  return c.json(body, 405, { Allow: allow });
}

/** Answers an error as `{error, code, fields}`; any but a refusal is a 500 without details. */
async function answerError(error: Error, c: Context<GuardedEnv>): Promise<Response> {
  const refusal = requestRefusal(error);
  const { status, message, code, fields, headers } = await refusalOfCaller(c, refusal) ?? refusal;
  if (!isGone({ status })) countRefusal(status, code);
  const { path } = c.req;
  if (isOauth(path)) {
    // The form of RFC 6749 section 5.2.
    const body = { error: code, error_description: message, code };
    return c.json(body, status, { ...headers, "Cache-Control": "no-store" });
  }
  return c.json({ error: message, code, fields }, status, {
    ...headers,
    ...(status === 401 && resourceAt(path) === "mcp" && { "WWW-Authenticate": challenge(path) }),
  });
}

/** Whether programs that sign in call a path, not the app. */
const isOauth = (path: string): boolean => /^\/oauth\/(?!requests\/)/.test(path);

/**
 * The refusal of a blocked or deleted caller, which comes before the faults of the request. The
 * database decides it with its first call, so this function asks it when the request was refused
 * before that call.
 */
async function refusalOfCaller(
  c: Context<GuardedEnv>,
  { status }: HttpError,
): Promise<HttpError | null> {
  const { caller, asked, primary } = c.var;
  // A replica may not know a new account yet.
  const db = primary?.() ?? c.var.db;
  if (!caller || !db || asked || status === 401 || status === 403) return null;
  const { error } = await db.rpc("check_caller");
  const refusal = error && fromDatabase(error);
  // A deletion that fails has refused its caller from its own beginning.
  if (status >= 500 && refusal?.code === "account_leaving") return null;
  return refusal?.status === 401 || refusal?.status === 403 ? refusal : null;
}

function requestRefusal(error: Error): HttpError {
  return error instanceof HTTPException && error.status < 500
    ? new HttpError(error.status, error.message)
    : asRefusal(error);
}

const corsOptions = {
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
    "mcp-protocol-version",
    "mcp-method",
    "mcp-name",
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
    "Next-Cursor",
    "Sync-Change",
    "WWW-Authenticate",
  ],
  maxAge: 3600,
};

/**
 * Cross-origin access for the origins of `ALLOWED_ORIGINS`, without credentials: callers send a
 * bearer token, not a cookie.
 */
function crossOrigin(): MiddlewareHandler<AppEnv> {
  const anyOrigin = cors({ ...corsOptions, origin: "*" });
  const named = cors({
    ...corsOptions,
    origin: (origin) => allowedOrigins().includes(origin) ? origin : null,
  });
  return async (c, next) => {
    const { path } = c.req;
    // Programs read these before anybody has named their origins.
    const isOpen = isOauth(path) || path.endsWith(`/${RESOURCE_METADATA}`);
    const answer = isOpen || allowedOrigins() === "*" ? anyOrigin : named;
    if (c.req.method === "OPTIONS") return await answer(c, next);
    await next();
    // Before there is an answer, hono would make an answer that only holds these headers.
    await answer(c, done);
  };
}

const done = () => Promise.resolve();

/** Counts and traces each request, and logs a line for it: route, user, status and duration. */
const requestLog = createMiddleware<AppEnv>(async (c, next) => {
  const start = performance.now();
  const trace = await traceOf(c.req.header("traceparent"));
  await (trace ? inTrace(trace, next) : next());
  const { status } = c.res;
  // The route of the handler, or of the middleware that refused the request.
  const pattern = routePath(c);
  // The pattern, not the path, which contains ids and searches.
  const route = pattern.endsWith("*") ? null : pattern;
  const ms = performance.now() - start;
  const { method } = c.req;
  countRequest({ method, route, status, refusal: c.error ? requestRefusal(c.error) : null, ms });
  if (trace) traceRequest(trace, { method: knownMethod(method), route, status, start });
  // 503 usually means that a provider is unavailable: a warning, not an error.
  log(status === 503 ? "warn" : status >= 500 ? "error" : "info", "request", {
    request_id: c.get("requestId"),
    trace_id: trace?.traceId,
    function: c.req.path.split("/", 2)[1],
    method,
    route,
    status,
    ms: Math.round(ms * 10) / 10,
    user_id: c.get("identity")?.id ?? null,
    token_id: c.get("identity")?.personalToken?.id,
    // Other refusals are logged with their cause, if any: a constraint, a lock, a provider.
    ...(c.error && (status >= 500 || c.error.cause !== undefined) &&
      { error: describeError(c.error) }),
  });
});
