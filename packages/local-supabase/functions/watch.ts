/** Watches the files of the functions, to load them again when they change. */
import { existsSync } from "node:fs";
import { join, relative } from "node:path";
import { watchFiles } from "../base/watch.ts";

/** The folders of functions and of their shared code. */
const sources = ["functions", "shared", join("supabase", "functions")];

/** Files elsewhere that change the functions. */
const settings = ["deno.json", ".env", join("supabase", "config.toml")];

/** Calls `changed` with the path of a changed file, once for each burst of changes. */
export function watchFunctions(
  root: string,
  changed: (path: string) => void,
): { close(): void } {
  const folders = sources.map((name) => join(root, name)).filter(existsSync);
  const watchers = [
    Deno.watchFs(folders),
    Deno.watchFs([root, join(root, "supabase")].filter(existsSync), { recursive: false }),
  ];
  const matters = (path: string) =>
    /\.(ts|tsx|js|mjs|json)$/.test(path) && folders.some((folder) => path.startsWith(folder)) ||
    settings.includes(relative(root, path));

  return watchFiles(watchers, matters, (path) => changed(relative(root, path)));
}
