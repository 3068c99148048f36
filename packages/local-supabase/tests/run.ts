/** Runs the tests of the platform against a throwaway platform with a small test project. */
import { resolve } from "node:path";
import { runTests } from "../mod.ts";

Deno.exit(
  await runTests({
    root: resolve(import.meta.dirname!, "project"),
    cwd: resolve(import.meta.dirname!, ".."),
    env: {},
  }),
);
