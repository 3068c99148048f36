/**
 * Compares the sync of the SDK with a peer, Zero with its `zero-cache`: 10,000 entries of a user in
 * the same Postgres, and two devices on each side. The table of the peer has no rules and no
 * triggers. Its packages (340 MB) are installed by this bench alone.
 */
import { build, stop } from "esbuild";
import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { freePort, scratchFolder } from "../packages/local-supabase/helpers.ts";
import { npm, printed } from "../tools/pack.ts";
import { signUp } from "./acting.ts";
import { spent, usage } from "./load/processes.ts";
import { ms, type Row, seconds, summarize } from "./measure.ts";
import { createEntries } from "./people.ts";
import type { Database } from "./superuser.ts";

const ENTRIES = 10_000;
const WRITES = 100;
/** Milliseconds between two writes: a device collects the changes of a burst. */
const PAUSE = 300;
/** Milliseconds after which a device has missed an entry. */
const PATIENCE = 30_000;
const SOURCES = new URL("sync-peer", import.meta.url).pathname;

/** A device's report of its first full copy. */
interface Copy {
  /** Milliseconds. */
  copied: number;
  entries: number;
  /** Bytes of the JavaScript heap that the copy takes. */
  heap: number;
  /** Bytes of the whole process. */
  resident: number;
}

interface Device extends Copy {
  /** Resolves with the time when the device begins to write an entry, or sees it. */
  hears(what: "writes" | "saw", id: string): Promise<number>;
  write(entry: { id: string; title: string; content: string; tags: string[] }): void;
  process: ChildProcess;
}

/** The cost of one side: `cpu` is processor time (ms) for a write that reaches both devices. */
interface Side {
  first: Copy;
  second: Copy;
  delays: number[];
  cpu: number;
}

/** The user with the entries, which the peer has in a table of its own. */
async function fill({ sql, status }: Database) {
  const { id, email, password } = await signUp(status, "devices@bench.test");
  await sql.begin(async (tx) => {
    const content = "I walked in the fog with a friend. ".repeat(30);
    await createEntries(tx, { user: id, count: ENTRIES, title: "Entry", content });
    await tx`
      create table public.peer_entries as
      select e.id::text, e.user_id::text, e.title, c.content, to_jsonb(e.tags) as tags, e.written_at
      from public.journal_entries as e
      join private.journal_entry_contents as c on c.entry_id = e.id where e.user_id = ${id}`;
    await tx`alter table public.peer_entries add primary key (id)`;
    await tx`create publication peer for table public.peer_entries`;
  });
  await sql`vacuum (analyze)`;
  return { id, email, password };
}

/** Waits until a server answers, if only that it refuses. */
async function answers(address: string): Promise<void> {
  for (const end = performance.now() + 60_000; performance.now() < end;) {
    if (await fetch(address).then(({ status }) => status < 500, () => false)) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`${address} does not answer`);
}

/** The packages of the peer and the devices' programs, in a folder of their own. */
async function install(): Promise<string> {
  const folder = await scratchFolder("sync-peer");
  await Deno.mkdir(folder, { recursive: true });
  for (const { name } of Deno.readDirSync(SOURCES)) {
    if (!name.endsWith(".ts")) await Deno.copyFile(join(SOURCES, name), join(folder, name));
  }
  await printed([...npm(), "ci", "--ignore-scripts", "--no-audit", "--no-fund"], folder);
  await build({
    entryPoints: [join(SOURCES, "own-device.ts")],
    outfile: join(folder, "own-device.mjs"),
    bundle: true,
    format: "esm",
    platform: "node",
    external: ["./device.mjs"],
    banner: {
      js: 'import { createRequire } from "node:module"; const require = createRequire("/");',
    },
    logLevel: "error",
  });
  await stop();
  return folder;
}

export async function benchSyncPeer(
  database: Database,
  log: (line: string) => void,
): Promise<Row[]> {
  log("installing the peer");
  const folder = await install();
  const user = await fill(database);
  const running: ChildProcess[] = [];
  const node = (args: string[], env = {}) => {
    const child = spawn(join(folder, "node_modules/node-of-peer/bin/node"), args, {
      cwd: folder,
      env: { PATH: Deno.env.get("PATH"), HOME: folder, DO_NOT_TRACK: "1", ...env },
      stdio: ["pipe", "pipe", "inherit"],
    });
    running.push(child);
    return child;
  };
  const device = (program: string, settings: object) =>
    new Promise<Device>((resolve, reject) => {
      const child = node(["--expose-gc", program, JSON.stringify(settings)]);
      child.once("exit", (code) => reject(new Error(`${program} ended with ${code}`)));
      const waiting = new Map<string, (at: number) => void>();
      const hears: Device["hears"] = (what, id) =>
        new Promise((resolve, reject) => {
          const late = () => reject(new Error(`${program}: no ${what} ${id}`));
          const timer = setTimeout(late, PATIENCE);
          waiting.set(what + id, (at) => {
            clearTimeout(timer);
            resolve(at);
          });
        });
      createInterface({ input: child.stdout! }).on("line", (line) => {
        const { at, writes, saw, ...copy } = JSON.parse(line);
        if (saw) waiting.get(`saw${saw}`)?.(at);
        else if (writes) waiting.get(`writes${writes}`)?.(at);
        else {
          const write = (entry: object) => child.stdin!.write(`${JSON.stringify(entry)}\n`);
          resolve({ ...copy, hears, write, process: child });
        }
      });
    });
  const measure = async (program: string, settings: object): Promise<Side> => {
    const first = await device(program, settings);
    const second = await device(program, settings);
    for (const { entries } of [first, second]) {
      if (entries !== ENTRIES) throw new Error(`${program} has ${entries} entries`);
    }
    const delays: number[] = [];
    const [before, parts] = [spent(), usage()];
    for (let n = 0; n < WRITES; n++) {
      const id = crypto.randomUUID();
      const times = Promise.all([first.hears("writes", id), second.hears("saw", id)]);
      const content = "Written on a walk. ".repeat(50);
      first.write({ id, title: "New", content, tags: ["daily"] });
      const [from, to] = await times;
      delays.push(to - from);
      await new Promise((resolve) => setTimeout(resolve, PAUSE));
    }
    const cpu = (spent() - before) / WRITES;
    const now = usage();
    for (const [name, { cpu }] of Object.entries(parts)) {
      const each = ms((now[name as keyof typeof now].cpu - cpu) / WRITES);
      log(`${name}: ${each} of processor time a write`);
    }
    for (const { process } of [first, second]) process.kill();
    return { first, second, delays, cpu };
  };
  try {
    const { api_url: url, publishable_key: key } = database.status;
    // Both servers have answered before the devices come.
    await answers(`${url}/functions/v1/api/sync`);
    log("the devices of the SDK");
    const own = await measure("own-device.mjs", { ...user, url, key });

    log("zero-cache");
    const [port, apiPort] = [freePort(), freePort()];
    const api = `http://127.0.0.1:${apiPort}`;
    const upstream = { ZERO_UPSTREAM_DB: database.url };
    node(["api.mjs"], { ...upstream, PORT: String(apiPort) });
    const began = performance.now();
    node(["node_modules/@rocicorp/zero/out/zero-cache/src/server/runner/main.js"], {
      ...upstream,
      ZERO_APP_PUBLICATIONS: "peer",
      ZERO_REPLICA_FILE: join(folder, "replica.db"),
      ZERO_PORT: String(port),
      ZERO_QUERY_URL: `${api}/query`,
      ZERO_MUTATE_URL: `${api}/mutate`,
      ZERO_ADMIN_PASSWORD: crypto.randomUUID(),
      ZERO_NUM_SYNC_WORKERS: "1",
      ZERO_LOG_LEVEL: "error",
      ZERO_ENABLE_TELEMETRY: "false",
    });
    const server = `http://127.0.0.1:${port}`;
    await answers(`${server}/keepalive`);
    log(`zero-cache is there after ${seconds(performance.now() - began)}`);
    const peer = await measure("peer-device.mjs", { server, userId: user.id });

    const MB = (bytes: number) => `${(bytes / 1e6).toFixed(0)} MB`;
    const rows: Record<string, [of: (side: Side) => number, said: (value: number) => string]> = {
      "first full copy of 10,000 entries, first device": [({ first }) => first.copied, ms],
      "first full copy of 10,000 entries, second device": [({ second }) => second.copied, ms],
      "from a write to the other device": [({ delays }) => summarize(delays).p50, ms],
      "from a write to the other device, p95": [({ delays }) => summarize(delays).p95, ms],
      "processor time of a write that two devices have": [({ cpu }) => cpu, ms],
      "heap of a device": [({ second }) => second.heap, MB],
      "memory of a device's process": [({ second }) => second.resident, MB],
    };
    return Object.entries(rows).map(([what, [of, said]]) => ({
      what,
      measured: `${said(of(own))}, zero-cache ${said(of(peer))}`,
      ratio: of(own) / of(peer),
    }));
  } finally {
    for (const child of running) child.kill();
    await Deno.remove(folder, { recursive: true });
  }
}
