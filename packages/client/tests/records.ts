/** The records that a browser's database holds, in a stand-in of IndexedDB. */
import "fake-indexeddb/auto";
import { openDB } from "idb";

export async function recordsOf(name: string): Promise<unknown[]> {
  const db = await openDB(name);
  const records = await db.getAll(db.objectStoreNames[0]!);
  db.close();
  return records;
}
