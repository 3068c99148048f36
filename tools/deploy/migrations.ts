import { join } from "node:path";
import { migrationFiles } from "../migrations.ts";
import { type Cli, query } from "./cli.ts";

/** Names the migrations that the project lacks. Asks through the management API. */
export async function pendingMigrations(cli: Cli, root: string): Promise<string> {
  const [table] = await query<{ exists: boolean }>(
    cli,
    "select to_regclass('supabase_migrations.schema_migrations') is not null as exists",
  );
  const applied = table!.exists
    ? await query<{ version: string }>(
      cli,
      "select version from supabase_migrations.schema_migrations",
    )
    : [];
  const versions = new Set(applied.map(({ version }) => version));
  const pending = migrationFiles(root).filter((name) => !versions.has(name.split("_")[0]!));
  return pending.length ? `Would apply\n${pending.join("\n")}` : "All are applied already.";
}

/**
 * A warning with the migrations of the checkout that are not released, or nothing. A release may
 * change them, and a project that has run them does not learn of it.
 */
export async function unreleasedMigrations(root: string): Promise<string> {
  const list = join(root, "supabase/released-migrations.json");
  const released = JSON.parse(await Deno.readTextFile(list));
  const open = migrationFiles(root).filter((name) => !(name in released));
  return open.length
    ? `WARNING: not released, and a release may change them: ${
      open.join(", ")
    }. Deploy a release ` +
      "to production; docs/staging.md says what a staging project does after a change."
    : "";
}
