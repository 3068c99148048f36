/** Turns errors of Postgres that the library answers as 500 `SUP` into the answers of PostgREST. */
import postgres from "postgres";

/** SQLSTATEs and classes that the library itself answers as PostgREST does. */
const KNOWN = /^(PGRST|PT|42|22|21|55|53|23502|23503|23505|25006)/;

/**
 * The status PostgREST gives an error of Postgres, by SQLSTATE or its class.
 * https://docs.postgrest.org/en/stable/references/errors.html#status-codes
 */
function statusOf(code: string): number {
  if (code === "P0001") return 400;
  if (code === "57P01" || code.startsWith("08")) return 503;
  if (/^(0L|0P|28)/.test(code)) return 403;
  return /^(09|25|2D|38|39|3B|40|54|57|58|F0|HV|P0|XX)/.test(code) ? 500 : 400;
}

/**
 * Gives an error that the library does not know the form in which a SQL function dictates its own
 * answer (SQLSTATE `PGRST`), which the library does know. Others are left as they are.
 */
export function dictateAnswer(error: unknown): unknown {
  if (!(error instanceof postgres.PostgresError) || KNOWN.test(error.code)) return error;
  const { code, message, detail = null, hint = null } = error;
  return Object.assign(new Error(message), {
    code: "PGRST",
    message: JSON.stringify({ code, message, details: detail, hint }),
    detail: JSON.stringify({ status: statusOf(code), headers: {} }),
  });
}

/** Whether `dictateAnswer` has made the error. */
export const isDictated = (error: unknown): boolean =>
  error instanceof Error && (error as { code?: string }).code === "PGRST";
