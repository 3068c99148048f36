/**
 * Runs the suite against a throwaway platform: `npm test`, with vitest's own arguments after `--`
 * (`npm test -- tests/goals`). The platform serves the bundles that are deployed, on the Deno of a
 * hosted project, with the real PostgREST, where npm has them for this system. `FUNCTIONS=sources` and
 * `DATA_API=library` choose otherwise. Ends with vitest's exit code, or 130 when it was interrupted.
 *
 * `npm test -- --against <file>` runs the part that needs nothing else than addresses, keys and the
 * database on a stack that stands already: see `against.ts`.
 *
 * `npm test -- --keep` only starts a platform, with the sources of the functions, and keeps it until
 * Ctrl-C: meanwhile `npm test -- tests/goals` in another terminal runs there, without a start.
 */
import { projectRoot as root } from "../packages/local-supabase/helpers.ts";
import {
  keepPlatform,
  runTests,
  runTestsOnKept,
  shippedEngine,
} from "../packages/local-supabase/mod.ts";
import { runAgainst } from "./against.ts";
import { startStandIns } from "../packages/stand-ins/index.ts";
import { prepareFunctions } from "../tools/build.ts";
import { functionsUnderTest } from "./support/built.ts";
import { testEnvironment } from "./support/environment.ts";

const keep = Deno.args.includes("--keep");
if (Deno.args.includes("--environment")) {
  for (const [name, value] of Object.entries(testEnvironment)) console.log(`${name}=${value}`);
  Deno.exit();
}
if (Deno.args.includes("--against")) Deno.exit(await runAgainst(Deno.args));
const onKept = keep ? null : await runTestsOnKept(root);
if (onKept !== null) Deno.exit(onKept);

if (keep) Deno.env.set("FUNCTIONS", "sources");
const functions = functionsUnderTest();
if (!functions.sources) await prepareFunctions();
const dataApi = shippedEngine();
const providers = await startStandIns();
const options = {
  root,
  cwd: root,
  ...functions,
  env: { ...testEnvironment, ...providers.env },
  // The second platform is like the first one.
  variables: { ...providers.env, DATA_API: dataApi, ...(keep && { FUNCTIONS: "sources" }) },
  dataApi,
};
const code = await (keep ? keepPlatform : runTests)(options);
await providers.stop();
Deno.exit(code);
