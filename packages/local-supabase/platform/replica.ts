/** A read replica of a running platform, behind an address that balances as hosted projects' do. */
import { join } from "node:path";
import postgres from "postgres";
import { readProjectConfig } from "../base/config.ts";
import { type Keys, loadKeys } from "../base/keys.ts";
import { freePort } from "../base/ports.ts";
import type { Status } from "../base/status.ts";
import { Catalog } from "../data/catalog.ts";
import { startDataApi } from "../data/engines.ts";
import { createCallers } from "../gateway/callers.ts";
import { copyCluster } from "../postgres/copy.ts";
import { launchPostgres, serverUrl } from "../postgres/server.ts";

interface ReplicaOptions {
  /** The project's folder. */
  root: string;
  /** The folder of the running platform. */
  dir: string;
  status: Status;
  /** A folder for the replica, which it makes. */
  to: string;
  /** The number of PgBouncer's connections, as for the platform. */
  pooled?: number;
  /** Is told where each request goes. */
  onRequest?: (request: Request, to: "replica" | "primary") => void;
}

export interface Replica {
  /** GET requests of the Data API go to the replica, all others to the platform. */
  url: string;
  /** A connection as the superuser. */
  sql: postgres.Sql;
  /** Resolves when the replica has all present rows of the primary. */
  catchUp(): Promise<void>;
  stop(): Promise<void>;
}

/** Copies the platform's cluster and starts the copy as a streaming replica with a Data API. */
export async function startReplica(
  { root, dir, status, to, pooled, onRequest = () => {} }: ReplicaOptions,
): Promise<Replica> {
  const stops: (() => Promise<unknown>)[] = [];
  const keys = await loadKeys(join(dir, "keys.json"));
  const primaryPort = Number(new URL(status.db_url).port);
  const superuser = (port: number) =>
    serverUrl(port, "supabase_admin", keys.database.supabase_admin);
  const dataDir = join(to, "postgres");
  await copyCluster(superuser(primaryPort), join(dir, "postgres"), dataDir);
  await standBy(dataDir, primaryPort, keys);

  const port = freePort();
  const server = await launchPostgres({
    dataDir,
    port,
    superuserPassword: keys.database.supabase_admin,
    ephemeral: true,
    log: () => {},
  });
  stops.push(server.stop);
  const sql = postgres(superuser(port), { max: 2, onnotice: () => {} });
  const primary = postgres(superuser(primaryPort), { max: 1, onnotice: () => {} });
  stops.push(() => sql.end({ timeout: 5 }), () => primary.end({ timeout: 5 }));

  const { api } = await readProjectConfig(root, {});
  const catalog = new Catalog(superuser(port), api);
  stops.push(() => catalog.close());
  const data = await startDataApi(status.data_api, catalog, {
    databaseUrl: serverUrl(port, "authenticator", keys.database.authenticator),
    publicUrl: `${status.api_url}/rest/v1`,
    api,
    isReplica: true,
    pooler: pooled ? { folder: join(to, "pgbouncer"), connections: pooled } : undefined,
    log: () => {},
  });
  stops.push(() => data.stop());

  const callers = createCallers(keys, `${status.api_url}/auth/v1`);
  const balancer = Deno.serve(
    { port: 0, hostname: "127.0.0.1", onListen: () => {} },
    async (request) => {
      const { pathname, search } = new URL(request.url);
      const isRead = pathname.startsWith("/rest/v1/") && ["GET", "HEAD"].includes(request.method);
      onRequest(request, isRead ? "replica" : "primary");
      return isRead
        ? await data.handler(request, await callers.identify(request, false))
        : await fetch(new Request(status.api_url + pathname + search, request));
    },
  );
  stops.push(() => balancer.shutdown());

  return {
    url: `http://127.0.0.1:${balancer.addr.port}`,
    sql,
    async catchUp() {
      const [{ lsn }] = await primary<[{ lsn: string }]>`select pg_current_wal_insert_lsn() as lsn`;
      while (!(await sql`select pg_last_wal_replay_lsn() >= ${lsn} as done`)[0]!.done) {
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    },
    async stop() {
      for (const end of stops.reverse()) await end();
    },
  };
}

/** Makes a copied cluster a standby that follows the primary (Postgres, 26.2.4). */
async function standBy(dataDir: string, port: number, { database }: Keys): Promise<void> {
  const password = database.supabase_admin;
  const source = `host=127.0.0.1 port=${port} user=supabase_admin password=${password}`;
  await Deno.writeTextFile(
    join(dataDir, "postgresql.auto.conf"),
    `primary_conninfo = '${source}'\n`,
    { append: true },
  );
  await Deno.writeTextFile(join(dataDir, "standby.signal"), "");
}
