import { openDB } from "idb";
import type { Upload } from "../uploads.ts";
import type { DeviceStorage, FileStorage } from "./storage.ts";

// Of the browser; the types of its DOM stay out of this package.
declare const IDBKeyRange: { bound(lower: string, upper: string): never };

const STORE = "values";

/** Storage in a browser's IndexedDB; the tabs of an origin share it. */
export function indexedDbStorage(name = "journal"): DeviceStorage {
  const database = opener(name);
  return {
    name,
    async read(prefix) {
      const store = (await database()).transaction(STORE).store;
      const range = below(prefix);
      const [keys, values] = await Promise.all([store.getAllKeys(range), store.getAll(range)]);
      return keys.map((key, index) => [key as string, values[index]]);
    },
    async write(changes) {
      const transaction = (await database()).transaction(STORE, "readwrite", {
        durability: "strict",
      });
      const { store } = transaction;
      const written = changes.map(async ([key, value]) => {
        await (value === undefined ? store.delete(key) : store.put(value, key));
      });
      try {
        await Promise.all([...written, transaction.done]);
      } catch (error) {
        // A value that cannot be kept fails alone; the others are not to be kept either.
        if (error instanceof Error && error.name === "DataCloneError") transaction.abort();
        throw error;
      }
    },
    files: filesIn(`${name} files`),
  };
}

const below = (prefix: string) => IDBKeyRange.bound(prefix, `${prefix}\uffff`);

/** Opens a database, and opens it again when the browser has closed it, as Safari does. */
function opener(name: string) {
  let opened: ReturnType<typeof openDB> | undefined;
  const reopen = () => void (opened = undefined);
  return () => {
    opened ??= openDB(name, 1, {
      upgrade: (db) => void db.createObjectStore(STORE),
      terminated: reopen,
    });
    opened.catch(reopen);
    return opened;
  };
}

/** A database of its own: the values are read as a whole, the files are not. */
function filesIn(name: string): FileStorage {
  const database = opener(name);
  return {
    async keep(key, file) {
      // Bytes, because not every browser keeps a Blob whose file has gone.
      const bytes = await asBlob(file).arrayBuffer();
      await (await database()).put(STORE, { bytes, type: file.type }, key);
    },
    async read(key) {
      const kept = await (await database()).get(STORE, key);
      return kept && new Blob([kept.bytes], { type: kept.type });
    },
    async keys(prefix) {
      return await (await database()).getAllKeys(STORE, below(prefix)) as string[];
    },
    async remove(keys) {
      if (!keys.length) return;
      const transaction = (await database()).transaction(STORE, "readwrite");
      await Promise.all([...keys.map((key) => transaction.store.delete(key)), transaction.done]);
    },
  };
}

function asBlob(file: Upload): Blob {
  if (file instanceof Blob) return file;
  throw new TypeError("A browser keeps a Blob or a File");
}
