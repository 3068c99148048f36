import { OpenAPIHono } from "@hono/zod-openapi";
import type { Context, MiddlewareHandler } from "hono";
import { createMiddleware } from "hono/factory";
import { HTTPException } from "hono/http-exception";
import { methodNotAllowed } from "hono/method-not-allowed";
import { type GuardedEnv, identity } from "./auth.ts";
import { fromDatabase } from "../database/errors.ts";
import type { AppEnv } from "./context.ts";
import { crossOrigin } from "./cors.ts";
import { HttpError, internal, isGone } from "../base/errors.ts";
import { generalLimit } from "./general-limit.ts";
import type { Part } from "./group.ts";
import { refundRefused } from "./rate-limit.ts";
import { countRefusal } from "./refusal-count.ts";
import { requestLog } from "./request-log.ts";
import { refuseInvalid } from "./validation.ts";

interface AppOptions {
  /** The prefix of the paths. Default none: a group's own function. */
  basePath?: string;
  /** The general rate limit. Default one of the app's own. */
  limit?: MiddlewareHandler<AppEnv>;
}

/**
 * The service over some routes. Every request passes, in order, the request id, the log,
 * cross-origin access, identification of the caller and the general rate limit; then the route's
 * guard, size limit and validation.
 */
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
  app.use(identity);
  app.use(options.limit ?? generalLimit());
  app.use(refundRefused);
  for (const routes of parts) app.route(options.basePath ?? "/", routes);
  return app;
}

/**
 * Names the request, by the client's own name where it has a usable one. Headers of every answer are
 * set on the answer, here and in other middleware: for one that `c.header` sets, hono copies it.
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
  const allow = [...new Set([...methods, "OPTIONS"])].join(", ");
  const body = { error: "Method not allowed", code: "method_not_allowed" };
  countRefusal(405, body.code);
  return c.json(body, 405, { Allow: allow });
}

/** Answers every error as `{error, code, fields}`; one that is no refusal is a 500 without details. */
async function answerError(error: Error, c: Context<GuardedEnv>): Promise<Response> {
  const refusal = refusalOf(error);
  const { status, message, code, fields, headers } = await refusalOfCaller(c, refusal) ?? refusal;
  if (!isGone({ status })) countRefusal(status, code);
  return c.json({ error: message, code, fields }, status, headers);
}

/**
 * The refusal of a blocked or deleted caller, which comes before what is wrong with the request: the
 * database decides it with its first call, so it is asked where the request was refused before.
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

function refusalOf(error: Error): HttpError {
  if (error instanceof HttpError) return error;
  if (error instanceof HTTPException && error.status < 500) {
    return new HttpError(error.status, error.message);
  }
  return internal(error);
}
