/** What benches have measured last, in `bench/` of the local folder: `npm run scaling` reads it. */
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { localDir } from "../packages/local-supabase/helpers.ts";

const fileOf = (name: string) => join(localDir(), "bench", `${name}.json`);

/** Keeps a measurement: an interrupted bench has what it has measured until then. */
export function keep(name: string, measured: unknown): void {
  const file = fileOf(name);
  mkdirSync(join(localDir(), "bench"), { recursive: true });
  writeFileSync(`${file}.new`, JSON.stringify(measured, null, 1));
  renameSync(`${file}.new`, file);
}

/** Undefined when nothing was measured. */
export function kept<T>(name: string): T | undefined {
  try {
    return JSON.parse(readFileSync(fileOf(name), "utf8"));
  } catch {
    return undefined;
  }
}

/** Rows of which some were measured again; the others keep their places. */
export function merged<T>(before: T[], again: T[], key: (row: T) => string): T[] {
  const rows = new Map(before.map((row) => [key(row), row]));
  for (const row of again) rows.set(key(row), row);
  return [...rows.values()];
}
