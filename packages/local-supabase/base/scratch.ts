/** Temporary folders, below the project's own `.local` like everything that it writes. */
import { join } from "node:path";
import { pid } from "node:process";
import { localDir } from "./paths.ts";
import { isAlive } from "./processes.ts";

/**
 * Makes an empty folder whose name begins with `prefix`. The caller removes it. Folders of processes
 * that have ended without removing theirs are removed now.
 */
export async function scratchFolder(prefix: string): Promise<string> {
  const parent = join(localDir(), "scratch");
  await Deno.mkdir(parent, { recursive: true });
  for await (const { name } of Deno.readDir(parent)) {
    const owner = Number(name.split(".")[1]);
    if (owner && !isAlive(owner)) {
      // Another process may be removing it.
      await Deno.remove(join(parent, name), { recursive: true }).catch(() => {});
    }
  }
  return await Deno.makeTempDir({ dir: parent, prefix: `${prefix}.${pid}.` });
}
