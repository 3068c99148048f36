import type { ContentfulStatusCode } from "hono/utils/http-status";

/** What may accompany a refusal: headers such as `Retry-After`, and the cause for the log. */
export interface HttpErrorOptions {
  headers?: Record<string, string>;
  cause?: unknown;
}

/**
 * A refusal with the HTTP status it is answered with. The message reaches the client as
 * `{error: message}`, so it never holds anything of the cause.
 *
 * @example
 * ```ts
 * throw new HttpError(409, "A check-in for this day exists already");
 * ```
 */
export class HttpError extends Error {
  readonly status: ContentfulStatusCode;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: ContentfulStatusCode, message: string, options: HttpErrorOptions = {}) {
    super(message, { cause: options.cause });
    this.name = "HttpError";
    this.status = status;
    this.headers = options.headers ?? {};
  }
}

/** 400: the request is malformed or breaks a rule. Name the field: `target_date: expected ...`. */
export const badRequest = (message: string) => new HttpError(400, message);

/**
 * 401: no usable credential. RFC 9110 section 11.6.1 asks for a `WWW-Authenticate` challenge.
 */
export const unauthorized = (message = "Missing or invalid access token") =>
  new HttpError(401, message, { headers: { "WWW-Authenticate": "Bearer" } });

/** 402: the caller has too few drops. */
export const paymentRequired = (message: string) => new HttpError(402, message);

/** 403: the caller is known and may not do this. */
export const forbidden = (message = "Insufficient permissions") => new HttpError(403, message);

/** 404: unknown, or not visible to the caller. `what` is a noun: `notFound("Goal")`. */
export const notFound = (what = "Resource") => new HttpError(404, `${what} not found`);

/** 409: the request does not fit the present state. */
export const conflict = (message: string) => new HttpError(409, message);

/** 413: the body, or a file in it, is larger than `maxBytes`. */
export const tooLarge = (what: string, maxBytes: number) =>
  new HttpError(413, `${what}: larger than ${formatBytes(maxBytes)}`);

/** 415: the body or a file is of a type that is not taken here. */
export const unsupportedMediaType = (message: string) => new HttpError(415, message);

/** 429: an allowance or a rate is used up; `retryAfter` is in seconds (RFC 9110, 10.2.3). */
export const tooManyRequests = (message: string, retryAfter: number) =>
  new HttpError(429, message, {
    headers: { "Retry-After": String(Math.max(1, Math.ceil(retryAfter))) },
  });

/** 503: a provider is not configured or does not answer. */
export const unavailable = (message: string, cause?: unknown) =>
  new HttpError(503, message, { cause });

/** 500: what the client reads is always the same; the cause goes to the log. */
export const internal = (cause?: unknown) => new HttpError(500, "Internal server error", { cause });

function formatBytes(bytes: number): string {
  const mb = bytes / (1024 * 1024);
  return mb >= 1 ? `${Number(mb.toFixed(1))} MB` : `${Math.floor(bytes / 1024)} KB`;
}
