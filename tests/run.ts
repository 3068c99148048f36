/**
 * Runs the suite against a throwaway platform: `npm test`, with vitest's own arguments after `--`
 * (`npm test -- tests/goals`). The platform serves the bundles that are deployed, on the Deno of a
 * hosted project, with the real PostgREST, where npm has them for this system. `FUNCTIONS=sources` and
 * `DATA_API=library` choose otherwise. Ends with vitest's exit code, or 130 when it was interrupted.
 */
import { projectRoot as root } from "../packages/local-supabase/helpers.ts";
import { dataApiEngine, postgrestBinary, runTests } from "../packages/local-supabase/mod.ts";
import { startStandIns } from "../packages/stand-ins/index.ts";
import { buildFunctions } from "../tools/build.ts";
import { functionsUnderTest } from "./support/built.ts";
import { testEnvironment } from "./support/environment.ts";

const functions = functionsUnderTest();
if (!functions.sources) await buildFunctions();
const dataApi = Deno.env.get("DATA_API") || (postgrestBinary() ? "postgrest" : "library");
const providers = await startStandIns();
const code = await runTests({
  root,
  cwd: root,
  ...functions,
  env: { ...testEnvironment, ...providers.env },
  // The second platform is like the first one.
  variables: { ...providers.env, DATA_API: dataApi },
  dataApi: dataApiEngine(dataApi),
});
await providers.stop();
Deno.exit(code);
