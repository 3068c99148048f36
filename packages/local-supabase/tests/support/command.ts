/** The project's commands as processes, each in the folder of its test. */
import { mkdirSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterEach, beforeEach, onTestFinished } from "vitest";
import { scratchFolder } from "../../base/scratch.ts";

export const root = resolve(import.meta.dirname!, "../../../..");

/** The folder of the present test. */
export let dir: string;

beforeEach(async () => {
  dir = await scratchFolder("cli-test");
  mkdirSync(join(dir, "tmp"));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

/** A running command. */
export interface Command {
  /** The output so far, of both streams. */
  output(): string;
  kill(signal: Deno.Signal): void;
  /** The exit code. */
  exit: Promise<number>;
}

/** Starts a command of the project, or of a clone; `through` starts node in place of the test. */
export function run(
  args: string[],
  env: Record<string, string> = {},
  project = root,
  through: string[] = [],
): Command {
  const [program, ...rest] = [
    ...through,
    "node",
    join(project, "packages/local-supabase/cli.mjs"),
    ...args,
  ];
  const child = new Deno.Command(program!, {
    args: rest,
    cwd: project,
    clearEnv: true,
    env: {
      PATH: Deno.env.get("PATH")!,
      DENO_DIR: Deno.env.get("DENO_DIR") ?? join(root, ".local", "deno"),
      TMPDIR: join(dir, "tmp"),
      LOCAL_DIR: dir,
      ...env,
    },
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  let output = "";
  const collect = async (stream: ReadableStream<Uint8Array>) => {
    for await (const text of stream.pipeThrough(new TextDecoderStream())) output += text;
  };
  const outputs = Promise.all([child.stdout, child.stderr].map(collect));
  const exit = child.status.then(async ({ code }) => {
    await outputs;
    return code;
  });
  const kill = (signal: Deno.Signal) => {
    try {
      child.kill(signal);
    } catch {
      // It has exited by itself.
    }
  };
  onTestFinished(async () => {
    kill("SIGTERM");
    await exit;
  });
  return { output: () => output, kill, exit };
}
