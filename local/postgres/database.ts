/** Prepares the database: the roles and schemas of a hosted project, then migrations and seed. */
import { join } from "node:path";
import postgres from "postgres";
import type { DatabaseLogin, Keys } from "../base/keys.ts";
import type { PostgresServer } from "./supervisor.ts";

const bootstrapFolder = new URL("../bootstrap/", import.meta.url);

/** In the order they build on each other. */
const bootstrapFiles = [
  "roles.sql",
  "auth.sql",
  "storage.sql",
  "schedules.sql",
  "data_api.sql",
  "guard.sql",
];

/**
 * Makes a fresh cluster look like a new hosted project. Does nothing to one that already does.
 * Returns whether it was fresh.
 */
export async function bootstrap(server: PostgresServer, keys: Keys): Promise<boolean> {
  const sql = postgres(server.url("supabase_admin", keys.database.supabase_admin), {
    max: 1,
    onnotice: () => {},
  });
  try {
    const [{ done }] = await sql<[{ done: boolean }]>`
      select exists (select from pg_event_trigger where evtname = 'refuse_platform_ddl') as done`;
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

/** Address of the database for a role, as tools take it. */
export function databaseUrl(server: PostgresServer, keys: Keys, role: DatabaseLogin): string {
  return server.url(role, keys.database[role]);
}

/**
 * Runs the supabase CLI without Docker against a database address.
 * Throws with the command's output when it fails.
 */
export async function supabaseCli(
  { root, home, args }: { root: string; home: string; args: string[] },
): Promise<string> {
  const { success, stdout, stderr } = await new Deno.Command(
    join(root, "node_modules", ".bin", "supabase"),
    {
      args: ["--workdir", root, "--agent", "no", ...args],
      cwd: root,
      stdin: "null",
      env: {
        HOME: home,
        XDG_CONFIG_HOME: home,
        SUPABASE_HOME: home,
        DO_NOT_TRACK: "1",
        SUPABASE_TELEMETRY_DISABLED: "1",
        SUPABASE_INTERNAL_NO_UPDATE_CHECK: "1",
      },
    },
  ).output();
  const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  if (!success) {
    throw new Error(`supabase ${args[0]} ${args[1]} failed:\n${decode(stderr)}${decode(stdout)}`);
  }
  return decode(stdout);
}

/** Applies the migrations that are missing, and the seed when it is asked for. */
export async function migrate(
  server: PostgresServer,
  keys: Keys,
  { root, home, seed }: { root: string; home: string; seed: boolean },
): Promise<void> {
  const remote = `--remote=${databaseUrl(server, keys, "postgres")}?sslmode=disable`;
  const args = ["db", "push", remote, "--yes", ...(seed ? ["--include-seed"] : [])];
  await supabaseCli({ root, home, args });
}
