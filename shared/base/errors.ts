import type { ContentfulStatusCode } from "hono/utils/http-status";
import { defaultCode, type ErrorCode, type FieldCode } from "./codes.ts";

/** The fault of one field: `{path: "tags.3", code: "too_long", message: "expected ..."}`. */
export interface FieldError {
  /** The field's name, dotted where it is nested; empty for the whole of the body. */
  path: string;
  code: FieldCode;
  /** The message for people, without the field's name. */
  message: string;
}

/** The optional parts of a refusal: headers such as `Retry-After`, and the cause for the log. */
export interface HttpErrorOptions {
  /** Default: the general code of the status. */
  code?: ErrorCode;
  fields?: FieldError[];
  headers?: Record<string, string>;
  cause?: unknown;
  /** A provider has failed, not the service: its requests are counted apart (`counting.ts`). */
  isOfProvider?: true;
}

/**
 * A refusal with the HTTP status it is answered with. Message, code and fields reach the client as
 * `{error, code, fields}`, so they never hold anything of the cause.
 */
export class HttpError extends Error {
  readonly status: ContentfulStatusCode;
  readonly code: ErrorCode;
  readonly fields: readonly FieldError[] | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly isOfProvider: boolean;

  constructor(status: ContentfulStatusCode, message: string, options: HttpErrorOptions = {}) {
    super(message, { cause: options.cause });
    this.name = "HttpError";
    this.status = status;
    this.code = options.code ?? (options.fields ? "invalid_input" : defaultCode(status));
    this.fields = options.fields;
    this.headers = options.headers ?? {};
    this.isOfProvider = options.isOfProvider ?? false;
  }
}

/** 400: the request is malformed or breaks a rule. */
export const badRequest = (message: string, options?: HttpErrorOptions) =>
  new HttpError(400, message, options);

/**
 * 400: one field of the input breaks a rule.
 *
 * @example
 * ```ts
 * throw badField("target_date", "expected YYYY-MM-DD", { field: "wrong_format" });
 * ```
 */
export const badField = (
  path: string,
  message: string,
  { field = "invalid_value", ...options }: HttpErrorOptions & { field?: FieldCode } = {},
) => badRequest(`${path}: ${message}`, { fields: [{ path, code: field, message }], ...options });

const CHALLENGE = 'Bearer realm="journal"';

/** 401: no usable credential. RFC 9110 section 11.6.1 asks for a `WWW-Authenticate` challenge. */
export const unauthorized = (message = "Missing or invalid access token", code?: ErrorCode) =>
  new HttpError(401, message, { code, headers: { "WWW-Authenticate": CHALLENGE } });

/** 403: the caller is known and may not do this. */
export const forbidden = (message = "Insufficient permissions") => new HttpError(403, message);

/** 404: unknown, or not visible to the caller. `what` is a noun: `notFound("Goal")`. */
export const notFound = (what = "Resource") => new HttpError(404, `${what} not found`);

/** 409: the request does not fit the present state. */
export const conflict = (message: string, code?: ErrorCode) =>
  new HttpError(409, message, { code });

/** 413: the body, or a file in it, is larger than `maxBytes`. */
export const tooLarge = (what: string, maxBytes: number) =>
  new HttpError(413, `${what}: larger than ${formatBytes(maxBytes)}`);

/** 415: the body or a file is of a type that is not taken here. */
export const unsupportedMediaType = (message: string) => new HttpError(415, message);

/** 429: an allowance or a rate is used up; `retryAfter` is in seconds (RFC 9110, 10.2.3). */
export const tooManyRequests = (message: string, retryAfter: number, code?: ErrorCode) =>
  new HttpError(429, message, {
    code,
    headers: { "Retry-After": String(Math.max(1, Math.ceil(retryAfter))) },
  });

/** 503: the operator has to set a variable first. The message names it. */
export const notConfigured = (message: string) =>
  new HttpError(503, message, { code: "not_configured" });

/** 503: a part of the service does not answer. */
export const unavailable = (message: string, cause?: unknown) =>
  new HttpError(503, message, { cause });

/** 503: a provider does not answer, or its answer is of no use. */
export const providerFailed = (message: string, options?: HttpErrorOptions) =>
  new HttpError(503, message, { ...options, isOfProvider: true });

/** 499: the client has closed the connection and reads no answer. It is not counted as failed. */
export const clientGone = () =>
  new HttpError(499 as ContentfulStatusCode, "The client has closed the connection", {
    code: "unavailable",
  });

/** Whether a refusal is `clientGone()`. */
export const isGone = ({ status }: { status: number }): boolean => status === 499;

/** The level at which a refusal that ends a part of the work is logged. */
export const levelOf = (refusal: HttpError) =>
  isGone(refusal) ? "info" : refusal.status === 500 ? "error" : "warn";

/** 500: the client always reads the same message; the cause goes to the log. */
export const internal = (cause?: unknown) => new HttpError(500, "Internal server error", { cause });

/** An error as a refusal: any other error becomes a 500. */
export const asRefusal = (error: unknown): HttpError =>
  error instanceof HttpError ? error : internal(error);

function formatBytes(bytes: number): string {
  const mb = bytes / (1024 * 1024);
  return mb >= 1 ? `${Number(mb.toFixed(1))} MB` : `${Math.floor(bytes / 1024)} KB`;
}
