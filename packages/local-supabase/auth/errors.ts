/** Refusals, in the two wire formats of Supabase Auth. */
import type { Context } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";

/** A refusal with a stable code out of the error-codes of @supabase/auth-js. */
export class AuthError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    options: ErrorOptions & { weakPassword?: string[] } = {},
  ) {
    super(message, options);
    this.name = "AuthError";
    this.weakPassword = options.weakPassword;
  }

  /** Why a password is weak: `length`. */
  readonly weakPassword?: string[];
}

export const badRequest = (code: string, message: string) => new AuthError(400, code, message);
export const unauthorized = (code: string, message: string) => new AuthError(401, code, message);
export const forbidden = (code: string, message: string) => new AuthError(403, code, message);
export const notFound = (code: string, message: string) => new AuthError(404, code, message);
export const unprocessable = (code: string, message: string) => new AuthError(422, code, message);

/** A failure of the service or of the database behind it; only the log learns the cause. */
export const failure = (message: string, cause?: unknown) =>
  new AuthError(500, "unexpected_failure", message, { cause });

/** Passes the result on, and turns an error that is not a refusal into a failure. */
export async function orFail<T>(message: string, work: PromiseLike<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw error instanceof AuthError ? error : failure(message, error);
  }
}

/** First dated API version; clients that send it get `{code, message}` (auth-js, lib/constants). */
const DATED_API = "2024-01-01";

/** The thrown refusal. Any other thrown value becomes a failure, and failures are logged. */
export function asRefusal(thrown: unknown): AuthError {
  const error = thrown instanceof AuthError
    ? thrown
    : failure("Unexpected failure, please check server logs for more information", thrown);
  if (error.status >= 500) {
    const cause = error.cause instanceof Error ? error.cause.message : error.cause;
    console.error(`auth: ${error.message}${cause ? `: ${cause}` : ""}`);
  }
  return error;
}

/**
 * The refusal that a trigger of the project has raised with a status as its code (`PT403`). As on
 * hosted, clients that ask for no dated version see it unchanged.
 */
function raisedBy(cause: unknown) {
  if (!(cause instanceof Error)) return null;
  const { code, message, hint, detail } = cause as Error & Record<string, string | undefined>;
  if (!/^PT[45]\d\d$/.test(code ?? "")) return null;
  return { code: code!, message, ...(hint && { hint }), ...(detail && { detail }) };
}

/** Answers with a refusal in the format that the request's API version asks for. */
export function errorResponse(c: Context, thrown: unknown): Response {
  const error = asRefusal(thrown);
  c.header("X-Sb-Error-Code", error.code);
  const weak = error.weakPassword && { weak_password: { reasons: error.weakPassword } };
  const asked = c.req.header("X-Supabase-Api-Version") ?? "";
  const status = error.status as ContentfulStatusCode;
  if (/^\d{4}-\d{2}-\d{2}$/.test(asked) && asked >= DATED_API) {
    c.header("X-Supabase-Api-Version", DATED_API);
    return c.json({ code: error.code, message: error.message, ...weak }, status);
  }
  const raised = raisedBy(error.cause);
  if (raised) return c.json(raised, Number(raised.code.slice(2)) as ContentfulStatusCode);
  return c.json(
    { code: error.status, error_code: error.code, msg: error.message, ...weak },
    status,
  );
}
