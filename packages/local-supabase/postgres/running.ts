/** Tells whether a platform already uses a folder. */
import { join } from "node:path";
import { isAlive } from "../base/processes.ts";

/** The id of the Postgres process that holds the folder's database, or null. */
export async function runningPostgres(dir: string): Promise<number | null> {
  const file = await Deno.readTextFile(join(dir, "postgres", "postmaster.pid")).catch(() => null);
  const pid = Number(file?.split("\n")[0]);
  return pid && isAlive(pid) ? pid : null;
}
