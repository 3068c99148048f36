import { resolveEnv } from "@supabase/server/core";
import { notConfigured } from "./errors.ts";

/** Where the project is and how to reach it, as the platform tells every function. */
export interface ProjectEnv {
  url: string;
  publishableKey: string;
  secretKey: string;
  /** The project's public signing keys, or the address they are published at. */
  jwks: NonNullable<ReturnType<typeof resolveEnv>["data"]>["jwks"];
}

/**
 * The value of a variable of the environment, undefined when it is unset or blank. A request reads
 * variables when it needs them, never at import, so that tests and the local host can set them.
 */
export function env(name: string): string | undefined {
  return Deno.env.get(name)?.trim() || undefined;
}

/** A variable that a feature needs; 503 when it is unset: `requireEnv("OPENAI_API_KEY", "AI is")`. */
export function requireEnv(name: string, feature: string): string {
  const value = env(name);
  if (!value) throw notConfigured(`${feature} not configured: ${name} is missing`);
  return value;
}

let project: { given?: string; env: ProjectEnv } | undefined;

/**
 * The project's address, keys and signing keys; 503 when the function has not been given them. They
 * are read again when the address changes, as in a test.
 */
export function projectEnv(): ProjectEnv {
  const given = Deno.env.get("SUPABASE_URL");
  if (!project || project.given !== given) project = { given, env: readProjectEnv() };
  return project.env;
}

function readProjectEnv(): ProjectEnv {
  const { data } = resolveEnv();
  // Projects from before the new API keys have the legacy names.
  const publishableKey = data?.publishableKeys.default ?? env("SUPABASE_ANON_KEY");
  const secretKey = data?.secretKeys.default ?? env("SUPABASE_SERVICE_ROLE_KEY");
  if (!data || !publishableKey || !secretKey) {
    throw notConfigured("The service is not configured: SUPABASE_URL or its keys are missing");
  }
  return { url: data.url, publishableKey, secretKey, jwks: data.jwks };
}

/**
 * The origins that `ALLOWED_ORIGINS` names, comma-separated, or `"*"` (the default) for any.
 * Other values than http origins are left out.
 */
export function allowedOrigins(): "*" | string[] {
  const names = (env("ALLOWED_ORIGINS") ?? "*").split(",").map((name) => name.trim());
  if (names.includes("*")) return "*";
  return names.flatMap((name) => {
    const { protocol, origin } = URL.parse(name) ?? {};
    return origin && /^https?:$/.test(protocol!) ? [origin] : [];
  });
}

/** A page of the web app, below `SITE_URL`; undefined when that is not set to an http address. */
export function sitePage(path: string): URL | undefined {
  const site = URL.parse(env("SITE_URL") ?? "");
  if (!/^https?:$/.test(site?.protocol ?? "")) return undefined;
  return new URL(site!.href.replace(/\/+$/, "") + path);
}

/**
 * The public address of the functions, without a slash at its end: `PUBLIC_FUNCTIONS_URL`, by default
 * that of the project.
 */
export const functionsUrl = (): string =>
  (env("PUBLIC_FUNCTIONS_URL") ?? `${projectEnv().url.replace(/\/+$/, "")}/functions/v1`)
    .replace(/\/+$/, "");

/** A whole number from the environment, `fallback` when it is unset or no number. */
export function envCount(name: string, fallback: number): number {
  const count = Number(env(name) ?? fallback);
  return Number.isSafeInteger(count) && count >= 0 ? count : fallback;
}
