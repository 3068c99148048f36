/** Starts PgBouncer in front of a server, where it is installed; it pools by transaction. */
import { join } from "node:path";
import postgres from "postgres";
import { freePort } from "../base/ports.ts";
import { giveToServer, unprivileged } from "./server.ts";

interface Pooler {
  /** The address of the database behind it, for the same role. */
  url: string;
  stop(): Promise<void>;
}

/** The second path is Debian's, which only root has in its PATH. */
const places = ["pgbouncer", "/usr/sbin/pgbouncer"];

/** The program of this machine. Throws where it is not installed. */
export async function poolerProgram(): Promise<string> {
  for (const place of places) {
    const found = await new Deno.Command(place, { args: ["--version"] }).output().catch(() => null);
    if (found?.success) return place;
  }
  throw new Error(
    "PgBouncer is not installed: apt-get install pgbouncer, or on macOS brew install pgbouncer.",
  );
}

export interface PoolerOptions {
  /** A folder for its files, which it makes. */
  folder: string;
  /** How many connections of Postgres serve all clients. */
  connections: number;
}

/** Starts PgBouncer for one role of a server. Throws where it is not installed. */
export async function startPooler(
  databaseUrl: string,
  { folder, connections }: PoolerOptions,
): Promise<Pooler> {
  const program = await poolerProgram();
  const server = new URL(databaseUrl);
  const port = freePort();
  await Deno.mkdir(folder, { recursive: true, mode: 0o700 });
  const users = join(folder, "users.txt");
  const settings = join(folder, "pgbouncer.ini");
  const log = join(folder, "pgbouncer.log");
  const password = decodeURIComponent(server.password).replaceAll('"', '""');
  await Deno.writeTextFile(users, `"${server.username}" "${password}"\n`, { mode: 0o600 });
  await Deno.writeTextFile(
    settings,
    `[databases]
* = host=${server.hostname} port=${server.port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${users}
pool_mode = transaction
default_pool_size = ${connections}
logfile = ${log}
max_client_conn = 1000
`,
  );
  await giveToServer(folder);
  const { prefix } = await unprivileged();
  const [command, ...args] = [...prefix, program, "--quiet", settings];
  const child = new Deno.Command(command!, { args, stdin: "null", stdout: "null", stderr: "null" })
    .spawn();
  const stop = async () => {
    child.kill("SIGTERM");
    await child.status;
  };

  const url = Object.assign(new URL(databaseUrl), { host: `127.0.0.1:${port}` }).href;
  const sql = postgres(url, { max: 1, connect_timeout: 2, prepare: false, onnotice: () => {} });
  try {
    for (const end = Date.now() + 10_000; !await sql`select 1`.catch(() => null);) {
      if (Date.now() > end) {
        const lines = await Deno.readTextFile(log).catch(() => "");
        throw new Error(`PgBouncer does not answer:\n${lines}`);
      }
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  } catch (error) {
    await stop();
    throw error;
  } finally {
    await sql.end();
  }
  return { url, stop };
}
