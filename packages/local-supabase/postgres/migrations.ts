/**
 * Applies the migrations and the seed of a project as the CLI's `db push --include-seed` does, and
 * keeps the same history, so that the CLI and the platform may continue each other's work.
 */
import { createHash } from "node:crypto";
import { existsSync, globSync, readdirSync } from "node:fs";
import { join } from "node:path";
import postgres from "postgres";
import type { ProjectConfig } from "../base/config.ts";
import { watchFiles } from "../base/watch.ts";

/** The least that the CLI expects of its tables. */
const history = `
  create schema if not exists supabase_migrations;
  create table if not exists supabase_migrations.schema_migrations (
    version text not null primary key,
    statements text[],
    name text
  );
  create table if not exists supabase_migrations.seed_files (
    path text not null primary key,
    hash text not null
  );`;

interface MigrateOptions {
  /** The project's folder. */
  root: string;
  settings: ProjectConfig["db"];
  /** Whether the seed is run as well. */
  seed: boolean;
}

/**
 * Applies the missing migrations and the files of the seed that have not run, each in a transaction
 * of its own. Throws with the file and the line that Postgres refuses, and when the database has a
 * migration that the project does not have, or not in that order.
 */
export async function migrate(
  databaseUrl: string,
  { root, settings, seed }: MigrateOptions,
): Promise<void> {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} });
  try {
    await sql.unsafe(history);
    if (settings.migrate) await applyMigrations(sql, join(root, "supabase", "migrations"));
    if (seed) await runSeed(sql, root, settings.seeds);
  } finally {
    await sql.end();
  }
}

/**
 * Builds the declared schemas (`schema_paths`) in a new database, in one transaction. Bodies of
 * functions may name objects of later files. Throws as `migrate` does.
 */
export async function declare(
  databaseUrl: string,
  { root, settings }: Pick<MigrateOptions, "root" | "settings">,
): Promise<void> {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} });
  try {
    await sql.begin(async (transaction) => {
      await transaction.unsafe("set check_function_bodies = off");
      for (const path of filesLike(root, settings.schemas)) {
        const text = await Deno.readTextFile(join(root, path));
        await transaction.unsafe(text).catch((error) => refuse(path, text, error));
      }
    });
  } finally {
    await sql.end();
  }
}

async function applyMigrations(sql: postgres.Sql, folder: string): Promise<void> {
  const files = migrationsOf(folder);
  const applied = await sql<{ version: string }[]>`
    select version from supabase_migrations.schema_migrations order by version`;
  const stray = applied.find(({ version }, place) => files[place]?.version !== version);
  if (stray) {
    throw new Error(
      `The database has the migration ${stray.version}, which supabase/migrations does not have, ` +
        'or has after newer ones. "npm run reset" starts over.',
    );
  }
  for (const { file, version, name } of files.slice(applied.length)) {
    const text = await Deno.readTextFile(join(folder, file));
    await runFile(sql, `supabase/migrations/${file}`, text, (transaction) =>
      transaction`
        insert into supabase_migrations.schema_migrations (version, name, statements)
        values (${version}, ${name}, ${[text]})`);
  }
}

/** The files of a folder that are named like migrations, in the order of their versions. */
const migrationsOf = (folder: string) =>
  filesOf(folder).flatMap((file) => {
    const [, version, name] = /^(\d+)_(.*)\.sql$/.exec(file) ?? [];
    return version ? [{ file, version, name: name! }] : [];
  });

/** Names the migrations that are not applied, and those changed since, as one line to log. */
async function differences(databaseUrl: string, root: string): Promise<string> {
  const folder = join(root, "supabase", "migrations");
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} });
  const applied = await sql<{ version: string; text: string }[]>`
    select version, statements[1] as text from supabase_migrations.schema_migrations`
    .finally(() => sql.end());
  const texts = new Map(applied.map(({ version, text }) => [version, text]));
  const files = migrationsOf(folder);
  const pending = files.filter(({ version }) => !texts.has(version));
  const changed = files.filter(({ file, version }) =>
    texts.has(version) && texts.get(version) !== Deno.readTextFileSync(join(folder, file))
  );
  const named = (some: { file: string }[]) => some.map(({ file }) => file).join(", ");
  return [
    pending.length &&
    `Not applied: ${named(pending)}. Stop the platform and run "npm start" again.`,
    changed.length &&
    `Changed after it was applied: ${named(changed)}. "npm run reset" starts over.`,
  ].filter(Boolean).join(" ");
}

/** The texts of the declared schemas, by path. */
const declaredTexts = (root: string, patterns: string[]) =>
  new Map(filesLike(root, patterns).map((path) => [path, Deno.readTextFileSync(join(root, path))]));

/** Names the declared schemas that have changed, as one line to log. */
function redeclared(root: string, patterns: string[], before: Map<string, string>): string {
  const now = declaredTexts(root, patterns);
  const changed = [...new Set([...before.keys(), ...now.keys()])]
    .filter((path) => before.get(path) !== now.get(path));
  return changed.length
    ? `Changed: ${changed.join(", ")}. Draft its migration: "npm run schema diff <name>", or ` +
      '"supabase db diff" in a project without it.'
    : "";
}

/**
 * Logs while the platform runs when its database differs from `supabase/migrations`, or when the
 * declared schemas change.
 */
export function watchMigrations(
  databaseUrl: string,
  { root, settings, log }: {
    root: string;
    settings: ProjectConfig["db"];
    log: (line: string) => void;
  },
): { close(): void } {
  const before = declaredTexts(root, settings.schemas);
  let said = "";
  const say = async () => {
    const line = await differences(databaseUrl, root)
      .then((found) =>
        [redeclared(root, settings.schemas, before), found].filter(Boolean).join(" ")
      )
      .catch(() => said);
    if (line && line !== said) log(line);
    said = line;
  };
  // Patterns of schemas begin with their folder.
  const folders = ["migrations", ...settings.schemas.map((pattern) => pattern.split("/*")[0]!)]
    .map((name) => join(root, "supabase", name)).filter((folder) => existsSync(folder));
  const watchers = folders.map((folder) => Deno.watchFs(folder));
  return watchFiles(watchers, (path) => path.endsWith(".sql"), say);
}

/** The files of patterns that are relative to `supabase/`, relative to the project, in their order. */
export const filesLike = (root: string, patterns: string[]): string[] => {
  const cwd = join(root, "supabase");
  const files = patterns.flatMap((pattern) => globSync(pattern, { cwd }).sort());
  return [...new Set(files)].map((file) => join("supabase", file));
};

/** A file that has changed since it was run is not run again, as with the CLI. */
async function runSeed(sql: postgres.Sql, root: string, patterns: string[]): Promise<void> {
  const done = await sql<{ path: string }[]>`select path from supabase_migrations.seed_files`;
  for (const path of filesLike(root, patterns)) {
    if (done.some((each) => each.path === path)) continue;
    const text = await Deno.readTextFile(join(root, path));
    const hash = createHash("sha256").update(text).digest("hex");
    await runFile(
      sql,
      path,
      text,
      (transaction) =>
        transaction`insert into supabase_migrations.seed_files (path, hash) values (${path}, ${hash})`,
    );
  }
}

/** Runs a file and its entry in the history in one transaction, and forgets its settings. */
async function runFile(
  sql: postgres.Sql,
  path: string,
  text: string,
  record: (transaction: postgres.TransactionSql) => Promise<unknown>,
): Promise<void> {
  await sql.begin(async (transaction) => {
    await transaction.unsafe(text);
    await transaction.unsafe("reset all");
    await record(transaction);
  }).catch((error) => refuse(path, text, error));
}

/** Throws with the file and the line that Postgres refuses. */
function refuse(path: string, text: string, error: unknown): never {
  if (!(error instanceof postgres.PostgresError)) throw error;
  const line = text.slice(0, Number(error.position ?? 1)).split("\n").length;
  const more = [error.detail, error.hint, error.where].filter(Boolean).join("\n");
  throw new Error(`${path}:${line}: ${error.message}\n${more}`.trim(), { cause: error });
}

const filesOf = (folder: string): string[] => {
  try {
    return readdirSync(folder).sort();
  } catch {
    return [];
  }
};
