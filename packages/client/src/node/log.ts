/**
 * Values in a log, for a Node without SQLite. A write appends one line with all of its changes; a
 * line that a crash or a full disk has cut off counts as not written. The log is written anew when
 * most of it has been replaced.
 */
import { open, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { lockFolder } from "./lock.ts";
import type { Row, Values } from "./values.ts";

/** The log of a folder. */
export const logIn = (folder: string): string => join(folder, "values.log");

/** The changes above which a log is written anew, when it has twice as many as values. */
const FEW = 1000;

/** Opens the log of a folder for this program alone. @throws {Error} when another one has it open */
export async function openLog(folder: string): Promise<Values> {
  const lock = await lockFolder(folder);
  try {
    return await openLocked(logIn(folder), lock);
  } catch (error) {
    await lock.release();
    throw error;
  }
}

async function openLocked(
  path: string,
  lock: Awaited<ReturnType<typeof lockFolder>>,
): Promise<Values> {
  const values = new Map<string, string>();
  let { changes, end } = apply(await readFile(path).catch(missing), values);
  let file = await open(path, end ? "r+" : "w+", 0o600);
  await file.truncate(end);

  /** Writes all values to a new file, which takes the place of the log. */
  async function writeAnew(): Promise<void> {
    const line = lineOf([...values]);
    await writeFile(`${path}.draft`, line, { mode: 0o600, flush: true });
    await rename(`${path}.draft`, path);
    await file.close();
    file = await open(path, "r+");
    [changes, end] = [values.size, line.length];
  }

  return {
    stored: new Map(values),
    async write(rows) {
      await lock.check();
      const line = lineOf(rows);
      try {
        await file.write(line, 0, line.length, end);
        await file.datasync();
      } catch (error) {
        await file.truncate(end).catch(() => {});
        throw error;
      }
      [changes, end] = [changes + rows.length, end + line.length];
      for (const [key, json] of rows) {
        if (json === null) values.delete(key);
        else values.set(key, json);
      }
      // The log holds everything already: when this fails, the next write tries again.
      if (changes > FEW + 2 * values.size) await writeAnew().catch(() => {});
    },
    async close() {
      await file.close();
      await lock.release();
    },
  };
}

function missing(error: NodeJS.ErrnoException): Uint8Array {
  if (error.code !== "ENOENT") throw error;
  return new Uint8Array();
}

const lineOf = (rows: Row[]): Uint8Array => new TextEncoder().encode(`${JSON.stringify(rows)}\n`);

/** Applies the whole lines of a log. Answers the changes in them, and the byte where they end. */
function apply(bytes: Uint8Array, values: Map<string, string>): { changes: number; end: number } {
  let [changes, end] = [0, 0];
  for (let next; (next = bytes.indexOf(10, end)) >= 0; end = next + 1) {
    const rows = rowsOf(bytes.subarray(end, next));
    if (!rows) break;
    changes += rows.length;
    for (const [key, json] of rows) {
      if (json === null) values.delete(key);
      else values.set(key, json);
    }
  }
  return { changes, end };
}

function rowsOf(line: Uint8Array): Row[] | null {
  try {
    return JSON.parse(new TextDecoder().decode(line));
  } catch {
    return null;
  }
}
