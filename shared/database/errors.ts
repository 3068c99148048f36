import {
  badRequest,
  conflict,
  forbidden,
  HttpError,
  internal,
  tooManyRequests,
  unauthorized,
} from "../base/errors.ts";
import type { ContentfulStatusCode } from "hono/utils/http-status";

/** The parts of a `PostgrestError` that are read here. */
export interface DatabaseError {
  code?: string;
  message: string;
  details?: string | null;
  hint?: string | null;
}

/**
 * Messages for violations of constraints that a client can correct, by constraint name. The kind of
 * the constraint determines the status (unique 409, check 400, foreign key 404).
 *
 * @example
 * ```ts
 * must(result, { profiles_handle_key: "handle: already taken" });
 * ```
 */
export type ConstraintMessages = Record<string, string>;

/**
 * The refusal for an error of the Data API. SQL functions refuse with SQLSTATE `PT<status>` and a
 * message for the client, which is passed on; messages of other errors name the field at most and
 * never contain SQL.
 * Codes: https://www.postgresql.org/docs/current/errcodes-appendix.html and
 * https://docs.postgrest.org/en/stable/references/errors.html
 */
export function fromDatabase(
  error: DatabaseError,
  messages: ConstraintMessages = {},
): HttpError {
  const code = error.code ?? "";
  const custom = messages[constraintOf(error.message) ?? ""];

  if (/^PT[45]\d\d$/.test(code)) return fromStatus(error, Number(code.slice(2)));
  switch (code) {
    case "23505": // unique_violation
    case "23P01": // exclusion_violation
      return conflict(custom ?? "This exists already");
    case "23503": // foreign_key_violation
      return foreignKey(error.message, custom);
    case "23514": // check_violation
      return badRequest(custom ?? `${fieldOf(error.message) ?? "value"}: not allowed`);
    case "23502": // not_null_violation
      return badRequest(`${/column "([^"]+)"/.exec(error.message)?.[1] ?? "value"}: required`);
    case "42501": // insufficient_privilege, row security included
      return forbidden();
    case "P0001": // raise exception in the project's functions
      return badRequest(error.message);
    case "PGRST116": // no row for `.single()`
      return new HttpError(404, "Resource not found");
    case "PGRST301": // the Data API refuses the token, or there is none
    case "PGRST302":
    case "PGRST303":
      return unauthorized();
    case "40001": // serialization_failure
    case "40P01": // deadlock_detected
    case "55P03": // lock_not_available
      return new HttpError(503, "Another request changed this at the same moment, try again", {
        headers: { "Retry-After": "1" },
        cause: error,
      });
  }
  const data = DATA_EXCEPTIONS[code];
  if (data) return badRequest(data);
  return internal(error);
}

/** Class 22 and similar: Postgres cannot accept the value. */
const DATA_EXCEPTIONS: Record<string, string> = {
  "22P02": "A value has the wrong form",
  "22001": "A text is too long",
  "22003": "A number is out of range",
  "22007": "A date or time has the wrong form",
  "22008": "A date or time is out of range",
  "22009": "A time zone is out of range",
  "22021": "A text holds a character that cannot be stored",
  "22P05": "A text holds a character that cannot be stored",
  "22023": "A value is not allowed",
  "22004": "A value is required",
  "54000": "A value is too large",
  "54001": "A value is nested too deeply",
};

function fromStatus(error: DatabaseError, status: number): HttpError {
  if (status === 401) return unauthorized(error.message);
  // The hint of a rate limit is the number of seconds to wait.
  if (status === 429) return tooManyRequests(error.message, Number(error.hint) || 60);
  if (status >= 500 && status !== 503) return internal(error);
  return new HttpError(status as ContentfulStatusCode, error.message);
}

function foreignKey(message: string, custom?: string): HttpError {
  if (!message.startsWith("insert or update")) {
    return conflict(custom ?? "Something else still refers to this");
  }
  const field = fieldOf(message);
  return new HttpError(404, custom ?? (field ? `${field}: not found` : "Resource not found"));
}

function constraintOf(message: string): string | undefined {
  return /constraint "([^"]+)"/.exec(message)?.[1];
}

/** The column of a constraint: `goals_target_date_check` on `goals` concerns `target_date`. */
function fieldOf(message: string): string | undefined {
  const constraint = constraintOf(message);
  const table = /(?:relation|table) "([^"]+)"/.exec(message)?.[1];
  if (!constraint || !table || !constraint.startsWith(`${table}_`)) return undefined;
  return /^(.+)_(?:check|fkey)\d*$/.exec(constraint.slice(table.length + 1))?.[1];
}
