/** What `supabase/config.toml` says, as far as the local platform follows it. */
import { join, resolve } from "node:path";
import { parse } from "smol-toml";
import { z } from "zod";

/** One edge function; paths are absolute. */
export interface FunctionConfig {
  name: string;
  entrypoint: string;
  importMap: string;
  /** Whether the gateway itself refuses a request without a valid token. */
  verifyJwt: boolean;
}

/** Durations are seconds, sizes bytes. */
export interface ProjectConfig {
  projectId: string;
  api: { schemas: string[]; extraSearchPath: string[]; maxRows: number };
  db: { seed: string[] };
  storage: { fileSizeLimit: number };
  auth: {
    siteUrl: string;
    additionalRedirectUrls: string[];
    jwtExpiry: number;
    refreshTokenReuseInterval: number;
    enableSignup: boolean;
    minimumPasswordLength: number;
    /** `[schema, function]` of the custom access token hook. */
    accessTokenHook: [string, string] | null;
  };
  functions: FunctionConfig[];
}

const units: Record<string, number> = { "": 1, b: 1, kb: 1e3, mb: 1e6, gb: 1e9 };
const binary: Record<string, number> = { kib: 2 ** 10, mib: 2 ** 20, gib: 2 ** 30 };

const bytes = z.string().transform((text, context) => {
  const [, number, unit] = /^(\d+)\s*([a-z]*)$/i.exec(text) ?? [];
  const factor = { ...units, ...binary }[unit?.toLowerCase() ?? "?"];
  if (factor) return Number(number) * factor;
  context.addIssue({ code: "custom", message: "expected a size such as 50MiB" });
  return z.NEVER;
});

const hook = z.object({
  enabled: z.boolean(),
  uri: z.string().regex(/^pg-functions:\/\/postgres\/\w+\/\w+$/),
});

// The defaults are the CLI's own.
const file = z.object({
  project_id: z.string(),
  api: z.object({
    schemas: z.array(z.string()).default(["public", "graphql_public"]),
    extra_search_path: z.array(z.string()).default(["public", "extensions"]),
    max_rows: z.int().positive().default(1000),
  }).prefault({}),
  db: z.object({
    seed: z.object({
      enabled: z.boolean().default(true),
      sql_paths: z.array(z.string()).default(["./seed.sql"]),
    }).prefault({}),
  }).prefault({}),
  storage: z.object({ file_size_limit: bytes.prefault("50MiB") }).prefault({}),
  auth: z.object({
    site_url: z.string().default("http://127.0.0.1:3000"),
    additional_redirect_urls: z.array(z.string()).default([]),
    jwt_expiry: z.int().positive().max(604_800).default(3600),
    refresh_token_reuse_interval: z.int().nonnegative().default(10),
    enable_signup: z.boolean().default(true),
    minimum_password_length: z.int().min(6).default(6),
    hook: z.object({ custom_access_token: hook.optional() }).prefault({}),
  }).prefault({}),
  functions: z.record(
    z.string().regex(/^[A-Za-z][\w-]*$/),
    z.object({
      enabled: z.boolean().default(true),
      entrypoint: z.string().optional(),
      import_map: z.string().optional(),
      verify_jwt: z.boolean().default(true),
    }),
  ).default({}),
});

/** Replaces `env(NAME)` as the CLI does; a variable that is not set counts as not declared. */
function resolveEnv(value: unknown, env: Record<string, string>): unknown {
  if (typeof value === "string") {
    const name = /^env\((\w+)\)$/.exec(value)?.[1];
    return name ? env[name] : value;
  }
  if (Array.isArray(value)) return value.map((item) => resolveEnv(item, env));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, resolveEnv(item, env)]),
  );
}

/**
 * Reads `supabase/config.toml` of the project in `root`. `env` fills `env(NAME)` in it.
 * Throws with the name of the field when the file is not what the CLI would accept.
 */
export function readConfig(root: string, env: Record<string, string>): ProjectConfig {
  const folder = join(root, "supabase");
  const text = Deno.readTextFileSync(join(folder, "config.toml"));
  const { data, error } = file.safeParse(resolveEnv(parse(text), env));
  if (error) throw new Error(`supabase/config.toml: ${z.prettifyError(error)}`);

  const { api, auth, db, functions, storage } = data;
  const tokenHook = auth.hook.custom_access_token;
  return {
    projectId: data.project_id,
    api: {
      schemas: api.schemas,
      extraSearchPath: api.extra_search_path,
      maxRows: api.max_rows,
    },
    db: { seed: db.seed.enabled ? db.seed.sql_paths.map((path) => resolve(folder, path)) : [] },
    storage: { fileSizeLimit: storage.file_size_limit },
    auth: {
      siteUrl: auth.site_url,
      additionalRedirectUrls: auth.additional_redirect_urls,
      jwtExpiry: auth.jwt_expiry,
      refreshTokenReuseInterval: auth.refresh_token_reuse_interval,
      enableSignup: auth.enable_signup,
      minimumPasswordLength: auth.minimum_password_length,
      accessTokenHook: tokenHook?.enabled
        ? tokenHook.uri.split("/").slice(-2) as [string, string]
        : null,
    },
    functions: Object.entries(functions).filter(([, each]) => each.enabled).map(([name, each]) => ({
      name,
      entrypoint: resolve(folder, each.entrypoint ?? `functions/${name}/index.ts`),
      importMap: resolve(folder, each.import_map ?? `functions/${name}/deno.json`),
      verifyJwt: each.verify_jwt,
    })),
  };
}
