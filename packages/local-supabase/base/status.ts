/** `status.json`: the addresses and keys of a running platform, for tools and tests. */
import { join } from "node:path";
import type { DemoAccount } from "./demo.ts";

export type DataApiEngine = "library" | "postgrest";

/** An outside provider of the functions, as their variables have it. */
export interface Provider {
  name: string;
  serves: string;
  state: "real" | "stand-in" | "not configured";
  /** The variables that it lacks. */
  missing: string[];
}

export interface Status {
  api_url: string;
  base_url: string;
  publishable_key: string;
  secret_key: string;
  db_url: string;
  jwks_url: string;
  /** The page that shows the messages; they are JSON at `/messages` below it. */
  mail_url: string;
  health_url: string;
  /** The server of `/rest/v1`. */
  data_api: DataApiEngine;
  accounts: DemoAccount[];
  providers: Provider[];
}

/** Path of the file of the platform in `dir`. */
export const statusFile = (dir: string): string => join(dir, "status.json");

/** The status of the platform that runs in `dir`, or null. */
export async function readStatus(dir: string): Promise<Status | null> {
  const text = await Deno.readTextFile(statusFile(dir)).catch(() => null);
  return text && JSON.parse(text);
}
