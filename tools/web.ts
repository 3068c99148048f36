/** Checks the web app: its types, with those of a browser, and the size of its first screen. */
import { join } from "node:path";
import { build } from "vite";
import { writeRooms } from "../apps/web/catalogues.ts";
import { scratchFolder } from "../packages/local-supabase/helpers.ts";

/** Checks the types of the app. @throws {Error} with the findings of TypeScript */
export async function webTypesAreRight(root: string): Promise<void> {
  writeRooms();
  const { success, stdout } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "node_modules/typescript/bin/tsc", "-p", "apps/web"],
    cwd: root,
  }).output();
  if (!success) throw new Error(new TextDecoder().decode(stdout));
}

/** @throws {Error} when a build refuses its first screen as too large */
export async function webIsSmall(root: string): Promise<void> {
  const outDir = await scratchFolder("web");
  try {
    const configFile = join(root, "apps/web/vite.config.ts");
    await build({ configFile, logLevel: "error", build: { outDir } });
  } finally {
    await Deno.remove(outDir, { recursive: true });
  }
}
