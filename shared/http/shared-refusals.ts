/** The refusals that routes share, and the body of all refusals. */
import { z } from "@hono/zod-openapi";
import { type ErrorCode, errorCodes, fieldCodes } from "../base/codes.ts";
import type { FieldError } from "../base/errors.ts";

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
export interface SharedRefusal {
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
    status: 428,
    name: "VersionNeeded",
    description: "A write in a sealed notebook comes without `If-Match`.",
    example: "Send If-Match with the version that this replaces",
    codes: ["version_needed"],
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
export type Status =
  | 400
  | 401
  | 402
  | 403
  | 404
  | 409
  | 410
  | 412
  | 413
  | 415
  | 428
  | 429
  | 500
  | 503;

export type SharedName = (typeof refusals)[number]["name"];

/** The shared refusal of this name. */
export const shared = (name: SharedName): SharedRefusal =>
  refusals.find((each) => each.name === name)!;
