/** A file that says which program has a folder open, for a Node that cannot lock files. */
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import process from "node:process";
import { inUse } from "./values.ts";

/** The folders that this program has open. */
const own = new Set<string>();

interface Lock {
  /** @throws {Error} when another program has taken the folder over */
  check(): Promise<void>;
  release(): Promise<void>;
}

/** Locks a folder until `release` or the end of the program. @throws {Error} when it is locked */
export async function lockFolder(folder: string): Promise<Lock> {
  if (own.has(folder)) throw inUse(folder, "another client of this program");
  own.add(folder);
  const path = join(folder, "lock");
  const mark = `${process.pid} ${crypto.randomUUID()}`;
  const holder = () => readFile(path, "utf8").catch(() => "");
  try {
    const pid = Number((await holder()).split(" ")[0]);
    // An earlier program may have had the same id, such as in a container.
    if (pid && pid !== process.pid && isRunning(pid)) throw inUse(folder, `process ${pid}`);
    if (pid) await rm(path, { force: true });
    await writeFile(path, mark, { flag: "wx", mode: 0o600 }).catch((error) => {
      throw error.code === "EEXIST" ? inUse(folder) : error;
    });
  } catch (error) {
    own.delete(folder);
    throw error;
  }
  const isOurs = async () => await holder() === mark;
  return {
    async check() {
      if (!await isOurs()) throw inUse(folder);
    },
    async release() {
      if (await isOurs()) await rm(path, { force: true });
      own.delete(folder);
    },
  };
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
