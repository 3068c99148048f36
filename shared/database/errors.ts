import {
  badField,
  badRequest,
  forbidden,
  HttpError,
  type HttpErrorOptions,
  internal,
  tooManyRequests,
  unauthorized,
  unavailable,
} from "../base/errors.ts";
import { type ErrorCode, isErrorCode, isFieldCode } from "../base/codes.ts";
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
 * the constraint determines the status (unique 409, check 400, foreign key 404), `CONSTRAINT_CODES`
 * the code where a general one does not do.
 *
 * @example
 * ```ts
 * must(result, { profiles_handle_key: ["handle", "already taken"], goals_key: "Too many goals" });
 * ```
 */
export type ConstraintMessages = Record<string, string | readonly [field: string, message: string]>;

/** Codes of constraints whose refusals clients treat differently from others. */
const CONSTRAINT_CODES: Record<string, ErrorCode> = {
  profiles_handle_key: "handle_taken",
};

/**
 * The refusal for an error of the Data API. SQL functions refuse with SQLSTATE `PT<status>`, a
 * message for the client and a code in the details, which are passed on; messages of other errors
 * name the field at most and never contain SQL. A refusal by a constraint or a lock keeps SQLSTATE
 * and constraint as its cause, for the log.
 * Codes: https://www.postgresql.org/docs/current/errcodes-appendix.html and
 * https://docs.postgrest.org/en/stable/references/errors.html
 */
export function fromDatabase(
  error: DatabaseError,
  messages: ConstraintMessages = {},
): HttpError {
  const code = error.code ?? "";
  if (/^PT[45]\d\d$/.test(code)) return fromStatus(error, Number(code.slice(2)));

  const constraint = constraintOf(error.message);
  const custom = messages[constraint ?? ""];
  const text = typeof custom === "object" ? custom.join(": ") : custom;
  const options = {
    code: CONSTRAINT_CODES[constraint ?? ""],
    // The log gets no details, because they quote the row.
    cause: { code, constraint, message: error.message },
  };
  switch (code) {
    case "23505": // unique_violation
    case "23P01": // exclusion_violation
      return new HttpError(409, text ?? "This exists already", {
        ...options,
        code: options.code ?? "already_exists",
      });
    case "23503": // foreign_key_violation
      return foreignKey(error.message, text, options);
    case "23514": { // check_violation
      const field = fieldOf(error.message);
      if (typeof custom === "object") return badField(...custom, options);
      return custom || !field
        ? badRequest(custom ?? NOT_ALLOWED, options)
        : badField(field, "not allowed", options);
    }
    case "23502": { // not_null_violation
      const column = /column "([^"]+)"/.exec(error.message)?.[1];
      return column
        ? badField(column, "required", { ...options, field: "required" })
        : badRequest("A value is required", options);
    }
    case "42501": // insufficient_privilege, row security included
      return forbidden();
    case "P0001": // raise exception in the project's functions
      return badInput(error.message);
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
        ...options,
      });
  }
  const data = DATA_EXCEPTIONS[code];
  if (data) return badRequest(data);
  return OUTAGE.test(code) ? unavailable("The database is not available", error) : internal(error);
}

/**
 * The connection was lost, the server has no disk, memory or connection left, it is stopping or
 * starting, or the Data API does not reach it.
 */
const OUTAGE = /^(08|53|57P0[123]|PGRST00[0-3]$)/;

const NOT_ALLOWED = "A value is not allowed";

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
  "22023": NOT_ALLOWED,
  "22004": "A value is required",
  "54000": "A value is too large",
  "54001": "A value is nested too deeply",
};

function fromStatus(error: DatabaseError, status: number): HttpError {
  const { message, details } = error;
  // A 400 may have the code of a field, which is not the code of the refusal.
  const code = isErrorCode(details) && !(status === 400 && isFieldCode(details))
    ? details
    : undefined;
  if (status === 400) {
    return badInput(message, { code, field: isFieldCode(details) ? details : undefined });
  }
  if (status === 401) return unauthorized(message, code);
  // The hint of a rate limit is the number of seconds to wait.
  if (status === 429) return tooManyRequests(message, Number(error.hint) || 60, code);
  if (status >= 500 && status !== 503) return internal(error);
  return new HttpError(status as ContentfulStatusCode, message, { code });
}

/** SQL functions have one text for a refusal: a message about a field begins with its name. */
function badInput(message: string, options?: Parameters<typeof badField>[2]): HttpError {
  const [, path, text] = /^(?!body:)([\w.-]+): (.+)$/s.exec(message) ?? [];
  return path && text ? badField(path, text, options) : badRequest(message, options);
}

function foreignKey(message: string, custom: string | undefined, options: HttpErrorOptions) {
  if (!message.startsWith("insert or update")) {
    return new HttpError(409, custom ?? "Something else still refers to this", options);
  }
  const field = fieldOf(message);
  const text = custom ?? (field ? `${field}: not found` : "Resource not found");
  return new HttpError(404, text, options);
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
