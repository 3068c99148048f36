/** Programs of the docs, run as a reader would: in a folder of their own, against this platform. */
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { afterAll } from "vitest";
import { scratchFolder } from "../../packages/local-supabase/helpers.ts";
import { platform } from "../support/platform.ts";

export const root = resolve(import.meta.dirname!, "../..");

/** The blocks of a language in a page, with the addresses and keys of this platform. */
export async function programsOf(page: string, language = "ts"): Promise<string[]> {
  const text = await Deno.readTextFile(join(root, page));
  return [...text.matchAll(new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, "gs"))].map((
    [, program],
  ) =>
    program!.replaceAll("http://127.0.0.1:54321", platform.api_url)
      .replaceAll("<publishable key>", platform.publishable_key)
  );
}

const folders: string[] = [];
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true })));

/** A new project as npm leaves it after `npm install <packages>`, for the tests of a file. */
export async function newProject(packages: string[]): Promise<string> {
  const folder = await scratchFolder("program");
  folders.push(folder);
  for (const name of packages) {
    const link = join(folder, "node_modules", name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(join(root, "node_modules", name), link);
  }
  const dependencies = Object.fromEntries(packages.map((name) => [name, "*"]));
  writeFileSync(join(folder, "package.json"), JSON.stringify({ type: "module", dependencies }));
  // Without it Deno would take the settings and imports of the project around the folder.
  // The types are those of a browser; the program of a Node project brings those of Node.
  const compilerOptions = { lib: ["esnext", "dom"] };
  writeFileSync(
    join(folder, "deno.json"),
    JSON.stringify({ nodeModulesDir: "manual", compilerOptions }),
  );
  return folder;
}

/** Type-checks under strict and runs a program in a project's folder. */
export function run(cwd: string, program: string): Promise<Run> {
  writeFileSync(join(cwd, "program.ts"), program);
  return deno(cwd, "run", "--check", "-A", "program.ts");
}

interface Run {
  code: number;
  stdout: string;
  /** Empty when it succeeded. */
  stderr: string;
}

/** Runs Deno in a project's folder. */
export async function deno(cwd: string, ...args: string[]): Promise<Run> {
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args,
    cwd,
    env: { NO_COLOR: "1" },
    stdin: "null",
  }).output();
  const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  return { code, stdout: text(stdout), stderr: code ? text(stderr) : "" };
}
