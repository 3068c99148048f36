/**
 * The one address of the local platform, laid out as the hosted gateway: it knows API keys and
 * tokens, and passes each request to the service below its path.
 */
import { Hono } from "hono";
import { cors } from "hono/cors";
import type { ApiHandler } from "./data.ts";
import { type Keys, publicKeySet } from "./keys.ts";
import { signToken, verifyToken } from "./auth/tokens.ts";

/** What a verified token or API key says of the caller. */
export interface Claims {
  role: string;
  sub?: string;
  [claim: string]: unknown;
}

export interface GatewayOptions {
  keys: Keys;
  issuer: string;
  auth: { fetch(request: Request): Response | Promise<Response> };
  rest: ApiHandler;
  storage: ApiHandler;
  /** Address of the process that serves the functions now. */
  functionsUrl: () => Promise<string>;
  /** Messages the auth service would have sent by e-mail. */
  mailbox: () => unknown;
}

/** `address` is where the connection comes from. */
export interface GatewayEnv {
  Bindings: { address: string };
}

class GatewayError extends Error {
  constructor(message: string, readonly hint: string) {
    super(message);
  }
}

/** Routes of storage that carry their permission in the URL, or need none. */
const KEYLESS_STORAGE =
  /^\/storage\/v1\/(object\/(public|info\/public|sign|upload\/sign)\/|render\/image\/)/;

/** Routes of auth that people open from an e-mail, or that hold public keys. */
const KEYLESS_AUTH = /^\/auth\/v1\/(verify|authorize|callback|health|\.well-known\/.*)$/;

/** Builds the gateway. Everything below `/functions/v1` is passed on untouched. */
export function createGateway(options: GatewayOptions): Hono<GatewayEnv> {
  const { keys, issuer } = options;
  const keySet = publicKeySet(keys);

  /** The key's role, or null for something that is no key of this project. */
  const roleOfKey = (key: string | null | undefined) =>
    key === keys.secret ? "service_role" : key === keys.publishable ? "anon" : null;

  async function identify(request: Request, keyless: boolean): Promise<Claims> {
    const url = new URL(request.url);
    const key = request.headers.get("apikey") ?? url.searchParams.get("apikey");
    const bearer = /^Bearer\s+(.+)$/i.exec(request.headers.get("authorization") ?? "")?.[1];
    const role = roleOfKey(key ?? (bearer?.startsWith("sb_") ? bearer : null));
    if (!role && !keyless) {
      throw new GatewayError(
        key ? "Invalid API key" : "No API key found in request",
        key ? "Double check your API key." : "No `apikey` request header or url param was found.",
      );
    }
    if (!bearer || bearer === key || roleOfKey(bearer)) return { role: role ?? "anon" };
    try {
      return await verifyToken(bearer, keySet, issuer) as Claims;
    } catch (error) {
      if (keyless) return { role: "anon" };
      throw new TokenError(error instanceof Error ? error.message : "invalid token");
    }
  }

  const app = new Hono<GatewayEnv>();
  app.use(
    "*",
    async (c, next) => c.req.path.startsWith("/functions/v1") ? await next() : await open(c, next),
  );

  app.all("/rest/v1/*", async (c) => {
    const claims = await identify(c.req.raw, false);
    return options.rest(c.req.raw, claims);
  });

  app.all("/storage/v1/*", async (c) => {
    const claims = await identify(c.req.raw, KEYLESS_STORAGE.test(c.req.path));
    return options.storage(c.req.raw, claims);
  });

  app.get("/auth/v1/mailbox", (c) => c.json({ messages: options.mailbox() }));
  app.all("/auth/v1/*", async (c) => {
    const keyless = KEYLESS_AUTH.test(c.req.path);
    const request = c.req.raw;
    const url = new URL(request.url);
    url.pathname = url.pathname.slice("/auth/v1".length);
    const headers = new Headers(request.headers);
    const bearer = headers.get("authorization")?.replace(/^Bearer\s+/i, "") ?? "";
    const key = headers.get("apikey") ?? url.searchParams.get("apikey");
    if (!keyless && !roleOfKey(key) && !roleOfKey(bearer)) {
      throw new GatewayError(
        key ? "Invalid API key" : "No API key found in request",
        "Send the project's publishable or secret key in the `apikey` header.",
      );
    }
    // The auth service knows tokens only: a bearer that is an API key becomes one with its role.
    const role = !bearer || bearer === key ? roleOfKey(key) : roleOfKey(bearer);
    if (role) {
      const token = await signToken({ role, iss: issuer }, keys.signing, { expiresIn: 60 });
      headers.set("authorization", `Bearer ${token}`);
    }
    return options.auth.fetch(new Request(url, { ...init(request), headers }));
  });

  app.all("/functions/v1/*", async (c) => {
    const { pathname, search } = new URL(c.req.url);
    const path = pathname.slice("/functions/v1".length);
    const target = new URL(path + search, await options.functionsUrl());
    const headers = new Headers(c.req.raw.headers);
    headers.set("x-forwarded-host", new URL(c.req.url).host);
    // The caller's own word for its address is worth nothing.
    headers.set("x-forwarded-for", c.env.address);
    headers.delete("cf-connecting-ip");
    // Whole, because a function may refuse a large body before it has read it to its end.
    const body = c.req.raw.body && await c.req.arrayBuffer();
    return fetch(target, { ...init(c.req.raw), body, headers, redirect: "manual" });
  });

  app.notFound((c) => c.json({ message: "no Route matched with those values" }, 404));
  app.onError((error, c) => {
    if (error instanceof GatewayError) {
      return c.json({ message: error.message, hint: error.hint }, 401);
    }
    if (error instanceof TokenError) {
      return c.req.path.startsWith("/storage")
        ? c.json({ statusCode: "403", error: "Unauthorized", message: error.message }, 400)
        : c.json({ code: "PGRST301", message: error.message, details: null, hint: null }, 401);
    }
    if (c.req.raw.signal.aborted) return c.body(null, 499 as 400);
    console.error(error);
    return c.json({ message: "An unexpected error occurred" }, 502);
  });
  return app;
}

class TokenError extends Error {}

const init = (request: Request): RequestInit => ({
  method: request.method,
  body: request.body,
  signal: request.signal,
});

/** Auth, data and storage are open to every origin, as hosted; functions say it for themselves. */
const open = cors({
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
