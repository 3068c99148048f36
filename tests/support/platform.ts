/**
 * The platform under test: the throwaway one of `npm test`, the stack of `npm test -- --against`,
 * or without them the one of `npm start`.
 */
import { readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import process from "node:process";
import type { Keys, Status } from "../../packages/local-supabase/helpers.ts";

const file = process.env.STATUS_FILE ??
  resolve(import.meta.dirname!, "../../.local/status.json");

/** Addresses, keys and demo accounts; see `Status`. */
export const platform: Status = JSON.parse(readFileSync(file, "utf8"));

/** Whether the platform is a stack of which nothing but addresses, keys and database are known. */
export const isForeign = process.env.AGAINST !== undefined;

/** Its signing keys, and the passwords of its database roles; a foreign one keeps them. */
export const keys: Keys = isForeign
  ? {} as Keys
  : JSON.parse(readFileSync(join(dirname(file), "keys.json"), "utf8"));
