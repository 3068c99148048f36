/** Tells whether a platform already uses a folder. */
import { join } from "node:path";
import process from "node:process";

/** The id of the Postgres process that holds the folder's database, or null. */
export async function runningPostgres(dir: string): Promise<number | null> {
  const file = await Deno.readTextFile(join(dir, "postgres", "postmaster.pid")).catch(() => null);
  const pid = Number(file?.split("\n")[0]);
  if (!pid) return null;
  try {
    process.kill(pid, 0);
    return pid;
  } catch (error) {
    // The process exists and belongs to another user.
    return (error as { code?: string }).code === "EPERM" ? pid : null;
  }
}
