/** The entry files of the edge functions and their settings, made from `functions/groups.ts`. */
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { groups, health, workoutMosaic } from "../functions/groups.ts";
import type { Group } from "../shared/http/declare.ts";

// Not imported from the local platform, because a deployment does not need the platform.
const root = resolve(import.meta.dirname!, "..");

const own = Object.entries<Group>({ ...groups, health, "workout-mosaic": workoutMosaic })
  .filter(([, { underApiOnly }]) => !underApiOnly);

/** The names of the edge functions. */
export const functionNames = ["api", ...own.map(([name]) => name)].sort();

/**
 * The entry file of a group's function. It imports the files that the table would load at the first
 * request: the function starts faster with them.
 */
function entry(name: string, { parts }: Group): string {
  const files = [...String(parts).matchAll(/import\("\.\/(.+?)"\)/g)].map(([, file]) => file!);
  if (files.length === 0) throw new Error(`functions/groups.ts imports no file for ${name}`);
  const imports = files.map((file, n) => {
    const path = file.startsWith(`${name}/`) ? `.${file.slice(name.length)}` : `../${file}`;
    return `import * as part${n + 1} from "${path}";\n`;
  });
  const key = name.includes("-") ? `"${name}"` : name;
  return `// Made by \`npm run build\` from functions/groups.ts.
import { serve } from "../../shared/http/app.ts";
${imports.join("")}
const parts = () => [
${files.map((_, n) => `  part${n + 1},\n`).join("")}];

Deno.serve(serve({ ${key}: { parts } }));
`;
}

/** The line of `supabase/config.toml` after which the functions are declared. */
const HEAD = "# Made by `npm run build` from functions/groups.ts.\n";

const settings = functionNames.map((name) => `
[functions.${name}]
entrypoint = "../dist/${name}/index.js"
verify_jwt = false
`);

/** The expected content of the files, by path below the project's folder; null for no file. */
export async function functionFiles(): Promise<Record<string, string | null>> {
  const config = await Deno.readTextFile(join(root, "supabase/config.toml"));
  const entries = [...Deno.readDirSync(join(root, "functions"))]
    .map(({ name }) => `functions/${name}/index.ts`)
    .filter((path) => existsSync(join(root, path)) && path !== "functions/api/index.ts");
  return {
    "supabase/config.toml": config.slice(0, config.indexOf(HEAD)) + HEAD + settings.join(""),
    ...Object.fromEntries(entries.map((path) => [path, null])),
    ...Object.fromEntries(
      own.map(([name, group]) => [`functions/${name}/index.ts`, entry(name, group)]),
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
