import { join } from "node:path";
import { projectRoot as root } from "../local/helpers.ts";

/** TypeScript source, formatted as the project is. */
export async function formatted(source: string): Promise<string> {
  const format = new Deno.Command(Deno.execPath(), {
    args: ["fmt", `--config=${join(root, "deno.json")}`, "--ext=ts", "-"],
    stdin: "piped",
    stdout: "piped",
  }).spawn();
  const [{ success, stdout }] = await Promise.all([
    format.output(),
    new Blob([source]).stream().pipeTo(format.stdin),
  ]);
  if (!success) throw new Error("The generated types could not be formatted");
  return new TextDecoder().decode(stdout);
}
