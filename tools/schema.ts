/**
 * `npm run schema diff <name>` drafts the migration that leads from `supabase/migrations` to
 * `supabase/schemas`; without a name it prints the draft. `npm run schema baseline` writes the
 * schemas as the one migration from which a new database begins.
 */
import { join } from "node:path";
import { filesLike } from "../packages/local-supabase/mod.ts";
import { projectRoot as root, readProjectConfig } from "../packages/local-supabase/helpers.ts";
import { apart } from "./draft.ts";
import { migrationFiles, nextVersion } from "./migrations.ts";
import { releasedMigrations } from "./released.ts";
import { schemaDifferences, withBothDatabases } from "./schema-differences.ts";
import { writeWords } from "./words.ts";

const folder = join(root, "supabase/migrations");
/** The migration from which a new database begins. */
export const BASELINE = "20261127000000_baseline.sql";

/** The migration that makes a new database what the schemas say. */
export async function baseline(of = root): Promise<string> {
  writeWords(of);
  const { db } = await readProjectConfig(of);
  const texts = filesLike(of, db.schemas).map((path) =>
    `-- ${path}\n\n${Deno.readTextFileSync(join(of, path))}`
  );
  return "-- Made by `npm run schema baseline` from supabase/schemas, which people read and change.\n\n" +
    `set check_function_bodies = off;\n\n${texts.join("\n")}`;
}

/** The SQL that leads from the project's migrations to its schemas, empty when they agree. */
export const pendingChanges = (): Promise<string> =>
  withBothDatabases(
    root,
    ({ migrated, declared, home }) => schemaDifferences(migrated, declared, home),
  );

async function main([command, name]: string[]): Promise<void> {
  const files = migrationFiles(root);
  if (command === "baseline") {
    const others = files.filter((file) => file !== BASELINE);
    if (others.length) throw new Error(`There are other migrations: ${others.join(", ")}`);
    if (BASELINE in await releasedMigrations()) {
      throw new Error(`${BASELINE} is released: npm run schema diff <name> drafts the next one`);
    }
    await Deno.writeTextFile(join(folder, BASELINE), await baseline());
    console.log(`supabase/migrations/${BASELINE} is written: npm run types`);
  } else if (command === "diff") {
    const draft = await pendingChanges();
    if (!draft) console.log("The migrations lead to what the schemas say.");
    else if (!name) console.log(draft);
    else {
      const { migration, validation } = apart(draft);
      const label = name.replaceAll(/\W+/g, "_");
      for (
        const [text, title] of [[migration, label], [validation, `validate_${label}`]] as const
      ) {
        if (!text) continue;
        const file = `${nextVersion(files)}_${title}.sql`;
        files.push(file);
        await Deno.writeTextFile(join(folder, file), text);
        console.log(`supabase/migrations/${file} is a draft.`);
      }
      console.log("Read and edit it, then npm run types.");
    }
  } else throw new Error("npm run schema diff [name], or npm run schema baseline");
}

if (import.meta.main) {
  await main(Deno.args).catch((error) => {
    console.error(error.message);
    Deno.exit(1);
  });
  Deno.exit(0);
}
