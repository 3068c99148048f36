/** The platform under test: the throwaway one of `npm test`, else the one of `npm start`. */
import { readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import process from "node:process";
import type { Keys, Status } from "../../packages/local-supabase/helpers.ts";

const file = process.env.STATUS_FILE ??
  resolve(import.meta.dirname!, "../../.local/status.json");

/** Addresses, keys and demo accounts; see `Status`. */
export const platform: Status = JSON.parse(readFileSync(file, "utf8"));

/** Its signing keys, and the passwords of its database roles. */
export const keys: Keys = JSON.parse(readFileSync(join(dirname(file), "keys.json"), "utf8"));
