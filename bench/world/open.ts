/** Worlds that are kept in `.local/worlds` (or `WORLDS_DIR`), and platforms that start on them. */
import { createHash } from "node:crypto";
import { globSync } from "node:fs";
import { join } from "node:path";
import {
  freePort,
  localDir,
  projectRoot as root,
  readProjectConfig,
} from "../../packages/local-supabase/helpers.ts";
import {
  migrate,
  startDatabase,
  type Throwaway,
  type ThrowawayOptions,
  withThrowaway,
} from "../../packages/local-supabase/mod.ts";
import { loadingSettings, loadWorld } from "./load.ts";
import { sizeOf } from "./size.ts";

/** The description of a kept world. */
interface Marker {
  users: number;
  digest: string;
  rows: number;
  /** Of the database, as it was loaded. */
  bytes: number;
  minutes: number;
  loaded_at: string;
}

const folderOf = (users: number) =>
  join(Deno.env.get("WORLDS_DIR") || join(localDir(), "worlds"), String(users));

/** A world is of the schema and the loaders that made it. */
async function digest(): Promise<string> {
  const hash = createHash("sha256");
  const patterns = [
    "supabase/migrations/*.sql",
    "bench/world/*.ts",
    "bench/world/*.sql",
    "packages/local-supabase/bootstrap/*.sql",
  ];
  for (const file of patterns.flatMap((pattern) => globSync(pattern, { cwd: root }).sort())) {
    hash.update(await Deno.readTextFile(join(root, file)));
  }
  return hash.digest("hex");
}

/** The kept world of a size; null without one. */
export const worldOf = (users: number): Promise<Marker | null> => markerOf(folderOf(users));

async function markerOf(folder: string): Promise<Marker | null> {
  const text = await Deno.readTextFile(join(folder, "world.json")).catch(() => null);
  return text && JSON.parse(text);
}

/**
 * The folder of a world of this schema, which is loaded unless it is kept. With `WORLD_STALE` a
 * kept world of another schema is taken.
 */
export async function keptWorld(users: number, log: (line: string) => void): Promise<string> {
  const folder = folderOf(users);
  const [marker, current] = [await markerOf(folder), await digest()];
  if (marker?.digest === current || marker && Deno.env.get("WORLD_STALE")) {
    log(`The world of ${marker.loaded_at} in ${folder}`);
    return folder;
  }
  if (marker) log("The kept world is of another schema");
  const start = performance.now();
  const size = sizeOf(users);
  await Deno.remove(folder, { recursive: true }).catch(() => {});
  await Deno.mkdir(folder, { recursive: true });
  const { db } = await readProjectConfig(root, {});
  const { server, url } = await startDatabase({
    dir: folder,
    port: freePort(),
    ephemeral: true,
    settings: loadingSettings,
    log,
  });
  let loaded: { rows: number; bytes: number };
  try {
    await migrate(url("postgres"), { root, settings: db, seed: false });
    loaded = await loadWorld(url("supabase_admin"), size, log);
  } finally {
    await server.stop();
  }
  const minutes = Math.round((performance.now() - start) / 6000) / 10;
  const made: Marker = {
    users,
    digest: current,
    ...loaded,
    minutes,
    loaded_at: size.now.toISOString(),
  };
  await Deno.writeTextFile(join(folder, "world.json"), JSON.stringify(made, null, 2) + "\n");
  log(
    `${users.toLocaleString("en")} users with ${
      Math.round(loaded.rows).toLocaleString("en")
    } rows in ` +
      `${minutes} minutes: ${folder}`,
  );
  return folder;
}

/** Does `work` with a platform on a copy of the world of so many users. */
export async function withWorld<T>(
  users: number,
  options: Omit<ThrowawayOptions, "root" | "seed" | "folder">,
  work: (platform: Throwaway) => Promise<T>,
): Promise<T> {
  const path = await keptWorld(users, options.log);
  return await withThrowaway(
    { schedules: false, ...options, root, seed: false, folder: { path, copy: true } },
    async (platform) => {
      // The system writes the copy to the disk for minutes, and makes others that write wait for it.
      await new Deno.Command("sync").output();
      return await work(platform);
    },
  );
}
