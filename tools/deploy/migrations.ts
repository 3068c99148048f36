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
