import { z } from "@hono/zod-openapi";
import { defaultCode, type ErrorCode, errorCodes, fieldCodes } from "../base/codes.ts";
import type { FieldError } from "../base/errors.ts";
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
  ).optional().openapi({ description: "What is wrong with each field of the input." }),
}).openapi("ErrorBody", { description: "Why the request was refused." });

/** Every refusal: its status, and the shared response of the document. */
export const refusals = [
  {
    status: 400,
    name: "BadRequest",
    description: "The input is malformed or breaks a rule, or a query parameter is unknown.",
    example: "title: required",
    code: "invalid_input",
    field: { path: "title", code: "required", message: "required" },
  },
  {
    status: 401,
    name: "Unauthorized",
    description: "The credential is missing or invalid.",
    example: "Missing or invalid access token",
  },
  {
    status: 402,
    name: "PaymentRequired",
    description: "The caller has too few drops.",
    example: "Not enough drops",
  },
  {
    status: 403,
    name: "Forbidden",
    description: "The caller lacks the role, the account is blocked, or a personal token may not " +
      "do this.",
    example: "Insufficient permissions",
  },
  {
    status: 404,
    name: "NotFound",
    description: "The resource does not exist, or the caller may not see it.",
    example: "Goal not found",
  },
  {
    status: 409,
    name: "Conflict",
    description: "The request conflicts with the current state.",
    example: "This exists already",
  },
  {
    status: 410,
    name: "Gone",
    description: "What the request refers to has ended.",
    example: "This has ended",
  },
  {
    status: 412,
    name: "PreconditionFailed",
    description: "The resource has another version than `If-Match` allows.",
    example: "The goal has changed meanwhile: read it again",
  },
  {
    status: 413,
    name: "PayloadTooLarge",
    description: "The body is too large.",
    example: "body: larger than 1 MB",
  },
  {
    status: 415,
    name: "UnsupportedMediaType",
    description: "The media type is not supported.",
    example: "Unsupported Media Type",
  },
  {
    status: 429,
    name: "TooManyRequests",
    description: "A rate limit or an allowance is exceeded.",
    example: "Too many requests",
  },
  {
    status: 500,
    name: "InternalServerError",
    description: "The service failed.",
    example: "Internal server error",
  },
  {
    status: 503,
    name: "ServiceUnavailable",
    description: "A dependency is missing or does not answer, or the data is locked.",
    example: "Try again",
  },
] as const;

type Status = (typeof refusals)[number]["status"];

/** A refusal as the document describes it. */
export function refusal(
  { status, description, example, code = defaultCode(status), field }: {
    status: Status;
    description: string;
    example: string;
    code?: ErrorCode;
    /** What the example says of a field. */
    field?: FieldError;
  },
) {
  return {
    description,
    headers: {
      "x-request-id": ref("headers", "RequestId"),
      ...((status === 429 || status === 503) && { "Retry-After": ref("headers", "RetryAfter") }),
    },
    content: {
      "application/json": {
        schema: ref("schemas", "ErrorBody"),
        example: { error: example, code, ...(field && { fields: [field] }) },
      },
    },
  };
}

/** A route's own refusal. `codes` are named where they are not the status's general one. */
interface OwnRefusal {
  description: string;
  codes?: readonly ErrorCode[];
  /** The message in the example; default the description. */
  example?: string;
  /** What the example says of a field. */
  field?: FieldError;
}

/** A route's own refusals, by status; a text is the description alone. */
export type RefusalTexts = Partial<Record<Exclude<Status, 500>, string | OwnRefusal>>;

function ownRefusal(status: Status, own: OwnRefusal) {
  const { description, codes = [], example = description.replace(/\.$/, ""), field } = own;
  const listed = codes.length > 0 ? ` Code: ${codes.map((code) => `\`${code}\``).join(", ")}.` : "";
  return refusal({ status, description: description + listed, example, code: codes[0], field });
}

/** The 404 of a route about a `Goal`, or about a `Member` of a `Team`. */
function missing(notFound: string | readonly string[]): OwnRefusal {
  const names = [notFound].flat();
  const nouns = names.map((name) => name[0]!.toLowerCase() + name.slice(1));
  return {
    description: `The ${nouns.join(" or the ")} does not exist, or the caller may not see it.`,
    example: `${names.at(-1)} not found`,
  };
}

/** The 400 of a route without input. Every route refuses parameters that it does not know. */
const unknownParameter: OwnRefusal = {
  description: "The query has an unknown parameter.",
  codes: ["unknown_parameter"],
  example: "unknown query parameter: page",
  field: { path: "page", code: "unknown_parameter", message: "unknown query parameter" },
};

/** The 403 of a route for account holders. */
const impersonated: OwnRefusal = {
  description: "The account is blocked, or a super admin acts as the user.",
  codes: ["impersonated", "account_blocked"],
  example: "Only the user may do this, not a super admin acting as the user",
};

/** The 409 of a route that takes an `Idempotency-Key`, beside its own. */
function keyInUse(own: string | OwnRefusal | undefined): OwnRefusal {
  const what = "the `Idempotency-Key` belongs to another request, or its first request is being " +
    "processed.";
  const codes = ["idempotency_key_reused", "idempotency_in_progress"] as const;
  if (!own) return { description: `T${what.slice(1)}`, codes };
  const { description, ...rest } = typeof own === "string" ? { description: own } : own;
  return {
    example: description.replace(/\.$/, ""),
    ...rest,
    description: `${description} Or ${what}`,
    codes: [...rest.codes ?? ["conflict"], ...codes],
  };
}

/** The refusals of a route, from what it declares. */
export function refusalsOf(route: {
  method: string;
  auth: Auth;
  params?: object;
  query?: object;
  body?: object;
  versioned?: boolean;
  repeats?: Repeats;
  path: string;
  notFound?: string | readonly string[];
  refusals?: RefusalTexts;
}) {
  const { auth, params, query, body } = route;
  const keyed = takesKey(route);
  const own: Partial<Record<Status, string | OwnRefusal>> = {
    403: auth === "account_holder" ? impersonated : undefined,
    400: params || query || body || keyed ? undefined : unknownParameter,
    404: route.notFound && missing(route.notFound),
    ...route.refusals,
    ...(keyed && { 409: keyInUse(route.refusals?.[409]) }),
  };
  const kind = typeof auth === "string" ? auth : auth.kind;
  const asksCaller = ["user", "account_holder", "super_admin", "super_admin-or-cron"].includes(
    kind,
  );
  const asksSecret = ["cron", "super_admin-or-cron", "monitor"].includes(kind);
  const happens: Record<Status, unknown> = {
    400: true,
    401: asksCaller || asksSecret,
    402: false,
    // A personal token is refused wherever the route does not take it.
    403: true,
    // A date names no resource.
    404: params && !/\{\w*date\}$/i.test(route.path),
    409: false,
    410: false,
    412: route.versioned && route.method !== "get",
    413: body,
    415: body,
    429: true,
    500: true,
    // A write may wait too long for a row that another request has locked.
    503: asksSecret || (asksCaller && route.method !== "get"),
  };
  const responses: Record<string, ReturnType<typeof refusal> | ReturnType<typeof ref>> = {};
  for (const each of refusals) {
    const text = own[each.status];
    if (typeof text === "string") {
      responses[each.status] = refusal({ ...each, description: text });
    } else if (text) responses[each.status] = ownRefusal(each.status, text);
    else if (happens[each.status]) responses[each.status] = ref("responses", each.name);
  }
  return responses;
}
