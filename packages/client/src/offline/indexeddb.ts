import { openDB } from "idb";
import type { DeviceStorage } from "./storage.ts";

// Of the browser; the types of its DOM stay out of this package.
declare const IDBKeyRange: { bound(lower: string, upper: string): never };

const STORE = "values";

/** Storage in a browser's IndexedDB; the tabs of an origin share it. */
export function indexedDbStorage(name = "journal"): DeviceStorage {
  let opened: ReturnType<typeof openDB> | undefined;
  const reopen = () => void (opened = undefined);
  // A browser may close it at any time; Safari does so in the background.
  const database = () => {
    opened ??= openDB(name, 1, {
      upgrade: (db) => void db.createObjectStore(STORE),
      terminated: reopen,
    });
    opened.catch(reopen);
    return opened;
  };
  return {
    name,
    async read(prefix) {
      const range = IDBKeyRange.bound(prefix, `${prefix}\uffff`);
      const store = (await database()).transaction(STORE).store;
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
  };
}
