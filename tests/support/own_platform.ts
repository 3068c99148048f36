/** A separate platform for a test file that affects all users or breaks connections. */
import { join } from "node:path";
import process from "node:process";
import postgres from "postgres";
import { afterAll } from "vitest";
import type { Keys } from "../../local/base/keys.ts";
import { type Platform, startPlatform } from "../../local/platform/platform.ts";
import { freePort } from "../../local/base/ports.ts";
import { scratchFolder } from "../../local/base/scratch.ts";
import { type DataApiEngine, type Status, statusFile } from "../../local/base/status.ts";
import { testEnvironment } from "./environment.ts";

export interface OwnPlatform {
  status: Status;
  /** As the platform's superuser: bypasses triggers, and can end connections. */
  superuser: postgres.Sql;
}

const root = new URL("../..", import.meta.url).pathname;

/**
 * Starts an empty platform and connects the other helpers of this folder to it; it stops with the
 * test file. Call it at the top of the file and import the helpers after it, with `await
 * import(...)`.
 *
 * @example
 * const own = await ownPlatform();
 * const { person } = await import("./people.ts");
 */
export async function ownPlatform(
  env: Record<string, string> = {},
  dataApi?: DataApiEngine,
): Promise<OwnPlatform> {
  const dir = await scratchFolder("platform");
  let platform: Platform | undefined;
  let superuser: postgres.Sql | undefined;
  const shared = process.env.STATUS_FILE;
  const stop = async () => {
    process.env.STATUS_FILE = shared;
    await superuser?.end({ timeout: 5 });
    await platform?.stop();
    await Deno.remove(dir, { recursive: true });
  };
  try {
    platform = await startPlatform({
      root,
      dir,
      port: freePort(),
      ephemeral: true,
      dataApi,
      seed: false,
      watch: false,
      env: { ...testEnvironment, ...env },
      log: () => {},
    });
    process.env.STATUS_FILE = statusFile(dir);
    const keys: Keys = JSON.parse(await Deno.readTextFile(join(dir, "keys.json")));
    const url = new URL(platform.status.db_url);
    url.username = "supabase_admin";
    url.password = keys.database.supabase_admin;
    superuser = postgres(url.href, { max: 4, onnotice: () => {} });
  } catch (error) {
    await stop();
    throw error;
  }
  afterAll(stop);
  return { status: platform.status, superuser };
}
