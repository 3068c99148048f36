/** Runs a vitest suite against a throwaway platform, or against one kept by another command. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { askedToStop } from "../base/lifetime.ts";
import { localDir, writePrivate } from "../base/paths.ts";
import { patience, slowness } from "../base/patience.ts";
import { readStatus, statusFile } from "../base/status.ts";
import { Interrupted, type ThrowawayOptions, withThrowaway } from "./throwaway.ts";

interface TestOptions extends Omit<ThrowawayOptions, "log"> {
  /** The folder of the suite's vitest config. */
  cwd: string;
  /** Further variables of the tests' own process. */
  variables?: Record<string, string>;
}

/** How long (ms) vitest may take to end once it is asked to. */
const PATIENCE = 5000;

/** Holds the variables of tests on the platform that is kept. */
const keptFile = () => join(localDir(), "kept-platform.json");

const log = (line: string) => console.error(line);

/**
 * Starts a platform, runs vitest with this process' arguments and removes the platform. The tests
 * find it by the variable `STATUS_FILE`. Returns vitest's exit code, or 130 after an interrupt.
 */
export const runTests = ({ cwd, variables, ...options }: TestOptions): Promise<number> =>
  onThrowaway(
    options,
    (dir, signal) => runVitest(cwd, { ...variables, ...variablesOf(dir) }, signal),
  );

/**
 * Starts a platform for `runTestsOnKept`, which follows changes of the project, and removes it when
 * this process is asked to end. Returns an exit code.
 */
export const keepPlatform = (options: Omit<TestOptions, "cwd">): Promise<number> =>
  onThrowaway({ ...options, watch: true }, async (dir, signal) => {
    await writePrivate(
      keptFile(),
      JSON.stringify({ ...options.variables, ...variablesOf(dir) }),
    );
    log("npm test runs on this platform until it is stopped with Ctrl-C");
    await new Promise((resolve) => signal.addEventListener("abort", resolve));
    await Deno.remove(keptFile());
    return 0;
  });

/** Runs vitest as `runTests` does, on the kept platform. Null where none is kept. */
export async function runTestsOnKept(cwd: string): Promise<number | null> {
  const text = await readFile(keptFile(), "utf8").catch(() => null);
  if (text === null) return null;
  const variables = JSON.parse(text);
  const status = await readStatus(variables.XDG_DATA_HOME);
  const health = status && await fetch(status.health_url).catch(() => null);
  await health?.body?.cancel();
  if (!health?.ok) return null;
  log("Running on the platform of npm test -- --keep");
  return await runTestsOn(cwd, variables);
}

/** Runs vitest, whose tests find a platform by `variables`. Returns an exit code. */
export async function runTestsOn(
  cwd: string,
  variables: Record<string, string>,
  args: string[] = Deno.args,
): Promise<number> {
  const stop = new AbortController();
  askedToStop().then(() => stop.abort());
  return await runVitest(cwd, variables, stop.signal, args);
}

async function onThrowaway(
  options: Omit<ThrowawayOptions, "log">,
  work: (dir: string, signal: AbortSignal) => Promise<number>,
): Promise<number> {
  try {
    return await withThrowaway({ ...options, log }, ({ dir, signal }) => work(dir, signal));
  } catch (error) {
    log(error instanceof Error ? error.message : String(error));
    return error instanceof Interrupted ? 130 : 1;
  }
}

/** vitest keeps a token of its own in a folder; the developer's home folder is not used. */
const variablesOf = (dir: string) => ({ STATUS_FILE: statusFile(dir), XDG_DATA_HOME: dir });

async function runVitest(
  cwd: string,
  variables: Record<string, string>,
  signal: AbortSignal,
  args: string[] = Deno.args,
): Promise<number> {
  const times = slowness();
  if (times >= 1.5) log(`Limits of tests are ${times} times as long as on the reference machine`);
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "npm:vitest", "run", ...args],
    cwd,
    env: { ...variables, STOP_AT_END_OF_INPUT: "" },
    stdin: "null",
  }).spawn();
  let last: ReturnType<typeof setTimeout> | undefined;
  signal.addEventListener("abort", () => {
    child.kill("SIGTERM");
    last = setTimeout(() => child.kill("SIGKILL"), patience(PATIENCE));
  });
  const { code } = await child.status;
  clearTimeout(last);
  return signal.aborted ? 130 : code;
}
