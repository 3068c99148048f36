/** Reads the settings of `supabase/config.toml` that the local platform follows. */
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { parse } from "smol-toml";
import { z } from "zod";

/** One edge function; paths are absolute. */
export interface FunctionConfig {
  name: string;
  /** The file that the CLI deploys. */
  entrypoint: string;
  /**
   * The module that an entrypoint may be built from, where the project has it:
   * `functions/<name>/index.ts`, or `functions/index.ts`, which serves several functions.
   */
  source: string;
  importMap: string;
  /** Whether the gateway itself refuses a request without a valid token. */
  verifyJwt: boolean;
}

/** Settings of the auth service. Durations are seconds; hooks are `schema.function`. */
export interface AuthSettings {
  /** The address of links when no allowed redirect address is given. */
  siteUrl: string;
  /** Further redirect addresses, with `*`, `**` and `?`. */
  redirectUrls: string[];
  /** Life of an access token. */
  jwtExpiry: number;
  /** The time in which a replaced refresh token may come again: two tabs, or a lost answer. */
  refreshTokenReuseInterval: number;
  signUpEnabled: boolean;
  /** Sign-up gives a session at once, without a confirmed address. */
  autoConfirm: boolean;
  /** In bytes, as bcrypt counts. */
  minimumPasswordLength: number;
  /** The texts of messages, by their kind's name in `config.toml`. */
  templates: Record<string, { subject?: string; content?: string }>;
  accessTokenHook: string | null;
  beforeUserCreatedHook: string | null;
  /** The relying party of passkeys and the origins of its apps; null where there are none. */
  passkeys: { rpId: string; rpName: string; origins: string[] } | null;
}

export interface ProjectConfig {
  projectId: string;
  api: { schemas: string[]; extraSearchPath: string[]; maxRows: number };
  /** Patterns of files, of the declared schemas and of the seed, are relative to `supabase/`. */
  db: { migrate: boolean; schemas: string[]; seeds: string[] };
  /** Sizes as the CLI writes them, such as `50MiB`. */
  storage: { fileSizeLimit: string };
  realtime: { enabled: boolean };
  auth: AuthSettings;
  functions: FunctionConfig[];
}

const hook = z.object({
  enabled: z.boolean(),
  uri: z.string().regex(/^pg-functions:\/\/postgres\/\w+\/\w+$/),
});

const FUNCTION_NAME = /^[A-Za-z][\w-]*$/;

// The defaults are the CLI's own.
const functionSettings = z.object({
  enabled: z.boolean().default(true),
  entrypoint: z.string().optional(),
  import_map: z.string().optional(),
  verify_jwt: z.boolean().default(true),
});

const file = z.object({
  project_id: z.string(),
  api: z.object({
    schemas: z.array(z.string()).default(["public", "graphql_public"]),
    extra_search_path: z.array(z.string()).default(["public", "extensions"]),
    max_rows: z.int().positive().default(1000),
  }).prefault({}),
  db: z.object({
    migrations: z.object({
      enabled: z.boolean().default(true),
      schema_paths: z.array(z.string()).default([]),
    }).prefault({}),
    seed: z.object({
      enabled: z.boolean().default(true),
      sql_paths: z.array(z.string()).default(["./seed.sql"]),
    }).prefault({}),
  }).prefault({}),
  storage: z.object({ file_size_limit: z.string().default("50MiB") }).prefault({}),
  realtime: z.object({ enabled: z.boolean().default(true) }).prefault({}),
  auth: z.object({
    site_url: z.string().default("http://127.0.0.1:3000"),
    additional_redirect_urls: z.array(z.string()).default([]),
    jwt_expiry: z.int().positive().max(604_800).default(3600),
    refresh_token_reuse_interval: z.int().nonnegative().default(10),
    enable_signup: z.boolean().default(true),
    minimum_password_length: z.int().min(6).default(6),
    email: z.object({
      enable_confirmations: z.boolean().default(false),
      template: z.partialRecord(
        z.enum([
          "invite",
          "confirmation",
          "recovery",
          "magic_link",
          "email_change",
          "reauthentication",
        ]),
        z.object({ subject: z.string().optional(), content_path: z.string().optional() }),
      ).default({}),
    }).prefault({}),
    passkey: z.object({ enabled: z.boolean().default(false) }).prefault({}),
    webauthn: z.object({
      rp_display_name: z.string().optional(),
      rp_id: z.string().optional(),
      rp_origins: z.array(z.string().optional()).default([]),
    }).prefault({}),
    hook: z.object({ custom_access_token: hook.optional(), before_user_created: hook.optional() })
      .prefault({}),
  }).prefault({}),
  functions: z.record(z.string().regex(FUNCTION_NAME), functionSettings).default({}),
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

/** Folders of `supabase/functions` are functions too, with the default settings. */
function undeclaredFunctions(folder: string): Record<string, z.infer<typeof functionSettings>> {
  const found: Record<string, z.infer<typeof functionSettings>> = {};
  const functions = join(folder, "functions");
  for (const { name } of existsSync(functions) ? Deno.readDirSync(functions) : []) {
    const isFunction = FUNCTION_NAME.test(name) && existsSync(join(functions, name, "index.ts"));
    if (isFunction) found[name] = functionSettings.parse({});
  }
  return found;
}

/** Fields that the auth service fills in. */
const KNOWN_FIELDS =
  /\{\{\s*\.(SiteURL|ConfirmationURL|Email|NewEmail|Token|TokenHash|RedirectTo)\s*\}\}/g;

/** Reads the templates of messages, whose paths are relative to the project. */
async function readTemplates(
  root: string,
  declared: Partial<Record<string, { subject?: string; content_path?: string }>>,
): Promise<AuthSettings["templates"]> {
  const templates: AuthSettings["templates"] = {};
  for (const [name, { subject, content_path: path } = {}] of Object.entries(declared)) {
    const content = path && await Deno.readTextFile(resolve(root, path));
    for (const text of [subject, content]) {
      const [action] = /\{\{[^}]*\}?\}?/.exec(text?.replace(KNOWN_FIELDS, "") ?? "") ?? [];
      if (action) {
        throw new Error(`The template "${name}" has ${action}, which this platform does not know`);
      }
    }
    templates[name] = { subject, content };
  }
  return templates;
}

/**
 * The relying party of passkeys: the declared one, otherwise the host of the site, which is
 * `localhost` on a developer's machine, because browsers give no passkeys to a bare address.
 */
function readPasskeys(
  projectId: string,
  { site_url: site, passkey, webauthn }: z.infer<typeof file>["auth"],
): AuthSettings["passkeys"] {
  if (!passkey.enabled) return null;
  const url = URL.parse(site);
  const isLocal = !url || ["localhost", "127.0.0.1", "[::1]"].includes(url.hostname);
  const declared = webauthn.rp_origins.flatMap((origins) => origins?.split(",") ?? []);
  return {
    rpId: webauthn.rp_id ?? (isLocal ? "localhost" : url.hostname),
    rpName: webauthn.rp_display_name ?? projectId,
    origins: declared.length ? declared : url ? [url.origin] : [],
  };
}

/**
 * Reads `supabase/config.toml` of the project in `root`. `env` fills `env(NAME)` in it. Throws with
 * the name of the field when the CLI would not accept the file.
 */
export async function readProjectConfig(
  root: string,
  env = Deno.env.toObject(),
): Promise<ProjectConfig> {
  const folder = join(root, "supabase");
  const text = await Deno.readTextFile(join(folder, "config.toml"));
  const { data, error } = file.safeParse(resolveEnv(parse(text), env));
  if (error) throw new Error(`supabase/config.toml: ${z.prettifyError(error)}`);

  const { api, auth, db, realtime, storage } = data;
  const functions = { ...undeclaredFunctions(folder), ...data.functions };
  const nameOf = (declared: z.infer<typeof hook> | undefined) =>
    declared?.enabled ? declared.uri.split("/").slice(-2).join(".") : null;
  return {
    projectId: data.project_id,
    api: {
      schemas: api.schemas,
      extraSearchPath: api.extra_search_path,
      maxRows: api.max_rows,
    },
    db: {
      migrate: db.migrations.enabled,
      schemas: db.migrations.schema_paths,
      seeds: db.seed.enabled ? db.seed.sql_paths : [],
    },
    storage: { fileSizeLimit: storage.file_size_limit },
    realtime,
    auth: {
      siteUrl: auth.site_url,
      // A self-hosted Auth reads this variable; a hosted project has a list.
      redirectUrls: [
        ...auth.additional_redirect_urls,
        ...(env.GOTRUE_URI_ALLOW_LIST?.split(",") ?? []),
      ],
      jwtExpiry: auth.jwt_expiry,
      refreshTokenReuseInterval: auth.refresh_token_reuse_interval,
      signUpEnabled: auth.enable_signup,
      autoConfirm: !auth.email.enable_confirmations,
      minimumPasswordLength: auth.minimum_password_length,
      templates: await readTemplates(root, auth.email.template),
      accessTokenHook: nameOf(auth.hook.custom_access_token),
      beforeUserCreatedHook: nameOf(auth.hook.before_user_created),
      passkeys: readPasskeys(data.project_id, auth),
    },
    functions: Object.entries(functions).filter(([, each]) => each.enabled).map(([name, each]) => {
      const entrypoint = resolve(folder, each.entrypoint ?? `functions/${name}/index.ts`);
      const sources = [name, "."].map((each) => join(root, "functions", each, "index.ts"));
      return {
        name,
        entrypoint,
        source: sources.find(existsSync) ?? entrypoint,
        importMap: resolve(folder, each.import_map ?? `functions/${name}/deno.json`),
        verifyJwt: each.verify_jwt,
      };
    }),
  };
}
