/** Folds all unreleased migrations into one. */
import { join } from "node:path";
import { readProjectConfig } from "../packages/local-supabase/helpers.ts";
import { filesLike } from "../packages/local-supabase/mod.ts";
import { apart } from "./draft.ts";
import { nextVersion } from "./migrations.ts";
import { schemaDifferences, withBothDatabases } from "./schema-differences.ts";
import { actOf, isLiteral, statementsOf } from "./statements.ts";

/** Whether a migration does nothing but validate constraints. */
export const isValidation = (text: string): boolean =>
  statementsOf(text).every((each) => /\bvalidate constraint "?\w+"?;$/i.test(each));

/**
 * The statements of drafts that move data, which no comparison of schemas finds. It leaves out
 * definitions, and data that the schemas themselves state, such as a registration or a row.
 */
export function movesOf(draft: string, schemas: string[]): string[] {
  const stated = new Set(schemas.flatMap(statementsOf).map(actOf));
  return statementsOf(draft).filter((statement) => {
    const act = actOf(statement);
    if (!act || /^select cron\.(un)?schedule$/.test(act)) return false;
    if (act.startsWith("select ")) return !stated.has(act);
    const written = act.replace(/^delete from/, "insert into");
    return !(stated.has(written) && isLiteral(statement));
  });
}

/**
 * Replaces the migrations in `drafts` by one. It leads from the released migrations to the schemas,
 * and has the statements that move data at its end. If it adds constraints, a second migration
 * validates them. Returns the names of the new files.
 */
export async function fold(root: string, drafts: string[], name: string): Promise<string[]> {
  const folder = join(root, "supabase/migrations");
  const { db } = await readProjectConfig(root);
  const schemas = filesLike(root, db.schemas).map((path) =>
    Deno.readTextFileSync(join(root, path))
  );
  const texts = drafts.map((file) => [file, Deno.readTextFileSync(join(folder, file))] as const);
  const draft = await withBothDatabases(
    root,
    ({ migrated, declared, home }) => schemaDifferences(migrated, declared, home),
    (file) => !drafts.includes(file),
  );
  const { migration, validation } = apart(draft);
  const moves = texts.flatMap(([file, text]) => {
    const statements = movesOf(text, schemas);
    return statements.length ? [`-- From ${file}:\n\n${statements.join("\n\n")}\n`] : [];
  });
  const parts = [
    `-- Drafted by \`npm run release\` from ${drafts.join(", ")}.\n`,
    migration,
    moves.length && "-- Statements that move data. Each has to stand where it finds its columns.\n",
    ...moves,
  ];
  const made: string[] = [];
  const write = async (suffix: string, text: string) => {
    made.push(`${nextVersion([...drafts, ...made])}_${name}${suffix}.sql`);
    await Deno.writeTextFile(join(folder, made.at(-1)!), text);
  };
  await write("", parts.filter(Boolean).join("\n"));
  if (validation) await write("_validate", validation);
  for (const file of drafts) await Deno.remove(join(folder, file));
  return made;
}
