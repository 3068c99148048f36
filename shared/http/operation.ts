/** The parts of an operation in the document besides its schemas: headers, security and tag. */
import type { Auth } from "./guard.ts";
import type { Scope } from "../fields/scope.ts";
import { type Repeats, takesKey } from "./idempotency.ts";

/** A reference to a shared part of the document. */
export const ref = (kind: string, name: string) => ({ $ref: `#/components/${kind}/${name}` });

/** Headers of answers, as shared parts of the document. */
export const headers = {
  RequestId: {
    description: "The id of the request, from `x-request-id` or generated. Quote it to support.",
    schema: { type: "string", example: "0b0c3c64-8bd5-4f0e-9e52-0a4f3a7f3a5e" },
  },
  RateLimit: {
    description: "Requests allowed per minute.",
    schema: { type: "integer", example: 300 },
  },
  RateLimitRemaining: {
    description: "Requests left in the current minute.",
    schema: { type: "integer", example: 299 },
  },
  RateLimitReset: {
    description: "When the count is reset, in seconds since 1970.",
    schema: { type: "integer", example: 1795249860 },
  },
  EntityTag: {
    description: "The version of the resource and a hash of this answer, for `If-Match` and " +
      "`If-None-Match`.",
    schema: { type: "string", example: '"3-9f86d081884c7d65"' },
  },
  IdempotentReplayed: {
    description: "`true` when the answer is that to an earlier request with the same key.",
    schema: { type: "string", example: "true" },
  },
  RetryAfter: {
    description: "Seconds to wait before the next attempt.",
    schema: { type: "integer", example: 30 },
  },
} as const;

/** References to the headers that a success carries. */
export const headersOf = ({ tagged = false, replayed = false } = {}) => ({
  ...(tagged && { ETag: ref("headers", "EntityTag") }),
  ...(replayed && { "Idempotent-Replayed": ref("headers", "IdempotentReplayed") }),
  "x-request-id": ref("headers", "RequestId"),
  "X-RateLimit-Limit": ref("headers", "RateLimit"),
  "X-RateLimit-Remaining": ref("headers", "RateLimitRemaining"),
  "X-RateLimit-Reset": ref("headers", "RateLimitReset"),
});

/** The answer to a read when the client has the present version. */
export const notModified = {
  description: "The resource is what the tag in `If-None-Match` stands for; there is no body.",
  headers: headersOf({ tagged: true }),
};

/** The headers of a request that several routes take. */
export const parameters = {
  IfNoneMatch: {
    name: "If-None-Match",
    in: "header",
    required: false,
    description: "The `ETag` of an earlier answer: 304 without a body if nothing has changed.",
    schema: { type: "string", maxLength: 1000 },
    example: '"3-9f86d081884c7d65"',
  },
  IfMatch: {
    name: "If-Match",
    in: "header",
    required: false,
    description: "The `ETag` of an earlier answer, or the `version` in quotation marks: 412 " +
      "instead of replacing another version.",
    schema: { type: "string", maxLength: 1000 },
    example: '"3"',
  },
  // Makes a POST safe to repeat.
  IdempotencyKey: {
    name: "Idempotency-Key",
    in: "header",
    required: false,
    description:
      "Makes the request safe to repeat: for 24 hours, a request with the same key and " +
      "body gets the first answer and has no further effect. While the first request is still being " +
      "processed, the answer is 409 with Retry-After. The same key with another body is 409. " +
      "A caller who has lost a right since gets a refusal instead of the first answer: by a block, " +
      "as a classroom account, by leaving a group, losing a role, or where an object is hidden now. A secret that is shown once is null in a repeated answer.",
    schema: { type: "string", minLength: 1, maxLength: 255 },
    example: "5f1c2f0e-purchase",
  },
} as const;

/** References to the headers that a route takes. */
export const parametersOf = (
  route: { method: string; auth: Auth; repeats?: Repeats; versioned?: boolean },
) => [
  ...(takesKey(route) ? [ref("parameters", "IdempotencyKey")] : []),
  ...(route.versioned
    ? [ref("parameters", route.method === "get" ? "IfNoneMatch" : "IfMatch")]
    : []),
];

/** The security requirements of a route, by the names of the security schemes below. */
export function securityOf(auth: Auth, scopes?: readonly Scope[]): Record<string, string[]>[] {
  const job: Record<string, string[]>[] = [{ cronSecret: [] }, { cronBearer: [] }];
  if (auth === "none") return [];
  // From OpenAPI 3.1 on, the list may name roles that the caller needs.
  if (auth === "user" || auth === "account_holder") {
    return [{ accessToken: [] }, ...(scopes ? [{ personalToken: [...scopes] }] : [])];
  }
  if (auth === "super_admin") return [{ accessToken: ["super_admin"] }];
  if (auth === "monitor") return [{ metricsToken: [] }];
  if (auth.kind === "cron") return auth.optional ? [{}, ...job] : job;
  if (auth.kind === "super_admin-or-cron") return [{ accessToken: ["super_admin"] }, ...job];
  return [{ [schemeOf(auth.header)]: [] }];
}

/** `stripe-signature` is the scheme `stripeSignature`. */
const schemeOf = (header: string) =>
  header.toLowerCase().replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

/** The security schemes of the service; `document.ts` adds those of webhooks. */
export const securitySchemes = {
  accessToken: {
    type: "http",
    scheme: "bearer",
    bearerFormat: "JWT",
    description: "The access token of a signed-in user, issued by the identity provider.",
  },
  personalToken: {
    type: "http",
    scheme: "bearer",
    description: "A personal token of the user, for programs: `POST /user/tokens` makes one. It " +
      "needs all scopes that the operation names.",
  },
  metricsToken: {
    type: "http",
    scheme: "bearer",
    description: "The token of programs that watch the service.",
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

/** The tags of operations that no person calls, with their descriptions. */
export const callers = {
  jobs: "Scheduled jobs, called with the secret of the job",
  webhooks: "Events of outside providers, signed by them",
  monitors: "Figures of the service, for programs that watch it",
} as const;

/**
 * The tag of an operation: `admin` for operations of super admins, one of `callers` for operations
 * that no person calls, otherwise its group.
 */
export function tagOf({ path, auth }: { path: string; auth: Auth }): string {
  const kind = typeof auth === "string" ? auth : auth.kind;
  if (kind === "super_admin") return "admin";
  if (kind === "monitor") return "monitors";
  if (kind === "cron" || kind === "super_admin-or-cron") return "jobs";
  if (kind === "none" || kind === "user" || kind === "account_holder") {
    return path.split("/", 2)[1]!;
  }
  return "webhooks";
}

/** The kinds of callers of operations. */
export const audiences = ["app", "admin", "job", "provider"] as const;

/** The caller of an operation, by its tag. */
export function audienceOf(tag: string): (typeof audiences)[number] {
  return tag === "admin"
    ? "admin"
    : tag === "jobs"
    ? "job"
    : tag === "webhooks" || tag === "monitors"
    ? "provider"
    : "app";
}

/** The tags by who calls their operations, as readers of the document show them. */
export function tagGroups(people: string[], service: string[]) {
  return [
    { name: "People", tags: people.filter((tag) => tag !== "admin") },
    { name: "Administrators", tags: ["admin"] },
    { name: "Jobs", tags: ["jobs"] },
    { name: "Webhooks", tags: ["webhooks"] },
    { name: "Monitors", tags: ["monitors"] },
    { name: "Service", tags: service },
  ];
}
