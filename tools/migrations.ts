/** The migrations of the project, and the module that lists them for the health page. */
import { join } from "node:path";

/** The path of the module, relative to the project's folder. */
export const migrationsFile = "shared/generated/migrations.ts";

/** The files of the migrations of the project in `root`, in their order. */
export const migrationFiles = (root: string): string[] =>
  [...Deno.readDirSync(join(root, "supabase/migrations"))].map(({ name }) => name)
    .filter((name) => name.endsWith(".sql")).sort();

/** The source of the module: names of all migrations of the project in `root`, formatted. */
export function migrationsModule(root: string): string {
  const lines = migrationFiles(root).map((name) => `  "${name.replace(/\.sql$/, "")}",\n`).join("");
  return "// Made by `npm run types` from supabase/migrations.\n\n" +
    "/** The migrations this deployment was made with, in their order. */\n" +
    `export const migrations: string[] = [\n${lines}];\n`;
}

/** The next version: the time in UTC, after all that are there. */
export function nextVersion(files: string[]): string {
  const now = new Date().toISOString().replace(/\D/g, "").slice(0, 14);
  const last = files.at(-1)?.split("_")[0] ?? "0";
  return now > last ? now : String(BigInt(last) + 1n);
}
