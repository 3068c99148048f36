import { z } from "@hono/zod-openapi";
import type { Auth } from "./auth.ts";

/** The one shape of every refusal. */
export const ErrorBody = z.object({
  error: z.string().openapi({ example: "title: required" }),
}).openapi({ description: "A refusal: what is wrong, in words." });

const ref = (kind: string, name: string) => ({ $ref: `#/components/${kind}/${name}` });

/** The headers every answer carries. */
export const headers = {
  RequestId: {
    description: "The request's id, as sent in `x-request-id` or made up. Name it when asking.",
    schema: { type: "string", example: "0b0c3c64-8bd5-4f0e-9e52-0a4f3a7f3a5e" },
  },
  RateLimit: {
    description: "How many requests a minute are allowed.",
    schema: { type: "integer", example: 300 },
  },
  RateLimitRemaining: {
    description: "How many of them are left.",
    schema: { type: "integer", example: 299 },
  },
  RateLimitReset: {
    description: "When the count starts again, in seconds since 1970.",
    schema: { type: "integer", example: 1795249860 },
  },
  RetryAfter: {
    description: "How many seconds to wait.",
    schema: { type: "integer", example: 30 },
  },
} as const;

/** References to the headers of an answer. */
export const headersOf = () => ({
  "x-request-id": ref("headers", "RequestId"),
  "X-RateLimit-Limit": ref("headers", "RateLimit"),
  "X-RateLimit-Remaining": ref("headers", "RateLimitRemaining"),
  "X-RateLimit-Reset": ref("headers", "RateLimitReset"),
});

/** Every refusal by status: the name of the shared response, its meaning, an example. */
export const refusals = {
  400: ["BadRequest", "The input is malformed or breaks a rule.", "title: required"],
  401: ["Unauthorized", "The credential is missing or bad.", "Missing or invalid access token"],
  402: ["PaymentRequired", "There are too few drops.", "Not enough drops"],
  403: ["Forbidden", "The role is missing, or the account is blocked.", "Insufficient permissions"],
  404: ["NotFound", "Unknown, or not visible to the caller.", "Goal not found"],
  409: ["Conflict", "It does not fit the present state.", "This exists already"],
  413: ["PayloadTooLarge", "The body is too large.", "body: larger than 1 MB"],
  415: ["UnsupportedMediaType", "The media type is not taken here.", "Unsupported Media Type"],
  429: ["TooManyRequests", "An allowance or rate is used up.", "Too many requests"],
  500: ["InternalServerError", "A fault of the service.", "Internal server error"],
  503: ["ServiceUnavailable", "Something needed is not there, or was busy.", "Try again"],
} as const satisfies Record<number, [name: string, description: string, example: string]>;

type Status = keyof typeof refusals;

/** A refusal in full, for the shared components or with a description of its own. */
export function refusal(status: Status, description: string) {
  return {
    description,
    headers: {
      "x-request-id": ref("headers", "RequestId"),
      ...((status === 429 || status === 503) && { "Retry-After": ref("headers", "RetryAfter") }),
    },
    content: {
      "application/json": {
        schema: ref("schemas", "Error"),
        example: { error: refusals[status][2] },
      },
    },
  };
}

/** Which refusals a route can answer, from what it declares. */
export function refusalsOf(route: {
  writes: boolean;
  auth: Auth;
  params: boolean;
  input: boolean;
  body: boolean;
  idempotent: boolean;
  more: Partial<Record<number, string>>;
}) {
  const kind = typeof route.auth === "string" ? route.auth : route.auth.kind;
  const asksCaller = kind === "user" || kind === "super_admin" || kind === "super_admin-or-cron";
  const asksSecret = kind === "cron" || kind === "super_admin-or-cron";
  const statuses = new Set<number>([
    ...(route.input || route.body || route.idempotent ? [400] : []),
    ...(asksCaller || asksSecret ? [401] : []),
    ...(asksCaller ? [403] : []),
    ...(route.params ? [404] : []),
    ...(route.idempotent ? [409] : []),
    ...(route.body ? [413, 415] : []),
    429,
    500,
    // What is written may be locked by another request for longer than anyone should wait.
    ...(asksSecret || (asksCaller && route.writes) ? [503] : []),
    ...Object.keys(route.more).map(Number),
  ]);
  return Object.fromEntries(
    [...statuses].sort().map((status) => {
      const own = route.more[status];
      return [
        status,
        own ? refusal(status as Status, own) : ref("responses", refusals[status as Status][0]),
      ];
    }),
  );
}

/** How a client proves that it may: the names are those of the security schemes below. */
export function securityOf(auth: Auth): Record<string, string[]>[] {
  const job: Record<string, string[]>[] = [{ cronSecret: [] }, { cronBearer: [] }];
  if (auth === "none") return [];
  if (auth === "user" || auth === "super_admin") return [{ accessToken: [] }];
  if (auth.kind === "cron") return auth.optional ? [{}, ...job] : job;
  if (auth.kind === "super_admin-or-cron") return [{ accessToken: [] }, ...job];
  return [{ [schemeOf(auth.header)]: [] }];
}

/** `stripe-signature` is the scheme `stripeSignature`. */
export const schemeOf = (header: string) =>
  header.toLowerCase().replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

/** The security schemes of the service; those of webhooks are added by the routes that use them. */
export const securitySchemes = {
  accessToken: {
    type: "http",
    scheme: "bearer",
    bearerFormat: "JWT",
    description: "The access token of a signed-in user, as the identity provider issues it.",
  },
  cronSecret: {
    type: "apiKey",
    in: "header",
    name: "x-cron-secret",
    description: "The secret of a scheduled job.",
  },
  cronBearer: {
    type: "http",
    scheme: "bearer",
    description: "The secret of a scheduled job, as a bearer token.",
  },
} as const;

/** The header that makes a POST safe to send again. */
export const idempotencyKey = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  description: "Sent again within 24 hours with the same key and body, the request gets its " +
    "first answer again and nothing happens twice. While the first request is still being " +
    "processed, the answer is 409 with Retry-After. The same key with another body is 409.",
  schema: { type: "string", minLength: 1, maxLength: 255 },
  example: "5f1c2f0e-purchase",
} as const;
