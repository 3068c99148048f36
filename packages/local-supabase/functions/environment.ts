/** Chooses the variables that the functions receive, and their precedence. */
import { parseEnv } from "node:util";

/** Variables that hosted gives every function. As on hosted, a `.env` cannot override them. */
const given = [
  "SUPABASE_URL",
  "SUPABASE_PUBLISHABLE_KEYS",
  "SUPABASE_SECRET_KEYS",
  "SUPABASE_JWKS",
  "SUPABASE_ANON_KEY",
  "SUPABASE_SERVICE_ROLE_KEY",
  "SUPABASE_DB_URL",
];

/** Set by npm, Deno and the platform for themselves, or reserved by hosted. */
const reserved = /^(npm_|DENO_|SUPABASE_|STOP_AT_END_OF_INPUT$|DO_NOT_TRACK$|INIT_CWD$|NODE$)/;

/**
 * The functions' environment: `.env` (its text, or null), replaced by the variables of the shell,
 * and these by hosted's own.
 */
export function functionEnvironment(
  envFile: string | null,
  platform: Record<string, string>,
): Record<string, string> {
  const entries = [
    ...Object.entries(parseEnv(envFile ?? "")).filter(([name]) => !reserved.test(name)),
    ...Object.entries(platform).filter(([name]) => !reserved.test(name) || given.includes(name)),
  ];
  return Object.fromEntries(entries as [string, string][]);
}
