/**
 * A stand-in for the platform's management API, as far as the CLI needs it to deploy to a project. It
 * keeps settings, secrets and uploads, and records every request.
 */
import { createHash } from "node:crypto";
import { Hono } from "hono";
import { serve } from "./stand-in.ts";
import authDefaults from "./management-auth.json" with { type: "json" };

interface ManagementOptions {
  /** The project's reference, 20 lowercase letters. */
  ref: string;
  /** Runs a statement in the project's database; returns its rows. */
  query(sql: string): Promise<unknown[]>;
}

export interface Management {
  url: string;
  /** A profile of the CLI that leads here. */
  profile: string;
  /** `<method> <path>` of every request; `GET POST <path>` of a query that only reads. */
  requests: string[];
  /** The files of each uploaded function by their paths, and its entrypoint. */
  uploads: Map<string, { entrypoint: string; files: Map<string, Uint8Array<ArrayBuffer>> }>;
  secrets: Map<string, string>;
  settings: { api: Record<string, unknown>; auth: Record<string, unknown> };
  stop(): Promise<void>;
}

const created_at = "2026-01-01T00:00:00Z";

/** Starts the stand-in on a free port. */
export function startManagement({ ref, query }: ManagementOptions): Management {
  const requests: string[] = [];
  const uploads: Management["uploads"] = new Map();
  const secrets = new Map<string, string>();
  const settings = {
    api: {
      db_schema: "public,graphql_public",
      db_extra_search_path: "public,extensions",
      max_rows: 101,
      db_pool_acquisition_timeout: 10,
      db_pool_max_lifetime: 1800,
      db_pool_max_idletime: 30,
      db_pool: null,
    } as Record<string, unknown>,
    auth: { ...authDefaults } as Record<string, unknown>,
  };
  const project = {
    id: ref,
    ref,
    organization_id: "org",
    organization_slug: "org",
    name: "Journal",
    region: "eu-central-1",
    created_at,
    status: "ACTIVE_HEALTHY",
    database: {
      host: `db.${ref}`,
      version: "17.4.1",
      postgres_engine: "17",
      release_channel: "ga",
    },
  };

  const app = new Hono();
  app.use(async (c, next) => {
    requests.push(`${c.req.method} ${c.req.path}`);
    if (!/^Bearer sbp_\w{40}$/.test(c.req.header("authorization") ?? "")) {
      return c.json({ message: "Unauthorized" }, 401);
    }
    await next();
  });

  const v1 = new Hono().basePath(`/v1/projects/${ref}`);
  v1.get("/", (c) => c.json(project));
  v1.get("/api-keys", (c) =>
    c.json(["anon", "service_role"].map((name) => ({
      name,
      api_key: name,
      id: name,
      type: "legacy",
      hash: null,
      prefix: null,
      description: null,
      secret_jwt_template: null,
      inserted_at: null,
      updated_at: null,
    }))));
  v1.get("/billing/addons", (c) => c.json({ selected_addons: [], available_addons: [] }));
  v1.get("/config/database/pooler", (c) => c.json([]));
  v1.get("/config/storage", (c) => c.json({ message: "Not Found" }, 404));

  v1.get("/secrets", (c) =>
    c.json([...secrets].map(([name, value]) => ({
      name,
      value: createHash("sha256").update(value).digest("hex"),
      updated_at: created_at,
    }))));
  v1.post("/secrets", async (c) => {
    for (const { name, value } of await c.req.json()) secrets.set(name, value);
    return c.json({}, 201);
  });

  v1.patch("/postgrest", async (c) => c.json(Object.assign(settings.api, await c.req.json())));
  v1.patch("/config/auth", async (c) => c.json(Object.assign(settings.auth, await c.req.json())));

  v1.get("/functions", (c) => c.json([...uploads.keys()].map((slug) => functionOf(slug))));
  v1.post("/functions/deploy", async (c) => {
    const form = await c.req.formData();
    const { entrypoint_path } = JSON.parse(String(form.get("metadata")));
    const files = new Map<string, Uint8Array<ArrayBuffer>>();
    for (const file of form.getAll("file")) {
      if (file instanceof File) files.set(file.name, new Uint8Array(await file.arrayBuffer()));
    }
    const slug = c.req.query("slug")!;
    uploads.set(slug, { entrypoint: entrypoint_path, files });
    return c.json(functionOf(slug), 201);
  });
  v1.put("/functions", (c) => c.json({ functions: [...uploads.keys()].map(functionOf) }));

  v1.post("/database/query", async (c) => {
    const { query: sql, read_only } = await c.req.json();
    if (read_only) requests.push(`GET ${requests.pop()}`);
    try {
      return c.json(await query(sql), 201);
    } catch (error) {
      return c.json({ message: error instanceof Error ? error.message : "failed" }, 400);
    }
  });

  app.route("/", v1);
  app.get(`/v2/projects/${ref}/config`, (c) =>
    c.json({
      data: {
        type: "project_config",
        id: ref,
        attributes: { ...platformSettings, api: settings.api, auth: settings.auth },
      },
    }));
  app.notFound((c) => c.json({ message: "Not Found" }, 404));

  const functionOf = (slug: string) => ({
    id: "11111111-1111-4111-8111-111111111111",
    slug,
    name: slug,
    version: 1,
    status: "ACTIVE",
    created_at: 1,
    updated_at: 1,
    verify_jwt: false,
    entrypoint_path: uploads.get(slug)!.entrypoint,
    ezbr_sha256: "0",
  });

  const { base: url, stop } = serve(app);
  const profile = [
    "name: stand-in",
    `api_url: ${url}`,
    `dashboard_url: ${url}/dashboard`,
    `docs_url: ${url}/docs`,
    "project_host: localhost",
    "pooler_host: pooler.localhost",
  ].join("\n");
  return { url, profile, requests, uploads, secrets, settings, stop };
}

/** Settings that a deployment leaves alone. */
const platformSettings = {
  database: {
    major_version: 17,
    ssl_enforced: false,
    network_restrictions: {
      entitlement: "allowed",
      status: "applied",
      allowed_cidrs: [{ address: "0.0.0.0/0", type: "v4" }, { address: "::/0", type: "v6" }],
    },
    postgres_settings: {},
  },
  pooler: {
    pool_mode: "transaction",
    ignore_startup_parameters: "",
    server_idle_timeout: 0,
    server_lifetime: 0,
    query_wait_timeout: 0,
    reserve_pool_size: 0,
    default_pool_size: 20,
    max_client_conn: 100,
  },
  realtime: {
    private_only: false,
    max_concurrent_users: 200,
    max_events_per_second: 100,
    max_bytes_per_second: 100_000,
    max_channels_per_client: 100,
    max_joins_per_second: 100,
    max_presence_events_per_second: 100,
    max_payload_size_in_kb: 100,
    presence_enabled: true,
    suspend: false,
    connection_pool: 2,
    postgres_changes_pool: null,
  },
  storage: {
    file_size_limit: 52_428_800,
    features: {
      image_transformation: { enabled: false },
      s3_protocol: { enabled: false },
      purge_cache: { enabled: false },
      iceberg_catalog: { enabled: false, max_namespaces: 0, max_tables: 0, max_catalogs: 0 },
      vector_buckets: { enabled: false, max_buckets: 0, max_indexes: 0 },
    },
    capabilities: { list_v2: false, iceberg_catalog: false, object_versioning: false },
    upstream_target: "main",
    migration_version: null,
  },
};
