/**
 * Runs the suite against a throwaway platform: `npm test`, with vitest's own arguments after `--`
 * (`npm test -- tests/goals`). Ends with vitest's exit code, or 130 when it was interrupted.
 */
import { projectRoot as root } from "../local/helpers.ts";
import { runTests } from "../local/mod.ts";
import { startStandIns } from "../stand-ins/index.ts";
import { testEnvironment } from "./support/environment.ts";

const providers = await startStandIns();
const code = await runTests({
  root,
  cwd: root,
  env: { ...testEnvironment, ...providers.env },
  variables: providers.env,
});
await providers.stop();
Deno.exit(code);
