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

export const superuser = async (place: Place): Promise<postgres.Sql> =>
  postgres(await superuserUrl(place), { max: 20, onnotice: () => {} });
