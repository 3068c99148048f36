import { OpenAPIHono } from "@hono/zod-openapi";
import type { Context } from "hono";
import { HTTPException } from "hono/http-exception";
import { methodNotAllowed } from "hono/method-not-allowed";
import { requestId } from "hono/request-id";
import { identity } from "./auth.ts";
import { fromDatabase } from "../database/errors.ts";
import type { AppEnv, CallerEnv } from "./context.ts";
import { crossOrigin } from "./cors.ts";
import { HttpError, internal } from "../base/errors.ts";
import { generalLimit } from "./general-limit.ts";
import type { Group } from "./group.ts";
import { requestLog } from "./request-log.ts";
import { refuseInvalid } from "./validation.ts";

export interface AppOptions {
  /** What the groups' paths are preceded by. Default none: a group's own function. */
  basePath?: string;
  /** The clock of the general rate limit, for tests. */
  now?: () => number;
}

/**
 * The service over some endpoint groups: what every request passes through, in order, is the
 * request id, the log line, cross-origin access, who is calling and the general rate limit; then
 * the route's own guard, size limit and validation.
 *
 * @example
 * ```ts
 * const app = createApp([routes]);
 * const answer = await app.request("/goals", { headers: { authorization: `Bearer ${token}` } });
 * ```
 */
export function createApp(groups: Group[], options: AppOptions = {}): OpenAPIHono<AppEnv> {
  const app = new OpenAPIHono<AppEnv>({ defaultHook: refuseInvalid });
  app.onError(answerError);
  app.notFound((c) => c.json({ error: "Not found" }, 404));
  app.use(requestId({ limitLength: 128 }));
  app.use(requestLog);
  app.use(crossOrigin());
  app.use(methodNotAllowed({ app, onMethodNotAllowed }));
  app.use(identity);
  app.use(generalLimit(options.now));
  for (const routes of groups) app.route(options.basePath ?? "/", routes);
  return app;
}

/**
 * The handler of an edge function.
 *
 * @example
 * ```ts
 * Deno.serve(serve([routes]));                        // functions/goals/index.ts
 * Deno.serve(serve(groups, { basePath: "/api" }));    // functions/api/index.ts
 * ```
 */
export function serve(groups: Group[], options?: AppOptions): Deno.ServeHandler {
  const app = createApp(groups, options);
  return (request, info) => app.fetch(request, info);
}

/** RFC 9110 section 15.5.6: a 405 names in `Allow` what would have been possible. */
function onMethodNotAllowed(c: Context, methods: string[]): Response {
  const allow = [...new Set([...methods, "OPTIONS"])].join(", ");
  return c.json({ error: "Method not allowed" }, 405, { Allow: allow });
}

/** Every error becomes `{error}`; what is not a refusal of ours is a 500 that says nothing. */
async function answerError(error: Error, c: Context<AppEnv>): Promise<Response> {
  const refusal = refusalOf(error);
  const { status, message, headers } = await shutOut(c, refusal) ?? refusal;
  return c.json({ error: message }, status, headers);
}

/** Refusals that come before the database was asked anything. */
const EARLY = [400, 413, 415];

/** Who is blocked is told so first, whatever else is wrong with the request. */
async function shutOut(c: Context<AppEnv>, { status }: HttpError): Promise<HttpError | null> {
  const { caller, db } = c.var as Partial<CallerEnv["Variables"]>;
  if (!caller || !db || !EARLY.includes(status)) return null;
  const { error } = await db.rpc("check_caller");
  const refusal = error && fromDatabase(error);
  return refusal?.status === 401 || refusal?.status === 403 ? refusal : null;
}

function refusalOf(error: Error): HttpError {
  if (error instanceof HttpError) return error;
  if (error instanceof HTTPException && error.status < 500) {
    return new HttpError(error.status as HttpError["status"], error.message);
  }
  return internal(error);
}
