/** The superuser of a local platform, who bypasses row security and triggers. */
import { join } from "node:path";
import postgres from "postgres";
import type { Keys, Status } from "../packages/local-supabase/helpers.ts";
import type { Throwaway } from "../packages/local-supabase/mod.ts";

/** A database with its superuser's connections and address. */
export interface Database {
  sql: postgres.Sql;
  url: string;
  status: Status;
}

type Place = Pick<Throwaway, "dir" | "status">;

/** The address of the database for it. */
export async function superuserUrl({ dir, status }: Place): Promise<string> {
  const keys: Keys = JSON.parse(await Deno.readTextFile(join(dir, "keys.json")));
  const url = new URL(status.db_url);
  url.username = "supabase_admin";
  url.password = keys.database.supabase_admin;
  return url.href;
}

/** Does `work` with its connections. */
export async function asSuperuser<T>(
  place: Place,
  work: (sql: postgres.Sql) => Promise<T>,
): Promise<T> {
  const sql = postgres(await superuserUrl(place), { max: 20, onnotice: () => {} });
  try {
    return await work(sql);
  } finally {
    // Ends the statements that a stopped bench still runs.
    await sql.end({ timeout: 1 });
  }
}
