/** Values in a SQLite database, which the system locks for as long as the program runs. */
import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { logIn, openLog } from "./log.ts";
import { inUse, type Row, type Values } from "./values.ts";

const SETUP = `
  pragma locking_mode = exclusive;
  pragma journal_mode = wal;
  pragma synchronous = full;
  begin immediate;
  create table if not exists device_values (key text primary key, value text not null);
  commit;`;

const PUT = `
  insert into device_values (key, value) values (?, ?)
  on conflict (key) do update set value = excluded.value`;

/** The database in a folder; null where the platform has no SQLite. */
export async function openSqlite(folder: string): Promise<Values | null> {
  const path = join(folder, "values.db");
  const sqlite = await import("node:sqlite").catch(() => null);
  if (!sqlite) {
    if (!existsSync(path)) return null;
    throw new Error(`${path} is a SQLite database: use Deno, or Node 22.13 or newer`);
  }
  const database = new sqlite.DatabaseSync(path);
  try {
    database.exec(SETUP);
  } catch (error) {
    database.close();
    throw /locked|busy/.test((error as Error).message) ? inUse(folder) : error;
  }
  const put = database.prepare(PUT);
  const remove = database.prepare("delete from device_values where key = ?");
  const write = (rows: Row[]) => {
    database.exec("begin");
    try {
      for (const [key, json] of rows) {
        if (json === null) remove.run(key);
        else put.run(key, json);
      }
      database.exec("commit");
    } catch (error) {
      database.exec("rollback");
      throw error;
    }
  };
  if (existsSync(logIn(folder))) {
    const log = await openLog(folder);
    write([...log.stored]);
    await rm(logIn(folder));
    await log.close();
  }
  const rows = database.prepare("select key, value from device_values").all();
  return {
    stored: new Map(rows.map(({ key, value }) => [String(key), String(value)])),
    write: (rows) => Promise.resolve(rows).then(write),
    close: () => Promise.resolve(database.close()),
  };
}
