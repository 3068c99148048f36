import { env } from "./env.ts";
import { HttpError } from "./errors.ts";

const LEVELS = { debug: 10, info: 20, warn: 30, error: 40, silent: 100 } as const;
type Level = Exclude<keyof typeof LEVELS, "silent">;

/**
 * Writes one JSON line, unless `LOG_LEVEL` (debug, info, warn, error or silent; default info) is
 * above it. Give it names, numbers and ids: no tokens, no content, no addresses of mail.
 *
 * @example
 * ```ts
 * log("info", "chains generated", { date, windows: 1200 });
 * ```
 */
export function log(level: Level, message: string, fields: Record<string, unknown> = {}): void {
  const threshold = LEVELS[(env("LOG_LEVEL") ?? "info") as Level] ?? LEVELS.info;
  if (LEVELS[level] < threshold) return;
  const line = JSON.stringify({ time: new Date().toISOString(), level, message, ...fields });
  if (level === "error") console.error(line);
  else console.log(line);
}

/**
 * An error for the log: its name, its code, the constraint that refused and where it was thrown. Of
 * database errors the details are left out, because they quote the row.
 */
export function describeError(error: unknown): Record<string, unknown> {
  if (error instanceof HttpError && error.cause) return describeError(error.cause);
  if (typeof error !== "object" || error === null) return { message: String(error).slice(0, 300) };
  const { name, message, code, constraint, stack } = error as Partial<
    Error & { code: unknown; constraint: string }
  >;
  return {
    name,
    ...(code !== undefined && { code }),
    ...(constraint !== undefined && { constraint }),
    message: String(message ?? "").slice(0, 300),
    ...(stack && { stack: stack.split("\n").filter((line) => /^\s+at /.test(line)).slice(0, 8) }),
  };
}

/**
 * Lets work go on after the answer has been sent. The hosted runtime keeps the isolate alive for
 * it. A failure is logged; the client does not learn of it.
 */
export function inBackground(work: Promise<unknown>, what: string): void {
  const logged = work.catch((error) => log("error", what, { error: describeError(error) }));
  const runtime = (globalThis as { EdgeRuntime?: { waitUntil(work: Promise<unknown>): void } })
    .EdgeRuntime;
  runtime?.waitUntil(logged);
}
