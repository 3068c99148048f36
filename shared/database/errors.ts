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

/** The part of a `PostgrestError` that matters here. */
export interface DatabaseError {
  code?: string;
  message: string;
  details?: string | null;
  hint?: string | null;
}

/**
 * Messages for constraints whose breach a client can act upon, by constraint name. A message is
 * answered with the status its kind of constraint has (unique 409, check 400, foreign key 404).
 *
 * @example
 * ```ts
 * must(result, { profiles_handle_key: "handle: already taken" });
 * ```
 */
export type ConstraintMessages = Record<string, string>;

/**
 * Turns an error of the Data API into the refusal a client sees. SQL functions refuse with
 * SQLSTATE `PT<status>` and a human message, which passes through; of every other error the
 * client learns the field at most, never the SQL text.
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
    case "P0001": // raise exception in our own functions
      return badRequest(error.message);
    case "PGRST116": // no row where one was asked for
      return new HttpError(404, "Resource not found");
    case "PGRST301": // the token is refused by the Data API, or is missing
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

/** Class 22 and its like: the value itself is what Postgres cannot take. */
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
  // A rate refused in SQL says in its hint how many seconds to wait.
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

/** `goals_target_date_check` on relation `goals` is about `target_date`. */
function fieldOf(message: string): string | undefined {
  const constraint = constraintOf(message);
  const table = /(?:relation|table) "([^"]+)"/.exec(message)?.[1];
  if (!constraint || !table || !constraint.startsWith(`${table}_`)) return undefined;
  return /^(.+)_(?:check|fkey)\d*$/.exec(constraint.slice(table.length + 1))?.[1];
}
