#!/usr/bin/env node
/**
 * Runs every npm script: the platform's own commands, and programs of the project by their path
 * (`node packages/local-supabase/cli.mjs tests/run.ts`), behind `--lean` where they need no
 * packages of tests and tools. Works on any Node from 20 on with nothing installed: it installs the
 * packages that the command needs when they are missing or out of date, and starts Deno, one of
 * them.
 */
import { spawn } from "node:child_process";
import { accessSync, constants, existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { preparePackages } from "./packages.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const root = resolve(here, "../..");
const localDir = resolve(root, process.env.PROJECT_DIR || ".", process.env.LOCAL_DIR || ".local");

/** How long (ms) a program may take to end once it is asked to. */
const PATIENCE = 30_000;

// A request's signal then means that its client went away, and not that it was answered.
const program = ["run", "-A", "--unstable-no-legacy-abort"];
const commands = {
  start: [...program, join(here, "commands", "start.ts")],
  reset: [...program, join(here, "commands", "reset.ts")],
  lint: ["lint"],
  format: ["fmt"],
};

const isLean = process.argv[2] === "--lean";
const [name = "", ...rest] = process.argv.slice(isLean ? 3 : 2);
const command = Object.hasOwn(commands, name)
  ? commands[name]
  : name.endsWith(".ts") && [...program, name];
if (!command) {
  fail(
    `Usage: node packages/local-supabase/cli.mjs ${
      Object.keys(commands).join(" | ")
    } | <program>.ts [arguments]`,
  );
}
/**
 * Whether the command needs only the packages of the platform and the functions. Others need those
 * of tests and tools as well, PostgREST among them.
 */
const lean = isLean ||
  ["start", "reset"].includes(name) && process.env.DATA_API !== "postgrest";

await preparePackages(lean).catch((error) => fail(error.message));
run(denoBinary(), [...command, ...rest]);

/** @param {string} message */
function fail(message) {
  console.error(message);
  process.exit(1);
}

/** The native program itself: signals reach it without a launcher in between. */
function denoBinary() {
  const file = process.platform === "win32" ? "deno.exe" : "deno";
  const scope = join(root, "node_modules", "@deno");
  for (const platform of existsSync(scope) ? readdirSync(scope) : []) {
    const path = join(scope, platform, file);
    if (existsSync(path)) return path;
  }
  return fail(`There is no Deno for ${process.platform} ${process.arch} among the npm packages.`);
}

/**
 * Runs Deno in a process group of its own and ends with its exit code. Passes the order to stop on
 * once, whether it comes from npm, the terminal or the user, and also stops the child when npm or
 * this process is killed outright. No process of the group is left behind.
 *
 * @param {string} command
 * @param {string[]} args
 */
function run(command, args) {
  try {
    mkdirSync(localDir, { recursive: true });
    accessSync(localDir, constants.W_OK);
  } catch (error) {
    fail(`${localDir} cannot be written (${error.code}): name another folder in LOCAL_DIR.`);
  }
  const child = spawn(command, args, {
    cwd: root,
    detached: true,
    // The open end of this pipe tells the child, when it closes, that this process has ended.
    stdio: ["pipe", "inherit", "inherit"],
    env: {
      ...process.env,
      STOP_AT_END_OF_INPUT: "1",
      DENO_DIR: process.env.DENO_DIR || join(localDir, "deno"),
      DENO_NO_UPDATE_CHECK: "1",
      SUPABASE_HOME: join(localDir, "supabase"),
      SUPABASE_NO_KEYRING: "1",
      SUPABASE_NO_UPDATE_NOTIFIER: "1",
      SUPABASE_TELEMETRY_DISABLED: "1",
      DO_NOT_TRACK: "1",
    },
  });
  child.stdin.on("error", () => {});
  child.on("error", (error) => fail(`${command} could not be started: ${error.message}`));

  let askedAt = 0;
  const ask = () => {
    if (askedAt) return;
    askedAt = Date.now();
    child.kill("SIGTERM");
    setTimeout(() => signalGroup(child.pid, "SIGKILL"), PATIENCE).unref();
  };
  const insist = () => {
    // npm repeats the terminal's signal at once; a later signal means that the user insists.
    if (askedAt && Date.now() - askedAt > 3000) signalGroup(child.pid, "SIGKILL");
    ask();
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, insist);

  const parent = process.ppid;
  const npm = npmBehindShell(parent);
  const watch = setInterval(() => {
    if (process.ppid !== parent || npm && !existsSync(`/proc/${npm}`)) ask();
  }, 500);

  child.on("exit", async (code, signal) => {
    clearInterval(watch);
    await endGroup(child.pid);
    process.exit(code ?? (signal === "SIGKILL" ? 137 : 143));
  });
}

/**
 * npm runs a script through a shell, which survives when npm is killed outright. Returns npm's
 * process id where such a shell is this process' parent and the system lets it be seen.
 */
function npmBehindShell(parent) {
  if (!process.env.npm_lifecycle_event) return null;
  try {
    const [, command, ppid] = /\((.*)\) \S (\d+)/.exec(
      readFileSync(`/proc/${parent}/stat`, "utf8"),
    );
    return /^(ba|da|z|k)?sh$/.test(command) ? ppid : null;
  } catch {
    return null;
  }
}

/** Whether the group still had a process to signal. Signal 0 only asks. */
function signalGroup(pid, signal) {
  try {
    return process.kill(-pid, signal);
  } catch {
    return false;
  }
}

/** Ends the processes that a dead child has left. Postgres gets the time to shut down. */
async function endGroup(pid) {
  if (!signalGroup(pid, "SIGINT")) return;
  for (let waited = 0; waited < 5000 && signalGroup(pid, 0); waited += 50) {
    await new Promise((done) => setTimeout(done, 50));
  }
  signalGroup(pid, "SIGKILL");
}
