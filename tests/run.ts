/**
 * Runs the suite against a throwaway platform: `npm test`, with vitest's own arguments after `--`
 * (`npm test -- tests/goals`). Ends with vitest's exit code, or 130 when it was interrupted.
 */
import { resolve } from "node:path";
import { statusFile } from "../local/base/status.ts";
import { Interrupted, type Throwaway, withThrowaway } from "../local/platform/throwaway.ts";
import { startStandIns } from "../stand-ins/index.ts";
import { testEnvironment } from "./support/environment.ts";

const root = resolve(import.meta.dirname!, "..");

async function vitest(
  { dir, signal }: Throwaway,
  providers: Record<string, string>,
): Promise<number> {
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "npm:vitest", "run", ...Deno.args],
    cwd: root,
    env: {
      ...Deno.env.toObject(),
      ...providers,
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
    patience = setTimeout(() => child.kill("SIGKILL"), 5000);
  });
  const { code } = await child.status;
  clearTimeout(patience);
  return signal.aborted ? 130 : code;
}

let code = 1;
const providers = await startStandIns();
try {
  code = await withThrowaway(
    {
      root,
      env: { ...testEnvironment, ...providers.env },
      log: (line) => console.error(line),
    },
    (throwaway) => vitest(throwaway, providers.env),
  );
} catch (error) {
  if (error instanceof Interrupted) code = 130;
  console.error(error instanceof Error ? error.message : error);
}
await providers.stop();
Deno.exit(code);
