/** The entry files of the edge functions and their settings, made from `functions/groups.ts`. */
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import * as table from "../functions/groups.ts";

// Not by the local platform, which no deployment needs.
const root = resolve(import.meta.dirname!, "..");

const { groups: _, ...exported } = table;

/** The export of each group that has a function of its own, by the function's name. */
const ownFunctions = new Map(
  Object.entries(exported).filter(([, group]) => !group.underApiOnly)
    .map(([name, group]) => [group.name, name]),
);

/** The names of the edge functions. */
export const functionNames = ["api", ...ownFunctions.keys()].sort();

const entry = (group: string) =>
  `// Made by \`npm run build\` from functions/groups.ts.
import { serve } from "../../shared/http/app.ts";
import { ${group} } from "../groups.ts";

Deno.serve(serve([${group}]));
`;

/** The line of \`supabase/config.toml\` after which the functions are declared. */
const HEAD = "# Made by `npm run build` from functions/groups.ts.\n";

const settings = functionNames.map((name) => `
[functions.${name}]
entrypoint = "../dist/${name}/index.js"
verify_jwt = false
`);

/** What the files have to hold, by path relative to the project's folder; null for no file. */
export async function functionFiles(): Promise<Record<string, string | null>> {
  const config = await Deno.readTextFile(join(root, "supabase/config.toml"));
  const entries = [...Deno.readDirSync(join(root, "functions"))]
    .map(({ name }) => `functions/${name}/index.ts`)
    .filter((path) => existsSync(join(root, path)) && path !== "functions/api/index.ts");
  return {
    "supabase/config.toml": config.slice(0, config.indexOf(HEAD)) + HEAD + settings.join(""),
    ...Object.fromEntries(entries.map((path) => [path, null])),
    ...Object.fromEntries(
      [...ownFunctions].map(([name, group]) => [`functions/${name}/index.ts`, entry(group)]),
    ),
  };
}

/** Brings the files up to date. */
export async function writeFunctionFiles(): Promise<void> {
  for (const [path, text] of Object.entries(await functionFiles())) {
    const file = join(root, path);
    if (text === null) await Deno.remove(file);
    else if (await Deno.readTextFile(file).catch(() => null) !== text) {
      await Deno.mkdir(join(file, ".."), { recursive: true });
      await Deno.writeTextFile(file, text);
    }
  }
}
