import type { Upload } from "../uploads.ts";
import type { FileFacts } from "./sends.ts";

/** Values by key on the device: IndexedDB on the web, SQLite on a phone, memory in tests. */
export interface DeviceStorage {
  /** Identifies this storage among others of the origin; tabs with the same name share it. */
  name: string;
  /** Whether a value may be a Uint8Array. Otherwise values are what JSON has. */
  keepsBytes?: true;
  /** All values whose keys begin with the prefix, in no certain order. */
  read(prefix: string): Promise<[key: string, value: unknown][]>;
  /**
   * Writes all of the changes or, when it fails, none. `undefined` deletes. `erases`: a storage that
   * keeps replaced values for a while deletes all of them now.
   */
  write(changes: Change[], erases?: boolean): Promise<void>;
  /**
   * Deletes all values whose keys begin with the prefix, and the rest of earlier ones. Without it
   * `write` deletes them.
   */
  clear?(prefix: string): Promise<void>;
  /** The storage for waiting files; without it this device keeps no files. */
  files?: FileStorage;
}

/** Files by key on the device, which are read one at a time. */
export interface FileStorage {
  keep(key: string, file: Upload): Promise<void>;
  read(key: string): Promise<Upload | undefined>;
  /** The keys that begin with the prefix. */
  keys(prefix: string): Promise<string[]>;
  remove(keys: string[]): Promise<void>;
  /** Type and size of a file that is not a Blob. */
  factsOf?(file: Upload): FileFacts;
}

export type Change = [key: string, value: unknown];

/**
 * Storage that ends with the program. It keeps the given objects, not copies of them: the texts of a
 * long journal would be in memory twice.
 */
export function memoryStorage(): DeviceStorage {
  const values = new Map<string, unknown>();
  const files = new Map<string, Upload>();
  return {
    name: crypto.randomUUID(),
    keepsBytes: true,
    read: (prefix) => Promise.resolve([...values].filter(([key]) => key.startsWith(prefix))),
    write(changes) {
      // Throws, as other storages do, for a value that cannot be kept.
      structuredClone(changes);
      for (const [key, value] of changes) {
        if (value === undefined) values.delete(key);
        else values.set(key, value);
      }
      return Promise.resolve();
    },
    files: {
      keep: (key, file) => Promise.resolve(void files.set(key, file)),
      read: (key) => Promise.resolve(files.get(key)),
      keys: (prefix) => Promise.resolve([...files.keys()].filter((key) => key.startsWith(prefix))),
      remove: (keys) => Promise.resolve(keys.forEach((key) => files.delete(key))),
    },
  };
}
