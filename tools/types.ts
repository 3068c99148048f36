/** `npm run types`: writes anew what is made from the migrations, their types and their list. */
import { join } from "node:path";
import { projectRoot as root } from "../local/base/paths.ts";
import { supabaseCli } from "../local/postgres/database.ts";
import { migrationsFile, migrationsModule } from "./migrations.ts";
import { withThrowaway } from "../local/platform/throwaway.ts";

/** Where the generated types are, below the project's folder. */
export const typesFile = "shared/database/types.ts";

/** The TypeScript types of the schema `public`, formatted, of a database with the migrations. */
export async function databaseTypes(
  { root, home, databaseUrl }: { root: string; home: string; databaseUrl: string },
): Promise<string> {
  const source = await supabaseCli({
    root,
    home,
    args: ["gen", "types", `--remote=${databaseUrl}?sslmode=disable`, "--schema=public"],
  });
  const format = new Deno.Command(Deno.execPath(), {
    args: ["fmt", `--config=${join(root, "deno.json")}`, "--ext=ts", "-"],
    stdin: "piped",
    stdout: "piped",
  }).spawn();
  const [{ success, stdout }] = await Promise.all([
    format.output(),
    new Blob([`// Made by \`npm run types\` from the migrations.\n${source}`]).stream()
      .pipeTo(format.stdin),
  ]);
  if (!success) throw new Error("The generated types could not be formatted");
  return new TextDecoder().decode(stdout);
}

if (import.meta.main) {
  await withThrowaway({ root, env: {}, log: () => {} }, async ({ dir, status }) => {
    const types = await databaseTypes({ root, home: dir, databaseUrl: status.db_url });
    await Deno.writeTextFile(join(root, typesFile), types);
  });
  await Deno.writeTextFile(join(root, migrationsFile), await migrationsModule(root));
  console.log(`${typesFile} and ${migrationsFile} are up to date.`);
  Deno.exit(0);
}
