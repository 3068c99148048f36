/**
 * The gateway of the local platform, laid out as the hosted one: it checks API keys and tokens, and
 * passes each request to the service of its path.
 */
import { type Context, Hono, type MiddlewareHandler } from "hono";
import { cors } from "hono/cors";
import type { ApiHandler } from "../base/claims.ts";
import type { Keys } from "../base/keys.ts";
import { type Database, needsDatabase } from "./availability.ts";
import { createCallers, KeyError, TokenError } from "./callers.ts";
import { type FunctionsBehind, passToFunction } from "./functions.ts";
import { limitFilters } from "./filters.ts";
import { limitAnswer, limitBody, limitSelect, limitUpload } from "./limits.ts";

type Service = { fetch(request: Request): Response | Promise<Response> };

interface GatewayOptions {
  keys: Keys;
  issuer: string;
  auth: Service;
  rest: ApiHandler;
  storage: ApiHandler;
  /** Bytes of the largest file that any bucket may take. */
  largestFile: number;
  /** Null where the project has switched it off. */
  realtime: ApiHandler | null;
  functions: FunctionsBehind;
  database: Database;
  /** The start page, at `/`. */
  start: Hono;
  /** The mails and pushes that hosted would send, at `/mailbox`. */
  mailbox: Hono;
  /** The project's guides, at `/guides`; null without guides. */
  guides: Hono | null;
  /** Pages of the API reference, at `/docs`, where the project has one. */
  reference: Hono | null;
}

/** `address` is where the connection comes from. */
interface GatewayEnv {
  Bindings: { address: string };
}

/** Routes of storage that carry their permission in the URL, or need none. */
const KEYLESS_STORAGE =
  /^\/storage\/v1\/(object\/(public|info\/public|sign|upload\/sign)\/|render\/image\/)/;

/** Routes of auth that people open from an e-mail, or that hold public keys. */
const KEYLESS_AUTH = /^\/auth\/v1\/(verify|authorize|callback|health|\.well-known\/.*)$/;

/** Builds the gateway. Everything below `/functions/v1` is passed on untouched. */
export function createGateway(options: GatewayOptions): Hono<GatewayEnv> {
  const { database, functions } = options;
  const callers = createCallers(options.keys, options.issuer);
  const app = new Hono<GatewayEnv>();
  for (const service of ["auth/v1", "rest/v1", "storage/v1", "realtime/v1/api"]) {
    app.use(`/${service}/*`, open);
  }
  for (const service of ["auth", "rest", "storage", "functions", "realtime"]) {
    app.use(`/${service}/v1/*`, needsDatabase(database));
  }

  for (const service of ["auth", "rest", "realtime"]) app.use(`/${service}/v1/*`, limitBody(10));
  app.use("/storage/v1/*", limitUpload(options.largestFile));

  app.all("/rest/v1/*", limitSelect, limitFilters, async (c) => {
    const claims = await callers.identify(c.req.raw, false);
    return await limitAnswer(await options.rest(c.req.raw, claims));
  });

  app.all("/storage/v1/*", async (c) => {
    const claims = await callers.identify(c.req.raw, KEYLESS_STORAGE.test(c.req.path));
    return options.storage(c.req.raw, claims);
  });

  const { realtime } = options;
  if (realtime) {
    app.all("/realtime/v1/*", async (c) => {
      const claims = await callers.identify(c.req.raw, false);
      return realtime(c.req.raw, claims);
    });
  }

  app.all("/auth/v1/*", async (c) => {
    const request = c.req.raw;
    const headers = new Headers(request.headers);
    const token = await callers.authorization(request, KEYLESS_AUTH.test(c.req.path));
    if (token) headers.set("authorization", token);
    const url = new URL(request.url);
    url.pathname = url.pathname.slice("/auth/v1".length);
    const { method, body, signal } = request;
    return options.auth.fetch(new Request(url, { method, body, signal, headers }));
  });

  // A function may have a smaller limit, and says so when the body has arrived.
  app.all("/functions/v1/*", limitBody(100), (c) => passToFunction(c, functions, c.env.address));

  // The metadata of a function at the root of the host (RFC 8414 and RFC 9728, section 3.1).
  app.on(["GET", "OPTIONS"], "/.well-known/:name/functions/v1/*", (c) => {
    const { name } = c.req.param();
    const [, path] = c.req.path.split("/functions/v1/");
    const target = new URL(`/functions/v1/${path}/.well-known/${name}`, c.req.url);
    return passToFunction(c, functions, c.env.address, new Request(target, c.req.raw));
  });

  app.route("/", options.start);
  app.route("/mailbox", options.mailbox);
  if (options.reference) app.route("/docs", options.reference);
  if (options.guides) app.route("/guides", options.guides);
  app.get("/health", (c) => {
    const parts = { postgres: database.state, functions: functions.state };
    const states = Object.values(parts);
    const status = states.includes("failing")
      ? "degraded"
      : states.includes("starting")
      ? "starting"
      : "ok";
    return status === "ok"
      ? c.json({ status, ...parts })
      : c.json({ status, ...parts }, 503, { "retry-after": "1" });
  });

  app.notFound((c) => c.json({ message: "no Route matched with those values" }, 404));
  app.onError((error, c) => refusal(c, error));
  return app;
}

function refusal(c: Context, error: Error): Response {
  if (error instanceof KeyError) return c.json({ message: error.message, hint: error.hint }, 401);
  if (error instanceof TokenError) {
    return c.req.path.startsWith("/storage")
      ? c.json({ statusCode: "403", error: "Unauthorized", message: error.message }, 400)
      : c.json({ code: "PGRST301", message: error.message, details: null, hint: null }, 401);
  }
  if (c.req.raw.signal.aborted) return c.body(null, 499 as 400);
  console.error(error);
  return c.json({ message: "An unexpected error occurred" }, 502);
}

const anyOrigin = cors({
  origin: "*",
  allowMethods: ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"],
  exposeHeaders: [
    "Content-Range",
    "Content-Location",
    "Preference-Applied",
    "X-Total-Count",
    "Link",
    "X-Supabase-Api-Version",
  ],
  maxAge: 3600,
});
const done = () => Promise.resolve();

/** Auth, data, storage and broadcasts are open to every origin, as hosted; functions say it for themselves. */
const open: MiddlewareHandler = async (c, next) => {
  if (c.req.method === "OPTIONS") return await anyOrigin(c, next);
  await next();
  // hono would otherwise make an answer with only these headers, and copy the real one into it.
  await anyOrigin(c, done);
};
