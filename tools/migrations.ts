/** The module with the list of migrations that a deployment contains, for the health page. */
import { join } from "node:path";

/** The path of the module, relative to the project's folder. */
export const migrationsFile = "functions/admin/migrations.ts";

/** The source of the module: names of all migrations of the project in `root`, formatted. */
export async function migrationsModule(root: string): Promise<string> {
  const names: string[] = [];
  for await (const { name } of Deno.readDir(join(root, "supabase/migrations"))) {
    if (name.endsWith(".sql")) names.push(name.slice(0, -".sql".length));
  }
  const lines = names.sort().map((name) => `  "${name}",\n`).join("");
  return "// Made by `npm run types` from supabase/migrations.\n\n" +
    "/** The migrations this deployment was made with, in their order. */\n" +
    `export const migrations: string[] = [\n${lines}];\n`;
}
