/**
 * The migrations that a release contains, which never change again: `npm run release` adds all
 * present ones to their list. It is empty before the first release.
 */
import { createHash } from "node:crypto";
import { join } from "node:path";
import { projectRoot as root } from "../packages/local-supabase/helpers.ts";
import { migrationFiles } from "./migrations.ts";

/** Digests (SHA-256, hexadecimal) by file name. */
type Digests = Record<string, string>;

const list = (of: string) => join(of, "supabase/released-migrations.json");

/** The migrations of this project, or of another one. */
export async function presentMigrations(of = root): Promise<Digests> {
  const digest = async (name: string) =>
    createHash("sha256").update(await Deno.readFile(join(of, "supabase/migrations", name)))
      .digest("hex");
  return Object.fromEntries(
    await Promise.all(migrationFiles(of).map(async (name) => [name, await digest(name)])),
  );
}

export const releasedMigrations = async (of = root): Promise<Digests> =>
  JSON.parse(await Deno.readTextFile(list(of)));

/** The faults of the present migrations after a release, a line each. */
export function releaseFaults(released: Digests, present: Digests): string[] {
  const last = Object.keys(released).sort().at(-1) ?? "";
  return [
    ...Object.entries(released).flatMap(([name, digest]) => {
      if (!present[name]) return [`${name} is released and missing`];
      return present[name] === digest ? [] : [`${name} is released and has changed: add a new one`];
    }),
    ...Object.keys(present).filter((name) => !(name in released) && name < last)
      .map((name) => `${name} is new and sorts before the released ${last}`),
  ];
}

/** Unreleased migrations; none before the first release, when no data can be locked. */
export function newMigrations(released: Digests, present: Digests): string[] {
  if (Object.keys(released).length === 0) return [];
  return Object.keys(present).filter((name) => !(name in released))
    .map((name) => join(root, "supabase/migrations", name));
}

/** The findings of `squawk`: statements that lock a table for long, or break a client. */
export async function lockFindings(files: string[]): Promise<string> {
  if (files.length === 0) return "";
  const { success, stdout, stderr } = await new Deno.Command(
    join(root, "node_modules/.bin/squawk"),
    { args: ["--config", join(root, "supabase/squawk.toml"), ...files], cwd: root },
  ).output();
  return success ? "" : new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr);
}

export const keepMigrations = (present: Digests, of = root): Promise<void> =>
  Deno.writeTextFile(list(of), JSON.stringify(present, null, 2) + "\n");
