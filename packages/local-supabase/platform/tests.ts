/** Runs a vitest suite against a throwaway platform. */
import { statusFile } from "../base/status.ts";
import { Interrupted, type ThrowawayOptions, withThrowaway } from "./throwaway.ts";

export interface TestOptions extends Omit<ThrowawayOptions, "log"> {
  /** The folder of the suite's vitest config. */
  cwd: string;
  /** Further variables of the tests' own process. */
  variables?: Record<string, string>;
}

/** How long (ms) vitest may take to end once it is asked to. */
const PATIENCE = 5000;

/**
 * Starts a platform, runs vitest with this process' arguments and removes the platform. The tests
 * find it by the variable `STATUS_FILE`. Returns vitest's exit code, or 130 after an interrupt.
 */
export async function runTests({ cwd, variables, ...options }: TestOptions): Promise<number> {
  const log = (line: string) => console.error(line);
  try {
    return await withThrowaway({ ...options, log }, async ({ dir, signal }) => {
      const child = new Deno.Command(Deno.execPath(), {
        args: ["run", "-A", "npm:vitest", "run", ...Deno.args],
        cwd,
        env: {
          ...variables,
          STATUS_FILE: statusFile(dir),
          STOP_AT_END_OF_INPUT: "",
          // vitest keeps a token of its own; the developer's home folder is not used.
          XDG_DATA_HOME: dir,
        },
        stdin: "null",
      }).spawn();
      let patience: ReturnType<typeof setTimeout> | undefined;
      signal.addEventListener("abort", () => {
        child.kill("SIGTERM");
        patience = setTimeout(() => child.kill("SIGKILL"), PATIENCE);
      });
      const { code } = await child.status;
      clearTimeout(patience);
      return signal.aborted ? 130 : code;
    });
  } catch (error) {
    log(error instanceof Error ? error.message : String(error));
    return error instanceof Interrupted ? 130 : 1;
  }
}
