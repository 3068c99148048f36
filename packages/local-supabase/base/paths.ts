/** The folders of the project and of the platform's data. */
import { resolve } from "node:path";

/** The folder that holds `supabase/`: the project around this package, or `PROJECT_DIR`. */
export const projectRoot = resolve(
  import.meta.dirname!,
  "../../..",
  Deno.env.get("PROJECT_DIR") || ".",
);

/** The folder of the database, the files and the keys: `.local`, or the value of `LOCAL_DIR`. */
export const localDir = (): string => resolve(projectRoot, Deno.env.get("LOCAL_DIR") || ".local");

/** Writes a file so that only its owner may read it, also over a file that others could read. */
export async function writePrivate(file: string, text: string): Promise<void> {
  const draft = `${file}.${crypto.randomUUID()}`;
  await Deno.writeTextFile(draft, text, { mode: 0o600 });
  await Deno.rename(draft, file);
}
