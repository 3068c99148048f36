/** The refusals of a route in the document, from what it declares. */
import { defaultCode, type ErrorCode } from "../base/codes.ts";
import type { FieldError } from "../base/errors.ts";
import type { Scope } from "../fields/scope.ts";
import type { Auth } from "./guard.ts";
import { type Repeats, takesKey } from "./idempotency.ts";
import { ref } from "./operation.ts";
import {
  refusals,
  shared,
  type SharedName,
  type SharedRefusal,
  type Status,
} from "./shared-refusals.ts";

/** A refusal as the document describes it, with the codes that it may have. */
export function refusal(
  { status, description, example, codes, field, orSchema }:
    & Omit<SharedRefusal, "name">
    & Pick<OwnRefusal, "orSchema">,
) {
  const body = ref("schemas", "ErrorBody");
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
        schema: {
          allOf: [orSchema ? { anyOf: [body, ref("schemas", orSchema)] } : body, code],
        },
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
  /** The name of another schema that the body may have. */
  orSchema?: string;
}

/** A route's own refusals, by status; a text is the description alone. `notFound` states the 404. */
export type RefusalTexts = Partial<Record<Exclude<Status, 404 | 500>, string | OwnRefusal>>;

/** The missing object, which a route's 404 names. */
export type Missing = string | readonly string[] | OwnRefusal;

/**
 * A refusal of a route's own. The other codes of its status are those of all routes of its kind.
 */
function ownRefusal(status: Status, own: OwnRefusal, general?: SharedRefusal) {
  const { description, codes = [defaultCode(status)], field, orSchema } = own;
  return refusal({
    status,
    description: description + (own.codes ? ` Code: ${inWords(own.codes)}.` : ""),
    example: own.example ?? description.replace(/\.$/, ""),
    codes: [...new Set([...codes, ...general?.codes ?? []])],
    field,
    orSchema,
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
