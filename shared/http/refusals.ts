import { z } from "@hono/zod-openapi";
import { defaultCode, type ErrorCode, errorCodes, fieldCodes } from "../base/codes.ts";
import type { FieldError } from "../base/errors.ts";
import type { Scope } from "../fields/scope.ts";
import type { Auth } from "./guard.ts";
import { type Repeats, takesKey } from "./idempotency.ts";
import { ref } from "./operation.ts";

const codes = Object.keys(errorCodes) as ErrorCode[];

/** The body of every refusal. */
export const ErrorBody = z.object({
  error: z.string().openapi({
    description: "For people. A message about one field begins with the field's name.",
    example: "title: required",
  }),
  code: z.enum(codes).openapi("ErrorCode", {
    description:
      "For programs: stable. Later versions may add codes; treat an unknown one by the " +
      "status of the answer.",
    example: "invalid_input",
  }),
  fields: z.array(
    z.object({
      path: z.string().openapi({
        description: "The field's name, dotted where it is nested (`tags.3`); empty for the body " +
          "as a whole.",
        example: "title",
      }),
      code: z.enum(fieldCodes).openapi("FieldErrorCode", { example: "required" }),
      message: z.string().openapi({
        description: "For people, without the field's name.",
        example: "required",
      }),
    }).openapi("FieldError"),
  ).optional().openapi({ description: "The faults of the input, by field." }),
  error_description: z.string().optional().openapi({
    description:
      "Below `/oauth/` alone, where `error` is the code: the message for people (RFC 6749).",
  }),
}).openapi("ErrorBody", { description: "Why the request was refused." });

/** A shared refusal of the document: its name, its text, and the codes that it may have. */
interface SharedRefusal {
  status: Status;
  name: string;
  description: string;
  /** The message in the example, which has the first code. */
  example: string;
  codes: readonly ErrorCode[];
  /** A fault of a field, for the example. */
  field?: FieldError;
}

/** The refusals that routes share. The first one of a status is general, others have own codes. */
export const refusals = [
  {
    status: 400,
    name: "BadRequest",
    description: "The input is malformed or breaks a rule, or a query parameter is unknown.",
    example: "title: required",
    codes: ["invalid_input", "bad_request", "unknown_parameter"],
    field: { path: "title", code: "required", message: "required" },
  },
  {
    status: 400,
    name: "UnknownParameter",
    description: "The query has an unknown parameter.",
    example: "unknown query parameter: page",
    codes: ["unknown_parameter"],
    field: { path: "page", code: "unknown_parameter", message: "unknown query parameter" },
  },
  {
    status: 401,
    name: "Unauthorized",
    description: "The credential is missing or invalid.",
    example: "Missing or invalid access token",
    codes: ["unauthorized", "session_ended", "account_deleted"],
  },
  {
    status: 401,
    name: "WrongSecret",
    description: "The secret is missing or wrong.",
    example: "Missing or wrong cron secret",
    codes: ["unauthorized"],
  },
  {
    status: 402,
    name: "PaymentRequired",
    description: "The caller has too few drops.",
    example: "Not enough drops",
    codes: ["not_enough_drops"],
  },
  {
    status: 403,
    name: "Forbidden",
    description: "The caller lacks the role, the account is blocked, or a personal token asks.",
    example: "Insufficient permissions",
    codes: ["forbidden", "account_blocked", "account_leaving", "token_refused"],
  },
  {
    status: 403,
    name: "ForbiddenWithScopes",
    description: "The caller lacks the role, the account is blocked, or a personal token lacks a " +
      "scope.",
    example: "Insufficient permissions",
    codes: ["forbidden", "account_blocked", "account_leaving", "scope_missing"],
  },
  {
    status: 403,
    name: "OnlyInPerson",
    description:
      "The account is blocked, a super admin acts as the user, or a personal token asks.",
    example: "Only the user may do this, not a super admin acting as the user",
    codes: ["impersonated", "forbidden", "account_blocked", "account_leaving", "token_refused"],
  },
  {
    status: 403,
    name: "InPersonWithScopes",
    description:
      "The account is blocked, a super admin acts as the user, or a personal token lacks " +
      "a scope.",
    example: "Only the user may do this, not a super admin acting as the user",
    codes: ["impersonated", "forbidden", "account_blocked", "account_leaving", "scope_missing"],
  },
  {
    status: 403,
    name: "TokenRefused",
    description: "A personal token asks.",
    example: "No personal token may do this, sign in instead",
    codes: ["token_refused"],
  },
  {
    status: 404,
    name: "NotFound",
    description: "The resource does not exist, or the caller may not see it.",
    example: "Goal not found",
    codes: ["not_found"],
  },
  {
    status: 409,
    name: "Conflict",
    description: "The request conflicts with the current state.",
    example: "This exists already",
    codes: ["conflict"],
  },
  {
    status: 409,
    name: "KeyInUse",
    description:
      "The `Idempotency-Key` belongs to another request, its first request is being processed, " +
      "or the caller's texts fill their room.",
    example: "Idempotency-Key: used for another request before",
    codes: ["idempotency_key_reused", "idempotency_in_progress", "storage_full"],
  },
  {
    status: 409,
    name: "StorageFull",
    description: "The caller's texts fill their room.",
    example: "Texts take up at most 2048 MB, delete some first",
    codes: ["storage_full"],
  },
  {
    status: 410,
    name: "Gone",
    description: "The object of the request has ended.",
    example: "This has ended",
    codes: ["gone"],
  },
  {
    status: 412,
    name: "PreconditionFailed",
    description: "The resource has another version than `If-Match` allows.",
    example: "The goal has changed meanwhile: read it again",
    codes: ["changed_meanwhile"],
  },
  {
    status: 413,
    name: "PayloadTooLarge",
    description: "The body is too large.",
    example: "body: larger than 1 MB",
    codes: ["too_large"],
  },
  {
    status: 415,
    name: "UnsupportedMediaType",
    description: "The media type is not supported.",
    example: "Unsupported Media Type",
    codes: ["unsupported_media_type"],
  },
  {
    status: 429,
    name: "TooManyRequests",
    description: "A rate limit is exceeded.",
    example: "Too many requests",
    codes: ["rate_limited"],
  },
  {
    status: 429,
    name: "QuotaReached",
    description: "A rate limit is exceeded, or the quota of the day is used up.",
    example: "Too many requests",
    codes: ["rate_limited", "daily_quota_reached"],
  },
  {
    status: 500,
    name: "InternalServerError",
    description: "The service failed.",
    example: "Internal server error",
    codes: ["internal_error"],
  },
  {
    status: 503,
    name: "ServiceUnavailable",
    description:
      "A dependency does not answer, or the data is locked; for a personal token also: " +
      "the operator has set no key for them.",
    example: "Try again",
    codes: ["unavailable", "not_configured"],
  },
  {
    status: 503,
    name: "NotConfigured",
    description: "No secret is configured, or a dependency does not answer.",
    example: "The job is not configured: set CRON_SECRET",
    codes: ["not_configured", "unavailable"],
  },
] as const satisfies SharedRefusal[];

/** The statuses of refusals. */
type Status = 400 | 401 | 402 | 403 | 404 | 409 | 410 | 412 | 413 | 415 | 429 | 500 | 503;

type SharedName = (typeof refusals)[number]["name"];

const shared = (name: SharedName): SharedRefusal => refusals.find((each) => each.name === name)!;

/** A refusal as the document describes it, with the codes that it may have. */
export function refusal(
  { status, description, example, codes, field }: Omit<SharedRefusal, "name">,
) {
  const code = {
    type: "object" as const,
    properties: { code: { type: "string" as const, enum: [...codes] } },
  };
  return {
    description,
    headers: {
      "x-request-id": ref("headers", "RequestId"),
      ...((status === 429 || status === 503) && { "Retry-After": ref("headers", "RetryAfter") }),
    },
    content: {
      "application/json": {
        schema: { allOf: [ref("schemas", "ErrorBody"), code] },
        example: { error: example, code: codes[0]!, ...(field && { fields: [field] }) },
      },
    },
  };
}

/** A route's own refusal. `codes` defaults to the general code of the status. */
interface OwnRefusal {
  description: string;
  codes?: readonly ErrorCode[];
  /** The message in the example; default the description. */
  example?: string;
  /** A fault of a field, for the example. */
  field?: FieldError;
}

/** A route's own refusals, by status; a text is the description alone. `notFound` states the 404. */
export type RefusalTexts = Partial<Record<Exclude<Status, 404 | 500>, string | OwnRefusal>>;

/** The missing object, which a route's 404 names. */
export type Missing = string | readonly string[] | OwnRefusal;

/**
 * A refusal of a route's own. The other codes of its status are those of all routes of its kind.
 */
function ownRefusal(status: Status, own: OwnRefusal, general?: SharedRefusal) {
  const { description, codes = [defaultCode(status)], field } = own;
  return refusal({
    status,
    description: description + (own.codes ? ` Code: ${inWords(own.codes)}.` : ""),
    example: own.example ?? description.replace(/\.$/, ""),
    codes: [...new Set([...codes, ...general?.codes ?? []])],
    field,
  });
}

const inWords = (codes: readonly ErrorCode[]) => codes.map((code) => `\`${code}\``).join(", ");

/** The 404 of a route about a `Goal`, or about a `Member` of a `Team`. */
function missing(notFound: Missing): OwnRefusal {
  if (typeof notFound === "object" && "description" in notFound) return notFound;
  const names = [notFound].flat();
  const nouns = names.map((name) => name[0]!.toLowerCase() + name.slice(1));
  return {
    description: `The ${nouns.join(" or the ")} does not exist, or the caller may not see it.`,
    example: `${names.at(-1)} not found`,
  };
}

/** The 409 of a route that takes an `Idempotency-Key`, beside its own. */
function orKeyInUse(own: string | OwnRefusal): OwnRefusal {
  const { description, ...rest } = typeof own === "string" ? { description: own } : own;
  const { codes, description: keyInUse } = shared("KeyInUse");
  return {
    example: description.replace(/\.$/, ""),
    ...rest,
    description: `${description} Or t${keyInUse.slice(1)}`,
    codes: [...rest.codes ?? ["conflict"], ...codes],
  };
}

interface RefusedRoute {
  method: string;
  auth: Auth;
  params?: object;
  query?: object;
  body?: object;
  versioned?: boolean;
  repeats?: Repeats;
  path: string;
  notFound?: Missing;
  refusals?: RefusalTexts;
}

/** The refusals on the way of a request through `app.ts`, by status. */
function generalOf(route: RefusedRoute, scopes: readonly Scope[] | undefined) {
  const { auth, params, query, body, versioned, method, path } = route;
  const kind = typeof auth === "string" ? auth : auth.kind;
  const asksCaller = ["user", "account_holder", "super_admin", "super_admin-or-cron"].includes(
    kind,
  );
  const asksSecret = ["cron", "super_admin-or-cron", "monitor"].includes(kind);
  const isWrite = ["user", "account_holder"].includes(kind) && method !== "get";
  const general: Partial<Record<Status, SharedName | false>> = {
    400: params || query || body || takesKey(route) ? "BadRequest" : "UnknownParameter",
    401: asksCaller ? "Unauthorized" : asksSecret && "WrongSecret",
    // A personal token is refused wherever the route does not take it.
    403: !asksCaller
      ? "TokenRefused"
      : kind === "account_holder"
      ? scopes ? "InPersonWithScopes" : "OnlyInPerson"
      : scopes
      ? "ForbiddenWithScopes"
      : "Forbidden",
    // A date names no resource.
    404: params && !/\{\w*date\}$/i.test(path) && "NotFound",
    409: takesKey(route) ? "KeyInUse" : isWrite && body && "StorageFull",
    412: versioned && method !== "get" && "PreconditionFailed",
    413: body && "PayloadTooLarge",
    415: body && "UnsupportedMediaType",
    // Every write of a user counts towards a quota.
    429: isWrite ? "QuotaReached" : "TooManyRequests",
    500: "InternalServerError",
    // A write may wait too long for a row that another request has locked.
    503: asksSecret ? "NotConfigured" : asksCaller && "ServiceUnavailable",
  };
  return general;
}

/** The refusals of a route, from what it declares. */
export function refusalsOf(route: RefusedRoute, scopes?: readonly Scope[]) {
  const general = generalOf(route, scopes);
  const own: Partial<Record<Status, string | OwnRefusal>> = {
    404: route.notFound && missing(route.notFound),
    ...route.refusals,
  };
  if (own[409] && takesKey(route)) own[409] = orKeyInUse(own[409]);
  const responses: Record<string, ReturnType<typeof refusal> | ReturnType<typeof ref>> = {};
  for (const status of new Set(refusals.map((each) => each.status))) {
    const [text, name] = [own[status], general[status]];
    if (text) {
      const refused = typeof text === "string" ? { description: text } : text;
      responses[status] = ownRefusal(status, refused, name ? shared(name) : undefined);
    } else if (name) responses[status] = ref("responses", name);
  }
  return responses;
}
