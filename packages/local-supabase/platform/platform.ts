/** Starts and stops the parts of the platform. */
import { join } from "node:path";
import { parseEnv } from "node:util";
import postgres from "postgres";
import { createAuth } from "../auth/server.ts";
import { readProjectConfig } from "../base/config.ts";
import { readDemo } from "../base/demo.ts";
import type { Claims } from "../base/claims.ts";
import { type Keys, publicKeySet, rotationOf, type SigningKeyRotation } from "../base/keys.ts";
import { appendLine } from "../base/lines.ts";
import { writePrivate } from "../base/paths.ts";
import { freePort, isFree } from "../base/ports.ts";
import { type DataApiEngine, type Status, statusFile } from "../base/status.ts";
import { verifyToken } from "../base/tokens.ts";
import { ApiConnection } from "../data/library.ts";
import { Catalog } from "../data/catalog.ts";
import { dataApiEngine, engineNames, startDataApi } from "../data/engines.ts";
import { startFunctions } from "../functions/supervisor.ts";
import { createGateway } from "../gateway/gateway.ts";
import { answerWhole } from "../gateway/whole-bodies.ts";
import { createMailbox } from "../mail/mailbox.ts";
import { createMailPages } from "../mail/pages.ts";
import { startDatabase } from "../postgres/database.ts";
import { migrate, watchMigrations } from "../postgres/migrations.ts";
import { runningPostgres } from "../postgres/running.ts";
import { fillVault } from "../postgres/vault.ts";
import { startRealtime } from "../realtime/server.ts";
import { createStartPage, linksOf } from "../pages/start.ts";
import { createGuidePages } from "../reference/guides.ts";
import { createReferencePages } from "../reference/pages.ts";
import { startSchedules } from "../schedules/schedules.ts";
import { createStorageApi } from "../storage/storage.ts";
import { bytesOfSetting } from "../storage/uploads.ts";
import { providerStates, type StandIns, startStandIns } from "./providers.ts";

export interface PlatformOptions {
  /** The project's folder. */
  root: string;
  /** Folder of the database, the files and the keys. */
  dir: string;
  port: number;
  /** Throwaway: faster, and nothing survives a crash. */
  ephemeral: boolean;
  seed: boolean;
  /** Settings of Postgres that differ from the platform's. */
  postgres?: Record<string, string>;
  /** Whether scheduled jobs run, unless it is false. */
  schedules?: boolean;
  /** The server of `/rest/v1`; without it the environment's `DATA_API` decides. */
  dataApi?: DataApiEngine;
  /** PgBouncer's connections to Postgres, for PostgREST; without a number no PgBouncer starts. */
  pooled?: number;
  /** Serve the sources of functions, not the entrypoints that are deployed. */
  sources?: boolean;
  /** The Deno that runs the functions; the platform's own unless it is given. */
  functionsDeno?: string;
  /** Reload functions when their files change. */
  watch: boolean;
  /** Further variables of the functions. */
  env: Record<string, string>;
  /** A `.env` file with more of it. */
  envFile?: string;
  /** Starts the project's stand-ins of outside providers as well. */
  standIns?: boolean;
  log: (line: string) => void;
}

export interface Platform {
  status: Status;
  /** Whether this start has made the database. */
  isNew: boolean;
  /** Starts the functions again with other variables, which scheduled jobs learn as well. */
  configure(env: Record<string, string>): Promise<void>;
  /** Kills the process of the functions in the middle of its requests. It starts again by itself. */
  crashFunctions(): Promise<void>;
  signingKeys: SigningKeyRotation;
  /** Ends everything that was started, in the opposite order. */
  stop(): Promise<void>;
}

/** How long (ms) all parts above Postgres may take to end: open requests are cut off then. */
const STOP_LIMIT = 1_000;

/** Starts the platform. After a failure it stops the parts that it has started. */
export async function startPlatform(options: PlatformOptions): Promise<Platform> {
  const stops: (() => Promise<void>)[] = [];
  let isEnding = false;
  const stop = async () => {
    isEnding = true;
    const [stopPostgres, ...parts] = stops.splice(0);
    let limit: ReturnType<typeof setTimeout>;
    const late = new Promise<void>((resolve) => limit = setTimeout(resolve, STOP_LIMIT));
    for (const end of parts.reverse()) await Promise.race([end(), late]);
    clearTimeout(limit!);
    await stopPostgres?.();
  };
  try {
    // Functions that the end cuts off would log their failing calls as faults.
    const ofFunctions = (line: string) => isEnding || options.log(line);
    return { ...await start(options, stops, ofFunctions), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function start(
  options: PlatformOptions,
  stops: (() => Promise<void>)[],
  logOfFunctions: (line: string) => void,
): Promise<Omit<Platform, "stop">> {
  const { root, dir, port, log } = options;
  if (await runningPostgres(dir)) {
    throw new Error(
      `A platform is already running in ${dir}. Use it, or stop it first; a second one needs ` +
        "a folder and a port of its own: LOCAL_DIR=.local/second PORT=54421 npm start",
    );
  }
  if (!isFree(port)) {
    throw new Error(
      `Port ${port} is taken. Stop what uses it, or choose another: PORT=${port + 10} npm start`,
    );
  }
  const engine = dataApiEngine(options.dataApi);
  await Deno.mkdir(dir, { recursive: true });
  // Private files: Postgres, which runs as another user below root, does not need this folder.
  await Deno.mkdir(join(dir, "storage"), { recursive: true, mode: 0o700 });
  const envFile = options.envFile && await Deno.readTextFile(options.envFile).catch(() => "");
  const environment = {
    ...parseEnv(envFile ?? "") as Record<string, string>,
    ...options.env,
  };
  const config = await readProjectConfig(root, environment);

  log("Starting Postgres");
  const { server, keys, url, isNew } = await startDatabase({
    dir,
    port: freePort(options.ephemeral ? undefined : port + 1),
    ephemeral: options.ephemeral,
    settings: options.postgres,
    log,
  });
  stops.push(server.stop);

  const issuer = `${addresses(port).api_url}/auth/v1`;
  const realtime = await startRealtime({
    databaseUrl: url("supabase_realtime_admin"),
    verify: async (token) => await verifyToken(token, publicKeySet(keys), issuer) as Claims,
    log,
  });
  stops.push(realtime.stop);

  log("Applying migrations");
  await migrate(url("postgres"), { root, settings: config.db, seed: options.seed });
  if (options.watch && config.db.migrate) {
    const watcher = watchMigrations(url("postgres"), { root, settings: config.db, log });
    stops.push(() => Promise.resolve(watcher.close()));
  }

  const demo = await readDemo(root);
  const made = madeKeys(demo.keys, environment);
  Object.assign(environment, made);
  const mailbox = createMailbox();
  let standIns: StandIns = { env: {}, names: [], stop: () => Promise.resolve() };
  if (options.standIns) {
    log("Starting stand-ins of the providers");
    standIns = await startStandIns(root, demo.stand_ins, {
      apiUrl: addresses(port).api_url,
      given: environment,
      deliver: (message) => mailbox.deliver({ ...message, action_link: null, otp: null }),
    });
    stops.push(standIns.stop);
    Object.assign(environment, standIns.env);
  }

  const status: Status = {
    ...addresses(port),
    publishable_key: keys.publishable,
    secret_key: keys.secret,
    db_url: url("postgres"),
    data_api: engine,
    accounts: demo.accounts,
    providers: providerStates(demo.providers, environment, standIns.names),
  };

  log(`Starting auth, storage and the Data API (${engineNames[engine]})`);
  const owner = url("supabase_admin");
  const catalog = new Catalog(owner, config.api);
  stops.push(() => catalog.close());
  await catalog.follow();

  const data = await startDataApi(engine, catalog, {
    databaseUrl: url("authenticator"),
    publicUrl: `${status.api_url}/rest/v1`,
    api: config.api,
    pooler: options.pooled
      ? { folder: join(dir, "pgbouncer"), connections: options.pooled }
      : undefined,
    log: (line) => appendLine(join(dir, "postgrest.log"), line),
  });
  stops.push(() => data.stop());
  const files = new ApiConnection({
    url: url("supabase_storage_admin"),
    service: "storage",
    catalog,
    // Only the storage service may delete rows of files, because it deletes the bytes as well.
    postgresOptions: { connection: { "storage.allow_delete_query": "true" } },
  });
  stops.push(() => files.close());
  const authSql = postgres(url("supabase_auth_admin"), {
    max: 10,
    onnotice: () => {},
  });
  stops.push(() => authSql.end({ timeout: 5 }));

  log("Starting functions");
  const given = () => givenByHosted(status, keys);
  const functions = await startFunctions({
    root,
    sources: options.sources,
    deno: options.functionsDeno,
    watch: options.watch,
    log: logOfFunctions,
    env: { ...options.env, ...made, ...standIns.env, ...given() },
    envFile: options.envFile,
  });
  stops.push(() => functions.stop());

  const links = linksOf(demo);
  const gateway = createGateway({
    keys,
    issuer,
    functions,
    database: server,
    mailbox: createMailPages({ mailbox, secretKey: keys.secret, links }),
    start: createStartPage(status, demo),
    guides: demo.guides.length ? createGuidePages(root, demo.guides, links) : null,
    reference: demo.reference
      ? createReferencePages({ root, document: demo.reference, guides: demo.guides, links })
      : null,
    auth: createAuth({
      ...config.auth,
      sql: authSql,
      keys,
      issuer,
      mail: mailbox,
    }),
    rest: data.handler,
    realtime: config.realtime.enabled ? realtime.handler : null,
    storage: createStorageApi(files, {
      folder: join(dir, "storage"),
      signingSecret: keys.storage,
      sizeLimit: config.storage.fileSizeLimit,
    }),
    largestFile: bytesOfSetting(config.storage.fileSizeLimit),
  });
  const listener = Deno.serve(
    { port, hostname: "127.0.0.1", onListen: () => {} },
    (request, { remoteAddr }) =>
      answerWhole(request, (whole) => gateway.fetch(whole, { address: remoteAddr.hostname })),
  );
  stops.push(() => listener.shutdown());
  // The listener waits for the sockets.
  stops.push(realtime.closeSockets);

  const schedulerSql = postgres(owner, { max: 10, onnotice: () => {} });
  stops.push(() => schedulerSql.end({ timeout: 5 }));
  // The thousand files of a new database are on the disk before the platform is asked to end.
  if (isNew && !options.ephemeral) schedulerSql`checkpoint`.catch(() => {});
  await fillVault(schedulerSql, status.base_url, environment, demo.keys);
  const schedules = startSchedules({
    sql: schedulerSql,
    available: () => server.state === "ready" && options.schedules !== false,
    log,
  });
  stops.push(() => schedules.stop());

  await writePrivate(statusFile(dir), JSON.stringify(status, null, 2) + "\n");
  stops.push(() => Deno.remove(statusFile(dir)).catch(() => {}));
  const configure = async (env: Record<string, string>) => {
    await functions.restart({ ...env, ...given() });
    await fillVault(schedulerSql, status.base_url, env, demo.keys);
  };
  const signingKeys = rotationOf(keys, join(dir, "keys.json"));
  return { status, isNew, configure, crashFunctions: functions.crash, signingKeys };
}

/** New values of the keys that the environment lacks. */
const madeKeys = (names: string[], env: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    names.filter((name) => !env[name]?.trim()).map((name) => [
      name,
      crypto.getRandomValues(new Uint8Array(32)).toBase64(),
    ]),
  );

/** The addresses of the platform's parts for clients and tools. */
function addresses(port: number) {
  const api = `http://127.0.0.1:${port}`;
  return {
    api_url: api,
    base_url: `${api}/functions/v1`,
    jwks_url: `${api}/auth/v1/.well-known/jwks.json`,
    mail_url: `${api}/mailbox`,
    health_url: `${api}/health`,
  };
}

/** The variables that hosted gives every function. */
function givenByHosted(status: Status, keys: Keys): Record<string, string> {
  return {
    SUPABASE_URL: status.api_url,
    SUPABASE_PUBLISHABLE_KEYS: JSON.stringify({ default: keys.publishable }),
    SUPABASE_SECRET_KEYS: JSON.stringify({ default: keys.secret }),
    SUPABASE_JWKS: JSON.stringify(publicKeySet(keys)),
    SUPABASE_ANON_KEY: keys.publishable,
    SUPABASE_SERVICE_ROLE_KEY: keys.secret,
    SUPABASE_DB_URL: status.db_url,
  };
}
