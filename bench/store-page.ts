/** The part of the bench of the device's storage that runs in the browser. */
import { openDB } from "idb";
import { indexedDbStorage } from "../packages/client/src/offline/indexeddb.ts";
import { Offline } from "../packages/client/src/offline/offline.ts";
import type { Change, DeviceStorage } from "../packages/client/src/offline/storage.ts";

declare const IDBKeyRange: { bound(lower: string, upper: string): never };

const USER = "0190a3c0-0000-7000-8000-000000000000";
const PAGE = 100;

/** A record for each value, read by their keys at once. */
function recordsStorage(name: string): DeviceStorage {
  const database = openDB(name, 1, { upgrade: (db) => void db.createObjectStore("values") });
  return {
    name,
    async read(prefix) {
      const { store } = (await database).transaction("values");
      const range = IDBKeyRange.bound(prefix, `${prefix}\uffff`);
      const [keys, values] = await Promise.all([store.getAllKeys(range), store.getAll(range)]);
      return keys.map((key, n): Change => [key as string, values[n]]);
    },
    async write(changes) {
      const { store, done } = (await database).transaction("values", "readwrite");
      await Promise.all([...changes.map(([key, value]) => store.put(value, key)), done]);
    },
  };
}

const storages = {
  log: () => indexedDbStorage("log"),
  records: () => recordsStorage("records"),
};

const words = "I walked in the fog with a friend and felt tired but happy because work went well"
  .split(" ");

/** An entry as `GET /api/sync` answers it, of about 1,000 letters. */
function entry(n: number) {
  const at = new Date(Date.UTC(2026, 0, 1) - n * 3_600_000).toISOString();
  const text = Array.from(
    { length: 200 },
    (_, at) => words[(n * 7 + at * (1 + n % 5)) % words.length],
  );
  return {
    id: crypto.randomUUID(),
    user_id: USER,
    title: `Entry ${n}`,
    content: text.join(" "),
    mood: "calm",
    mood_source: "author",
    tags: ["daily", "walk"],
    notebook_id: null,
    metadata_visibility: "user",
    content_visibility: "user",
    effective_metadata_visibility: "user",
    effective_content_visibility: "user",
    team_id: null,
    org_id: null,
    mentions: [],
    spotify_track_id: null,
    version: 1,
    written_at: at,
    created_at: at,
    updated_at: at,
  };
}

/** Keeps entries as a sync does: a write for each page. */
export async function fill(side: keyof typeof storages, entries: number): Promise<void> {
  const storage = storages[side]();
  for (let n = 0; n < entries; n += PAGE) {
    const page = Array.from({ length: Math.min(PAGE, entries - n) }, (_, at) => entry(n + at));
    await storage.write([
      ...page.map((each): Change => [`${USER}/copy/journal_entries/${each.id}`, each]),
      [`${USER}/cursor`, `cursor ${n}`],
    ]);
  }
}

/** Milliseconds until the first page of the journal is there. */
export async function start(side: keyof typeof storages) {
  const begin = performance.now();
  const offline = new Offline(() => {
    throw new Error("There is no network");
  }, storages[side]());
  await offline.open(USER);
  offline.snapshot("journal_entries", {
    orderBy: "written_at",
    direction: "descending",
    limit: 20,
  });
  const time = performance.now() - begin;
  const { usedJSHeapSize: heap } =
    (performance as never as { memory: { usedJSHeapSize: number } }).memory;
  return { time, heap, entries: offline.list("journal_entries").length };
}
