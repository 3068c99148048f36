/** The HTTP conventions of Stripe's API: nested form fields, version, keys, errors. */
import type { Context, MiddlewareHandler } from "hono";
import { Stripe } from "stripe";

/** The nested fields of a form, such as `metadata[user_id]=1&items[0][price]=x`. */
export type Params = { [name: string]: Param };
type Param = string | Params | Param[];

/** Parses a form as Stripe does. An object with the names 0, 1, ... becomes a list. */
function decodeForm(text: string): Params {
  const form: Params = {};
  for (const [name, value] of new URLSearchParams(text)) {
    const [first, ...rest] = name.split("[").map((part) => part.replace(/\]$/, ""));
    let place = form;
    let key = first!;
    for (const part of rest) {
      place = (place[key] ??= {}) as Params;
      key = part || String(Object.keys(place).length);
    }
    place[key] = value;
  }
  return withLists(form) as Params;
}

function withLists(value: Param): Param {
  if (typeof value === "string" || Array.isArray(value)) return value;
  const entries = Object.entries(value).map(([key, inner]) => [key, withLists(inner)] as const);
  return entries.length > 0 && entries.every(([key], index) => key === String(index))
    ? entries.map(([, inner]) => inner)
    : Object.fromEntries(entries);
}

/** The text at a path of names; undefined when it is missing. */
export function textAt(params: Params, ...path: (string | number)[]): string | undefined {
  let value: unknown = params;
  for (const name of path) value = (value as Record<string | number, unknown> | undefined)?.[name];
  return typeof value === "string" ? value : undefined;
}

interface ErrorBody {
  type: "api_error" | "card_error" | "idempotency_error" | "invalid_request_error";
  message: string;
  code?: string;
  param?: string;
  decline_code?: string;
}

/** A refusal in Stripe's format: `{error: {type, message, ...}}`. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly body: ErrorBody,
    readonly headers: Record<string, string> = {},
  ) {
    super(body.message);
  }

  /** A missing or invalid field: refused before the request is executed. */
  static invalid(message: string, param?: string, code?: string): Refusal {
    return new Refusal(400, {
      type: "invalid_request_error",
      message,
      ...(param && { param }),
      ...(code && { code }),
    });
  }
}

/** The variables of routes in `c.var`. */
export interface WireEnv {
  Variables: { params: Params };
}

let requests = 0;
const answer = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  Response.json(body, {
    status,
    headers: {
      "request-id": `req_${++requests}`,
      "stripe-version": Stripe.API_VERSION,
      ...headers,
    },
  });

/** Formats an error of a route. */
export function refuse(error: Error): Response {
  if (!(error instanceof Refusal)) throw error;
  return answer(error.status, { error: error.body }, error.headers);
}

interface FirstRequest {
  fingerprint: string;
  answer: { status: number; body: unknown } | null;
}

/** Checks every request and applies idempotency keys. */
export function wire(secretKey: string): MiddlewareHandler<WireEnv> {
  const seen = new Map<string, FirstRequest>();
  return async (c, next) => {
    if (c.req.header("authorization") !== `Bearer ${secretKey}`) {
      const message = `Invalid API Key provided: sk_test_****${secretKey.slice(-4)}`;
      throw new Refusal(401, { type: "invalid_request_error", message });
    }
    if (c.req.header("stripe-version") !== Stripe.API_VERSION) {
      throw Refusal.invalid(`Invalid Stripe API version: ${c.req.header("stripe-version")}`);
    }
    const type = c.req.header("content-type");
    if (c.req.method === "POST" && type !== "application/x-www-form-urlencoded") {
      throw Refusal.invalid("Invalid content type, expected application/x-www-form-urlencoded");
    }
    const form = c.req.method === "POST"
      ? await c.req.text()
      : new URL(c.req.url).search.replace(/^\?/, "");
    c.set("params", decodeForm(form));

    const key = c.req.header("idempotency-key");
    if (c.req.method !== "POST" || !key) return await plainly(c, next);
    const fingerprint = `${c.req.path} ${form}`;
    const first = seen.get(key);
    if (first) return replay(first, fingerprint, key);
    const mine: FirstRequest = { fingerprint, answer: null };
    seen.set(key, mine);
    await plainly(c, next);
    // Errors before execution are not stored; errors of the execution are stored and repeated.
    if (c.res.status >= 400 && c.res.status < 500) seen.delete(key);
    else mine.answer = { status: c.res.status, body: await c.res.clone().json() };
  };
}

/** https://docs.stripe.com/api/idempotent_requests */
function replay(first: FirstRequest, fingerprint: string, key: string): Response {
  if (first.fingerprint !== fingerprint) {
    throw new Refusal(400, {
      type: "idempotency_error",
      message: `Keys for idempotent requests can only be used with the same parameters: ${key}`,
    });
  }
  if (!first.answer) {
    throw new Refusal(409, {
      type: "idempotency_error",
      code: "idempotency_key_in_use",
      message: `There is currently another in-progress request using this key: ${key}`,
    }, { "stripe-should-retry": "true" });
  }
  return answer(first.answer.status, first.answer.body, { "idempotent-replayed": "true" });
}

/** Executes the route after a short delay, so that concurrent requests overlap. */
async function plainly(c: Context<WireEnv>, next: () => Promise<void>): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 20));
  await next();
  if (!c.res.headers.has("request-id")) c.res.headers.set("request-id", `req_${++requests}`);
}
