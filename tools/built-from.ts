/** The files from which a folder of bundles was built, and whether they are unchanged. */
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readFile, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";

const root = resolve(import.meta.dirname!, "..");

/** The files that decide how to build. The lock file stands for the installed packages. */
const settings = [
  "package-lock.json",
  "deno.json",
  "functions/groups.ts",
  "tools/build.ts",
  "tools/functions.ts",
];

const listIn = (outdir: string) => join(outdir, "made-of.json");

async function digestOf(files: string[]): Promise<string> {
  const hash = createHash("sha256");
  for (const file of [...files, ...settings]) {
    hash.update(await readFile(join(root, file)).catch(() => `no ${file}`));
  }
  return hash.digest("hex");
}

/** Notes the files (paths below the project) that the bundles of a folder are made of. */
export async function remember(outdir: string, inputs: string[]): Promise<void> {
  const files = inputs.filter((file) =>
    !file.startsWith("node_modules/") && existsSync(join(root, file))
  ).sort();
  await writeFile(listIn(outdir), JSON.stringify({ digest: await digestOf(files), files }));
}

/** Before a build that may fail. */
export const forget = (outdir: string): Promise<void> => rm(listIn(outdir), { force: true });

/** Whether the files that a folder's bundles are made of have not changed since. */
export async function isMadeOfTheSame(outdir: string): Promise<boolean> {
  const text = await readFile(listIn(outdir), "utf8").catch(() => null);
  if (text === null) return false;
  const { digest, files } = JSON.parse(text);
  return await digestOf(files) === digest;
}
