/** The edge functions that `functions/groups.ts` names: their entries and their settings. */
import { join, resolve } from "node:path";
import { beside, ownFunctions } from "../functions/groups.ts";

// Not imported from the local platform, because a deployment does not need the platform.
const root = resolve(import.meta.dirname!, "..");

/** The names of the edge functions. */
export const functionNames = ["api", ...Object.keys(ownFunctions)].sort();

/**
 * The entry module of a group's function, as of a file in `functions/`. It imports the files that the
 * table would load at the first request: the function starts faster with them.
 */
export function entryOf(name: string): string {
  const table = `${ownFunctions[name]!.parts}${beside[name]?.parts ?? ""}`;
  const files = [...table.matchAll(/import\("(.+?)"\)/g)];
  if (files.length === 0) throw new Error(`functions/groups.ts imports no file for ${name}`);
  const imports = files.map(([, file], n) => `import * as part${n} from "${file}";\n`);
  return `import { serve } from "../shared/http/app.ts";
${imports.join("")}
const parts = () => [${files.map((_, n) => `part${n}`).join(", ")}];
Deno.serve(serve({ "${name}": { parts } }));
`;
}

/** The line of `supabase/config.toml` after which the functions are declared. */
const HEAD = "# Made by `npm run build` from functions/groups.ts.\n";

const settings = functionNames.map((name) => `
[functions.${name}]
entrypoint = "../dist/${name}/index.js"
verify_jwt = false
`);

/** The path of the settings, relative to the project's folder. */
export const configFile = "supabase/config.toml";

/** The settings with the present functions. */
export async function functionSettings(): Promise<string> {
  const config = await Deno.readTextFile(join(root, configFile));
  return config.slice(0, config.indexOf(HEAD)) + HEAD + settings.join("");
}

/** Brings the settings up to date. */
export async function writeFunctionSettings(): Promise<void> {
  const file = join(root, configFile);
  const text = await functionSettings();
  if (await Deno.readTextFile(file) !== text) await Deno.writeTextFile(file, text);
}
