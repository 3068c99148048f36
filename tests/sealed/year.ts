/** A platform that keeps all it says, for the year of canaries.test.ts. */
import { join } from "node:path";
import process from "node:process";
import postgres from "postgres";
import { afterAll } from "vitest";
import {
  freePort,
  type Keys,
  projectRoot,
  scratchFolder,
  statusFile,
} from "../../packages/local-supabase/helpers.ts";
import { startPlatform } from "../../packages/local-supabase/mod.ts";
import { startStandIns } from "../../packages/stand-ins/index.ts";
import { functionsUnderTest } from "../support/built.ts";
import { startCollector } from "../support/collector.ts";
import { testEnvironment } from "../support/environment.ts";

const folder = await scratchFolder("canaries");
/** Where copies of the platform go. */
export const copies = join(folder, "copies");
/** The database with its log of changes, the files, and the logs of Postgres and PostgREST. */
export const home = join(folder, "platform");
/** The lines that the functions have logged. */
export const logs: string[] = [];
/** Where traces go. */
export const collector = startCollector();
const standIns = await startStandIns();

export const platform = await startPlatform({
  root: projectRoot,
  dir: home,
  port: freePort(),
  ephemeral: true,
  seed: false,
  ...functionsUnderTest(),
  schedules: false,
  watch: false,
  postgres: { log_statement: "all" },
  env: {
    ...testEnvironment,
    ...standIns.env,
    LOG_LEVEL: "debug",
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
  },
  log: (line) => void logs.push(line),
});
Object.assign(process.env, standIns.env);
export const status = statusFile(home);

const keys: Keys = JSON.parse(await Deno.readTextFile(join(home, "keys.json")));
const url = new URL(platform.status.db_url);
[url.username, url.password] = ["supabase_admin", keys.database.supabase_admin];
export const superuser = postgres(url.href, { max: 1, onnotice: () => {} });

afterAll(async () => {
  await superuser.end();
  await Promise.all([platform.stop(), standIns.stop(), collector.stop()]);
  await Deno.remove(folder, { recursive: true });
});

/** All that a stand-in of a provider was sent, as text. */
export const sentTo = async (address: string, path: string): Promise<string> =>
  await (await fetch(new URL(path, process.env[address]!))).text();
