/** Storage of a program on Node or Deno: its copies, its session and its waiting files. */
import { mkdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { Change, DeviceStorage } from "../offline/storage.ts";
import { folderOfFiles } from "./files.ts";
import { openLog } from "./log.ts";
import { openSqlite } from "./sqlite.ts";
import type { Row } from "./values.ts";

export { sessionStorage } from "../expo/sqlite.ts";

/** The storage of a program, which has it for itself. */
export interface NodeStorage extends DeviceStorage {
  /** Lets another program open the folder. The end of the program does so, too. */
  close(): Promise<void>;
}

/**
 * Opens the storage in a folder, which is made when it is missing: a SQLite database where the
 * platform has `node:sqlite` (Deno, Node 22.13 or newer), otherwise a log. A database takes the
 * values of a log over.
 *
 * @throws {Error} when another program has the folder open, or the folder cannot be written
 * @example
 * const storage = await nodeStorage("journal-data");
 * const client = createJournalClient(url, key, {
 *   storage,
 *   supabase: { auth: { storage: sessionStorage(storage) } },
 * });
 */
export async function nodeStorage(folder: string): Promise<NodeStorage> {
  const place = resolve(folder);
  await mkdir(join(place, "files"), { recursive: true, mode: 0o700 });
  const kept = await openSqlite(place) ?? await openLog(place);
  const values = new Map<string, unknown>();
  for (const [key, json] of kept.stored) values.set(key, JSON.parse(json));
  kept.stored.clear();
  let writing: Promise<unknown> = Promise.resolve();

  async function write(changes: Change[]): Promise<void> {
    const rows = changes.map(rowOf);
    const written = writing.then(async () => {
      await kept.write(rows);
      for (const [key, json] of rows) {
        if (json === null) values.delete(key);
        else values.set(key, JSON.parse(json));
      }
    });
    writing = written.catch(() => {});
    await written;
  }

  return {
    name: place,
    read: (prefix) => Promise.resolve([...values].filter(([key]) => key.startsWith(prefix))),
    write,
    files: folderOfFiles(join(place, "files")),
    async close() {
      await writing;
      await kept.close();
    },
  };
}

function rowOf([key, value]: Change): Row {
  if (value === undefined) return [key, null];
  const json = JSON.stringify(value);
  if (json === undefined) throw new TypeError(`The value of ${key} cannot be kept`);
  return [key, json];
}
