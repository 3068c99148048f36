/**
 * `npm run mobile`: the phone app against the running platform, by Expo's development server.
 * `npm run mobile -- install` installs its packages. `npm run mobile -- test` checks its types, bundles
 * it for Android, iOS and the web, and tests it against a throwaway platform; `--report=<file>` writes
 * what passed as JSON. Further arguments are jest's.
 */
import { join } from "node:path";
import { parseArgs } from "node:util";
import {
  localDir,
  projectRoot as root,
  readStatus,
  scratchFolder,
} from "../../packages/local-supabase/helpers.ts";
import { withThrowaway } from "../../packages/local-supabase/mod.ts";
import { slowness } from "../../packages/local-supabase/base/patience.ts";
import { freePort } from "../../packages/local-supabase/base/ports.ts";
import { improvise } from "../../packages/stand-ins/improvised-answers.ts";
import { startOpenai } from "../../packages/stand-ins/openai.ts";
import { functionsUnderTest } from "../../tests/support/built.ts";
import { testEnvironment } from "../../tests/support/environment.ts";
import { prepareFunctions } from "../../tools/build.ts";
import { buildClient, npm, printed } from "../../tools/pack.ts";
import { shellPath } from "../web/tests/chromium.ts";
import { writeCatalogues } from "./catalogues.ts";

const cwd = join(root, "apps/mobile");
const node = Deno.env.get("npm_node_execpath") ?? "node";
/** Expo and Metro ask nobody for anything. */
const quiet = { EXPO_OFFLINE: "1", EXPO_NO_TELEMETRY: "1" };

/** Runs a program of the app's own packages. Answers its exit code. */
async function run(
  script: string,
  args: string[],
  env: Record<string, string>,
): Promise<number> {
  const file = join(cwd, "node_modules", script);
  const child = new Deno.Command(node, {
    args: [file, ...args],
    cwd,
    env: { ...quiet, ...env },
  });
  return (await child.spawn().status).code;
}

const changed = (path: string) =>
  Deno.stat(join(cwd, path)).then(({ mtime }) => mtime!, () => null);

/** Builds the client and the words, and installs the packages of the app's lock file, unless they are there. */
async function install(): Promise<void> {
  const client = join(cwd, ".client");
  await Deno.remove(client, { recursive: true }).catch(() => {});
  await buildClient(client);
  writeCatalogues();
  const installed = await changed("node_modules/.package-lock.json");
  if (installed && installed >= (await changed("package-lock.json"))!) return;
  console.log("Installing the packages of the app ...");
  await printed([...npm(), "ci", "--ignore-scripts"], cwd);
}

async function test(
  report: string | undefined,
  args: string[],
): Promise<number> {
  await install();
  const types = await run("typescript/bin/tsc", ["--noEmit"], {});
  const bundles = await scratchFolder("mobile");
  // The host of the web's bundle puts the platform's in their place.
  const service = {
    EXPO_PUBLIC_JOURNAL_URL: "https://journal.invalid",
    EXPO_PUBLIC_JOURNAL_KEY: "journal-key",
  };
  const all = ["export", "--platform", "all", "--output-dir", bundles];
  const bundled = types ||
    await run("expo/bin/cli", all, { ...service, CI: "1" });
  if (bundled) return bundled;
  await prepareFunctions();
  const openai = await startOpenai(improvise);
  const port = String(freePort());
  const env = {
    ...testEnvironment,
    ...openai.env,
    ALLOWED_ORIGINS: "",
    SITE_URL: `http://127.0.0.1:${port}`,
    GOTRUE_URI_ALLOW_LIST: "journal://sign-in",
  };
  const options = {
    root,
    env,
    standIns: true,
    log: console.error,
    ...functionsUnderTest(),
  };
  try {
    return await withThrowaway(options, async ({ dir }) => {
      const variables = {
        STATUS_FILE: join(dir, "status.json"),
        WEB_FILES: bundles,
        WEB_PORT: port,
        // Limits of the tests are multiplied by it.
        SLOWNESS: String(slowness()),
        CHROMIUM: shellPath() ?? "",
        // Pictures and databases of the tests go with the platform.
        TMPDIR: dir,
      };
      const output = report ? ["--json", `--outputFile=${report}`] : [];
      if (!shellPath()) console.log("There is no Chromium: the web's bundle is not tested");
      const projects = shellPath() ? ["phone", "web"] : ["phone"];
      // React Native and supabase-js keep timers after the last test.
      const always = ["--runInBand", "--forceExit", "--selectProjects", ...projects];
      return await run("jest/bin/jest.js", [...always, ...output, ...args], variables);
    });
  } finally {
    await openai.stop();
    await Deno.remove(bundles, { recursive: true });
  }
}

async function start(args: string[]): Promise<number> {
  await install();
  const status = await readStatus(localDir());
  if (!status) {
    console.error("Start the platform first: npm start -- --stand-ins");
    return 1;
  }
  return await run("expo/bin/cli", ["start", ...args], {
    EXPO_PUBLIC_JOURNAL_URL: status.api_url,
    EXPO_PUBLIC_JOURNAL_KEY: status.publishable_key,
  });
}

const { values, positionals } = parseArgs({
  args: Deno.args,
  allowPositionals: true,
  strict: false,
  options: { report: { type: "string" } },
});
const [command, ...rest] = positionals;
const code = command === "test"
  ? await test(values.report as string | undefined, rest)
  : command === "install"
  ? await install().then(() => 0)
  : await start(Deno.args);
Deno.exit(code);
