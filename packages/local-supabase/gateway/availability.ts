/** Answers of the gateway while Postgres or the functions are not available. */
import type { Context, MiddlewareHandler } from "hono";

/** The state of the database that its supervisor reports. */
export interface Database {
  readonly state: "ready" | "starting" | "failing";
  /** Counts how often it was not available. */
  readonly outages: number;
  /** Asks it; the state is up to date afterwards. */
  check(): Promise<boolean>;
}

/** Seconds after which a client may try again. */
const RETRY_AFTER = "1";

/** 503 in the format of the service that the path belongs to. */
export function unavailable(c: Context, message: string): Response {
  const bodies: Record<string, unknown> = {
    auth: { code: 503, error_code: "unexpected_failure", msg: message },
    // https://docs.postgrest.org/en/stable/references/errors.html#group-0-connection
    rest: { code: "PGRST001", message, details: null, hint: null },
    storage: { statusCode: "503", error: "ServiceUnavailable", message },
  };
  const service = c.req.path.split("/")[1] ?? "";
  const headers = { "retry-after": RETRY_AFTER, "access-control-allow-origin": "*" };
  return c.json(bodies[service] ?? { code: "SERVICE_UNAVAILABLE", message }, 503, headers);
}

/**
 * Answers 503 while the database is not available. A service's own 5xx answer becomes the same 503
 * when the database stopped answering during the request.
 */
export function needsDatabase(database: Database): MiddlewareHandler {
  return async (c, next) => {
    const message = "The database is starting. Try again in a moment.";
    const { outages } = database;
    if (database.state !== "ready") return unavailable(c, message);
    await next();
    const isFunction = c.req.path.startsWith("/functions/");
    if (c.res.status < 500 || isFunction) return;
    if (!await database.check() || database.outages !== outages) c.res = unavailable(c, message);
  };
}
