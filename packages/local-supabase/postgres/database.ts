/** The database of a new hosted project: a server with its roles and schemas. */
import { join } from "node:path";
import postgres from "postgres";
import { appendLine } from "../base/lines.ts";
import { type DatabaseLogin, type Keys, loadKeys } from "../base/keys.ts";
import { installExtensions } from "./extensions.ts";
import { serverFolder } from "./server.ts";
import { type PostgresServer, startPostgres } from "./supervisor.ts";

interface DatabaseOptions {
  /** Folder of the cluster, its log and the keys. */
  dir: string;
  port: number;
  /** Throwaway: faster, and nothing survives a crash. */
  ephemeral: boolean;
  /** Settings of the server that differ from the platform's. */
  settings?: Record<string, string>;
  /** Takes the news of the supervisor. */
  log: (line: string) => void;
}

export interface ProjectDatabase {
  server: PostgresServer;
  keys: Keys;
  /** Whether this start has made the database. */
  isNew: boolean;
  /** Address of the database for a role, as tools take it. */
  url(role: DatabaseLogin): string;
}

/** Starts the server of the folder, with all that a new hosted project has. */
export async function startDatabase(
  { dir, port, ephemeral, settings, log }: DatabaseOptions,
): Promise<ProjectDatabase> {
  const keys = await loadKeys(join(dir, "keys.json"));
  await installExtensions(serverFolder());
  const server = await startPostgres({
    dataDir: join(dir, "postgres"),
    port,
    superuserPassword: keys.database.supabase_admin,
    ephemeral,
    settings,
    log: (line) => appendLine(join(dir, "postgres.log"), line),
  }, log);
  const url = (role: DatabaseLogin) => server.url(role, keys.database[role]);
  try {
    return { server, keys, url, isNew: await bootstrap(url("supabase_admin"), keys) };
  } catch (error) {
    await server.stop();
    throw error;
  }
}

const bootstrapFolder = new URL("../bootstrap/", import.meta.url);

/** In the order they build on each other. */
const bootstrapFiles = [
  "roles.sql",
  "auth.sql",
  "claims.sql",
  "storage.sql",
  "realtime.sql",
  "schedules.sql",
  "data-api.sql",
  "guard.sql",
];

/**
 * Makes a fresh cluster look like a new hosted project; does nothing if it already does. Returns
 * whether the cluster was fresh. Throws if an earlier version has made it.
 */
async function bootstrap(ownerUrl: string, keys: Keys): Promise<boolean> {
  const sql = postgres(ownerUrl, { max: 1, onnotice: () => {} });
  try {
    const [{ done, isWhole }] = await sql<[{ done: boolean; isWhole: boolean }]>`
      select exists (select from pg_event_trigger where evtname = 'refuse_platform_ddl') as done,
        to_regclass('realtime.messages') is not null as "isWhole"`;
    if (done && !isWhole) {
      throw new Error(
        "An earlier version of the platform has made this database, without Realtime. " +
          '"npm run reset" starts over.',
      );
    }
    if (done) return false;
    await sql.begin(async (transaction) => {
      for (const file of bootstrapFiles) {
        await transaction.unsafe(await Deno.readTextFile(new URL(file, bootstrapFolder)));
      }
      for (const [role, password] of Object.entries(keys.database)) {
        await transaction.unsafe(`alter role ${role} password '${password}'`);
      }
    });
    return true;
  } finally {
    await sql.end();
  }
}
