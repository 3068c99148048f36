import { type IDBPObjectStore, openDB, type OpenDBCallbacks } from "idb";
import type { Upload } from "../uploads.ts";
import type { Change, DeviceStorage, FileStorage } from "./storage.ts";

// Globals of the browser. The types of the DOM stay out of this package.
declare const IDBKeyRange: { bound(lower: unknown, upper: unknown): never };

const LOG = "log";
const VALUES = "values";
/** The values that a record has when the log is written anew. */
const PACK = 200;

type Part = string;
/** A record has the changes of one write, and the next number of its part. */
type LogKey = [part: Part, n: number];
type Log<Mode extends "readonly" | "readwrite"> = IDBPObjectStore<
  { [LOG]: { key: LogKey; value: Change[] } },
  [typeof LOG],
  typeof LOG,
  Mode
>;

/** The values of a part as they were after the record `last`. */
interface Seen {
  first: number;
  last: number;
  records: number;
  changes: number;
  values: Map<string, unknown>;
}

/**
 * Storage in a browser's IndexedDB; the tabs of an origin share it. A browser is slow with many
 * records, so a record has many changes. Keys with the same part before their first slash share a
 * log: a write adds a record to it, and the log is written anew when most of it has been replaced. A key
 * without a slash has a log of its own, which has its last value alone: `sealed/client` keeps the key of
 * the device under such a name.
 */
export function indexedDbStorage(name = "journal"): DeviceStorage {
  const database = opener(name, 2, logInPlaceOfValues);
  /** The last reading of each part, with the writes of this tab since. */
  const seen = new Map<Part, Seen>();

  async function reading(): Promise<Log<"readonly">> {
    return (await database()).transaction(LOG).store as never;
  }
  async function writing(work: (log: Log<"readwrite">) => Promise<unknown>): Promise<void> {
    const transaction = (await database()).transaction(LOG, "readwrite", { durability: "strict" });
    try {
      await Promise.all([work(transaction.store as never), transaction.done]);
    } catch (error) {
      // A value that cannot be kept fails alone; the others are not to be kept either.
      if (error instanceof Error && error.name === "DataCloneError") transaction.abort();
      throw error;
    }
  }

  async function valuesOf(part: Part): Promise<Map<string, unknown>> {
    const log = await reading();
    // If the first record is gone, the log has been written anew.
    const last = seen.get(part);
    const first = last && ((await log.getKey(numbered(part)))?.[1] ?? 0);
    const before = first === last?.first ? last : undefined;
    const range = numbered(part, before ? before.last + 1 : 0);
    const [keys, records] = await Promise.all([log.getAllKeys(range), log.getAll(range)]);
    const now = {
      first: before?.first ?? keys[0]?.[1] ?? 0,
      last: keys.at(-1)?.[1] ?? before?.last ?? 0,
      records: records.length + (before?.records ?? 0),
      changes: records.reduce((sum, { length }) => sum + length, before?.changes ?? 0),
      values: after(records, before?.values),
    };
    // Not waited for: a failure leaves the log as it is, until the next reading.
    if (isLong(now)) writing((log) => writeAnew(log, part)).catch(() => {});
    seen.set(part, now);
    return now.values;
  }

  return {
    name,
    keepsBytes: true,
    async read(prefix) {
      const values = prefix.includes("/")
        ? await valuesOf(partOf(prefix))
        : after(await (await reading()).getAll(parts(prefix)));
      return [...values].filter(([key]) => key.startsWith(prefix));
    },
    async write(changes, erases) {
      const known: { part: Part; n: number; own: Change[] }[] = [];
      await writing(async (log) => {
        for (const [part, own] of byPart(changes)) {
          // A copy: the caller may change its objects.
          const isAnew = erases || own.some(([key]) => key === part);
          const isKnown = !isAnew && seen.has(part) && own.every(isData);
          const copy = isKnown ? structuredClone(own) : undefined;
          const n = await add(log, part, [own]);
          if (copy) known.push({ part, n, own: copy });
          if (!isAnew) continue;
          await writeAnew(log, part);
          seen.delete(part);
        }
      });
      // The next reading then fetches no record of this tab.
      for (const { part, n, own } of known) {
        const now = seen.get(part);
        if (now?.last !== n - 1) continue;
        apply(own, now.values);
        now.last = n;
        now.records++;
        now.changes += own.length;
      }
    },
    async clear(prefix) {
      await writing((log) =>
        prefix.includes("/")
          ? writeAnew(log, partOf(prefix), (key) => !key.startsWith(prefix))
          : log.delete(parts(prefix))
      );
      seen.clear();
    },
    files: filesIn(`${name} files`),
  };
}

const parts = (prefix: string) => IDBKeyRange.bound([prefix], [`${prefix}\uffff`]);
const numbered = (part: Part, from = 0, to = Infinity) =>
  IDBKeyRange.bound([part, from], [part, to]);
const partOf = (key: string): Part => key.split("/", 1)[0]!;

function byPart(changes: Change[]): Map<Part, Change[]> {
  const parts = new Map<Part, Change[]>();
  for (const change of changes) {
    const part = partOf(change[0]);
    if (!parts.has(part)) parts.set(part, []);
    parts.get(part)!.push(change);
  }
  return parts;
}

/** Whether every browser keeps a value as it is: some take a key, and answer something else. */
const isData = ([, value]: Change): boolean =>
  typeof value !== "object" || value === null || Array.isArray(value) ||
  [Object.prototype, Uint8Array.prototype].includes(Object.getPrototypeOf(value));

/** The values after the records. */
function after(records: Change[][], before?: Map<string, unknown>): Map<string, unknown> {
  const values = new Map(before);
  for (const record of records) apply(record, values);
  return values;
}

function apply(record: Change[], values: Map<string, unknown>): void {
  for (const [key, value] of record) {
    if (value === undefined) values.delete(key);
    else values.set(key, value);
  }
}

const isLong = ({ records, changes, values: { size } }: Seen) =>
  records > 100 + size / 20 || changes > 1000 + 2 * size;

const lastOf = async (log: Log<"readwrite">, part: Part): Promise<number> =>
  (await log.openKeyCursor(numbered(part), "prev"))?.key[1] ?? 0;

/** Adds records; answers the number of the first. */
async function add(log: Log<"readwrite">, part: Part, records: Change[][]): Promise<number> {
  const last = await lastOf(log, part);
  // By chance: after the whole part was deleted, it does not begin with the same number again.
  const first = last ? last + 1 : Math.ceil(Math.random() * 2 ** 48);
  await Promise.all(records.map((record, n) => log.add(record, [part, first + n])));
  return first;
}

/** Writes the log of a part anew, with each value once. */
async function writeAnew(
  log: Log<"readwrite">,
  part: Part,
  isKept = (_key: string) => true,
): Promise<void> {
  const last = await lastOf(log, part);
  const values = [...after(await log.getAll(numbered(part)))].filter(([key]) => isKept(key));
  await add(log, part, inPacks(values));
  await log.delete(numbered(part, 0, last));
}

const inPacks = (values: Change[]): Change[][] =>
  Array.from(
    { length: Math.ceil(values.length / PACK) },
    (_, n) => values.slice(n * PACK, (n + 1) * PACK),
  );

/** Before the log, each value was a record. */
const logInPlaceOfValues: Upgrade = async (db, before, _, transaction) => {
  const log = db.createObjectStore(LOG);
  if (before === 0) return;
  const values = transaction.objectStore(VALUES);
  const [keys, all] = await Promise.all([values.getAllKeys(), values.getAll()]);
  const changes = keys.map((key, n): Change => [key as string, all[n]]);
  for (const [part, own] of byPart(changes)) await add(log as never, part, inPacks(own));
  db.deleteObjectStore(VALUES);
};

type Upgrade = NonNullable<OpenDBCallbacks<unknown>["upgrade"]>;

/**
 * Opens a database, and opens it again when the browser has closed it, as Safari does, or a later
 * version of this program in another tab.
 */
function opener(name: string, version: number, upgrade: Upgrade) {
  let opened: ReturnType<typeof openDB> | undefined;
  const reopen = () => void (opened = undefined);
  return () => {
    opened ??= openDB(name, version, {
      upgrade,
      terminated: reopen,
      blocking(_version, _later, { target }) {
        (target as unknown as { close(): void }).close();
        reopen();
      },
    });
    opened.catch(reopen);
    return opened;
  };
}

/** A database of its own: the values are read as a whole, the files are not. */
function filesIn(name: string): FileStorage {
  const database = opener(name, 1, (db) => void db.createObjectStore(VALUES));
  return {
    async keep(key, file) {
      // Bytes, because not every browser keeps a Blob whose file has gone.
      const bytes = await asBlob(file).arrayBuffer();
      await (await database()).put(VALUES, { bytes, type: file.type }, key);
    },
    async read(key) {
      const kept = await (await database()).get(VALUES, key);
      return kept && new Blob([kept.bytes], { type: kept.type });
    },
    async keys(prefix) {
      const range = IDBKeyRange.bound(prefix, `${prefix}\uffff`);
      return await (await database()).getAllKeys(VALUES, range) as string[];
    },
    async remove(keys) {
      if (!keys.length) return;
      const transaction = (await database()).transaction(VALUES, "readwrite");
      await Promise.all([...keys.map((key) => transaction.store.delete(key)), transaction.done]);
    },
  };
}

function asBlob(file: Upload): Blob {
  if (file instanceof Blob) return file;
  throw new TypeError("A browser keeps a Blob or a File");
}
