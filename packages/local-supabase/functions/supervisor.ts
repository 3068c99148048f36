/** Keeps the process that serves the functions alive, and replaces it when their files change. */
import { existsSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { type FunctionConfig, readProjectConfig } from "../base/config.ts";
import { linesOf } from "../base/lines.ts";
import { functionEnvironment } from "./environment.ts";
import type { HostOptions, HostReady } from "./protocol.ts";
import { withSourceLines } from "./source-lines.ts";
import { watchFunctions } from "./watch.ts";

interface FunctionsOptions {
  /** The project's folder. */
  root: string;
  /** The variables of the shell, replaced by hosted's own variables. */
  env: Record<string, string>;
  /** A `.env` file with further variables, read again at each start of the process. */
  envFile?: string;
  /** Serve the sources of functions instead of the entrypoints that are deployed. */
  sources?: boolean;
  /** Whether to replace the process when functions, shared code or settings change. */
  watch: boolean;
  /** Another Deno to run them with, such as the version that hosted has. */
  deno?: string;
  /** Milliseconds until a request without an answer is given up; 150 s as on the free plan. */
  wallClockLimit?: number;
  log: (line: string) => void;
}

type FunctionsState = "ready" | "starting" | "failing";

export interface Functions {
  /** The address of the serving process. Waits while a process starts. */
  url(): Promise<string>;
  /** `failing`: the last start has failed; the next change of a file starts them again. */
  readonly state: FunctionsState;
  /** Replaces the process by one with other variables; resolves when the old one has ended. */
  restart(env: Record<string, string>): Promise<void>;
  /** Kills the process; another process starts at once. */
  crash(): Promise<void>;
  /** Lets open requests and work after responses come to an end, within a second. */
  stop(): Promise<void>;
}

interface Host {
  url: string;
  ended: Promise<unknown>;
  /** Open requests and work after responses may go on for `grace` milliseconds. */
  stop(grace: number): Promise<void>;
  kill(): void;
}

/** The grace (ms) of a replaced process, and of a process that ends with the platform. */
const GRACE = { replaced: 5_000, stopped: 1_000 };

/** Permissions of edge functions, as on hosted: no programs, no native code, only scratch files. */
const permissions = [
  "--allow-net",
  "--allow-env",
  "--allow-sys",
  "--allow-read",
  "--allow-write=/tmp",
];

/** A request's signal means that its client went away, and not that it was answered. */
const flags = ["--unstable-no-legacy-abort"];

/** Asked once: where an install replaces node_modules meanwhile, the answer follows the old file. */
const deno = Deno.execPath();

/** Starts the functions of `supabase/config.toml`. Throws when their process does not start. */
export async function startFunctions(options: FunctionsOptions): Promise<Functions> {
  let stopped = false;
  let state: FunctionsState = "ready";
  let current = startHost(options);
  await current;

  const replaceHost = async (reason: string) => {
    if (stopped) return;
    const old = current;
    const next = current = old.catch(() => {}).then(() => startHost(options));
    state = "starting";
    next.then(
      (host) => {
        if (current === next) state = "ready";
        options.log(`Functions started again: ${reason}`);
        return keep(host);
      },
      (error) => {
        if (current === next) state = "failing";
        options.log(`Functions did not start again: ${error.message}`);
      },
    );
    await (await old.catch(() => null))?.stop(GRACE.replaced);
  };
  const keep = async (host: Host) => {
    await host.ended;
    if (stopped || await current.catch(() => null) !== host) return;
    state = "starting";
    await new Promise((resolve) => setTimeout(resolve, 500));
    await replaceHost("their process had ended");
  };
  keep(await current);

  const watcher = options.watch ? watchFunctions(options.root, replaceHost) : null;
  return {
    url: async () => (await current).url,
    get state() {
      return state;
    },
    async restart(env) {
      options = { ...options, env };
      await replaceHost("they have another environment");
      await current;
    },
    async crash() {
      if (state === "ready") (await current).kill();
    },
    async stop() {
      stopped = true;
      watcher?.close();
      await (await current.catch(() => null))?.stop(GRACE.stopped);
    },
  };
}

async function startHost(options: FunctionsOptions): Promise<Host> {
  const { root } = options;
  const log = (line: string) => options.log(withSourceLines(line));
  const { functions } = await readProjectConfig(root);
  const config = await readDenoConfig(root, functions);

  const own: Record<string, string> = { NO_COLOR: "1", DENO_NO_UPDATE_CHECK: "1" };
  const denoDir = Deno.env.get("DENO_DIR");
  if (denoDir) own.DENO_DIR = denoDir;
  const hostOptions: HostOptions = {
    functions: functions.map(({ name, entrypoint, source, verifyJwt }) => ({
      name,
      entrypoint: options.sources ? source : entrypoint,
      verifyJwt,
    })),
    wallClockLimit: options.wallClockLimit ?? 150_000,
  };
  const envFile = options.envFile
    ? await Deno.readTextFile(options.envFile).catch(() => null)
    : null;

  const host = join(import.meta.dirname!, "host.ts");
  const child = new Deno.Command(options.deno ?? deno, {
    args: [
      "run",
      ...permissions,
      ...options.deno ? [] : flags,
      ...config,
      host,
      JSON.stringify(hostOptions),
    ],
    cwd: root,
    clearEnv: true,
    env: { ...functionEnvironment(envFile, options.env), ...own },
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();

  const ready = Promise.withResolvers<HostReady>();
  const output = linesOf(child.stdout);
  output.once("line", (first) => {
    ready.resolve(JSON.parse(first));
    output.on("line", log);
  });
  linesOf(child.stderr).on("line", log);
  child.status.then(() => ready.reject(new Error("The process of the functions ended at once")));

  const { port } = await ready.promise;
  const ended = child.status;
  const stop = async (grace: number) => {
    // The end of its input tells the process to finish.
    await new Blob([String(grace)]).stream().pipeTo(child.stdin).catch(() => {});
    await ended;
  };
  return { url: `http://127.0.0.1:${port}`, ended, stop, kill: () => child.kill("SIGKILL") };
}

/**
 * Flags for `deno.json` of the project. One process serves all functions, so it reads a function's
 * import map only where `deno.json` names the function's folder as part of its workspace.
 */
async function readDenoConfig(root: string, functions: FunctionConfig[]): Promise<string[]> {
  const file = join(root, "deno.json");
  const { workspace = [] }: { workspace?: string[] } = existsSync(file)
    ? JSON.parse(await Deno.readTextFile(file))
    : {};
  const read = new Set([file, ...workspace.map((member) => resolve(root, member, "deno.json"))]);
  const other = functions.find(({ importMap }) => !read.has(importMap) && existsSync(importMap));
  if (other) {
    throw new Error(
      `functions.${other.name}: ${relative(root, other.importMap)} is not read here. Declare ` +
        'import_map = "../deno.json", or name its folder under "workspace" in deno.json.',
    );
  }
  return existsSync(file) ? [`--config=${file}`] : [];
}
