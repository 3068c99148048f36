/**
 * The Data API: PostgREST's language over native row security. `@supabase/lite` translates; this
 * file gives it what hosted PostgREST does around each request.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { App, setExperimental } from "@supabase/lite";
import { type IPostgresConnectionConfig, PostgresConnection } from "@supabase/lite/postgres";
import { type Kysely, sql } from "kysely";
import postgres from "postgres";
import { dictateAnswer, isDictated } from "./data_errors.ts";
import type { Claims } from "./gateway.ts";

setExperimental("storage", true);

/*
 * The library prints every query that the database refuses, and that storage is experimental. A
 * refusal is an answer, not news, and the tests hold storage to what it has to do.
 */
const { error: printError, warn: printWarning } = console;
console.error = (...words: unknown[]) => {
  const isRefusal = (word: unknown) => word instanceof postgres.PostgresError || isDictated(word);
  if (!words.some(isRefusal)) printError(...words);
};
console.warn = (...words: unknown[]) => {
  if (!String(words[0]).startsWith("EXPERIMENTAL FEATURES")) printWarning(...words);
};

/** Values as PostgREST writes them: `T` between date and time, JSON passed through once. */
const types: Record<string, postgres.PostgresType> = {
  json: jsonType(114),
  jsonb: jsonType(3802),
  // Numbers, whatever their size: what JavaScript cannot hold it rounds here as it would there.
  int8: numberType(20),
  numeric: numberType(1700),
  timestamptz: {
    to: 1184,
    from: [1184],
    serialize: (value: unknown) => value instanceof Date ? value.toISOString() : String(value),
    parse: (text: string) => text.replace(" ", "T").replace(/([+-]\d\d)$/, "$1:00"),
  },
  timestamp: {
    to: 1114,
    from: [1114],
    serialize: (value: unknown) => value instanceof Date ? value.toISOString() : String(value),
    parse: (text: string) => text.replace(" ", "T"),
  },
};

function numberType(oid: number): postgres.PostgresType {
  return { to: oid, from: [oid], serialize: String, parse: Number };
}

function jsonType(oid: number): postgres.PostgresType {
  return {
    to: oid,
    from: [oid],
    serialize: (value: unknown) => typeof value === "string" ? value : JSON.stringify(value),
    parse: (text: string) => JSON.parse(text),
  };
}

type Context = Parameters<PostgresConnection["withContext"]>[0];
type ContextOptions = Parameters<PostgresConnection["withContext"]>[2];
type Introspection = Awaited<ReturnType<PostgresConnection["introspect"]>>;

/** What a connection knows of the database: read as its owner, since the API's role sees nothing. */
export class Catalog {
  #connection: PostgresConnection;
  #known: Promise<Introspection> | undefined;

  constructor(readonly ownerUrl: string) {
    this.#connection = new PostgresConnection({
      url: ownerUrl,
      postgresOptions: { max: 2, onnotice: () => {} },
    });
  }

  read(): Promise<Introspection> {
    return this.#known ??= this.#connection.introspect();
  }

  /** Settings that a role brings along when a request impersonates it, as PostgREST applies them. */
  async roleSettings(): Promise<Map<string, [string, string][]>> {
    const rows = await this.#connection.driver<{ role: string; settings: string[] }[]>`
      select r.rolname as role, coalesce(s.setconfig, '{}') as settings
      from pg_roles r left join pg_db_role_setting s on s.setrole = r.oid and s.setdatabase = 0
      where r.rolname in ('anon', 'authenticated', 'service_role', 'authenticator')`;
    return new Map(rows.map(({ role, settings }) => [
      role,
      settings.map((setting) => setting.split(/=(.*)/s).slice(0, 2) as [string, string]),
    ]));
  }

  /** Forgets what it knew when the database says so, as PostgREST does on `notify pgrst`. */
  async follow(): Promise<void> {
    await this.#connection.driver.listen("pgrst", () => this.#known = undefined);
  }

  close(): Promise<void> {
    return this.#connection.close();
  }
}

export interface ApiConnectionOptions extends IPostgresConnectionConfig {
  catalog: Catalog;
  /** The function that runs before each request, from the setting `pgrst.db_pre_request`. */
  preRequest?: string;
  settings: Map<string, [string, string][]>;
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
    return this.options.catalog.read();
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
    if (outer) return this.#prepare(outer, vars, options).then(() => work(outer));
    if (!options?.forceRollback) {
      return this.kysely.transaction().execute(async (transaction) => {
        await this.#prepare(transaction, vars, options);
        return work(transaction);
      });
    }
    return rolledBack((undo) =>
      this.kysely.transaction().execute(async (transaction) => {
        await this.#prepare(transaction, vars, options);
        return undo(await work(transaction));
      })
    );
  }

  // deno-lint-ignore no-explicit-any -- the library's own signature
  async #prepare(db: Kysely<any>, vars: Context, options: ContextOptions): Promise<void> {
    const auth = vars?.auth as { role?: string; uid?: string; jwt?: Claims } | undefined;
    const role = auth?.role ?? "anon";
    const request = currentRequest.getStore();
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
      ...this.options.settings.get(role) ?? [],
    ];
    const storage = vars?.storage as { operation?: string } | undefined;
    if (storage) settings.push(["storage.operation", storage.operation ?? ""]);
    await sql`select ${
      sql.join(settings.map(([name, value]) => sql`set_config(${name}, ${value}, true)`))
    }`.execute(db);
    if (this.options.preRequest) {
      await sql`select ${sql.raw(this.options.preRequest)}()`.execute(db);
    }
    if (options?.rpc?.readOnly) await sql`set local transaction_read_only = on`.execute(db);
  }
}

/** Runs work whose result counts and whose writes do not. */
async function rolledBack<T>(run: (undo: (result: T) => never) => Promise<T>): Promise<T> {
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

/** Answers a request to `/rest/v1` or `/storage/v1` for a caller whose claims are verified. */
export type ApiHandler = (request: Request, claims: Claims) => Promise<Response>;

/** Wraps the library's app so that it takes the gateway's word for who is calling. */
export function asHandler(makeApp: (identify: Middleware) => App): ApiHandler {
  const callers = new WeakMap<Request, Claims>();
  const app = makeApp(async (context, next) => {
    const claims = callers.get(context.req.raw)!;
    context.set("ignoreAuthorization", true);
    context.set("apiKeyType", claims.role === "service_role" ? "secret" : "publishable");
    context.set("jwt", claims);
    if (claims.sub) context.set("userId", claims.sub);
    await next();
  });
  return async (request, claims) => {
    callers.set(request, claims);
    return await currentRequest.run(request, () => app.fetch(request));
  };
}

type Middleware = NonNullable<
  NonNullable<
    NonNullable<ConstructorParameters<typeof App>[0]["options"]>["server"]
  >["middlewares"]
>[number];

/** The Data API over the exposed schemas. `maxRows` as in config.toml. */
export function createDataApi(
  connection: ApiConnection,
  { schemas, maxRows }: { schemas: string[]; maxRows: number },
): ApiHandler {
  return asHandler((identify) =>
    new App({
      connection,
      api: { enabled: true, schemas, max_rows: maxRows },
      auth: { enabled: false },
      options: { server: { apiKeys: false, middlewares: [identify], disableStudio: true } },
    })
  );
}
