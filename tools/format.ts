import { join } from "node:path";
import { projectRoot as root } from "../packages/local-supabase/helpers.ts";

/** A text of a generated file, formatted as the project is. */
export async function formatted(text: string, extension: "ts" | "md" = "ts"): Promise<string> {
  const format = new Deno.Command(Deno.execPath(), {
    args: ["fmt", `--config=${join(root, "deno.json")}`, `--ext=${extension}`, "-"],
    stdin: "piped",
    stdout: "piped",
  }).spawn();
  const [{ success, stdout }] = await Promise.all([
    format.output(),
    new Blob([text]).stream().pipeTo(format.stdin),
  ]);
  if (!success) throw new Error("A generated file could not be formatted");
  return new TextDecoder().decode(stdout);
}
