/**
 * `npm run release`: folds the migrations since the last release into one, which a person reads and
 * edits. Called again, it proves that the one leads to the schemas, and writes down the migrations and
 * the interface of the release.
 */
import { join } from "node:path";
import postgres from "postgres";
import { projectRoot } from "../packages/local-supabase/helpers.ts";
import { fold, isValidation } from "./fold.ts";
import {
  interfaceFaults,
  keepInterface,
  presentInterface,
  releasedInterface,
} from "./interface.ts";
import {
  keepMigrations,
  presentMigrations,
  releasedMigrations,
  releaseFaults,
} from "./released.ts";
import { schemaDifferences, withBothDatabases } from "./schema-differences.ts";

/** A release has one migration, and a second one if it adds constraints, which validates them. */
function needsFold(root: string, drafts: string[]): boolean {
  const validates = (file: string) =>
    isValidation(Deno.readTextFileSync(join(root, "supabase/migrations", file)));
  const count = drafts.filter(validates).length;
  return count > 1 || drafts.length - count > 1;
}

function refuseIf(faults: string[]): void {
  if (faults.length) throw new Error(faults.join("\n"));
}

/**
 * Releases the project in `root`, whose interface `describe` reads from a migrated database, or
 * folds its migrations. Returns a sentence about the result. Throws with the obstacles to the
 * release, a line each.
 */
export async function release(
  root: string,
  describe = presentInterface,
): Promise<{ isReleased: boolean; said: string }> {
  const { version } = JSON.parse(await Deno.readTextFile(join(root, "package.json")));
  const before = await releasedInterface(root);
  const [released, migrations] = [await releasedMigrations(root), await presentMigrations(root)];
  const drafts = Object.keys(migrations).filter((name) => !(name in released));
  const isFirst = Object.keys(released).length === 0;
  refuseIf([
    ...(version === before?.document.info.version
      ? [`${version} is released: set the version of the next release`]
      : []),
    ...releaseFaults(released, migrations),
    ...(isFirst && drafts.length > 1
      ? [`The first release has the baseline alone, not ${drafts.join(", ")}`]
      : []),
  ]);
  if (needsFold(root, drafts)) {
    const files = await fold(root, drafts, `release_${version.replaceAll(/\W/g, "_")}`);
    const said =
      `${drafts.length} migrations are now ${files.join(" and ")}. Read and edit them, ` +
      "then npm run types, npm run check, and npm run release again.";
    return { isReleased: false, said };
  }
  const { draft, present } = await withBothDatabases(root, async ({ migrated, declared, home }) => {
    const sql = postgres(migrated, { max: 1 });
    const present = await describe(sql).finally(() => sql.end());
    return { present, draft: await schemaDifferences(migrated, declared, home) };
  });
  refuseIf([
    ...interfaceFaults(before, present),
    ...(draft ? [`The migrations lead to something else than the schemas say:\n${draft}`] : []),
  ]);
  await keepMigrations(migrations, root);
  await keepInterface(present, root);
  const said = `${[...drafts, `the interface of ${version}`].join(", ")}: released.`;
  return { isReleased: true, said };
}

if (import.meta.main) {
  const done = await release(projectRoot).catch((error) => {
    console.error(error.message);
    Deno.exit(1);
  });
  console.log(done.said);
  // No tag follows a fold.
  Deno.exit(done.isReleased ? 0 : 1);
}
