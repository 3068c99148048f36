/** The tests run on the functions as they are deployed, on the Deno of a hosted project. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { projectRoot } from "../../packages/local-supabase/helpers.ts";

/** npm's Deno of the version that the hosted edge runtime is built on, where there is one. */
const hostedDeno = join(projectRoot, "node_modules/deno-hosted/deno");

/** Options of a platform. `FUNCTIONS=sources` chooses the sources and the platform's own Deno. */
export const functionsUnderTest = () => {
  const sources = Deno.env.get("FUNCTIONS") === "sources";
  return {
    sources,
    functionsDeno: !sources && existsSync(hostedDeno) ? hostedDeno : undefined,
  };
};
