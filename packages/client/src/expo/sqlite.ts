import type { Change, DeviceStorage } from "../offline/storage.ts";
import { fileStorage } from "./files.ts";
import type { ExpoFileSystem, ExpoSqlite } from "./modules.ts";

/** A table of values by key. Null: the value is gone. */
const TABLE = `
  pragma journal_mode = wal;
  create table if not exists device_values (key text primary key, value text);`;

/** One statement writes all changes or none, also beside other uses of the database. */
const WRITE = `
  insert into device_values (key, value) select value ->> 0, value ->> 1 from json_each(?) where true
  on conflict (key) do update set value = excluded.value`;
const SWEEP = `
  delete from device_values where value is null and key in (select value from json_each(?))`;
const READ = `
  select key, value from device_values where key >= ? and key < ? and value is not null
  order by key`;

/** Storage in a SQLite database of the phone; files wait in a folder beside it. */
export function sqliteStorage(
  { openDatabaseAsync }: ExpoSqlite,
  FileSystem?: ExpoFileSystem,
  name = "journal.db",
): DeviceStorage {
  let opened: ReturnType<typeof open> | undefined;
  async function open() {
    const database = await openDatabaseAsync(name);
    await database.execAsync(TABLE);
    return database;
  }
  const database = () => {
    opened ??= open();
    opened.catch(() => opened = undefined);
    return opened;
  };
  return {
    name,
    ...FileSystem && { files: fileStorage(FileSystem, `${name}-files`) },
    async read(prefix) {
      const rows = await (await database()).getAllAsync<
        { key: string; value: string }
      >(
        READ,
        prefix,
        `${prefix}\uffff`,
      );
      return rows.map(({ key, value }) => [key, JSON.parse(value)]);
    },
    async write(changes) {
      const rows = changes.map(rowOf);
      const gone = rows.filter(([, value]) => value === null).map(([key]) => key);
      await (await database()).runAsync(WRITE, JSON.stringify(rows));
      if (gone.length) {
        await (await database()).runAsync(SWEEP, JSON.stringify(gone));
      }
    },
  };
}

function rowOf([key, value]: Change): [string, string | null] {
  if (value === undefined) return [key, null];
  const text = JSON.stringify(value);
  if (text === undefined) {
    throw new TypeError(`The value of ${key} cannot be kept`);
  }
  return [key, text];
}

/** Storage for the session of supabase-js, which is too long for a keychain. */
export function sessionStorage(storage: DeviceStorage) {
  const keyOf = (key: string) => `session/${key}`;
  return {
    async getItem(key: string): Promise<string | null> {
      const values = await storage.read(keyOf(key));
      const found = values.find(([each]) => each === keyOf(key));
      return found ? found[1] as string : null;
    },
    setItem: (key: string, value: string) => storage.write([[keyOf(key), value]]),
    removeItem: (key: string) => storage.write([[keyOf(key), undefined]]),
  };
}
