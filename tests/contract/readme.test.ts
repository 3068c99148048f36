/** The programs in README.md run as they stand there, in a folder that holds nothing but supabase-js. */
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { scratchFolder } from "../../local/base/scratch.ts";
import { platform } from "../support/platform.ts";

const root = resolve(import.meta.dirname!, "../..");
const programs = [...readFileSync(join(root, "README.md"), "utf8").matchAll(/```ts\n(.*?)```/gs)]
  .map(([, program]) => program!);

/** A new project as npm leaves it after `npm install @supabase/supabase-js`. */
async function newProject(): Promise<string> {
  const folder = await scratchFolder("readme");
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, "node_modules", "@supabase"), { recursive: true });
  symlinkSync(
    join(root, "node_modules", "@supabase", "supabase-js"),
    join(folder, "node_modules", "@supabase", "supabase-js"),
  );
  const dependencies = { "@supabase/supabase-js": "*" };
  writeFileSync(join(folder, "package.json"), JSON.stringify({ type: "module", dependencies }));
  // Without it Deno would take the settings and imports of the project around the folder.
  writeFileSync(join(folder, "deno.json"), JSON.stringify({ nodeModulesDir: "manual" }));
  return folder;
}

async function run(program: string): Promise<{ code: number; stdout: string; stderr: string }> {
  const cwd = await newProject();
  writeFileSync(join(cwd, "first.ts"), program);
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "--check", "-A", "first.ts"],
    cwd,
    env: { NO_COLOR: "1" },
    stdin: "null",
  }).output();
  const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  return { code, stdout: text(stdout), stderr: text(stderr) };
}

test("README.md has a first program", () => {
  expect(programs).not.toEqual([]);
});

test.each(programs)("program %# of README.md type-checks, runs and ends", async (program) => {
  const filled = program
    .replaceAll("http://127.0.0.1:54321", platform.api_url)
    .replaceAll("<publishable key>", platform.publishable_key);
  const { code, stdout, stderr } = await run(filled);
  expect({ code, stderr: code ? stderr : "" }).toEqual({ code: 0, stderr: "" });
  // Entries of the demo account, which the program prints.
  expect(stdout).toMatch(/title: "/);
});
