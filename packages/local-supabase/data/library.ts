/**
 * The Data API: PostgREST's language over native row security. `@supabase/lite` translates; this
 * file adds the work that hosted PostgREST does around each request.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { App, RelationNotFoundError, setExperimental } from "@supabase/lite";
import { type IPostgresConnectionConfig, PostgresConnection } from "@supabase/lite/postgres";
import { type Kysely, sql } from "kysely";
import postgres from "postgres";
import { asLibraryCall } from "./calls.ts";
import type { ApiSettings, Catalog, Introspection } from "./catalog.ts";
import { dictateAnswer, isDictated } from "./errors.ts";
import { types } from "./types.ts";
import { isRead, type Query, typeValues } from "./values.ts";
import type { ApiHandler, Claims } from "../base/claims.ts";

setExperimental("storage", true);

/* The library prints every query that the database refuses, and a warning that storage is
   experimental. A refusal is an answer, not news, and tests cover the storage. */
const { error: printError, warn: printWarning } = console;
console.error = (...words: unknown[]) => {
  const isRefusal = (word: unknown) =>
    word instanceof postgres.PostgresError || word instanceof RelationNotFoundError ||
    isDictated(word);
  if (!words.some(isRefusal)) printError(...words);
};
console.warn = (...words: unknown[]) => {
  if (!String(words[0]).startsWith("EXPERIMENTAL FEATURES")) printWarning(...words);
};

type Context = Parameters<PostgresConnection["withContext"]>[0];
type ContextOptions = Parameters<PostgresConnection["withContext"]>[2];

interface ApiConnectionOptions extends IPostgresConnectionConfig {
  catalog: Catalog;
  /** The hosted service whose answers to copy: PostgREST has habits of its own. */
  service: "postgrest" | "storage";
}

/** The request that is being answered: the library hands it on for function calls alone. */
const currentRequest = new AsyncLocalStorage<Request>();

/** One transaction for each request, in the caller's role and with the caller's claims. */
export class ApiConnection extends PostgresConnection {
  constructor(private options: ApiConnectionOptions) {
    super({
      ...options,
      postgresOptions: { max: 20, onnotice: () => {}, ...options.postgresOptions, types },
    });
  }

  override introspect(): Promise<Introspection> {
    const { catalog, service } = this.options;
    const profile = service === "storage" ? "storage" : profileOf(currentRequest.getStore());
    return catalog.introspect(profile ?? "public");
  }

  override async onPostgrestAST(query: Query): Promise<Query> {
    const known = await super.onPostgrestAST(query);
    const request = currentRequest.getStore();
    return request ? typeValues(known, await this.options.catalog.types(), request) : known;
  }

  override normalizeDbError(error: unknown): unknown {
    return dictateAnswer(super.normalizeDbError(error));
  }

  override withContext<T>(
    vars: Context,
    // deno-lint-ignore no-explicit-any -- the library's own signature
    work: (db: Kysely<any>) => Promise<T>,
    options?: ContextOptions,
  ): Promise<T> {
    const outer = options?.transaction;
    if (outer) return this.#prepare(outer, vars).then(() => work(outer));
    return undoable((undo) =>
      this.kysely.transaction().execute(async (transaction) => {
        await this.#prepare(transaction, vars);
        const result = await oneRow(await work(transaction), currentRequest.getStore());
        // PostgREST changes nothing where a request for one row finds no row or several.
        const isRefused = result instanceof Response && result.status === 406;
        return options?.forceRollback || isRefused ? undo(result) : result;
      })
    );
  }

  // deno-lint-ignore no-explicit-any -- the library's own signature
  async #prepare(db: Kysely<any>, vars: Context): Promise<void> {
    const { catalog, service } = this.options;
    const auth = vars?.auth as { role?: string; uid?: string; jwt?: Claims } | undefined;
    const role = auth?.role ?? "anon";
    const request = currentRequest.getStore();
    const { extraSearchPath, preRequest } = await catalog.apiSettings();
    const settings: [string, string][] = [
      ["role", role],
      ["request.jwt.claims", JSON.stringify(auth?.jwt ?? { role })],
      ["request.jwt.claim.sub", String(auth?.uid ?? "")],
      ["request.jwt.claim.role", role],
      ["request.method", request?.method ?? ""],
      ["request.path", request ? new URL(request.url).pathname.replace(/^\/\w+\/v1/, "") : ""],
      ["request.headers", JSON.stringify(Object.fromEntries(request?.headers ?? []))],
      ["response.status", ""],
      ["response.headers", ""],
      ...await catalog.settingsOf(role),
    ];
    const storage = vars?.storage as { operation?: string } | undefined;
    if (storage) settings.push(["storage.operation", storage.operation ?? ""]);
    if (service === "postgrest") {
      const path = [profileOf(request) ?? "public", ...extraSearchPath];
      settings.push(["search_path", path.map((schema) => `"${schema}"`).join(", ")]);
      if (request && isRead(request)) settings.push(["transaction_read_only", "on"]);
    }
    await sql`select ${
      sql.join(settings.map(([name, value]) => sql`set_config(${name}, ${value}, true)`))
    }`.execute(db);
    if (service === "postgrest" && preRequest) {
      await sql`select ${sql.raw(preRequest)}()`.execute(db);
    }
  }
}

/** The schema that a request asks for; null for the first that is exposed. */
const profileOf = (request: Request | undefined) =>
  request?.headers.get(isRead(request) ? "accept-profile" : "content-profile") ?? null;

/** Returns the one row that a request asks for, where the library answers with a list. */
async function oneRow<T>(result: T, request: Request | undefined): Promise<T> {
  const wanted = "application/vnd.pgrst.object+json";
  if (!(result instanceof Response) || !request?.headers.get("accept")?.startsWith(wanted)) {
    return result;
  }
  if (!result.ok || !result.headers.get("content-type")?.startsWith("application/json")) {
    return result;
  }
  const rows = await result.json();
  const { status } = result;
  const headers = new Headers(result.headers);
  headers.delete("content-length");
  if (!Array.isArray(rows)) return Response.json(rows, { status, headers }) as T;
  if (rows.length === 1) {
    headers.set("content-type", `${wanted}; charset=utf-8`);
    return Response.json(rows[0], { status, headers }) as T;
  }
  return Response.json({
    code: "PGRST116",
    details: `The result contains ${rows.length} rows`,
    hint: null,
    message: "Cannot coerce the result to a single JSON object",
  }, { status: 406 }) as T;
}

/** Runs work that may end with a result that counts and writes that do not. */
async function undoable<T>(run: (undo: (result: T) => never) => Promise<T>): Promise<T> {
  class Undo extends Error {
    constructor(readonly result: T) {
      super("rolled back");
    }
  }
  try {
    return await run((result) => {
      throw new Undo(result);
    });
  } catch (error) {
    if (error instanceof Undo) return error.result;
    throw error;
  }
}

/** A Data API that runs, whichever engine serves it. */
export interface DataApi {
  handler: ApiHandler;
  stop(): Promise<void>;
}

type ServerOptions = NonNullable<ConstructorParameters<typeof App>[0]["options"]>["server"];

/** Lets the library's apps trust the gateway about the caller. */
export function behindGateway() {
  const callers = new WeakMap<Request, Claims>();
  const server: ServerOptions = {
    apiKeys: false,
    disableStudio: true,
    middlewares: [async (context, next) => {
      const claims = callers.get(context.req.raw)!;
      context.set("ignoreAuthorization", true);
      context.set("apiKeyType", claims.role === "service_role" ? "secret" : "publishable");
      context.set("jwt", claims);
      if (claims.sub) context.set("userId", claims.sub);
      await next();
    }],
  };
  /** Hands a request to an app. Its database sees `original`, where that is another. */
  const ask = async (app: App, request: Request, claims: Claims, original = request) => {
    callers.set(request, claims);
    return await currentRequest.run(original, () => app.fetch(request));
  };
  return { server, ask };
}

/** The Data API over the exposed schemas. */
export function createDataApi(connection: ApiConnection, catalog: Catalog): ApiHandler {
  const { server, ask } = behindGateway();
  const makeApp = ({ schemas, maxRows, aggregates, plans }: ApiSettings) =>
    new App({
      connection,
      api: {
        enabled: true,
        schemas,
        max_rows: maxRows,
        aggregates_enabled: aggregates,
        plan_enabled: plans,
        // Hosted loads the extension safeupdate for every request.
        pg_safe_update: true,
      },
      auth: { enabled: false },
      options: { server },
    });
  let made: { settings: ApiSettings; app: App } | undefined;
  return async (request, claims) => {
    const settings = await catalog.apiSettings();
    if (made?.settings !== settings) made = { settings, app: makeApp(settings) };
    const { app } = made;
    const inner = await asLibraryCall(
      request,
      await catalog.introspect(profileOf(request) ?? "public"),
    );
    const answer = await ask(app, inner, claims, request);
    const headers = new Headers(answer.headers);
    // PostgREST names the address of a new row only when a request asks for headers alone.
    if (!/return=headers-only/.test(request.headers.get("prefer") ?? "")) {
      headers.delete("location");
    }
    const isHead = request.method === "HEAD";
    if (isHead) await answer.body?.cancel();
    return new Response(isHead ? null : answer.body, { status: answer.status, headers });
  };
}
